"""The sentences of tests/sentences, as people type them: most are read, and none is misread."""

import json
from collections import Counter

import pytest

from bench.sentences import HERE, by_reader, outcome
from companion.domain.house_rules.english import read
from tests.table import cases

SHARE = {"phone": 0.65, "people": 0.6, "people_refused": 1.0, "kept_for_people": 1.0, "questions": 0.8}


@pytest.mark.parametrize("file", SHARE)
def test_sentences_as_people_type_them_are_read_and_none_is_misread(file):
    rows = [json.loads(line) for line in (HERE / f"{file}.jsonl").read_text(encoding="utf-8").splitlines()]
    found = {row["text"]: outcome(file, row, by_reader(row["text"], row.get("game"))) for row in rows}
    counted = Counter(found.values())

    assert [text for text, what in found.items() if what == "misread"] == []
    assert sum(counted[what] for what in ("at once", "offered", "right")) >= SHARE[file] * len(rows)


@cases(
    ("when the game is over, drink 1", "who"), ("jack = chug", "how many"), ("everyone drinks 3", "when"),
    ("whoever plays a jack is out of the game", "not allowed"), ("swear and the game is over, drink 2", "not allowed"),
    ("whoever plays an ace, you all drink", "who"), ("if I miss my bid, you drink", "who"),
    ("Should anyone propose another rule, they drink two.", "not allowed"),
    ("red: drink, black: give", "two rules"), ("whoever plays a jack drinks nine", "too many"), ("rule 11", "when"),
)  # fmt: skip
def test_a_question_asks_for_what_is_missing(text, ask):
    assert read(text).ask == ask


@cases("", " ", ".", "…", "🍺", "?", "a" * 281, "“”", "((", "\x00", "jack " * 56, "a , " * 70, "7 or " * 56, "if " * 93)
def test_what_is_no_sentence_is_a_question(text):
    verdict, rules = by_reader(text, None)

    assert (verdict, rules) == ("question", [])
