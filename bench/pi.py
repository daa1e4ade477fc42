"""Something like a Raspberry Pi: the server on one core and a quarter of that, with twelve phones at one table.

    python -m bench.pi [--share 0.25] [--phones 12] [--rate 5] [--seconds 20] [--repeats 3]

The server is pinned to one core, and stopped and continued every four milliseconds so that it has --share of it
(load/throttle.py); how much it really has is measured first on a process that only spins, and told as `spin_share`.
The generator keeps to the other cores. The disk is this machine's. Ten of the phones play, all watch. Taps fall
due evenly. It cannot show a Pi's small caches, its Wi-Fi or its card. Prints a table on stderr and everything as JSON
on stdout; ends with 1 if anything went wrong.
"""

from __future__ import annotations

import argparse
import os
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager

from .load import gauge
from .load.phases import Phase
from .load.targets import CHECKOUT, Target, end, mortal
from .load.telling import Told, finished, measured, told_of

SPIN = "while True: pass"


def main() -> None:
    options = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    options.add_argument("--share", type=float, default=0.25, help="of one core")
    options.add_argument("--phones", type=int, default=12)
    options.add_argument("--rate", type=float, default=5.0, help="taps a second")
    options.add_argument("--seconds", type=float, default=20.0)
    options.add_argument("--warm", type=float, default=3.0, help="seconds before that")
    options.add_argument("--repeats", type=int, default=3)
    options.add_argument("--seed", type=int, default=1)
    chosen = options.parse_args()
    cores = sorted(os.sched_getaffinity(0))
    os.sched_setaffinity(0, cores[1:] or cores)
    spun = spin_share(cores[0], chosen.share)
    runs: dict[str, list[Told]] = {"ours": []}
    for _ in range(chosen.repeats):
        runs["ours"].append(once(cores[0], chosen))
        told_of("ours", runs["ours"][-1])
    finished(runs, spin_share=spun, phones=chosen.phones, rate=chosen.rate)


def once(core: int, chosen: argparse.Namespace) -> Told:
    """One evening on the slow machine."""
    phases = [Phase("steady", chosen.rate, chosen.warm), Phase("steady", chosen.rate, chosen.seconds)]
    target = Target("ours", around=pinned(core), beside=lambda pid: throttled(pid, chosen.share))
    return measured(target, 1, chosen.phones, phases, chosen.seed)


def pinned(core: int) -> list[str]:
    """The command that keeps another one to one core."""
    return ["taskset", "-c", str(core)]


@contextmanager
def throttled(pid: int, share: float) -> Iterator[None]:
    """The process has that share of its core, until this is over."""
    command = [sys.executable, "-m", "bench.load.throttle", str(pid), str(share)]
    beside = subprocess.Popen([*mortal(), *command], cwd=CHECKOUT, text=True)
    try:
        yield
    finally:
        end(beside)


def spin_share(core: int, share: float, seconds: float = 1.0) -> float:
    """What part of a core a process gets that only spins."""
    spinning = subprocess.Popen([*mortal(), *pinned(core), sys.executable, "-c", SPIN], text=True)
    try:
        with throttled(spinning.pid, share):
            time.sleep(0.3)
            began, before = time.perf_counter(), gauge.cpu([spinning.pid])
            time.sleep(seconds)
            return round((gauge.cpu([spinning.pid]) - before) / (time.perf_counter() - began), 2)
    finally:
        spinning.kill()
        spinning.wait()


if __name__ == "__main__":
    main()
