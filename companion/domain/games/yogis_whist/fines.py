"""What a deal of Yogi's Whist costs: who missed, who was loud, and the table of it on paper."""

from collections.abc import Collection, Iterator

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


CALLS: dict[str, tuple[Word, bool]] = {
    "A declarer who made it": ("declare", True),
    "A declarer who missed": ("declare", False),
    "A revealer who made it": ("reveal", True),
    "A revealer who missed": ("reveal", False),
}
Line = tuple[int | None, ...]


def chart(players: int) -> dict[str, dict[str, Line]]:
    """All fines among so many players, each worked out as a deal's are: by what was called, and by whom it costs.

    A line says what each owes by how many made their bid, from nobody on; None where that cannot be.
    """

    def line(made: bool, among: range, call: Word = "no", called: bool = False, call_made: bool = False) -> Line:
        return tuple(
            cost(made, makers, call, called, call_made) if makers - call_made in among else None
            for makers in range(players + 1)
        )

    parts: dict[str, dict[str, Line]] = {"No call": {"Missers": line(False, range(players))}}
    for title, (call, made) in CALLS.items():
        lines = {
            f"The {title.split()[1]}": line(made, range(players), call, True, made),
            "Other makers": line(True, range(1, players), call, False, made),
            "Other missers": line(False, range(players - 1), call, False, made),
        }
        parts[title] = {who: owes for who, owes in lines.items() if any(owes)}
    return parts
