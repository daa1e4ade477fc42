"""What sets a house rule off, in a game of cards."""

from companion.rules.cards import JOKER, RANKS, SUITS
from companion.rules.house_rules import CardPlayed, Happening, strikes
from tests.table import cases

from .conftest import (
    ANN,
    BOB,
    CAL,
    DAN,
    EVE,
    caught,
    charges,
    event,
    game,
    night,
    plays,
    refuses_last,
    rule,
    trick,
    tricks,
    voided,
)

HEARTS = "ann AH bob KS cal QH dan 2D eve 2C"


def struck(when, *events):
    """Whom a rule with this `when` charges in a game that Ann deals."""
    return charges(night(rule("r1", when=when), game(), *events), "r1")


@cases(
    ({}, "ann bob cal dan eve"),
    ({"rank": "2"}, "dan eve"),
    ({"suit": "H"}, "ann cal"),
    ({"rank": "Q", "suit": "H"}, "cal"),
    ({"rank": ["A", "K"]}, "ann bob"),
    ({"rank": ["2"], "suit": ["C", "S"]}, "eve"),
    ({"rank": ["A", "K", "Q"], "suit": ["H"]}, "ann cal"),
    ({"led": True}, "ann"),
    ({"suit": "H", "led": True}, "ann"),
    ({"suit": "S", "led": True}, ""),
    ({"rank": "T"}, ""),
)
def test_a_card_played(when, players):
    hit = struck({"on": "card.played", **when}, plays(1, HEARTS))

    assert hit == [(player, 1) for player in players.split()]


@cases(
    ({}, True),
    ({"trick": 1}, True),
    ({"trick": 2}, False),
    ({"with_rank": "A"}, True),
    ({"with_suit": ["H", "S"]}, True),
    ({"with_rank": "A", "with_suit": "S"}, False),
    ({"trick": 1, "with_rank": ["K", "A"]}, True),
    ({"trick": 2, "with_rank": "A"}, False),
)
def test_a_trick_taken_with_the_card_that_took_it(when, strikes):
    assert struck({"on": "trick.taken", **when}, plays(1, HEARTS)) == ([(ANN, 1)] if strikes else [])


def test_without_cards_a_trick_counts_but_not_the_cards_nor_what_it_was_taken_with():
    assert struck({"on": "card.played"}, trick(1, ANN)) == []
    assert struck({"on": "trick.taken"}, trick(1, BOB)) == [(BOB, 1)]
    assert struck({"on": "trick.taken", "with_suit": ["S", "H", "D", "C"]}, trick(1, BOB)) == []


def test_a_trick_nobody_takes_is_about_who_led_it():
    nobody = {"on": "trick.nobody"}

    assert struck(nobody, *tricks("bob - -")) == [(BOB, 1), (BOB, 1)]
    assert struck(nobody, plays(1, "ann 2H bob 2S cal 3H dan 3S eve 3D")) == [(ANN, 1)]
    assert struck({"on": "trick.taken"}, trick(1, None)) == []


@cases("bid.made", "bid.missed", "declared", "revealed", "box.scored", "dropped.out", "called")
def test_what_does_not_happen_in_this_game_charges_only_when_caught(on):
    events = [rule("r1", when={"on": on}), game(), *tricks("ann - bob ann ann")]

    assert charges(night(*events), "r1") == []
    assert charges(night(*events, caught("r1", EVE)), "r1") == [(EVE, 1)]


def test_a_rule_left_without_when_strikes_only_when_caught_and_any_rule_may_be_also_without_a_game():
    assert charges(night(rule("r1"), game(), plays(1, HEARTS), caught("r1", DAN)), "r1") == [(DAN, 1)]
    assert charges(night(rule("r1", when={"on": "card.played", "rank": "Q"}), caught("r1", CAL)), "r1") == [(CAL, 1)]


def test_a_joker_that_is_no_card_yet_has_neither_rank_nor_suit():
    joker = Happening("card.played", ANN, JOKER)

    assert strikes(CardPlayed(), joker)
    assert not strikes(CardPlayed(rank="J"), joker)
    assert not strikes(CardPlayed(rank=tuple(RANKS), suit=tuple(SUITS)), joker)


def test_neither_a_voided_deal_nor_a_fine_by_a_house_rule_sets_one_off():
    both = [rule("r1", when={"on": "trick.taken"}), rule("r2", when={"on": "called"}), game(), trick(1, ANN)]

    assert struck({"on": "trick.nobody"}, trick(1, ANN), voided(1)) == []
    assert charges(night(*both), "r2") == []


def test_a_rule_strikes_only_while_it_is_in_force_and_as_it_then_reads():
    taken = {"on": "trick.taken"}
    events = [
        game(),
        trick(1, ANN),
        rule("r1", when=taken),
        trick(2, ANN),
        event("rule.amended", rule="r1", text="now two", amount=2),
        trick(3, ANN),
        event("rule.repealed", rule="r1"),
        trick(4, BOB),
    ]
    rows = [(row["reason"], row["amount"]) for row in night(*events)["charges"] if row["rule"]]

    assert rows == [("rule r1", 1), ("now two", 2)]


@cases(
    {},
    {"on": "yawned"},
    {"on": None},
    "called",
    {"on": "called", "rank": "Q"},
    {"on": "card.played", "rank": "10"},
    {"on": "card.played", "rank": "q"},
    {"on": "card.played", "rank": []},
    {"on": "card.played", "rank": ["Q", "Q"]},
    {"on": "card.played", "rank": 2},
    {"on": "card.played", "suit": "hearts"},
    {"on": "card.played", "suit": ["H", "H"]},
    {"on": "card.played", "suit": []},
    {"on": "card.played", "led": False},
    {"on": "card.played", "led": 1},
    {"on": "card.played", "with_rank": "Q"},
    {"on": "trick.taken", "rank": "Q"},
    {"on": "trick.taken", "trick": 0},
    {"on": "trick.taken", "trick": "1"},
    {"on": "trick.taken", "with_rank": ["A", "A"]},
    {"on": "trick.taken", "with_suit": ["S", "S"]},
    {"on": "trick.nobody", "trick": 1},
    {"on": "box.scored", "box": "no such box"},
    {"on": "box.scored", "zero": False},
    {"on": "box.scored", "at_least": -1},
)
def test_a_trigger_that_listens_to_nothing_there_is(when):
    assert refuses_last(rule("r1", when=when))
    assert refuses_last(rule("r1"), event("rule.amended", rule="r1", when=when))
