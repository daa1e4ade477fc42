"""House rules as tables say them, and what a referee would write down; the first 350 are older than the grammar."""

import msgspec

from companion.domain.games import BOXES
from companion.domain.house_rules.english import as_json, read
from companion.domain.house_rules.model import MOST, HouseRule, Part, When, check_when
from companion.domain.limits import most
from tests.table import cases

from .shelf import NOT_UNDERSTOOD, UNDERSTOOD, in_any_order

REASONS = {
    "unknown words", "negation", "unless", "except", "too many", "second condition", "two readings", "names",
    "nonsense",
}  # fmt: skip


@cases(*UNDERSTOOD)
def test_a_sentence_is_understood_as_the_table_means_it(sentence, rule):
    reading = read(sentence)

    assert reading.meaning is not None, f"{reading.why} {reading.unknown}"
    assert in_any_order(as_json(reading.meaning)) == in_any_order(rule)
    assert not reading.unknown
    assert reading.why == ""
    assert reading.parts == ()


@cases(*NOT_UNDERSTOOD)
def test_a_sentence_beyond_the_vocabulary_stays_a_rule_to_call_and_says_why(sentence, reason):
    reading = read(sentence)

    assert reading.meaning is None, f"{reason}, yet read as {as_json(reading.meaning)}"
    assert reading.why


def test_what_the_corpus_expects_are_rules_that_the_table_may_have():
    for sentence, rule in UNDERSTOOD:
        first = {"who": rule["who"], "amount": rule["amount"]}
        when = msgspec.convert(rule["when"], When)
        parts = msgspec.convert([first, *rule.get("also", [])], tuple[Part, ...])
        check_when(when, BOXES)

        assert set(rule) <= {"when", "who", "amount", "also"}, sentence
        assert rule.get("also") != [], sentence
        assert 1 <= len(parts) <= 3, sentence
        assert all(most(HouseRule("r1", sentence, when, parts), players) <= MOST for players in range(2, 7)), sentence


def test_the_corpus_is_large_says_nothing_twice_and_gives_a_known_reason():
    sentences = [sentence for sentence, _ in [*UNDERSTOOD, *NOT_UNDERSTOOD]]

    assert len(set(sentences)) == len(sentences)
    assert all(sentence == sentence.strip() for sentence in sentences)
    assert len(UNDERSTOOD) >= 850
    assert len(NOT_UNDERSTOOD) >= 690
    assert {reason for _, reason in NOT_UNDERSTOOD} <= REASONS


def test_the_corpus_speaks_of_every_happening_and_every_drinker():
    rules = [rule for _, rule in UNDERSTOOD]
    drinkers = {part["who"] for rule in rules for part in [rule, *rule.get("also", [])]}

    assert {rule["when"]["on"] for rule in rules} == {
        "card.played", "trick.taken", "trick.nobody", "bid.made", "bid.missed", "declared", "revealed", "box.scored",
        "dropped.out", "called",
    }  # fmt: skip
    assert drinkers == {
        "player", "left", "right", "neighbours", "across", "everyone", "others", "dealer", "leader", "taker", "chosen",
    }  # fmt: skip
    assert {rule["amount"] for rule in rules} == {1, 2, 3, 4, 5}
