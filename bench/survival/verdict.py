"""The verdict on a history: compares what phones were told with the log."""

import json
import shutil
import sqlite3
import tempfile
from collections import Counter
from contextlib import closing
from datetime import datetime
from pathlib import Path
from typing import Any, NamedTuple

from .history import ACKNOWLEDGED, REFUSED, History, Tap

ROWS = """SELECT entry.seq, entry.at, entry.by, device.player, entry.key, entry.event
          FROM entry LEFT JOIN device ON device.id = entry.device_id WHERE entry.night_id = ? ORDER BY entry.seq"""
SHARDS = ("", "-wal", "-shm")
CLOCK = 0.002  # seconds of tolerance, since times in the log are rounded to milliseconds
SAID = ("type", "player", "amount", "rule", "text", "entry", "deal", "trick", "winner")


class Row(NamedTuple):
    """One entry as it is in the database."""

    seq: int
    at: str
    by: str | None
    phone: str | None
    key: str | None
    event: str

    @property
    def tap(self) -> str | None:
        """The key that the phone made."""
        return self.key and self.key.partition(".")[0]

    @property
    def fact(self) -> dict[str, Any]:
        fact: dict[str, Any] = json.loads(self.event)
        return fact

    @property
    def written(self) -> float:
        return datetime.fromisoformat(self.at).timestamp()


def database(data: Path) -> Path:
    return data / "companion.db"


def rows_of(data: Path, night: str) -> list[Row]:
    """The log of a night on the disk, read without the companion."""
    with closing(sqlite3.connect(f"{database(data).as_uri()}?mode=ro", uri=True)) as disk:
        return [Row(*row) for row in disk.execute(ROWS, (night,))]


def integrity(data: Path) -> str:
    """The result of SQLite's integrity check: `ok` if the file is sound."""
    with closing(sqlite3.connect(f"{database(data).as_uri()}?mode=ro", uri=True)) as disk:
        return str(disk.execute("PRAGMA integrity_check").fetchone()[0])


def left_behind(data: Path) -> str:
    """The same of a copy of the files as they are now, since opening the originals would repair them."""
    with tempfile.TemporaryDirectory(prefix="companion-aside-") as folder:
        for shard in SHARDS:
            left = database(data).with_name(database(data).name + shard)
            if left.exists():
                shutil.copy(left, folder)
        return integrity(Path(folder))


def faults(history: History, rows: list[Row]) -> list[str]:
    """All differences between the log and what the phones were told."""
    found = [f"the log has entries {[row.seq for row in rows]}"] * (
        [row.seq for row in rows] != [*range(1, len(rows) + 1)]
    )
    counted = Counter((row.phone, row.tap) for row in rows if row.key)
    found += [f"{phone}'s tap {key} counts {many} times" for (phone, key), many in counted.items() if many > 1]
    places = {(row.phone, row.tap): row for row in rows if row.key}
    known = {(tap.phone, tap.key) for tap in history.taps}
    found += [f"nobody tapped entry {row.seq} ({row.key})" for each, row in places.items() if each not in known]
    for tap in history.taps:
        found += _wrong(tap, places.get((tap.phone, tap.key)), rows)
    return found + _out_of_order(history.taps, places)


def _wrong(tap: Tap, row: Row | None, rows: list[Row]) -> list[str]:
    what = f"{tap.phone}'s tap {tap.key}"
    if row is not None and row.by != tap.phone:
        return [f"{what} stands as {row.by}'s"]
    if row is not None and not _says(row, tap):
        return [f"{what} stands as something else: {row.event}"]
    if tap.outcome == ACKNOWLEDGED and row is None and not _said_by_another(tap, rows):
        return [f"{what} was acknowledged and is lost"]
    if tap.outcome == REFUSED and row is not None and _stood_when_refused(tap, row):
        return [f"{what} was refused although it stands as entry {row.seq}: {tap.attempts[-1].said}"]
    return []


def _says(row: Row, tap: Tap) -> bool:
    # A correction is sent as the form that enters the fact, with the entry that it corrects.
    fact = row.fact["event"] if "corrects" in dict(tap.fields) and "event" in row.fact else row.fact
    said = {name: value for name, value in tap.fields if name in SAID and name in fact}
    return all(str("" if fact[name] is None else fact[name]) == value for name, value in said.items())


def _said_by_another(tap: Tap, rows: list[Row]) -> bool:
    """Whether a slot already had the same fact: recorded by another phone, or by a change."""
    fields = dict(tap.fields)
    if fields["type"] != "trick.taken":
        return False
    for row in rows:
        fact = row.fact.get("event", row.fact)
        same = all(str(fact.get(name)) == fields[name] for name in ("deal", "trick"))
        if row.seq <= tap.seq and same and (fact.get("winner") or "") == fields["winner"]:
            return True
    return False


def _stood_when_refused(tap: Tap, row: Row) -> bool:
    """Whether it was recorded before its refusal: an unanswered try can still arrive after a later one is refused."""
    if all(each.status is not None for each in tap.attempts):
        return True
    refusals = [each.sent for each in tap.attempts if each.status is not None and each.status < 500]
    return any(row.written + CLOCK < sent for sent in refusals)


def _out_of_order(taps: list[Tap], places: dict[tuple[str | None, str | None], Row]) -> list[str]:
    """Faults in the order: a tap acknowledged before another was sent must come before it in the log."""
    standing = [(tap, places[tap.phone, tap.key].seq) for tap in taps if (tap.phone, tap.key) in places]
    done = sorted((tap.acknowledged, seq) for tap, seq in standing if tap.outcome == ACKNOWLEDGED)
    found, newest, index = [], 0, 0
    for tap, seq in sorted(standing, key=lambda each: each[0].sent):
        while index < len(done) and done[index][0] < tap.sent:
            newest, index = max(newest, done[index][1]), index + 1
        if seq <= newest:
            found.append(
                f"{tap.phone}'s tap {tap.key} stands at {seq}, before {newest}, which was acknowledged earlier"
            )
    return found
