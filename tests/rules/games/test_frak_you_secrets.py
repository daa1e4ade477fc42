"""Newcomers are not told the rules: what they may hear names no special card and gives no reason (rules, 3)."""

from typing import Any

from companion.rules.games.frak_you.deal import initiated
from companion.rules.games.frak_you.screen import screen
from companion.rules.games.frak_you.tell import tell
from companion.rules.games.frak_you.trick_in_front import in_front
from tests.rules.games.frak_you_table import ANN, BOB, CAL, DAN, EVE, FrakYou, four, three


def test_the_log_says_who_took_the_trick_and_never_why() -> None:
    night = four()
    night.say("deal.started", deal=1, players=[ANN, BOB, CAL, DAN], dealer=BOB)
    night.trick("ann 2C, bob 9D, cal AS KD, dan 3C")
    night.trick(winner=ANN, paired=CAL)
    night.count(DAN, 9, 4)
    night.say("deal.voided", deal=1)

    table = night.log.night.table()
    told = [tell(line.entry.event, table) for line in night.log.lines[-5:]]

    assert told == [
        "Deal 1 was dealt by Bob to Ann, Bob, Cal, Dan.",
        "Dan took trick 1 of deal 1.",
        "Ann took trick 2 of deal 1.",
        "Dan was counted: 9 in hand, 4 in front.",
        "Deal 1 was a misdeal.",
    ]


def test_the_initiated_are_those_named_at_the_start_and_since() -> None:
    night = four(options={"initiated": [ANN]})
    assert initiated(night.state, night.log.night.initiated) == {ANN}
    assert initiated(four().state, ()) == frozenset()

    night.say("player.initiated", player=EVE)
    night.say("player.initiated", player=EVE)

    assert initiated(night.state, night.log.night.initiated) == {ANN, EVE}


def test_the_cards_of_a_taken_trick_are_for_its_taker() -> None:
    night = three()
    assert in_front(night.state, ANN) == ()
    night.trick("bob 2C, cal KC, ann 4C")

    assert in_front(night.state, CAL) == ("2C", "4C", "KC")
    assert in_front(night.state, ANN) == ()
    night.trick(winner=ANN)
    assert in_front(night.state, ANN) is None
    night.count(ANN, 9)
    assert in_front(night.state, ANN) == ()
    assert "KC" not in repr(screen(night.state, night.log.night.table()))


def shown(night: FrakYou) -> Any:
    return screen(night.state, night.log.night.table())


def test_the_screen_shows_deal_passing_trick_counts_and_who_is_out() -> None:
    night = four()
    first = shown(night)
    assert (first.deal, first.trick, first.between, first.dealer, first.passing) == (1, 1, True, ANN, "left")

    night.trick(winner=BOB)
    night.count(CAL, 0)
    after = shown(night)

    assert (after.trick, after.between, after.leader, after.order) == (2, False, BOB, (BOB, DAN, ANN))
    assert [(seat.name, seat.hand, seat.front, seat.still_in) for seat in after.seats] == [
        ("Ann", 12, 0, True), ("Bob", 12, 4, True), ("Cal", 0, 0, False), ("Dan", 12, 0, True)
    ]  # fmt: skip


def test_the_screen_shows_who_lost_the_deal_just_over() -> None:
    night = three()
    night.count(BOB, 0)

    after = shown(night)

    assert (after.deal, after.between, after.passing, after.losers) == (2, True, "right", ("Ann", "Cal"))
    assert {seat.player: seat.lost for seat in after.seats} == {ANN: 1, BOB: 0, CAL: 1}


def test_a_misdeal_has_no_losers_and_too_few_cannot_be_dealt_to() -> None:
    night = three()
    night.trick(winner=ANN)
    night.say("deal.voided", deal=1)
    assert shown(night).losers == ()

    night.say("player.left", player=CAL)

    assert shown(night).unfit
    assert shown(night).seats == ()


def test_the_screen_deals_newcomers_in_where_there_is_room() -> None:
    night = four()
    table = night.log.night.table()

    joined = screen(night.state, table, (EVE,))
    crowd = screen(night.state, table, (EVE, "fay"))

    assert joined.dealing == (ANN, BOB, CAL, DAN, EVE)
    assert [seat.hand for seat in joined.seats] == [10, 11, 11, 10, 10]
    assert crowd.dealing == ()
    assert len(crowd.seats) == 4
    night.trick(winner=ANN)
    assert screen(night.state, table, (EVE,)).dealing == ()


def test_two_phones_that_say_the_same_trick_say_it_once() -> None:
    def said(**fields: Any) -> Any:
        night = three()
        night.trick(winner=ANN)
        return night.trick(**fields).entry.event

    by_name, by_cards = said(winner=ANN), said(plays="ann KD, bob 4D, cal 5D")

    assert by_name.same_as(by_cards)
    assert by_cards.same_as(by_name)
    assert by_cards.same_as(said(plays="ann KD, bob 4D, cal 5D", winner=ANN))
    assert not by_cards.same_as(said(plays="ann KD, bob 4D, cal 6D"))
    assert not by_name.same_as(said(winner=BOB))
    assert not by_name.same_as(said(winner=ANN, paired=BOB))


def test_who_only_says_the_taker_does_not_hear_that_somebody_said_more() -> None:
    night = three()
    paired = night.trick(winner=ANN, paired=BOB).entry.event
    plain = three().trick(winner=ANN).entry.event

    assert paired.same_as(plain)
    assert not plain.same_as(paired)
