"""The time of a phone's requests with a database of many nights, of which all but one are idle.

    python -m bench.many_nights [--nights 10 1000 10000 100000] [--taps 100]

One line of JSON for each number of nights, medians in milliseconds.
"""

import argparse
import itertools
import json
import sqlite3
import tempfile
from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from statistics import median

from flask import Flask
from flask.testing import FlaskClient

from bench.long_night import night_of, tap, timed
from companion import create_app
from companion.domain import events as of
from companion.server.housekeeping import Housekeeper
from companion.storage import members
from companion.storage.database import database_of

ENTRIES, PHONES = 5, 3  # in each idle night: it was opened, three players joined, and a fine was given
AT = "2026-11-20T20:00:00.000Z"


def main() -> None:
    options = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    options.add_argument("--nights", type=int, nargs="*", default=[10, 1000, 10_000, 100_000], help="in the database")
    options.add_argument("--taps", type=int, default=100, help="taps measured at each point")
    chosen = options.parse_args()
    with tempfile.TemporaryDirectory(prefix="companion-bench-") as data:
        app = create_app({"DATA": data, "TAPS_PER_SECOND": 0, "NIGHTS_PER_HOUR": 0})
        night_id = night_of(app.extensions["companion"].commands, database_of(app), 200)
        phone = seated(app, night_id)
        for many in chosen.nights:
            filled(app, many)
            measured(app, phone, night_id, 10)  # warms up the caches
            print(json.dumps({"nights": many, **measured(app, phone, night_id, chosen.taps)}), flush=True)
        database_of(app).close()


def measured(app: Flask, phone: FlaskClient, night_id: str, taps: int) -> dict[str, float]:
    """Times a tap, two pages, and one check by the housekeeping."""
    fine = of.FineGiven(player="p2", amount=1, reason="late")
    works: dict[str, Callable[[], object]] = {
        "tap": lambda: tap(app.extensions["companion"].commands, night_id, fine),
        "table": lambda: asked(phone, f"/n/{night_id}/"),
        "log": lambda: asked(phone, f"/n/{night_id}/log"),
        "housekeeping": Housekeeper(app).look,
    }
    return {name: round(median(timed(work) for _ in range(taps)), 3) for name, work in works.items()}


def seated(app: Flask, night_id: str) -> FlaskClient:
    """Gives a phone to the third player, who has none in an idle night."""
    phone = app.test_client()
    phone.set_cookie(f"companion_{night_id}", members.admit(database_of(app), night_id, "p3").token)
    app.extensions["companion"].nights.members_changed(night_id)
    return phone


def asked(phone: FlaskClient, path: str) -> None:
    answer = phone.get(path)
    assert answer.status_code == 200, answer.text


def filled(app: Flask, many: int) -> None:
    """Adds idle nights until there are `many`."""
    with closing(sqlite3.connect(Path(app.config["DATA"]) / "companion.db")) as database, database:
        (standing,) = database.execute("SELECT count(*) FROM night").fetchone()
        names = [f"z{number:07}" for number in range(standing, many)]
        database.executemany(
            "INSERT INTO night (id, code, token, created_at, watch) VALUES (?, ?, ?, ?, ?)",
            ((name, name.upper(), f"t{name}", AT, f"w{name}") for name in names),
        )
        database.executemany(
            "INSERT INTO device (night_id, player, token_hash, created_at) VALUES (?, ?, ?, ?)",
            ((name, f"p{seat}", f"{name}{seat}", AT) for name, seat in itertools.product(names, range(PHONES))),
        )
        database.executemany(
            "INSERT INTO entry (night_id, seq, at, event) VALUES (?, ?, ?, ?)",
            ((name, seq, AT, event(seq)) for name, seq in itertools.product(names, range(1, ENTRIES + 1))),
        )


def event(seq: int) -> str:
    if seq == 1:
        return '{"type":"night.opened","name":"Idle"}'
    if seq < ENTRIES:
        return f'{{"type":"player.joined","player":"p{seq - 1}","name":"Player {seq - 1}"}}'
    return '{"type":"fine.given","player":"p1","amount":1}'


if __name__ == "__main__":
    main()
