"""A full disk, a failing disk and a locked database: the server must say so, lose nothing, and recover.

    python -m bench.survival.disk [--taps 60] [--seed 1]

Three phones tap before the trouble, during it and after it, with a stream open all the while; what was refused by the
disk is sent again with its key when the trouble is over. The server is never restarted. A full disk needs a file system
of its own (`unshare`, Linux, allowed to mount); where that is not to be had it says so. Prints one line of JSON.
"""

import argparse
import asyncio
import resource
import shutil
import sqlite3
import subprocess
import sys
import tempfile
from collections import Counter
from collections.abc import Callable
from contextlib import AbstractContextManager, closing, contextmanager
from pathlib import Path
from typing import Any

from .clock import Clock
from .history import UNKNOWN, History, Tap
from .phone import Phone
from .server import Server, run_command
from .table import phones_on, seated
from .verdict import aside, database, faults, integrity, rows_of

ROOM = 40_000_000  # bytes of the small file system
OWN_DISK = 'mount -t tmpfs -o size="$0" tmpfs "$1" && shift && exec "$@"'
Trouble = Callable[[Path, int], AbstractContextManager[None]]


async def troubled(_: Path, chosen: argparse.Namespace) -> dict[str, Any]:
    """Plays an evening with each kind of trouble that this machine can produce."""
    told = {name: await lived(trouble, chosen) for name, trouble in TROUBLES.items() if possible(trouble)}
    faults = [f"{name}: {fault}" for name, each in told.items() for fault in each["faults"]]
    return {**told, "not_measured": sorted(TROUBLES.keys() - told.keys()), "faults": faults}


# ---- the troubles, each given the data folder and the process id of the server
@contextmanager
def full(data: Path, pid: int) -> Any:
    """Another program fills the disk to the last byte."""
    filler = data / "filler"
    with filler.open("wb", buffering=0) as file:
        for piece in (65536, 512, 1):
            try:
                while file.write(b"x" * piece):
                    pass
            except OSError:
                continue
    try:
        yield
    finally:
        filler.unlink()


@contextmanager
def held(data: Path, pid: int) -> Any:
    """Another program locks the database."""
    with closing(sqlite3.connect(database(data), isolation_level=None)) as other:
        other.execute("BEGIN IMMEDIATE")
        yield
        other.execute("ROLLBACK")


@contextmanager
def failing(data: Path, pid: int) -> Any:
    """Every write of the server to a file fails, as on a broken disk."""
    before = resource.prlimit(pid, resource.RLIMIT_FSIZE, (1, resource.RLIM_INFINITY))
    try:
        yield
    finally:
        resource.prlimit(pid, resource.RLIMIT_FSIZE, before)


TROUBLES: dict[str, Trouble] = {"full": full, "failing": failing, "held": held}


def possible(trouble: Trouble) -> bool:
    """Whether this machine can produce this trouble."""
    if trouble is not full:
        return trouble is held or sys.platform == "linux"
    mounting = ["unshare", "-rm", "sh", "-c", OWN_DISK, str(ROOM), tempfile.gettempdir(), "true"]
    return shutil.which("unshare") is not None and subprocess.run(mounting, capture_output=True).returncode == 0


# ---- the evening
async def lived(trouble: Trouble, chosen: argparse.Namespace) -> dict[str, Any]:
    """Plays an evening with one kind of trouble; returns what the phones were told."""
    with tempfile.TemporaryDirectory(prefix="companion-disk-") as folder:
        around = [] if trouble is not full else ["unshare", "-rm", "sh", "-c", OWN_DISK, str(ROOM), folder]
        server = Server(Path(folder), around=around)
        await server.start()
        data = Path(folder) if trouble is not full else Path(f"/proc/{server.pid}/root{folder}")
        try:
            return await _lived(trouble, chosen, server, data)
        finally:
            await server.end()


async def _lived(trouble: Trouble, chosen: argparse.Namespace, server: Server, data: Path) -> dict[str, Any]:
    history = History(chosen.seed)
    phones = phones_on([server] * 3, Clock(), history)
    await seated(phones, trouble.__name__)
    await phones[0].tap([("type", "rule.made"), ("text", "No pointing."), ("amount", "1")])
    for phone in phones:
        phone.live.go()
    await tapped(phones, chosen.taps)
    with trouble(data, server.pid):
        during = await tapped(phones, 3 if trouble is held else chosen.taps)
        pages = [(await phone.ask("GET", f"/n/{phone.night}/", script=False)).status for phone in phones]
    for tap in during:
        if tap.outcome == UNKNOWN:
            await phones[int(tap.phone[1:]) - 1].send(tap)
    after = await tapped(phones, chosen.taps)
    await asyncio.sleep(1.0)
    with aside(data) as files:
        found, sound = faults(history, rows_of(files, phones[0].night)), integrity(files)
    found += [f"{tap.key}: {tap.attempts[-1]}" for tap in history.taps if tap.outcome == UNKNOWN]
    found += [f"{phone.player} is at {phone.version}" for phone in phones if phone.version != phones[0].version]
    for phone in phones:
        await phone.stop()
    first = Counter(str(tap.attempts[0].status or tap.attempts[0].said) for tap in during)
    words = {each.said for tap in during for each in tap.attempts if each.status == 503}
    slow = max((each.answered or 0) - each.sent for tap in during for each in tap.attempts[:1])
    return {
        "seed": chosen.seed, "taps_during": len(during), "answers_during": dict(first), "words": sorted(words),
        "slowest_answer_s": round(slow, 1), "pages_during": pages, "taps_after": len(after),
        "integrity": sound, "faults": found,
    }  # fmt: skip


async def tapped(phones: list[Phone], taps: int) -> list[Tap]:
    """Sends this many taps from all phones together: each player records a call against themselves."""
    shares = [taps // len(phones)] * len(phones)

    async def thumb(phone: Phone, many: int) -> list[Tap]:
        caught = [("type", "rule.called"), ("rule", "r1"), ("player", phone.player), ("again", "yes")]
        taps = [phone.new_tap(caught) for _ in range(many)]
        for tap in taps:
            await phone.send(tap)
        return taps

    return [tap for some in await asyncio.gather(*map(thumb, phones, shares)) for tap in some]


if __name__ == "__main__":
    sys.exit(run_command(__doc__ or "", troubled, taps=60, seed=1))
