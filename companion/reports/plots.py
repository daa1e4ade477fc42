"""The plots of a recap as data: their titles, their numbers, and a description for people who cannot see them.

A plot that would have one point only is not drawn. `templates/recap/_plots.html` draws them, WIDTH units wide.
"""

import unicodedata
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import groupby

import msgspec

from ..domain.night import Who
from .awards import figure
from .recap import Bid, Fined, GameRecap, Recap, Share, added

WIDTH = 340.0  # of every plot: that of a phone, so that its letters are as large as those of the page
BASE, HIGH = 42.0, 20.0  # where the lines of fines begin in a row, and how high they rise
MOST_EDGES = 40  # games or deals that are separated by vertical lines
LEFT_TO_RIGHT = "From left to right, a dotted line before the next {}. "
NOT_COUNTED = "Without fines taken over, and catches let go."
CALL_WORDS = {"no": "", "declare": "declared and ", "reveal": "revealed and "}
NARROW, BROAD = frozenset("iljtfrI.,:;'’|!()[]1 ·-"), frozenset("mwMW@%—…")
UNDRAWN = {0xFFFE: "\ufffd", 0xFFFF: "\ufffd"}  # allowed in a name, but not in XML
Row = tuple[str, ...]


class Plot(msgspec.Struct, frozen=True, kw_only=True):
    """A plot: `id` of its section, `described` for people who cannot see it, `table` with its numbers."""

    id: str
    title: str
    described: str
    heads: Row
    table: tuple[Row, ...]
    note: str = ""


class Bar(msgspec.Struct, frozen=True):
    """What a player got, and an even share (empty: not shown), in words and as fractions of the longest bar."""

    who: Who
    got: str
    part: float
    expected: str = ""
    even: float = 0


class Bars(Plot, frozen=True, kw_only=True):
    """A bar for each player, and a tick: `even` is the word before its number, `tick` is what it shows."""

    rows: tuple[Bar, ...]
    even: str = ""
    tick: str = ""


class Bids(Plot, frozen=True, kw_only=True):
    """A row for each player: how many bids they made, in words, and the bids, drawn tall if made and low if missed."""

    rows: tuple[tuple[Who, str, tuple[Bid, ...]], ...]


class Fines(Plot, frozen=True, kw_only=True):
    """A row for each player who was fined: the sum, in words, and a line that rises with every fine.

    `edges` is where the next game or deal begins, in each row.
    """

    rows: tuple[tuple[Who, str, str], ...]
    edges: str


# Text: SVG neither wraps nor cuts words, so their width is estimated.


def text_width(words: str, size: float) -> float:
    """The estimated width of these words at a font size, in an ordinary font; rather too wide than too narrow."""
    return sum(map(_em, words)) * size


def _em(letter: str) -> float:
    if unicodedata.combining(letter) or unicodedata.category(letter) in ("Cf", "Mn", "Me"):
        return 0
    if letter in NARROW:
        return 0.38
    if letter in BROAD or unicodedata.east_asian_width(letter) in "WF":
        return 1.02
    return 0.72 if letter.isupper() else 0.63


def fitted(words: str, size: float, most: float) -> str:
    """The words, cut to be no wider than `most`."""
    words = words.translate(UNDRAWN)
    if text_width(words, size) <= most:
        return words
    while words and text_width(words, size) + size > most:
        words = words[:-1]
    return f"{words.rstrip(chr(0x200D)).rstrip()}…"


# Bars and bids


def trick_plot(recap: Recap) -> Bars | None:
    """The tricks that each player took who was dealt in; None before the second trick was taken."""
    if sum(share.got for share in recap.tricks) < 2:
        return None
    return _bars(recap, "tricks", "Tricks taken", recap.tricks, ("Player", "Tricks"))


def luck_plot(recap: Recap, game: GameRecap) -> Bars | None:
    """What each player got in a game, and an even share of it.

    None if the game has no measure of luck, or too little to measure: tricks need two, all else a second deal or round.
    """
    counter = game.game.counter
    if counter is None or not game.luck:
        return None
    got = sum(share.got for share in game.luck)
    if not got or (got if counter.by == "tricks" else game.deals) < 2:
        return None
    what = counter.counts.capitalize()
    if counter.by == "boxes":
        title, even = f"{what}, and the average", "Average"
    else:
        title, even = f"{what}, and what was to be expected", "Expected"
    bars = _bars(recap, "luck", title, game.luck, ("Player", what, even))
    return msgspec.structs.replace(bars, note=counter.yardstick)


def _bars(recap: Recap, name: str, title: str, shares: Sequence[Share], heads: Row) -> Bars:
    """A bar for each share; with the even share if `heads` has a third column for it."""
    even = heads[2].lower() if len(heads) > 2 else ""
    most = max(max(share.got, share.even if even else 0) for share in shares) or 1
    rows = [
        Bar(recap.people[player], figure(got), got / most, *((figure(part), part / most) if even else ()))
        for player, got, part in shares
    ]
    texts = (f"{row.who.name} {row.got}{f', {even} {row.expected}' if even else ''}" for row in rows)
    tick = {"average": "the average", "expected": "what was to be expected"}.get(even, "")
    ticks = f" with a tick where {tick} is" if tick else ""
    return Bars(
        id=name,
        title=title,
        described=f"A bar for each player{ticks}: {', '.join(texts)}.",
        heads=heads,
        table=tuple((row.who.name, row.got, row.expected)[: len(heads)] for row in rows),
        rows=tuple(rows),
        even=even,
        tick=tick,
    )


def bid_plot(recap: Recap) -> Bids | None:
    """Everybody's bids in the order of the deals; None if nobody has a second."""
    rows = tuple(
        (recap.people[player], f"{sum(bid.made for bid in bids)} of {len(bids)}", bids)
        for player, bids in recap.bids.items()
    )
    if not any(len(bids) > 1 for _, _, bids in rows):
        return None
    made = ", ".join(f"{who.name} made {words}" for who, words, _ in rows)
    return Bids(
        id="bids",
        title="Bids made and missed",
        described=f"A row of bids for each player, in the order of the deals: {made}.",
        note="Tall: right. Low: wrong. One hat: declared, two: revealed.",
        heads=("Player", "Made", "Bids, in order"),
        table=tuple(
            (who.name, words, ", ".join(f"{CALL_WORDS[bid.call]}{'made' if bid.made else 'missed'}" for bid in bids))
            for who, words, bids in rows
        ),
        rows=rows,
    )


# Fines over time


def fine_plots(recap: Recap, per: str, units: str) -> tuple[Fines, ...]:
    """A plot with a line for each player who was fined, and a separate plot for fines paid in tokens.

    `per` is what the axis counts: games of the night, deals or rounds.
    """
    note = NOT_COUNTED if recap.has_other_charges else ""
    kinds = ((recap.fines, ("fines", units, note)), (recap.paid, ("tokens", "tokens", "")))
    return tuple(_fine_plot(recap, fines, per, kind) for fines, kind in kinds if len(fines) > 1)


def _fine_plot(recap: Recap, fines: Sequence[Fined], per: str, kind: tuple[str, str, str]) -> Fines:
    (name, units, note), fined = kind, added(fines)
    people = [recap.people[player] for player in recap.night.order if player in fined]
    parts = tuple(_parts(fines, per))
    edges = (f"M{WIDTH * start / len(fines):.1f} 22v20" for _, start, _ in parts[1:] if len(parts) <= MOST_EDGES)
    return Fines(
        id=name,
        title=f"Fines over time, in {units}",
        described=f"A line for each player that goes up with every fine. In the end: {_sums(people, fined)}.",
        note=f"{LEFT_TO_RIGHT.format(per)}{note}",
        heads=(per.capitalize(), "Fines"),
        table=tuple(
            (str(number) if number else "between games", _sums(people, added(fines[start:end])))
            for number, start, end in parts
        ),
        rows=tuple((who, str(fined[who.id]), _line(who.id, fines, max(fined.values()))) for who in people),
        edges="".join(edges),
    )


def _sums(people: Iterable[Who], sums: Mapping[str, int]) -> str:
    return ", ".join(f"{who.name} {sums[who.id]}" for who in people if who.id in sums)


def _parts(fines: Sequence[Fined], per: str) -> Iterator[tuple[int, int, int]]:
    """The games or deals in which there were fines: the number, and the first and last place (exclusive) in `fines`."""
    start = 0
    for number, some in groupby(fines, lambda fined: fined.game if per == "game" else fined.deal):
        end = start + len(list(some))
        yield number, start, end
        start = end


def _line(player: str, fines: Sequence[Fined], most: int) -> str:
    """The path of one player's line, as wide as the plot; the `most` that anybody was fined is as high as a row."""
    path, owed = f"M0 {BASE:g}", 0
    for place, fined in enumerate(fines, start=1):
        if amount := dict(fined.sums).get(player, 0):
            owed += amount
            path += f"H{WIDTH * place / len(fines):.1f}V{BASE - HIGH * owed / most:.1f}"
    return f"{path}H{WIDTH:g}"
