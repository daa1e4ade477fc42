"""The last trick as it lies on the table: who laid which card, which of them cancel out, and who takes it."""

from __future__ import annotations

import msgspec
from msgspec import UNSET, UnsetType

from ..rules.games import GAMES
from ..rules.log import Line
from ..rules.seating import controller
from ..rules.tricks import Judged
from ..rules.view import is_open, played_at
from .logbook import is_trick
from .news import newest
from .scene import Scene
from .telling import sentence

LATELY = 60  # entries


class Trick(msgspec.Struct, frozen=True):
    """A trick by its entry: its taker, if any, and each player's cards with whether another cancelled them."""

    seq: int
    taker: str | None
    laid: dict[str, tuple[tuple[str, bool], ...]]


def last_trick(scene: Scene) -> Trick | None:
    """The newest trick until the next deal begins; its cards only if they were entered and are nobody's secret."""
    playing = scene.night.game
    line = next((line for line in reversed(scene.log.lines[-LATELY:]) if is_trick(line)), None)
    if playing is None or line is None or line.entry.seq < playing.started or _is_cleared(scene, line):
        return None
    plays = _plays(scene, line)
    verdict = _verdict(scene, line)
    cancelled = verdict.cancelled if verdict else frozenset()
    laid: dict[str, tuple[tuple[str, bool], ...]] = {}
    for hand, *cards in plays:
        player = controller(hand)
        laid[player] = (*laid.get(player, ()), *((card, card in cancelled) for card in cards))
    taker = _taker(line, verdict)
    return Trick(line.entry.seq, controller(taker) if isinstance(taker, str) else None, laid)


def _is_cleared(scene: Scene, line: Line) -> bool:
    """Whether another deal is on by now: its cards would be judged by another trump."""
    screen = scene.screen
    between = screen is None or getattr(screen, "between", False)
    return not between and getattr(line.counts, "deal", None) != getattr(screen, "deal", None)


def without_cards(scene: Scene) -> str:
    """The newest entry in words, if it is a trick whose cards lie on the screen: they need not be told as well."""
    line = newest(scene)
    if line is None or not is_trick(line) or line.counts is None or not _plays(scene, line):
        return ""
    taker = _taker(line, _verdict(scene, line))
    if isinstance(taker, UnsetType):
        return ""
    return sentence(scene, line.entry.seq, msgspec.structs.replace(line.counts, plays=UNSET, winner=taker))


def _plays(scene: Scene, line: Line) -> tuple[tuple[str, ...], ...]:
    plays = getattr(line.counts, "plays", UNSET)
    return plays if isinstance(plays, tuple) and is_open(scene.log, line, scene.insider) else ()


def _verdict(scene: Scene, line: Line) -> Judged | None:
    """What the game says of the cards; None if they were not entered, or it cannot tell."""
    plays = _plays(scene, line)
    played = played_at(scene.log, line.entry.seq, line.counts) if line.counts else None
    judged = GAMES[played.kind].judged if played else None
    return judged(played.state, plays) if played and judged and plays else None  # type: ignore[arg-type]


def _taker(line: Line, verdict: Judged | None) -> str | UnsetType | None:
    """The hand as it was said, or as the cards say; None for nobody, unset where only the cards would tell."""
    said: str | UnsetType | None = getattr(line.counts, "taker", getattr(line.counts, "winner", UNSET))
    return verdict.taker if isinstance(said, UnsetType) and verdict else said
