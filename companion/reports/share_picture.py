"""The night as one picture to send to the players: its name, its awards, and the rule that caught most, in the words of
the table; where no rule fired, one plot, which never shows drinks.

`templates/recap/picture.svg` draws it.
"""

from collections.abc import Sequence
from math import ceil

import msgspec

from ..domain.event_log import Log
from ..domain.measure import listed
from .awards import Award, awards, chosen
from .plots import Bar, fitted, luck_plot, text_width, trick_plot
from .recap import Recap, recap
from .recap_page import best_rule, dated, facts

HEIGHT, BROAD, FOOT = 1350, 920, 76  # height of the picture, width of its content, height of its last line
TITLE, PEOPLE, SMALL = 83.6, 46.2, 28.0  # font sizes to measure with; bold text is a tenth wider than its size
AWARD, LEAST, BAR, HEAD, LINE = 124.0, 12.0, 70.0, 58.0, 86.0  # heights; LEAST is the least space between two awards
MOST_AWARDS, MOST_IN_COLUMN, QUOTED, QUOTE_LINE = 6, 5, 48.0, 62  # QUOTED and QUOTE_LINE: size and height of its lines
NAMES = BROAD - 130.0  # the widest that the names of an award can be


class SharePicture(msgspec.Struct, frozen=True):
    """The picture: `lines` are the night's name, `awards` come with the names of their people in one line.

    `band` is the height of the amber area behind the name; the first award is at `first`, each next one `step` below.
    `plot` is the title of the bars, which begin at height `top` and have this many `columns`; `tick` is what their
    ticks show ("": they have none). `quote` are the lines of the rule, and `quoted` is who made it and whom it caught.
    """

    title: str
    lines: tuple[str, ...]
    under: str
    band: float
    awards: tuple[tuple[Award, str], ...]
    first: float
    step: float
    plot: str
    bars: tuple[Bar, ...]
    tick: str
    columns: int
    top: int
    quote: tuple[str, ...]
    quoted: str


def share_picture(log: Log) -> SharePicture:
    """The picture of the night as it is now."""
    night, found = log.night, recap(log)
    lines = wrapped(night.name, TITLE, BROAD, 2)
    band = 150 + LINE * len(lines) + 44
    best = best_rule(found)
    quote = wrapped(f"“{best.words}”", QUOTED, BROAD, 3) if best else ()
    plot, bars, tick = ("The rule of the night", (), "") if best else _plot(found)
    columns = 2 if len(bars) > MOST_IN_COLUMN else 1
    high = HEAD + BAR * ceil(len(bars) / columns) if bars else 0
    high = HEAD + QUOTE_LINE * (len(quote) + 1) if quote else high
    space = HEIGHT - FOOT - band - high
    given = chosen(awards(found), min(MOST_AWARDS, int(space // (AWARD + LEAST))))
    spare = (space - AWARD * len(given)) / (len(given) + 2)
    return SharePicture(
        title=fitted(night.name, 1, HEIGHT),
        lines=lines,
        under=fitted(" · ".join(filter(None, (dated(night.date), *facts(found)))), SMALL, BROAD),
        band=band,
        awards=tuple((award, _names([who.name for who in award.people])) for award in given),
        first=band + spare + AWARD / 2,
        step=AWARD + spare,
        plot=plot,
        bars=bars,
        tick=tick,
        columns=columns,
        top=round(HEIGHT - FOOT - high),
        quote=quote,
        quoted=fitted(best.says, SMALL, BROAD) if best else "",
    )


def _names(names: Sequence[str]) -> str:
    """The names in one line; if they are too long for it, each is cut to an equal part."""
    if text_width(listed(names), PEOPLE) > NAMES:
        part = (NAMES - text_width(" and ", PEOPLE)) / len(names)
        names = [fitted(name, PEOPLE, part) for name in names]
    return listed(names)


def _plot(found: Recap) -> tuple[str, tuple[Bar, ...], str]:
    """Luck in the longest game, else tricks; nothing that ranks drinkers.

    Returns the title, the bars, and what their ticks show.
    """
    longest = max((game for game in found.games if game.luck), key=lambda game: game.deals, default=None)
    if longest is not None and (luck := luck_plot(found, longest)):
        return f"{longest.name}: {luck.heads[1].lower()}", luck.rows, luck.tick
    if tricks := trick_plot(found):
        return tricks.title, tricks.rows, tricks.tick
    return "", (), ""


def wrapped(words: str, size: float, most: float, number: int) -> tuple[str, ...]:
    """The words in at most this many lines, broken at spaces; the last line is cut if it is too long."""
    found = [""]
    for word in words.split():
        longer = f"{found[-1]} {word}".strip()
        if found[-1] and text_width(longer, size) > most:
            found.append(word)
        else:
            found[-1] = longer
    rest = " ".join(found[number - 1 :])
    return tuple(fitted(line, size, most) for line in (*found[: number - 1], rest) if line)
