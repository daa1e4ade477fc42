"""What a deal of Yogi's Whist costs, and whom (rules, 2: fines)."""

from collections.abc import Collection, Iterator
from typing import NamedTuple

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
    others, own = EXTRA[loud.call]
    if loud.player in made and player != loud.player:
        yield others, f"{table.name(loud.player)} {SAID[loud.call]} and made it: {others} more"
    if loud.player not in made and player == loud.player:
        yield own, f"{SAID[loud.call]} and missed: {own} more"


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
