"""Card Yacht: hands are shown and scored, each in one open box."""

import pytest

from companion.rules.events import read
from companion.rules.games.card_yacht import CARD_YACHT
from companion.rules.games.card_yacht.events import HandScored
from companion.rules.games.card_yacht.refusals import check
from companion.rules.games.card_yacht.round import Options, State
from companion.rules.refused import Filled, Refused
from companion.rules.seating import Table
from tests.table import cases

from .card_yacht_nights import Event, draw, hand, knock, played, refused, told
from .yachting_nights import scores

LOW = "AS AH 2D 2C 4S"


def test_a_hand_scores_by_its_cards_or_may_be_told_by_its_points_alone() -> None:
    assert scores(played(hand("ann", "low", LOW), hand("bob", "high", "KS KH KD QC 9H"))) == {
        "ann": 50, "bob": 0, "cal": 0,
    }  # fmt: skip
    assert scores(played(told("ann", "hearts", 49), told("bob", "five-flush", 100), told("cal", "high"))) == {
        "bob": 100, "ann": 49, "cal": 0,
    }  # fmt: skip


@cases(("hearts", 50), ("hearts", -1), ("low", 49), ("high", 50), ("flush", 1))
def test_points_that_no_hand_makes_are_refused(box: str, points: int) -> None:
    assert refused(told("ann", box, points))


@cases(True, 1.5, "12", None, [12])
def test_points_are_a_whole_number(points: object) -> None:
    assert "points" in refused({**told("ann", "hearts"), "points": points})


def test_either_the_cards_or_the_points_are_told() -> None:
    neither = told("ann", "low", 50)
    del neither["points"]

    assert refused({**hand("ann", "low", LOW), "points": 50}) == "say either the five cards or the points"
    assert refused(neither) == "say either the five cards or the points"


@cases("AS AH 2D 2C", "AS AH 2D 2C 4S 5S", "", "AS AH 2D 2C 1S", "AS AH 2D 2C 4s")
def test_a_hand_is_five_cards_of_the_deck(cards: str) -> None:
    assert "cards" in refused(hand("ann", "low", cards))


def test_a_card_is_in_one_hand_of_a_round_only_and_there_once_and_none_is_a_joker() -> None:
    assert refused(hand("ann", "low", "AS AH 2D 2C JOKER")) == "there is no joker in this game"
    assert refused(hand("ann", "low", "AS AH 2D 2C AS")).startswith("A♠ is in another hand")
    assert refused(hand("ann", "low", LOW), hand("bob", "clubs", "4S 5S 6S 7S 9S")).startswith("4♠ is in another hand")


def test_in_the_next_round_all_cards_are_back() -> None:
    first = [hand("ann", "low", LOW), told("bob", "high"), told("cal", "high")]

    assert scores(played(*first, hand("bob", "low", LOW, 2)))["bob"] == 50


def test_everybody_scores_once_a_round_and_fills_each_box_once() -> None:
    first = [told(player, "low") for player in ("ann", "bob", "cal")]

    assert refused(told("ann", "low"), told("ann", "high")) == "Ann has already scored round 1"
    assert refused(*first, told("ann", "low", 50, 2)) == "Ann has already filled low"


def test_a_hand_or_knock_that_comes_late_meets_the_one_that_stands_and_a_late_turn_is_just_late() -> None:
    state = State(Options(), ("ann", "bob"), "ann", {"ann": {}, "bob": {}}, over=1)
    table = Table(("ann", "bob"), (), {"ann": "Ann", "bob": "Bob"})

    def answer(event: Event) -> type[Refused]:
        with pytest.raises(Refused) as caught:
            check(state, read(event, CARD_YACHT.events), table)
        return caught.type

    assert [answer(event) for event in (told("ann", "low"), knock("ann"), draw("ann"))] == [Filled, Filled, Refused]


@cases("Low", "three and two", "1s", "", None)
def test_a_box_is_one_of_the_twelve(box: object) -> None:
    assert "box" in refused({**told("ann", "low"), "box": box})


def test_a_field_of_another_event_is_refused() -> None:
    assert refused({**knock("ann"), "box": "low"}) == "the event has no field box"
    assert refused({**draw("ann"), "points": 3}) == "the event has no field points"


def test_the_same_hand_from_two_phones_is_the_same_in_whatever_order_or_by_its_points() -> None:
    shown = HandScored(round=1, player="ann", box="low", cards=("AS", "AH", "2D", "2C", "4S"))

    assert shown.same_as(HandScored(round=1, player="ann", box="low", cards=("4S", "AS", "AH", "2D", "2C")))
    assert shown.same_as(HandScored(round=1, player="ann", box="low", points=50))
    assert not shown.same_as(HandScored(round=1, player="ann", box="low", points=0))
    assert not shown.same_as(HandScored(round=1, player="ann", box="low", cards=("3S", "AS", "AH", "2D", "2C")))
    assert not shown.same_as(HandScored(round=1, player="ann", box="spades", points=5))
    assert not shown.same_as(HandScored(round=1, player="bob", box="low", points=50))
