"""Random and mutated forms to every address there is: no fault of ours, a sentence each, and the log always replays.

    python -m bench.survival.fuzz [--requests 5000] [--seed 1] [--night 100]

Hypothesis draws what is done to the real forms of the pages (values, names, repeated and missing fields, files, foreign
encodings), and to addresses that have none; phones of the finesmaster, two guests, another table and nobody send them
to the app in this process. A new night every so many requests, with another game. Prints one line of JSON.
"""

from __future__ import annotations

import argparse
import json
import sys
import tempfile
import time
from pathlib import Path
from typing import Any

from hypothesis import HealthCheck, Phase, given, seed, settings

from .forms import PLANS, Plan
from .playground import Playground


def main() -> int:
    options = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    options.add_argument("--requests", type=int, default=5000)
    options.add_argument("--seed", type=int, default=1)
    options.add_argument("--night", type=int, default=100, help="requests to one night")
    chosen = options.parse_args()
    with tempfile.TemporaryDirectory(prefix="companion-fuzz-") as folder:
        result = fuzzed(Path(folder), chosen.requests, chosen.seed, chosen.night)
    print(json.dumps(result))
    return bool(result["faults"])


def fuzzed(folder: Path, requests: int, number: int, night: int) -> dict[str, Any]:
    """Plays so many requests of a seed."""
    ground, began = Playground(folder), time.monotonic()

    @seed(number)
    @settings(
        max_examples=requests, deadline=None, database=None, phases=[Phase.generate],
        suppress_health_check=list(HealthCheck),
    )  # fmt: skip
    @given(PLANS)
    def play(plan: Plan) -> None:
        if ground.counts["requests"] and ground.counts["requests"] % night == 0:
            ground.check()
            ground.open()
        ground.play(plan)

    play()
    ground.close()
    return {
        "seed": number, **dict(sorted(ground.counts.items())), "nights": ground.nights, "entries": ground.entries,
        "per_s": round(ground.counts["requests"] / (time.monotonic() - began)), "faults": ground.faults,
    }  # fmt: skip


if __name__ == "__main__":
    sys.exit(main())
