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


def within(at: str | None, seconds: float) -> bool:
    """Whether a timestamp is no more than so many seconds ago."""
    return at is not None and seconds_since(at) <= seconds


def on_the_clock(at: str) -> str:
    """A timestamp in the time of this computer, for people; one that no clock here shows stays as it is written."""
    try:
        return f"{datetime.fromisoformat(at).astimezone():%Y-%m-%d %H:%M}"
    except (ValueError, OverflowError, OSError):
        return at
