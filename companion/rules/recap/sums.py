"""What adds up over a night or a game: fines in the order they came, what house rules cost, tricks and bids."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import NamedTuple

import msgspec

from .. import events as of
from ..fines import TOKEN, Charge, total
from ..house_rules import HouseRule
from ..night import Night
from ..recounting import Bid, Bids, Trick
from .course import Stage


class Fined(NamedTuple):
    """What entry `seq` fined whom, in this game (0: between games) and deal or round."""

    seq: int
    game: int
    deal: int
    sums: tuple[tuple[str, int], ...]


class Cost(NamedTuple):
    """In how many entries a house rule struck, and what it cost in all, beside the tokens that were paid for it."""

    rule: HouseRule
    times: int
    cost: int
    tokens: int = 0


class Sums(msgspec.Struct, frozen=True):
    """The sums of a night or a game; `fined` is what each who was fined was fined in all.

    `paid` are the fines that were paid in tokens at once, where fines are counted in something else. `apart` is whether
    more was charged than these: what was taken over from somebody, or for a rule at which nobody was caught after all.
    In `tricks` and `bids` stands who was dealt in, in the night's order. `costs` begin with the rule that cost most;
    rules that never struck are left out.
    """

    fines: tuple[Fined, ...]
    paid: tuple[Fined, ...]
    apart: bool
    fined: dict[str, int]
    costs: tuple[Cost, ...]
    tricks: dict[str, int]
    bids: dict[str, tuple[Bid, ...]]


def sums(night: Night, stages: Iterable[Stage]) -> Sums:
    """What these entries of the night add up to."""
    stages = tuple(stages)
    fines, paid = (tuple(_fines(night, stages, tokens)) for tokens in (False, True))
    apart = any(stage.line.charges and not standing(night, stage) for stage in stages)
    costs, tricks, bids = _costs(night, stages), _tricks(night, stages), _bids(night, stages)
    return Sums(fines, paid, apart, added(fines), costs, tricks, bids)


def added(fines: Iterable[Fined]) -> dict[str, int]:
    """What each who was fined was fined in all of these."""
    return total(each for fined in fines for each in fined.sums)


def standing(night: Night, stage: Stage) -> tuple[Charge, ...]:
    """The fines of an entry: not those of a call that fell, and nothing that was only taken over from somebody."""
    charges = stage.line.charges
    if not charges or isinstance(stage.event, of.DrinkMoved):
        return ()
    return () if has_fallen(night, stage) else charges


def has_fallen(night: Night, stage: Stage) -> bool:
    """Whether the entry is a call that does not stand."""
    return isinstance(stage.event, of.RuleCalled) and night.calls[stage.line.entry.seq].stands is False


def in_tokens(night: Night, charge: Charge) -> bool:
    """Whether it was paid in tokens while fines are counted in something else."""
    return charge.paid and night.unit != TOKEN


def _fines(night: Night, stages: Iterable[Stage], tokens: bool) -> Iterator[Fined]:
    for stage in stages:
        if charges := [charge for charge in standing(night, stage) if in_tokens(night, charge) is tokens]:
            fined = total((charge.player, charge.amount) for charge in charges)
            yield Fined(stage.line.entry.seq, stage.game, stage.deal, tuple(fined.items()))


def _costs(night: Night, stages: Iterable[Stage]) -> tuple[Cost, ...]:
    times: dict[str, int] = {}
    amounts: dict[bool, dict[str, int]] = {False: {}, True: {}}
    for stage in stages:
        charges = [charge for charge in standing(night, stage) if charge.rule is not None]
        for charge in charges:
            sums, name = amounts[in_tokens(night, charge)], str(charge.rule)
            sums[name] = sums.get(name, 0) + charge.amount
        for name in {str(charge.rule) for charge in charges}:
            times[name] = times.get(name, 0) + 1
    drinks, tokens = amounts[False], amounts[True]
    costs = (
        Cost(rule, times[name], drinks.get(name, 0), tokens.get(name, 0))
        for name, rule in night.rules.items()
        if name in times
    )
    return tuple(sorted(costs, key=lambda cost: (-cost.cost, -cost.tokens)))


def _tricks(night: Night, stages: Iterable[Stage]) -> dict[str, int]:
    taken: dict[str, int] = {}
    for deed in (deed for stage in stages for deed in stage.deeds if isinstance(deed, Trick)):
        for player in deed.among:
            taken[player] = taken.get(player, 0) + (player == deed.taker)
    return {player: taken[player] for player in night.order if player in taken}


def _bids(night: Night, stages: Iterable[Stage]) -> dict[str, tuple[Bid, ...]]:
    laid: dict[str, list[Bid]] = {}
    for deed in (deed for stage in stages for deed in stage.deeds if isinstance(deed, Bids)):
        for bid in deed.bids:
            laid.setdefault(bid.player, []).append(bid)
    return {player: tuple(laid[player]) for player in night.order if player in laid}
