"""Sitting in while a game without deals is on: the event, its refusals, and the place where the newcomer sits.

The engine does this for every game that has `game.joined` among its events; its state keeps the `players`.
"""

from ..events import Event, Id
from ..refused import Filled, Refused
from ..seating import Circle, Table


class GameJoined(Event, frozen=True, tag="game.joined"):
    """Somebody of the night sits in, at the place that the night's order gives."""

    slot = ("player",)
    player: Id


def check_joining(players: Circle, seats: range, newcomer: str, table: Table) -> None:
    """Refuses somebody who plays already, who is away, or who would be one too many."""
    if newcomer not in table.names:
        raise Refused(f"{newcomer} has not joined this night")
    if newcomer in players:
        raise Filled(f"{table.name(newcomer)} plays already")
    if newcomer in table.away:
        raise Refused(f"{table.name(newcomer)} is away: they have to come back first")
    if len(players) + 1 not in seats:
        raise Refused(f"this game is for {seats[-1]} players at most")


def seated(players: Circle, newcomer: str, table: Table) -> Circle:
    """The players with the newcomer, left of the first player on their right in the night's order."""
    here = table.order.index(newcomer)
    rightwards = (*reversed(table.order[:here]), *reversed(table.order[here:]))
    at = players.index(next(player for player in rightwards if player in players)) + 1
    return (*players[:at], newcomer, *players[at:])


def outside(players: Circle, seats: range, table: Table) -> Circle:
    """Everybody here who could sit in; nobody once the game is full."""
    return tuple(player for player in table.present(table.order) if player not in players and len(players) + 1 in seats)
