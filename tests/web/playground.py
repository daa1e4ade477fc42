"""A table in this process on which random requests are played, and what would be wrong about its answers."""

from __future__ import annotations

import io
import re
import traceback
from collections import Counter
from html import unescape
from itertools import islice
from pathlib import Path
from typing import Any
from urllib.parse import urlencode

from flask import Flask, got_request_exception
from flask.testing import FlaskClient

from companion import create_app
from companion.domain.replay import night_file, replayed
from companion.storage import nights
from companion.storage.database import database_of
from companion.web.security import SAFE
from tests.conftest import forget_wrong_codes
from tests.web.fuzzed_requests import Form, Forms, Plan, changed

OWN = {"Origin": "http://localhost"}
UNLIMITED = {"TAPS_PER_SECOND": 0, "NIGHTS_PER_HOUR": 0}
PAGES = (
    "", "drinks", "fines", "proposals", "settle", "wishes", "unit", "rules", "rules/r1", "rules/bring", "rules/keep",
    "log", "log/6", "log/8", "seats", "share", "privacy", "erase", "delete", "start", "start/yak", "start/frak-you",
    "deal", "pad",
)  # fmt: skip
GAMES = ("five-card-yak", "yogis-whist", "frak-you", "card-yacht", "yak")
LEAST = 40  # forms, without which the pages were not read
SENTENCE = re.compile(r"[.!?…”)]\s*$|again$")
CUT = b'--x\r\nContent-Disposition: form-data; name="type"\r\n\r\n'
Night = tuple[str, list[FlaskClient]]


class Playground:
    """One app and one night at a time, with five phones: three at the table, one at another, one at none."""

    def __init__(self, folder: Path) -> None:
        self.app: Flask = create_app({"DATA": folder, "TRUSTED_HOSTS": ("localhost",), **UNLIMITED})
        self.counts: Counter[str] = Counter()
        self.faults: list[str] = []
        self.nights = self.entries = 0
        self._crashed: list[str] = []
        self._record = lambda app, exception, **_: self._crashed.append("".join(traceback.format_exception(exception)))
        got_request_exception.connect(self._record, self.app)
        self.open()

    def open(self) -> None:
        """Another night, with a game on and a little of everything."""
        self.nid, self.phones = self._seated()
        for path, form in self._things():
            self.phones[0].post(f"/n/{self.nid}/{path}", data=form, headers=OWN)
        self.forms = [form for phone in self.phones for form in self._forms(phone)] + self._addresses()
        assert len(self.forms) > LEAST, len(self.forms)
        self.nights += 1

    def play(self, plan: Plan) -> None:
        """One request; what is wrong with its answer is a fault."""
        form = self.forms[plan.form % len(self.forms)]
        client = self.phones[plan.phone % len(self.phones)]
        forget_wrong_codes(self.app)
        before = self._seq()
        with client.open(**sent(form, plan), buffered=False) as response:
            text = b"".join(islice(response.response, 2 if response.mimetype == "text/event-stream" else None))
        self.counts[f"{response.status_code // 100}xx"] += 1
        self.counts["requests"] += 1
        wrong = self._wrong(response.status_code, response.mimetype, text.decode("utf-8", "replace"))
        if response.status_code >= 400 and form.method not in SAFE and before and before != self._seq():
            wrong.append("a refused request wrote something")
        self.faults += [f"{fault}: {form} {plan}" for fault in wrong]

    def check(self) -> None:
        """The log as it lies on the disk loads again, is what it was, and replays."""
        if not self._seq():
            return
        commands = self.app.extensions["companion"].commands
        file = night_file(commands.nights.log(self.nid))
        self.entries += commands.nights.log(self.nid).seq
        commands.nights.forget(self.nid)
        if night_file(commands.nights.log(self.nid)) != file:
            self.faults.append(f"night {self.nid} loads as another one")
        try:
            replayed(file)
        except Exception as error:  # every kind of failing is one
            self.faults.append(f"night {self.nid} does not replay: {error!r}")
        if self.phones[0].get(f"/n/{self.nid}/log").status_code >= 500:
            self.faults.append(f"the log of night {self.nid} cannot be looked at")

    def close(self) -> None:
        """The last night is checked, too, and the database closed."""
        self.check()
        database_of(self.app).close()

    def _wrong(self, status: int, kind: str, text: str) -> list[str]:
        crashed, self._crashed = self._crashed, []
        if status >= 500 or crashed:
            return [f"{status} {''.join(crashed)[-1500:]}"]
        if status < 400:
            return []
        words = " ".join(unescape(re.sub(r"<[^>]+>", " ", text)).split())
        return [] if words and kind in ("text/html", "text/plain") else [f"{status} without a sentence: {words[:200]}"]

    def _seq(self) -> int:
        """How many entries the night has; none when a form has erased it."""
        if nights.find(database_of(self.app), id=self.nid) is None:
            return 0
        return int(self.app.extensions["companion"].commands.nights.log(self.nid).seq)

    def _seated(self) -> Night:
        phones = [self.app.test_client() for _ in range(5)]
        opened = phones[0].post("/nights", data={"night": "Fuzz", "name": "Ann", "unit": "sip"}, headers=OWN)
        nid = opened.headers["Location"].split("/")[2]
        night = nights.find(database_of(self.app), id=nid)
        assert night is not None
        for phone, name in zip(phones[1:3], ("Bob", "Cal"), strict=True):
            phone.post(f"/j/{night.token}", data={"name": name}, headers=OWN)
        phones[3].post("/nights", data={"night": "Elsewhere", "name": "Eve"}, headers=OWN)
        self._entrances = (f"/j/{night.token}", f"/j/{night.token}x", f"/m/{night.token}", f"/opened/{night.token}")
        return nid, phones

    def _things(self) -> list[tuple[str, dict[str, Any]]]:
        game = GAMES[self.nights % len(GAMES)]
        taps: list[dict[str, Any]] = [
            {"type": "player.joined", "name": "Dot"},
            {"type": "rule.made", "text": "No elbows", "amount": "2"},
            {"type": "rule.called", "rule": "r1", "player": "p2"},
            {"type": "fine.given", "player": "p2", "amount": "9", "reason": "late"},
            {"type": "game.started", "game": game, "players": ["p1", "p2", "p3"], "dealer": "p1"},
            {"type": "trick.taken", "deal": "1", "trick": "1", "winner": "p2"},
        ]
        return [("entries", {**tap, "key": f"begin{number}"}) for number, tap in enumerate(taps)]

    def _forms(self, phone: FlaskClient) -> list[Form]:
        """The forms of every page as this phone sees it."""
        found: dict[Form, None] = {}
        for page in ("/", *(f"/n/{self.nid}/{page}" for page in PAGES), self._entrances[0]):
            answer = phone.get(page)
            if answer.mimetype == "text/html":
                found |= dict.fromkeys(Forms(answer.get_data(as_text=True), page).found)
        return list(found)

    def _addresses(self) -> list[Form]:
        """Every address of the URL map without a form of its own, by every method it has."""
        found = []
        for rule in self.app.url_map.iter_rules():
            given = {"nid": self.nid, "rule": "r1", "seq": "6", "number": "1", "name": "yak"}
            path = re.sub(r"<(?:[^:<>]*:)?(\w+)>", lambda name, given=given: given.get(name[1], "x"), rule.rule)
            found += [
                Form(method, path, ()) for method in sorted(rule.methods or ()) if method not in ("HEAD", "OPTIONS")
            ]
        return [*found, *(Form(method, path, ()) for path in self._entrances for method in ("GET", "POST"))]


def sent(form: Form, plan: Plan) -> dict[str, Any]:
    """The request of a plan, as the test client takes it."""
    fields = [(name, value.encode("utf-8", "replace").decode()) for name, value in changed(form, plan.changes)]
    fields = [(name.encode("utf-8", "replace").decode(), value) for name, value in fields]
    path, _, _ = form.action.partition("#")
    path = path if path.startswith("/") else "/"
    asked = {
        "path": path,
        "method": form.method,
        "headers": {**OWN, **({"HX-Request": "true"} if plan.scripted else {})},
    }
    if form.method in SAFE or plan.sent_as == "query":
        joint = "&" if "?" in path else "?"
        return {**asked, "path": f"{path}{joint}{urlencode(fields)}"}
    return {**asked, **body(fields, plan.sent_as)}


def body(fields: list[tuple[str, str]], kind: str) -> dict[str, Any]:
    """The fields as a form, in parts, as files, or as something that is no form at all."""
    text = urlencode(fields)
    urlencoded = "application/x-www-form-urlencoded"
    if kind in ("parts", "files"):
        data: dict[str, list[Any]] = {}
        for name, value in fields:
            part = (io.BytesIO(value.encode()), 'x"y\r\n.json') if kind == "files" or name == "file" else value
            data.setdefault(name, []).append(part)
        return {"data": data, "content_type": "multipart/form-data"}
    bodies = {
        "json": (repr(dict(fields)).encode(), "application/json"),
        "bytes": (text.encode().replace(b"%", b"\xff\x00%zz"), urlencoded),
        "latin": (text.encode(), f"{urlencoded}; charset=utf-16"),
        "cut": (CUT + text.encode(), "multipart/form-data; boundary=x"),
        "none": (text.encode(), ""),
    }  # fmt: skip
    data_sent, content_type = bodies.get(kind, (text.encode(), urlencoded))
    return {"data": data_sent, "content_type": content_type}
