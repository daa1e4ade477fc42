"""Settling up: what everybody owes at the end, what was waived, and how it came about, in words and seat order."""

from __future__ import annotations

import msgspec

from ..domain.fines import Player
from ..domain.games import GAMES
from ..domain.measure import TOKEN, amount, units
from ..domain.settlement import Heap, Reckoning, Waiver
from .context import Scene, Who
from .drinks import became
from .fragments import Fragment
from .running_sums import Running


class Sums(msgspec.Struct, frozen=True):
    """One player's sums: what they owe, what `became` of the rest, what they were `fined` in all and what for."""

    who: Who
    owed: int
    became: tuple[int, ...]
    fined: str
    causes: tuple[tuple[str, int], ...]


class Cost(msgspec.Struct, frozen=True):
    """What one game or one cause cost whom, and the table in all."""

    name: str
    total: int
    sums: tuple[tuple[Who, int], ...]


class SettlingUp(msgspec.Struct, frozen=True):
    """The night's sums; `headings` are those of what became of the fines (see `became`)."""

    units: str
    headings: tuple[str, ...]
    players: tuple[Sums, ...]
    waived: tuple[str, ...]
    games: tuple[Cost, ...]
    causes: tuple[Cost, ...]

    @property
    def total(self) -> tuple[int, ...]:
        """What the table owes, and what became of the rest of its fines; who is ahead lowers what is owed."""
        return tuple(map(sum, zip(*((each.owed, *each.became) for each in self.players), strict=True)))


RECKONINGS = Running(Reckoning)


def settling(scene: Scene) -> SettlingUp:
    """The sums of the night as it stands."""
    found = RECKONINGS.read(scene, lambda reckoning: reckoning.settled_up(scene.night))
    causes = tuple(_cost(scene, heap, _cause(scene, heap)) for heap in found.causes)
    headings, numbers = became(scene.night)
    return SettlingUp(
        units=units(scene.night.unit),
        headings=headings,
        players=tuple(
            Sums(scene.people[each.id], each.owed, numbers[each.id], _fined(scene, each), _for(scene, each.id, causes))
            for each in found.players
        ),
        waived=tuple(_waived(scene, waiver) for waiver in found.waived),
        games=tuple(_cost(scene, heap, _game(heap)) for heap in found.games),
        causes=causes,
    )


def _fined(scene: Scene, player: Player) -> str:
    """All that somebody was charged, what was paid in tokens apart: "7", "7 and 24 tokens"."""
    tokens = 0 if scene.night.unit == TOKEN else player.paid + player.returned
    owed = player.charged - tokens
    return " and ".join([*([str(owed)] if owed or not tokens else []), *([amount(tokens, TOKEN)] if tokens else [])])


def _for(scene: Scene, player: str, causes: tuple[Cost, ...]) -> tuple[tuple[str, int], ...]:
    """What each cause cost one player."""
    me = scene.people[player]
    return tuple((cost.name, amount) for cost in causes for who, amount in cost.sums if who == me)


def _cost(scene: Scene, heap: Heap, name: str) -> Cost:
    name = f"{name}, in tokens" if heap.paid else name
    return Cost(name, heap.total, tuple((scene.people[player], amount) for player, amount in heap.sums))


def _game(heap: Heap) -> str:
    return f"{heap.number}. {GAMES[heap.name].name}" if heap.cause == "game" else "Between games"


def _cause(scene: Scene, heap: Heap) -> str:
    if heap.cause == "rule":
        return f"House rule: {scene.night.rules[heap.name].text}"
    if heap.cause == "game":
        return f"The rules of {GAMES[heap.name].name}"
    return "Fines by hand" if heap.cause == "hand" else "Taken over for others"


def _waived(scene: Scene, waiver: Waiver) -> str:
    player = scene.name(waiver.player)
    so_much = amount(waiver.amount, TOKEN if waiver.paid else scene.night.unit)
    by = scene.name(waiver.by) if waiver.by in scene.people else "Somebody"
    if waiver.how == "moved":
        return f"{by} took over {so_much} from {player}."
    if waiver.how == "fell":
        return f"{by} let it fall that {player} was caught: {so_much} less."
    return f"{by} forgave {player if waiver.by != waiver.player else 'themselves'} {so_much}."


SETTLING = Fragment("settling", "settle/_settling.html", settling)
