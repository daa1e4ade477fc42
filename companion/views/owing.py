"""What somebody still owes for: the fines of the log, less what was drunk, forgiven or handed on since."""

from __future__ import annotations

from collections.abc import Iterable

import msgspec
from msgspec.structs import replace

from ..domain import events as of
from ..domain.event_log import Line
from ..domain.fines import Charge
from ..domain.night import Night
from .context import ViewContext
from .running_sums import Running

MOST = 30
OLDER = "older fines"
SETTLING = (of.DrinkTaken, of.FineForgiven, of.DrinkMoved)


class Owing(msgspec.Struct, frozen=True):
    """One fine that is still to drink, or what is left of it."""

    seq: int
    amount: int
    because: str


class Account:
    """What is left of one player's fines, the oldest first, or what they have settled `ahead` of the next ones."""

    def __init__(self) -> None:
        self.fines: list[Owing] = []
        self.ahead = 0

    def settle(self, amount: int) -> None:
        """Takes the amount off: the oldest fine that is just as large, else from the oldest on."""
        fines, amount = self.fines, self.ahead + amount
        self.ahead = 0
        same = next((place for place, fine in enumerate(fines) if fine.amount == amount), None)
        if same is not None:
            del fines[same]
            return
        while fines and amount >= fines[0].amount:
            amount -= fines.pop(0).amount
        if not fines:
            self.ahead = amount
        elif amount:
            fines[0] = replace(fines[0], amount=fines[0].amount - amount)


class Slate:
    """Everybody's account by the entries seen so far."""

    def __init__(self) -> None:
        self.accounts: dict[str, Account] = {}

    def add(self, lines: Iterable[Line], night: Night) -> None:
        """The next lines of the log: what they charge, but not for a call that did not stand, and what they settle."""
        for line in lines:
            call = night.calls.get(line.entry.seq) if line.charges else None
            stands = call is None or call.stands is not False
            touched = {charge.player for charge in line.charges if self._charge(charge)} if stands else set()
            event = line.counts
            if isinstance(event, SETTLING):
                self._of(event.player).settle(event.amount)
                touched.discard(event.player)
            for player in touched:
                if self._of(player).ahead:
                    self._of(player).settle(0)

    def newest(self, player: str) -> list[Owing]:
        """The newest fines of a player, the newest first."""
        account = self.accounts.get(player)
        return account.fines[: -MOST - 1 : -1] if account else []

    def _charge(self, charge: Charge) -> bool:
        """Whether it is owed: what was paid at once is not."""
        if not charge.paid:
            self._of(charge.player).fines.append(Owing(charge.seq, charge.amount, charge.because))
        return not charge.paid

    def _of(self, player: str) -> Account:
        return self.accounts.setdefault(player, Account())


def _settles_a_call(line: Line) -> bool:
    return isinstance(line.counts, of.CallSettled)


SLATES = Running(Slate, unsettles=_settles_a_call)  # a call that falls was never owed for


def owing(context: ViewContext, player: str) -> tuple[Owing, ...]:
    """The fines that add up to what the player owes, the newest first.

    Whoever drinks as much as one fine is has drunk that one; any other amount is drunk from the oldest on. More than
    MOST are not told one by one.
    """
    owed = context.night.players[player].owed
    if owed <= 0:
        return ()
    newest = SLATES.read(context, lambda slate: slate.newest(player))
    rest = owed - sum(fine.amount for fine in newest)
    return (*newest, Owing(newest[-1].seq if newest else 0, rest, OLDER)) if rest > 0 else tuple(newest)
