"""The page that changes an entry: every entry of every game has its form, and a form sent as it is changes nothing."""

import random
from html.parser import HTMLParser

import pytest

from companion.commands.authorization import Sender
from companion.commands.handler import Command
from companion.domain.events import read
from companion.domain.games import GAMES
from companion.domain.playing import own_events
from companion.domain.replay import result
from tests.table import row

OPTIONS = {"frak-you": {"initiated": "p1"}, "yak": {"dice": "real"}}


class Forms(HTMLParser):
    """The forms of a page, each with the fields that a phone would send without touching anything."""

    def __init__(self, html: str) -> None:
        super().__init__()
        self.forms: list[dict[str, list[str]]] = []
        self.select, self.options = "", list[tuple[str, bool]]()
        self.feed(html)

    def handle_starttag(self, tag, attrs):
        has = dict(attrs)
        if tag == "form":
            self.forms.append({})
        elif not self.forms:
            return
        elif tag == "input" and (has.get("type") not in ("checkbox", "radio") or "checked" in has):
            self.add(has.get("name"), has.get("value", "on"))
        elif tag == "select":
            self.select, self.options = has["name"], []
        elif tag == "option":
            self.options.append((has.get("value"), "selected" in has))

    def handle_data(self, data):
        if self.select and self.options and self.options[-1][0] is None:
            self.options[-1] = (data.strip(), self.options[-1][1])

    def handle_endtag(self, tag):
        if tag == "select":
            self.add(self.select, next((value for value, on in self.options if on), self.options[0][0]))
            self.select = ""

    def add(self, name, value):
        if name:
            self.forms[-1].setdefault(name, []).append(value or "")


def changes(phone, seq):
    """The forms of an entry's page that change it."""
    page = phone.get(f"log/{seq}")
    assert page.status == 200
    found = Forms(page.html).forms
    return [form for form in found if form.get("type") == ["entry.changed"]]


def simulated(evening, game, events):
    """The evening with this game, played on as a table might until it has so many entries of it."""
    evening.start(game, **OPTIONS.get(game, {}))
    chance = random.Random(game)
    handler, started = evening.services.commands, evening.seq
    while evening.night.game and evening.seq < started + events:
        deal = GAMES[game].simulation.deal(evening.night.game.state, evening.night.table(), chance.choice)
        for raw in deal:
            event = read({**raw}, own_events(evening.night))
            handler.handle(evening.nid, Command(lambda night, event=event: [event]), Sender(None))
            if not evening.night.game:
                break
    return evening


@pytest.mark.parametrize("game", GAMES)
def test_a_form_sent_as_it_is_changes_nothing(evening, ann, game):
    simulated(evening, game, 30)
    ann.tap("fine.given", player="p2", amount=3, reason="late")
    ann.tap("rule.made", text="No elbows")
    before, offered = result(evening.log), set()
    for seq in range(1, evening.seq + 1):
        for form in changes(ann, seq):
            if not any(name.startswith("event.") for name in form):
                continue  # its buttons say what it changes
            if form.get("event.winner") and "event.plays" not in form:
                continue  # it forgets the cards
            kind = evening.log.line(seq).entry.event.type
            with row(kind, form):
                answer = ann.post("entries", {**form, "again": "yes"}, {"HX-Request": "true"})
                assert answer.refuses("says that already") or answer.status == 200, answer
                after = result(evening.log)
                assert after == before
            offered.add(kind)
    assert {"fine.given", "rule.made", "night.opened", "game.started"} <= offered
    assert any(kind in GAMES[game].events for kind in offered)
