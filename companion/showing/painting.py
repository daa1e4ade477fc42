"""The painting of a night: regions that remember since which version they look as they do."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from threading import Lock
from typing import Any

import msgspec

from .scene import Scene, Version

Render = Callable[[str, Any], str]
NEVER = Version(-1, -1)


class Region(msgspec.Struct, frozen=True):
    """A part of a page that is repainted on its own: `own` ones differ from seat to seat.

    `view` makes the record its template gets, from the scene, or from scene and seat for an own one. The others are
    drawn once for each secrecy group: those who may know the reasons of the game that is on, and those who may not.
    """

    id: str
    template: Callable[[Scene], str]
    view: Callable[..., Any]
    own: bool = False


class Painted(msgspec.Struct, frozen=True):
    """A region as it looks: painted `at` a version, unchanged since `changed`."""

    at: Version
    changed: Version
    template: str
    view: Any
    html: str


class Painting:
    """All regions of one night that somebody looks at; a region whose record is the same is not drawn again.

    Not `alone`, others paint the same night elsewhere: what was not painted here in between may have looked different.
    """

    def __init__(self, render: Render, alone: bool = True) -> None:
        self._render, self._alone = render, alone
        self._painted: dict[tuple[str, str | bool | None], Painted] = {}
        self._lock = Lock()

    def regions(self, regions: Iterable[Region], scene: Scene, seat: str | None, since: Version = NEVER) -> str:
        """The HTML of those regions that changed after `since`, as this seat may see them."""
        with self._lock:  # or a slower thread would forget that a region looked different in between
            looks = [self._look(region, scene, seat if region.own else scene.insider) for region in regions]
        return "".join(look.html for look in looks if _is_after(look.changed, since))

    def _look(self, region: Region, scene: Scene, seat: str | bool | None) -> Painted:
        key = (region.id, seat)
        old = self._painted.get(key)
        if old is not None and old.at == scene.version and not region.own:  # one's own also hangs on what no log knows
            return old
        template = region.template(scene)
        view = region.view(scene, seat) if region.own else region.view(scene)
        known = old is not None and (self._alone or _is_next(scene.version, old.at))
        if old is not None and old.view == view and old.template == template:
            new = Painted(scene.version, old.changed if known else scene.version, template, view, old.html)
        else:
            html = self._render(template, view)
            same = known and old is not None and old.html == html
            changed = old.changed if same and old is not None else scene.version  # never the same twice
            new = Painted(scene.version, changed, template, view, html)
        self._painted[key] = new
        return new


def _is_after(new: Version, since: Version) -> bool:
    return new.seq > since.seq or new.door > since.door


def _is_next(new: Version, old: Version) -> bool:
    return new.seq - old.seq + new.door - old.door <= 1


def always(template: str) -> Callable[[Scene], str]:
    """A region that has one template, whatever the scene."""
    return lambda scene: template
