"""What a house rule may not be: too dear, about somebody, about rules, or there already."""

import pytest

from companion.rules import events as of
from companion.rules.events import Entry
from companion.rules.fold import fold
from companion.rules.house_rules import BidMissed, CardPlayed, HouseRule, Part, TrickWon
from companion.rules.limits import check_limits, most
from companion.rules.night import Night
from companion.rules.refused import Refused
from tests.table import cases

JACK = CardPlayed(rank="J")


def table(*rules: of.RuleMade) -> Night:
    """Ann, Bob and Cal with these rules in force."""
    joined = [of.PlayerJoined(name.lower(), name) for name in ("Ann", "Bob", "Cal")]
    happened = [of.NightOpened("Friday"), *joined, *rules]
    return fold(Entry(seq, event) for seq, event in enumerate(happened, start=1))


def why_not(night: Night, event: of.Event) -> str:
    with pytest.raises(Refused) as refused:
        check_limits(night, event)
    return str(refused.value)


def test_five_at_a_time_is_the_most_for_one_player_from_all_parts_together() -> None:
    dear = of.RuleMade("r1", "Jacks cost", JACK, "player", 3, (Part("everyone", 3),))

    assert why_not(table(), dear) == (
        "This rule could cost one player 6 at a time; 5 is the most, all its parts together."
    )


@cases((Part("others", 5),), (Part("left", 3),), (Part("everyone", 2),))
def test_parts_that_never_meet_in_one_player_may_cost_five_each_at_a_full_table(also: tuple[Part, ...]) -> None:
    check_limits(table(), of.RuleMade("r1", "Jacks cost", JACK, "player", 3, also))


@cases(
    (JACK, (Part("player", 3), Part("dealer", 3)), 6),
    (JACK, (Part("left", 3), Part("right", 3)), 3),
    (JACK, (Part("others", 3), Part("left", 2)), 5),
    (JACK, (Part("player", 2), Part("chosen", 3)), 5),
    (JACK, (Part("player", 3), Part("taker", 3)), 3),
    (TrickWon(), (Part("player", 3), Part("taker", 3)), 6),
    (TrickWon(), (Part("others", 3), Part("taker", 3)), 3),
)
def test_the_most_a_rule_can_cost_somebody(when: object, parts: tuple[Part, ...], at_most: int) -> None:
    assert most(HouseRule("r1", "a rule", when, parts), players=4) == at_most


def test_at_a_table_of_two_the_left_neighbour_is_the_right_one_too() -> None:
    assert most(HouseRule("r1", "a rule", JACK, (Part("left", 3), Part("right", 3))), players=2) == 6


@cases("When Bob plays a jack he drinks", "Bob's jacks cost two", "CAL deals, Cal drinks")
def test_a_rule_names_nobody(text: str) -> None:
    refusal = why_not(table(), of.RuleMade("r1", text))

    assert refusal.startswith("A house rule is for everybody: it may not name ")


def test_whoever_is_called_jack_does_not_forbid_the_jacks() -> None:
    night = fold([Entry(1, of.NightOpened("Friday")), Entry(2, of.PlayerJoined("p1", "Jack"))])

    check_limits(night, of.RuleMade("r1", "When a player plays a Jack, they drink"))
    assert "may not name Jack" in why_not(night, of.RuleMade("r2", "Jack drinks twice as much"))


@cases(
    "Whoever makes a rule drinks two",
    "Nobody may change this rule",
    "The next rule is made by the dealer",
    "Repealing anything costs five",
    "New house rules need a toast",
    "No rule may ever be made against me",
)
def test_a_rule_may_not_touch_how_rules_are_made(text: str) -> None:
    assert why_not(table(), of.RuleMade("r1", text)) == "A house rule may not touch how rules are made."


@cases("Whoever forgets a house rule drinks", "Thumb master: the last thumb drinks")
def test_a_rule_may_speak_of_keeping_rules(text: str) -> None:
    check_limits(table(), of.RuleMade("r1", text))


def test_the_same_strike_in_other_words_is_the_same_rule() -> None:
    night = table(of.RuleMade("r1", "Jacks cost two", JACK, "player", 2))

    assert why_not(night, of.RuleMade("r2", "A jack? Two!", JACK, "player", 2)) == (
        "There is such a rule already: “Jacks cost two”"
    )
    check_limits(night, of.RuleMade("r2", "A jack? Three!", JACK, "player", 3))
    check_limits(night, of.RuleMade("r2", "Missed? Two!", BidMissed(), "player", 2))


def test_the_same_words_are_the_same_rule_although_nobody_watches_for_it() -> None:
    night = table(of.RuleMade("r1", "No pointing!"))

    assert why_not(night, of.RuleMade("r2", "no pointing")) == "There is such a rule already: “No pointing!”"
    check_limits(night, of.RuleMade("r2", "No swearing!"))


def test_a_rule_that_is_gone_may_come_back() -> None:
    night = table(of.RuleMade("r1", "No pointing!"), of.RuleRepealed("r1"))

    check_limits(night, of.RuleMade("r2", "No pointing!"))


def test_an_amendment_keeps_to_the_limits_and_may_leave_the_words_as_they_are() -> None:
    night = table(of.RuleMade("r1", "Jacks cost two", JACK, "player", 2, (Part("everyone", 2),)))

    check_limits(night, of.RuleAmended("r1", amount=3))
    assert "6 at a time" in why_not(night, of.RuleAmended("r1", amount=4))


@cases(
    "Everybody drinks nine when a jack is played.",
    "When a jack is played, the dealer drinks 6.",
    "Whoever sneezes drinks nine.",
)
def test_words_that_ask_for_more_than_five_are_refused_although_the_companion_does_not_count_them(text: str) -> None:
    number = "6" if "6" in text else "nine"

    assert why_not(table(), of.RuleMade("r1", text)) == (
        f"“{number}” is too many: one rule costs nobody more than 5 at a time."
    )


@cases(
    "Whoever counts to twenty drinks.",
    "When a nine is played, everybody sings nine songs.",
    "If somebody hums nine tunes, he drinks.",
    "Whoever is last to touch the table sings.",
)
def test_words_that_are_merely_not_understood_may_be_a_rule(text: str) -> None:
    check_limits(table(), of.RuleMade("r1", text))


def test_an_old_night_keeps_the_rule_that_asks_for_nine() -> None:
    night = table(of.RuleMade("r1", "Everybody drinks nine when a jack is played."))

    assert night.rules["r1"].active
