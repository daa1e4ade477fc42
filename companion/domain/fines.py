"""Fines: so many of the night's unit, always with their because; what is owed, drunk and forgiven."""

from __future__ import annotations

from collections.abc import Iterable

import msgspec
from msgspec.structs import replace

TOKEN = "token"  # the unit of a night in which everything is paid, and nothing drunk
PINT = {"pint": 1, "finger": 8, "pencil": 16, "waffer": 32}


class Fine(msgspec.Struct, frozen=True, gc=False):
    """What a game charges a player: `reason` is the short one of the night format, `because` is for people."""

    player: str
    amount: int
    reason: str
    because: str


class Charge(msgspec.Struct, frozen=True, gc=False):
    """A fine that was charged: caused by entry `seq`, by the house rule `rule` or (None) not by one.

    A `paid` one was taken as it was charged, in tokens, and is never owed. `set_off_by` are those to whom it happened
    what the rule was waiting for, if it fired by itself.
    """

    seq: int
    player: str
    amount: int
    reason: str
    rule: str | None = None
    because: str = ""
    paid: bool = False
    set_off_by: tuple[str, ...] = ()


class Player(msgspec.Struct, frozen=True, gc=False):
    """Somebody who joined the night, with the sums of their drinks in the night's unit.

    `paid` is how much of `taken` they did not drink: they paid it in tokens, as it was charged. Of `forgiven`, `moved`
    was taken over by others, and `returned` were tokens: back where they came from, since what they were for fell.
    """

    id: str
    name: str
    charged: int = 0
    taken: int = 0
    forgiven: int = 0
    paid: int = 0
    moved: int = 0
    returned: int = 0

    @property
    def owed(self) -> int:
        """What is still to drink; below zero when more was drunk or forgiven than is now charged."""
        return self.charged - self.taken - self.forgiven

    @property
    def settled(self) -> int:
        """What they drank, or did instead, of what they owed; nothing that was paid in tokens."""
        return self.taken - self.paid

    @property
    def let_off(self) -> int:
        """What they were really forgiven: nobody drinks it in their place, and it was no token."""
        return self.forgiven - self.moved - self.returned

    def charge(self, amount: int, paid: int = 0) -> Player:
        """The same player, charged so much more, of which so much was paid at once."""
        return replace(self, charged=self.charged + amount, taken=self.taken + paid, paid=self.paid + paid)

    def uncharge(self, charge: Charge) -> Player:
        """The same player once this charge does not stand: forgiven, and not taken if it was paid at once."""
        paid = charge.amount if charge.paid else 0
        forgiven = self.forgiven + charge.amount
        back = self.returned + paid
        return replace(self, taken=self.taken - paid, forgiven=forgiven, paid=self.paid - paid, returned=back)

    def hand_on(self, amount: int) -> Player:
        """The same player once somebody else has taken over so much of what they owe."""
        return replace(self, forgiven=self.forgiven + amount, moved=self.moved + amount)


def total(amounts: Iterable[tuple[str, int]]) -> dict[str, int]:
    """The amounts added up per player, in the order they first appear."""
    sums: dict[str, int] = {}
    for player, amount in amounts:
        sums[player] = sums.get(player, 0) + amount
    return sums


def pints(amount: int, unit: str) -> float | None:
    """The amount in pints where the unit is of the pint family (8 fingers = 16 pencils = 32 waffers), else None."""
    return amount / PINT[unit] if unit in PINT else None
