"""House rules that are refused: too expensive, about a player, about rules, or there already."""

import pytest

from companion.domain import events as of
from companion.domain.events import Entry
from companion.domain.house_rules.model import BidMissed, CardPlayed, HouseRule, Part, TrickWon
from companion.domain.limits import check_limits, most
from companion.domain.night import Night
from companion.domain.refused import Refused
from companion.domain.transitions import fold
from tests.table import cases

from .conftest import says

JACK = CardPlayed(rank="J")
JACKS = of.RuleMade("r1", "Jacks cost two", JACK, "player", 2)
POINTING = of.RuleMade("r1", "No pointing!")
DEAR = of.RuleMade("r1", "Jacks cost two", JACK, "player", 2, (Part("everyone", 2),))
TOUCHY = "A house rule may not touch how rules are made."
TWICE = "There is such a rule already: "


def table(*rules: of.Event, names=("Ann", "Bob", "Cal")) -> Night:
    """These people with these rules in force."""
    happened = [of.NightOpened("Friday"), *(of.PlayerJoined(name.lower(), name) for name in names), *rules]
    return fold(Entry(seq, event) for seq, event in enumerate(happened, start=1))


def jacks(*also):
    return of.RuleMade("r1", "Jacks cost", JACK, "player", 3, also)


def another(text, when=JACK, amount=2):
    return of.RuleMade("r2", text, when, "player", amount)


@cases(
    ([], jacks(Part("everyone", 3)),
     "This rule could cost one player 6 at a time; 5 is the most, all its parts together."),
    ([DEAR], of.RuleAmended("r1", amount=4), "…6 at a time…"),
    *(([], of.RuleMade("r1", text), "A house rule is for everybody: it may not name …")
      for text in ("When Bob plays a jack he drinks", "Bob's jacks cost two", "CAL deals, Cal drinks")),
    *(([], of.RuleMade("r1", text), TOUCHY) for text in (
        "Whoever makes a rule drinks two", "Nobody may change this rule", "The next rule is made by the dealer",
        "Repealing anything costs five", "New house rules need a toast", "No rule may ever be made against me")),
    ([JACKS], another("A jack? Two!"), f"{TWICE}“Jacks cost two”"),
    ([POINTING], of.RuleMade("r2", "no pointing"), f"{TWICE}“No pointing!”"),
    *(([], of.RuleMade("r1", text), f"“{number}” is too many: one rule costs nobody more than 5 at a time.")
      for number, text in (
          ("nine", "Everybody drinks nine when a jack is played."),
          ("6", "When a jack is played, the dealer drinks 6."),
          ("nine", "Whoever sneezes drinks nine."))),
)  # fmt: skip
def test_a_rule_that_is_not_allowed_is_refused(rules, event, why):
    with pytest.raises(Refused) as refused:
        check_limits(table(*rules), event)

    assert says(str(refused.value), why)


@cases(
    *(("parts that never meet in one player", [], jacks(part))
      for part in (Part("others", 5), Part("left", 3), Part("everyone", 2))),
    *(("keeping rules", [], of.RuleMade("r1", text))
      for text in ("Whoever forgets a house rule drinks", "Thumb master: the last thumb drinks")),
    ("another amount", [JACKS], another("A jack? Three!", amount=3)),
    ("another trigger", [JACKS], another("Missed? Two!", BidMissed())),
    ("another text", [POINTING], of.RuleMade("r2", "No swearing!")),
    ("a rule that is gone", [POINTING, of.RuleRepealed("r1")], of.RuleMade("r2", "No pointing!")),
    ("an amendment that leaves its words", [DEAR], of.RuleAmended("r1", amount=3)),
    *(("what is merely not understood", [], of.RuleMade("r1", text)) for text in (
        "Whoever counts to twenty drinks.", "When a nine is played, everybody sings nine songs.",
        "If somebody hums nine tunes, he drinks.", "Whoever is last to touch the table sings.")),
)  # fmt: skip
def test_a_rule_is_allowed(what, rules, event):
    check_limits(table(*rules), event)


def test_whoever_is_called_jack_does_not_forbid_the_jacks():
    night = table(names=["Jack"])

    check_limits(night, of.RuleMade("r1", "When a player plays a Jack, they drink"))
    with pytest.raises(Refused, match="may not name Jack"):
        check_limits(night, of.RuleMade("r2", "Jack drinks twice as much"))


@cases(
    (JACK, (Part("player", 3), Part("dealer", 3)), 6),
    (JACK, (Part("left", 3), Part("right", 3)), 3),
    (JACK, (Part("others", 3), Part("left", 2)), 5),
    (JACK, (Part("player", 2), Part("chosen", 3)), 5),
    (JACK, (Part("player", 3), Part("taker", 3)), 3),
    (TrickWon(), (Part("player", 3), Part("taker", 3)), 6),
    (TrickWon(), (Part("others", 3), Part("taker", 3)), 3),
    (JACK, (Part("left", 3), Part("right", 3)), 6, 2),  # of two the left neighbour is the right one too
)
def test_the_most_a_rule_can_cost_somebody(when, parts, at_most, *players):
    assert most(HouseRule("r1", "a rule", when, parts), *(players or [4])) == at_most


def test_an_old_night_keeps_the_rule_that_asks_for_nine():
    night = table(of.RuleMade("r1", "Everybody drinks nine when a jack is played."))

    assert night.rules["r1"].active
