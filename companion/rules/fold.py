"""From a log to a night: `check` may refuse an entry, `evolve` never does."""

from collections.abc import Iterable
from functools import reduce

from . import drinking, people, playing, ruling
from . import events as of
from .night import Night
from .people import Check, Evolve, Outcome
from .refused import Refused

CHECKS: dict[type[of.Event], Check] = {**people.CHECKS, **drinking.CHECKS, **ruling.CHECKS, **playing.CHECKS}
EVOLVES: dict[type[of.Event], Evolve] = {
    **people.EVOLVES,
    **drinking.EVOLVES,
    **ruling.EVOLVES,
    **playing.EVOLVES,
}


def check(night: Night, entry: of.Entry, again: bool = False) -> None:
    """Refuses an entry that cannot stand after this night, in words.

    `again` is for a log that is checked once more after an undo or a change: it never fails because of drinks.
    """
    kind = type(entry.event)
    _check_open(night, entry)
    if owed := drinking.CHECKS_OWED.get(kind):
        owed(night, entry, again)
    elif found := CHECKS.get(kind):
        found(night, entry)
    elif kind not in EVOLVES:
        playing.check_event(night, entry)


def _check_open(night: Night, entry: of.Entry) -> None:
    event = entry.event
    if not night.opened and not isinstance(event, of.NightOpened):
        raise Refused("a night begins with night.opened")
    if night.closed:
        raise Refused("the night is closed")
    own = isinstance(event, of.PlayerJoined) and event.player == entry.by
    if not (entry.by is None or entry.by in night.players or own or isinstance(event, of.NightOpened)):
        raise Refused(f"{entry.by} has not joined this night")


def evolve(night: Night, entry: of.Entry) -> Outcome:
    """The night after the entry, and what the entry charged."""
    night, charges = EVOLVES.get(type(entry.event), playing.event)(night, entry)
    if isinstance(entry.event, of.PlayerLeft | of.PlayerReturned):
        return playing.after_leaving(night, entry.seq)
    return night, charges


def fold(entries: Iterable[of.Entry], night: Night | None = None) -> Night:
    """The night after all these entries, each of which was checked before."""
    return reduce(lambda before, entry: evolve(before, entry)[0], entries, night or Night())
