"""A table of Five-Card Yak as its people know it: which trick is next, and who owes what."""

from __future__ import annotations

from random import Random
from typing import NamedTuple

from companion.rules.fines import Fine
from companion.rules.games.five_card_yak.penalty import penalty, turning

TRICKS = 5
SEATS = 10  # play at most
Fields = list[tuple[str, str]]


class Next(NamedTuple):
    """What the table does next: the phone that taps (None: any of them), and what it says."""

    kind: str
    player: str | None
    fields: Fields


class Evening:
    """Tricks 1 to 5 of deal after deal; before each new deal all who owe drink what they owe, one after the other."""

    def __init__(self, players: tuple[str, ...], chance: Random) -> None:
        self._players, self._chance = players, chance
        self._turning = turning(len(players), dummies=False)
        self._deal = self._trick = 1
        self._taken: dict[str, int] = {}
        self._before: frozenset[str] = frozenset()
        self._owed: dict[str, int] = {}
        self._winner = self._drawn()

    def next(self) -> Next:
        """What is due, the same until it is `written`."""
        debtor = next(iter(self._owed), None) if self._trick == 1 else None
        if debtor is not None:
            amount = str(self._owed[debtor])
            return Next("drink", debtor, [("type", "drink.taken"), ("player", debtor), ("amount", amount)])
        slot = [("deal", str(self._deal)), ("trick", str(self._trick))]
        return Next("trick", None, [("type", "trick.taken"), *slot, ("winner", self._winner or "")])

    def written(self, done: Next) -> None:
        """The server has taken what was said."""
        if done.player is not None:
            del self._owed[done.player]
        else:
            self._take()

    def _take(self) -> None:
        """The trick is in: what it costs is owed, and the next one is due."""
        winner = self._winner
        fines: tuple[Fine, ...] = ()
        if winner is not None:
            self._taken[winner] = count = self._taken.get(winner, 0) + 1
            fines = penalty(self._trick, winner, count, self._players, self._before, self._turning).fines
        for fine in fines:
            self._owed[fine.player] = self._owed.get(fine.player, 0) + fine.amount
        self._before = frozenset(fine.player for fine in fines)
        if self._trick == TRICKS:
            self._deal, self._trick, self._taken = self._deal + 1, 1, {}
            self._before = frozenset()
        else:
            self._trick += 1
        self._winner = self._drawn()

    def _drawn(self) -> str | None:
        return self._chance.choice((*self._players, None))
