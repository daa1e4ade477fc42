"""The painting of a night: regions that remember since which version they look as they do."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from threading import Lock
from typing import Any

import msgspec

from .scene import Scene, Version

Render = Callable[[str, Any], str]
NEVER = Version(-1, -1)
SINCES = 64  # answers kept for one version: the phones of a table show a few older ones, whatever anybody asks for


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

    def made_of(self, scene: Scene, seat: str | None) -> Any:
        """What the record would be made of now; None for a region that does not say."""
        if self.reads is None:
            return None
        return self.reads(scene, seat) if self.own else self.reads(scene)

    def record(self, scene: Scene, seat: str | None) -> Any:
        """The record for its template, as it would be made now."""
        return self.view(scene, seat) if self.own else self.view(scene)


class Painted(msgspec.Struct):
    """A region as it looks: painted `at` a version, unchanged since `changed`, its record made of what it `reads`."""

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
        self._painted: dict[str | bool | None, dict[str, Painted]] = {}
        self._scenes: dict[bool, Scene] = {}
        self._told: dict[tuple[str, bool, Version], str] = {}
        self._told_at = NEVER
        self._lock = Lock()

    def regions(self, regions: Iterable[Region], scene: Scene, seat: str | None, since: Version = NEVER) -> str:
        """The HTML of those regions that changed after `since`, as this seat may see them."""
        with self._lock:  # or a slower thread would forget that a region looked different in between
            return self._changed(regions, scene, seat, since)

    def shared(self, page: str, regions: Iterable[Region], scene: Scene, since: Version) -> str:
        """The same for regions of a page that are nobody's own: looked at once for all phones that want it."""
        wanted = (page, scene.insider, since)
        with self._lock:
            if self._told_at != scene.version or len(self._told) >= SINCES:
                self._told, self._told_at = {}, scene.version
            if wanted not in self._told:
                self._told[wanted] = self._changed(regions, scene, None, since)
            return self._told[wanted]

    def _changed(self, regions: Iterable[Region], scene: Scene, seat: str | None, since: Version) -> str:
        scene = self._as_seen_before(scene)
        shared, own = self._painted.setdefault(scene.insider, {}), self._painted.setdefault(seat, {})
        looks = (self._look(region, scene, seat, own if region.own else shared) for region in regions)
        found = "".join(look.html for look in looks if _is_after(look.changed, since))
        if scene.is_torn:
            self._forget()
        return found

    def _forget(self) -> None:
        """What was painted while another thread wrote may be newer than its version: it would not be told with that."""
        self._painted, self._scenes, self._told_at = {}, {}, NEVER

    def _as_seen_before(self, scene: Scene) -> Scene:
        """The scene that another phone of the group has brought, so that what was gathered from it serves them all."""
        kept = self._scenes.get(scene.insider)
        if kept is not None and kept.is_as(scene):
            return kept
        self._scenes[scene.insider] = scene
        return scene

    def _look(self, region: Region, scene: Scene, seat: str | None, looks: dict[str, Painted]) -> Painted:
        old = looks.get(region.id)
        if old is not None and old.at == scene.version and not region.own:
            return old
        reads = region.made_of(scene, seat)
        if old is not None and reads is not None and old.reads == reads:
            return self._kept(old, scene.version)
        new = self._made(region, old, region.record(scene, seat), scene)
        new.reads = reads
        if old is None or old.at != scene.version:  # or nobody would be told of it at the next one
            looks[region.id] = new
        return new

    def _made(self, region: Region, old: Painted | None, view: Any, scene: Scene) -> Painted:
        template, at = region.template(scene), scene.version
        same = old is not None and old.view == view and old.template == template
        html = old.html if same and old is not None else self._render(template, view)
        if old is None or old.html != html:
            return Painted(at, at, template, view, html)
        old.template, old.view = template, view
        return self._kept(old, at)

    def _kept(self, look: Painted, at: Version) -> Painted:
        """The region looks as it did; since when nobody knows who was not there in between."""
        if not (self._alone or _is_next(at, look.at)):
            look.changed = at
        look.at = at
        return look


def _is_after(new: Version, since: Version) -> bool:
    return new.seq > since.seq or new.door > since.door


def _is_next(new: Version, old: Version) -> bool:
    return new.seq - old.seq + new.door - old.door <= 1


def always(template: str) -> Callable[[Scene], str]:
    """A region that has one template, whatever the scene."""
    return lambda scene: template
