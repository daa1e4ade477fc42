"""A night as its file: the log as the night format writes it, whole or cut before what is hidden."""

from __future__ import annotations

import json
from typing import Any

from .events import Entry, written
from .log import Log
from .replay import FORMAT


def night_file(log: Log, before: int | None = None) -> bytes:
    """The log as the night format writes it, one entry a line; all of it, or what is before an entry, and saying so."""
    kept = log.lines if before is None else log.lines[: before - 1]
    lines = ",\n".join(json.dumps(_entry(line.entry), ensure_ascii=False) for line in kept)
    cut = "" if before is None else f' "cut_before": {before},\n'
    return f'{{"format": "{FORMAT}",\n{cut} "events": [\n{lines}\n]}}\n'.encode()


def _entry(entry: Entry) -> dict[str, Any]:
    head = {"seq": entry.seq, "at": entry.at, "by": entry.by}
    return {name: value for name, value in head.items() if value is not None} | written(entry.event)
