"""The big screen: the table from above, with public facts only, to be read from four metres."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

import msgspec
from msgspec import UNSET, UnsetType

from ..domain.event_log import Line
from ..domain.fines import Charge, total
from ..domain.games import GAMES
from ..domain.games.game import Judged
from ..domain.measure import listed
from ..domain.playing import standings
from ..domain.seating import controller
from ..domain.visibility import is_open, played_at
from .context import ViewContext, Who
from .entries import describe_event, is_trick
from .fines import at_once
from .fragments import Fragment
from .news import Last, last, newest
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
    """A player at the table: `where` they sit on the screen, and whether the table waits for them (`awaited`).

    `fined` is what the newest entry cost them, `cards` what they played to the last trick, each with whether another
    card cancelled it, and `took` whether they took it. `place` and `score` are those of the game just over, `tally` is
    the state of this one.
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
    """Everybody in seat order, the first at the bottom; `trick` is the HTML id of the last trick."""

    chairs: tuple[Chair, ...]
    rows: int
    trick: str


class Share(msgspec.Struct, frozen=True):
    """People who were charged the same for the same reason: their names, or how many they are."""

    names: str
    amount: int
    settles: str
    reason: str
    by_rule: bool


class Landing(msgspec.Struct, frozen=True):
    """The newest entry in words and what it cost; it is shown large if it `costs` anybody something."""

    seq: int
    text: str
    shares: tuple[Share, ...]
    asked: tuple[str, ...]
    note: str

    @property
    def costs(self) -> bool:
        """Whether somebody was fined, or will be."""
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
    """What the newest news cost each player."""
    line = newest(context)
    lines = at_once(context, line) if line else ()
    return total((charge.player, charge.amount) for each in lines for charge in each.charges)


def landing(context: ViewContext) -> Landing | None:
    """What just happened."""
    news = last(context)
    if news is None:
        return None
    fired = (share for _, charges in news.fired for share in _shares(news, charges, True))
    asked = tuple(f"{one.chooser.name} chooses who drinks {one.amount}." for one in news.choices)
    shares = (*_shares(news, news.costs), *fired)
    return Landing(news.seq, without_cards(context) or news.text, shares, asked, news.note)


def _shares(news: Last, charges: Iterable[Charge], by_rule: bool = False) -> Iterator[Share]:
    """Players with the same fine for the same reason together."""
    alike: dict[tuple[int, str], list[Who]] = {}
    for charge in charges:
        reason = charge.reason if by_rule else charge.because
        alike.setdefault((charge.amount, reason), []).append(news.people[charge.player])
    for (amount, reason), people in alike.items():
        settles = news.settles if len(people) == 1 else news.settles.removesuffix("s")
        yield Share(_named(people), amount, settles, reason, by_rule)


def _named(people: list[Who]) -> str:
    names = [who.name for who in people]
    if len(names) > NAMED:
        return f"{len(names)} players"
    return listed(names)


def rules(context: ViewContext) -> Shown:
    """As many rules as fit beside the open votes."""
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
    """Whether the next deal has begun: its trump would judge these cards wrongly."""
    screen = context.screen
    between = screen is None or getattr(screen, "between", False)
    return not between and getattr(line.counts, "deal", None) != getattr(screen, "deal", None)


def without_cards(context: ViewContext) -> str:
    """The newest entry in words, if it is a trick whose cards are drawn on the screen: then without the cards."""
    line = newest(context)
    if line is None or not is_trick(line) or line.counts is None or not _plays(context, line):
        return ""
    taker = _taker(line, _verdict(context, line))
    if isinstance(taker, UnsetType):
        return ""
    return describe_event(context, line.entry.seq, msgspec.structs.replace(line.counts, plays=UNSET, winner=taker))


def _plays(context: ViewContext, line: Line) -> tuple[tuple[str, ...], ...]:
    plays = getattr(line.counts, "plays", UNSET)
    return plays if isinstance(plays, tuple) and is_open(context.log, line, context.insider) else ()


def _verdict(context: ViewContext, line: Line) -> Judged | None:
    """How the game judges the cards; None if they were not entered, or do not decide the trick."""
    plays = _plays(context, line)
    played = played_at(context.log, line.entry.seq, line.counts) if line.counts else None
    judged = GAMES[played.kind].judged if played else None
    return judged(played.state, plays) if played and judged and plays else None  # type: ignore[arg-type]


def _taker(line: Line, verdict: Judged | None) -> str | UnsetType | None:
    """The hand that was entered, or that the cards decide; None for nobody, unset where neither is known."""
    entered: str | UnsetType | None = getattr(line.counts, "taker", getattr(line.counts, "winner", UNSET))
    return verdict.taker if isinstance(entered, UnsetType) and verdict else entered


OVAL = Fragment("oval", "tv/_oval.html", oval)
LANDING = Fragment("landing", "tv/_landing.html", landing)
SHOWN_RULES = Fragment("shown-rules", "tv/_rules.html", rules)
