"""Settling up: sums by player, game and rule are those of the replay; the next night begins with what is owed."""

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.domain.event_log import Log
from companion.domain.events import written
from companion.domain.fines import PINT
from companion.domain.refused import Refused
from companion.domain.replay import result, result_text
from companion.domain.settlement import converted, next_night, settled_up
from tests.table import cases

from .conftest import (
    ANN,
    BOB,
    CAL,
    FIVE,
    add,
    caught,
    drunk,
    event,
    fine,
    forgiven,
    game,
    joined,
    rule,
    trick,
    tricks,
    undone,
)
from .conftest import night as played_out
from .conftest import written as file_of
from .test_random_nights import NIGHTS, played


def log_of(*events):
    """The log of a night of the five with these events, all of them valid."""
    log = Log()
    for raw in (event("night.opened", name="Friday", unit="finger"), *map(joined, FIVE), *events):
        add(log, raw)
    return log


def of_replay(log, name):
    return {player: sums[name] for player, sums in result(log)["players"].items() if sums[name]}


def added_up(pairs):
    """What pairs of somebody and an amount come to for each."""
    sums = {}
    for name, amount in pairs:
        sums[name] = sums.get(name, 0) + amount
    return sums


@given(NIGHTS)
def test_the_sums_are_those_of_the_replay(taps):
    log = played(taps)
    found = settled_up(log)
    earned = {player.id: player.earned for player in found.players if player.earned}

    assert added_up(pair for subtotal in found.games for pair in subtotal.sums) == earned
    assert added_up(pair for subtotal in found.causes for pair in subtotal.sums) == earned
    assert {player.id: player.earned + player.took + player.fell for player in found.players if player.charged} == (
        of_replay(log, "charged")
    )
    assert added_up((waiver.player, waiver.amount) for waiver in found.waived) == of_replay(log, "forgiven")
    assert {player.id: player.owed for player in found.players if player.owed} == of_replay(log, "owed")


@given(NIGHTS)
def test_the_next_night_replays_and_owes_what_this_one_does(taps):
    log = played(taps)
    first = [
        {"seq": entry.seq, "by": entry.by, **written(entry.event)}
        for entry in next_night(log.night, "Two", "2026-11-21")
    ]
    after = json.loads(result_text(file_of(*first)))

    owed = {player: sums["owed"] for player, sums in after["players"].items() if sums["owed"]}
    assert owed == {player: amount for player, amount in of_replay(log, "owed").items() if amount > 0}


def test_a_game_costs_what_was_charged_while_it_was_on_from_any_cause():
    log = log_of(
        fine(ANN, 1),
        rule("r1"),
        game(ANN, BOB, CAL),
        *tricks("bob cal bob"),
        caught("r1", CAL),
        fine(CAL, 2),
        event("game.ended"),
        fine(BOB, 3),
    )
    found = settled_up(log)

    assert [(subtotal.cause, subtotal.name, subtotal.sums) for subtotal in found.games] == [
        ("game", "five-card-yak", ((BOB, 4), (CAL, 5))),
        ("between", "", ((ANN, 1), (BOB, 3))),
    ]
    assert [(subtotal.cause, subtotal.name, subtotal.sums) for subtotal in found.causes] == [
        ("game", "five-card-yak", ((BOB, 4), (CAL, 2))),
        ("rule", "r1", ((CAL, 1),)),
        ("hand", "", ((ANN, 1), (BOB, 3), (CAL, 2))),
    ]


def test_a_game_played_twice_is_two_games_and_one_cause():
    two = [
        game(ANN, BOB),
        trick(1, BOB),
        event("game.ended"),
        game(ANN, BOB, CAL, game="frak-you"),
        event("game.ended"),
    ]
    log = log_of(*two, game(ANN, BOB), trick(1, BOB))

    assert [(subtotal.name, subtotal.total) for subtotal in settled_up(log).games] == [
        ("five-card-yak", 1), ("frak-you", 0), ("five-card-yak", 1),
    ]  # fmt: skip
    assert [(subtotal.name, subtotal.total) for subtotal in settled_up(log).causes] == [("five-card-yak", 2)]


def test_who_forgave_what_to_whom_is_added_up_for_each_two():
    log = log_of(
        rule("r1", amount=3),
        fine(BOB, 5),
        {**forgiven(BOB, 1), "by": ANN},
        {**forgiven(BOB, 2), "by": ANN},
        event("drink.moved", player=BOB, to=CAL, amount=1),
        caught("r1", CAL),
        event("call.settled", entry=12, stands=False, by=ANN),
        drunk(BOB, 1),
    )

    assert [(each.how, each.by, each.player, each.amount) for each in settled_up(log).waived] == [
        ("forgiven", ANN, BOB, 3),
        ("moved", CAL, BOB, 1),
        ("fell", ANN, CAL, 3),
    ]


def test_what_was_undone_is_nowhere():
    log = log_of(fine(BOB, 5), {**forgiven(BOB, 1), "by": ANN}, undone(8), undone(7))

    assert (settled_up(log).causes, settled_up(log).waived) == ((), ())


@cases(
    (4, "finger", "pencil", 8),
    (1, "pint", "waffer", 32),
    (8, "pencil", "finger", 4),
    (3, "pencil", "finger", 1),
    (5, "waffer", "pencil", 2),
    (3, "waffer", "finger", 1),
    (1, "waffer", "pint", 0),
    (-3, "pencil", "finger", -1),
    (0, "finger", "pint", 0),
)
def test_parts_of_a_pint_are_converted_to_the_nearest_whole_and_halves_down(amount, old, new, after):
    assert converted(amount, old, new) == after


@given(st.integers(0, 10_000), st.sampled_from(sorted(PINT)), st.sampled_from(sorted(PINT)))
def test_nobody_pays_more_than_half_a_unit_too_much(amount, old, new):
    assert -0.5 <= converted(amount, old, new) - amount * PINT[new] / PINT[old] <= 0.5


def test_what_is_no_part_of_a_pint_is_not_converted():
    for old, new in (("finger", "sip"), ("sip", "finger"), ("sip", "token")):
        assert converted(4, old, new) is None


def test_the_next_night_has_the_same_people_seats_unit_and_finesmaster():
    log = log_of(
        event("seats.moved", order=[CAL, ANN, "eve", BOB, "dan"]),
        event("finesmaster.named", player=CAL),
        *(fine(BOB, amount) for amount in (1000, 1000, 1)),
    )
    entries = next_night(log.night, "Friday 2", "2026-11-21")
    after = Log()
    for entry in entries:
        after.adopt(after.candidate(entry))

    night = after.night
    assert (night.name, night.unit, night.finesmaster, night.order) == ("Friday 2", "finger", CAL, log.night.order)
    assert night.names == log.night.names
    assert [charge.amount for line in after.lines for charge in line.charges] == [1000, 1000, 1]
    assert {charge.reason for line in after.lines for charge in line.charges} == {"from Friday"}


def test_a_water_round_costs_nobody_anything_and_no_stranger_calls_one():
    assert played_out(fine(ANN, 1), event("water.called", player=BOB)) == played_out(fine(ANN, 1))
    with pytest.raises(Refused, match="zoe has not joined"):
        log_of(event("water.called", player="zoe"))
