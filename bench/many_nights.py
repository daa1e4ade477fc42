"""A house of very many nights, all but one of them idle, and what a phone's wishes cost in it."""

from __future__ import annotations

import argparse
import gc
import itertools
import os
import sqlite3
import statistics
from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from time import perf_counter
from typing import Any

from flask import Flask
from flask.testing import FlaskClient

from bench.long_night import night_of, tap
from companion.commands.handler import CommandHandler
from companion.rules import events as of
from companion.server.housekeeping import Housekeeper
from companion.store import members, nights
from companion.store.database import database_of

OWN = {"Origin": "http://localhost"}
ENTRIES, PHONES = 5, 3  # of an idle night: somebody opened it, three joined, and a fine was given
OPENINGS = 20
Costs = dict[str, list[float]]


def by_nights(app: Flask, chosen: argparse.Namespace) -> dict[str, Any]:
    """Medians in milliseconds of what a phone asks for, by the number of nights in the database."""
    night_id = night_of(app.extensions["companion"].commands, database_of(app), 200)
    phone = seated(app, night_id)
    costs: dict[int, Costs] = {}
    for many in chosen.nights:
        filled(app, many)
        measured(app, phone, night_id, 10)  # warms what is warm in an evening
        costs[many] = measured(app, phone, night_id, chosen.taps)
    names = next(iter(costs.values()))
    return {
        name: {"ms": {many: round(statistics.median(cost[name]) * 1000, 3) for many, cost in costs.items()}}
        for name in names
    }


def measured(app: Flask, phone: FlaskClient, night_id: str, taps: int) -> Costs:
    commands: CommandHandler = app.extensions["companion"].commands
    housekeeper = Housekeeper(app)
    fine = of.FineGiven(player="p2", amount=1, reason="late")
    works: dict[str, Callable[[], object]] = {
        "tap": lambda: tap(commands, night_id, fine),
        "table page": lambda: asked(phone, f"/n/{night_id}/"),
        "log page": lambda: asked(phone, f"/n/{night_id}/log"),
        "open and join": lambda: opened(app),
        "housekeeping": housekeeper.notice,
    }
    often = {"tap": taps, "open and join": min(taps, OPENINGS)}
    return {name: [timed(work) for _ in range(often.get(name, min(taps, 50)))] for name, work in works.items()}


def timed(work: Callable[[], object]) -> float:
    start = perf_counter()
    work()
    return perf_counter() - start


def seated(app: Flask, night_id: str) -> FlaskClient:
    """A phone of the first player's."""
    phone = app.test_client()
    phone.set_cookie(f"companion_{night_id}", members.admit(database_of(app), night_id, "p1").token)
    app.extensions["companion"].nights.members_changed(night_id)
    return phone


def asked(phone: FlaskClient, path: str) -> None:
    answer = phone.get(path)
    assert answer.status_code == 200, answer.text


def opened(app: Flask) -> None:
    """A new night, and one who joins it by its typed code."""
    host, guest = app.test_client(), app.test_client()
    goes_to = host.post("/nights", data={"night": "Bench", "name": "Ann", "unit": "sip"}, headers=OWN).location
    night_id = goes_to.split("/")[2]
    found = nights.by_id(database_of(app), night_id)
    assert found is not None
    link = guest.post("/join", data={"code": found.code}, headers=OWN).location
    assert guest.post(link, data={"name": "Bob"}, headers=OWN).status_code == 303
    app.extensions["companion"].nights.forget(night_id)


def filled(app: Flask, many: int) -> None:
    """Idle nights, so that there are so many in all."""
    with closing(sqlite3.connect(Path(app.config["DATA"]) / "companion.db")) as database, database:
        (standing,) = database.execute("SELECT count(*) FROM night").fetchone()
        names = [f"z{number:07}" for number in range(standing, many)]
        at = "2026-11-20T20:00:00.000Z"
        database.executemany(
            "INSERT INTO night (id, code, token, created_at, watch) VALUES (?, ?, ?, ?, ?)",
            ((name, name.upper(), f"t{name}", at, f"w{name}") for name in names),
        )
        database.executemany(
            "INSERT INTO device (night_id, player, token_hash, label, created_at) VALUES (?, ?, ?, 'phone', ?)",
            ((name, f"p{seat}", f"{name}{seat}", at) for name, seat in itertools.product(names, range(PHONES))),
        )
        database.executemany(
            "INSERT INTO entry (night_id, seq, at, event) VALUES (?, ?, ?, ?)",
            ((name, seq, at, event(seq)) for name, seq in itertools.product(names, range(1, ENTRIES + 1))),
        )


def event(seq: int) -> str:
    if seq == 1:
        return '{"type":"night.opened","name":"Idle"}'
    if seq < ENTRIES:
        return f'{{"type":"player.joined","player":"p{seq - 1}","name":"Player {seq - 1}"}}'
    return '{"type":"fine.given","player":"p1","amount":1}'


def remembered(app: Flask, chosen: argparse.Namespace) -> dict[str, Any]:
    """MiB of the process before many nights are looked at, with them in memory, and after they were left alone."""
    app.config["IDLE_MINUTES"] = 1e-9
    filled(app, chosen.left)
    phones = {f"z{number:07}": number for number in range(chosen.left)}
    before = memory()
    for night_id in phones:
        asked(seated(app, night_id), f"/n/{night_id}/")
    looked = memory()
    Housekeeper(app).let_rest()
    gc.collect()
    left = len(app.extensions["companion"].nights.ids())
    rested = memory()
    for night_id in phones:  # what was freed is used again
        asked(seated(app, night_id), f"/n/{night_id}/")
    return {
        "nights": chosen.left,
        "before": before,
        "looked": looked,
        "left": left,
        "rested": rested,
        "again": memory(),
    }


def memory() -> float:
    """MiB that the process holds now."""
    pages = int(Path("/proc/self/statm").read_text().split()[1])
    return round(pages * os.sysconf("SC_PAGE_SIZE") / 2**20, 1)
