"""How much one night holds: no phone enters more than a night file may bring, so every night opens from its file again.

Only what is proposed now is held against these limits: replay takes old nights as they are.
"""

from __future__ import annotations

from .events import NightClosed, PlayerLeft
from .log import Log, Proposal
from .refused import Refused

MOST_ENTRIES = 20_000
MOST_PLAYERS = 100
RESERVE = 100  # of the entries: for whoever leaves, and to close the night


def check_capacity(log: Log, proposal: Proposal) -> None:
    """Refuses one more player, or one more entry, than a night holds."""
    players = len(proposal.night.players)
    if players > MOST_PLAYERS and players > len(log.night.players):
        raise Refused(f"A night has room for {MOST_PLAYERS} players, and so many have joined this one.")
    reserve = 0 if isinstance(proposal.entry.event, NightClosed | PlayerLeft) else RESERVE
    if proposal.entry.seq > MOST_ENTRIES - reserve:
        raise Refused("This night is full: nothing more can be entered. Close it, and open the next one.")
