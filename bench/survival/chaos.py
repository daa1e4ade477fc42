"""Random evenings on bad networks, with a server that is killed: afterwards the log and all phones must agree.

    python -m bench.survival.chaos [--seeds 200] [--first 1] [--jobs 2] [--pace 10] [--seconds 25] [--most 6]

Every phone taps real events of Five-Card Yak through a proxy of its own that cuts, swallows, resets, answers nothing or
crawls; the server is killed or stopped, and started again. What phones tap, what breaks and when is drawn from the
seed; how it falls together in time is not. With --pace 10 the clocks of phones, network and heartbeat run ten times as
fast. Prints a line for each seed and one of JSON; a seed that fails prints its history and keeps it as a file.
"""

import argparse
import asyncio
import json
import multiprocessing
import sys
import tempfile
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path

from .run import Evening, Outcome


def main() -> int:
    options = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    options.add_argument("--seeds", type=int, default=20, help="how many seeds")
    options.add_argument("--first", type=int, default=1, help="the first of them")
    options.add_argument("--jobs", type=int, default=1, help="evenings at once, each with a server of its own")
    options.add_argument("--pace", type=float, default=10.0, help="how many times as fast the clocks run")
    options.add_argument("--seconds", type=float, default=25.0, help="how long people tap, on the evening's clock")
    options.add_argument("--most", type=int, default=6, help="phones at a table at most, 3 to 10")
    options.add_argument("--keep", type=Path, default=Path("."), help="where histories of failing seeds are kept")
    chosen = options.parse_args()
    seeds = [range(chosen.first + job, chosen.first + chosen.seeds, chosen.jobs) for job in range(chosen.jobs)]
    with ProcessPoolExecutor(chosen.jobs, multiprocessing.get_context("spawn")) as pool:
        outcomes = [each for some in pool.map(several, seeds, [chosen] * len(seeds)) for each in some]
    print(json.dumps(summary(outcomes)))
    return any(outcome.faults for outcome in outcomes)


def several(seeds: range, chosen: argparse.Namespace) -> list[Outcome]:
    """Plays the evenings of these seeds, one after the other on one server."""
    return asyncio.run(_several(seeds, chosen))


async def _several(seeds: range, chosen: argparse.Namespace) -> list[Outcome]:
    outcomes = []
    with tempfile.TemporaryDirectory(prefix="companion-chaos-") as data:
        async with Evening(Path(data), chosen.pace) as evening:
            for seed in seeds:
                outcomes.append(await evening.play(seed, chosen.seconds, chosen.most))
                tell(outcomes[-1], chosen.keep)
    return outcomes


def tell(outcome: Outcome, keep: Path) -> None:
    """Prints a line for a seed, and its whole history if it failed."""
    print(outcome.line(), file=sys.stderr, flush=True)
    if outcome.faults:
        kept = keep / f"chaos-{outcome.seed}.json"
        kept.write_text(json.dumps(outcome.history.data(), indent=1))
        print("\n".join([*outcome.told(), f"The history is kept in {kept.name}."]), file=sys.stderr, flush=True)


def summary(outcomes: list[Outcome]) -> dict[str, object]:
    """The results of the whole run."""
    sums = (
        "taps",
        "attempts",
        "acknowledged",
        "refused",
        "unknown",
        "entries",
        "kills",
        "stops",
        "weather",
        "reloads",
        "polls",
    )
    return {
        "seeds": len(outcomes),
        "failed": [outcome.seed for outcome in outcomes if outcome.faults],
        **{name: sum(outcome.counts[name] for outcome in outcomes) for name in sums},
        "current_after_s": max(outcome.current for outcome in outcomes),
    }


if __name__ == "__main__":
    sys.exit(main())
