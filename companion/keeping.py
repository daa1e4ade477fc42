"""Keeping nights: a night file out, a night file in, and backups of them all."""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Any

from flask import Flask

from .config import Unusable
from .rules.events import written
from .rules.loading import stored
from .rules.log import Log
from .rules.replay import FORMAT, BadNight, replayed
from .rules.view import first_hidden
from .scorekeeper import Scorekeeper, now
from .store import backup as backups
from .store import door, ledger
from .store.disk import disk_of


def export_night(app: Flask, code: str) -> bytes:
    """The night file of a night, found by its code or its id; raises Unusable where there is none.

    While something in it lies face down, the file ends before that, and says so.
    """
    disk = disk_of(app)
    night = door.by_code(disk, code) or door.by_id(disk, code)
    if night is None:
        raise Unusable(f"There is no night with the code {code}.")
    keeper: Scorekeeper = app.extensions["companion.scorekeeper"]
    log = keeper.night(night.id)
    hidden = first_hidden(log)
    if hidden is not None:
        print(f"Something still lies face down: the file ends before entry {hidden} of {log.seq}.", file=sys.stderr)
    return night_file(log, hidden)


def night_file(log: Log, before: int | None = None) -> bytes:
    """The log as the night format writes it, one entry a line; all of it, or what is before an entry, and saying so."""
    kept = log.lines if before is None else log.lines[: before - 1]
    lines = ",\n".join(json.dumps(_entry(line.entry), ensure_ascii=False) for line in kept)
    cut = "" if before is None else f' "cut_before": {before},\n'
    return f'{{"format": "{FORMAT}",\n{cut} "events": [\n{lines}\n]}}\n'.encode()


def _entry(entry: Any) -> dict[str, Any]:
    head = {"seq": entry.seq, "at": entry.at, "by": entry.by}
    return {name: value for name, value in head.items() if value is not None} | written(entry.event)


def import_night(app: Flask, data: bytes) -> str:
    """Writes a night file as a new night of its own and answers the path to join it; raises Unusable."""
    try:
        log = replayed(data)
    except BadNight as bad:
        raise Unusable(f"This night cannot be opened: {bad}.") from None
    disk = disk_of(app)
    night = door.open_night(disk)
    rows = [
        ledger.NewEntry(
            night.id, line.entry.seq, line.entry.at or now(), line.entry.by, None, None, stored(line.entry.event)
        )
        for line in log.lines
    ]
    ledger.append_all(disk, rows)
    return f"/j/{night.token}"


def backup(app: Flask, path: str | Path | None = None) -> Path:
    """A copy of the database, made while it is in use: at `path`, else in the data folder, where ten are kept."""
    if path:
        return backups.backup(disk_of(app), path)
    folder = Path(app.config["DATA"]) / "backups"
    folder.mkdir(parents=True, exist_ok=True)
    return backups.backup(disk_of(app), folder)
