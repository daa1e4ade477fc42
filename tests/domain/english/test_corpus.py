"""House rules as tables word them: what each sentence on file means, and which ones never fire by themselves."""

import msgspec
import pytest

from companion.domain.games import BOXES
from companion.domain.house_rules.english import printed, read
from companion.domain.house_rules.model import MOST, HouseRule, Part, Trigger, When, Who, check_when
from companion.domain.limits import most
from tests.table import cases

from .corpus import CHARGES, NEVER_WATCHED, RULES, UNDERSTOOD, in_any_order


def understood_as_meant(sentence, rule):
    reading = read(sentence)

    assert reading.meaning is not None, f"{reading.why} {reading.left}"
    assert in_any_order(printed(reading)) == in_any_order(rule | people(rule))
    assert (reading.ask, reading.offers) == ("", ())


def people(rule):
    return {"seen_by": "people"} if rule["when"]["on"] == "called" else {}


def never_watched(sentence):
    reading = read(sentence)

    assert reading.verdict != "watches", f"read as {printed(reading)}"
    assert reading.why or reading.offers


@pytest.mark.parametrize(
    ("check", "sentences"), [(understood_as_meant, RULES), (never_watched, NEVER_WATCHED)], ids=["rules", "others"]
)
def test_a_sentence_is_understood_as_the_table_means_it_or_never_fires_by_itself(check, sentences):
    cases(*sentences)(check)()


@cases(*CHARGES)
def test_of_a_rule_that_people_call_the_charge_is_read_unless_it_is_in_doubt(sentence, charged):
    reading = read(sentence)
    parts = reading.meaning.parts if reading.meaning else ()

    assert reading.verdict == ("called" if parts else "question")
    assert (", ".join(f"{part.who} {part.amount}" for part in parts) or "nobody") == charged


def test_what_the_corpus_expects_are_rules_that_the_table_may_have():
    for sentence, rule in UNDERSTOOD:
        first = {"who": rule["who"], "amount": rule["amount"]}
        when = msgspec.convert(rule["when"], When)
        parts = msgspec.convert([first, *rule.get("also", [])], tuple[Part, ...])
        check_when(when, BOXES)

        assert set(rule) <= {"when", "who", "amount", "also"}, sentence
        assert all(most(HouseRule("r1", sentence, when, parts), players) <= MOST for players in range(2, 7)), sentence


def test_the_corpus_has_every_happening_every_drinker_and_nothing_twice():
    rules = [rule for _, rule in UNDERSTOOD]
    sentences = [*(sentence for sentence, _ in UNDERSTOOD), *NEVER_WATCHED]

    happenings = {kind.__struct_config__.tag for kind in Trigger.__subclasses__()}
    assert happenings - {rule["when"]["on"] for rule in rules} == set()
    assert {part["who"] for rule in rules for part in [rule, *rule.get("also", [])]} == {*Who.__args__}
    assert len(set(sentences)) == len(sentences) >= 1500
