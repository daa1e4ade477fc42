"""A phone that missed something is told what changed: what it shows after any pause is what the table looks like."""

from __future__ import annotations

import re
from datetime import datetime
from typing import Any

from msgspec.structs import replace

from companion.rules.log import Line, Log, Proposal
from companion.showing import calling
from companion.showing.pages import PAGES
from companion.showing.painting import NEVER, Painting, Region
from companion.showing.scene import Scene
from tests.table import row

from .random_evening import Evening, seeds

STEPS = 100
PAUSES = (1, 1, 2, 7)  # steps between two looks of a phone: one that keeps up, and some that were away
DRAWN = re.compile(r"<(\S+) (\d+)>")


def named(region: Region) -> Region:
    """The same region, whose drawing says which one it is."""
    return replace(region, template=lambda scene: f"{region.id} {region.template(scene)}")


ALL = [named(region) for region in dict.fromkeys(region for page in PAGES.values() for region in page)]
SHARED, OWN = ([region for region in ALL if region.own is own] for own in (False, True))


class Easel:
    """Draws the number of a template and its record, which stand in `drawn`: two records may be equal and not alike."""

    def __init__(self) -> None:
        self.drawn: list[tuple[str, Any]] = []

    def __call__(self, template: str, view: Any) -> str:
        self.drawn.append((template.split()[1], view))
        return f"<{template.split()[0]} {len(self.drawn) - 1}>"

    def read(self, html: str) -> dict[str, tuple[str, Any]]:
        """Every region in a drawing."""
        return {region: self.drawn[int(number)] for region, number in DRAWN.findall(html)}


class Phone:
    """What one phone shows, and since which version."""

    def __init__(self, painting: Painting, easel: Easel, seat: str) -> None:
        self.painting, self.easel, self.seat = painting, easel, seat
        self.shows: dict[str, tuple[str, Any]] = {}
        self.since, self.insider = NEVER, True

    def looks(self, scene: Scene) -> None:
        if scene.insider != self.insider:
            self.insider, self.since = scene.insider, NEVER
        shared = self.painting.shared("all", SHARED, scene, self.since)
        own = self.painting.regions(OWN, scene, self.seat, self.since)
        self.shows.update(self.easel.read(shared + own))
        self.since = scene.version


def fine(evening: Evening) -> None:
    assert evening.enter({"type": "fine.given", "player": "p1", "amount": 2, "reason": "late"})


def test_what_is_painted_while_another_thread_writes_is_told_again_with_the_entry(monkeypatch):
    evening, easel = Evening(1), Easel()
    phone = Phone(Painting(easel), easel, "p1")
    phone.looks(evening.scene("p1"))
    fine(evening)
    writes = Log._replace

    def looked_at_in_between(log: Log, proposal: Proposal) -> dict[int, Line]:
        phone.looks(evening.scene("p1"))
        return writes(log, proposal)

    monkeypatch.setattr(Log, "_replace", looked_at_in_between)
    fine(evening)
    phone.shows.clear()
    phone.looks(evening.scene("p1"))

    assert {"mine", "last", "players"} <= set(phone.shows)


def test_nothing_is_told_twice_where_nobody_writes_meanwhile():
    evening, easel = Evening(1), Easel()
    phone = Phone(Painting(easel), easel, "p1")
    phone.looks(evening.scene("p1"))
    fine(evening)
    phone.looks(evening.scene("p1"))
    phone.shows.clear()
    phone.looks(evening.scene("p1"))

    assert phone.shows == {}


@seeds(0, few=1, many=8)
def test_a_phone_that_comes_back_after_any_pause_shows_the_table_as_it_is(seeds, monkeypatch):
    for seed in seeds:
        evening = Evening(seed)
        monkeypatch.setattr(
            calling, "seconds_since", lambda at, now=evening: (now.clock - datetime.fromisoformat(at)).total_seconds()
        )
        with row("seed", seed):
            phones_show_the_table(evening)


def phones_show_the_table(evening: Evening) -> None:
    easel = Easel()
    painting = Painting(easel)
    phones = [(pause, Phone(painting, easel, seat)) for seat in evening.seats[:3] for pause in PAUSES]
    for step in range(STEPS):
        evening.step()
        for phone in (phone for pause, phone in phones if step % pause == 0):
            phone.looks(evening.scene(phone.seat))
            fresh = Painting(easel).regions(ALL, evening.scene(phone.seat), phone.seat)
            assert phone.shows == easel.read(fresh)
