"""What a region reads: while that is the same, so is what it shows, or a table would look older than it is."""

from __future__ import annotations

from collections import deque
from datetime import datetime
from typing import Any

import pytest

from companion.showing import calling
from companion.showing.choosing import OWN_CHOICE
from companion.showing.news import LAST
from companion.showing.pages import EVERYWHERE, PAGES, SCREENS
from companion.showing.painting import Region
from companion.showing.scene import Scene
from companion.showing.settling import SETTLING
from tests.table import row

from .random_evening import Evening, seeds

REGIONS = {region.id: region for page in (PAGES | SCREENS).values() for region in page}
STEPS = 120
REMEMBERED = 12  # steps: a phone that was away is painted anew after several entries at once
Look = tuple[Any, str, Any]  # what it reads, its template, its record


@pytest.fixture
def clock(monkeypatch):
    """The evening's own clock, on which calls grow old."""
    evenings: list[Evening] = []

    def since(at: str) -> float:
        return (evenings[-1].clock - datetime.fromisoformat(at)).total_seconds()

    monkeypatch.setattr(calling, "seconds_since", since)
    return evenings


def looks(evening: Evening, seat: str) -> dict[tuple[str, Any], Look]:
    """Every region that says what it reads, as a seat and its group see it; each from a scene of its own."""
    found: dict[tuple[str, Any], Look] = {}
    for region in REGIONS.values():
        if region.reads is not None:
            scene = evening.scene(seat)
            found[region.id, seat if region.own else scene.insider] = look(region, scene, seat)
    return found


def look(region: Region, scene: Scene, seat: str) -> Look:
    own = (seat,) if region.own else ()
    assert region.reads is not None
    return region.reads(scene, *own), region.template(scene), region.view(scene, *own)


def stale(before: Look, after: Look) -> bool:
    return before[0] is not None and before[0] == after[0] and before[1:] != after[1:]


@seeds(0, few=1, many=16)
def test_a_region_that_reads_the_same_shows_the_same(clock, seeds):
    for seed in seeds:
        clock.append(Evening(seed))
        with row("seed", seed):
            plays_on_and_shows(clock[-1])


def plays_on_and_shows(evening: Evening) -> None:
    past: deque[dict[tuple[str, Any], Look]] = deque(maxlen=REMEMBERED)
    for _ in range(STEPS):
        evening.step()
        now = {key: seen for seat in evening.seats[:4] for key, seen in looks(evening, seat).items()}
        for then in past:
            forgotten = [key for key, seen in now.items() if key in then and stale(then[key], seen)]
            assert not forgotten, f"after entry {evening.log.seq}, {evening.log.lines[-1].entry.event}"
        past.append(now)


def test_all_regions_of_the_table_say_what_they_read():
    silent = {region.id for region in (*PAGES["table"], *EVERYWHERE) if region.reads is None}

    assert silent == set()


def test_at_a_table_where_nothing_happens_everything_reads_the_same(clock):
    evening = Evening(1)
    clock.append(evening)
    for _ in range(30):
        evening.step()

    assert {key: seen[0] for key, seen in looks(evening, "p1").items()} == {
        key: seen[0] for key, seen in looks(evening, "p1").items()
    }


def told(evening: Evening, *raws: dict[str, Any]) -> tuple[Any, Any]:
    """What the news reads, and shows, after these entries."""
    for raw in raws:
        assert evening.enter(raw, "p1")
    scene = evening.scene("p1")
    assert LAST.reads is not None
    return LAST.reads(scene), LAST.view(scene)


def same_seats(evening: Evening) -> dict[str, Any]:
    return {"type": "seats.moved", "order": list(evening.log.night.order)}


def test_what_an_undo_changed_is_told_only_until_the_next_entry():
    evening = Evening(1)
    fine = {"type": "fine.given", "player": "p2", "amount": 2, "reason": "late"}
    undone, shown = told(evening, fine, {"type": "entry.undone", "entry": evening.log.seq + 1})
    later, shown_later = told(evening, same_seats(evening))

    assert (shown.seq, shown.changes != ()) == (shown_later.seq, True)
    assert shown_later.changes == ()
    assert undone != later


def test_a_trick_is_called_only_until_something_else_happens():
    evening = Evening(1)
    queens = {"type": "rule.made", "rule": "r1", "text": "Queens", "when": {"on": "card.played", "rank": "Q"}}
    start = {"type": "game.started", "game": "five-card-yak", "players": ["p1", "p2", "p3"]}
    trick = {"type": "trick.taken", "deal": 1, "trick": 1, "winner": "p2"}
    just_now, shown = told(evening, queens, start, trick, {"type": "drink.taken", "player": "p2", "amount": 1})
    later, shown_later = told(evening, same_seats(evening))

    assert shown.trick is not None
    assert shown_later.trick is None
    assert just_now != later


def test_what_became_of_an_objection_is_told_as_the_votes_come_in():
    evening = Evening(1)
    objected = {"type": "rule.objected", "rule": "r1", "player": "p2"}
    before, shown = told(evening, {"type": "rule.made", "rule": "r1", "text": "No elbows"}, objected)
    evening.door(ballots={evening.log.seq: dict.fromkeys(("p1", "p3", "p4"), False)})
    after, shown_after = told(evening)

    assert (shown.note, bool(shown_after.note)) == ("", True)
    assert before != after


def test_who_may_choose_for_a_seat_hangs_on_its_phone():
    evening = Evening(1)
    told(
        evening, {"type": "rule.made", "rule": "r1", "text": "A friend", "who": "chosen", "when": {"on": "trick.taken"}}
    )
    start = {"type": "game.started", "game": "five-card-yak", "players": ["p1", "p2", "p3"]}
    told(evening, start, {"type": "trick.taken", "deal": 1, "trick": 1, "winner": "p3"})
    before = look(OWN_CHOICE, evening.scene("p1"), "p1")
    evening.door(devices=evening.phones.devices[:1])
    after = look(OWN_CHOICE, evening.scene("p1"), "p1")

    assert (before[2].questions, bool(after[2].questions)) == ((), True)
    assert before[0] != after[0]


def test_settling_up_is_made_again_only_when_somebodys_sums_change():
    evening = Evening(1)
    fine = {"type": "fine.given", "player": "p2", "amount": 2, "reason": "late"}
    assert evening.enter(fine)
    before = SETTLING.reads(evening.scene("p1"))
    assert evening.enter(same_seats(evening))
    assert evening.enter({"type": "water.called", "player": "p1"})

    assert SETTLING.reads(evening.scene("p2")) == before
    assert evening.enter(fine)
    assert SETTLING.reads(evening.scene("p1")) != before


def test_the_same_sums_for_another_reason_are_settled_up_anew():
    evening = Evening(1)
    fine = {"type": "fine.given", "player": "p2", "amount": 1, "reason": "late"}
    assert evening.enter({"type": "rule.made", "rule": "r1", "text": "No elbows"})
    assert evening.enter(fine)
    before = look(SETTLING, evening.scene("p1"), "p1")
    assert evening.enter({"type": "entry.undone", "entry": evening.log.seq})
    assert evening.enter({"type": "rule.called", "rule": "r1", "player": "p2"})
    after = look(SETTLING, evening.scene("p1"), "p1")

    assert [cause.name for cause in before[2].causes] == ["Fines by hand"]
    assert [cause.name for cause in after[2].causes] == ["House rule: No elbows"]
    assert before[2].players[1].fined == after[2].players[1].fined
    assert before[0] != after[0]
