"""The big screen: the table from above, as whoever walks past may see it, to be read from four metres."""

from __future__ import annotations

from collections.abc import Iterable

import msgspec
from msgspec import UNSET, UnsetType

from ..domain.event_log import Line
from ..domain.fines import total
from ..domain.games import GAMES
from ..domain.games.game import Judged
from ..domain.measure import listed
from ..domain.playing import standings
from ..domain.seating import controller
from ..domain.visibility import is_open, played_at
from .context import ViewContext, Who
from .entries import is_trick, sentence
from .fines import at_once
from .fragments import Fragment
from .news import Cost, last, newest
from .table import Row, players
from .votes import polls

MOST_ROUND = 18  # seats round one table; more are shown in rows
LATELY = 60  # entries
LINES = 10  # of rules beside the table, at a television's letters
LETTERS = 22  # on such a line
TALLEST = 5  # lines of one rule
NAMED = 3  # more people with one fine are counted


class Trick(msgspec.Struct, frozen=True):
    """A trick by its entry: its taker, if any, and each player's cards with whether another cancelled them."""

    seq: int
    taker: str | None
    laid: dict[str, tuple[tuple[str, bool], ...]]


class Chair(msgspec.Struct, frozen=True):
    """A player at the table: `where` they sit on the screen, `awaited` if the table waits for them.

    `fined` is what the newest entry cost them, `cards` what they laid into the last trick, as (card, whether another
    cancelled it); `took` whoever took it. `place` and `score` are those of the game just over, `tally` of this one.
    """

    row: Row
    where: str
    awaited: bool
    fined: int
    cards: tuple[tuple[str, bool], ...]
    took: bool
    place: int | None
    score: int | None
    tally: str


class Oval(msgspec.Struct, frozen=True):
    """Everybody in seat order, the first at the bottom; `trick` tells one trick from the next."""

    chairs: tuple[Chair, ...]
    rows: int
    trick: str


class Share(msgspec.Struct, frozen=True):
    """What some were charged alike and why: their names, or how many they are; a house rule's is its words."""

    names: str
    amount: int
    does: str
    because: str
    rule: bool


class Landing(msgspec.Struct, frozen=True):
    """The newest entry worth telling, and whom it cost what; `aloud` if it is to be seen across the room."""

    seq: int
    told: str
    shares: tuple[Share, ...]
    asked: tuple[str, ...]
    note: str

    @property
    def aloud(self) -> bool:
        """Whether somebody was fined."""
        return bool(self.shares or self.asked)


class Shown(msgspec.Struct, frozen=True):
    """The rules in force for which there is room, the newest first, and how many more there are."""

    texts: tuple[str, ...]
    more: int


def oval(context: ViewContext) -> Oval:
    """The table from above."""
    trick = last_trick(context)
    wheres, rows = around(len(context.seated))
    board, fined = _board(context), _fined(context)
    chairs = []
    for row, where in zip(players(context), wheres, strict=True):
        player = row.who.id
        place, score = board.get(player, (None, None))
        chairs.append(
            Chair(
                row=row,
                where=where,
                awaited=player in getattr(context.screen, "awaited", ()),
                fined=fined.get(player, 0),
                cards=trick.laid.get(player, ()) if trick else (),
                took=trick is not None and trick.taker == player,
                place=place,
                score=score,
                tally=getattr(context.screen, "tallies", {}).get(player, ""),
            )
        )
    return Oval(tuple(chairs), rows, f"trick-{trick.seq}" if trick else "")


def _board(context: ViewContext) -> dict[str, tuple[int, int]]:
    """Place and score of everybody in the game just over; nothing while one is on."""
    if context.game is not None or not context.night.games:
        return {}
    return {player: (place, score) for player, score, place in standings(context.night, context.night.games[-1])}


def _fined(context: ViewContext) -> dict[str, int]:
    """What the newest entry worth telling costs each."""
    line = newest(context)
    lines = at_once(context, line) if line else ()
    return total((charge.player, charge.amount) for each in lines for charge in each.charges)


def landing(context: ViewContext) -> Landing | None:
    """What just happened."""
    news = last(context)
    if news is None:
        return None
    does = "pays" if news.paid else "drinks"
    costs = _shares(news.costs, does)
    struck = tuple(
        share
        for strike in news.strikes
        for share in _shares((Cost(who, amount, strike.text) for who, amount in strike.costs), does, True)
    )
    asked = tuple(f"{one.chooser.name} chooses who drinks {one.amount}." for one in news.choices)
    return Landing(news.seq, without_cards(context) or news.told, (*costs, *struck), asked, news.note)


def _shares(costs: Iterable[Cost], does: str, rule: bool = False) -> tuple[Share, ...]:
    """Those with the same fine for the same reason stand together."""
    alike: dict[tuple[int, str], list[Who]] = {}
    for cost in costs:
        alike.setdefault((cost.amount, cost.because), []).append(cost.who)
    return tuple(
        Share(_named(people), amount, does if len(people) == 1 else does.removesuffix("s"), why, rule)
        for (amount, why), people in alike.items()
    )


def _named(people: list[Who]) -> str:
    names = [who.name for who in people]
    if len(names) > NAMED:
        return f"{len(names)} players"
    return listed(names)


def rules(context: ViewContext) -> Shown:
    """As many rules as fit; what is voted on takes its room."""
    active = [rule.text for rule in context.night.rules.values() if rule.active]
    votes = len(polls(context))
    room = LINES - 9 * votes - 6 * bool(context.night.rights) - 4 * bool(context.night.asking)
    shown: list[str] = []
    for text in reversed(active):
        room -= min(TALLEST, -(-len(text) // LETTERS))
        if room < 0 and (shown or votes):
            break
        shown.append(text)
    return Shown(tuple(shown), len(active) - len(shown))


def around(players: int) -> tuple[tuple[str, ...], int]:
    """Each seat's place in seat order, as in `below-2-of-3` or `left-1`, and how many rows that takes (0: no table).

    Seen from above the next seat clockwise from the bottom is on the left.
    """
    if players > MOST_ROUND:
        return ("",) * players, 0
    beside = 0 if players < 4 else 1 if players < 9 else 2 if players < 11 else 3
    below = (players - 2 * beside) // 2 or 1
    above = players - 2 * beside - below
    bottom = [f"below-{number}-of-{below}" for number in range(1, below + 1)]
    left = [f"left-{number}" for number in range(beside, 0, -1)]
    top = [f"above-{number}-of-{above}" for number in range(1, above + 1)]
    right = [f"right-{number}" for number in range(1, beside + 1)]
    first = (below + 1) // 2
    seats = [*reversed(bottom[:first]), *left, *top, *right, *reversed(bottom[first:])]
    return tuple(seats[:players]), max(beside, 1) + 2


def last_trick(context: ViewContext) -> Trick | None:
    """The newest trick until the next deal begins; its cards only if they were entered and are nobody's secret."""
    playing = context.night.game
    line = next((line for line in reversed(context.log.lines[-LATELY:]) if is_trick(line)), None)
    if playing is None or line is None or line.entry.seq < playing.started or _is_cleared(context, line):
        return None
    plays = _plays(context, line)
    verdict = _verdict(context, line)
    cancelled = verdict.cancelled if verdict else frozenset()
    laid: dict[str, tuple[tuple[str, bool], ...]] = {}
    for hand, *cards in plays:
        player = controller(hand)
        laid[player] = (*laid.get(player, ()), *((card, card in cancelled) for card in cards))
    taker = _taker(line, verdict)
    return Trick(line.entry.seq, controller(taker) if isinstance(taker, str) else None, laid)


def _is_cleared(context: ViewContext, line: Line) -> bool:
    """Whether another deal is on by now: its cards would be judged by another trump."""
    screen = context.screen
    between = screen is None or getattr(screen, "between", False)
    return not between and getattr(line.counts, "deal", None) != getattr(screen, "deal", None)


def without_cards(context: ViewContext) -> str:
    """The newest entry in words, if it is a trick whose cards lie on the screen: they need not be told as well."""
    line = newest(context)
    if line is None or not is_trick(line) or line.counts is None or not _plays(context, line):
        return ""
    taker = _taker(line, _verdict(context, line))
    if isinstance(taker, UnsetType):
        return ""
    return sentence(context, line.entry.seq, msgspec.structs.replace(line.counts, plays=UNSET, winner=taker))


def _plays(context: ViewContext, line: Line) -> tuple[tuple[str, ...], ...]:
    plays = getattr(line.counts, "plays", UNSET)
    return plays if isinstance(plays, tuple) and is_open(context.log, line, context.insider) else ()


def _verdict(context: ViewContext, line: Line) -> Judged | None:
    """What the game says of the cards; None if they were not entered, or it cannot tell."""
    plays = _plays(context, line)
    played = played_at(context.log, line.entry.seq, line.counts) if line.counts else None
    judged = GAMES[played.kind].judged if played else None
    return judged(played.state, plays) if played and judged and plays else None  # type: ignore[arg-type]


def _taker(line: Line, verdict: Judged | None) -> str | UnsetType | None:
    """The hand as it was said, or as the cards say; None for nobody, unset where only the cards would tell."""
    said: str | UnsetType | None = getattr(line.counts, "taker", getattr(line.counts, "winner", UNSET))
    return verdict.taker if isinstance(said, UnsetType) and verdict else said


OVAL = Fragment("oval", "tv/_oval.html", oval)
LANDING = Fragment("landing", "tv/_landing.html", landing)
SHOWN_RULES = Fragment("shown-rules", "tv/_rules.html", rules)
