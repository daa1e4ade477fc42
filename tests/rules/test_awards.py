"""Awards are kind: for daring, luck and care, the same for the same night, and never for drinking much or little."""

from companion.rules.recap import recap
from companion.rules.replay import replayed
from tests.recap_night import night_file, six

from .conftest import (
    ANN,
    BOB,
    CAL,
    DAN,
    EVE,
    FIVE,
    OPENED,
    caught,
    drunk,
    event,
    fine,
    forgiven,
    game,
    joined,
    rule,
    tricks,
    written,
)
from .test_recap import box, dealt_out, scored, whist, yak

HANDS = dict.fromkeys(("three-and-two", "high", "flush"), 25) | dict.fromkeys(("middle", "low", "sequence"), 50)
LATE = dict.fromkeys(("spades", "hearts", "diamonds", "clubs"), 49) | {"five-flush": 100, "card-yacht": 75}


def awarded(*events, players=FIVE):
    """The awards of a night: kind, who shares it, and its two figures."""
    log = replayed(written(OPENED, *map(joined, players), *events))
    return {award.kind: (award.players, award.number, award.among) for award in recap(log).awards}


def test_the_boldest_declared_or_revealed_most():
    found = awarded(
        whist(ANN, BOB, CAL),
        scored(1, "ann", declared=CAL),
        scored(2, "cal", revealed=CAL),
        scored(3, "ann", declared=BOB),
    )

    assert found["bold"] == ((CAL,), 2, 0)


def test_the_steadiest_made_the_largest_part_of_three_bids_or_more():
    found = awarded(whist(ANN, BOB, CAL), scored(1, "ann bob"), scored(2, "ann cal"), scored(3, "bob"))

    assert found["steady"] == ((ANN, BOB), 2, 3)


def test_luck_is_measured_in_one_game_against_an_even_share():
    """Ann 3 of 4 made, where the table made 6 of 12: an even share is 2, and she is half of it ahead."""
    found = awarded(
        whist(ANN, BOB, CAL), *(scored(deal, made) for deal, made in enumerate(["ann", "ann bob", "ann cal", "cal"], 1))
    )

    assert found["lucky"] == ((ANN,), 3, 2)


def test_where_fewer_is_better_luck_is_to_have_fewer():
    dropped = (dealt_out(deal, who) for deal, two in enumerate([(ANN, BOB), (ANN, CAL), (ANN, DAN)], 1) for who in two)
    found = awarded(game(ANN, BOB, CAL, DAN, game="frak-you"), *dropped)

    assert found["lucky"] == ((ANN,), 0, 1.5)


def test_who_comes_from_behind_between_half_time_and_the_end():
    events = []
    for number, (name, points) in enumerate([*HANDS.items(), *LATE.items()], start=1):
        early = number <= len(HANDS)
        events += [hand(player, number, name, points if early else 0) for player in (ANN, BOB)]
        events.append(hand(CAL, number, name, 0 if early else points))
    found = awarded(game(ANN, BOB, CAL, game="card-yacht"), *events)

    assert found["comeback"] == ((CAL,), 1, 3)


def hand(player, number, name, points):
    return event("hand.scored", round=number, player=player, box=name, points=points)


def test_a_sweep_turns_the_table():
    assert awarded(game(ANN, BOB, CAL), *tricks("ann ann ann ann ann"))["turner"] == ((ANN,), 2, 0)


def test_the_best_lawmaker_is_whose_rules_struck_most_often_not_whose_cost_most():
    found = awarded(
        rule("r1", by=ANN, amount=5),
        rule("r2", by=BOB),
        *(caught("r1", CAL), caught("r2", CAL), caught("r2", DAN)),
    )

    assert found["lawmaker"] == ((BOB,), 2, 0)


def test_the_sharpest_eye_caught_others_and_it_stood():
    found = awarded(
        rule("r1"),
        rule("r2", who="chosen"),
        *(caught("r1", CAL, by=BOB), caught("r1", DAN, by=BOB)),
        *(caught("r1", EVE, by=EVE), caught("r1", EVE, by=EVE), caught("r1", EVE, by=EVE)),
        *(caught("r2", CAL, by=CAL, chosen=[ANN]) for _ in range(3)),
        *(caught("r1", ANN, by=DAN), caught("r1", ANN, by=DAN), caught("r1", ANN, by=DAN)),
        *(event("call.settled", entry=entry, stands=False) for entry in (17, 18, 19)),
    )

    assert found["eye"] == ((BOB,), 2, 0)


def test_the_best_sport_was_caught_and_never_argued():
    found = awarded(
        rule("r1"),
        *(caught("r1", CAL, by=BOB), caught("r1", CAL, by=ANN)),
        *(caught("r1", DAN, by=BOB), caught("r1", DAN, by=BOB), caught("r1", DAN, by=BOB)),
        event("call.contested", entry=10, player=DAN),
    )

    assert found["sport"] == ((CAL,), 2, 0)


def test_water_and_kindness_and_the_pen():
    found = awarded(
        event("water.called", player=EVE),
        *(fine(CAL, 4, by=ANN), {**forgiven(CAL, 1), "by": ANN}, {**forgiven(CAL, 1), "by": ANN}),
        *(fine(CAL, 1, by=ANN) for _ in range(10)),
    )

    assert found["water"] == ((EVE,), 1, 0)
    assert found["kind"] == ((ANN,), 2, 0)
    assert found["scribe"] == ((ANN,), 13, 0)


def test_the_best_box_is_shared_by_who_got_as_much_in_it():
    found = awarded(
        yak(ANN, BOB, CAL), *(box(who, 1, "6s", dice) for who, dice in ((ANN, "66612"), (BOB, "66634"), (CAL, "66123")))
    )

    assert found["box"] == ((ANN, BOB), 18, 0)


def test_what_more_than_three_share_is_given_to_nobody():
    water = [event("water.called", player=player) for player in FIVE[:4]]

    assert "water" in awarded(*water[:3])
    assert "water" not in awarded(*water)


def test_nobody_gets_more_than_three():
    awards = recap(replayed(night_file(six()))).awards

    for player in ("p1", "p2", "p3", "p4", "p5", "p6"):
        assert sum(player in award.players for award in awards) <= 3


def test_no_award_hangs_on_who_was_fined_or_drank_how_much():
    played = (
        whist(ANN, BOB, CAL),
        scored(1, "ann bob", declared=CAL),
        scored(2, "ann", declared=CAL),
        scored(3, "ann"),
    )

    assert awarded(*played) == awarded(*played, fine(BOB, 900), drunk(BOB, 300), drunk(CAL, 2))
