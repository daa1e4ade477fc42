"""What was scored in the games of a night, one fact after the other, and how each game stands by it."""

from __future__ import annotations

from collections.abc import Iterator

import msgspec

from .games import BOXES, GAMES
from .log import Log
from .moments import Moment, moments
from .night import Night, Played
from .playing import since, standings
from .view import is_open
from .yachting import titled

BIDS = {"bid.made": ("bid made", 1), "bid.missed": ("bid missed", 0)}


class Scored(msgspec.Struct, frozen=True):
    """Entry `seq` brought a player so many points in game `number` of the night; `what` for says it in words."""

    number: int
    seq: int
    at: str | None
    deal: int | None
    player: str
    what: str
    points: int


class GamePlayed(msgspec.Struct, frozen=True):
    """A game of the night: when it began and ended, what was scored, and player, score and place, the best first.

    `place` holds nothing while something of what was scored lies face down; `counts` is what its scores are.
    """

    number: int
    kind: str
    started: int
    began: str | None
    ended: str | None
    finished: bool
    counts: str
    most_wins: bool
    wins: bool
    scored: tuple[Scored, ...]
    place: tuple[tuple[str, int, int], ...]


class Kept:
    """What is known of a game while its night is looked at: its times, its facts, and whether one lies face down."""

    def __init__(self, began: str | None) -> None:
        self.began, self.ended = began, began
        self.scored: list[Scored] = []
        self.scores: dict[str, int] = {}
        self.hides = False

    def keep(self, log: Log, moment: Moment) -> None:
        """One more entry; that a box was filled is known even while nobody may know with what."""
        self.ended = moment.line.entry.at
        before, self.scores = self.scores, _scores(moment)
        if is_open(log, moment.line, insider=True):
            self.scored += _scored(moment, before, self.scores)
        else:
            self.hides = self.hides or bool(_facts(moment))


def games_played(log: Log) -> tuple[GamePlayed, ...]:
    """Every game of the night with what everybody may know was scored in it: nothing that still lies face down."""
    kept: dict[int, Kept] = {}
    for moment in moments(log):
        if moment.number is not None:
            kept.setdefault(moment.number, Kept(moment.line.entry.at)).keep(log, moment)
    return tuple(_game(log.night, played, number, kept[number]) for number, played in enumerate(log.night.played, 1))


def _game(night: Night, played: Played, number: int, kept: Kept) -> GamePlayed:
    game, finished = GAMES[played.kind], played.since is not None
    return GamePlayed(
        number=number,
        kind=played.kind,
        started=played.started,
        began=kept.began,
        ended=kept.ended if finished else None,
        finished=finished,
        counts=_counts(played),
        most_wins=game.most_wins(played.state) if callable(game.most_wins) else game.most_wins,
        wins=game.wins(played.state) if callable(game.wins) else game.wins,
        scored=tuple(kept.scored),
        place=() if kept.hides else tuple(standings(night, played)),
    )


def _counts(played: Played) -> str:
    counts = GAMES[played.kind].counts
    return counts(played.state) if callable(counts) else counts


def _scored(moment: Moment, before: dict[str, int], after: dict[str, int]) -> Iterator[Scored]:
    """What the entry brought everybody: box by box and bid by bid, and what is more or less than these."""
    played, number, entry = moment.played, moment.number, moment.line.entry
    assert played is not None
    assert number is not None
    facts, word = _facts(moment), GAMES[played.kind].extra or _counts(played)
    for player in filter(after.__contains__, moment.after.order):
        own = [(what, points) for who, what, points in facts if who == player]
        rest = after[player] - before.get(player, 0) - sum(points for _, points in own)
        for what, points in (*own, *([(word, rest)] if rest else [])):
            yield Scored(number, entry.seq, entry.at, moment.deal, player, what, points)


def _scores(moment: Moment) -> dict[str, int]:
    """The scores of the game that is on, as the entry left them."""
    assert moment.played is not None
    return GAMES[moment.played.kind].scores(moment.played.state, since(moment.after, moment.played))


def _facts(moment: Moment) -> list[tuple[str, str, int]]:
    """Who filled a box, made or missed a bid, and for how much."""
    found = []
    for happening in moment.happened:
        if happening.on in BIDS:
            found.append((happening.player, *BIDS[happening.on]))
        elif happening.on == "box.scored":
            found.append((happening.player, titled(BOXES[happening.box]), happening.points))
    return found
