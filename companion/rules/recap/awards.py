"""Awards of a night: for daring, luck and kindness; never for drinking much, and never for drinking little."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from fractions import Fraction
from typing import Literal, NamedTuple

from msgspec import UNSET

from .. import events as of
from ..games import GAMES
from ..night import Night
from ..recounting import Filled
from ..seating import Circle
from .chapters import Chapter
from .course import Stage
from .sums import Sums, has_fallen

MOST_EACH = 3
MOST_SHARING = 3
LUCKY = Fraction(1, 10)  # ahead of an even share by that part of it, or it is no luck to speak of
Kind = Literal[
    "bold", "steady", "lucky", "comeback", "turner", "lawmaker", "eye", "water", "sport", "kind", "box", "scribe"
]


class Award(NamedTuple):
    """An award and who shares it: `number` is what they did so often (of `among` times), `game` where (0: all night).

    For luck `number` is what they got and `among` the even share; for a comeback the places at the end and halfway.
    """

    kind: Kind
    players: Circle
    number: float
    among: float = 0
    game: int = 0
    box: str = ""


class Source(NamedTuple):
    """What awards are made of: the night, the entries that count, their sums, and the games they belong to."""

    night: Night
    stages: Sequence[Stage]
    sums: Sums
    chapters: Sequence[Chapter]


def awards(source: Source) -> tuple[Award, ...]:
    """The awards, the same for the same night; nobody gets more than three, and one alone gets none."""
    if len(source.night.players) < 2:
        return ()
    given: list[Award] = []
    for award in (found for find in FINDERS for found in find(source)):
        held = [one for each in given for one in each.players]
        free = tuple(player for player in award.players if held.count(player) < MOST_EACH)
        if free and len(award.players) <= MOST_SHARING:
            given.append(award._replace(players=free))
    return tuple(given)


def _first(night: Night, counts: Mapping[str, int], least: int, kind: Kind) -> Iterator[Award]:
    """Who has most of something, if that is worth telling."""
    most = max(counts.values(), default=0)
    if most >= least:
        yield Award(kind, tuple(player for player in night.order if counts.get(player) == most), most)


def _counted(players: Iterable[str | None]) -> dict[str, int]:
    counts: dict[str, int] = {}
    for player in players:
        if player is not None:
            counts[player] = counts.get(player, 0) + 1
    return counts


def _bold(source: Source) -> Iterator[Award]:
    loud = {player: sum(bid.call != "no" for bid in bids) for player, bids in source.sums.bids.items()}
    yield from _first(source.night, loud, 2, "bold")


def _steady(source: Source) -> Iterator[Award]:
    """Whose bids were made the most often, of three or more, and at least every other one."""
    made = {player: sum(bid.made for bid in bids) for player, bids in source.sums.bids.items() if len(bids) >= 3}
    parts = {player: Fraction(count, len(source.sums.bids[player])) for player, count in made.items()}
    best = max(parts.values(), default=Fraction(0))
    if best >= Fraction(1, 2):
        players = tuple(player for player, part in parts.items() if part == best)
        yield Award("steady", players, made[players[0]], len(source.sums.bids[players[0]]))


def _lucky(source: Source) -> Iterator[Award]:
    """Who was furthest ahead of an even share in one game, by that share."""
    found: list[tuple[float, Award]] = []
    for chapter in source.chapters:
        for player, ahead, got, even in _ahead(chapter):
            found.append((ahead, Award("lucky", (player,), got, even, chapter.number)))
    best = max((ahead for ahead, _ in found), default=0)
    if best >= LUCKY:
        first, *others = [award for ahead, award in found if ahead == best]
        same = [award for award in others if award[2:] == first[2:]]
        yield first._replace(players=(*first.players, *(player for award in same for player in award.players)))


def _ahead(chapter: Chapter) -> Iterator[tuple[str, float, float, float]]:
    recount = GAMES[chapter.kind].recount
    better = recount.luck.better if recount and recount.luck else None
    for player, got, even in chapter.luck if better else ():
        if even >= 1:
            ahead = (got - even) / even
            yield player, round(ahead if better == "more" else -ahead, 6), got, even


def _comeback(source: Source) -> Iterator[Award]:
    """Who rose by most places, two or more, from the middle of a game to its end."""
    rises: dict[tuple[int, int, int], list[str]] = {}
    for chapter in source.chapters:
        for player, _, place in chapter.places:
            if player in chapter.halfway:
                rises.setdefault((chapter.number, place, chapter.halfway[player]), []).append(player)
    best = max((half - place for _, place, half in rises), default=0)
    if best >= 2:
        game, place, half = next(rise for rise in rises if rise[2] - rise[1] == best)
        yield Award("comeback", tuple(rises[game, place, half]), place, half, game)


def _turner(source: Source) -> Iterator[Award]:
    rights = _counted(player for stage in source.stages for player in stage.rights)
    yield from _first(source.night, rights, 1, "turner")


def _lawmaker(source: Source) -> Iterator[Award]:
    """Whose own rules struck most often."""
    struck = _counted(maker for cost in source.sums.costs for maker in (cost.rule.maker,) * cost.times)
    yield from _first(source.night, struck, 2, "lawmaker")


def _eye(source: Source) -> Iterator[Award]:
    """Who caught others most often, where it stood; whoever only chooses for a rule has caught nobody."""
    yield from _first(source.night, _counted(by for by, player in _caught(source) if by != player), 2, "eye")


def _caught(source: Source) -> Iterator[tuple[str | None, str]]:
    """Who caught whom, where it stood."""
    for stage in source.stages:
        event = stage.event
        if isinstance(event, of.RuleCalled) and event.chosen is UNSET and not has_fallen(source.night, stage):
            yield stage.line.entry.by, event.player


def _water(source: Source) -> Iterator[Award]:
    called = (stage.event.player for stage in source.stages if isinstance(stage.event, of.WaterCalled))
    yield from _first(source.night, _counted(called), 1, "water")


def _sport(source: Source) -> Iterator[Award]:
    """Who was caught by others, more than once, and never said it was not so."""
    contested = {stage.event.player for stage in source.stages if isinstance(stage.event, of.CallContested)}
    taken = _counted(player for by, player in _caught(source) if by != player and player not in contested)
    yield from _first(source.night, taken, 2, "sport")


def _kind(source: Source) -> Iterator[Award]:
    """Who forgave others most often, or let a call fall."""
    yield from _first(source.night, _counted(_forgivers(source)), 2, "kind")


def _forgivers(source: Source) -> Iterator[str | None]:
    for stage in source.stages:
        event, by = stage.event, stage.line.entry.by
        match event:
            case of.FineForgiven(player=player) if player != by:
                yield by
            case of.CallSettled(stands=False):
                yield by


def _box(source: Source) -> Iterator[Award]:
    """Who got most in one box of all the games with boxes."""
    filled = [(chapter, each) for chapter in source.chapters for each in _filled(chapter)]
    most = max((each.points for _, each in filled), default=0)
    first = next(((chapter, each) for chapter, each in filled if each.points == most > 0), None)
    if first is not None:
        chapter, best = first
        same = (each.player for each in _filled(chapter) if (each.box, each.points) == (best.box, most))
        yield Award("box", tuple(dict.fromkeys(same)), most, 0, chapter.number, best.box)


def _filled(chapter: Chapter) -> Iterator[Filled]:
    for boxes in chapter.boxes.values():
        yield from boxes.values()


def _scribe(source: Source) -> Iterator[Award]:
    written = _counted(stage.line.entry.by for stage in source.stages)
    yield from _first(source.night, written, 10, "scribe")


FINDERS: tuple[Callable[[Source], Iterator[Award]], ...] = (
    _bold,
    _lucky,
    _comeback,
    _turner,
    _lawmaker,
    _eye,
    _steady,
    _water,
    _sport,
    _kind,
    _box,
    _scribe,
)  # fmt: skip
