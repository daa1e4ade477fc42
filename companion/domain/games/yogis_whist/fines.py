"""What a deal of Yogi's Whist costs: who missed, who was loud, and the table of it on paper."""

from collections.abc import Collection, Iterator
from typing import Literal, NamedTuple

from ...fines import Fine
from ...refused import Refused
from ...seating import Circle, Table
from .events import Word

EXTRA = {"declare": (2, 4), "reveal": (4, 8)}
SAID = {"declare": "declared", "reveal": "revealed"}


class Loud(NamedTuple):
    """The one who declared or revealed; the deal has at most one that counts."""

    player: str
    call: Word

    @property
    def said(self) -> str:
        """What this player did, in a word."""
        return SAID[self.call]

    @property
    def extra(self) -> tuple[int, int]:
        """What it adds for everybody else if the bid is made, and for this player if it is missed."""
        return EXTRA[self.call]


def fines(deal: int, dealt: Circle, made: Collection[str], loud: Loud | None, table: Table) -> tuple[Fine, ...]:
    """Who missed pays 1 and as many as made; declaring and revealing make it dearer for somebody."""
    rows = []
    for player in dealt:
        parts = tuple(_parts(player, made, loud, table))
        amount = sum(amount for amount, _ in parts)
        if amount:
            rows.append(Fine(player, amount, f"deal {deal}", "; ".join(why for _, why in parts)))
    return tuple(rows)


def _parts(player: str, made: Collection[str], loud: Loud | None, table: Table) -> Iterator[tuple[int, str]]:
    if player not in made:
        yield 1 + len(made), f"missed the bid: 1 + {len(made)} who made theirs"
    if loud is None:
        return
    others, own = loud.extra
    if loud.player in made and player != loud.player:
        yield others, f"{table.name(loud.player)} {loud.said} and made it: {others} more"
    if loud.player not in made and player == loud.player:
        yield own, f"{loud.said} and missed: {own} more"


class Forecast(NamedTuple):
    """What a deal would cost me, each other who makes the bid, each other who misses, and all together."""

    own: int
    maker: int
    misser: int
    total: int


def forecast(players: int, made_others: int, call: Word, made: bool) -> Forecast:
    """What it costs if I call this and make my bid or not, while so many of the others make theirs."""
    if not 0 <= made_others < players:
        raise Refused(f"of {players} players {made_others} others cannot make their bid")
    others = tuple(f"other {number}" for number in range(1, players))
    makers = {*others[:made_others], *(("me",) if made else ())}
    loud = None if call == "no" else Loud("me", call)
    due = {fine.player: fine.amount for fine in fines(1, ("me", *others), makers, loud, Table((), (), {}))}
    maker = due.get(others[0], 0) if made_others else 0
    misser = due[others[-1]] if made_others < len(others) else 0
    return Forecast(due.get("me", 0), maker, misser, sum(due.values()))


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

    def line(who: str, whose: Literal["own", "maker", "misser"], among: range, call: Word, made: bool) -> Line:
        due = (
            getattr(forecast(players, others, call, made), whose) if others in among else None
            for others in range(-made, players + 1 - made)
        )
        return Line(who, tuple(due))

    parts = [Part("No call", (line("Missers", "own", range(players), "no", False),))]
    for said, who, call, made in CALLS:
        lines = (
            line(who, "own", range(players), call, made),
            line("Other makers", "maker", range(1, players), call, made),
            line("Other missers", "misser", range(players - 1), call, made),
        )
        parts.append(Part(said, tuple(line for line in lines if any(line.owes))))
    return tuple(parts)
