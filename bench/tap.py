"""How long from a tap until the last of ten phones has it, at one table: real HTTP, a real server, a real disk.

    python -m bench.tap [--phones 10] [--rate 20] [--seconds 30] [--repeats 3] [--threads]

Taps fall due evenly; before each new deal whoever owes taps "Done". A tap counts from when it was due until the stream
of the last phone has brought it. Prints a table on stderr and everything as JSON on stdout, also by kind of tap; ends
with 1 if a tap was refused, lost or dropped, or is not in the log.
"""

from __future__ import annotations

import argparse

from .load.phases import Phase
from .load.targets import Target
from .load.telling import finished, measured, told_of


def main() -> None:
    options = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    options.add_argument("--phones", type=int, default=10, help="phones at the table, 2 to 10")
    options.add_argument("--rate", type=float, default=20.0, help="taps a second")
    options.add_argument("--seconds", type=float, default=30.0)
    options.add_argument("--warm", type=float, default=2.0, help="seconds before that")
    options.add_argument("--repeats", type=int, default=3)
    options.add_argument("--seed", type=int, default=1)
    options.add_argument("--threads", action="store_true", help="measure the server with threads instead of gevent")
    chosen = options.parse_args()
    target = Target("ours", options=["--threads"] * chosen.threads)
    phases = [Phase("steady", chosen.rate, chosen.warm), Phase("steady", chosen.rate, chosen.seconds)]
    runs = []
    for _ in range(chosen.repeats):
        runs.append(measured(target, 1, chosen.phones, phases, chosen.seed))
        told_of("ours", runs[-1])
    finished({"ours": runs}, phones=chosen.phones, rate=chosen.rate)


if __name__ == "__main__":
    main()
