"""The plots of a recap as data: their titles, their numbers, and a description for people who cannot see them.

A plot that would have one point only is not drawn.
`templates/recap/_plots.html` draws them, WIDTH units wide.
"""

import unicodedata
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import count, groupby
from typing import NamedTuple

import msgspec

from ..domain.games import GAMES
from ..domain.measure import titled
from ..domain.night import Who
from .awards import figure
from .recap import Bid, Filled, Fined, GameRecap, Recap, Share, added

WIDTH = 340.0  # of every plot: that of a phone, so that its letters are as large as those of the page
LEFT, RIGHT, TOP = 26.0, WIDTH - 106, 8.0  # where the lines of fines are drawn
SPACING = 15.0  # between two names beside the ends of lines
APART = 15.0  # between two words on the axis
MOST_STOPS = 40  # games or deals that are separated by vertical lines
NOT_COUNTED = "Without drinks taken over, and catches let go."
CALL_WORDS = {"no": "", "declare": "declared and ", "reveal": "revealed and "}
NARROW, BROAD = frozenset("iljtfrI.,:;'’|!()[]1 ·-"), frozenset("mwMW@%—…")
UNDRAWN = {0xFFFE: "\ufffd", 0xFFFF: "\ufffd"}  # allowed in a name, but not in XML
Point = tuple[float, float]
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


class Boxes(Plot, frozen=True, kw_only=True):
    """A row for each box of a yacht game, and a column for each player: None for a box that was not filled."""

    names: tuple[str, ...]
    columns: tuple[tuple[Who, tuple[Filled | None, ...]], ...]


class FineLine(msgspec.Struct, frozen=True):
    """One player's line: its path, the height of its `end`, its `dots` in the player's shape, and the name's height."""

    who: Who
    path: str
    end: float
    dots: tuple[Point, ...]
    label: float


class Fines(Plot, frozen=True, kw_only=True):
    """Fines over time, a line for each player: told apart by colour, dash and shape, and named where it ends.

    `heights` have the numbers on the left; games or deals begin at `edges`, and have their numbers at `stops`.
    """

    bottom: float
    heights: tuple[tuple[float, int], ...]
    edges: tuple[float, ...]
    stops: tuple[tuple[float, str], ...]
    axis: str
    lines: tuple[FineLine, ...]


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


# Bars, bids and boxes


def trick_plot(recap: Recap) -> Bars | None:
    """The tricks that each player took who was dealt in; None before the second trick was taken."""
    if sum(share.got for share in recap.tricks) < 2:
        return None
    return _bars(recap, "tricks", "Tricks taken", recap.tricks, ("Player", "Tricks"))


def luck_plot(recap: Recap, game: GameRecap) -> Bars | None:
    """What each player got in a game, and an even share of it.

    None if the game has no measure of luck, or too little to measure: tricks need two, all else a second deal or round.
    """
    counter = GAMES[game.kind].counter
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
    tick = {"average": "the average", "expected": "an even share"}.get(even, "")
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
        table=tuple((who.name, words, ", ".join(map(_in_words, bids))) for who, words, bids in rows),
        rows=rows,
    )


def _in_words(bid: Bid) -> str:
    return f"{CALL_WORDS[bid.call]}{'made' if bid.made else 'missed'}"


def box_plot(recap: Recap, game: GameRecap) -> Boxes | None:
    """The boxes of a game; None while nobody has filled two that are not hidden."""
    if not any(len(own) > 1 for own in game.boxes.values()):
        return None
    names = {box: titled(name) for box, name in GAMES[game.kind].scoring.boxes.items()}
    columns = tuple((recap.people[player], tuple(map(own.get, names))) for player, own in game.boxes.items())
    filled = "; ".join(f"{recap.people[player].name} filled {len(own)} boxes" for player, own in game.boxes.items())
    rows = zip(*([cell and f"{who.name} {cell.points}" for cell in cells] for who, cells in columns), strict=True)
    return Boxes(
        id="boxes",
        title="Boxes filled",
        described=f"A bar for each box, as long as the points are of the most it can have: {filled}.",
        note="A full bar is the most that box can have.",
        heads=("Box", "Points"),
        table=tuple(
            (name, ", ".join(filter(None, row)) or "nobody") for name, row in zip(names.values(), rows, strict=True)
        ),
        names=tuple(names.values()),
        columns=columns,
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
    seated = [recap.people[player] for player in recap.night.order]
    people = [who for who in seated if who.id in fined]
    scale = Scale(len(fines), max(fined.values()), max(170.0, SPACING * len(people) + 20))
    parts = tuple(_parts(fines, per))
    return Fines(
        id=name,
        title=f"Fines over time, in {units}",
        described=f"A line for each player that goes up with every fine. In the end: {_sums(seated, fined)}.",
        note=note,
        heads=(per.capitalize(), "Fines"),
        table=tuple(
            (str(number) if number else "between games", _sums(seated, added(fines[start:end])))
            for number, start, end in parts
        ),
        bottom=scale.bottom,
        heights=tuple((scale.y(value), value) for value in range(0, scale.top + 1, scale.step)),
        edges=tuple(scale.x(start) for _, start, _ in parts[1:]) if len(parts) <= MOST_STOPS else (),
        stops=tuple(_stops(parts, scale)),
        axis=per,
        lines=tuple(_lines(people, fines, scale)),
    )


def _sums(people: Iterable[Who], sums: Mapping[str, int]) -> str:
    return ", ".join(f"{who.name} {sums[who.id]}" for who in people if who.id in sums)


class Scale(NamedTuple):
    """The scale of the lines of fines: `entries` from left to right, and sums from 0 at `bottom` up to `top`."""

    entries: int
    top: int
    bottom: float

    def x(self, place: float) -> float:
        """The horizontal position after this many entries."""
        return round(LEFT + (RIGHT - LEFT) * place / self.entries, 1)

    def y(self, value: float) -> float:
        """The vertical position of a sum."""
        return round(self.bottom - (self.bottom - TOP) * value / self.top, 1)

    @property
    def step(self) -> int:
        """The distance between two numbers on the left: round, and so that there are at most five numbers."""
        steps = (part * 10**power for power in count() for part in (1, 2, 5))
        return next(int(step) for step in steps if self.top <= 4 * step)


def _parts(fines: Sequence[Fined], per: str) -> Iterator[tuple[int, int, int]]:
    """The games or deals in which there were fines: the number, and the first and last place (exclusive) in `fines`."""
    start = 0
    for number, some in groupby(fines, lambda fined: fined.game if per == "game" else fined.deal):
        end = start + len(list(some))
        yield number, start, end
        start = end


def _stops(parts: Iterable[tuple[int, int, int]], scale: Scale) -> Iterator[tuple[float, str]]:
    """The numbers on the axis with their positions, as many as fit."""
    last = 0.0
    for number, start, end in parts:
        middle = scale.x((start + end) / 2)
        if number and middle - last >= APART:
            last = middle
            yield middle, str(number)


def _lines(people: Sequence[Who], fines: Sequence[Fined], scale: Scale) -> Iterator[FineLine]:
    corners: dict[str, list[Point]] = {who.id: [] for who in people}
    sums = Counter[str]()
    for place, fined in enumerate(fines, start=1):
        for player, amount in fined.sums:
            sums[player] += amount
            corners[player].append((scale.x(place), scale.y(sums[player])))
    labels = _labels([corners[who.id][-1][1] for who in people], scale.bottom)
    for number, who in enumerate(people):
        steps = corners[who.id]
        path = "".join(f"H{x:g}V{y:g}" for x, y in steps)
        # Two places for the player's shape, at different positions on each line.
        xs = (LEFT + (RIGHT - LEFT) * (part + 0.3 * number / len(people)) for part in (0.25, 0.6))
        dots = ((round(x, 1), next((y for at, y in reversed(steps) if at <= x), scale.bottom)) for x in xs)
        yield FineLine(
            who=who,
            path=f"M{LEFT:g} {scale.bottom:g}{path}H{RIGHT:g}",
            end=steps[-1][1],
            dots=tuple(dot for dot in dots if dot[1] < scale.bottom),
            label=labels[number],
        )


def _labels(ends: Sequence[float], bottom: float) -> list[float]:
    """The heights of the names: those of the ends of their lines, moved apart if names would overlap."""
    order = sorted(range(len(ends)), key=lambda place: ends[place])
    found, lowest = [0.0] * len(ends), TOP - SPACING + 4
    for place in order:
        lowest = found[place] = max(ends[place], lowest + SPACING)
    highest = bottom + SPACING
    for place in reversed(order):
        highest = found[place] = min(found[place], highest - SPACING)
    return [round(y, 1) for y in found]
