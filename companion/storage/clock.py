"""The server's clock, as it is written: phones' clocks differ, so only this one counts."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta


def now() -> datetime:
    """This moment, in UTC."""
    return datetime.now(UTC)


def written(moment: datetime) -> str:
    """A moment as `YYYY-MM-DDTHH:MM:SS.mmmZ`; earlier moments sort before later ones."""
    return moment.astimezone(UTC).isoformat(timespec="milliseconds").replace("+00:00", "Z")


def instant() -> str:
    """This moment, written as entries have it."""
    return written(now())


def ago(seconds: float) -> str:
    """The moment so long ago, written."""
    return written(now() - timedelta(seconds=seconds))


def seconds_since(at: str) -> float:
    """How long ago a written moment is, in seconds."""
    return (now() - datetime.fromisoformat(at)).total_seconds()
