"""What a deal of Yogi's Whist costs: who missed, who was loud, and the table of it on paper."""

from collections.abc import Collection, Iterator
from typing import NamedTuple

from ...fines import Fine
from ...seating import Circle, Table
from .events import EXTRA, SAYS, Loud, Word


def fines(deal: int, dealt: Circle, made: Collection[str], loud: Loud | None, table: Table) -> tuple[Fine, ...]:
    """Who missed pays 1 and as many as made; declaring and revealing make it dearer for somebody."""
    who, call = loud or ("", "no")
    rows = []
    for player in dealt:
        parts = tuple(_parts(player in made, len(made), call, player == who, who in made, table.name(who)))
        amount = sum(amount for amount, _ in parts)
        if amount:
            rows.append(Fine(player, amount, f"deal {deal}", "; ".join(why for _, why in parts)))
    return tuple(rows)


def cost(made: bool, makers: int, call: Word = "no", called: bool = False, call_made: bool = False) -> int:
    """What a player pays who made the bid or not, when somebody, perhaps the same, called this and made it or not."""
    return sum(amount for amount, _ in _parts(made, makers, call, called, call_made))


def _parts(
    made: bool, makers: int, call: Word, called: bool, call_made: bool, caller: str = ""
) -> Iterator[tuple[int, str]]:
    others, own = EXTRA[call]
    if not made:
        yield 1 + makers, f"missed the bid: 1 + {makers} who made theirs"
    if others and call_made and not called:
        yield others, f"{caller} {SAYS[call]} and made it: {others} more"
    if own and called and not call_made:
        yield own, f"{SAYS[call]} and missed: {own} more"


class Line(NamedTuple):
    """What one kind of player owes by how many made their bid, from nobody on; None where that cannot be."""

    who: str
    owes: tuple[int | None, ...]


class Part(NamedTuple):
    """What was said and what became of it, with a line for each kind of player."""

    said: str
    lines: tuple[Line, ...]


CALLS: tuple[tuple[str, str, Word, bool], ...] = (
    ("A declarer who made it", "The declarer", "declare", True),
    ("A declarer who missed", "The declarer", "declare", False),
    ("A revealer who made it", "The revealer", "reveal", True),
    ("A revealer who missed", "The revealer", "reveal", False),
)


def chart(players: int) -> tuple[Part, ...]:
    """All fines among so many players, each worked out as a deal's are."""

    def line(
        who: str, made: bool, among: range, call: Word = "no", called: bool = False, call_made: bool = False
    ) -> Line:
        owes = (
            cost(made, makers, call, called, call_made) if makers - call_made in among else None
            for makers in range(players + 1)
        )
        return Line(who, tuple(owes))

    parts = [Part("No call", (line("Missers", False, range(players)),))]
    for said, who, call, call_made in CALLS:
        lines = (
            line(who, call_made, range(players), call, True, call_made),
            line("Other makers", True, range(1, players), call, False, call_made),
            line("Other missers", False, range(players - 1), call, False, call_made),
        )
        parts.append(Part(said, tuple(line for line in lines if any(line.owes))))
    return tuple(parts)
