"""One server measured once, and how several of them are told: a table for people, JSON for the rest."""

from __future__ import annotations

import json
import sys
from collections.abc import Callable, Sequence
from contextlib import AbstractContextManager
from statistics import median
from typing import Any, NoReturn, Protocol

from .generator import driven, run
from .phases import Phase
from .ways import Server

Told = dict[str, Any]


class Runs(Protocol):
    """What can be measured: a server, and a count of the actions in its log (None: it keeps none)."""

    def running(self) -> AbstractContextManager[tuple[Server, Callable[[], int | None]]]: ...


COLUMNS = (
    ("actions/s", "per_s"),
    ("CPU ms", "cpu_ms"),
    ("p50", "p50"),
    ("p95", "p95"),
    ("p99", "p99"),
    ("B/update", "update_bytes"),
    ("KiB/phone", "kib_per_phone"),
    ("MiB", "mib"),
    ("held", "held"),
    ("gen. CPU", "generator_cpu"),
    ("others", "others_cpu"),
)


def measured(
    target: Runs,
    tables: int,
    phones: int,
    phases: Sequence[Phase],
    seed: int = 1,
    slow: float = 0.0,
    busy: int = -1,
) -> Told:
    """A fresh server, all phases, and what was wrong; capacity is told of phase `busy`, latency of the last."""
    with target.running() as (server, rows):
        told = driven(run(server, tables, phones, list(phases), seed, slow))
        written = rows()
    full, quiet = told["phases"][busy], told["phases"][-1]
    return {
        "per_s": full["per_s"],
        "cpu_ms": full["server_cpu_ms_per_action"],
        **{name: quiet["last_phone_ms"].get(name, 0.0) for name in ("p50", "p95", "p99")},
        "update_bytes": quiet["update_bytes"].get("p50", 0),
        **{name: told[name] for name in ("kib_per_phone", "mib", "held")},
        "generator_cpu": full["generator_cpu"],
        "others_cpu": full["others_cpu"],
        "faults": faults(told, written),
        "all": told,
    }


def faults(told: Told, written: int | None) -> Told:
    """What must not be: refused, lost or shed taps, phones that were dropped, and a log that holds something else."""
    phases = told["phases"]
    found = {name: count for name in ("failed", "lost", "shed") if (count := sum(phase[name] for phase in phases))}
    if why := next((phase["why"] for phase in phases if phase["why"]), ""):
        found["why"] = why
    if told["dropped"]:
        found["dropped"] = told["dropped"]
    if told["held"] < told["wanted"]:
        found["not_held"] = told["wanted"] - told["held"]
    answered = sum(phase["done"] for phase in phases)
    return found | ({} if written in (None, answered) else {"rows": written, "answered": answered})


def middle(runs: Sequence[Told]) -> Told:
    """The median of every figure over the repeats."""
    return {name: round(median(run[name] for run in runs), 3) for _, name in COLUMNS}


def ratios(medians: dict[str, Told], ours: str = "ours") -> dict[str, Told]:
    """Ours against each of the others."""
    figures = ("per_s", "cpu_ms", "p50", "p95", "p99", "kib_per_phone")
    mine = medians.get(ours)
    return {
        name: {figure: round(mine[figure] / (each[figure] or 1e-9), 2) for figure in figures}
        for name, each in medians.items()
        if mine and name != ours
    }


def table(medians: dict[str, Told]) -> str:
    """A line for each server; p50 to p99 are of the last phone, in milliseconds."""
    wide = max(map(len, medians)) + 1
    lines = [" " * wide + "".join(f"{title:>10}" for title, _ in COLUMNS)]
    lines += [f"{name:{wide}}" + "".join(f"{each[key]:>10g}" for _, key in COLUMNS) for name, each in medians.items()]
    return "\n".join(lines)


def told_of(name: str, one: Told) -> None:
    """A line on stderr as soon as one server is measured."""
    wrong = f"  WRONG: {one['faults']}" if one["faults"] else ""
    print(f"{name}: {one['per_s']:g} actions/s, p99 {one['p99']:g} ms{wrong}", file=sys.stderr, flush=True)


def finished(runs: dict[str, list[Told]], **more: Any) -> NoReturn:
    """Prints medians and ratios, and everything as JSON on stdout; ends with 1 if anything was wrong."""
    medians = {name: middle(each) for name, each in runs.items()}
    print(table(medians), file=sys.stderr)
    against = ratios(medians)
    for name, each in against.items():
        print(f"ours / {name}: " + ", ".join(f"{key} {value:g}" for key, value in each.items()), file=sys.stderr)
    print(json.dumps({"medians": medians, "ratios": against, **more, "runs": runs}))
    sys.exit(any(one["faults"] for each in runs.values() for one in each))
