"""Which entries of Yak are changed together: two boxes that swap, and a die that later throws held."""

from collections.abc import Iterator, Sequence
from typing import cast

from msgspec import UNSET
from msgspec.structs import replace

from ...events import Event
from ..game import Changes
from ..yacht_game import swapped
from .card import thrown
from .events import BOXES, NONE_HELD, Dice, DiceThrown, Played, ThrowScored


def together(old: Event, new: Event, others: Sequence[tuple[int, Event]]) -> Iterator[Changes]:
    """The orders in which further entries are changed with this one."""
    if isinstance(old, ThrowScored):
        yield from swapped(old, new, others, BOXES.most)
    elif isinstance(old, DiceThrown) and isinstance(new, DiceThrown):
        yield _with_later_throws(new, others)


def _with_later_throws(new: DiceThrown, others: Sequence[tuple[int, Event]]) -> Changes:
    """The changes of a throw and of the later throws of its turn that held one of its changed dice.

    First the later throws hold nothing, and the box does not name its dice. Then the throw is changed. Then the others
    hold, and the box names, the new dice.
    """
    (seq, _), *rest = others
    its = (new.player, new.round)
    turn = [(at, one) for at, one in rest if isinstance(one, Played) and (one.player, one.round) == its]
    later = sorted(
        ((at, one) for at, one in turn if isinstance(one, DiceThrown) and one.throw > new.throw),
        key=lambda each: each[1].throw,
    )
    last, follow = new.dice, []
    for at, one in later:
        last = cast(Dice, thrown(last, one.keeps, one.fresh))
        if last != one.dice:
            follow.append((at, one, replace(one, dice=last)))
    scored = [(at, one) for at, one in turn if isinstance(one, ThrowScored) and one.dice not in (UNSET, last)]
    return (
        *((at, replace(one, dice=UNSET)) for at, one in scored),
        *((at, replace(one, held=NONE_HELD)) for at, one, _ in follow),
        (seq, new),
        *((at, after) for at, _, after in follow),
        *((at, replace(one, dice=last)) for at, one in scored),
    )
