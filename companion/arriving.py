"""A night that comes from elsewhere: its file is counted through aside, and opens a night of its own."""

from __future__ import annotations

import time
from typing import NamedTuple

from .native import aside
from .rules.capacity import MOST_ENTRIES, MOST_PLAYERS
from .rules.loading import stored
from .rules.log import Log
from .rules.replay import BadNight, parsed, replayed
from .store import nights
from .store.database import Database
from .store.event_store import NewEntry
from .store.moment import instant

LARGEST = 2 * 1024 * 1024  # bytes; a long evening takes a tenth of that
PATIENCE = 1.0  # seconds of computing; a night of a thousand entries takes a fiftieth of that
LONGEST_WORDS = 300
FOREIGN = ("event 0: the file is not JSON", "event 0: the file is not UTF-8")  # a picture, a letter: no night at all
PACKED = (b"PK", b"\x1f\x8b", b"BZh", b"\xfd7zXZ", b"\x28\xb5\x2f\xfd", b"7z\xbc\xaf")


class NotOpened(Exception):
    """A file that opens no night; its text is a sentence for who brought it."""


class Arrived(NamedTuple):
    """A night that was opened; `cut` says that its file ended before something hidden."""

    door: nights.NightLinks
    log: Log
    cut: bool


class Counted(NamedTuple):
    """What a file says: the log, and whether it ended before something hidden."""

    log: Log
    cut: bool


def counted(data: bytes) -> Counted:
    """What a night file says, whatever its size; raises NotOpened."""
    try:
        return Counted(replayed(data), _is_cut(data))
    except BadNight as bad:
        raise NotOpened(f"This night cannot be opened: {bad}.") from None


def counted_aside(data: bytes) -> Counted:
    """The same for a file from a stranger, outside the main thread and within limits, so that no other table waits."""
    return aside(_limited, data)


def opened(disk: Database, night: Counted) -> Arrived:
    """A new night that holds all of it, with its own code and QR, and with nobody's phone; or none at all."""
    rows = [
        NewEntry("", line.entry.seq, line.entry.at or instant(), line.entry.by, None, None, stored(line.entry.event))
        for line in night.log.lines
    ]
    return Arrived(nights.open_night(disk, rows), night.log, night.cut)


def _limited(data: bytes) -> Counted:
    try:
        _check_size(data)
        began = time.thread_time()
        log = replayed(data, lambda log: _check_effort(log, began))
        _check_effort(log, began)
        return Counted(log, _is_cut(data))
    except BadNight as bad:
        if str(bad).startswith(FOREIGN):
            raise NotOpened("That is not the file of a night. Nothing was opened.") from None
        raise NotOpened(f"This night cannot be opened: {_plainly(bad)}.") from None
    except RecursionError:
        raise NotOpened("This night cannot be opened: the file is nested too deep.") from None


def _check_size(data: bytes) -> None:
    if not data:
        raise NotOpened("Choose the file of a night first.")
    if data.startswith(PACKED):
        raise NotOpened("That file is packed. Unpack it, and choose the night file inside.")
    if len(data) > LARGEST:
        raise NotOpened("That is more than the file of any night. Nothing was opened.")


def _check_effort(log: Log, began: float) -> None:
    if log.seq > MOST_ENTRIES or len(log.night.players) > MOST_PLAYERS:
        raise NotOpened(f"A night has {MOST_ENTRIES} entries and {MOST_PLAYERS} players at most.")
    if time.thread_time() - began > PATIENCE:
        raise NotOpened("This night takes too long to count through: too much in it is undone and changed again.")


def _is_cut(data: bytes) -> bool:
    return "cut_before" in parsed(data)


def _plainly(bad: BadNight) -> str:
    """What is wrong, without what only a programmer would ask of the file itself, and not at any length."""
    words = str(bad) if bad.event else str(bad).removeprefix("event 0: ")
    return words if len(words) <= LONGEST_WORDS else f"{words[:LONGEST_WORDS]}…"
