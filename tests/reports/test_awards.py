"""Awards are for daring, luck and care, the same for the same night, and never say who drank much or little."""

from companion.domain.replay import replayed
from companion.reports.awards import awards
from companion.reports.recap import recap
from tests.domain.entries import caught, drunk, event, fine, rule
from tests.domain.people import ANN, BOB, CAL, DAN, EVE, FIVE
from tests.domain.play import game, tricks
from tests.recap_night import night_file, six
from tests.table import cases

from .test_recap import box, dealt_out, logged, scored, whist, yak

HANDS = dict.fromkeys(("three-and-two", "high", "flush"), 25) | dict.fromkeys(("middle", "low", "sequence"), 50)
LATE = dict.fromkeys(("spades", "hearts", "diamonds", "clubs"), 49) | {"five-flush": 100, "card-yacht": 75}


def awarded(*events, players=FIVE):
    """The awards of a night by their titles: who shares it, and why."""
    given = awards(recap(logged(*events, players=players)))
    return {award.title: (tuple(who.id for who in award.people), award.because) for award in given}


def hand(player, number, name, points):
    return event("hand.scored", round=number, player=player, box=name, points=points)


def from_behind():
    """Cal is last after six rounds of Card Yacht, and first after twelve."""
    yield game(ANN, BOB, CAL, game="card-yacht")
    for number, (name, points) in enumerate([*HANDS.items(), *LATE.items()], start=1):
        early = number <= len(HANDS)
        yield from (hand(player, number, name, points if early else 0) for player in (ANN, BOB))
        yield hand(CAL, number, name, 0 if early else points)


def bids(*made, **fields):
    return whist(ANN, BOB, CAL), *(scored(deal, names, **fields) for deal, names in enumerate(made, start=1))


def lost(*deals):
    """Deals of Frak You in which two dropped out."""
    start = game(ANN, BOB, CAL, DAN, game="frak-you")
    return start, *(dealt_out(deal, who) for deal, two in enumerate(deals, start=1) for who in two)


AWARDED = {
    # Who declared or revealed most.
    "Boldest bidder": ([*bids("ann", "cal", declared=CAL), scored(3, "ann", declared=BOB)], [CAL],
        "Declared or revealed twice."),
    # The largest part of three bids or more.
    "Steadiest bidder": (bids("ann bob", "ann cal", "bob"), [ANN, BOB], "Made 2 of 3 bids each."),
    # Ann made 3 of 4 where the table made 6 of 12: an even share is 2, and she is half of it ahead.
    "Luckiest seat": (bids("ann", "ann bob", "ann cal", "cal"), [ANN],
        "3 bids made in Yogi’s Whist; average luck would be 2."),
    "Comeback": (from_behind(), [CAL], "From third at half-time to first in Card Yacht."),
    "Table turner": ([game(ANN, BOB, CAL), *tricks("ann ann ann ann ann")], [ANN], "Turned it round twice."),
    # Whose rules fired most often, not whose cost most.
    "Best lawmaker": ([rule("r1", by=ANN, amount=5), rule("r2", by=BOB),
        *(caught("r1", CAL), caught("r2", CAL), caught("r2", DAN))], [BOB], "Their rules fired twice: “rule r2”."),
    # Won the title most often; keeping it is not winning it.
    "Most honoured": ([rule("r1", when={"on": "trick.taken"}, title="Thumb master"), game(ANN, BOB, CAL),
        *tricks("bob cal bob ann ann"), *tricks("bob bob cal cal cal", 2)], [BOB], "Became Thumb master 3 times."),
    # Caught others: not oneself, nobody chosen by a rule, no call that the table decided against.
    "Sharpest eye": ([rule("r1"), rule("r2", who="chosen"),
        *(caught("r1", CAL, by=BOB), caught("r1", DAN, by=BOB)),
        *(caught("r1", EVE, by=EVE) for _ in range(3)),
        *(caught("r2", CAL, by=CAL, chosen=[ANN]) for _ in range(3)),
        *(caught("r1", ANN, by=DAN) for _ in range(3)),
        *(event("call.settled", entry=entry, stands=False) for entry in (17, 18, 19))], [BOB],
        "Caught others twice: “rule r1”."),
    # The rule that it was mostly about is named; what the maker was only chosen for does not count.
    "Own goal": ([rule("r1", by=CAL), rule("r2", by=CAL, text="No elbows."), rule("r3", by=BOB, who="chosen"),
        caught("r2", CAL, by=ANN), caught("r1", CAL, by=ANN), caught("r2", CAL, by=CAL),
        caught("r3", BOB, by=BOB, chosen=[BOB])], [CAL], "Walked into their own rule 3 times, mostly “No elbows”."),
    # Was caught and never argued.
    "Best sport": ([rule("r1"), caught("r1", CAL, by=BOB), caught("r1", CAL, by=ANN),
        *(caught("r1", DAN, by=BOB) for _ in range(3)), event("call.contested", entry=10, player=DAN)], [CAL],
        "Never argued, though caught twice."),
    # Called it untrue, and the call fell: not one that stood.
    "Best bluff": ([rule("r1"), *(caught("r1", who, by=ANN) for who in (BOB, CAL)),
        event("call.contested", entry=8, player=BOB), event("call.contested", entry=9, player=CAL),
        event("call.settled", entry=8, stands=False, by=ANN), event("call.settled", entry=9, stands=True, by=ANN)],
        [BOB], "Said “That’s not true”, and got away with it once: “rule r1”."),
    # Settled what others argued about: not what nobody contested, nor what was one's own.
    "Peacemaker": ([rule("r1"), *(caught("r1", who, by=ANN) for who in (BOB, CAL, DAN)),
        event("call.contested", entry=8, player=BOB), event("call.contested", entry=9, player=CAL),
        event("call.settled", entry=8, stands=True, by=EVE), event("call.settled", entry=9, stands=False, by=ANN),
        event("call.settled", entry=10, stands=False, by=DAN)], [EVE], "Settled one argument."),
    # Also by somebody who argues; not a call that fell, nor what one called on oneself.
    "Most caught": ([rule("r1"), *(caught("r1", who, by=ANN) for who in (BOB, BOB, BOB, CAL, CAL, CAL)),
        *(caught("r1", DAN, by=DAN) for _ in range(4)), event("call.contested", entry=8, player=BOB),
        event("call.settled", entry=8, stands=True), event("call.settled", entry=11, stands=False)], [BOB],
        "Still smiling, though caught 3 times."),
    "Water carrier": ([event("water.called", player=EVE)], [EVE], "Called one water round."),
    "Kindest heart": ([fine(CAL, 4, by=ANN), *(event("fine.forgiven", player=CAL, amount=1, by=ANN) for _ in range(2))],
        [ANN], "Let others off twice."),
    "Scribe": ([fine(CAL, 1, by=ANN) for _ in range(13)], [ANN], "Tapped 13 times for everybody."),
    # Shared by who got as much in one box.
    "Best box": ([yak(ANN, BOB, CAL), *(box(who, 1, "6s", dice) for who, dice in
        ((ANN, "66612"), (BOB, "66634"), (CAL, "66612")))], [ANN, BOB, CAL], "18 points each in “6s” of Yak."),
}  # fmt: skip


@cases(*AWARDED.items())
def test_an_award_goes_to_the_player_who_earned_it_with_the_reason(title, given):
    events, players, because = given

    assert awarded(*events)[title] == (tuple(players), because)


def test_where_fewer_is_better_luck_is_to_have_fewer():
    found = awarded(*lost((ANN, BOB), (ANN, CAL), (ANN, DAN)))

    assert found["Luckiest seat"] == ((ANN,), "0 deals lost in Frak You; average luck would be 1.5.")


def test_a_total_with_its_bonus_is_compared_with_the_average_total():
    found = awarded(game(ANN, BOB, game="card-yacht"), *suits())

    assert found["Luckiest seat"] == ((ANN,), "252 points in Card Yacht, 162 on average.")


def suits():
    """Ann fills the suits with 38 each, which earns the bonus, and Bob with 18."""
    for number, suit in enumerate(("spades", "hearts", "diamonds", "clubs"), start=1):
        yield hand(ANN, number, suit, 38)
        yield hand(BOB, number, suit, 18)


def test_nobody_has_two_awards_while_somebody_without_one_qualifies():
    found = awarded(game(ANN, BOB, game="card-yacht"), *suits())

    assert found["Best box"] == ((BOB,), "18 points in “spades” of Card Yacht. Ann did better, and won other awards.")
    assert [who for who, _ in found.values()] == [(ANN,), (BOB,)]


def test_who_is_level_shares_an_award_also_with_another_one():
    found = awarded(*bids("ann bob", "ann bob"), scored(3, "ann bob", declared=ANN), scored(4, "", declared=ANN))

    assert found["Luckiest seat"] == ((ANN, BOB), "3 bids made each in Yogi’s Whist; average luck would be 2.")


def test_a_player_has_a_second_award_where_nobody_else_qualifies():
    given = [fine(CAL, 4, by=ANN), *(event("fine.forgiven", player=CAL, amount=1, by=ANN) for _ in range(2))]
    found = awarded(event("water.called", player=ANN), *given)

    assert [who for who, _ in found.values()] == [(ANN,), (ANN,)]


def test_what_more_than_three_share_is_given_to_nobody():
    water = [event("water.called", player=player) for player in FIVE[:4]]

    assert "Water carrier" in awarded(*water[:3])
    assert "Water carrier" not in awarded(*water)
    jack = event("card.drawn", draw=1, player=BOB, card="J")
    assert "Table turner" not in awarded(game(ANN, BOB, game="kings"), jack), "a card gave him the right"


def test_nobody_gets_more_than_three():
    given = awards(recap(replayed(night_file(six()))))

    for player in ("p1", "p2", "p3", "p4", "p5", "p6"):
        assert sum(player in [who.id for who in award.people] for award in given) <= 3


def test_no_award_depends_on_how_much_was_fined_or_drunk():
    played = *bids("ann bob", "ann", declared=CAL), scored(3, "ann")

    assert awarded(*played) == awarded(*played, fine(BOB, 900), drunk(BOB, 300), drunk(CAL, 2))
