"""The night on one picture, to be sent to those who were there: its name, its awards, and one plot, never of drinks.

`templates/recap/picture.svg` draws it.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from math import ceil

import msgspec

from ..rules.games import GAMES
from ..rules.log import Log
from ..rules.people import Who, people_of
from .awards import figure
from .plots import Bar, fitted, text_width
from .recap import Recap, recap
from .recap_page import Given, dated, facts, given

WIDTH, HEIGHT, EDGE, FOOT = 1080, 1350, 80, 76
TITLE, PEOPLE, SMALL, NAME = 76.0, 42.0, 28.0, 28.0
AWARD, BAR, HEAD, LINE = 124.0, 70.0, 58.0, 86.0
MOST_AWARDS, MOST_IN_COLUMN, MOST_RULES = 6, 5, 4
GUTTER, LEAST = 48.0, 12.0  # between columns, and at least between two awards
BOLD = 1.1  # as wide are bold letters
TICKED = "The tick on a bar is an even share. · Party Companion"
NOBODY = Who("", "", 0)  # to whom a house rule's bar belongs


class PlacedAward(msgspec.Struct, frozen=True):
    """An award on the picture: `y` is its middle."""

    y: float
    title: str
    people: str
    because: str
    marks: tuple[int, ...]


class PlacedBar(msgspec.Struct, frozen=True):
    """A bar of the plot: a player's, or (mark 0) a house rule's."""

    x: float
    y: float
    mark: int
    name: str
    said: str
    bar: float
    tick: float | None


class SharePicture(msgspec.Struct, frozen=True):
    """The picture: `lines` are the night's name, `band` is how high the amber behind it stands."""

    title: str
    lines: tuple[tuple[float, str], ...]
    under: str
    band: float
    awards: tuple[PlacedAward, ...]
    plot: str
    plot_y: float
    broad: float
    bars: tuple[PlacedBar, ...]
    foot: str


def share_picture(log: Log) -> SharePicture:
    """The picture of the night as it stands."""
    night, found = log.night, recap(log)
    title = wrapped(night.name, BOLD * TITLE, WIDTH - 2 * EDGE, 2)
    band = 150 + LINE * len(title) + 44
    plot, bars = _plot(found)
    columns = 2 if len(bars) > MOST_IN_COLUMN else 1
    high = HEAD + BAR * ceil(len(bars) / columns) if bars else 0
    room = HEIGHT - FOOT - band - high
    awards = _chosen(given(found), min(MOST_AWARDS, int(room // (AWARD + LEAST))))
    spare = (room - AWARD * len(awards)) / (len(awards) + 2)
    first = band + spare + AWARD / 2
    top = round(HEIGHT - FOOT - high)
    broad = (WIDTH - 2 * EDGE - GUTTER * (columns - 1)) / columns
    return SharePicture(
        title=fitted(night.name, 1, HEIGHT),
        lines=tuple((170 + LINE * place, line) for place, line in enumerate(title)),
        under=fitted(" · ".join((*dated(night.date), *facts(found))), SMALL, WIDTH - 2 * EDGE),
        band=band,
        awards=tuple(_award(one, round(first + place * (AWARD + spare))) for place, one in enumerate(awards)),
        plot=plot,
        plot_y=top + 44,
        broad=broad,
        bars=tuple(_placed(bars, top + HEAD + 18, broad, columns)),
        foot=TICKED if any(bar.even is not None for bar in bars) else "Party Companion",
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


def _award(award: Given, y: float) -> PlacedAward:
    """The names stand in one line; where it is too long for all of them, each as far as its part of it goes."""
    room, names = WIDTH - 2 * EDGE - 130, [who.name for who in award.people]
    if text_width(_and(names), BOLD * PEOPLE) > room:
        part = (room - text_width(" and ", BOLD * PEOPLE)) / len(names)
        names = [fitted(name, BOLD * PEOPLE, part) for name in names]
    marks = tuple(who.mark for who in award.people)
    return PlacedAward(y, award.title, _and(names), fitted(award.because, SMALL, room), marks)


def _and(names: Sequence[str]) -> str:
    return " and ".join(filter(None, (", ".join(names[:-1]), names[-1])))


def _plot(found: Recap) -> tuple[str, list[Bar]]:
    """Luck in the longest game, else all tricks, else the house rules that fired most; nothing that ranks drinkers."""
    people, tricks = people_of(found.night), found.sums.tricks
    longest = max((game for game in found.games if game.luck), key=lambda game: game.deals, default=None)
    if longest is not None:
        counter = GAMES[longest.kind].counter
        assert counter is not None
        most = max(max(share.got, share.even) for share in longest.luck) or 1
        bars = [Bar(people[one.player], figure(one.got), one.got / most, one.even / most) for one in longest.luck]
        return f"{GAMES[longest.kind].name}: {counter.counts}", bars
    if top := max(tricks.values(), default=0):
        return "Tricks taken", [Bar(people[player], str(count), count / top) for player, count in tricks.items()]
    fired = sorted(found.sums.costs, key=lambda cost: -cost.times)[:MOST_RULES]
    return "House rules that struck most", [
        Bar(msgspec.structs.replace(NOBODY, name=cost.rule.text), f"{cost.times}×", cost.times / fired[0].times)
        for cost in fired
    ]


def _placed(bars: Sequence[Bar], top: float, broad: float, columns: int) -> Iterator[PlacedBar]:
    """The bars in their columns, the first column first."""
    high = ceil(len(bars) / columns)
    for place, one in enumerate(bars):
        column, row = divmod(place, high)
        indent = 44 if one.who.mark else 0
        yield PlacedBar(
            x=EDGE + column * (broad + GUTTER),
            y=round(top + row * BAR),
            mark=one.who.mark,
            name=fitted(one.who.name, NAME, broad - indent - text_width(one.said, NAME) - 24),
            said=one.said,
            bar=round(broad * one.part, 1),
            tick=None if one.even is None else round(broad * one.even, 1),
        )


def wrapped(words: str, size: float, most: float, number: int) -> tuple[str, ...]:
    """The words in so many lines at most, broken at blanks, and the last one cut where it must be."""
    found = [""]
    for word in words.split():
        longer = f"{found[-1]} {word}".strip()
        if found[-1] and text_width(longer, size) > most:
            found.append(word)
        else:
            found[-1] = longer
    rest = " ".join(found[number - 1 :])
    return tuple(fitted(line, size, most) for line in (*found[: number - 1], rest) if line)
