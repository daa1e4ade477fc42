"""Pictures with a row for each player: tricks, bids, and luck beside what an even share would have been."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

import msgspec

from ...rules.recounting import Bid, Luck, Share
from ..scene import Scene, Who
from .frame import WIDTH, Behind, Frame, figure
from .lettering import fitted, width

HIGH, HIGH_WITH_SIGNS, LETTERS, INDENT = 46.0, 52.0, 14.0, 20.0
BROAD, GAP = 13.0, 3.0  # of one bid at most, and the part of it between two
LOUD = {"no": "", "declare": "declared", "reveal": "revealed"}


class BidSign(msgspec.Struct, frozen=True):
    """One bid as it is drawn: a tall bar if made, a short hollow one if not; what is loud wears a hat."""

    x: float
    made: bool
    call: str


class Row(msgspec.Struct, frozen=True):
    """A player's row: the name as it fits, what is said at its end, and from the left a bar, a tick, or signs."""

    who: Who
    name: str
    said: str
    y: float
    bar: float = 0
    tick: float | None = None
    signs: tuple[BidSign, ...] = ()


class RowPlot(msgspec.Struct, frozen=True):
    """A row for each player; `broad` is the width of one sign where the rows have signs."""

    frame: Frame
    rows: tuple[Row, ...]
    broad: float = 0


def trick_plot(scene: Scene, tricks: Mapping[str, int]) -> RowPlot | None:
    """How many tricks everybody took who was dealt in."""
    most = max(tricks.values(), default=0)
    if not most:
        return None
    rows = tuple(
        _row(scene.people[player], str(count), place, bar=WIDTH * count / most)
        for place, (player, count) in enumerate(tricks.items())
    )
    said = ", ".join(f"{scene.name(player)} {count}" for player, count in tricks.items())
    behind = Behind(("Player", "Tricks"), tuple((scene.name(player), str(count)) for player, count in tricks.items()))
    return RowPlot(Frame("tricks", "Tricks taken", f"A bar for each player: {said}.", _high(rows), behind), rows)


def bid_plot(scene: Scene, bids: Mapping[str, tuple[Bid, ...]]) -> RowPlot | None:
    """Everybody's bids in the order of the deals."""
    if not bids:
        return None
    broad = min(BROAD, WIDTH / max(map(len, bids.values())))
    rows = tuple(
        _row(scene.people[player], f"{_made(laid)} of {len(laid)}", place, signs=tuple(_signs(laid, broad)))
        for place, (player, laid) in enumerate(bids.items())
    )
    said = ", ".join(f"{scene.name(player)} made {_made(laid)} of {len(laid)}" for player, laid in bids.items())
    frame = Frame(
        id="bids",
        title="Bids made and missed",
        told=f"A row of bids for each player, in the order of the deals: {said}.",
        height=HIGH_WITH_SIGNS * len(rows),
        note="Tall is made, low is missed; one hat for a declared bid, two for a revealed one.",
        behind=Behind(
            ("Player", "Made", "Bids, in order"),
            tuple(_told(scene.name(player), laid) for player, laid in bids.items()),
        ),
    )
    return RowPlot(frame, rows, broad * (1 - GAP / BROAD))


def _made(laid: Sequence[Bid]) -> int:
    return sum(bid.made for bid in laid)


def _signs(laid: Sequence[Bid], broad: float) -> Iterator[BidSign]:
    for place, bid in enumerate(laid):
        yield BidSign(round(place * broad, 1), bid.made, bid.call)


def _told(name: str, laid: Sequence[Bid]) -> tuple[str, str, str]:
    words = (f"{LOUD[bid.call]} and {_word(bid)}" if LOUD[bid.call] else _word(bid) for bid in laid)
    return name, f"{_made(laid)} of {len(laid)}", ", ".join(words)


def _word(bid: Bid) -> str:
    return "made" if bid.made else "missed"


def luck_plot(scene: Scene, luck: Luck, shares: Sequence[Share]) -> RowPlot | None:
    """What everybody got, as a bar, and an even share of it, as a tick."""
    most = max((max(share.got, share.even) for share in shares), default=0)
    if not most:
        return None
    rows = tuple(
        _row(
            scene.people[share.player],
            f"{figure(share.got)}, expected {figure(share.even)}",
            place,
            bar=WIDTH * share.got / most,
            tick=round(WIDTH * share.even / most, 1),
        )
        for place, share in enumerate(shares)
    )
    figures = tuple((scene.name(share.player), figure(share.got), figure(share.even)) for share in shares)
    said = ", ".join(f"{name} {got}, expected {even}" for name, got, even in figures)
    title = f"{luck.counts.capitalize()}, and what was to be expected"
    behind = Behind(("Player", luck.counts.capitalize(), "Expected"), figures)
    told = f"A bar for each player with a tick where an even share is: {said}."
    return RowPlot(Frame("luck", title, told, _high(rows), behind, luck.yardstick), rows)


def _row(
    who: Who, said: str, place: int, bar: float = 0, tick: float | None = None, signs: tuple[BidSign, ...] = ()
) -> Row:
    room = WIDTH - INDENT - width(said, LETTERS) - LETTERS
    high = HIGH_WITH_SIGNS if signs else HIGH
    return Row(who, fitted(who.name, LETTERS, room), said, place * high, round(bar, 1), tick, signs)


def _high(rows: Sequence[Row]) -> float:
    return HIGH * len(rows)
