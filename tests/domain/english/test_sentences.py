"""The sentences of tests/sentences, as people type them: most are read, and none is misread."""

import json
from collections import Counter
from pathlib import Path

import msgspec
import pytest

from tests.table import cases

from .corpus import read

HERE = Path(__file__).parents[2] / "sentences"
SHARE = {"phone": 0.65, "people": 0.6, "people_refused": 1.0, "kept_for_people": 1.0, "questions": 0.8}


def by_reader(text, game):
    """The verdict on a sentence, and the rules that it is about."""
    found = read(text, game) if game else read(text)
    rules = (found.meaning,) if found.meaning else found.offers
    plain = [(msgspec.to_builtins(rule.when), msgspec.to_builtins(rule.parts), rule.title) for rule in rules]
    return found.verdict, [dict(zip(("when", "parts", "title"), rule, strict=True)) for rule in plain]


def wanted(rule):
    """What a row expects, as the reader writes a rule."""
    parts = [{"who": rule["who"], "amount": rule["amount"]}, *rule.get("also", ())] if "who" in rule else []
    return normal({"when": rule.get("when", {"on": "called"}), "parts": parts, "title": rule.get("title")})


def normal(rule):
    """The same for all ways of writing one rule."""
    lists = {key: value if isinstance(value, list | tuple) else [value] for key, value in rule["when"].items()}
    when = sorted((key, sorted(value)) for key, value in lists.items() if (key, [*value]) != ("count", [1]))
    parts = sorted((part["who"], str(part["amount"])) for part in rule["parts"])
    return when, parts, (rule["title"] or "").casefold()


def outcome(file, row):
    verdict, rules = by_reader(row["text"], row.get("game"))
    return OUTCOMES[file](row, verdict, rules)


def on_a_phone(row, verdict, rules):
    right = [wanted(rule) for rule in (row["rule"], *row.get("or", ()))]
    if verdict == "watches":
        return "at once" if normal(rules[0]) in right and not row.get("did_you_mean") else "misread"
    return "offered" if verdict == "did you mean" and any(normal(rule) in right for rule in rules) else "left"


def by_people(row, verdict, rules):
    if verdict not in ("called", "watches"):
        return "left"
    return "at once" if normal(rules[0]) == wanted(row) else "misread"


def refused(row, verdict, rules):
    return "misread" if verdict in ("watches", "called") else "right"


def kept_for_people(row, verdict, rules):
    if verdict == "called":
        known, first = {key: row[key] for key in ("who", "amount") if key in row}, rules[0]["parts"][0]
        return "right" if known and all(first[key] == value for key, value in known.items()) else "misread"
    return {"watches": "misread", "question": "right"}.get(verdict, "offered")


def asked(row, verdict, rules):
    return {"watches": "misread", "called": "left"}.get(verdict, "right")


OUTCOMES = {
    "phone": on_a_phone,
    "people": by_people,
    "people_refused": refused,
    "kept_for_people": kept_for_people,
    "questions": asked,
}


@pytest.mark.each_game
@pytest.mark.parametrize("file", SHARE)
def test_sentences_as_people_type_them_are_read_and_none_is_misread(file):
    rows = [json.loads(line) for line in (HERE / f"{file}.jsonl").read_text(encoding="utf-8").splitlines()]
    found = {row["text"]: outcome(file, row) for row in rows}
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
