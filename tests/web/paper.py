"""A form as a phone without script sends it: every field as painted, but for those that somebody filled in."""

from __future__ import annotations

from html.parser import HTMLParser
from typing import Any


class Paper(HTMLParser):
    """The fields of one form of a page, by its id, as they stand before anybody touches them."""

    def __init__(self, html: str, form: str = "rule-form") -> None:
        super().__init__()
        self.form, self.fields = form, list[tuple[str, str]]()
        self._inside = False
        self._words = self._select = ""
        self._options: list[tuple[str, bool]] = []
        self.feed(html)
        assert self.fields, f"There is no form {form}."

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        has = {name: value or "" for name, value in attrs}
        if tag == "form":
            self._inside = has.get("id") == self.form
        if not self._inside:
            return
        if tag == "input" and (has.get("type") not in ("radio", "checkbox") or "checked" in has):
            self.fields.append((has["name"], has.get("value", "")))
        if tag in ("textarea", "select"):
            self._select, self._words, self._options = has["name"], "", []
        if tag == "option":
            self._words = ""
            self._options.append((has.get("value", "\0"), "selected" in has))

    def handle_data(self, data: str) -> None:
        self._words += data

    def handle_endtag(self, tag: str) -> None:
        if tag == "form":
            self._inside = False
        if not self._inside:
            return
        if tag == "textarea":
            self.fields.append((self._select, self._words))
        if tag == "option" and self._options[-1][0] == "\0":
            self._options[-1] = (self._words, self._options[-1][1])
        if tag == "select":
            chosen = next((value for value, is_chosen in self._options if is_chosen), self._options[0][0])
            self.fields.append((self._select, chosen))

    def filled(self, **said: Any) -> dict[str, list[str]]:
        """What is sent; a dot in a name is written as two lines, a list is several values."""
        sent: dict[str, list[str]] = {}
        for name, value in self.fields:
            sent.setdefault(name, []).append(value)
        for name, value in said.items():
            sent[name.replace("__", ".")] = [str(one) for one in (value if isinstance(value, list) else [value])]
        return sent
