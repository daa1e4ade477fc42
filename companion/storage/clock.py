"""The server's clock and its timestamps. The clocks of phones differ, so only the server's is used."""

from datetime import UTC, datetime, timedelta


def now() -> datetime:
    """The time now, in UTC."""
    return datetime.now(UTC)


def written(time: datetime) -> str:
    """A time as `YYYY-MM-DDTHH:MM:SS.mmmZ`; as text, earlier times sort before later ones."""
    return time.astimezone(UTC).isoformat(timespec="milliseconds").replace("+00:00", "Z")


def instant() -> str:
    """The time now, as entries store it."""
    return written(now())


def ago(seconds: float) -> str:
    """The time this many seconds ago, as text."""
    return written(now() - timedelta(seconds=seconds))


def seconds_since(at: str) -> float:
    """How many seconds ago a timestamp was."""
    return (now() - datetime.fromisoformat(at)).total_seconds()
