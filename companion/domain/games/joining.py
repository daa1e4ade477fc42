"""Sitting in while a game that `joins` is on: the engine's event, who can, and the place of the newcomer."""

from ..events import Event, Id
from ..seating import Circle, Table


class GameJoined(Event, frozen=True, tag="game.joined"):
    """Somebody of the night sits in, at the place that the night's order gives."""

    slot = ("player",)
    player: Id


def seated(players: Circle, newcomer: str, table: Table) -> Circle:
    """The players with the newcomer, left of the first player on their right in the night's order."""
    here = table.order.index(newcomer)
    rightwards = (*reversed(table.order[:here]), *reversed(table.order[here:]))
    at = players.index(next(player for player in rightwards if player in players)) + 1
    return (*players[:at], newcomer, *players[at:])


def outside(players: Circle, seats: range, table: Table) -> Circle:
    """Everybody here who could sit in; nobody once the game is full."""
    return tuple(player for player in table.present(table.order) if player not in players and len(players) + 1 in seats)
