"""Drinks: what everybody owes, has drunk, was forgiven and passed on."""

from __future__ import annotations

import msgspec

from ..rules import measure
from .became import became
from .fragments import Fragment
from .owing import Owing, owing
from .scene import Scene, Who


class Account(msgspec.Struct, frozen=True):
    """One player's sums, what `became` of what they do not owe, and what they owe for.

    `whitebait` owes before the next deal.
    """

    who: Who
    charged: int
    taken: int
    forgiven: int
    owed: int
    became: tuple[int, ...]
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
    headings: tuple[str, ...]
    accounts: tuple[Account, ...]


def ledger(scene: Scene) -> Ledger:
    """Everybody's sums in seat order."""
    night, (headings, numbers) = scene.night, became(scene.night)
    accounts = tuple(_account(scene, who, numbers[who.id]) for who in scene.seated)
    family = measure.family(night.unit)
    return Ledger(scene.night_id, scene.corrections, night.unit, measure.words(night.unit), family, headings, accounts)


def _account(scene: Scene, who: Who, numbers: tuple[int, ...]) -> Account:
    player = scene.night.players[who.id]
    return Account(
        who=who,
        charged=player.charged,
        taken=player.taken,
        forgiven=player.forgiven,
        owed=player.owed,
        became=numbers,
        away=who.id in scene.night.away,
        whitebait=player.owed > 0 and getattr(scene.screen, "between", False),
        fines=owing(scene, who.id),
    )


LEDGER = Fragment("ledger", "drinks/_ledger.html", ledger)
DEBTS = Fragment("debts", "drinks/_debts.html", ledger)
