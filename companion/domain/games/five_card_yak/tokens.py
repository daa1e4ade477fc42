"""Play without drinks: tokens for each player (Pass out) or in one pot (Kegger) (docs/games/five-card-yak.md)."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Annotated, Literal, TypeVar

import msgspec
from msgspec import Meta
from msgspec.structs import replace

from ...fines import Charge, Fine
from ...seating import Circle

Amounts = dict[str, int]
Due = TypeVar("Due", Charge, Fine)


class Tokens(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """How the table pays: `count` tokens each (`pass-out`), or in one pot (`kegger`)."""

    mode: Literal["pass-out", "kegger"]
    count: Annotated[int, Meta(ge=1, le=1000)]


class Purse(msgspec.Struct, frozen=True):
    """The tokens of a game: what each player has paid of their own, or taken from the pot.

    `before` is what had been paid when the last deal was dealt.
    """

    tokens: Tokens
    paid: Amounts = {}
    before: Amounts = {}

    @property
    def is_pot(self) -> bool:
        """Whether all pay from one pot (Kegger), where the fewest taken win; in Pass out the most left win."""
        return self.tokens.mode == "kegger"

    @property
    def pot(self) -> int:
        """What is left in the pot."""
        return self.tokens.count - sum(self.paid.values())

    @property
    def held(self) -> Amounts:
        """What everybody in a game of Pass out has left."""
        return {player: self.tokens.count - paid for player, paid in self.paid.items()}

    @property
    def holders(self) -> Circle:
        """Those who have tokens left."""
        return tuple(player for player, held in self.held.items() if held)

    @property
    def out(self) -> frozenset[str]:
        """Those who have none of their own left, and are not dealt into the next deal."""
        return frozenset() if self.is_pot else frozenset(self.paid).difference(self.holders)

    def dealt(self, players: Circle) -> Purse:
        """The tokens as a deal begins; a newcomer has paid nothing yet."""
        paid = {**self.paid, **{player: 0 for player in players if player not in self.paid}}
        return replace(self, paid=paid, before=paid)

    def pay(self, due: Iterable[Due]) -> tuple[Purse, list[tuple[Due, int]]]:
        """The purse after paying these in order, and those that were paid at least in part, with the amounts paid."""
        purse, rows = self, []
        for each in due:
            there = purse.pot if self.is_pot else purse.held.get(each.player, 0)
            if paid := min(each.amount, there):
                purse = purse.moved(each.player, paid)
                rows.append((each, paid))
        return purse, rows

    def moved(self, player: str, amount: int) -> Purse:
        """The purse once a player has paid this much more; a negative amount is paid back."""
        return replace(self, paid={**self.paid, player: self.paid.get(player, 0) + amount})

    def is_over(self, dealing: bool) -> bool:
        """Whether the game is over: the pot is empty; or no deal is on, and at most one player has tokens left."""
        return self.pot == 0 if self.is_pot else not dealing and len(self.holders) < 2

    def scores(self) -> Amounts:
        """What everybody took or has left; if nobody has any left, what they had before the last deal."""
        if self.is_pot:
            return self.paid
        return self.held if self.holders else replace(self, paid=self.before).held
