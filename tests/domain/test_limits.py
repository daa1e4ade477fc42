"""House rules that are refused: too expensive, about a player, about rules, or there already."""

import re
import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.domain import events as of
from companion.domain.events import Entry
from companion.domain.house_rules.english import read
from companion.domain.house_rules.model import BidMissed, CardPlayed, HouseRule, Part, TrickWon
from companion.domain.house_rules.names import named
from companion.domain.limits import check_limits, check_words, most
from companion.domain.night import Night
from companion.domain.refused import Refused
from companion.domain.transitions import fold
from tests.table import cases

from .english.corpus import WORDINGS
from .nights import says

JACK = CardPlayed(rank="J")
JACKS = of.RuleMade("r1", "Jacks cost two", JACK, "player", 2)
POINTING = of.RuleMade("r1", "No pointing!")
DEAR = of.RuleMade("r1", "Jacks cost two", JACK, "player", 2, (Part("everyone", 2),))
TOUCHY = "A house rule may not take drinks away, or change how rules are made or when games end."
TWICE = "You have that rule already: "


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
     "This rule could cost one player 6 at a time. 5 is the most, all its parts together."),
    ([DEAR], of.RuleAmended("r1", amount=4), "…6 at a time…"),
    *(([], of.RuleMade("r1", text), "House rules are for everybody: leave out …")
      for text in ("When Bob plays a jack he drinks", "Bob’s jacks cost two", "CAL deals, Cal drinks")),
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
      for text in ("New rule: whoever plays a jack is the Thumb Master", "Rule 4: whoever forgets a house rule drinks",
                   "Thumb master: the last thumb drinks")),
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
    with pytest.raises(Refused, match="leave out Jack"):
        check_limits(night, of.RuleMade("r2", "Jack drinks twice as much"))


@cases(
    (JACK, (Part("player", 3), Part("dealer", 3)), 6),
    (JACK, (Part("left", 3), Part("right", 3)), 3),
    (JACK, (Part("others", 3), Part("left", 2)), 5),
    (JACK, (Part("player", 2), Part("chosen", 3)), 5),
    (JACK, (Part("player", 3), Part("taker", 3)), 3),
    (TrickWon(), (Part("player", 3), Part("taker", 3)), 6),
    (TrickWon(), (Part("others", 3), Part("taker", 3)), 3),
    (JACK, (Part("left", "rank"),), 5),
    (JACK, (Part("player", "rank"), Part("dealer", 1)), 6),
    (TrickWon(), (Part("others", "trick"), Part("taker", 3)), 5),
    (JACK, (Part("right", 3), Part("previous", 3)), 6),
    (JACK, (Part("player", 3), Part("previous", 3)), 3),
    (TrickWon(), (Part("left", 3), Part("previous", 3)), 3),
    (JACK, (Part("left", 3), Part("right", 3)), 6, 2),  # of two the left neighbour is the right one too
)
def test_the_most_a_rule_can_cost_somebody(when, parts, at_most, *players):
    assert most(HouseRule("r1", "a rule", when, parts), *(players or [4])) == at_most


def test_a_rule_that_only_gives_a_title_costs_nothing_and_is_another_than_one_with_another_title():
    thumb = of.RuleMade("r1", "Thumbs", JACK, also=(Part("everyone", 5), Part("player", 5)), title="Thumb master")

    check_limits(table(), thumb)
    check_limits(table(thumb), of.RuleMade("r2", "Hats", JACK, title="Hat"))
    with pytest.raises(Refused, match="You have that rule already"):
        check_limits(table(thumb), of.RuleMade("r2", "Hats", JACK, title="Thumb master"))
    with pytest.raises(Refused, match="at a time"):
        check_limits(table(thumb), of.RuleAmended("r1", amount=1))
    with pytest.raises(Refused, match="leave out Bob"):
        check_limits(table(), of.RuleMade("r2", "Hats", JACK, title="Bob’s fool"))


def test_an_old_night_keeps_the_rule_that_asks_for_nine():
    night = table(of.RuleMade("r1", "Everybody drinks nine when a jack is played."))

    assert night.rules["r1"].active


NAMES = [
    "Bob", "Zoë", "João", "Ann Marie", "O'Neil", "Straße", "Ed", "Håkon", "Ben-Ari", "Łukasz", "Dvořák", "Олег",
    "ひがし", "🎩",
]  # fmt: skip
WORDS_TOO = [
    "Jack", "Ace", "King", "Queen", "Heart", "Spade", "Will", "May", "Mark", "Rose", "Hope", "Bill", "Grace", "Joker",
]  # fmt: skip
ABOUT = [
    "{} drinks two when a jack is shown",
    "When it rains, {} drinks 2",
    "If somebody burps, give {} three",
    "{}'s jacks cost double",
]


@given(
    st.sampled_from(NAMES + WORDS_TOO),
    st.sampled_from(ABOUT),
    st.sampled_from([str, str.lower, str.upper, str.title]),
    st.sampled_from(["NFC", "NFD", "NFKC", "NFKD"]),
)
def test_a_rule_against_a_person_is_noticed_however_the_name_is_written(name, about, case, form):
    text = unicodedata.normalize(form, about.format(case(name)))

    with pytest.raises(Refused, match="House rules are for everybody: leave out"):
        check_words(table(names=["Ann", name]), text)


@given(st.sampled_from([sentence for sentence, _ in WORDINGS]), st.data())
def test_a_sentence_that_is_understood_names_nobody_whatever_the_players_are_called(sentence, data):
    words = data.draw(
        st.lists(st.sampled_from(re.findall(r"\w+", sentence)), min_size=1, max_size=3, unique_by=str.casefold)
    )
    if read(sentence).verdict == "watches":
        assert named(sentence, words) is None


@cases(
    *(("Jack", text) for text in (
        "When somebody hides a jack, he drinks", "Whoever shows jack drinks 2", "No jack may be shown",
        "Jack of hearts: waterfall", "Two jacks: sing")),
    ("Ace", "ace high: sing a song"),
    ("Will", "If you sneeze and will not say sorry, drink"),
    ("Will", "Will anyone who sneezes please drink"),
    ("Mark", "Whoever forgets to mark the score drinks"),
    ("May", "Nobody may sneeze"),
    ("Left", "When somebody burps left drinks 2"),
    ("Dealer", "If it rains, dealer drinks double"),
    ("Player", "If a player sneezes, player drinks double"),
    ("Bob", "Bobbing costs two"),
    ("Ed", "Whoever edges away drinks"),
    ("Hope", "Hope dies last"),
    ("7", "Whoever says seven or 7 drinks"),
    ("!", "No sneezing!"),
    ("A", "Whoever takes a drink from the fridge pays"),
)  # fmt: skip
def test_a_card_or_a_word_of_the_rules_is_nobody(name, text):
    check_words(table(names=["Ann", name]), text)


@cases(
    ("Jack", "If Jack swears, he drinks"),
    ("Will", "Whoever sits beside Will drinks"),
    ("Bob", "if somebody sneezes bob drinks"),
    ("Jack", "Jack drinks 2"),
    ("Ty", "When Ty plays a jack, everyone drinks"),
    ("Ty", "ty plays a jack: drink 2"),
    ("Guy", "When Guy plays a jack he drinks 2"),
    ("Drew", "drew plays a king: everyone drinks"),
    ("Ed", "if ed rolls a six everyone drinks"),
    # however it is written
    *(("Bob", f"{bob} must sing") for bob in ("Bo\u00adb", "B\u200bob", "_Bob_", "B.o.b", "b-o-b", "Here B o b")),
    ("Bob", "bob_must_sing"),
    *(("Eve Marie", f"{marie} must sing") for marie in ("eve   marie", "Eve-Marie", "e.v.e.m.a.r.i.e")),
)
def test_a_name_is_a_person_where_a_person_stands(name, text):
    with pytest.raises(Refused, match=f"leave out {name}"):
        check_words(table(names=["Ann", name]), text)


@cases("everyone drinks 9", "Everyone drinks nine", "phone on table = 8", "everyone takes 20 sips", "burping costs 6")
def test_a_number_of_drinks_above_the_cap_is_said_also_where_the_sentence_means_no_rule(text):
    with pytest.raises(Refused, match="is too many: one rule costs nobody more than 5 at a time"):
        check_words(table(), text)
