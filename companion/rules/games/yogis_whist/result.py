"""What became of the last deal: who made the bid, who missed, and what each part of a fine is for (rules, 2)."""

import msgspec

from ...cards import short
from ...seating import Table
from .bid import SUIT_OF
from .deal import Fined, State
from .penalty import EXTRA, SAID
from .trick import nines_out


class Outcome(msgspec.Struct, frozen=True):
    """One player's line: the tricks wanted and taken (None: the short form does not say), and the fine in its parts.

    `suit` is the bid's, where it is for as many tricks as a single card can be for.
    """

    player: str
    name: str
    bid: int | None
    suit: str | None
    taken: int | None
    made: bool
    base: int
    extra: int

    @property
    def fine(self) -> int:
        """What the deal costs this player."""
        return self.base + self.extra


class Result(msgspec.Struct, frozen=True):
    """A deal that was fined: a line for each player in it, and why each part of the fines is due."""

    number: int
    rows: tuple[Outcome, ...]
    missed: str
    loud: str
    moved: bool
    nines: str

    @property
    def made(self) -> tuple[str, ...]:
        """The names of those who made their bid."""
        return tuple(row.name for row in self.rows if row.made)


def result(state: State, table: Table) -> Result | None:
    """The fines of the deal just over; None while there are none."""
    fined = state.recent
    if fined is None:
        return None
    over = fined.deal
    rows = tuple(_row(player, fined, table) for player in over.dealt)
    return Result(
        number=over.number,
        rows=rows,
        missed=_missed(len(fined.made), len(over.dealt)),
        loud=_loud(fined, table),
        moved=bool(over.rotated),
        nines=_nines(over.turned),
    )


def _row(player: str, fined: Fined, table: Table) -> Outcome:
    deal = fined.deal
    known = len(deal.bids) == len(deal.dealt)
    goal = deal.goal(player) if known else None
    base = 0 if player in fined.made else 1 + len(fined.made)
    fine = next((fine.amount for fine in fined.fines if fine.player == player), 0)
    return Outcome(
        player=player,
        name=table.name(player),
        bid=goal,
        suit=SUIT_OF.get(goal) if goal is not None and deal.in_front(player).count == 1 else None,
        taken=deal.taken.count(player) if known else None,
        made=player in fined.made,
        base=base,
        extra=fine - base,
    )


def _missed(made: int, players: int) -> str:
    if made == players:
        return "Nobody missed."
    if not made:
        return "Nobody made it, so a missed bid costs 1."
    others = "the one" if made == 1 else f"each of the {made}"
    return f"A missed bid costs {1 + made}: 1, and 1 for {others} who made it."


def _loud(fined: Fined, table: Table) -> str:
    if fined.loud is None:
        return ""
    others, own = EXTRA[fined.loud.call]
    name, said = table.name(fined.loud.player), SAID[fined.loud.call]
    if fined.loud.player in fined.made:
        return f"{name} {said} and made it: {others} more for everybody else."
    return f"{name} {said} and missed: {own} more for {name}."


def _nines(turned: str | None) -> str:
    """What was kept quiet until now."""
    if turned is None or not nines_out(turned):
        return ""
    return f"Under the {short(turned)} the four nines were trump, and a suit of their own: 9♦ < 9♠ < 9♥ < 9♣."
