"""The players at the table: who sits where, who deals and leads, and what everybody owes."""

from __future__ import annotations

from collections.abc import Mapping

import msgspec

from ..rules.fines import total
from ..rules.seating import controller
from .fragments import Fragment
from .scene import Scene, Who


class Row(msgspec.Struct, frozen=True):
    """A player at the table: `tricks` of this deal, `whitebait` owes before the next one, `sits_out` is not dealt in.

    `note` is what the game says of them in a few words.
    """

    who: Who
    owed: int
    tricks: int
    away: bool
    deals: bool
    leads: bool
    sits_out: bool
    whitebait: bool
    sneak: bool
    note: str = ""


class Players(msgspec.Struct, frozen=True):
    rows: tuple[Row, ...]
    unit: str


def players(scene: Scene) -> Players:
    """Everybody in seat order; the rows never change places while a game is on."""
    night, screen = scene.night, scene.screen
    tricks = _tricks(getattr(screen, "tricks", {}))
    notes, between = getattr(screen, "notes", {}), getattr(screen, "between", False)
    dealer, leader = getattr(screen, "dealer", None), controller(getattr(screen, "leader", None) or "")
    dealt = night.order if screen is None else {*getattr(screen, "dealt", ()), *getattr(screen, "out", ())}
    rows = []
    for who in scene.seated:
        player, owed = who.id, night.players[who.id].owed
        row = Row(
            who=who,
            owed=owed,
            tricks=tricks.get(player, 0),
            away=player in night.away,
            deals=player == dealer,
            leads=player == leader,
            sits_out=player not in dealt,
            whitebait=owed > 0 and between,
            sneak=player == night.sneak,
            note=notes.get(player, ""),
        )
        rows.append(row)
    return Players(tuple(rows), night.unit)


def _tricks(hands: Mapping[str, int]) -> dict[str, int]:
    """The tricks of each player, with those of their dummy."""
    return total((controller(hand), count) for hand, count in hands.items())


PLAYERS = Fragment("players", "table/_players.html", players)
