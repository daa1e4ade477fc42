"""A disk that takes 10 ms for a sync, as an SD card or an old laptop's: how many taps a second are on it for good.

    python -m bench.slow_disk [--ms 10] [--tables 200] [--actors 32 200] [--seconds 5] [--repeats 3] [--only ours]

The server runs with a small library in front of the C library's fsync and fdatasync (load/slow_disk.c, compiled by
`cc`), by which SQLite syncs: each call lasts --ms in all, its thread sleeps meanwhile, and the process does not. Tables
tap without a pause, first --actors' first number of them, then the second. Whoever commits tap by tap cannot
pass 1000 / --ms. Prints a table on stderr and everything as JSON on stdout; ends with 1 if anything went wrong.
"""

from __future__ import annotations

import argparse
import random
import subprocess
import tempfile
from pathlib import Path

from .load.phases import Phase
from .load.targets import Target
from .load.telling import Told, finished, measured, told_of

SOURCE = Path(__file__).parent / "load" / "slow_disk.c"


def main() -> None:
    options = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    options.add_argument("--ms", type=float, default=10.0, help="what a sync lasts")
    options.add_argument("--tables", type=int, default=200)
    options.add_argument("--phones", type=int, default=5, help="phones at each table")
    options.add_argument("--actors", type=int, nargs="+", default=[32, 200], help="tables that tap without a pause")
    options.add_argument("--seconds", type=float, default=5.0, help="for each number of them")
    options.add_argument("--warm", type=float, default=2.0, help="seconds before that")
    options.add_argument("--repeats", type=int, default=3)
    options.add_argument("--only", nargs="+", metavar="NAME", default=["ours", "bare"], help="ours, bare, socketio")
    options.add_argument("--seed", type=int, default=1)
    chosen = options.parse_args()
    runs: dict[str, list[Told]] = {}
    chance = random.Random(chosen.seed)
    with tempfile.TemporaryDirectory(prefix="companion-bench-") as folder:
        slowness = {"LD_PRELOAD": str(built(Path(folder))), "SYNC_MS": str(chosen.ms)}
        for _ in range(chosen.repeats):
            for name in chance.sample(chosen.only, len(chosen.only)):
                for actors in chosen.actors:
                    one = once(Target(name, environ=slowness), actors, chosen)
                    runs.setdefault(f"{name}, {actors} at once", []).append(one)
                    told_of(f"{name}, {actors} at once", one)
    finished(dict(sorted(runs.items(), reverse=True)), sync_ms=chosen.ms)


def once(target: Target, actors: int, chosen: argparse.Namespace) -> Told:
    """One server on the slow disk; it is a fault if a tap was faster than a sync."""
    phases = [Phase("closed", actors, chosen.warm), Phase("closed", actors, chosen.seconds)]
    one = measured(target, chosen.tables, chosen.phones, phases, chosen.seed)
    if one["p50"] < chosen.ms:
        one["faults"]["disk"] = "it was not slow: the library in front of it did not work"
    return one


def built(folder: Path) -> Path:
    """The library that makes the disk slow."""
    library = folder / "slow_disk.so"
    subprocess.run(["cc", "-O2", "-shared", "-fPIC", "-o", str(library), str(SOURCE), "-ldl"], check=True, timeout=60)
    return library


if __name__ == "__main__":
    main()
