"""Random requests: forms of the pages with random changes, and the faults of the responses."""

import io
import re
import traceback
from collections.abc import Iterator
from itertools import islice
from pathlib import Path
from typing import Any, NamedTuple
from urllib.parse import urlencode

from flask import got_request_exception
from hypothesis import strategies as st

from companion.domain.events import EVENTS
from companion.domain.games import GAMES
from companion.domain.replay import replayed
from companion.storage.database import database_of
from companion.storage.errors import UnknownNight
from companion.web.security import SAFE
from tests.conftest import OWN, Evening, forget_wrong_codes, make_app, plain
from tests.web.forms import attributes
from tests.web.routes import ways

Fields = list[tuple[str, str]]
PAGES = (
    "", "drinks", "with/p1", "with/p2", "settle", "preferences", "unit", "rules", "rules/new", "rules/r1", "ready-made",
    "files/rules", "log", "log/6", "log/8", "seats", "share", "privacy", "delete", "start", "start/yak",
    "start/frak-you", "deal", "pad",
)  # fmt: skip
PLAYED = tuple(GAMES)
ABSURD = (
    "", " ", "p1", "p2", "p9", "-1", "0", "1", "2", "1.5", "1e9", "1" * 9, "9" * 19, "9" * 400, "9" * 5000, "-" * 99,
    "true", "yes", "null", "None", "[]", "{}", "NaN", "p1 QH", "p1 QH KS", "AS", "JOKER", "card.played", "chosen",
    "\x00", "\r\n", "\u2028", "\ufffd", "\u202e", "\U0001f986", "٣", "Ⅷ", "x" * 41, "x" * 300, "<script>", "&#0;",
    "%00", "%s", "{{7*7}}", "../../etc/passwd", "//evil.example", "'; drop table entry; --", "__proto__", "s1",
    "s0-deal", "five-card-yak", "yak", "frak-you", "identical", "bft", "entry.undone", "night.closed",
    "player.joined", "rule.made", "trick.taken",
)  # fmt: skip
KINDS = [pair for events in (EVENTS, *(game.entered for game in GAMES.values())) for pair in events.items()]
FIELDS = sorted({field for _, kind in KINDS for field in kind.__struct_fields__})
SHAPES = ("{}.x", "{}.", ".{}", "event.{}", "event.event.{}", "when.{}", "options.{}", "{}.x.y", "{}[]")
NAMES = (
    *FIELDS, *(shape.format(field) for shape in SHAPES for field in FIELDS),
    "type", "key", "back", "acting", "again", "seat", "own_unit", "night", "code", "to", "move",
    "when.on", "when.rank", "when.box", "also.who", "also.amount", "options.dice", "options.tokens", "options.members",
    "options.x.y", "event.winner", "event.amount", "event.event.x", "event.type", "drinks", "cap", "paused", "glass",
    "sure", "book", "all", "file", "answer", "waited", "page", "since", "before", "card", "call", "for", "die", "x",
)  # fmt: skip
FORM = "application/x-www-form-urlencoded"
CUT = b'--x\r\nContent-Disposition: form-data; name="type"\r\n\r\n'
BODIES = {  # what may be sent instead of a form, made of the form's text
    "json": lambda text: (b'{"type": ' + text + b"}", "application/json"),
    "bytes": lambda text: (text.replace(b"%", b"\xff\x00%zz"), FORM),
    "latin": lambda text: (text, f"{FORM}; charset=utf-16"),
    "cut": lambda text: (CUT + text, "multipart/form-data; boundary=x"),
    "none": lambda text: (text, ""),
}
SENT_AS = (*["form"] * 4, "query", "parts", "files", *BODIES)


class Form(NamedTuple):
    """A form of a page, with the (name, value) of each field that it would send."""

    method: str
    action: str
    fields: Fields


class Plan(NamedTuple):
    """One request: the phone, the form, the changes to it, and the format in which it is sent."""

    phone: int
    form: int
    changes: list[tuple[str, int, str, str]]
    sent_as: str
    scripted: bool


VALUES = st.one_of(st.sampled_from(ABSURD), st.text(max_size=12), st.integers().map(str))
KIND = st.sampled_from(["value", "value", "value", "add", "drop", "repeat", "rename"])
NAME = st.one_of(st.sampled_from(NAMES), st.text(max_size=8))
CHANGES = st.lists(st.tuples(KIND, st.integers(0, 200), NAME, VALUES), max_size=5)
PLANS = st.builds(Plan, st.integers(0, 5), st.integers(0, 10**6), CHANGES, st.sampled_from(SENT_AS), st.booleans())


def forms_of(html: str, page: str) -> Iterator[Form]:
    """All forms of a page; each button that sends one makes a form of its own."""
    for form, inside in re.findall(r"<form\b([^>]*)>(.*?)</form>", html, re.S):
        has, fields, buttons = attributes(form), list[tuple[str, str]](), list[Fields]()
        for tag, field in re.findall(r"<(input|select|textarea|button)\b([^>]*)>", inside):
            given = attributes(field)
            if tag == "button" and given.get("name"):
                buttons.append([(given["name"], given.get("value", ""))])
            elif given.get("name"):
                fields.append((given["name"], given.get("value", "")))
        for button in buttons or [[]]:
            yield Form(has.get("method", "get").upper(), has.get("action") or page, [*fields, *button])


class Playground:
    """One app and one night at a time, with five phones: three at the table, one at another, one at none."""

    def __init__(self, folder: Path) -> None:
        self.app = make_app(folder)
        self.requests = self.nights = 0
        self.faults: list[str] = []
        self._crashed: list[str] = []
        self._record = lambda app, exception, **_: self._crashed.append("".join(traceback.format_exception(exception)))
        got_request_exception.connect(self._record, self.app)
        self.open()

    def open(self) -> None:
        """Another night, with a game that is on and a little of everything."""
        self.night = Evening(self.app)
        guests = [self.night.join("Bob"), self.night.join("Cal")]
        elsewhere = Evening(self.app, name="Elsewhere", host="Eve").ann
        self.phones = [phone.client for phone in (self.night.ann, *guests, elsewhere, self.night.stranger())]
        self.night.ann.tap("player.joined", name="Dot")
        self.night.ann.tap("rule.made", text="No elbows", amount=2)
        self.night.ann.tap("rule.called", rule="r1", player="p2")
        self.night.ann.tap("fine.given", player="p2", amount=9, reason="late")
        game = PLAYED[self.nights % len(PLAYED)]
        self.night.ann.tap("game.started", game=game, players=["p1", "p2", "p3"], dealer="p1")
        self.night.ann.tap("trick.taken", deal=1, trick=1, winner="p2")
        self.forms = self._forms()
        self.nights += 1

    def _forms(self) -> list[Form]:
        """The forms of every page as each phone sees them, and every address by every method, without fields."""
        nid, token = self.night.nid, self.night.links.token
        found: list[Form] = []
        for phone in self.phones:
            for page in ("/", *(f"/n/{nid}/{page}" for page in PAGES), f"/j/{token}"):
                found += forms_of(phone.get(page).get_data(as_text=True), page)
        addresses = [way for way in ways(self.app, nid, seq="6", name="yak") if way.answers and way.method != "OPTIONS"]
        entrances = [f"/j/{token}", f"/j/{token}x", f"/m/{token}", f"/opened/{token}"]
        found += [Form(way.method, way.path, []) for way in addresses]
        return [*found, *(Form(method, path, []) for path in entrances for method in ("GET", "POST"))]

    def play(self, plan: Plan) -> None:
        """Sends one request; adds the errors of its response to the faults."""
        form = self.forms[plan.form % len(self.forms)]
        forget_wrong_codes(self.app)
        before = self._seq()
        with self.phones[plan.phone % 5].open(**request_of(form, plan), buffered=False) as response:
            text = b"".join(islice(response.response, 2 if response.mimetype == "text/event-stream" else None))
        self.requests += 1
        crashed, self._crashed = "".join(self._crashed)[-1500:], []
        refused = 400 <= response.status_code < 500
        sentence = plain(text.decode("utf-8", "replace")) and response.mimetype in ("text/html", "text/plain")
        wrong = {
            crashed: response.status_code >= 500 or crashed,
            "no sentence": refused and form.method != "HEAD" and not sentence,
            "a refused request wrote something": refused and form.method not in SAFE and before not in (0, self._seq()),
        }
        self.faults += [f"{response.status_code} {fault}: {form} {plan}" for fault, is_so in wrong.items() if is_so]

    def check(self) -> None:
        """The log in the database loads again, is what it was, and replays."""
        if not self._seq():
            return
        file = self.night.file
        self.app.extensions["companion"].nights.evict_idle(-1)
        if self.night.file != file:
            self.faults.append(f"night {self.night.nid} loads as another one")
        try:
            replayed(file)
        except Exception as error:  # every kind of failing is one
            self.faults.append(f"night {self.night.nid} does not replay: {error!r}")
        if self.night.ann.get("log").status >= 500:
            self.faults.append(f"the log of night {self.night.nid} cannot be shown")

    def close(self) -> None:
        """The last night is checked, too, and the database closed."""
        self.check()
        database_of(self.app).close()

    def _seq(self) -> int:
        """How many entries the night has; none when a form has deleted it."""
        try:
            return self.night.seq
        except UnknownNight:
            return 0


def changed(fields: Fields, changes: list[tuple[str, int, str, str]]) -> Fields:
    """The fields of a form after all changes; `at` counts through the fields, over and over."""
    fields = list(fields)
    for kind, number, name, value in changes:
        at = number % (len(fields) or 1)
        if kind == "add" or not fields:
            fields.insert(at, (name, value))
        elif kind == "drop":
            del fields[at]
        elif kind == "repeat":
            fields += [(fields[at][0], value)] * (number % 40)
        else:
            fields[at] = (name, fields[at][1]) if kind == "rename" else (fields[at][0], value)
    return [(encodable(name), encodable(value)) for name, value in fields]


def encodable(text: str) -> str:
    """The text without half characters, which no browser sends."""
    return text.encode("utf-8", "replace").decode()


def request_of(form: Form, plan: Plan) -> dict[str, Any]:
    """The request of a plan, as the test client takes it."""
    fields = changed(form.fields, plan.changes)
    path = form.action.partition("#")[0]
    asked = {
        "path": path if path.startswith("/") else "/",
        "method": form.method,
        "headers": {**OWN, **({"HX-Request": "true"} if plan.scripted else {})},
    }
    if form.method in SAFE or plan.sent_as == "query":
        return {**asked, "query_string": urlencode(fields), "path": path.partition("?")[0] or "/"}
    if plan.sent_as in ("parts", "files"):
        data: dict[str, list[Any]] = {}
        for name, value in fields:
            part = (io.BytesIO(value.encode()), 'x"y\r\n.json') if plan.sent_as == "files" or name == "file" else value
            data.setdefault(name, []).append(part)
        return {**asked, "data": data, "content_type": "multipart/form-data"}
    body, kind = BODIES.get(plan.sent_as, lambda text: (text, FORM))(urlencode(fields).encode())
    return {**asked, "data": body, "content_type": kind}
