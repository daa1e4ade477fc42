"""Settling up: what everybody owes at the end, what was waived, and how it came about, in words and seat order."""

from __future__ import annotations

import msgspec

from ..domain.fines import Player
from ..domain.games import GAMES
from ..domain.measure import TOKEN, amount, units
from ..domain.settlement import Heap, Waiver, settled_up
from .context import ViewContext, Who
from .drinks import became
from .fragments import Fragment


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


def settling(context: ViewContext) -> SettlingUp:
    """The sums of the night as it stands."""
    found = settled_up(context.log)
    causes = tuple(_cost(context, heap, _cause(context, heap)) for heap in found.causes)
    headings, numbers = became(context.night)
    return SettlingUp(
        units=units(context.night.unit),
        headings=headings,
        players=tuple(
            Sums(
                context.people[each.id],
                each.owed,
                numbers[each.id],
                _fined(context, each),
                _for(context, each.id, causes),
            )
            for each in found.players
        ),
        waived=tuple(_waived(context, waiver) for waiver in found.waived),
        games=tuple(_cost(context, heap, _game(heap)) for heap in found.games),
        causes=causes,
    )


def _fined(context: ViewContext, player: Player) -> str:
    """All that somebody was charged, what was paid in tokens apart: "7", "7 and 24 tokens"."""
    tokens = 0 if context.night.unit == TOKEN else player.paid + player.returned
    owed = player.charged - tokens
    return " and ".join([*([str(owed)] if owed or not tokens else []), *([amount(tokens, TOKEN)] if tokens else [])])


def _for(context: ViewContext, player: str, causes: tuple[Cost, ...]) -> tuple[tuple[str, int], ...]:
    """What each cause cost one player."""
    me = context.people[player]
    return tuple((cost.name, amount) for cost in causes for who, amount in cost.sums if who == me)


def _cost(context: ViewContext, heap: Heap, name: str) -> Cost:
    name = f"{name}, in tokens" if heap.paid else name
    return Cost(name, heap.total, tuple((context.people[player], amount) for player, amount in heap.sums))


def _game(heap: Heap) -> str:
    return f"{heap.number}. {GAMES[heap.name].name}" if heap.cause == "game" else "Between games"


def _cause(context: ViewContext, heap: Heap) -> str:
    if heap.cause == "rule":
        return f"House rule: {context.night.rules[heap.name].text}"
    if heap.cause == "game":
        return f"The rules of {GAMES[heap.name].name}"
    return "Fines by hand" if heap.cause == "hand" else "Taken over for others"


def _waived(context: ViewContext, waiver: Waiver) -> str:
    player = context.name(waiver.player)
    so_much = amount(waiver.amount, TOKEN if waiver.paid else context.night.unit)
    by = context.name(waiver.by) if waiver.by in context.people else "Somebody"
    if waiver.how == "moved":
        return f"{by} took over {so_much} from {player}."
    if waiver.how == "fell":
        return f"{by} let it fall that {player} was caught: {so_much} less."
    return f"{by} forgave {player if waiver.by != waiver.player else 'themselves'} {so_much}."


SETTLING = Fragment("settling", "settle/_settling.html", settling)
