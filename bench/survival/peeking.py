"""Guests who try to read hidden facts and then use them: random nights of games with secrets.

    python -m bench.survival.peeking [--nights 120] [--steps 60] [--seed 1]

Four phones at an app in this process play Yogi's Whist and Yak with identical dice, and at any moment end games, void
deals, leave and come back, close the night, change options, and undo and redo all of it. After every tap the night file
that a guest may have is read. What a guest has read once (a bid, a throw, the numbers of all dice) and what counts in
the game may never be missing from that file again: then somebody could look and play on. Prints one line of JSON, in
which `faults` must be empty. What another player agreed to is not tried here.
"""

import argparse
import sys
from collections import Counter
from collections.abc import Iterator, Mapping
from itertools import count
from pathlib import Path
from random import Random
from typing import Any

from flask import Flask
from flask.testing import FlaskClient

from companion import create_app
from companion.domain.event_log import Log
from companion.domain.events import written
from companion.domain.games import GAMES
from companion.storage.database import database_of

from .server import run_command

Raw = dict[str, Any]
PLAYING = ("p1", "p2", "p3")
GAMES_WITH_SECRETS: tuple[tuple[str, Raw], ...] = (
    ("yogis-whist", {}),
    ("yogis-whist", {"variant": "bft"}),
    ("yogis-whist", {"septic": "yes", "members": ["p1", "p2"]}),
    ("yak", {"dice": "identical"}),
)
OTHER_OPTIONS: tuple[Raw, ...] = (
    {},
    {"options.dice": "real"},
    {"options.dice": "independent"},
    {"options.variant": "bft"},
)
SECRET = {"bid.placed", "dice.thrown", "throw.scored", "game.started"}
ENDS = {"game.ended", "deal.voided", "player.left", "throw.scored", "trick.taken", "entry.undone"}


async def peeked(data: Path, chosen: argparse.Namespace) -> Raw:
    """So many random nights, each with the seed after the one before."""
    counts, faults = Counter[str](), list[str]()
    app = create_app({"DATA": data, "TRUSTED_HOSTS": ("localhost",), "TAPS_PER_SECOND": 0, "NIGHTS_PER_HOUR": 0})
    for number in range(chosen.seed, chosen.seed + chosen.nights):
        night = Night(app, number)
        for _ in range(chosen.steps):
            if not night.step():
                break
        counts += night.counts
        faults += night.faults
    database_of(app).close()
    return {"nights": chosen.nights, "taps": dict(sorted(counts.items())), "faults": faults[:20]}


class Night:
    """One night with four phones; the last one only watches and reads the night file."""

    keys = count(1)

    def __init__(self, app: Flask, number: int) -> None:
        self.app, self.number, self.chance = app, number, Random(number)
        self.counts, self.faults = Counter[str](), list[str]()
        self.read: dict[int, str] = {}  # what a guest has read, by entry number
        self.play: Iterator[Raw] = iter(())
        host = app.test_client()
        goes = self._post(host, "/nights", {"night": "Friday", "name": "Ann", "unit": "sip"}).headers["Location"]
        self.night_id = goes.split("/")[2]
        link = host.get(f"/n/{self.night_id}/share").get_data(as_text=True).partition("/j/")[2].partition('"')[0]
        self.phones = {"p1": host}
        for player, name in zip(("p2", "p3", "p4"), ("Bob", "Cal", "Dot"), strict=True):
            self.phones[player] = app.test_client()
            self._post(self.phones[player], f"/j/{link}", {"name": name})

    @property
    def log(self) -> Log:
        found: Log = self.app.extensions["companion"].nights.log(self.night_id)
        return found

    def step(self) -> bool:
        """Does one random thing; returns whether the guest is still at the table and the night can go on."""
        game = self.log.night.game
        if self.log.night.closed:
            if self.tap("p1", {"type": "entry.undone", "entry": self.log.seq}) != 200:
                return False
        elif game is None:
            self._between_games()
        elif self.chance.random() < 0.62:
            self._goes_on()
        else:
            ways = (self._ends, self._undoes, self._undoes, self._changes, self._voids, self._comes_and_goes)
            self.chance.choice(ways)()
        if "p4" not in self.log.night.players:
            return False
        self._look()
        return True

    def tap(self, player: str, raw: Raw) -> int:
        """Sends one tap; returns its status."""
        fields = {**form(raw), "key": f"key-{next(self.keys)}"}
        status = self._post(self.phones[player], f"/n/{self.night_id}/entries", fields, script=True).status_code
        self.counts[f"{raw['type']} {status}"] += 1
        return status

    def _post(self, phone: FlaskClient, path: str, fields: Mapping[str, Any], script: bool = False) -> Any:
        headers = {"Origin": "http://localhost", **({"HX-Request": "true", "X-Version": ""} if script else {})}
        return phone.post(path, data=fields, headers=headers)

    def _look(self) -> None:
        """Compares the guest's night file with what it contained before."""
        file = self.phones["p4"].get(f"/n/{self.night_id}/night.json").get_json()
        shown = {event["seq"]: event["type"] for event in file["events"]}
        for seq, kind in self.read.items():
            line = self.log.line(seq)
            if seq not in shown and kind in SECRET and line.counts is not None and _is_secret(line.counts):
                self.faults.append(f"night {self.number}: {kind} (entry {seq}) was read, and lies face down again")
        self.read |= shown

    def _between_games(self) -> None:
        marks = self.log.marks.undone
        entries = [line.entry for line in self.log.lines]
        ends = [entry.seq for entry in entries if entry.event.type in ENDS and entry.seq not in marks]
        if ends and self.chance.random() < 0.5:
            self.tap(self._anybody(), {"type": "entry.undone", "entry": ends[-1]})
            return
        kind, options = self.chance.choice(GAMES_WITH_SECRETS)
        self.play = iter(())
        self.tap("p1", {"type": "game.started", "game": kind, "players": PLAYING, "options": options})

    def _goes_on(self) -> None:
        game = self.log.night.game
        assert game is not None
        try:
            raw = next(self.play, None)
            if raw is None:
                simulation = GAMES[game.kind].simulation
                assert simulation is not None
                self.play = iter(simulation.deal(game.state, self.log.night.table(), self.chance.choice))
                raw = next(self.play, None)
        except Exception:  # a simulation does not know who has left since
            raw = None
        if raw is None:
            return
        if game.kind == "yak":
            raw = {name: value for name, value in raw.items() if name != "dice"}  # the companion throws
        if self.tap(raw.get("player", "p1"), raw) != 200:
            self.play = iter(())

    def _ends(self) -> None:
        player = self._anybody()
        self.tap(
            "p1" if self.chance.random() < 0.3 else player, {"type": self.chance.choice(("game.ended", "night.closed"))}
        )

    def _undoes(self) -> None:
        game, last = self.log.night.game, self.log.seq
        assert game is not None
        entries = [game.started, max(2, last - self.chance.randint(0, 8)), max(2, last - self.chance.randint(0, 2))]
        self.tap(self._anybody(), {"type": "entry.undone", "entry": self.chance.choice(entries)})

    def _changes(self) -> None:
        """Changes the options of the game, or the player in a recent entry."""
        game = self.log.night.game
        assert game is not None
        seq = self.chance.choice((game.started, max(2, self.log.seq - self.chance.randint(0, 8))))
        line = self.log.line(seq)
        event = form(written(line.counts or line.entry.event))
        if event["type"] == "game.started":
            event = {name: value for name, value in event.items() if not name.startswith("options.")}
            event |= self.chance.choice(OTHER_OPTIONS)
        for name in ("winner", "player"):
            if name in event:
                event[name] = self.chance.choice(PLAYING)
        self.tap(self._anybody(), {**event, "corrects": seq})

    def _voids(self) -> None:
        game = self.log.night.game
        assert game is not None
        on = getattr(game.state, "on", None)
        self.tap(self._anybody(), {"type": "deal.voided", "deal": getattr(on, "number", 1)})

    def _comes_and_goes(self) -> None:
        kind = self.chance.choice(("player.left", "player.returned"))
        self.tap(self._anybody(), {"type": kind, "player": self.chance.choice(tuple(self.phones))})

    def _anybody(self) -> str:
        return self.chance.choice(tuple(self.phones))


def _is_secret(event: Any) -> bool:
    """Whether the event contains a fact that phones must not know during the game."""
    return event.type != "game.started" or "options.sequence" in form(written(event))


def form(raw: Mapping[str, Any]) -> dict[str, Any]:
    """The fields of an event as the form on a page sends them."""
    fields: dict[str, Any] = {}
    for name, value in raw.items():
        if isinstance(value, Mapping):
            fields |= {f"{name}.{inner}": said for inner, said in form(value).items()}
        elif isinstance(value, list | tuple):
            fields[name] = [" ".join(one) if isinstance(one, list | tuple) else _said(one) for one in value]
        else:
            fields[name] = _said(value)
    return fields


def _said(value: object) -> str:
    return {None: "", True: "yes", False: ""}[value] if value is None or isinstance(value, bool) else str(value)


if __name__ == "__main__":
    sys.exit(run_command(__doc__ or "", peeked, nights=120, steps=60, seed=1))
