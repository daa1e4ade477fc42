"""Five-Card Yak: who is dealt in, who deals and leads, and when a deal is over."""

from companion.rules.tricks import TrickTaken
from tests.table import cases

from ..conftest import (
    ANN,
    BOB,
    CAL,
    DAN,
    ENDED,
    EVE,
    FIVE,
    by_trick,
    caught,
    charges,
    deal,
    event,
    game,
    joined,
    left,
    night,
    plays,
    refused,
    refuses_last,
    returned,
    rule,
    trick,
    tricks,
    voided,
)

DEALER = rule("r1", who="dealer")


def dealer(*events):
    """Who deals, or deals next, after these events."""
    return [player for player, _ in charges(night(DEALER, *events, caught("r1", ANN)), "r1")]


def test_the_first_player_deals_first_unless_another_is_named():
    assert dealer(game()) == [ANN]
    assert dealer(game(dealer=DAN)) == [DAN]


def test_the_taker_of_the_last_trick_deals_next_and_leads():
    assert dealer(game(), *tricks("ann bob cal dan eve")) == [EVE]
    assert night(game(), *tricks("ann bob cal dan eve"), plays(1, "eve AH ann 2H bob 3H cal 4H dan 5H", deal=2))


def test_if_nobody_takes_the_last_trick_who_led_it_deals():
    assert dealer(game(), *tricks("ann bob cal dan -")) == [DAN]
    assert dealer(game(dealer=CAL), *tricks("- - - - -")) == [CAL]


def test_a_deal_is_over_after_five_tricks():
    five = tricks("ann bob cal dan eve")

    assert refuses_last(game(), *five, trick(6, ANN))
    assert refuses_last(game(), *five, trick(5, EVE))
    assert refuses_last(game(), *five, deal(1))
    assert refuses_last(game(), *five, voided(1))
    assert night(game(), *five, trick(1, ANN, deal=2))


def test_nothing_of_the_next_deal_is_accepted_before():
    for late in (trick(1, ANN, deal=2), deal(2), voided(2)):
        assert refuses_last(game(), late)
        assert refuses_last(game(), trick(1, ANN), late)
        assert refuses_last(game(), voided(1), voided(2), late)


def test_tricks_come_in_order_each_once():
    assert refuses_last(game(), trick(2, ANN))
    assert refuses_last(game(), trick(1, ANN), trick(1, ANN))
    assert refuses_last(game(), trick(1, ANN), trick(3, ANN))
    assert refuses_last(game(), trick(0, ANN))
    assert refuses_last(game(), trick(1, ANN, deal=0))
    assert refused(game(), trick(1, ANN), trick(1, BOB)) == "event 9: Trick 1 is already written: Ann took it"


def test_the_same_trick_from_two_phones_is_the_same_and_one_of_another_place_never():
    first = TrickTaken(1, 1, ANN)

    assert first.same_as(TrickTaken(1, 1, ANN))
    assert not first.same_as(TrickTaken(1, 2, ANN))
    assert not first.same_as(TrickTaken(2, 1, ANN))
    assert not first.same_as(TrickTaken(1, 1, BOB))


def test_a_trick_says_who_took_it_or_its_cards():
    assert refuses_last(game(), event("trick.taken", deal=1, trick=1))
    assert refuses_last(game(), trick(1, "zoe"))
    assert refuses_last(game(ANN, BOB), trick(1, CAL))


def test_deal_started_is_the_first_entry_of_its_deal_and_comes_once():
    assert night(game(), deal(1), trick(1, ANN))
    assert refuses_last(game(), trick(1, ANN), deal(1))
    assert refuses_last(game(), deal(1), deal(1))
    assert refuses_last(game(), deal(1, cards=5))


def test_a_deal_may_go_to_just_some_in_the_order_of_the_game():
    some = deal(1, players=[EVE, ANN, CAL])

    assert night(game(), some, plays(1, "ann 2H cal 3H eve 4H"))
    assert refuses_last(game(), some, trick(1, BOB))
    assert dealer(game(dealer=BOB), some) == [CAL]


def test_who_is_away_is_not_dealt_in_from_the_next_deal():
    assert night(game(), left(BOB), plays(1, "ann 2H cal 3H dan 4H eve 5H"))
    assert night(game(), trick(1, ANN), left(BOB), trick(2, BOB))
    assert refuses_last(game(), left(BOB), trick(1, BOB))
    assert night(game(), left(BOB), returned(BOB), trick(1, BOB))
    assert refuses_last(game(), left(BOB), deal(1, players=[ANN, BOB]))
    assert refuses_last(game(), deal(1), left(BOB), returned(BOB), trick(1, "zoe"))


def test_if_the_dealer_due_is_away_the_next_to_the_left_deals():
    assert dealer(game(dealer=BOB), left(BOB)) == [CAL]
    assert dealer(game(dealer=EVE), left(EVE), left(ANN)) == [BOB]
    assert dealer(game(), *tricks("- - - - bob"), left(BOB)) == [CAL]


def test_newcomers_join_the_game_after_its_players_in_the_order_named():
    log = [joined("zoe"), joined("zac"), game(ANN, BOB), deal(1, players=["zac", ANN, "zoe", BOB])]

    assert night(*log, plays(1, "ann 2H bob 3H zac 4H zoe 5H"))
    later = [*log, voided(1), plays(1, "ann 2H bob 3H zac 4H zoe 5H", deal=2)]
    assert [row["player"] for row in night(*later)["games"][0]["standings"]] == [ANN, BOB, "zac", "zoe"]


def test_a_dealer_named_deals_if_they_are_dealt_in():
    assert dealer(game(), deal(1, dealer=DAN)) == [DAN]
    assert night(joined("zoe"), game(), deal(1, players=[ANN, "zoe"], dealer="zoe"), plays(1, "zoe 2H ann 3H"))
    assert refuses_last(game(), deal(1, dealer="zoe"))
    assert refuses_last(game(), deal(1, players=[ANN, BOB], dealer=CAL))
    assert refuses_last(game(), left(CAL), deal(1, dealer=CAL))


@cases([], [ANN], [ANN, "zoe"], [ANN, ANN], ANN, [1, 2])
def test_a_deal_goes_to_two_to_ten_people_at_the_table(players):
    assert refuses_last(game(), deal(1, players=players))


def test_ten_are_dealt_in_and_eleven_are_not():
    more = ["fay", "gus", "hal", "ida", "jim", "kit"]
    start = [*map(joined, more), game()]

    assert night(*start, deal(1, players=[*FIVE, *more[:5]]))
    assert refuses_last(*start, deal(1, players=[*FIVE, *more]))


def test_too_few_are_refused_when_the_deal_begins_not_before():
    alone = [game(ANN, BOB), left(BOB)]

    assert refuses_last(*alone, trick(1, ANN))
    assert refuses_last(*alone, deal(1))
    assert night(*alone, voided(1))
    assert night(game(ANN, BOB), trick(1, ANN), left(BOB), trick(2, BOB))
    assert night(*alone, deal(1, players=[ANN, CAL]), trick(1, CAL))


def test_a_voided_deal_keeps_what_it_charged_and_its_dealer_deals_the_next():
    log = [game(dealer=BOB), *tricks("ann dan"), voided(1)]

    assert by_trick(night(*log)) == [{ANN: 1}, {DAN: 2}]
    assert dealer(*log) == [BOB]
    assert night(*log, plays(1, "bob 2H cal 3H dan 4H eve 5H ann 6H", deal=2))
    assert refuses_last(*log, trick(3, ANN))
    assert refuses_last(*log, voided(1))


def test_a_deal_named_to_another_dealer_and_voided_stays_with_that_dealer():
    assert dealer(game(), deal(1, dealer=DAN), voided(1)) == [DAN]


def test_a_deal_is_voided_also_before_its_first_entry():
    assert dealer(game(dealer=CAL), voided(1), voided(2)) == [CAL]
    assert night(game(), voided(1), trick(1, ANN, deal=2))
    assert refuses_last(game(), voided(1), trick(1, ANN))


def test_without_a_game_there_are_no_deals():
    for late in (deal(1), voided(1), trick(1, ANN)):
        assert refuses_last(late)
        assert refuses_last(game(), ENDED, late)
