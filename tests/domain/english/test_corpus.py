"""House rules as tables word them: what each sentence on file means, and which ones stay rules for people to call."""

import msgspec
import pytest

from companion.domain.games import BOXES
from companion.domain.house_rules.english import as_json, read
from companion.domain.house_rules.model import MOST, HouseRule, Part, Trigger, When, Who, check_when
from companion.domain.limits import most
from tests.table import cases

from .corpus import CHARGES, NOT_UNDERSTOOD, RULES, STAYS_TEXT, UNDERSTOOD, in_any_order

REASONS = {
    "unknown words", "negation", "unless", "except", "too many", "second condition", "two readings", "names",
    "nonsense",
}  # fmt: skip


def understood_as_meant(sentence, rule):
    reading = read(sentence)

    assert reading.meaning is not None, f"{reading.why} {reading.unknown}"
    assert in_any_order(as_json(reading.meaning)) == in_any_order(rule)
    assert (reading.unknown, reading.why, reading.parts) == ((), "", ())


def left_to_people(sentence, reason):
    reading = read(sentence)

    assert reading.meaning is None, f"{reason}, yet read as {as_json(reading.meaning)}"
    assert reading.why
    assert reason in REASONS


@pytest.mark.parametrize("every", [4, pytest.param(1, marks=pytest.mark.thorough)], ids=["a-few", "all"])
@pytest.mark.parametrize(
    ("check", "sentences"), [(understood_as_meant, RULES), (left_to_people, NOT_UNDERSTOOD)], ids=["rules", "others"]
)
def test_a_sentence_is_understood_as_the_table_means_it_or_left_to_people_with_a_reason(check, sentences, every):
    cases(*sentences[::every])(check)()


@cases(*STAYS_TEXT)
def test_what_is_not_certain_stays_with_people_who_read_why(sentence, why):
    reading = read(sentence)

    assert reading.meaning is None
    assert reading.marks == ()
    assert why.casefold() in reading.why.casefold()
    assert reading.why.endswith("People watch for this rule.")


@cases(*CHARGES)
def test_of_a_sentence_left_to_people_the_charge_is_read_unless_it_is_in_doubt(sentence, charged):
    reading = read(sentence)

    assert reading.meaning is None
    assert (", ".join(f"{part.who} {part.amount}" for part in reading.parts) or "nobody") == charged


def test_what_the_corpus_expects_are_rules_that_the_table_may_have():
    for sentence, rule in UNDERSTOOD:
        first = {"who": rule["who"], "amount": rule["amount"]}
        when = msgspec.convert(rule["when"], When)
        parts = msgspec.convert([first, *rule.get("also", [])], tuple[Part, ...])
        check_when(when, BOXES)

        assert set(rule) <= {"when", "who", "amount", "also"}, sentence
        assert all(most(HouseRule("r1", sentence, when, parts), players) <= MOST for players in range(2, 7)), sentence


NOT_IN_SENTENCES = {"dice.rolled", "deal.started", "deal.voided", "deal.over", "game.over"}  # files have these


def test_the_corpus_has_every_happening_every_drinker_and_nothing_twice():
    rules = [rule for _, rule in UNDERSTOOD]
    sentences = [sentence for sentence, _ in [*UNDERSTOOD, *NOT_UNDERSTOOD]]

    happenings = {kind.__struct_config__.tag for kind in Trigger.__subclasses__()}
    assert {rule["when"]["on"] for rule in rules} == happenings - NOT_IN_SENTENCES
    assert {part["who"] for rule in rules for part in [rule, *rule.get("also", [])]} == {*Who.__args__} - {"previous"}
    assert len(set(sentences)) == len(sentences) >= 1540
