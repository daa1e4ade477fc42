"""Night files: exporting a night, and opening a file as a new night, even a file that a stranger uploads."""

import sys
import time
from collections.abc import Callable
from typing import NamedTuple

from ..config import Unusable
from ..domain.event_log import Log
from ..domain.limits import MOST_ENTRIES, MOST_PLAYERS
from ..domain.replay import BadNight, night_file, parsed, replayed
from ..domain.visibility import first_hidden
from ..storage import nights
from ..storage.clock import on_the_clock
from ..storage.database import Database
from ..storage.engine import place_of
from ..system.native_threads import aside
from .night_cache import LoadedNight, row

LARGEST = 2 * 1024 * 1024  # bytes; the file of a long evening has a tenth of that
COMPUTING = 1.0  # seconds of processor time at most; a thousand entries take a fiftieth of that
LONGEST_WORDS = 300
FOREIGN = ("event 0: the file is not JSON", "event 0: the file is not UTF-8")  # pictures, letters and the like
PACKED = (b"PK", b"\x1f\x8b", b"BZh", b"\xfd7zXZ", b"\x28\xb5\x2f\xfd", b"7z\xbc\xaf")


class NotOpened(Unusable):
    """This file cannot be opened as a night; the text is a sentence for the person who uploaded it."""


class NightFile(NamedTuple):
    """The content of a file: the log, and whether the file ends before something hidden."""

    log: Log
    cut: bool


def export_night(database: Database, code: str) -> bytes:
    """The night file of a night, found by its code or its id; raises Unusable if there is none.

    While something is hidden, the file ends before it, and a line on stderr says so.
    """
    log = found(database, code)
    hidden = first_hidden(log)
    if hidden is not None:
        print(f"Something still lies face down: the file ends before entry {hidden} of {log.seq}.", file=sys.stderr)
    return night_file(log, hidden)


def read_night(data: bytes) -> NightFile:
    """The content of a file of any size; raises NotOpened."""
    try:
        return _read(data)
    except BadNight as bad:
        raise NotOpened(f"This night cannot be opened: {bad}.") from None


def same_night(database: Database, file: NightFile) -> nights.NightLinks | None:
    """A night that is here already and began with the same entry at the same time."""
    return nights.begun_with(database, row("", file.log.lines[0].entry))


def read_from_stranger(data: bytes) -> NightFile:
    """The content of an uploaded file, read outside the main thread within limits, so that other tables need not wait.

    Raises NotOpened.
    """
    return aside(_read_within_limits, data)


def open_night(database: Database, file: NightFile) -> nights.NightLinks:
    """Opens a new night with all entries of the file, its own code and links, and no phones."""
    return nights.open_night(database, [row("", line.entry) for line in file.log.lines])


def described(database: Database) -> list[str]:
    """A line for each night: its code, when it was last touched (in this computer's time), its name and players."""
    lines = []
    for night, last in nights.listed(database):
        state = log_of(database, night.id).night
        players = ", ".join(player.name for player in state.players.values())
        lines.append(f"{night.code}  {on_the_clock(last)}  {state.name}  ({players or 'nobody yet'})")
    return lines or [f"There are no nights in {place_of(database.url)} yet."]


def found(database: Database, code: str) -> Log:
    """The log of a night, found by its code or its id; raises Unusable if there is none."""
    night = nights.by_code(database, code) or nights.find(database, id=code)
    if night is None:
        raise Unusable(f"There is no night with the code {code} in {place_of(database.url)}.")
    return log_of(database, night.id)


def log_of(database: Database, night_id: str) -> Log:
    """The log of the night with this id."""
    loaded = LoadedNight(night_id)
    loaded.refresh(database)
    return loaded.log


def _read(data: bytes, check: Callable[[Log], None] = lambda log: None) -> NightFile:
    log = replayed(data, check)
    check(log)
    return NightFile(log, "cut_before" in parsed(data))


def _read_within_limits(data: bytes) -> NightFile:
    _check_size(data)
    began = time.thread_time()
    try:
        return _read(data, lambda log: _check_effort(log, began))
    except BadNight as bad:
        if str(bad).startswith(FOREIGN):
            raise NotOpened("That is not the file of a night. Nothing was opened.") from None
        raise NotOpened(f"This night cannot be opened: {_shortened(bad)}.") from None
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
    if time.thread_time() - began > COMPUTING:
        raise NotOpened("This night takes too long to count through: too much in it is undone and changed again.")


def _shortened(bad: BadNight) -> str:
    """What is wrong with the file, at most LONGEST_WORDS characters of it, without an event number that is 0."""
    words = str(bad) if bad.event else str(bad).removeprefix("event 0: ")
    return words if len(words) <= LONGEST_WORDS else f"{words[:LONGEST_WORDS]}…"
