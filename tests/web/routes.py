"""Every way into the companion, as its URL map lists them, so that a test of all of them knows tomorrow's too."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import groupby
from typing import Any, NamedTuple
from urllib.parse import quote, unquote

from flask import Flask
from werkzeug.exceptions import MethodNotAllowed
from werkzeug.routing import Rule

from companion.web.security import SAFE

STANDING = {
    "rule": "r1",
    "seq": "2",
    "number": "1",
    "name": "five-card-yak",
}  # in the nights of these tests
METHODS = ("GET", "HEAD", "OPTIONS", "POST", "PUT", "PATCH", "DELETE")


class Way(NamedTuple):
    """One method of one address; `answers` says whether there is such a method, `policy` who may use it."""

    rule: str
    method: str
    path: str
    policy: str
    answers: bool

    @property
    def unsafe(self) -> bool:
        return self.method not in SAFE

    @property
    def streams(self) -> bool:
        return self.rule.endswith("/live") and self.method == "GET"


def ways(app: Flask, nid: str, **values: str) -> Iterator[Way]:
    """Every method of every address, filled with what stands in the night, and otherwise with what fits the rule."""
    for address, rules in groupby(sorted(app.url_map.iter_rules(), key=str), key=lambda rule: rule.rule):
        answering = {method: rule for rule in rules for method in rule.methods or ()}
        path = filled(answering["OPTIONS"], {"nid": nid, **STANDING, **values})
        for method in METHODS:
            rule = _answering(app, path, method) or answering["OPTIONS"]
            policy = getattr(app.view_functions[rule.endpoint], "policy", "undeclared")
            yield Way(address, method, path, policy, method in answering)


def _answering(app: Flask, path: str, method: str) -> Rule | None:
    try:
        return app.url_map.bind("localhost").match(unquote(path), method, return_rule=True)[0]
    except MethodNotAllowed:
        return None


def filled(rule: Rule, values: dict[str, str]) -> str:
    """A path of the rule."""
    path = rule.rule
    for is_dynamic, name in rule._trace:
        if is_dynamic:
            path = path.replace(_written(rule.rule, name), quote(_fitting(rule._converters[name], values.get(name))))
    return path


def _written(rule: str, name: str) -> str:
    """A variable as it stands in a rule: `<name>`, or `<int:name>`."""
    found = next(part for part in rule.split("<")[1:] if part.partition(">")[0].rpartition(":")[2] == name)
    return f"<{found.partition('>')[0]}>"


def _fitting(converter: Any, value: str | None) -> str:
    """The value where the rule takes it, else one that it does take."""
    try:
        converter.to_url(converter.to_python(value))
    except (ValueError, TypeError, AttributeError):
        value = None
    items = getattr(converter, "items", None)
    return value if value is not None and (not items or value in items) else sorted(items)[0] if items else "1"
