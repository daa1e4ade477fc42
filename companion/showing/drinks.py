"""Drinks: what everybody owes, has drunk and was forgiven."""

from __future__ import annotations

import msgspec

from . import measure
from .owing import Owing, owing
from .painting import Region, always
from .scene import Scene, Who


class Account(msgspec.Struct, frozen=True):
    """One player's sums, and what they owe for; `whitebait` owes before the next deal."""

    who: Who
    charged: int
    taken: int
    forgiven: int
    owed: int
    away: bool
    whitebait: bool
    fines: tuple[Owing, ...]


class Ledger(msgspec.Struct, frozen=True):
    """Everybody's sums in seat order."""

    night_id: str
    corrections: int
    unit: str
    words: measure.Words
    family: str
    accounts: tuple[Account, ...]


def ledger(scene: Scene) -> Ledger:
    """Everybody's sums in seat order."""
    unit, accounts = scene.night.unit, tuple(_account(scene, who) for who in scene.seated)
    return Ledger(scene.night_id, scene.corrections, unit, measure.words(unit), measure.family(unit), accounts)


def _account(scene: Scene, who: Who) -> Account:
    player = scene.night.players[who.id]
    return Account(
        who=who,
        charged=player.charged,
        taken=player.settled,
        forgiven=player.forgiven,
        owed=player.owed,
        away=who.id in scene.night.away,
        whitebait=player.owed > 0 and getattr(scene.screen, "between", False),
        fines=owing(scene, who.id),
    )


LEDGER = Region("ledger", always("drinks/_ledger.html"), ledger)
DEBTS = Region("debts", always("drinks/_debts.html"), ledger)
