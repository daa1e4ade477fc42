"""The forms of a page as a browser would send them, and what may be done to them: plans that are drawn by chance."""

from __future__ import annotations

from html.parser import HTMLParser
from typing import NamedTuple

from hypothesis import strategies as st
from hypothesis.strategies import SearchStrategy

Fields = tuple[tuple[str, str], ...]
ABSURD = (
    "", " ", "p1", "p2", "p9", "-1", "0", "1", "2", "1.5", "1e9", "1" * 9, "9" * 19, "9" * 400, "9" * 5000, "-" * 99,
    "true", "yes", "null", "None", "[]", "{}", "NaN", "p1 QH", "p1 QH KS", "AS", "JOKER", "card.played", "chosen",
    "\x00", "\r\n", "\u2028", "\ufffd", "\u202e", "\U0001f986", "٣", "Ⅷ", "x" * 41, "x" * 300, "<script>", "&#0;",
    "%00", "%s", "{{7*7}}", "../../etc/passwd", "//evil.example", "'; drop table entry; --", "__proto__", "s1",
    "s0-deal", "five-card-yak", "yak", "frak-you", "identical", "bft", "entry.undone", "night.closed",
    "player.joined", "rule.made", "trick.taken",
)  # fmt: skip
NAMES = (
    "type", "player", "players", "amount", "entry", "rule", "text", "key", "back", "acting", "again", "deal", "trick",
    "winner", "plays", "name", "seat", "unit", "own_unit", "night", "code", "to", "order", "move", "votes", "vote",
    "when.on", "when.rank", "when.box", "also.who", "also.amount", "also", "who", "options.dice", "options.tokens",
    "options.members", "options.x.y", "event.winner", "event.amount", "event.event.x", "event.type", "event",
    "options", "when", "drinks", "forfeit", "cap", "paused", "glass", "reason", "asked", "sure", "book", "all",
    "file", "answer", "number", "chosen", "dealt", "waited", "page", "since", "before", "card", "chips", "read",
    "for", "die", "held", "x",
)  # fmt: skip
SENT_AS = ("form", "form", "form", "form", "query", "parts", "files", "json", "bytes", "latin", "cut", "none")


class Form(NamedTuple):
    """A form of a page, with the fields it would send: (name, value) each."""

    method: str
    action: str
    fields: Fields


class Change(NamedTuple):
    """What is done to one field of a form; `at` counts through the fields, over and over."""

    kind: str
    at: int
    name: str
    value: str


class Plan(NamedTuple):
    """One request: who asks, with which form of those at hand, changed how, and sent as what."""

    phone: int
    form: int
    changes: tuple[Change, ...]
    sent_as: str
    scripted: bool


class Forms(HTMLParser):
    """All forms of a page; each button that sends one makes a form of its own."""

    def __init__(self, html: str, page: str) -> None:
        super().__init__()
        self.found: list[Form] = []
        self._page = page
        self._at: tuple[str, str] | None = None
        self._fields: list[tuple[str, str]] = []
        self._buttons: list[tuple[str, str]] = []
        self.feed(html)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = {name: value or "" for name, value in attrs}
        field = (given.get("name", ""), given.get("value", ""))
        if tag == "form":
            self._at = (given.get("method", "get").upper(), given.get("action") or self._page)
            self._fields, self._buttons = [], []
        elif tag == "button" and given.get("name"):
            self._buttons.append(field)
        elif tag in ("input", "select", "textarea", "option") and field[0]:
            self._fields.append(field)

    def handle_endtag(self, tag: str) -> None:
        if tag == "form" and self._at is not None:
            for button in self._buttons or [None]:
                self.found.append(Form(*self._at, (*self._fields, *([button] if button else []))))
            self._at = None


def changed(form: Form, changes: tuple[Change, ...]) -> list[tuple[str, str]]:
    """The fields of a form after all changes."""
    fields = list(form.fields)
    for change in changes:
        at = change.at % (len(fields) or 1)
        if change.kind == "add" or not fields:
            fields.insert(at, (change.name, change.value))
        elif change.kind == "drop":
            del fields[at]
        elif change.kind == "repeat":
            fields += [(fields[at][0], change.value)] * (change.at % 40)
        elif change.kind == "rename":
            fields[at] = (change.name, fields[at][1])
        else:
            fields[at] = (fields[at][0], change.value)
    return fields


VALUES = st.one_of(st.sampled_from(ABSURD), st.text(max_size=12), st.integers().map(str))
CHANGES: SearchStrategy[Change] = st.builds(
    Change,
    st.sampled_from(["value", "value", "value", "add", "drop", "repeat", "rename"]),
    st.integers(0, 200),
    st.one_of(st.sampled_from(NAMES), st.text(max_size=8)),
    VALUES,
)
PLANS: SearchStrategy[Plan] = st.builds(
    Plan,
    st.integers(0, 5),
    st.integers(0, 10**6),
    st.lists(CHANGES, max_size=5).map(tuple),
    st.sampled_from(SENT_AS),
    st.booleans(),
)
