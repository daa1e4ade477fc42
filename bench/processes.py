"""Several processes over one PostgreSQL: how many taps a second 1, 2 and 4 of them take, with a private server of it.

    python -m bench.processes [--processes 1 2 4] [--tables 40] [--phones 5] [--seconds 5] [--actors 16]

Every tap is synced by PostgreSQL (fsync on). First every table is at one process; then the phones of each table are
spread over all processes, as by a balancer that knows of no tables. The generator and PostgreSQL share the machine with
the servers, so on few cores more processes cannot show what they would on more. CPU is that of the processes, without
PostgreSQL's own. Prints a table on stderr and everything as JSON on stdout; ends with 1 if anything went wrong.
"""

from __future__ import annotations

import argparse
import tempfile
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path

from .cluster import Cluster, cluster
from .load.ours import Ours
from .load.phases import Phase
from .load.targets import ACTIONS, ours, process
from .load.telling import Told, finished, measured, told_of
from .load.ways import Server


class Processes:
    """So many processes of the companion over an empty database."""

    def __init__(self, database: Cluster, many: int, is_spread: bool) -> None:
        self._database, self._many, self._is_spread = database, many, is_spread
        self.name = f"{many}, " + ("tables spread" if is_spread else "by table")

    @contextmanager
    def running(self) -> Iterator[tuple[Server, Callable[[], int]]]:
        """The processes, and a count of the taps in their log."""
        database = self._database
        database.ask("DROP DATABASE IF EXISTS bench WITH (FORCE)")
        database.ask("CREATE DATABASE bench")
        environ = {"COMPANION_DATABASE_URL": database.url("bench")}
        with ExitStack() as stack:
            data = Path(stack.enter_context(tempfile.TemporaryDirectory(prefix="companion-bench-")))
            started = [stack.enter_context(process(ours(data)[0], environ)) for _ in range(self._many)]
            ports, pids = zip(*started, strict=True)
            yield Server(ports, pids, Ours(), self._is_spread), self._rows

    def _rows(self) -> int:
        return int(self._database.ask(f"SELECT count(*) FROM entry WHERE {ACTIONS}", "bench")[0][0])


def main() -> None:
    options = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    options.add_argument("--processes", type=int, nargs="+", default=[1, 2, 4])
    options.add_argument("--tables", type=int, default=40)
    options.add_argument("--phones", type=int, default=5, help="phones at each table")
    options.add_argument("--seconds", type=float, default=5.0)
    options.add_argument("--warm", type=float, default=1.0, help="seconds before that")
    options.add_argument("--actors", type=int, default=16, help="tables that tap without a pause")
    options.add_argument("--repeats", type=int, default=3)
    options.add_argument("--seed", type=int, default=1)
    chosen = options.parse_args()
    phases = [Phase("closed", chosen.actors, chosen.warm), Phase("closed", chosen.actors, chosen.seconds)]
    runs: dict[str, list[Told]] = {}
    with cluster(durable=True) as database:
        for _ in range(chosen.repeats):
            for many in chosen.processes:
                for is_spread in (False, True)[: min(many, 2)]:
                    target = Processes(database, many, is_spread)
                    one = measured(target, chosen.tables, chosen.phones, phases, chosen.seed)
                    runs.setdefault(target.name, []).append(one)
                    told_of(target.name, one)
    finished(runs, tables=chosen.tables, phones=chosen.phones)


if __name__ == "__main__":
    main()
