"""Fixtures and helpers of the tests: an evening, and the phones of Ann (who opened it), Bob and Cal.

`ann.tap("drink.taken", player="p2", amount=1)` taps as the phone's script does; `script=False` as a phone without it.
Players are `p1` (Ann), `p2` (Bob), `p3` (Cal) in order of joining.
"""

from __future__ import annotations

import contextlib
import importlib
import itertools
import logging
import os
import re
import sys
import threading
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from html import unescape
from pathlib import Path
from typing import Any, ClassVar

import pytest
from flask import Flask
from hypothesis import HealthCheck, settings
from jinja2.bccache import Bucket, BytecodeCache
from sqlalchemy import delete

from companion import create_app
from companion.commands import verdict
from companion.domain.games import GAMES
from companion.domain.replay import night_file
from companion.realtime.pubsub import PubSub
from companion.storage import clock, nights
from companion.storage.database import database_of
from companion.storage.models import WrongCode, db
from companion.views import rendering
from tests import queries
from tests.on_postgres import mark, on_postgres, postgres

__all__ = ["on_postgres", "postgres"]  # fixtures
# Random examples are the same in every run, and few; COMPANION_EXAMPLES sets how many.
EXAMPLES = int(os.environ.get("COMPANION_EXAMPLES", "10"))
settings.register_profile(
    "companion", derandomize=True, database=None, max_examples=EXAMPLES, deadline=None,
    suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large, HealthCheck.large_base_example],
)  # fmt: skip
settings.load_profile("companion")

OWN = {"Origin": "http://localhost"}
REGION = re.compile(r'(?=(<(section|ol|article) id="(r-[\w-]+)".*?</\2>))', re.S)  # one can stand in another
OFFER = re.compile(r'<input (?:type="hidden" )?name="([^"]*)" value="([^"]*)">')


class Raising(logging.Handler):
    """Raises what cannot be shown, so that no bug hides behind a page that opens all the same."""

    def emit(self, record: logging.LogRecord) -> None:
        raise


rendering.log.addHandler(Raising())


def pytest_collection_modifyitems(items: list[pytest.Item], config: pytest.Config) -> None:
    mark(items, config)


def needed(module: str) -> Any:
    """Imports a module that only some tests need. Without it they skip, or fail if COMPANION_REQUIRE_ALL is 1."""
    try:
        return importlib.import_module(module)
    except ImportError as error:
        reason = f"{module} cannot be had: {error}"
        if os.environ.get("COMPANION_REQUIRE_ALL") == "1":
            pytest.fail(reason)
        pytest.skip(reason, allow_module_level=True)


class Answer:
    """The response to a phone: a page or regions, as HTML and as plain words."""

    def __init__(self, response: Any) -> None:
        self.response = response
        self.status: int = response.status_code
        # Where a template breaks a line, tests read a blank.
        self.html: str = re.sub(r"\n ?(?=\S)", " ", response.get_data(as_text=True))
        self.version: str = response.headers.get("X-Version", "")
        self.goes_to: str = response.headers.get("Location", "")

    def __repr__(self) -> str:
        return f"<{self.status}: {self.says or self.words[:300]}>"

    def refuses(self, words: str = "", status: int = 422) -> bool:
        """Whether the tap was refused with a message that contains these words."""
        return self.status == status and words in self.words

    @property
    def words(self) -> str:
        """What a player reads."""
        return plain(self.html)

    @property
    def regions(self) -> dict[str, str]:
        """The regions in the response, and the parts of regions that have a name of their own, by id."""
        return {name: html for html, _, name in REGION.findall(self.html)}

    @property
    def says(self) -> str:
        """The message about the tap."""
        return plain(self.regions.get("r-answer", ""))

    @property
    def offer(self) -> dict[str, list[str]]:
        """The fields of the tap that the response offers."""
        fields: dict[str, list[str]] = {}
        for name, value in OFFER.findall(self.regions["r-answer"]):
            fields.setdefault(unescape(name), []).append(unescape(value))
        return fields


class Subscriber(threading.Event):
    """A subscriber of a night, as a stream is one."""

    def wait(self, timeout: float | None = None) -> bool:
        """Whether something has changed since the last wait."""
        changed = super().wait(timeout)
        if changed:
            self.clear()
        return changed


@contextlib.contextmanager
def subscribed(pubsub: PubSub, night_id: str) -> Iterator[Subscriber]:
    """A subscriber of a night, for as long as the block lasts."""
    subscriber = Subscriber()
    pubsub.subscribe(night_id, subscriber)
    try:
        yield subscriber
    finally:
        pubsub.unsubscribe(night_id, subscriber)


class Phone:
    """A phone with its own cookies; `nid` is its night, if it has one."""

    keys = itertools.count(1)

    def __init__(self, app: Flask, nid: str = "") -> None:
        self.client = app.test_client()
        self.nid = nid

    def get(self, page: str = "", **headers: str) -> Answer:
        """A page of the night, or any other address that begins with a slash."""
        return Answer(self.client.get(self._path(page), headers=headers))

    def post(self, page: str, data: Any = None, headers: dict[str, str] | None = None, **fields: Any) -> Answer:
        """A form sent from our own page."""
        return Answer(self.client.post(self._path(page), data=data or fields, headers={**OWN, **(headers or {})}))

    def tap(
        self, type: str, key: str = "", back: str = "", script: bool = True, since: str = "", **fields: Any
    ) -> Answer:
        """A tap on a button that records an event; it has a new key unless `key` is given.

        What an undo or a change would do is answered with yes, unless the test says `again=""`. A change is sent as the
        form for entering that fact, with `corrects`: `event.winner` is its field `winner`.
        """
        headers = {"HX-Request": "true", "X-Version": since} if script else {}
        lists = {name: list(map(str, value)) for name, value in fields.items() if isinstance(value, list | tuple)}
        fields |= lists  # as a form has them
        data = {"type": type, "key": key or f"key-{next(self.keys)}", **({"back": back} if back else {}), **fields}
        if type == "entry.changed":
            data = {name.removeprefix("event."): value for name, value in data.items() if name not in ("type", "entry")}
            data["corrects"] = fields.get("entry", "joining")
        answer = self.post("entries", data, headers)
        if type in ("entry.undone", "entry.changed") and fields.get("again") != "" and "Do it?" in answer.says:
            return self.post("entries", {**data, "again": answer.offer["again"]}, headers)
        return answer

    def says_yes(self, answer: Answer) -> Answer:
        """Taps the button that a response offers."""
        return self.post("entries", answer.offer, {"HX-Request": "true"})

    def at(self, app: Flask) -> Phone:
        """The same phone, with its cookies, at another app over the same nights."""
        phone = Phone(app, self.nid)
        for cookie in self.client._cookies.values():
            phone.client.set_cookie(cookie.key, cookie.value)
        return phone

    def _path(self, page: str) -> str:
        return page if page.startswith("/") else f"/n/{self.nid}/{page}"


class Evening:
    """A night with its phones, and what is recorded in its log."""

    def __init__(self, app: Flask, name: str = "Friday", host: str = "Ann", unit: str = "sip") -> None:
        self.app = app
        self.ann = Phone(app)
        opened = self.ann.post("/nights", night=name, name=host, unit=unit)
        assert opened.status == 303, opened.words
        self.nid = self.ann.nid = opened.goes_to.split("/")[2]

    @property
    def services(self) -> Any:
        return self.app.extensions["companion"]

    @property
    def log(self) -> Any:
        return self.services.nights.log(self.nid)

    @property
    def members(self) -> Any:
        """The phones with their loans, preferences and questions."""
        return self.services.nights.phones(self.nid)

    @property
    def night(self) -> Any:
        return self.log.night

    @property
    def seq(self) -> int:
        return int(self.log.seq)

    @property
    def last(self) -> Any:
        """The event of the newest entry."""
        return self.log.lines[-1].entry.event

    @property
    def owed(self) -> dict[str, int]:
        """The debts of the players who owe something."""
        return {player.id: player.owed for player in self.night.players.values() if player.owed}

    @property
    def links(self) -> nights.NightLinks:
        found = nights.find(database_of(self.app), id=self.nid)
        assert found is not None
        return found

    @property
    def rows(self) -> list[list[str]]:
        """Every row of every table, of all nights of the app."""
        tables = db.metadata.sorted_tables
        read = database_of(self.app).read
        return read(lambda session: [sorted(map(repr, session.execute(table.select()))) for table in tables])

    @property
    def file(self) -> bytes:
        """The night as it would be exported."""
        return night_file(self.log)

    def stranger(self) -> Phone:
        """A phone that never joined."""
        return Phone(self.app, self.nid)

    def join(self, name: str, **fields: str) -> Phone:
        """Somebody scans the QR code and sits down."""
        phone = self.stranger()
        answer = phone.post(f"/j/{self.links.token}", name=name, **fields)
        assert answer.status == 303, answer.words
        return phone

    def start(self, game: str, *players: str, by: Phone | None = None, earned: bool = False, **options: Any) -> Evening:
        """Ann starts a game with these options, with all players or these ones; she deals, if anybody does.

        Anybody may make rules in it, unless these are to be earned.
        """
        chosen = {f"options.{name.replace('__', '.')}": value for name, value in options.items()}
        dealt = list(players or self.night.players)
        chosen |= {} if earned else {"open_rules": "yes"}
        chosen |= {"dealer": "p1"} if game in GAMES and GAMES[game].first else {}
        started = (by or self.ann).tap("game.started", game=game, players=dealt, **chosen)
        assert started.status == 200, started
        return self

    def a_minute_passes(self) -> None:
        """Moves the clock on by 61 seconds: only phones that request something after this count as present."""
        presence = self.services.presence
        before = presence.clock
        presence.clock = lambda: before() + 61

    def play(self, *takers: str | None, deal: int = 1, first: int = 1) -> Answer:
        """Ann records who took the tricks of a deal, beginning with trick `first`."""
        for trick, taker in enumerate(takers, start=first):
            answer = self.ann.tap("trick.taken", deal=deal, trick=trick, winner=taker or "")
            assert answer.status == 200, answer.words
        return answer


def at_once(*works: Callable[[], Any]) -> list[Any]:
    """Runs all of these at the same time, each in a thread; returns what each returned or raised."""
    start = threading.Barrier(len(works))

    def run(work: Callable[[], Any]) -> Any:
        start.wait()
        try:
            return work()
        except Exception as error:
            return error

    with ThreadPoolExecutor(len(works)) as threads:
        return list(threads.map(run, works))


def plain(html: str) -> str:
    """HTML as a player reads it, with a plain hyphen for a minus."""
    return " ".join(unescape(re.sub(r"<[^>]+>", " ", html)).replace("−", "-").split())


class CompiledTemplates(BytecodeCache):
    """Templates compiled by one app are used by all other apps of the tests: compiling them takes a second."""

    code: ClassVar[dict[str, bytes]] = {}

    def load_bytecode(self, bucket: Bucket) -> None:
        if bucket.key in self.code:
            bucket.bytecode_from_string(self.code[bucket.key])

    def dump_bytecode(self, bucket: Bucket) -> None:
        self.code[bucket.key] = bucket.bytecode_to_string()


def make_app(data: Path, **more: Any) -> Flask:
    """An app with this data folder and without limits for taps and new nights."""
    unlimited = {"TAPS_PER_SECOND": 0, "NIGHTS_PER_HOUR": 0}
    app = create_app({"DATA": data, "TRUSTED_HOSTS": ("localhost",), **unlimited, **more})
    app.jinja_env.bytecode_cache = CompiledTemplates()
    return app


@pytest.fixture
def without_gevent(monkeypatch: pytest.MonkeyPatch) -> None:
    """Lets `serve` run in this process, whose standard library must not be patched."""
    monkeypatch.setitem(sys.modules, "gevent", None)


@pytest.fixture(scope="session")
def data_folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("data")


@pytest.fixture(scope="session")
def web(data_folder: Path) -> Iterator[Flask]:
    """One app for all tests, since nights are independent."""
    app = make_app(data_folder)
    yield app
    database_of(app).close()


@pytest.fixture
def new_app(web: Flask, data_folder: Path) -> Iterator[Callable[[], Flask]]:
    """Makes another app with the same nights, as after a restart."""
    apps: list[Flask] = []

    def make() -> Flask:
        apps.append(make_app(data_folder))
        return apps[-1]

    yield make
    for app in apps:
        database_of(app).close()


@pytest.fixture(autouse=True)
def queries_on_the_database_s_threads() -> Iterator[None]:
    """Fails if a query runs on a thread that serves phones: all tables would wait for the database."""
    yield
    found = queries.elsewhere[:]
    queries.elsewhere.clear()
    assert not found, found[0]


def forget_wrong_codes(app: Flask) -> None:
    """Every address can try codes again."""
    database_of(app).write(lambda session: session.execute(delete(WrongCode)))


@pytest.fixture(autouse=True)
def no_wrong_tries(request: pytest.FixtureRequest) -> None:
    """Wrong codes of one test do not count in the next."""
    if "web" in request.fixturenames:
        forget_wrong_codes(request.getfixturevalue("web"))


@pytest.fixture(scope="session")
def start_table(web: Flask) -> Callable[..., Evening]:
    """Opens another night in the same app, which Bob and Cal have joined."""

    def start(**names: str) -> Evening:
        evening = Evening(web, **names)
        evening.bob, evening.cal = evening.join("Bob"), evening.join("Cal")  # type: ignore[attr-defined]
        return evening

    return start


@pytest.fixture
def evening(start_table: Callable[..., Evening]) -> Evening:
    """Friday, counted in sips: Ann opened it and is finesmaster; Bob and Cal have joined."""
    return start_table()


@pytest.fixture
def game(evening: Evening) -> Evening:
    """The same evening with a game of Five-Card Yak; Ann deals and leads."""
    return evening.start("five-card-yak")


@pytest.fixture
def owing(game: Evening) -> Evening:
    """The same game: Bob took tricks 1 and 3 and owes 4; Cal took trick 2 and owes 2."""
    game.play("p2", "p3", "p2")
    assert game.owed == {"p2": 4, "p3": 2}
    return game


@pytest.fixture
def ruled(evening: Evening) -> Evening:
    """The same evening with the rule r1: no elbows, or drink two."""
    evening.ann.tap("rule.made", text="No elbows", amount=2)
    return evening


@pytest.fixture
def seconds_pass(monkeypatch: pytest.MonkeyPatch) -> Callable[[float], None]:
    """Makes all entries this many seconds older."""

    def age(seconds: float) -> None:
        passed = verdict.seconds_since
        for module in (clock, verdict):
            monkeypatch.setattr(module, "seconds_since", lambda at: passed(at) + seconds)

    return age


@pytest.fixture
def ann(evening: Evening) -> Phone:
    return evening.ann


@pytest.fixture
def bob(evening: Any) -> Phone:
    return evening.bob


@pytest.fixture
def cal(evening: Any) -> Phone:
    return evening.cal


@pytest.fixture(scope="session")
def start_evening(web: Flask) -> Callable[..., Evening]:
    """Opens another night in the same app."""
    return lambda **names: Evening(web, **names)


@pytest.fixture
def stranger(evening: Evening) -> Phone:
    return evening.stranger()


@pytest.fixture
def listen() -> Iterator[Callable[..., Iterator[str]]]:
    """Opens a stream of a phone or a big screen and reads it message by message."""
    with contextlib.ExitStack() as stack:

        def opened(phone: Phone, query: str = "page=table", stream: str = "live", **headers: str) -> Iterator[str]:
            response = phone.client.get(f"/n/{phone.nid}/{stream}?{query}", headers=headers, buffered=False)
            assert response.status_code == 200
            stack.callback(response.close)
            frames = iter(response.response)
            assert next(frames).startswith(b"retry:")
            return (frame.decode() for frame in frames)

        yield opened
