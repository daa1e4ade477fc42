"""Fines and their reasons, and each player's sums: charged, drunk or paid, forgiven, owed."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any, NamedTuple

import msgspec
from msgspec.structs import replace

TOKEN = "token"  # the unit of a night in which fines are paid and not drunk
MOST_OPEN = 30  # fines of one player that are listed one by one; older ones are one sum
OLDER = "older fines"
PINT = {"pint": 1, "finger": 8, "pencil": 16, "waffer": 32}


class Fine(msgspec.Struct, frozen=True, gc=False):
    """What a game charges a player: `reason` is the short text of the night format, `because` is shown to people."""

    player: str
    amount: int
    reason: str
    because: str


class Charge(msgspec.Struct, frozen=True, gc=False):
    """A fine that was charged by entry `seq`, because of the house rule `rule` or (None) for another reason.

    A `paid` fine was paid in tokens at once and is never owed. `set_off_by` are the players who made the rule fire by
    itself, once for each time; nobody where nobody in particular did. `first` is what it was before a part of it
    was settled; 0 if none is.
    """

    seq: int
    player: str
    amount: int
    reason: str
    rule: str | None = None
    because: str = ""
    paid: bool = False
    set_off_by: tuple[str, ...] = ()
    first: int = 0

    @property
    def left(self) -> str:
        """The amount in words: "2", or "1 left of 2"."""
        return f"{self.amount} left of {self.first}" if self.first else str(self.amount)

    def told(self, unit: str) -> dict[str, Any]:
        """The fine as other programs are told it, in a night that counts in this unit."""
        because, paid_in = self.because or self.reason, TOKEN if self.paid else unit
        return {"entry": self.seq, "amount": self.amount, "unit": paid_in, "because": because, "rule": self.rule}


class Cause(NamedTuple):
    """Why players are charged more or less: the parts of reasons that `came`, and those that `went`."""

    amounts: tuple[tuple[str, int], ...]
    came: tuple[str, ...]
    went: tuple[str, ...]


def causes(before: Iterable[Charge], after: Iterable[Charge]) -> tuple[Cause, ...]:
    """By how much the charges of each player differ, and why; players with the same reasons are together."""
    sums: dict[str, dict[str, int]] = {}
    for sign, charges in ((-1, before), (1, after)):
        for charge in charges:
            reasons = sums.setdefault(charge.player, {})
            why = charge.because or charge.reason
            reasons[why] = reasons.get(why, 0) + sign * charge.amount
    alike: dict[tuple[tuple[str, ...], tuple[str, ...]], list[tuple[str, int]]] = {}
    for player, reasons in sums.items():
        signs, told = (1, -1), reasons.items()
        came, went = ([one for why, n in told if n * sign > 0 for one in why.split("; ")] for sign in signs)
        if difference := sum(reasons.values()):
            differ = tuple(why for why in came if why not in went), tuple(why for why in went if why not in came)
            alike.setdefault(differ, []).append((player, difference))
    return tuple(Cause(tuple(amounts), *why) for why, amounts in alike.items())


class Player(msgspec.Struct, frozen=True, gc=False):
    """Somebody who joined the night, with the sums of their drinks in the night's unit.

    `paid` is the part of `taken` that was paid in tokens and not drunk. Of `forgiven`, `moved` was taken over by
    others, and `fell` was charged by calls that fell. Of `charged`, `took` was taken over from others.
    `open` are the fines that add up to what is owed, the oldest first.
    """

    id: str
    name: str
    charged: int = 0
    taken: int = 0
    forgiven: int = 0
    paid: int = 0
    moved: int = 0
    fell: int = 0
    took: int = 0
    open: tuple[Charge, ...] = ()

    @property
    def owed(self) -> int:
        """The amount still owed; below zero if more was drunk or forgiven than is now charged."""
        return self.charged - self.taken - self.forgiven

    @property
    def earned(self) -> int:
        """The amount they were fined, without what they took over from others and without calls that fell."""
        return self.charged - self.took - self.fell

    @property
    def settled(self) -> int:
        """The amount they drank, or did a forfeit for; without what was paid in tokens."""
        return self.taken - self.paid

    @property
    def let_off(self) -> int:
        """The amount they were forgiven, without what others took over and without calls that fell."""
        return self.forgiven - self.moved - self.fell

    def charge(self, charges: Sequence[Charge]) -> Player:
        """The same player with these charges; paid ones are settled at once, in tokens."""
        amount, paid, fines = 0, 0, self.open
        for each in charges:
            amount += each.amount
            if each.paid:
                paid += each.amount
            else:
                fines = (*fines, each)
        fines = _listed(fines)
        if self.owed < 0:
            fines = _after_settling(fines, -self.owed)
        return replace(self, charged=self.charged + amount, taken=self.taken + paid, paid=self.paid + paid, open=fines)

    def uncharge(self, charge: Charge) -> Player:
        """The same player after the call of this charge fell: it counts as forgiven, and a paid one not as taken.

        If some of it was already drunk, that counts towards their other fines.
        """
        forgiven, fell = self.forgiven + charge.amount, self.fell + charge.amount
        if charge.paid:
            taken, paid = self.taken - charge.amount, self.paid - charge.amount
            return replace(self, taken=taken, forgiven=forgiven, paid=paid, fell=fell)
        same = next((each for each in self.open if (each.seq, each.because) == (charge.seq, charge.because)), None)
        others = tuple(each for each in self.open if each is not same)
        drunk = charge.amount - (same.amount if same else 0)
        return replace(self, forgiven=forgiven, fell=fell, open=_after_settling(others, drunk) if drunk else others)

    def take(self, amount: int) -> Player:
        """The same player after drinking this amount."""
        return replace(self, taken=self.taken + amount, open=_after_settling(self.open, amount))

    def forgive(self, amount: int) -> Player:
        """The same player after this amount was forgiven."""
        return replace(self, forgiven=self.forgiven + amount, open=_after_settling(self.open, amount))

    def hand_on(self, amount: int) -> Player:
        """The same player after somebody else has taken over this amount."""
        return replace(self.forgive(amount), moved=self.moved + amount)

    def take_over(self, charge: Charge) -> Player:
        """The same player after taking over this charge from somebody else."""
        return replace(self.charge((charge,)), took=self.took + charge.amount)


def _after_settling(fines: tuple[Charge, ...], amount: int) -> tuple[Charge, ...]:
    """The fines left after the oldest one of exactly this amount, or else the oldest ones in turn, are settled."""
    same = next((place for place, fine in enumerate(fines) if fine.amount == amount), None)
    if same is not None:
        return fines[:same] + fines[same + 1 :]
    settled = 0
    while settled < len(fines) and amount >= fines[settled].amount:
        amount -= fines[settled].amount
        settled += 1
    left = fines[settled:]
    if not left or not amount:
        return left
    return (replace(left[0], amount=left[0].amount - amount, first=left[0].first or left[0].amount), *left[1:])


def _listed(fines: tuple[Charge, ...]) -> tuple[Charge, ...]:
    """The newest MOST_OPEN of these fines, and before them one that adds up all older ones."""
    older = fines[:-MOST_OPEN]
    if not older:
        return fines
    amount = sum(fine.amount for fine in older)
    return (Charge(older[-1].seq, older[-1].player, amount, OLDER, because=OLDER), *fines[-MOST_OPEN:])


def total(amounts: Iterable[tuple[str, int]]) -> dict[str, int]:
    """The amounts added up per player, in the order they first appear."""
    sums: dict[str, int] = {}
    for player, amount in amounts:
        sums[player] = sums.get(player, 0) + amount
    return sums


def pints(amount: int, unit: str) -> float | None:
    """The amount in pints if the unit is of the pint family (8 fingers = 16 pencils = 32 waffers), else None."""
    return amount / PINT[unit] if unit in PINT else None
