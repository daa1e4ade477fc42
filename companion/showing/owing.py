"""What somebody still owes for: the fines of the log, less what was drunk, forgiven or handed on since."""

from __future__ import annotations

from collections.abc import Iterable

import msgspec
from msgspec.structs import replace

from ..rules import events as of
from ..rules.log import Line
from .scene import Scene

MOST = 30
LOOK_BACK = 200
OLDER = "older fines"
SETTLING = (of.DrinkTaken, of.FineForgiven, of.DrinkMoved)


class Owing(msgspec.Struct, frozen=True):
    """One fine that is still to drink, or what is left of it."""

    seq: int
    amount: int
    because: str


def owing(scene: Scene, player: str) -> tuple[Owing, ...]:
    """The fines that add up to what the player owes, the newest first.

    Whoever drinks as much as one fine is has drunk that one; any other amount is drunk from the oldest on. More than
    MOST are not told one by one, nor those before the last LOOK_BACK entries, so that a table that never drinks does
    not pay for it with every tap.
    """
    owed = scene.night.players[player].owed
    if owed <= 0:
        return ()
    start, before = _start(scene, player, owed)
    fines, ahead = [Owing(start, before, OLDER)] if before > 0 else [], max(-before, 0)
    for line in scene.log.lines[start:]:
        fines += _charged(scene, line, player)
        if ahead or isinstance(line.counts, SETTLING):
            ahead = _settle(fines, ahead + _settled(line, player))
    newest = fines[: -MOST - 1 : -1]
    rest = owed - _sum(newest)
    return (*newest, Owing(newest[-1].seq if newest else start, rest, OLDER)) if rest > 0 else tuple(newest)


def _start(scene: Scene, player: str, owed: int) -> tuple[int, int]:
    """After which entry to begin, the last at which nothing was owed, and what was owed then (below zero: ahead)."""
    lines = scene.log.lines
    for seq in range(len(lines), max(len(lines) - LOOK_BACK, 0), -1):
        if owed <= 0:
            return seq, owed
        owed += _settled(lines[seq - 1], player) - _sum(_charged(scene, lines[seq - 1], player))
    return max(len(lines) - LOOK_BACK, 0), owed


def _charged(scene: Scene, line: Line, player: str) -> list[Owing]:
    """What an entry made the player owe: not what was paid at once, nor for a call that did not stand."""
    charges = [charge for charge in line.charges if charge.player == player and not charge.paid]
    call = scene.night.calls.get(line.entry.seq) if charges else None
    if call and call.stands is False:
        return []
    return [Owing(charge.seq, charge.amount, charge.because) for charge in charges]


def _settled(line: Line, player: str) -> int:
    event = line.counts
    return event.amount if isinstance(event, SETTLING) and event.player == player else 0


def _settle(fines: list[Owing], amount: int) -> int:
    """Takes the amount off the fines: the oldest that is just as large, else from the oldest on; what was too much."""
    same = next((fine for fine in fines if fine.amount == amount), None)
    if same is not None:
        fines.remove(same)
        return 0
    while fines and amount >= fines[0].amount:
        amount -= fines.pop(0).amount
    if not fines or not amount:
        return amount
    fines[0] = replace(fines[0], amount=fines[0].amount - amount)
    return 0


def _sum(fines: Iterable[Owing]) -> int:
    return sum(fine.amount for fine in fines)
