"""Settling up: what everybody owes at the end, what was waived, and how it came about, in words and seat order."""

from __future__ import annotations

from typing import Any

import msgspec

from ..rules.games import GAMES
from ..rules.settling import Heap, Reckoning, Waiver
from .measure import units, words
from .painting import Region, always
from .running import Running
from .scene import Scene, Who


class Sums(msgspec.Struct, frozen=True):
    """One player's sums, and what each cause cost them."""

    who: Who
    charged: int
    taken: int
    forgiven: int
    owed: int
    causes: tuple[tuple[str, int], ...]


class Cost(msgspec.Struct, frozen=True):
    """What one game or one cause cost whom, and the table in all."""

    name: str
    total: int
    sums: tuple[tuple[Who, int], ...]


class SettlingUp(msgspec.Struct, frozen=True):
    """The night's sums; `done` says what people here did about what they settled: drunk, or paid."""

    night_id: str
    units: str
    done: str
    players: tuple[Sums, ...]
    waived: tuple[str, ...]
    games: tuple[Cost, ...]
    causes: tuple[Cost, ...]

    @property
    def total(self) -> tuple[int, int, int]:
        """What the table owes, has settled and was forgiven; who is ahead lowers what is owed."""
        rows = [(each.owed, each.taken, each.forgiven) for each in self.players]
        owed, taken, forgiven = map(sum, zip(*rows, strict=True))
        return owed, taken, forgiven


RECKONINGS = Running(Reckoning)


def settling(scene: Scene) -> SettlingUp:
    """The sums of the night as it stands."""
    with RECKONINGS.of(scene) as reckoning:
        found = reckoning.settled_up(scene.night)
    causes = tuple(_cost(scene, heap, _cause(scene, heap)) for heap in found.causes)
    return SettlingUp(
        night_id=scene.night_id,
        units=units(scene.night.unit),
        done=words(scene.night.unit).done,
        players=tuple(
            Sums(
                scene.people[each.id], each.charged, each.taken, each.forgiven, each.owed, _for(scene, each.id, causes)
            )
            for each in found.players
        ),
        waived=tuple(_waived(scene, waiver) for waiver in found.waived),
        games=tuple(_cost(scene, heap, _game(heap, number)) for number, heap in enumerate(found.games, start=1)),
        causes=causes,
    )


def _for(scene: Scene, player: str, causes: tuple[Cost, ...]) -> tuple[tuple[str, int], ...]:
    """What each cause cost one player."""
    me = scene.people[player]
    return tuple((cost.name, amount) for cost in causes for who, amount in cost.sums if who == me)


def _cost(scene: Scene, heap: Heap, name: str) -> Cost:
    return Cost(name, heap.total, tuple((scene.people[player], amount) for player, amount in heap.sums))


def _game(heap: Heap, number: int) -> str:
    return f"{number}. {GAMES[heap.name].name}" if heap.cause == "game" else "Between games"


def _cause(scene: Scene, heap: Heap) -> str:
    if heap.cause == "rule":
        return f"House rule: {scene.night.rules[heap.name].text}"
    if heap.cause == "game":
        return f"The rules of {GAMES[heap.name].name}"
    return "Fines by hand" if heap.cause == "hand" else "Taken over for others"


def _waived(scene: Scene, waiver: Waiver) -> str:
    player, amount = scene.name(waiver.player), scene.amount(waiver.amount)
    by = scene.name(waiver.by) if waiver.by in scene.people else "Somebody"
    if waiver.how == "moved":
        return f"{by} took over {amount} from {player}."
    if waiver.how == "fell":
        return f"{by} let a call fall: {amount} less for {player}."
    return f"{by} forgave {player if waiver.by != waiver.player else 'themselves'} {amount}."


def _sums_of(scene: Scene) -> tuple[Any, ...]:
    """Whatever is charged or waived changes somebody's sums; a correction may change only what for."""
    night, on = scene.night, scene.night.game
    games = (len(night.games), on and on.kind)
    return (scene.past, night.players, night.order, night.unit, night.rules, games, scene.people)


SETTLING = Region("settling", always("settle/_settling.html"), settling, reads=_sums_of)
