"""The plots of a recap as data: what they are called, what they say to who does not see them, and their numbers.

`templates/recap/_plots.svg` draws them, WIDTH units wide.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import groupby
from typing import ClassVar

import msgspec

from ..domain.games import GAMES
from ..domain.games.yacht_game import titled
from ..domain.night import Who, people_of
from .awards import figure
from .recap import Bid, Fined, GameRecap, Recap, added

WIDTH = 340.0  # of every plot: a phone's, so that its letters are as large as the page's
LEFT, RIGHT, TOP = 26.0, WIDTH - 106, 8.0  # where the lines of fines are drawn
SPACING = 15.0  # between two names beside the ends of lines
APART = 15.0  # between two words on the axis
MOST_STOPS = 40
NOT_COUNTED = "Not counted: what was taken over from somebody else, and being caught where it fell."
LOUD = {"no": "", "declare": "declared and ", "reveal": "revealed and "}
NARROW, BROAD = frozenset("iljtfrI.,:;'’|!()[]1 ·-"), frozenset("mwMW@%—…")
UNDRAWN = {0xFFFE: "\ufffd", 0xFFFF: "\ufffd"}  # may stand in a name, but not in XML
Point = tuple[float, float]
Row = tuple[str, ...]


class Plot(msgspec.Struct, frozen=True, kw_only=True):
    """A plot: `id` is that of its section, `described` says what is to be seen, `table` holds its numbers."""

    kind: ClassVar[str]
    id: str
    title: str
    described: str
    heads: Row
    table: tuple[Row, ...]
    note: str = ""


class Bar(msgspec.Struct, frozen=True):
    """What somebody got, and an even share of it (empty: not told), in words and as parts of the longest bar."""

    who: Who
    got: str
    part: float
    expected: str = ""
    even: float = 0


class Bars(Plot, frozen=True, kw_only=True):
    """A bar for each player, with a tick where an even share is."""

    kind = "bars"
    rows: tuple[Bar, ...]


class BidRow(msgspec.Struct, frozen=True):
    """Somebody's bids, in the order of the deals."""

    who: Who
    said: str
    bids: tuple[Bid, ...]


class Bids(Plot, frozen=True, kw_only=True):
    """A row of bids for each player: tall if made, low if missed; `most` is how many the longest row has."""

    kind = "bids"
    rows: tuple[BidRow, ...]
    most: int


class Boxes(Plot, frozen=True, kw_only=True):
    """The boxes of a yacht game below each other, a column for each player: points, and what part of the most they are.

    None stands where a box was not filled.
    """

    kind = "boxes"
    names: tuple[str, ...]
    columns: tuple[tuple[Who, tuple[tuple[int, float] | None, ...]], ...]


class FineLine(msgspec.Struct, frozen=True):
    """One player's line: its path, where it ends, where their shape stands on it, and at which height their name."""

    who: Who
    path: str
    end: float
    dots: tuple[Point, ...]
    label: float


class Fines(Plot, frozen=True, kw_only=True):
    """Fines over time, a line for each player: told apart by colour, dash and shape, and named where it ends.

    `heights` have their numbers, `edges` and `stops` are where each game or deal begins and is named.
    """

    kind = "fines"
    bottom: float
    heights: tuple[tuple[float, int], ...]
    edges: tuple[float, ...]
    stops: tuple[tuple[float, str], ...]
    axis: str
    lines: tuple[FineLine, ...]


# Letters: a picture can neither wrap nor cut words by itself, and knows nothing of fonts.


def text_width(words: str, size: float) -> float:
    """About how wide these words are at a size, in an ordinary font; rather too wide than too narrow."""
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
    """The words, cut where they would be wider than `most`."""
    words = words.translate(UNDRAWN)
    if text_width(words, size) <= most:
        return words
    while words and text_width(words, size) + size > most:
        words = words[:-1]
    return f"{words.rstrip(chr(0x200D)).rstrip()}…"


# Bars, bids and boxes


def trick_plot(recap: Recap) -> Bars | None:
    """How many tricks everybody took who was dealt in."""
    people, tricks = people_of(recap.night), recap.tricks
    most = max(tricks.values(), default=0)
    if not most:
        return None
    table = tuple((people[player].name, str(count)) for player, count in tricks.items())
    return Bars(
        id="tricks",
        title="Tricks taken",
        described=f"A bar for each player: {', '.join(map(' '.join, table))}.",
        heads=("Player", "Tricks"),
        table=table,
        rows=tuple(Bar(people[player], str(count), count / most) for player, count in tricks.items()),
    )


def luck_plot(recap: Recap, game: GameRecap) -> Bars | None:
    """What everybody got in a game, and an even share of it."""
    people, counter, shares = people_of(recap.night), GAMES[game.kind].counter, game.luck
    if counter is None or not shares:
        return None
    most = max(max(share.got, share.even) for share in shares) or 1
    table = tuple((people[share.player].name, figure(share.got), figure(share.even)) for share in shares)
    said = ", ".join(f"{name} {got}, expected {even}" for name, got, even in table)
    return Bars(
        id="luck",
        title=f"{counter.counts.capitalize()}, and what was to be expected",
        described=f"A bar for each player with a tick where an even share is: {said}.",
        heads=("Player", counter.counts.capitalize(), "Expected"),
        table=table,
        note=counter.yardstick,
        rows=tuple(
            Bar(people[share.player], got, share.got / most, even, share.even / most)
            for share, (_, got, even) in zip(shares, table, strict=True)
        ),
    )


def bid_plot(recap: Recap) -> Bids | None:
    """Everybody's bids in the order of the deals."""
    people, bids = people_of(recap.night), recap.bids
    if not bids:
        return None
    made = {player: f"{sum(bid.made for bid in laid)} of {len(laid)}" for player, laid in bids.items()}
    said = ", ".join(f"{people[player].name} made {words}" for player, words in made.items())
    return Bids(
        id="bids",
        title="Bids made and missed",
        described=f"A row of bids for each player, in the order of the deals: {said}.",
        note="Tall is made, low is missed; one hat for a declared bid, two for a revealed one.",
        heads=("Player", "Made", "Bids, in order"),
        table=tuple((people[player].name, made[player], ", ".join(map(_told, laid))) for player, laid in bids.items()),
        rows=tuple(BidRow(people[player], made[player], laid) for player, laid in bids.items()),
        most=max(map(len, bids.values())),
    )


def _told(bid: Bid) -> str:
    return f"{LOUD[bid.call]}{'made' if bid.made else 'missed'}"


def box_plot(recap: Recap, game: GameRecap) -> Boxes | None:
    """The boxes of a game; None where none was filled, or none may be seen."""
    people, names = people_of(recap.night), GAMES[game.kind].boxes
    if not game.boxes:
        return None
    told = "; ".join(f"{people[player].name} filled {len(boxes)} boxes" for player, boxes in game.boxes.items())
    filled = {player: [boxes.get(box) for box in names] for player, boxes in game.boxes.items()}
    table = []
    for place, name in enumerate(names.values()):
        got = (f"{people[player].name} {one.points}" for player, own in filled.items() if (one := own[place]))
        table.append((titled(name), ", ".join(got) or "nobody"))
    return Boxes(
        id="boxes",
        title="Boxes filled",
        described=f"A bar for each box, as long as the points are of the most it can have: {told}.",
        note="A full bar is the most that box can have.",
        heads=("Box", "Points"),
        table=tuple(table),
        names=tuple(map(titled, names.values())),
        columns=tuple(
            (people[player], tuple(one and (one.points, one.points / one.most) for one in own))
            for player, own in filled.items()
        ),
    )


# Fines over time


def fine_plots(recap: Recap, per: str, units: str) -> tuple[Fines, ...]:
    """The lines of everybody who was fined, and those in tokens for themselves.

    `per` is what the axis counts: games of the night, deals or rounds.
    """
    note = NOT_COUNTED if recap.apart else ""
    kinds = ((recap.fines, "fines", units, note), (recap.paid, "tokens", "tokens", ""))
    return tuple(_fine_plot(recap, fines, per, *kind) for fines, *kind in kinds if fines)


def _fine_plot(recap: Recap, fines: Sequence[Fined], per: str, name: str, units: str, note: str) -> Fines:
    people, fined = people_of(recap.night), added(fines)
    seated = [people[player] for player in recap.night.order]
    parts = tuple(_parts(fines, per))
    table = tuple(
        (str(number) if number else "between games", _sums(seated, added(fines[start:end])))
        for number, start, end in parts
    )
    lines = [who for who in seated if who.id in fined]
    bottom, top = max(170.0, SPACING * len(lines) + 20), max(fined.values())
    step = next(part * 10**power for power in range(12) for part in (1, 2, 5) if top <= 4 * part * 10**power)
    return Fines(
        id=name,
        title=f"Fines over time, in {units}",
        described=f"A line for each player that goes up with every fine. In the end: {_sums(seated, fined)}.",
        note=note,
        heads=(per.capitalize(), "Fines"),
        table=table,
        bottom=bottom,
        heights=tuple((_y(value, top, bottom), value) for value in range(0, top + 1, step)),
        edges=tuple(_x(start, fines) for _, start, _ in parts[1:]) if len(parts) <= MOST_STOPS else (),
        stops=tuple(_stops(parts, fines)),
        axis=per,
        lines=tuple(_lines(lines, fines, top, bottom)),
    )


def _sums(people: Iterable[Who], sums: Mapping[str, int]) -> str:
    return ", ".join(f"{who.name} {sums[who.id]}" for who in people if who.id in sums)


def _x(place: float, fines: Sequence[Fined]) -> float:
    return round(LEFT + (RIGHT - LEFT) * place / len(fines), 1)


def _y(value: float, top: int, bottom: float) -> float:
    return round(bottom - (bottom - TOP) * value / top, 1)


def _parts(fines: Sequence[Fined], per: str) -> Iterator[tuple[int, int, int]]:
    """The games, or deals, in which there were fines: their number, and from which place to which."""
    start = 0
    for number, some in groupby(fines, lambda fined: fined.game if per == "game" else fined.deal):
        end = start + len(list(some))
        yield number, start, end
        start = end


def _stops(parts: Iterable[tuple[int, int, int]], fines: Sequence[Fined]) -> Iterator[tuple[float, str]]:
    """The numbers on the axis, as many as there is room for."""
    last = 0.0
    for number, start, end in parts:
        middle = _x((start + end) / 2, fines)
        if number and middle - last >= APART:
            last = middle
            yield middle, str(number)


def _lines(people: Sequence[Who], fines: Sequence[Fined], top: int, bottom: float) -> Iterator[FineLine]:
    corners: dict[str, list[Point]] = {who.id: [] for who in people}
    sums = dict.fromkeys(corners, 0)
    for place, fined in enumerate(fines, start=1):
        for player, amount in fined.sums:
            sums[player] += amount
            corners[player].append((_x(place, fines), _y(sums[player], top, bottom)))
    labels = _labels([corners[who.id][-1][1] for who in people], bottom)
    for number, who in enumerate(people):
        steps = corners[who.id]
        path = "".join(f"H{x:g}V{y:g}" for x, y in steps)
        # Two places on a line for its shape, elsewhere on each line.
        xs = (LEFT + (RIGHT - LEFT) * (part + 0.3 * number / len(people)) for part in (0.25, 0.6))
        dots = ((round(x, 1), next((y for at, y in reversed(steps) if at <= x), bottom)) for x in xs)
        yield FineLine(
            who=who,
            path=f"M{LEFT:g} {bottom:g}{path}H{RIGHT:g}",
            end=steps[-1][1],
            dots=tuple(dot for dot in dots if dot[1] < bottom),
            label=labels[number],
        )


def _labels(ends: Sequence[float], bottom: float) -> list[float]:
    """Where the names stand: beside the ends of their lines, as far as they do not cover one another."""
    order = sorted(range(len(ends)), key=lambda place: ends[place])
    found, lowest = [0.0] * len(ends), TOP - SPACING + 4
    for place in order:
        lowest = found[place] = max(ends[place], lowest + SPACING)
    highest = bottom + SPACING
    for place in reversed(order):
        highest = found[place] = min(found[place], highest - SPACING)
    return [round(y, 1) for y in found]
