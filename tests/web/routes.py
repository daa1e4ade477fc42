"""Every address and method of the URL map, so that the tests of all addresses include those added later."""

from collections.abc import Iterator
from itertools import groupby
from typing import Any, NamedTuple
from urllib.parse import unquote

from flask import Flask
from werkzeug.exceptions import MethodNotAllowed
from werkzeug.routing import Rule

from companion.web.security import SAFE

RECORDED = {"rule": "r1", "seq": "2", "number": "1", "name": "five-card-yak"}  # what the nights of these tests have
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
    """Every method of every address, filled with these values or others that fit the rule."""
    for address, rules in groupby(sorted(app.url_map.iter_rules(), key=str), key=lambda rule: rule.rule):
        answering = {method: rule for rule in rules for method in rule.methods or ()}
        path = filled(answering["OPTIONS"], {"nid": nid, **RECORDED, **values})
        for method in METHODS:
            try:
                rule = app.url_map.bind("localhost").match(unquote(path), method, return_rule=True)[0]
            except MethodNotAllowed:
                rule = answering["OPTIONS"]
            policy = getattr(app.view_functions[rule.endpoint], "policy", "undeclared")
            yield Way(address, method, path, policy, method in answering)


def filled(rule: Rule, values: dict[str, str]) -> str:
    """A path of the rule."""
    built = rule.build({name: fitting(converter, values.get(name)) for name, converter in rule._converters.items()})
    assert built
    return built[1]


def fitting(converter: Any, value: str | None) -> str:
    """The value if the rule accepts it, otherwise one that it accepts."""
    try:
        converter.to_url(converter.to_python(value))
    except (ValueError, TypeError, AttributeError):
        value = None
    items = getattr(converter, "items", None)
    return value if value is not None and (not items or value in items) else sorted(items)[0] if items else "1"
