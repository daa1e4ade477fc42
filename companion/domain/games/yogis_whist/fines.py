"""What a deal of Yogi's Whist costs those who missed their bid or called, and the printed table of these fines."""

from collections.abc import Collection, Iterator, Mapping

from ...fines import Fine
from ...seating import Circle, Table
from .events import CALL_TEXT, EXTRA, Announcement, Call


def fines(
    deal: int,
    dealt: Circle,
    made: Collection[str],
    announced: Announcement | None,
    table: Table,
    moved: Mapping[str, str] = {},
) -> tuple[Fine, ...]:
    """A player who missed pays 1 plus 1 for each who made theirs; a call costs the others or the caller more.

    `moved`: whose bid each player had, if they were moved.
    """
    who, call = announced or ("", "no")
    rows = []
    for player in dealt:
        bid = f"wrong bid ({moved[player]})" if player in moved else "wrong bid"
        parts = tuple(_parts(player in made, len(made), call, player == who, who in made, table.name(who), bid))
        amount = sum(amount for amount, _ in parts)
        if amount:
            rows.append(Fine(player, amount, f"deal {deal}", "; ".join(why for _, why in parts)))
    return tuple(rows)


def cost(made: bool, makers: int, call: Call = "no", called: bool = False, call_made: bool = False) -> int:
    """What a player pays who made or missed the bid. `called`: the call was theirs; `call_made`: the caller made it."""
    return sum(amount for amount, _ in _parts(made, makers, call, called, call_made))


def _parts(
    made: bool, makers: int, call: Call, called: bool, call_made: bool, caller: str = "", bid: str = ""
) -> Iterator[tuple[int, str]]:
    others, own = EXTRA[call]
    if not made:
        right = f" + {makers} for the {'one' if makers == 1 else makers} who {'was' if makers == 1 else 'were'} right"
        yield 1 + makers, f"{bid}: 1{right if makers else ''}"
    if others and call_made and not called:
        yield others, f"{caller} {CALL_TEXT[call]} and was right: {others} more"
    if own and called and not call_made:
        yield own, f"{caller} {CALL_TEXT[call]} and was wrong: {own} more"


CALLS: dict[str, tuple[Call, bool]] = {
    "A declarer who made it": ("declare", True),
    "A declarer who missed": ("declare", False),
    "A revealer who made it": ("reveal", True),
    "A revealer who missed": ("reveal", False),
}
Line = tuple[int | None, ...]


def chart(players: int) -> dict[str, dict[str, Line]]:
    """All fines in a deal of this many players: under each call, a line for each kind of player.

    A line lists what such a player owes if nobody made the bid, if one did, and so on; None if impossible.
    """

    def line(made: bool, among: range, call: Call = "no", called: bool = False, call_made: bool = False) -> Line:
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
