"""The form that enters a fact, filled in with an entry of the log, so that no game has a second form to correct one.

It is read as HTML, since the templates of a game draw each form for a fact that is not in the log yet.
"""

import re
from collections.abc import Mapping, Sequence
from html import escape
from html.parser import HTMLParser
from typing import NamedTuple

FORM = re.compile(r"<form\b.*?</form>", re.S)  # forms are never inside one another
NOT_SENT = frozenset({"type", "in_game", "key", "next", "back", "asked", "acting", "dealt"})  # of a new entry
LEFT_OUT = frozenset({"id", "data-slot", "data-while", "data-closed"})
Attributes = list[tuple[str, str | None]]
Said = Mapping[str, Sequence[str]]


class Form(NamedTuple):
    """A form as HTML, the kind of event it enters, its hidden fields, the values of its buttons by name, its other
    fields, and those of which it shows what the entry says.
    """

    html: str
    kind: str
    hidden: dict[str, list[str]]
    buttons: dict[str, list[str]]
    fields: frozenset[tuple[str, str]]
    shown: frozenset[str]


class Given(NamedTuple):
    """What fills in a form: what is `said` by field, and what a button alone shows as `pressed`.

    Buttons for other fields than those `known` are left out. Where a form asks the server what its boxes would score,
    it asks this `address`. `extra` is HTML of further hidden fields. The number of the player `about` is what is wrong.
    """

    said: Said
    pressed: Said
    known: frozenset[str]
    address: str
    extra: str
    about: str = ""


def forms(html: str, given: Given) -> list[Form]:
    """The forms in this HTML, filled in."""
    return [_FilledIn(found[0], given).form for found in FORM.finditer(html)]


class _FilledIn(HTMLParser):
    """Writes the form again, tag by tag, and changes the tags that hold what is said."""

    def __init__(self, html: str, given: Given) -> None:
        super().__init__()
        self.given = given
        self.out: list[str] = []
        self.kind = ""
        self.hidden: dict[str, list[str]] = {}
        self.shown: set[str] = set()
        self.buttons: dict[str, list[str]] = {}
        self.places: dict[tuple[str, str], int] = {}  # how many fields of a kind and name were there
        self.covered, self.skipped = 0, ""  # open `div`s of a hidden one; the tag whose content is left out
        self.wanted: str | None = None  # the option of the select that is open
        self.option: Attributes | None = None  # an option whose value is its text, which comes next
        self.chosen: tuple[str, str] | None = None  # the button that says what the entry says
        self.has_save = self.has_fields = False
        self.feed(html)
        self.close()

    @property
    def form(self) -> Form:
        html, fields, shown = "".join(self.out), frozenset(self.places), frozenset(self.shown)
        return Form(html, self.kind, self.hidden, self.buttons, fields, shown)

    def handle_starttag(self, tag: str, attrs: Attributes) -> None:
        if self.skipped:
            return
        if tag == "div" and (self.covered or ("hidden", None) in attrs):
            self.covered += 1
        if tag in ("form", "input", "select", "option", "button"):
            getattr(self, f"_{tag}")(dict(attrs))
        else:
            self.out.append(self.get_starttag_text() or "")

    def handle_startendtag(self, tag: str, attrs: Attributes) -> None:
        if not self.skipped:
            self.out.append(self.get_starttag_text() or "")

    def handle_endtag(self, tag: str) -> None:
        if self.skipped:
            self.skipped = "" if tag == self.skipped else self.skipped
            return
        if tag == "div" and self.covered:
            self.covered -= 1
        if tag == "form" and not self.has_save and self.has_fields and self.chosen:
            name, value = map(escape, self.chosen)
            save = f'<button class="button primary wide" name="{name}" value="{value}">Save</button>'
            self.out.append(f'<div class="finish">{save}</div>')
        self.out.append(f"</{tag}>")

    def handle_data(self, data: str) -> None:
        if self.option is not None and not self.skipped:
            attrs, self.option = self.option, None
            self._write("option", {**dict(attrs), **self._selected(data.strip())})
        if not self.skipped:
            self.out.append(escape(data, quote=False))

    def _write(self, tag: str, attrs: Mapping[str, str | None]) -> None:
        shown = "".join(f" {name}" if value is None else f' {name}="{escape(value)}"' for name, value in attrs.items())
        self.out.append(f"<{tag}{shown}>")

    def _form(self, attrs: dict[str, str | None]) -> None:
        kept = {name: value for name, value in attrs.items() if name not in LEFT_OUT}
        if kept.get("data-pad") != "card":  # of one card the right one is tapped, all else waits for Save
            changed = {"data-prices": self.given.address, "data-done": "Tap what is wrong."}
            kept = {name: changed.get(name, value) for name, value in kept.items() if name != "data-send"}
        self._write("form", kept)
        self.out.append(self.given.extra)

    def _values(self, kind: str, name: str) -> tuple[Sequence[str], int]:
        """What is said of this field, and how many fields of this kind and name there were before."""
        place = self.places.get((kind, name), 0)
        self.places[kind, name] = place + 1
        return self.given.said.get(name, ()), place

    def _input(self, attrs: dict[str, str | None]) -> None:
        kind, name, value = attrs.get("type") or "text", attrs.get("name") or "", attrs.get("value") or ""
        if self.covered or kind == "hidden":
            if name == "type":
                self.kind = value
            elif name not in NOT_SENT:
                self.hidden.setdefault(name, []).append(value)
                self.shown |= {name} if [*self.given.said.get(name, ())] == self.hidden[name] else set()
                self._write("input", attrs)
            return
        self.has_fields = True
        values, place = self._values(kind, name)
        if kind in ("checkbox", "radio"):
            is_by_place = kind == "checkbox" and bool(values) and {*values} <= {"true", "false"}
            is_on = values[place : place + 1] == ["true"] if is_by_place else value in values
            is_on = is_on or (kind == "radio" and not values and not value)
            attrs = {name: one for name, one in attrs.items() if name != "checked"} | (
                {"checked": None} if is_on else {}
            )
            self.shown |= {name} if is_on or is_by_place else set()
        elif place < len(values):
            attrs["value"] = values[place]
            self.shown.add(name)
        if self.given.about and name == f"points.{self.given.about}":
            attrs["autofocus"] = None
        self._write("input", attrs)

    def _select(self, attrs: dict[str, str | None]) -> None:
        self.has_fields = True
        values, place = self._values("select", attrs.get("name") or "")
        hand = attrs.get("data-hand") or ""
        rest = [value for value in values if value.startswith(hand)] if hand else list(values[place : place + 1])
        self.wanted = rest[0] if rest else None
        if rest:
            self.shown.add(attrs.get("name") or "")
        self._write("select", attrs)

    def _option(self, attrs: dict[str, str | None]) -> None:
        attrs = {name: value for name, value in attrs.items() if name != "selected"}
        if "value" not in attrs:
            self.option = list(attrs.items())
        else:
            self._write("option", attrs | self._selected(attrs["value"] or ""))

    def _selected(self, value: str) -> dict[str, str | None]:
        return {"selected": None} if value == self.wanted else {}

    def _button(self, attrs: dict[str, str | None]) -> None:
        name, value = attrs.get("name") or "", attrs.get("value") or ""
        if "formaction" in attrs:
            attrs["formaction"] = self.given.address
        elif not name and attrs.get("type") != "button" and not value:
            self.has_save, self.skipped = True, "button"
            self.out.append('<button class="button primary wide">Save</button>')
            return
        elif name and name not in self.given.known and name not in ("back", "opens"):
            self.skipped = "button"
            return
        elif name:
            self.buttons.setdefault(name, []).append(value)
            if value in self.given.said.get(name, self.given.pressed.get(name, ())):
                self.chosen = name, value
                self.shown.add(name)
                attrs["aria-pressed"] = "true"
        self._write("button", attrs)
