"""The night on one picture, to be sent to those who were there: its name, its awards, and one plot, never of drinks."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from math import ceil

import msgspec

from ...rules.games import GAMES
from ...rules.recap import Chapter, Recap, recap
from ..scene import Scene, Who
from . import dated, facts
from .awards import Given, given
from .frame import figure
from .lettering import fitted, lines, width

WIDTH, HEIGHT, EDGE, FOOT = 1080, 1350, 80, 76
COLOURS = (
    "",
    "#ff8f6b",
    "#6fb7ff",
    "#f5d24a",
    "#6fd08c",
    "#d99bff",
    "#ff7fae",
    "#4fd3d0",
    "#e8b07a",
    "#a9b8ff",
    "#c6e05a",
)
TITLE, PEOPLE, SMALL, NAME = 76.0, 42.0, 28.0, 28.0
AWARD, BAR, HEAD, LINE = 124.0, 70.0, 58.0, 86.0
MOST_AWARDS, MOST_IN_COLUMN, MOST_RULES = 6, 5, 4
GUTTER, LEAST = 48.0, 12.0  # between columns, and at least between two awards
BOLD = 1.1  # as wide are bold letters
TICKED = "The tick on a bar is an even share. · Party Companion"


class Ribbon(msgspec.Struct, frozen=True):
    """An award on the picture: `y` is its middle, `marks` the shapes of who shares it, with their colours."""

    y: float
    title: str
    people: str
    because: str
    marks: tuple[tuple[int, str], ...]


class Bar(msgspec.Struct, frozen=True):
    """A bar of the plot: a player's, with mark and colour, or (mark 0) a house rule's."""

    x: float
    y: float
    mark: int
    colour: str
    name: str
    said: str
    bar: float
    tick: float | None


class Picture(msgspec.Struct, frozen=True):
    """The picture: `lines` are the night's name, `band` is how high the amber behind it stands."""

    title: str
    lines: tuple[tuple[float, str], ...]
    under: str
    band: float
    ribbons: tuple[Ribbon, ...]
    plot: str
    plot_y: float
    broad: float
    bars: tuple[Bar, ...]
    foot: str


class Drawn(msgspec.Struct, frozen=True):
    """A bar before it has its place: mark and colour, name, what is said, and its parts of the whole."""

    mark: int
    name: str
    said: str
    part: float
    tick: float | None = None


def picture(scene: Scene) -> Picture:
    """The picture of the night as it stands."""
    found = recap(scene.log)
    title = lines(scene.night.name, BOLD * TITLE, WIDTH - 2 * EDGE, 2)
    band = 150 + LINE * len(title) + 44
    plot, drawn = _plot(scene, found)
    columns = 2 if len(drawn) > MOST_IN_COLUMN else 1
    high = HEAD + BAR * ceil(len(drawn) / columns) if drawn else 0
    room = HEIGHT - FOOT - band - high
    awards = _chosen(given(scene, found), min(MOST_AWARDS, int(room // (AWARD + LEAST))))
    spare = (room - AWARD * len(awards)) / (len(awards) + 2)
    first = band + spare + AWARD / 2
    ribbons = tuple(_ribbon(award, round(first + place * (AWARD + spare))) for place, award in enumerate(awards))
    top = round(HEIGHT - FOOT - high)
    broad = (WIDTH - 2 * EDGE - GUTTER * (columns - 1)) / columns
    return Picture(
        title=fitted(scene.night.name, 1, HEIGHT),
        lines=tuple((150 + LINE * place + 20, line) for place, line in enumerate(title)),
        under=fitted(" · ".join((*dated(scene.night.date), *facts(found))), SMALL, WIDTH - 2 * EDGE),
        band=band,
        ribbons=ribbons,
        plot=plot,
        plot_y=top + 44,
        broad=broad,
        bars=tuple(_placed(drawn, top + HEAD + 18, broad, columns)),
        foot="Party Companion" if not any(one.tick is not None for one in drawn) else TICKED,
    )


def _chosen(awards: Sequence[Given], number: int) -> list[Given]:
    """So many awards, to as many people as can be, in the order in which they are given."""
    seen: dict[Who, int] = {}
    turns = []
    for award in awards:
        turns.append(min(seen.get(who, 0) for who in award.people))
        seen.update({who: seen.get(who, 0) + 1 for who in award.people})
    kept = sorted(range(len(awards)), key=lambda place: turns[place])[:number]
    return [awards[place] for place in sorted(kept)]


def _ribbon(award: Given, y: float) -> Ribbon:
    room = WIDTH - 2 * EDGE - 130
    return Ribbon(
        y=y,
        title=award.title,
        people=_shared([who.name for who in award.people], room),
        because=fitted(award.because, SMALL, room),
        marks=tuple((who.mark, COLOURS[who.mark]) for who in award.people),
    )


def _shared(names: Sequence[str], room: float) -> str:
    """The names in one line; where it is too long for all of them, each as far as its part of it goes."""
    size = BOLD * PEOPLE
    if width(_and(names), size) <= room:
        return _and(names)
    part = (room - width(" and ", size)) / len(names)
    return _and([fitted(name, size, part) for name in names])


def _and(names: Sequence[str]) -> str:
    return " and ".join(filter(None, (", ".join(names[:-1]), names[-1])))


def _plot(scene: Scene, found: Recap) -> tuple[str, tuple[Drawn, ...]]:
    """Luck in the longest game, else all tricks, else the house rules that struck most; nothing that ranks drinkers."""
    longest = max(
        (chapter for chapter in found.chapters if chapter.luck), key=lambda chapter: chapter.deals, default=None
    )
    if longest is not None:
        return _titled(longest), tuple(_luck(scene, longest))
    tricks = found.sums.tricks
    if most := max(tricks.values(), default=0):
        rows = tricks.items()
        return "Tricks taken", tuple(_of(scene, player, str(count), count / most) for player, count in rows)
    struck = sorted(found.sums.costs, key=lambda cost: -cost.times)[:MOST_RULES]
    return "House rules that struck most", tuple(
        Drawn(0, cost.rule.text, f"{cost.times}×", cost.times / struck[0].times) for cost in struck
    )


def _titled(chapter: Chapter) -> str:
    recount = GAMES[chapter.kind].recount
    assert recount is not None
    assert recount.luck is not None
    return f"{GAMES[chapter.kind].name}: {recount.luck.counts}"


def _luck(scene: Scene, chapter: Chapter) -> Iterator[Drawn]:
    most = max(max(share.got, share.even) for share in chapter.luck) or 1
    for share in chapter.luck:
        yield _of(scene, share.player, figure(share.got), share.got / most, share.even / most)


def _of(scene: Scene, player: str, said: str, part: float, tick: float | None = None) -> Drawn:
    who = scene.people[player]
    return Drawn(who.mark, who.name, said, part, tick)


def _placed(drawn: Sequence[Drawn], top: float, broad: float, columns: int) -> Iterator[Bar]:
    """The bars in their columns, the first column first."""
    high = ceil(len(drawn) / columns)
    for place, one in enumerate(drawn):
        column, row = divmod(place, high)
        indent = 44 if one.mark else 0
        yield Bar(
            x=EDGE + column * (broad + GUTTER),
            y=round(top + row * BAR),
            mark=one.mark,
            colour=COLOURS[one.mark] or "#f3b350",
            name=fitted(one.name, NAME, broad - indent - width(one.said, NAME) - 24),
            said=one.said,
            bar=round(broad * one.part, 1),
            tick=None if one.tick is None else round(broad * one.tick, 1),
        )
