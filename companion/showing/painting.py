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
    `reads`, called like `view`, names what the record is made of: while that is equal the record is not made again.
    """

    id: str
    template: Callable[[Scene], str]
    view: Callable[..., Any]
    own: bool = False
    reads: Callable[..., Any] | None = None


class Painted(msgspec.Struct, frozen=True):
    """A region as it looks: painted `at` a version, unchanged since `changed`."""

    at: Version
    changed: Version
    template: str
    view: Any
    html: str
    reads: Any = None


class Painting:
    """All regions of one night that somebody looks at; a region whose record is the same is not drawn again.

    Not `alone`, others paint the same night elsewhere: what was not painted here in between may have looked different.
    """

    def __init__(self, render: Render, alone: bool = True) -> None:
        self._render, self._alone = render, alone
        self._painted: dict[tuple[str, str | bool | None], Painted] = {}
        self._told: dict[tuple[str, bool, Version], str] = {}
        self._told_at = NEVER
        self._lock = Lock()

    def regions(self, regions: Iterable[Region], scene: Scene, seat: str | None, since: Version = NEVER) -> str:
        """The HTML of those regions that changed after `since`, as this seat may see them."""
        with self._lock:  # or a slower thread would forget that a region looked different in between
            return self._changed(regions, scene, seat, since)

    def shared(self, page: str, regions: Iterable[Region], scene: Scene, since: Version) -> str:
        """The same for regions of a page that are nobody's own: put together once for all phones that want it."""
        wanted = (page, scene.insider, since)
        with self._lock:
            if self._told_at != scene.version:
                self._told, self._told_at = {}, scene.version
            if wanted not in self._told:
                self._told[wanted] = self._changed(regions, scene, None, since)
            return self._told[wanted]

    def _changed(self, regions: Iterable[Region], scene: Scene, seat: str | None, since: Version) -> str:
        looks = [self._look(region, scene, seat if region.own else scene.insider) for region in regions]
        return "".join(look.html for look in looks if _is_after(look.changed, since))

    def _look(self, region: Region, scene: Scene, seat: str | bool | None) -> Painted:
        key = (region.id, seat)
        old = self._painted.get(key)
        if old is not None and old.at == scene.version and not region.own:  # one's own also hangs on what no log knows
            return old
        reads = None if region.reads is None else region.reads(scene, seat) if region.own else region.reads(scene)
        if old is not None and reads is not None and old.reads == reads:
            new = self._kept(old, scene.version, old.template, old.view, reads)
        else:
            new = self._made(region, scene, seat, old, reads)
        self._painted[key] = new
        return new

    def _made(self, region: Region, scene: Scene, seat: str | bool | None, old: Painted | None, reads: Any) -> Painted:
        template = region.template(scene)
        view = region.view(scene, seat) if region.own else region.view(scene)
        if old is not None and old.view == view and old.template == template:
            return self._kept(old, scene.version, template, view, reads)
        html = self._render(template, view)
        if old is not None and old.html == html:
            return self._kept(old, scene.version, template, view, reads)
        return Painted(scene.version, scene.version, template, view, html, reads)  # never the same twice

    def _kept(self, old: Painted, at: Version, template: str, view: Any, reads: Any) -> Painted:
        """The region looks as it did; since when nobody knows who was not there in between."""
        known = self._alone or _is_next(at, old.at)
        return Painted(at, old.changed if known else at, template, view, old.html, reads)


def _is_after(new: Version, since: Version) -> bool:
    return new.seq > since.seq or new.door > since.door


def _is_next(new: Version, old: Version) -> bool:
    return new.seq - old.seq + new.door - old.door <= 1


def always(template: str) -> Callable[[Scene], str]:
    """A region that has one template, whatever the scene."""
    return lambda scene: template
