"""Settling up: sums by player, game and rule are those of the replay; the next night begins with what is owed."""

import json

import pytest
from msgspec.structs import replace

from companion.domain.event_log import Log
from companion.domain.events import Entry, FineGiven, read, written
from companion.domain.refused import Refused
from companion.domain.replay import result, result_text
from companion.domain.settlement import cost_until_now, kept, next_night

from .entries import event, fine, joined
from .nights import add
from .nights import night as played_out
from .nights import written as file_of
from .people import ANN, BOB, CAL, FIVE
from .test_random_nights import of_any_evening


def log_of(*events):
    """The log of a night of the five with these events, all of them valid."""
    log = Log()
    for raw in (event("night.opened", name="Friday", unit="finger"), *map(joined, FIVE), *events):
        add(log, raw)
    return log


@of_any_evening
def test_the_next_night_replays_and_owes_what_this_one_does(evening):
    log = evening.log
    first = [
        {"seq": entry.seq, "by": entry.by, **written(entry.event)} for entry in next_night(log, "Two", "2026-11-21")
    ]
    after = json.loads(result_text(file_of(*first)))

    owed = {player: sums["owed"] for player, sums in after["players"].items() if sums["owed"]}
    assert owed == {player: sums["owed"] for player, sums in result(log)["players"].items() if sums["owed"] > 0}


def test_the_next_night_has_the_same_people_seats_unit_and_finesmaster():
    log = log_of(
        event("seats.moved", order=[CAL, ANN, "eve", BOB, "dan"]),
        event("finesmaster.named", player=CAL),
        *(fine(BOB, amount) for amount in (1000, 1000, 1)),
    )
    after = Log()
    after.begin(next_night(log, "Friday 2", "2026-11-21"), [])

    night = after.night
    assert (night.name, night.unit, night.finesmaster, night.order) == ("Friday 2", "finger", CAL, log.night.order)
    assert night.names == log.night.names
    assert [charge.amount for line in after.lines for charge in line.charges] == [1000, 1000, 1]
    assert {charge.reason for line in after.lines for charge in line.charges} == {"from Friday"}


def test_what_is_owed_from_the_night_before_costs_nothing_tonight_unlike_what_is_typed_to_be_from_somewhere():
    after, entries = Log(), next_night(log_of(fine(BOB, 7)), "Friday 2", "2026-11-21")
    typed = Entry(8, FineGiven(player=BOB, amount=4, reason="from the bar"), "2026-11-21T20:00:04.000Z", ANN)
    after.begin([*(replace(one, at="2026-11-21T20:00:00.120Z") for one in entries), typed], [])

    assert cost_until_now(after) == 4


def test_what_a_file_says_was_played_before_is_offered_only_where_its_game_has_such_options():
    options = ({"title": "Boules", "fine": 2}, {"title": [["Boules"], 2]}, {"balls": 3}, {"title": "", "fine": 9})
    before = [
        {"game": game, "name": f"{game} {number}", "options": one}
        for number, one in enumerate(options, start=1)
        for game in ("score-sheet", "kings", "boules")
    ]
    log = Log()
    log.adopt(log.candidate(Entry(1, read({"type": "night.opened", "name": "Friday", "kept": before}, {}))))

    assert [(one.name, one.options) for one in kept(log)] == [("score-sheet 1", options[0])]


def test_a_water_round_costs_nobody_anything_and_no_stranger_calls_one():
    assert played_out(fine(ANN, 1), event("water.called", player=BOB)) == played_out(fine(ANN, 1))
    with pytest.raises(Refused, match="zoe has not joined"):
        log_of(event("water.called", player="zoe"))
