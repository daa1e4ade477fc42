"""What a log adds up to, kept as it grows, so that nobody has to read a whole night for it after every tap."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from .fines import Charge


class Struck(NamedTuple):
    """In how many entries a house rule struck, and what it charged in all."""

    times: int = 0
    cost: int = 0


class Tally:
    """Which entries charged each player, and how often each house rule struck."""

    def __init__(self) -> None:
        self._charging: dict[str, list[int]] = {}
        self._struck: dict[str, Struck] = {}

    def copy(self) -> Tally:
        """The same sums, which later entries do not change."""
        found = Tally()
        found._charging = {player: entries[:] for player, entries in self._charging.items()}
        found._struck = dict(self._struck)
        return found

    def charging(self, player: str) -> Sequence[int]:
        """The entries that charged this player, the oldest first."""
        return self._charging.get(player, ())

    def struck(self, rule: str) -> Struck:
        """How often the rule struck, and what that cost."""
        return self._struck.get(rule, Struck())

    def add(self, charges: Sequence[Charge]) -> None:
        """Counts the charges of the entry that now stands last."""
        for player in {charge.player for charge in charges}:
            self._charging.setdefault(player, []).append(charges[0].seq)
        self._strike(charges, 1)

    def take_back(self, charges: Sequence[Charge]) -> None:
        """Counts the charges of the entry that stood last no more."""
        for player in {charge.player for charge in charges}:
            self._charging[player].pop()
        self._strike(charges, -1)

    def _strike(self, charges: Sequence[Charge], sign: int) -> None:
        for rule in {charge.rule for charge in charges if charge.rule}:
            times, cost = self.struck(rule)
            paid = sum(charge.amount for charge in charges if charge.rule == rule)
            self._struck[rule] = Struck(times + sign, cost + sign * paid)
