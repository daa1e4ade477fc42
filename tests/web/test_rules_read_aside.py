"""No other table waits while a sentence is read: it is read outside the server's main thread, whoever asks for it."""

import json
from urllib.parse import urlencode

import pytest

from companion.commands import checks, rule_forms
from companion.domain.house_rules.english import reader as sentences
from companion.web import rule_books

TYPED = {"read": "", "chips": ""}
TAPPED = {"when.on": "card.played", "when.rank": "K", "who": "left", "amount": 2}
TOO_LONG = "u & " * 100


@pytest.fixture
def read_where(monkeypatch):
    """Every sentence that is read from now on, and whether that was done aside."""
    inside, found, within = [], [], sentences.within

    def aside(work, *asked):
        inside.append(work)
        try:
            return work(*asked)
        finally:
            inside.pop()

    def noted(text, effort):
        found.append((text, bool(inside)))
        return within(text, effort)

    for module in (checks, rule_forms):
        monkeypatch.setattr(module, "aside", aside)
    monkeypatch.setattr(sentences, "within", noted)
    sentences._remembered.cache_clear()
    return found


@pytest.fixture
def ways(evening, ann):
    """Every way to say a rule: typed, typed without script, tapped, made, made anew, amended, changed, and brought."""
    ann.tap("rule.made", text="No elbows")
    first = evening.seq

    def asked(page, **more):
        return lambda text: ann.get(f"{page}?{urlencode({'text': text, **TYPED, **more})}")

    def tapped(kind, field="text", **more):
        return lambda text: ann.tap(kind, **{field: text, **more})

    def brought(text):
        book = json.dumps({"format": "companion-rules/1", "rules": [{"text": text}]}).encode()
        return ann.post("rules/bring", {"all": "yes", "book": rule_books.packed(book)})

    return [
        asked("rules/read"),
        asked("rules"),
        asked("rules/read", **TAPPED),
        tapped("rule.made"),
        tapped("rule.made", **TYPED),
        tapped("rule.amended", rule="r1"),
        tapped("entry.changed", "event.text", entry=first),
        brought,
    ]


def test_every_way_to_say_a_rule_reads_it_aside_and_none_a_text_that_is_too_long(ways, read_where, evening):
    for place, way in enumerate(ways):
        assert way(f"No game {place}").status in (200, 303)
        assert f"No game {place}" in [text for text, _ in read_where]
    assert [text for text, aside in read_where if not aside] == []

    before = evening.seq
    for way in ways:
        way(TOO_LONG)
    assert TOO_LONG not in [text for text, _ in read_where]
    assert evening.seq == before
