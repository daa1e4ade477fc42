"""What a night's fines came to, one fact after the other: charged, settled, forgiven; they add up to its replay."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Literal

import msgspec

from . import events as of
from .fines import Charge
from .log import Log
from .moments import Moment, moments

Kind = Literal["game", "house rule", "by hand", "taken over", "settled", "forgiven"]


class Fined(msgspec.Struct, frozen=True):
    """Entry `seq` charged a player so much, or so much of what they owed was `settled` or `forgiven` by it.

    A fine paid at once in tokens is charged and settled in one; one that fell is charged and forgiven. `number` and
    `game` are those of the game that was on, `unit` is what fines were in, `by` who entered it.
    """

    seq: int
    at: str | None
    by: str | None
    number: int | None
    game: str | None
    deal: int | None
    player: str
    kind: Kind
    because: str
    unit: str
    charged: int = 0
    settled: int = 0
    forgiven: int = 0


def fined(log: Log) -> Iterator[Fined]:
    """Every fine of the night and what became of it, the oldest first."""
    fallen = {seq for seq, call in log.night.calls.items() if call.stands is False}
    for moment in moments(log):
        if (row := _waived(moment)) is not None:
            yield row
        for charge in moment.line.charges:
            fell = moment.line.entry.seq in fallen
            yield _row(
                moment,
                charge.player,
                _kind(moment, charge),
                charge.because or charge.reason,
                charged=charge.amount,
                settled=charge.amount if charge.paid and not fell else 0,
                forgiven=charge.amount if fell else 0,
            )


def _waived(moment: Moment) -> Fined | None:
    """What an entry took from what somebody owed."""
    match event := moment.line.counts:
        case of.DrinkTaken():
            return _row(moment, event.player, "settled", "", settled=event.amount)
        case of.FineForgiven():
            return _row(moment, event.player, "forgiven", "", forgiven=event.amount)
        case of.DrinkMoved():
            by = f"taken over by {moment.after.names[event.to]}"
            return _row(moment, event.player, "taken over", by, forgiven=event.amount)
    return None


def _kind(moment: Moment, charge: Charge) -> Kind:
    if charge.rule is not None:
        return "house rule"
    if isinstance(moment.line.counts, of.FineGiven):
        return "by hand"
    return "taken over" if isinstance(moment.line.counts, of.DrinkMoved) else "game"


def _row(moment: Moment, player: str, kind: Kind, because: str, **amounts: int) -> Fined:
    entry, played = moment.line.entry, moment.played
    number, game, deal = (moment.number, played.kind, moment.deal) if played else (None, None, None)
    unit = moment.before.unit
    return Fined(entry.seq, entry.at, entry.by, number, game, deal, player, kind, because, unit, **amounts)
