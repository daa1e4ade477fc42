"""Taking the finesmaster's office over, from somebody who says they left, has no phone, or whose phone is silent."""

from collections.abc import Callable
from contextlib import suppress

from ..domain.event_log import stored
from ..domain.events import Entry, FinesmasterNamed
from ..domain.office import is_vacant
from ..domain.proposals import is_takeover, takeover
from ..domain.refused import Refused
from ..domain.rights import Sender, phones_for
from ..domain.transitions import check
from ..storage import proposals
from ..storage.clock import seconds_since
from ..storage.members import Phone
from .handler import CommandHandler
from .verdict import Command, Tapped

SILENT = 120.0  # seconds after which a phone counts as gone
LOST = 600.0  # and after which who is new in office can give its seat to a new phone
WAIT = 60.0  # seconds in which the finesmaster can say that they are here

IsSilent = Callable[[Phone], bool]
"""Whether no process has heard anything of a phone for `SILENT` seconds."""


def take_over(handler: CommandHandler, night_id: str, own: str, is_silent: IsSilent) -> bool:
    """Gives a vacant office to this player at once, any other after a minute. Returns whether they have it now."""
    state, event = handler.nights.loaded(night_id), FinesmasterNamed(player=own)
    master = state.night.finesmaster
    if master == own:
        return True
    check(state.night, Entry(state.log.seq + 1, event, by=own))
    if own in state.night.away:
        raise Refused("You have left the table. Come back first.")
    if is_vacant(state):
        _enter(handler, night_id, own, is_vacant)
        return True
    if not _is_gone(state, is_silent):
        name = state.night.name_of(master)
        raise Refused(f"{name}’s phone was heard less than two minutes ago. If it is dead, tap again in two minutes.")
    other = takeover(state)
    if other is not None and other.maker != own:
        raise Refused(f"{state.night.name_of(other.maker)} is taking it over already.")
    proposals.propose(handler.database, night_id, own, master or "", stored(event))
    handler.nights.members_changed(night_id)
    return False


def stop(handler: CommandHandler, night_id: str) -> None:
    """Ends what is about to happen: the finesmaster is here."""
    _end(handler, night_id, handler.nights.loaded(night_id))


def conclude(handler: CommandHandler, night_id: str, is_silent: IsSilent) -> None:
    """Ends a takeover if the finesmaster is heard of, and gives the office to its maker once its minute is over."""
    state = handler.nights.in_memory(night_id)
    if state is None:
        return
    found = takeover(state)
    if found is not None and _is_gone(state, is_silent):
        if seconds_since(found.created_at) <= WAIT:
            return
        with suppress(Refused):  # another process was quicker
            _enter(handler, night_id, found.maker, lambda now: takeover(now) == found)
    _end(handler, night_id, state)


def _is_gone(state: Tapped, is_silent: IsSilent) -> bool:
    """Whether every phone that acts for the finesmaster is silent."""
    acting = phones_for(state, state.night.finesmaster or "")
    return all(is_silent(phone) for phone in state.phones.devices if phone.player in acting)


def _enter(handler: CommandHandler, night_id: str, player: str, is_due: Callable[[Tapped], bool]) -> None:
    def named(state: Tapped) -> list[FinesmasterNamed]:
        if not is_due(state):
            raise Refused("Somebody else was quicker.")
        return [FinesmasterNamed(player=player)]

    handler.enter(night_id, Command(named, confirmed=True), Sender(player))


def _end(handler: CommandHandler, night_id: str, state: Tapped) -> None:
    takeovers = list(filter(is_takeover, state.phones.proposals))
    for each in takeovers:
        proposals.end(handler.database, night_id, each.id)
    if takeovers:
        handler.nights.members_changed(night_id)
