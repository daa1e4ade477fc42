"""The night as one picture to send to the players: its name, its awards, and the rule of the night or its last games.

`templates/recap/picture.svg` draws it.
"""

from collections.abc import Sequence

import msgspec

from ..domain.event_log import Log
from ..domain.measure import amount, listed
from .awards import Award, awards, chosen
from .plots import fitted, text_width
from .recap import recap
from .recap_page import best_rule, dated, facts

HEIGHT, BROAD, FOOT = 1350, 920, 76  # height of the picture, width of its content, height of its last line
TITLE, PEOPLE, SMALL = 83.6, 46.2, 28.0  # font sizes to measure with; bold text is a tenth wider than its size
AWARD, LEAST, HEAD, LINE = 150.0, 12.0, 58.0, 86.0  # heights; LEAST is the least space between two awards
MOST_AWARDS, QUOTED, QUOTE_LINE = 6, 48.0, 62  # QUOTED and QUOTE_LINE: size and height of its lines
NAMES = BROAD - 130.0  # the widest that the names of an award can be


class SharePicture(msgspec.Struct, frozen=True):
    """The picture: `lines` are the night's name, `awards` come with the names of their people and a reason in lines.

    `band` is the height of the amber area behind the name; the first award is at `first`, each next one `step` below.
    `about` is the title of what begins at height `top`: the lines of a `quote`, and what is said of it.
    """

    title: str
    lines: tuple[str, ...]
    under: str
    band: float
    awards: tuple[tuple[Award, str, tuple[str, ...]], ...]
    first: float
    step: float
    about: str
    top: int
    quote: tuple[str, ...]
    quoted: str


def share_picture(log: Log) -> SharePicture:
    """The picture of the night as it is now."""
    night, found = log.night, recap(log)
    lines = wrapped(night.name, TITLE, BROAD, 2)
    band = 150 + LINE * len(lines) + 44
    best = best_rule(found)
    games = (f"{game.name}: {game.outcome or amount(game.deals, game.game.part)}" for game in found.games[-3:])
    told = (line for one in games for line in wrapped(one, QUOTED, BROAD, 2))
    quote = wrapped(f"“{best.words}”", QUOTED, BROAD, 3) if best else tuple(told)
    high = HEAD + QUOTE_LINE * (len(quote) + 1) if quote else 0
    space = HEIGHT - FOOT - band - high
    given = chosen(awards(found), min(MOST_AWARDS, int(space // (AWARD + LEAST))))
    spare = (space - AWARD * len(given)) / (len(given) + 2)
    reasons = (wrapped(award.because, SMALL, NAMES, 2) for award in given)
    names = (_names([who.name for who in award.people]) for award in given)
    return SharePicture(
        title=fitted(night.name, 1, HEIGHT),
        lines=lines,
        under=fitted(" · ".join(filter(None, (dated(night.date), *facts(found)))), SMALL, BROAD),
        band=band,
        awards=tuple(zip(given, names, reasons, strict=True)),
        first=band + spare + AWARD / 2,
        step=AWARD + spare,
        about="The rule of the night" if best else "The games",
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
