"""The big screen: the table seen from above, with public facts only, readable from four metres."""

from collections.abc import Collection

import msgspec
from msgspec import UNSET, UnsetType

from ..domain.event_log import Line
from ..domain.events import written
from ..domain.fines import total
from ..domain.games.game import Judged
from ..domain.seating import controller
from ..domain.visibility import is_open, played_at
from ..reports.awards import Award
from .context import ViewContext
from .ending import AWARDS, GameOver, game_over
from .entries import describe_event, is_trick, newest_trick
from .fragments import Fragment
from .news import Last, Share, last, newest
from .table import Row, players, titles

MOST_ROUND = 18  # the most seats drawn around a table; more are shown in rows
LINES = 10  # lines of rules that fit beside the table, at a television's font size
LETTERS = 22  # letters on such a line
TALLEST = 5  # the most lines reckoned for one rule
NAMED = 3  # the most people named for one fine; more are only counted


class Trick(msgspec.Struct, frozen=True):
    """A trick and its entry: who took it, if anybody, each player's cards, and those that another card cancelled."""

    seq: int
    taker: str | None
    laid: dict[str, tuple[str, ...]]
    cancelled: frozenset[str]


class Oval(msgspec.Struct, frozen=True):
    """Everybody in seat order, the first at the bottom, each with a place on the screen; `rows` is the number of rows.

    `begun`: something was entered in a game tonight, so most people are here. `awaited` are those whose turn it is.
    By player: `points` and `tallies` are how they stand in this game or what the one that just ended cost, `fined` is
    what the newest entry cost, `ranks` a place and a score in the game that just ended; if it was `stopped`, what
    that counts.
    """

    seats: tuple[tuple[Row, str], ...]
    rows: int
    begun: bool
    trick: Trick | None
    awaited: Collection[str]
    points: dict[str, str]
    tallies: dict[str, str]
    fined: dict[str, int]
    ranks: dict[str, tuple[int, int]]
    stopped: str


class NewestEntry(msgspec.Struct, frozen=True):
    """The newest entry in words, the open `dice` that it is about, and what it cost.

    It is shown large if somebody pays for it. Of one fine at most so many people are `named`; more are only counted.
    If it ended a game, `over` is how that went. Once the night is over, a few `awards` are shown instead.
    """

    news: Last
    text: str
    shares: tuple[Share, ...]
    named: int
    dice: tuple[int, ...] = ()
    awards: tuple[Award, ...] = ()
    over: GameOver | None = None


class Shown(msgspec.Struct, frozen=True):
    """The rules in force that fit on the screen, the newest first, and how many `more` there are."""

    texts: tuple[str, ...]
    more: int


def oval(context: ViewContext) -> Oval:
    """The table from above."""
    newest_line, over, turn = newest(context), game_over(context), context.screen.turn
    charges = newest_line.charges if newest_line else ()
    costs = {cost.who.id: f"{cost.amount} in this game" for cost in over.costs} if over else {}
    places, rows = around(len(context.seated))
    return Oval(
        seats=tuple(zip(players(context), places, strict=True)),
        rows=rows,
        begun=bool(context.night.played) and context.log.seq > context.night.played[0].started,
        trick=last_trick(context),
        awaited=turn.players[:1] if turn.does else turn.players,
        points=context.screen.totals,
        tallies=costs or context.screen.tallies,
        fined=total((charge.player, charge.amount) for charge in charges),
        ranks={who.id: (place, score) for who, score, place in over.standings} if over else {},
        stopped=over.counts if over and over.stopped else "",
    )


def newest_entry(context: ViewContext) -> NewestEntry | None:
    """The newest entry and what it cost; None if there is no news."""
    news = last(context)
    if news is None:
        return None
    shares = (*news.costs, *(share for _, _, fired in news.fired for share in fired))
    awards = AWARDS.of(context) if context.night.closed else ()
    ended = context.night.games[-1].ended if context.night.games else None
    over = game_over(context) if news.seq == ended else None
    return NewestEntry(news, without_cards(context) or news.text, shares, NAMED, _dice(context), awards, over)


def _dice(context: ViewContext) -> tuple[int, ...]:
    """The open dice of the newest entry; none if only others pay for it, so that nobody takes them for theirs."""
    line = newest(context)
    counts = line.counts if line and is_open(context.log, line, context.insider) else None
    payers = {charge.player for charge in line.charges} if line else set()
    return tuple(written(counts).get("dice", ())) if counts and (not payers or counts.about in payers) else ()


def rules(context: ViewContext) -> Shown:
    """The newest rules that can be broken in the game that is on, as many as fit."""
    game, made = context.game, context.night.rules.values()
    active = [rule.text for rule in made if rule.active and (game is None or game.hears(rule.when))]
    held = [-(-len(f"{title}: {who.name}") // LETTERS) for title, who, _ in titles(context)]
    free_lines = LINES - 6 * bool(context.night.rights) - 4 * bool(context.night.asking) - sum(held) - bool(held)
    shown: list[str] = []
    for text in reversed(active):
        free_lines -= min(TALLEST, -(-len(text) // LETTERS))
        if free_lines < 0 and shown:
            break
        shown.append(text)
    return Shown(tuple(shown), len(active) - len(shown))


def around(players: int) -> tuple[tuple[str, ...], int]:
    """The classes of all seats in seat order, such as `below nth-2 of-3`, and the number of rows (0: no table).

    Seen from above, the next seat clockwise from the bottom is on the left.
    """
    if players > MOST_ROUND:
        return ("",) * players, 0
    beside = sum(players >= least for least in (4, 9, 11))
    below = (players - 2 * beside) // 2 or 1
    above = players - 2 * beside - below
    bottom = [f"below nth-{number} of-{below}" for number in range(1, below + 1)]
    left = [f"left nth-{number}" for number in range(beside, 0, -1)]
    top = [f"above nth-{number} of-{above}" for number in range(1, above + 1)]
    right = [f"right nth-{number}" for number in range(1, beside + 1)]
    first = (below + 1) // 2
    seats = [*reversed(bottom[:first]), *left, *top, *right, *reversed(bottom[first:])]
    return tuple(seats[:players]), max(beside, 1) + 2


def last_trick(context: ViewContext) -> Trick | None:
    """The newest trick, until the next deal begins; with its cards if they were entered and everybody can see them."""
    line, between = newest_trick(context), context.game is None or context.screen.between
    # once the next deal has begun the new trump would judge it wrongly
    if line is None or not (between or (line.counts and line.counts.part == context.screen.deal)):
        return None
    verdict = _verdict(context, line)
    laid: dict[str, tuple[str, ...]] = {}
    for hand, *cards in _plays(context, line):
        player = controller(hand)
        laid[player] = (*laid.get(player, ()), *cards)
    taker = _taker(line, verdict)
    taken_by = controller(taker) if isinstance(taker, str) else None
    return Trick(line.entry.seq, taken_by, laid, verdict.cancelled if verdict else frozenset())


def without_cards(context: ViewContext) -> str:
    """The words for a newest entry whose cards are drawn on the screen, without these cards; "" for any other."""
    line = newest(context)
    if line is None or not is_trick(line) or line.counts is None or not _plays(context, line):
        return ""
    taker = _taker(line, _verdict(context, line))
    if isinstance(taker, UnsetType):
        return ""
    return describe_event(context, line.entry.seq, msgspec.structs.replace(line.counts, plays=UNSET, winner=taker))


def _plays(context: ViewContext, line: Line) -> tuple[tuple[str, ...], ...]:
    shown = line.counts.shows if line.counts else ()
    return tuple(shown) if shown and is_open(context.log, line, context.insider) else ()


def _verdict(context: ViewContext, line: Line) -> Judged | None:
    """How the game judges the cards; None if they were not entered or do not decide the trick."""
    plays = _plays(context, line)
    played = played_at(context.log, line.entry.seq, line.counts) if line.counts else None
    judged = played.game.judged if played else None
    return judged(played.state, plays) if played and judged and plays else None  # type: ignore[arg-type]


def _taker(line: Line, verdict: Judged | None) -> str | UnsetType | None:
    """The hand entered as the taker, else the one that the cards decide; None for nobody, UNSET if not known."""
    named = line.counts.named if line.counts else UNSET
    return verdict.taker if isinstance(named, UnsetType) and verdict else named


OVAL = Fragment("oval", "tv/_oval.html", oval)
NEWEST_ENTRY = Fragment("newest-entry", "tv/_newest_entry.html", newest_entry)
SHOWN_RULES = Fragment("shown-rules", "tv/_rules.html", rules)
SHOWN_TITLES = Fragment("shown-titles", "tv/_titles.html", titles)
