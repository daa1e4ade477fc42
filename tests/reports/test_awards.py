"""Awards are kind: for daring, luck and care, the same for the same night, and never for drinking much or little."""

from companion.reports.awards import awards
from companion.reports.recap import recap
from companion.rules.replay import replayed
from tests.recap_night import night_file, six
from tests.rules.conftest import (
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
    """The awards of a night by their titles: who shares it, and why."""
    log = replayed(written(OPENED, *map(joined, players), *events))
    return {award.title: (award.players, award.because) for award in awards(recap(log))}


def test_the_boldest_declared_or_revealed_most():
    found = awarded(
        whist(ANN, BOB, CAL),
        scored(1, "ann", declared=CAL),
        scored(2, "cal", revealed=CAL),
        scored(3, "ann", declared=BOB),
    )

    assert found["Boldest bidder"] == ((CAL,), "Declared or revealed twice.")


def test_the_steadiest_made_the_largest_part_of_three_bids_or_more():
    found = awarded(whist(ANN, BOB, CAL), scored(1, "ann bob"), scored(2, "ann cal"), scored(3, "bob"))

    assert found["Steadiest bidder"] == ((ANN, BOB), "Made 2 of 3 bids each.")


def test_luck_is_measured_in_one_game_against_an_even_share():
    """Ann 3 of 4 made, where the table made 6 of 12: an even share is 2, and she is half of it ahead."""
    found = awarded(
        whist(ANN, BOB, CAL), *(scored(deal, made) for deal, made in enumerate(["ann", "ann bob", "ann cal", "cal"], 1))
    )

    assert found["Luckiest seat"] == ((ANN,), "Bids made in Yogi's Whist: 3, expected 2.")


def test_where_fewer_is_better_luck_is_to_have_fewer():
    dropped = (dealt_out(deal, who) for deal, two in enumerate([(ANN, BOB), (ANN, CAL), (ANN, DAN)], 1) for who in two)
    found = awarded(game(ANN, BOB, CAL, DAN, game="frak-you"), *dropped)

    assert found["Luckiest seat"] == ((ANN,), "Deals lost in Frak You: 0, expected 1.5.")


def test_who_comes_from_behind_between_half_time_and_the_end():
    events = []
    for number, (name, points) in enumerate([*HANDS.items(), *LATE.items()], start=1):
        early = number <= len(HANDS)
        events += [hand(player, number, name, points if early else 0) for player in (ANN, BOB)]
        events.append(hand(CAL, number, name, 0 if early else points))
    found = awarded(game(ANN, BOB, CAL, game="card-yacht"), *events)

    assert found["Comeback"] == ((CAL,), "From third at half-time to first in Card Yacht.")


def hand(player, number, name, points):
    return event("hand.scored", round=number, player=player, box=name, points=points)


def test_a_sweep_turns_the_table():
    assert awarded(game(ANN, BOB, CAL), *tricks("ann ann ann ann ann"))["Table turner"] == (
        (ANN,),
        "Earned 2 rights to make a rule.",
    )


def test_the_best_lawmaker_is_whose_rules_struck_most_often_not_whose_cost_most():
    found = awarded(
        rule("r1", by=ANN, amount=5),
        rule("r2", by=BOB),
        *(caught("r1", CAL), caught("r2", CAL), caught("r2", DAN)),
    )

    assert found["Best lawmaker"] == ((BOB,), "Rules of theirs struck twice.")


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

    assert found["Sharpest eye"] == ((BOB,), "Caught others twice.")


def test_the_best_sport_was_caught_and_never_argued():
    found = awarded(
        rule("r1"),
        *(caught("r1", CAL, by=BOB), caught("r1", CAL, by=ANN)),
        *(caught("r1", DAN, by=BOB), caught("r1", DAN, by=BOB), caught("r1", DAN, by=BOB)),
        event("call.contested", entry=10, player=DAN),
    )

    assert found["Best sport"] == ((CAL,), "Was caught twice, and never argued.")


def test_water_and_kindness_and_the_pen():
    found = awarded(
        event("water.called", player=EVE),
        *(fine(CAL, 4, by=ANN), {**forgiven(CAL, 1), "by": ANN}, {**forgiven(CAL, 1), "by": ANN}),
        *(fine(CAL, 1, by=ANN) for _ in range(10)),
    )

    assert found["Water carrier"] == ((EVE,), "Called a water round.")
    assert found["Kindest heart"] == ((ANN,), "Let others off twice.")
    assert found["Scribe"] == ((ANN,), "Wrote 13 entries into the log.")


def test_the_best_box_is_shared_by_who_got_as_much_in_it():
    found = awarded(
        yak(ANN, BOB, CAL), *(box(who, 1, "6s", dice) for who, dice in ((ANN, "66612"), (BOB, "66634"), (CAL, "66123")))
    )

    assert found["Best box"] == ((ANN, BOB), "18 points in “6s” of Yak.")


def test_what_more_than_three_share_is_given_to_nobody():
    water = [event("water.called", player=player) for player in FIVE[:4]]

    assert "Water carrier" in awarded(*water[:3])
    assert "Water carrier" not in awarded(*water)


def test_nobody_gets_more_than_three():
    given = awards(recap(replayed(night_file(six()))))

    for player in ("p1", "p2", "p3", "p4", "p5", "p6"):
        assert sum(player in award.players for award in given) <= 3


def test_no_award_hangs_on_who_was_fined_or_drank_how_much():
    played = (
        whist(ANN, BOB, CAL),
        scored(1, "ann bob", declared=CAL),
        scored(2, "ann", declared=CAL),
        scored(3, "ann"),
    )

    assert awarded(*played) == awarded(*played, fine(BOB, 900), drunk(BOB, 300), drunk(CAL, 2))
