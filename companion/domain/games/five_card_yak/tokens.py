"""Teetotal play: what lies on the table instead of drinks, tokens of one's own or a pot."""

from __future__ import annotations

from typing import Annotated, ClassVar, Literal

import msgspec
from msgspec import Meta
from msgspec.structs import replace

from ...seating import Circle

MOST = 1000
Amounts = dict[str, int]


class Tokens(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """How the table pays: `count` tokens each (`pass-out`), or in one pot (`kegger`)."""

    mode: Literal["pass-out", "kegger"]
    count: Annotated[int, Meta(ge=1, le=MOST)]


class PassOut(msgspec.Struct, frozen=True):
    """Pass out: what everybody in the game holds, and held when the last deal was dealt."""

    most_wins: ClassVar[bool] = True
    counts: ClassVar[str] = "tokens left"

    count: int
    held: Amounts
    before: Amounts

    @property
    def holders(self) -> Circle:
        """Those who have tokens left."""
        return tuple(player for player, held in self.held.items() if held)

    @property
    def out(self) -> frozenset[str]:
        """Those who have none, and are not dealt into the next deal."""
        return frozenset(self.held).difference(self.holders)

    def dealt(self, players: Circle) -> PassOut:
        """As a deal begins; a newcomer starts with as many as everybody did."""
        new = {player: self.count for player in players if player not in self.held}
        held = {**self.held, **new}
        return replace(self, held=held, before=held)

    def pay(self, player: str, amount: int) -> tuple[PassOut, int]:
        """What is left after a charge, and how much of it the player could pay."""
        had = self.held.get(player, 0)
        paid = min(amount, had)
        return replace(self, held={**self.held, player: had - paid}) if paid else self, paid

    def repay(self, player: str, amount: int) -> PassOut:
        """What is left when a player gets back what they had paid."""
        return replace(self, held={**self.held, player: self.held[player] + amount})

    def over(self, dealing: bool) -> bool:
        """Once no deal is on, and one alone has tokens left, or nobody."""
        return not dealing and len(self.holders) < 2

    def scores(self) -> Amounts:
        """What everybody has left; where nobody has any, what they held before the last deal."""
        return self.held if self.holders else self.before


class Kegger(msgspec.Struct, frozen=True):
    """Kegger: what is left in the pot, and who took how much, even if they only watch."""

    most_wins: ClassVar[bool] = False
    counts: ClassVar[str] = "tokens taken"
    out: ClassVar[frozenset[str]] = frozenset()

    pot: int
    taken: Amounts = {}

    def dealt(self, players: Circle) -> Kegger:
        """As a deal begins: a newcomer has taken nothing yet."""
        return self

    def pay(self, player: str, amount: int) -> tuple[Kegger, int]:
        """The pot after a charge, and how much of it there was to take."""
        paid = min(amount, self.pot)
        return self._moved(player, paid) if paid else self, paid

    def repay(self, player: str, amount: int) -> Kegger:
        """The pot when what a player had taken comes back to it."""
        return self._moved(player, -amount)

    def _moved(self, player: str, amount: int) -> Kegger:
        taken = {**self.taken, player: self.taken.get(player, 0) + amount}
        return replace(self, pot=self.pot - amount, taken=taken)

    def over(self, dealing: bool) -> bool:
        """With the charge that empties the pot, whether a deal is on or not."""
        return self.pot == 0

    def scores(self) -> Amounts:
        """What everybody took."""
        return self.taken


Purse = PassOut | Kegger


def filled(tokens: Tokens, players: Circle) -> Purse:
    """The tokens as a game begins."""
    if tokens.mode == "kegger":
        return Kegger(tokens.count)
    held = dict.fromkeys(players, tokens.count)
    return PassOut(tokens.count, held, held)
