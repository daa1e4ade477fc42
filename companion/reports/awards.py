"""Awards of a night: for daring, luck and kindness; never for drinking much, and never for drinking little."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from fractions import Fraction
from typing import NamedTuple

from msgspec import UNSET

from ..domain import events as of
from ..domain.games import GAMES
from ..domain.seating import Circle
from .recap import Filled, GameRecap, Recap, has_fallen

MOST_EACH = 3
MOST_SHARING = 3
LUCKY = Fraction(1, 10)  # ahead of an even share by that part of it, or it is no luck to speak of
PLACES = {1: "first", 2: "second", 3: "third"}


class Award(NamedTuple):
    """An award, who shares it, and why, in a sentence; `{each}` in it is filled where several share it."""

    title: str
    players: Circle
    because: str


class CountAward(NamedTuple):
    """An award for whoever did something most often, `least` times at least; `because` says `once`, or `{n}` times."""

    title: str
    least: int
    counts: Callable[[Recap], Mapping[str, int]]
    because: str
    once: str = ""

    def found(self, recap: Recap) -> Iterator[Award]:
        """Who did it most often, if that is worth telling."""
        counts = self.counts(recap)
        most = max(counts.values(), default=0)
        if most >= self.least:
            because = self.once if self.once and most == 1 else self.because
            players = tuple(player for player in recap.night.order if counts.get(player) == most)
            yield Award(self.title, players, because.format(n=most, times=times(most), each="{each}"))


def awards(recap: Recap) -> tuple[Award, ...]:
    """The awards, the same for the same night; nobody gets more than three, and one alone gets none."""
    if len(recap.night.players) < 2:
        return ()
    given: list[Award] = []
    for award in (found for find in FINDERS for found in find(recap)):
        held = [one for each in given for one in each.players]
        free = tuple(player for player in award.players if held.count(player) < MOST_EACH)
        if free and len(award.players) <= MOST_SHARING:
            each = " each" if len(free) > 1 else ""
            given.append(Award(award.title, free, award.because.replace("{each}", each)))
    return tuple(given)


def times(number: int) -> str:
    """How often, in words."""
    return {1: "once", 2: "twice"}.get(number, f"{number} times")


def figure(number: float) -> str:
    """A number as people say it: one decimal below twenty, where it has any, and none above."""
    rounded = round(number, 1) if abs(number) < 20 else round(number)
    return f"{rounded:g}"


def _counted(players: Iterable[str | None]) -> dict[str, int]:
    counts: dict[str, int] = {}
    for player in players:
        if player is not None:
            counts[player] = counts.get(player, 0) + 1
    return counts


def _loud(recap: Recap) -> Mapping[str, int]:
    return {player: sum(bid.call != "no" for bid in bids) for player, bids in recap.bids.items()}


def _rights(recap: Recap) -> Mapping[str, int]:
    return _counted(player for entry in recap.entries for player in entry.rights)


def _fired(recap: Recap) -> Mapping[str, int]:
    return _counted(maker for cost in recap.costs for maker in (cost.rule.maker,) * cost.times)


def _caught(recap: Recap) -> Iterator[tuple[str | None, str]]:
    """Who caught whom else, where it stood; whoever only chooses for a rule has caught nobody."""
    for entry in recap.entries:
        event, by = entry.event, entry.line.entry.by
        if not isinstance(event, of.RuleCalled) or has_fallen(recap.night, entry):
            continue
        if event.chosen is UNSET and by != event.player:
            yield by, event.player


def _catchers(recap: Recap) -> Mapping[str, int]:
    return _counted(by for by, _ in _caught(recap))


def _water(recap: Recap) -> Mapping[str, int]:
    return _counted(entry.event.player for entry in recap.entries if isinstance(entry.event, of.WaterCalled))


def _sports(recap: Recap) -> Mapping[str, int]:
    """Who was caught by others and never said it was not so."""
    contested = {entry.event.player for entry in recap.entries if isinstance(entry.event, of.CallContested)}
    return _counted(player for _, player in _caught(recap) if player not in contested)


def _forgivers(recap: Recap) -> Mapping[str, int]:
    """Who forgave others, or let a call fall."""
    found = []
    for entry in recap.entries:
        by = entry.line.entry.by
        match entry.event:
            case of.FineForgiven(player=player) if player != by:
                found.append(by)
            case of.CallSettled(stands=False):
                found.append(by)
    return _counted(found)


def _writers(recap: Recap) -> Mapping[str, int]:
    return _counted(entry.line.entry.by for entry in recap.entries)


def _steady(recap: Recap) -> Iterator[Award]:
    """Whose bids were made the most often, of three or more, and at least every other one."""
    made = {player: sum(bid.made for bid in bids) for player, bids in recap.bids.items() if len(bids) >= 3}
    parts = {player: Fraction(count, len(recap.bids[player])) for player, count in made.items()}
    best = max(parts.values(), default=Fraction(0))
    if best >= Fraction(1, 2):
        players = tuple(player for player, part in parts.items() if part == best)
        laid = len(recap.bids[players[0]])
        yield Award("Steadiest bidder", players, f"Made {made[players[0]]} of {laid} bids{{each}}.")


def _lucky(recap: Recap) -> Iterator[Award]:
    """Who was furthest ahead of an even share in one game, by that share."""
    found = [(ahead, game, player, got, even) for game in recap.games for ahead, player, got, even in _ahead(game)]
    best = max((ahead for ahead, *_ in found), default=0)
    if best >= LUCKY:
        _, game, _, got, even = next(one for one in found if one[0] == best)
        players = tuple(one[2] for one in found if one[0] == best and one[1] is game and one[3:] == (got, even))
        counter = GAMES[game.kind].counter
        assert counter is not None
        what = f"{counter.counts.capitalize()} in {GAMES[game.kind].name}"
        yield Award("Luckiest seat", players, f"{what}: {figure(got)}, expected {figure(even)}.")


def _ahead(game: GameRecap) -> Iterator[tuple[float, str, float, float]]:
    counter = GAMES[game.kind].counter
    better = counter.better if counter else None
    for player, got, even in game.luck if better else ():
        if even >= 1:
            ahead = (got - even) / even
            yield round(ahead if better == "more" else -ahead, 6), player, got, even


def _comeback(recap: Recap) -> Iterator[Award]:
    """Who rose by most places, two or more, from the middle of a game to its end."""
    rises: dict[tuple[int, int, int], list[str]] = {}
    for game in recap.games:
        for player, _, place in game.places:
            if player in game.halfway:
                rises.setdefault((game.number, game.halfway[player], place), []).append(player)
    best = max((half - place for _, half, place in rises), default=0)
    if best >= 2:
        number, half, place = next(rise for rise in rises if rise[1] - rise[2] == best)
        kind = next(game.kind for game in recap.games if game.number == number)
        because = f"From {_place(half)} at half-time to {_place(place)} in {GAMES[kind].name}."
        yield Award("Comeback", tuple(rises[number, half, place]), because)


def _place(number: int) -> str:
    return PLACES.get(number, f"{number}th")


def _box(recap: Recap) -> Iterator[Award]:
    """Who got most in one box of all the games with boxes."""
    filled = [(game, one) for game in recap.games for one in _filled(game)]
    most = max((one.points for _, one in filled), default=0)
    first = next(((game, one) for game, one in filled if one.points == most > 0), None)
    if first is not None:
        game, best = first
        same = (one.player for one in _filled(game) if (one.box, one.points) == (best.box, most))
        because = f"{most} points in “{GAMES[game.kind].boxes[best.box]}” of {GAMES[game.kind].name}."
        yield Award("Best box", tuple(dict.fromkeys(same)), because)


def _filled(game: GameRecap) -> Iterator[Filled]:
    for boxes in game.boxes.values():
        yield from boxes.values()


FINDERS: tuple[Callable[[Recap], Iterator[Award]], ...] = (
    CountAward("Boldest bidder", 2, _loud, "Declared or revealed {times}{each}.").found,
    _lucky,
    _comeback,
    CountAward(
        "Table turner", 1, _rights, "Earned {n} rights to make a rule{each}.", "Earned a right to make a rule{each}."
    ).found,
    CountAward("Best lawmaker", 2, _fired, "Rules of theirs struck {times}{each}.").found,
    CountAward("Sharpest eye", 2, _catchers, "Caught others {times}{each}.").found,
    _steady,
    CountAward("Water carrier", 1, _water, "Called {n} water rounds{each}.", "Called a water round{each}.").found,
    CountAward("Best sport", 2, _sports, "Was caught {times}{each}, and never argued.").found,
    CountAward("Kindest heart", 2, _forgivers, "Let others off {times}{each}.").found,
    _box,
    CountAward("Scribe", 10, _writers, "Wrote {n} entries{each} into the log.").found,
)
"""How awards are found, in the order in which they are given."""
