"""What only one's own phone shows of the game that is on: its bid, its dice, its tricks; also for seats lent to it."""

from __future__ import annotations

from typing import Any

import msgspec

from .fragments import Fragment
from .hidden import seen_as
from .scene import Scene, Slot, Who


class OwnSeat(msgspec.Struct, frozen=True):
    """A seat this phone speaks for, and what the game shows it; `covered` if that was entered on another phone."""

    who: Who
    mine: Any
    covered: bool


class OwnGame(msgspec.Struct, frozen=True):
    """The game as this phone's seats see it; `seats` are its own first, then those lent to it."""

    night_id: str
    slot: Slot
    screen: Any
    seats: tuple[OwnSeat, ...]
    insider: bool
    master: bool
    unit: str


def own_game(scene: Scene, seat: str | None) -> OwnGame | None:
    """None for a game in which nothing is one's own."""
    game, playing = scene.game, scene.night.game
    if game is None or playing is None or game.own is None or seat is None:
        return None
    speaks_for = (seat, *(who.id for who in scene.seated if scene.phones.lent_to(who.id) == seat))
    table = scene.night.table()
    shown = ((player, seen_as(scene, seat, player)) for player in speaks_for)
    seats = tuple(OwnSeat(scene.people[who], game.own(playing.state, table, as_), not as_) for who, as_ in shown)
    master = scene.night.finesmaster == seat
    return OwnGame(scene.night_id, scene.slot, scene.screen, seats, scene.insider, master, scene.night.unit)


def _template(scene: Scene) -> str:
    return f"games/{scene.game.id}/_own.html" if scene.game and scene.game.own else "table/_own_none.html"


OWN_GAME = Fragment("own-game", _template, own_game, own=True)
