"""One process against the bare limit and, with --peers, against boardgame.io and socket.io: capacity and latency.

    python -m bench.versus [--tables 200] [--phones 5] [--repeats 3] [--seconds 5] [--peers]

Every repeat measures all servers in another order, each with an empty database: some seconds of warming that are not
counted, then as many taps as 32 tables make without a pause, then --rate taps a second by chance. Prints a table on
stderr and everything as JSON on stdout. Ends with 1 if a tap was refused, lost or dropped, or is not in the log.
"""

from __future__ import annotations

import argparse
import random

from .load.phases import Phase
from .load.targets import Target
from .load.telling import Told, finished, measured, told_of

PEERS = ("bgio", "bgio-flatfile", "socketio")


def main() -> None:
    options = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    options.add_argument("--tables", type=int, default=200)
    options.add_argument("--phones", type=int, default=5, help="phones at each table")
    options.add_argument("--repeats", type=int, default=3)
    options.add_argument("--seconds", type=float, default=5.0, help="how long each counted phase lasts")
    options.add_argument("--warm", type=float, default=3.0, help="seconds before that")
    options.add_argument("--actors", type=int, default=32, help="tables that tap without a pause")
    options.add_argument("--rate", type=float, default=50.0, help="taps a second, for the latency")
    options.add_argument("--peers", action="store_true", help="also boardgame.io and socket.io (Node)")
    options.add_argument("--only", nargs="+", metavar="NAME", help="just these: ours, bare, " + ", ".join(PEERS))
    options.add_argument("--seed", type=int, default=1)
    chosen = options.parse_args()
    names = chosen.only or ["ours", "bare", *PEERS * chosen.peers]
    runs: dict[str, list[Told]] = {name: [] for name in names}
    chance = random.Random(chosen.seed)
    for _ in range(chosen.repeats):
        for name in chance.sample(names, len(names)):
            runs[name].append(measured(Target(name), chosen.tables, chosen.phones, phases(chosen), chosen.seed, busy=1))
            told_of(name, runs[name][-1])
    finished(runs, tables=chosen.tables, phones=chosen.phones)


def phases(chosen: argparse.Namespace) -> list[Phase]:
    """Warming, capacity, latency."""
    return [
        Phase("closed", chosen.actors, chosen.warm),
        Phase("closed", chosen.actors, chosen.seconds),
        Phase("open", chosen.rate, chosen.seconds),
    ]


if __name__ == "__main__":
    main()
