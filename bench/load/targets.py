"""What is measured: each server in a process of its own, with an empty folder, on the loopback address."""

from __future__ import annotations

import os
import re
import shutil
import socket
import sqlite3
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import AbstractContextManager, closing, contextmanager, nullcontext
from pathlib import Path

from .ours import Ours
from .ways import Bare, BoardgameIo, Server, SocketIo

CHECKOUT = Path(__file__).resolve().parents[2]
PEERS = CHECKOUT / "bench" / "peers"
PATIENCE = 20.0
# Phones here are faster than thumbs, and more than a house has.
UNLIMITED = {"COMPANION_TAPS_PER_SECOND": "0", "COMPANION_NIGHTS_PER_HOUR": "0"}


class Target:
    """A kind of server by its name.

    `around` is a command that runs the server's, `environ` what it finds set, `options` are said to ours, and
    `beside` goes on for as long as it runs, given its process id.
    """

    def __init__(
        self,
        name: str,
        around: Sequence[str] = (),
        environ: dict[str, str] | None = None,
        options: Sequence[str] = (),
        beside: Callable[[int], AbstractContextManager[None]] = lambda pid: nullcontext(),
    ) -> None:
        self.name, self._around, self._environ, self._options = name, around, environ or {}, options
        self._beside = beside

    @contextmanager
    def running(self) -> Iterator[tuple[Server, Callable[[], int | None]]]:
        """The server, and a count of the rows in its log; it is ended by its process id, whatever happened."""
        with tempfile.TemporaryDirectory(prefix="companion-bench-") as data:
            command, file = COMMANDS[self.name](Path(data))
            command = [*self._around, *command, *self._options]
            with process(command, self._environ) as (port, pid), self._beside(pid):
                way = WAYS[self.name]()
                yield Server((port,), (pid,), way), lambda: rows(file)


def ours(data: Path) -> tuple[list[str], Path]:
    command = [sys.executable, "-m", "companion", "--host", "127.0.0.1", "--port", "0", "--data", str(data)]
    return command, data / "companion.db"


def bare(data: Path) -> tuple[list[str], Path]:
    return [sys.executable, "-m", "bench.load.bare", str(data / "bare.db")], data / "bare.db"


def sockets(data: Path) -> tuple[list[str], Path]:
    return [node(), str(PEERS / "sockets.js"), str(free_port()), str(data / "peer.db")], data / "peer.db"


def game(data: Path) -> tuple[list[str], None]:
    return [node(), str(PEERS / "game.js"), str(free_port())], None


def game_in_files(data: Path) -> tuple[list[str], None]:
    return [*game(data)[0], str(data / "games")], None


COMMANDS: dict[str, Callable[[Path], tuple[list[str], Path | None]]] = {
    "ours": ours,
    "bare": bare,
    "bgio": game,
    "bgio-flatfile": game_in_files,
    "socketio": sockets,
}
WAYS = {"ours": Ours, "bare": Bare, "bgio": BoardgameIo, "bgio-flatfile": BoardgameIo, "socketio": SocketIo}
# Which rows of our log are taps, and where a log is kept: ours, then theirs, which hold nothing else.
ACTIONS = "event LIKE '%\"trick.taken\"%' OR event LIKE '%\"drink.taken\"%'"
LOGS = {"entry": ACTIONS, "event": "true"}


def node() -> str:
    """Node, with what the peers need; says how to get it where it is missing."""
    found = shutil.which("node")
    if not found or not (PEERS / "node_modules").is_dir():
        raise SystemExit("The peers need Node and what they are made of: cd bench/peers && npm ci")
    return found


def rows(file: Path | None) -> int | None:
    """Actions in the log; None for a server that keeps none to be counted."""
    if file is None:
        return None
    with closing(sqlite3.connect(file)) as database:
        names = {name for (name,) in database.execute("SELECT name FROM sqlite_master WHERE type = 'table'")}
        (table,) = names.intersection(LOGS)
        (count,) = database.execute(f"SELECT count(*) FROM {table} WHERE {LOGS[table]}").fetchone()
        return int(count)


@contextmanager
def process(command: list[str], environ: dict[str, str]) -> Iterator[tuple[int, int]]:
    """The port and process id of a server that says its address, or was told its port and answers there."""
    around = {**os.environ, "PYTHONUNBUFFERED": "1", **UNLIMITED, **environ}
    pipe = subprocess.PIPE
    words = [*mortal(), *command]
    started = subprocess.Popen(words, cwd=CHECKOUT, env=around, stdout=pipe, text=True, encoding="utf-8")
    try:
        yield (_answering(command, started) if node_port(command) else _said(started)), started.pid
    finally:
        end(started)


def mortal() -> list[str]:
    """The command by which another one ends with its starter, even one that was killed; nothing where it is missing."""
    found = shutil.which("setpriv")
    return [found, "--pdeathsig=TERM", "--"] if found else []


def node_port(command: list[str]) -> int | None:
    """The port that a peer was told."""
    return next((int(command[at + 1]) for at, word in enumerate(command) if word.endswith(".js")), None)


def _said(started: subprocess.Popen[str]) -> int:
    """The port in the server's welcome; what it says after that is read and dropped."""
    assert started.stdout is not None
    watchdog = threading.Timer(PATIENCE, started.kill)
    watchdog.start()
    said = []
    for line in started.stdout:
        said.append(line)
        if found := re.search(r"http://127\.0\.0\.1:(\d+)/", line):
            watchdog.cancel()
            threading.Thread(target=started.stdout.read, daemon=True).start()
            return int(found[1])
    watchdog.cancel()
    raise SystemExit("The server did not start:\n" + "".join(said))


def _answering(command: list[str], started: subprocess.Popen[str]) -> int:
    assert started.stdout is not None
    threading.Thread(target=started.stdout.read, daemon=True).start()
    port, end = node_port(command), time.monotonic() + PATIENCE
    assert port is not None
    while time.monotonic() < end and started.poll() is None:
        with socket.socket() as one:
            if one.connect_ex(("127.0.0.1", port)) == 0:
                return port
        time.sleep(0.05)
    raise SystemExit(f"{command[1]} did not start")


def end(started: subprocess.Popen[str]) -> None:
    """Ends a process by its id, politely at first."""
    if started.poll() is None:
        started.terminate()
    try:
        started.wait(5)
    except subprocess.TimeoutExpired:
        started.kill()
        started.wait()


def free_port() -> int:
    """A port that nobody listens on now."""
    with socket.socket() as one:
        one.bind(("127.0.0.1", 0))
        return int(one.getsockname()[1])
