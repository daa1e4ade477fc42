"""What it costs to write an entry down: alone, and with others who write at the same moment.

    python -m bench.commits [--writers 1 4 16 64] [--entries 2000] [--sync 0]

Each writer has a night of its own and writes one entry after the other, as the taps of a table do. `us` is the time
on the clock for an entry, `cpu_us` what the whole process works for it (kernel and all threads). `append` is the store
alone, `enter` the scorekeeper's whole way: rules, disk, bell. `--sync` makes every commit that many milliseconds
longer, as a slow disk does. Under gevent and under threads, each in a process of its own; one line of JSON each.
"""

from __future__ import annotations

import argparse
import json
import os
import subprocess
import sys
import tempfile
from collections.abc import Callable
from typing import Any

HOW = ("gevent", "threads")


def main() -> None:
    options = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    options.add_argument("--writers", type=int, nargs="+", default=[1, 4, 16, 64])
    options.add_argument("--entries", type=int, default=2000, help="by all writers together")
    options.add_argument("--sync", type=float, default=0.0, help="milliseconds more for every commit")
    options.add_argument("--how", nargs="+", choices=HOW, default=HOW)
    options.add_argument("--here", action="store_true", help=argparse.SUPPRESS)
    chosen = options.parse_args()
    if chosen.here:
        print(json.dumps(measured(chosen)))
        return
    for how in chosen.how:
        subprocess.run([sys.executable, "-m", "bench.commits", *sys.argv[1:], "--how", how, "--here"], check=True)


def measured(chosen: argparse.Namespace) -> dict[str, Any]:
    (how,) = chosen.how
    if how == "gevent":
        from gevent import monkey

        monkey.patch_all()
    with tempfile.TemporaryDirectory(prefix="companion-bench-") as data:
        return {"how": how, "sync_ms": chosen.sync, **costs(data, chosen), "load": round(os.getloadavg()[0], 1)}


def costs(data: str, chosen: argparse.Namespace) -> dict[str, Any]:
    from companion import create_app
    from companion.store.database import database_of

    app = create_app({"DATA": data})
    disk = database_of(app)
    if chosen.sync:
        slowed(disk, chosen.sync / 1000)
    keeper = app.extensions["companion.scorekeeper"]
    found: dict[str, Any] = {}
    try:
        for many in chosen.writers:
            each = max(1, chosen.entries // many)
            found[str(many)] = {
                "append": timed(disk, many, each, appending(disk, many)),
                "enter": timed(disk, many, each, entering(keeper, disk, many)),
            }
    finally:
        disk.close()
    return found


def appending(disk: Any, many: int) -> Callable[[int, int], object]:
    """Writes entry `seq` of the night of a writer, with the keys and words of a real tap."""
    from companion.store import event_store, members, nights
    from companion.store.moment import instant

    nights = [nights.open_night(disk).id for _ in range(many)]
    phones = [members.admit(disk, night_id, "p1").device_id for night_id in nights]
    trick = '{"type":"trick.taken","deal":1,"trick":1,"winner":"p2"}'

    def write(writer: int, seq: int) -> object:
        key = f"{writer}-{seq}-{'k' * 16}.{'d' * 24}"
        new = event_store.NewEntry(nights[writer], seq, instant(), "p1", phones[writer], key, trick)
        return event_store.append(disk, new, 0)

    return write


def entering(keeper: Any, disk: Any, many: int) -> Callable[[int, int], object]:
    """The same by way of the scorekeeper: a fine for one of three at the table."""
    from companion.rules import events as of
    from companion.scorekeeper import Tap
    from companion.store import members, nights

    nights = [nights.open_night(disk).id for _ in range(many)]
    for night_id in nights:
        keeper.enter(night_id, lambda log: of.NightOpened(name="Bench"), Tap(None))
        for player in ("p1", "p2", "p3"):
            joined = of.PlayerJoined(player=player, name=player.upper())
            keeper.enter(night_id, lambda log, joined=joined: joined, Tap(player))
    phones = [members.admit(disk, night_id, "p1").device_id for night_id in nights]
    fine = of.FineGiven(player="p2", amount=1, reason="late")

    def write(writer: int, seq: int) -> object:
        tap = Tap("p1", phones[writer], f"{writer}-{seq}-{'k' * 16}", again=True, said="d" * 24)
        return keeper.enter(nights[writer], lambda log: fine, tap)

    return write


def timed(disk: Any, many: int, each: int, write: Callable[[int, int], object]) -> dict[str, float]:
    """So many writers at once, each as often: microseconds for an entry, and how many entries went in one commit."""
    from threading import Thread
    from time import perf_counter, process_time

    def writer(number: int) -> None:
        for seq in range(1, each + 1):
            write(number, seq)

    writers = [Thread(target=writer, args=[number]) for number in range(many)]
    began, worked, commits = perf_counter(), process_time(), disk.commits.up_to()[-1]
    for one in writers:
        one.start()
    for one in writers:
        one.join()
    entries = many * each
    took = perf_counter() - began
    return {
        "us": round(took / entries * 1e6, 1),
        "cpu_us": round((process_time() - worked) / entries * 1e6, 1),
        "a_second": round(entries / took),
        "together": round(entries / (disk.commits.up_to()[-1] - commits), 1),
    }


def slowed(disk: Any, seconds: float) -> None:
    """Makes every commit of entries so much longer, in the thread that commits."""
    import time

    monkey = sys.modules.get("gevent.monkey")
    sleep = monkey.get_original("time", "sleep") if monkey else time.sleep
    add = disk._writer._add

    def slow(works: Any) -> None:
        add(works)
        sleep(seconds)

    disk._writer._add = slow


if __name__ == "__main__":
    main()
