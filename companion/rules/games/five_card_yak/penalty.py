"""What a trick of Five-Card Yak costs, and whom (rules, 1: penalty drinks and making rules)."""

from typing import NamedTuple

from ...fines import Fine
from ...seating import Circle, controller


class Penalty(NamedTuple):
    """The fines of one trick and, where it earns one, who may make a rule."""

    fines: tuple[Fine, ...] = ()
    right: str | None = None


def turning(dealt_in: int, dummies: bool) -> int:
    """The trick of one hand that turns the penalty: the 4th, with more than five players the 3rd, with two the 5th."""
    if dummies or 3 <= dealt_in <= 5:
        return 4
    return 5 if dealt_in == 2 else 3


def earns_right(count: int, turns_at: int) -> bool:
    """Whether the hand's `count`th trick earns a rule: the one that turns the penalty round, and all five."""
    return count in (turns_at, 5)


def penalty(
    trick: int, hand: str, count: int, dealt: Circle, before: frozenset[str], turns_at: int, settled: str = "drank"
) -> Penalty:
    """The penalty for trick `trick`, the `count`th of this hand; `before` were penalised for the previous trick.

    `settled` is the word for what they did about it.
    """
    player = controller(hand)
    right = player if earns_right(count, turns_at) else None
    if count < turns_at:
        return Penalty((_own(trick, player, before),) if hand == player else (), right)
    others = tuple(other for other in dealt if other != player)
    return Penalty(tuple(_turned(trick, other, count, before, turns_at, settled) for other in others), right)


def _own(trick: int, player: str, before: frozenset[str]) -> Fine:
    if player in before and trick > 1:
        return Fine(player, 1, f"trick {trick}", "penalised for the trick before, so only 1")
    return Fine(player, trick, f"trick {trick}", f"trick {trick} costs {trick}")


def _turned(trick: int, other: str, count: int, before: frozenset[str], turns_at: int, settled: str) -> Fine:
    if count > turns_at:
        return Fine(other, 2, f"trick {trick}", f"a {_nth(count)} trick in one hand: 2 for all others")
    if other in before:
        return Fine(other, 2, f"trick {trick}", f"it turned round, but you {settled} for the trick before, so only 2")
    return Fine(other, trick + 1, f"trick {trick}", f"a {_nth(count)} trick in one hand turns it round: {trick} + 1")


def _nth(count: int) -> str:
    return {3: "3rd"}.get(count, f"{count}th")
