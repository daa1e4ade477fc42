"""A private PostgreSQL for tests and measurements, in a temporary folder and reached by a socket in it."""

import os
import shutil
import signal
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

USER = "postgres"
HASTE = ("fsync=off", "synchronous_commit=off", "full_page_writes=off")
ALWAYS = ("listen_addresses=", "max_connections=300", "autovacuum=off", "log_min_messages=fatal")


class Missing(Exception):
    """There is no usable PostgreSQL here; the text says why."""


def programs() -> Path:
    """The folder of the newest PostgreSQL that Debian has installed; raises Missing."""
    found = [path.parent for path in Path("/usr/lib/postgresql").glob("*/bin/initdb")]
    if not found:
        raise Missing("there is no /usr/lib/postgresql/*/bin/initdb: install the package postgresql")
    return max(found, key=lambda path: float(path.parent.name))


class Cluster:
    """A PostgreSQL server; a `durable` one waits for the disk, as in real use."""

    def __init__(self, durable: bool = False) -> None:
        self._programs = programs()
        self.folder = Path(self._run("mktemp", "-d", "/tmp/companion-pg-XXXXXX"))
        self._settings = ALWAYS if durable else (*ALWAYS, *HASTE)
        self._server: subprocess.Popen[bytes] | None = None
        data = str(self.folder / "data")
        self._run(str(self._programs / "initdb"), "-D", data, "-A", "trust", "-U", USER, "--no-sync", "-E", "UTF8")

    def url(self, database: str = USER) -> str:
        """Where a database is, as COMPANION_DATABASE_URL takes it."""
        return f"postgresql+psycopg://{USER}@/{database}?host={self.folder}"

    def start(self) -> None:
        """Starts the server, if it does not run, and waits until it answers."""
        if self._server:
            return
        words = [str(self._programs / "postgres"), "-D", str(self.folder / "data"), "-k", str(self.folder)]
        options = [word for setting in self._settings for word in ("-c", setting)]
        log = (self.folder.parent / f"{self.folder.name}.log").open("wb")
        self._server = subprocess.Popen([*_as_nobody(), *words, *options], stdout=log, stderr=log, process_group=0)
        log.close()
        ready = [str(self._programs / "pg_isready"), "-q", "-h", str(self.folder), "-U", USER]
        for _ in range(600):
            if subprocess.run(ready, check=False, timeout=20).returncode == 0:
                return
            if self._server.poll() is not None:
                break
        raise Missing(f"PostgreSQL did not start: {Path(log.name).read_text(errors='replace')[-500:]}")

    def stop(self, how: signal.Signals = signal.SIGINT) -> None:
        """Ends the server: SIGINT closes connections in an orderly way, SIGQUIT like a crash."""
        server, self._server = self._server, None
        if server is not None:
            os.killpg(server.pid, how)
            server.wait(30)

    def remove(self) -> None:
        """Ends the server and deletes its folder."""
        self.stop()
        shutil.rmtree(self.folder, ignore_errors=True)
        (self.folder.parent / f"{self.folder.name}.log").unlink(missing_ok=True)

    def ask(self, statement: str, database: str = USER) -> list[tuple[Any, ...]]:
        """The rows of one statement, run on a new connection."""
        import psycopg

        with psycopg.connect(host=str(self.folder), user=USER, dbname=database, autocommit=True) as line:
            found = line.execute(statement.encode())
            return found.fetchall() if found.description else []

    def _run(self, *words: str) -> str:
        done = subprocess.run(
            [*_as_nobody(), *words], capture_output=True, text=True, cwd="/tmp", timeout=120, check=False
        )
        if done.returncode:
            raise Missing(f"{words[0]} failed: {done.stderr[-500:]}")
        return done.stdout.strip()


@contextmanager
def cluster(durable: bool = False) -> Iterator[Cluster]:
    """A running server, which is always removed afterwards."""
    made = Cluster(durable)
    try:
        made.start()
        yield made
    finally:
        made.remove()


def _as_nobody() -> list[str]:
    """The command prefix to run as the user postgres, since root is refused, and to end with the parent process."""
    root = [f"--reuid={USER}", f"--regid={USER}", "--clear-groups"] if os.geteuid() == 0 else []
    return ["setpriv", *root, "--pdeathsig=INT", "--"]
