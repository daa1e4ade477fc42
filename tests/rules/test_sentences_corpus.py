"""House rules as tables say them, and what a referee would write down: the corpus, older than the grammar.

`sentences/understood.txt` has one sentence a line and the rule it means; `sentences/not_understood.txt` one that stays
a rule for people to call, and the reason. Lines that begin with `#` are headings.
"""

import json
from pathlib import Path
from typing import Any

import msgspec
import pytest

from companion.rules.games import BOXES
from companion.rules.house_rules import MOST, HouseRule, Part, When, check_when
from companion.rules.limits import most
from companion.rules.sentences import as_json, read

SHELF = Path(__file__).parent / "sentences"
REASONS = {
    "unknown words", "negation", "unless", "except", "too many", "second condition", "two readings", "names",
    "nonsense",
}  # fmt: skip


def pairs(name: str) -> list[tuple[str, str]]:
    """The sentences of a file, each with what stands behind its last arrow."""
    lines = (SHELF / name).read_text(encoding="utf-8").splitlines()
    split = [line.rpartition(" => ") for line in lines if line and not line.startswith("#")]
    return [(sentence, rest) for sentence, _, rest in split]


UNDERSTOOD = [(sentence, json.loads(rest)) for sentence, rest in pairs("understood.txt")]
STAYS_TEXT = pairs("not_understood.txt")


def each_with_its_name(rows: list[tuple[str, Any]]) -> list[Any]:
    return [pytest.param(*row, id=row[0]) for row in rows]


def in_any_order(value: Any) -> Any:
    """The same rule with every list of ranks or suits sorted, because it means the same in any order."""
    when = {key: sorted(named) if isinstance(named, list) else named for key, named in value["when"].items()}
    return value | {"when": when}


@pytest.mark.parametrize(("sentence", "rule"), each_with_its_name(UNDERSTOOD))
def test_a_sentence_is_understood_as_the_table_means_it(sentence, rule):
    reading = read(sentence)

    assert reading.meaning is not None, f"{reading.why} {reading.unknown}"
    assert in_any_order(as_json(reading.meaning)) == in_any_order(rule)
    assert not reading.unknown
    assert reading.why == ""


@pytest.mark.parametrize(("sentence", "reason"), each_with_its_name(STAYS_TEXT))
def test_a_sentence_beyond_the_vocabulary_stays_a_rule_to_call_and_says_why(sentence, reason):
    reading = read(sentence)

    assert reading.meaning is None, f"{reason}, yet read as {as_json(reading.meaning)}"
    assert reading.why


@pytest.mark.parametrize(("sentence", "rule"), each_with_its_name(UNDERSTOOD))
def test_what_the_corpus_expects_is_a_rule_that_the_table_may_have(sentence, rule):
    when = msgspec.convert(rule["when"], When)
    parts = msgspec.convert([{"who": rule["who"], "amount": rule["amount"]}, *rule.get("also", [])], tuple[Part, ...])
    check_when(when, BOXES)

    assert set(rule) <= {"when", "who", "amount", "also"}
    assert rule.get("also") != []
    assert 1 <= len(parts) <= 3
    assert all(most(HouseRule("r1", sentence, when, parts), players) <= MOST for players in range(2, 7))


def test_the_corpus_is_large_says_nothing_twice_and_gives_a_known_reason():
    sentences = [sentence for sentence, _ in [*UNDERSTOOD, *STAYS_TEXT]]

    assert len(set(sentences)) == len(sentences)
    assert all(sentence == sentence.strip() for sentence in sentences)
    assert len(UNDERSTOOD) >= 260
    assert len(STAYS_TEXT) >= 90
    assert {reason for _, reason in STAYS_TEXT} <= REASONS


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
