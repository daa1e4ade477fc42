"""What only one's own phone shows of Yogi's Whist, and the screens it opens for a moment."""

from typing import Any

from companion.rules.games.yogis_whist.own import own
from companion.rules.games.yogis_whist.pages import lay
from tests.rules.games.yogis_whist_nights import bid, bids, call, dealt, log, scored, trick, tricks

ALL = bids("ann 0 bob 1 cal 2 dan 3 eve 0")


def mine(seat: str, *events: dict[str, Any], **how: Any) -> Any:
    found = log(*events, **how).night
    assert found.game is not None
    return own(found.game.state, found.table(), seat)


def test_my_phone_shows_my_bid_and_nobody_elses():
    laid = bids("bob 3")

    assert (mine("bob", *laid).tricks, mine("bob", *laid).suit, mine("bob", *laid).may_bid) == (3, "C", False)
    assert (mine("cal", *laid).tricks, mine("cal", *laid).may_bid) == (None, True)
    assert len({repr(mine("cal", each)) for each in bids("bob 0 bob 1 bob 2 bob 3")}) == 1


def test_the_forecast_of_a_brave_reveal_is_thirteen():
    risk = mine("bob").risks[0]

    assert (risk.makers, risk.no, risk.declare, risk.reveal) == (4, 5, 9, 13)
    assert [risk.makers for risk in mine("bob").risks] == [4, 3, 2, 1, 0]


def test_there_is_a_forecast_until_my_turn_to_call_is_over():
    assert mine("bob").my_call
    assert mine("bob", call("bob", "no")).risks == ()
    assert mine("ann", call("bob", "no")).risks
    assert mine("ann", call("bob", "reveal")).risks == ()


def test_who_made_it_wears_the_suit_of_the_bid_in_front_of_them():
    events = [*ALL, *tricks("bob cal cal")]

    assert (mine("cal", *events).made, mine("cal", *events).wear) == (True, "H")
    assert (mine("dan", *events).made, mine("dan", *events).wear) == (False, None)
    assert (mine("bob", scored("bob")).made, mine("bob", scored("bob")).wear) == (True, None)
    assert not mine("cal", *events, trick(1, "cal", deal=2)).made


def test_a_bid_of_several_cards_is_a_gift():
    laid = [dealt(cards=5), bid("bob", tricks=5, count=2)]

    assert (mine("bob", *laid, variant="bft").gift, mine("bob", *laid, variant="bft").suit) == ("2 turtle doves", None)
    assert not mine("bob", variant="bft").may_bid


def page(of: Any, seat: str, words: dict[str, list[str]], *events: dict[str, Any], **how: Any) -> Any:
    found = log(*events, **how).night
    assert found.game is not None
    return of(found.game.state, found.table(), seat, words)


def test_a_bid_of_bft_is_laid_suit_by_suit_and_each_makes_it_another_gift():
    laying = page(lay, "bob", {}, dealt(cards=3), variant="bft")

    assert laying.gifts == ("a partridge in a pear tree", "2 turtle doves", "3 French hens")
    assert laying.whose.name == "Bob"
    assert page(lay, "ann", {"for": ["dan"]}, dealt(cards=3), variant="bft").whose.name == "Dan"
    assert page(lay, "bob", {}, dealt(cards=3), bid("bob", tricks=1, count=1), variant="bft").whose is None
    assert page(lay, "bob", {}).whose is None
