"""Drinks: what I owe and why, and what everybody owes, has drunk and was forgiven."""

from __future__ import annotations

from collections.abc import Iterator

import msgspec

from ..rules.fines import Charge
from .painting import Region, always
from .scene import Scene, Who

MOST = 30


class Owing(msgspec.Struct, frozen=True):
    """One fine that is still to drink, or what is left of it."""

    seq: int
    amount: int
    because: str


class Mine(msgspec.Struct, frozen=True):
    """What this seat owes, the newest fine first; `newest` is the entry of the newest."""

    night_id: str
    corrections: int
    who: Who | None
    owed: int
    newest: int
    fines: tuple[Owing, ...]
    unit: str


class Account(msgspec.Struct, frozen=True):
    """One player's sums, and what they owe for."""

    who: Who
    charged: int
    taken: int
    forgiven: int
    owed: int
    away: bool
    fines: tuple[Owing, ...]


class Ledger(msgspec.Struct, frozen=True):
    """Everybody's sums in seat order."""

    night_id: str
    corrections: int
    unit: str
    accounts: tuple[Account, ...]


def owing(scene: Scene, player: str) -> tuple[Owing, ...]:
    """The newest fines that add up to what the player owes; older ones count as drunk first.

    More than MOST are not told one by one, so that a table that never drinks does not pay for it with every tap.
    """
    left, charges = scene.night.players[player].owed, _charges(scene, player)
    found: list[Owing] = []
    while left > 0 and (charge := next(charges, None)) is not None:
        if len(found) == MOST:
            return (*found, Owing(charge.seq, left, "older fines"))
        found.append(Owing(charge.seq, min(charge.amount, left), charge.because))
        left -= charge.amount
    return tuple(found)


def _charges(scene: Scene, player: str) -> Iterator[Charge]:
    """The player's charges, newest first, but for those of calls that did not stand."""
    for seq in reversed(scene.log.tally.charging(player)):
        call = scene.night.calls.get(seq)
        if not (call and call.stands is False):
            charges = scene.log.lines[seq - 1].charges
            yield from (charge for charge in reversed(charges) if charge.player == player)


def mine(scene: Scene, seat: str | None) -> Mine:
    """What the seat of this phone has to drink now."""
    if seat is None or seat not in scene.people:
        return Mine(scene.night_id, 0, None, 0, 0, (), scene.night.unit)
    fines = owing(scene, seat)
    owed = max(scene.night.players[seat].owed, 0)
    newest = fines[0].seq if fines else 0
    return Mine(scene.night_id, scene.corrections, scene.people[seat], owed, newest, fines, scene.night.unit)


def ledger(scene: Scene) -> Ledger:
    """Everybody's sums in seat order."""
    return Ledger(
        scene.night_id, scene.corrections, scene.night.unit, tuple(_account(scene, who) for who in scene.seated)
    )


def _account(scene: Scene, who: Who) -> Account:
    player = scene.night.players[who.id]
    return Account(
        who=who,
        charged=player.charged,
        taken=player.taken,
        forgiven=player.forgiven,
        owed=player.owed,
        away=who.id in scene.night.away,
        fines=owing(scene, who.id),
    )


MINE = Region("mine", always("drinks/_mine.html"), mine, own=True)
LEDGER = Region("ledger", always("drinks/_ledger.html"), ledger)
