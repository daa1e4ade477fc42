"""A full house: 5,000 phones at 1,000 tables, a hundred taps a second, and phones that do not keep up.

    python -m bench.crowd [--phones-total 5000] [--rate 100] [--seconds 10] [--repeats 3] [--slow 0.01] [--peers]

Taps fall due by chance; a tap counts from then until the last phone of its table has it. With --slow the same is
measured once more with that share of the phones asking for their stream and never reading it: nobody waits for
them, and the others must not either. KiB for each phone is what connecting it cost. Prints a table on stderr and
everything as JSON on stdout. Ends with 1 if a tap was refused, lost or dropped, or is not in the log.
"""

from __future__ import annotations

import argparse
import random

from .load.phases import Phase
from .load.targets import Target
from .load.telling import Told, finished, measured, told_of

SLOWLY = "ours, some slow"


def main() -> None:
    options = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    options.add_argument("--phones-total", type=int, default=5000, help="phones in all")
    options.add_argument("--phones", type=int, default=5, help="phones at each table")
    options.add_argument("--rate", type=float, default=100.0, help="taps a second, over all tables")
    options.add_argument("--seconds", type=float, default=10.0)
    options.add_argument("--warm", type=float, default=3.0, help="seconds before that")
    options.add_argument("--repeats", type=int, default=3)
    options.add_argument("--slow", type=float, default=0.0, help="share of the phones that never read, as 0.01")
    options.add_argument("--peers", action="store_true", help="also boardgame.io in memory (Node)")
    options.add_argument("--only", nargs="+", metavar="NAME", help="just these: ours, bare, bgio, socketio")
    options.add_argument("--seed", type=int, default=1)
    chosen = options.parse_args()
    names = [*(chosen.only or ["ours", "bare", *["bgio"] * chosen.peers]), *[SLOWLY] * bool(chosen.slow)]
    runs: dict[str, list[Told]] = {name: [] for name in names}
    chance = random.Random(chosen.seed)
    for _ in range(chosen.repeats):
        for name in chance.sample(names, len(names)):
            runs[name].append(once(name, chosen))
            told_of(name, runs[name][-1])
    finished(runs, phones=chosen.phones_total, rate=chosen.rate, slow=chosen.slow)


def once(name: str, chosen: argparse.Namespace) -> Told:
    """One server with its house full."""
    target, slow = (Target("ours"), chosen.slow) if name == SLOWLY else (Target(name), 0.0)
    phases = [Phase("open", chosen.rate, chosen.warm), Phase("open", chosen.rate, chosen.seconds)]
    tables = chosen.phones_total // chosen.phones
    return measured(target, tables, chosen.phones, phases, chosen.seed, slow)


if __name__ == "__main__":
    main()
