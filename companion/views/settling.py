"""Settling up, in words and seat order: what everybody owes at the end, what was waived, and the causes of fines."""

import msgspec

from ..domain.fines import Player
from ..domain.games import GAMES
from ..domain.measure import TOKEN, amount, units
from ..domain.settlement import Subtotal, Waiver, settled_up
from .context import ViewContext
from .drinks import became
from .fragments import Fragment


class SettlingUp(msgspec.Struct, frozen=True):
    """The night's sums by player, game and cause; `fined` is each player's total in words.

    `became` are the columns, named by `headings`, of the fines that are no longer owed.
    """

    units: str
    headings: tuple[str, ...]
    players: tuple[Player, ...]
    became: dict[str, tuple[int, ...]]
    fined: dict[str, str]
    waived: tuple[str, ...]
    games: tuple[tuple[str, Subtotal], ...]
    causes: tuple[tuple[str, Subtotal], ...]

    @property
    def total(self) -> tuple[int, ...]:
        """The sums over all players: what is owed (lowered by players who are ahead), then the columns of `became`."""
        return tuple(map(sum, zip(*((each.owed, *self.became[each.id]) for each in self.players), strict=True)))


def settling(context: ViewContext) -> SettlingUp:
    """The sums of the night as it is now."""
    found = settled_up(context.log)
    headings, numbers = became(context.night)
    return SettlingUp(
        units=units(context.night.unit),
        headings=headings,
        players=found.players,
        became=numbers,
        fined={player.id: fined(context, player) for player in found.players},
        waived=tuple(_waived(context, waiver) for waiver in found.waived),
        games=tuple((_heading(subtotal, _game(subtotal)), subtotal) for subtotal in found.games),
        causes=tuple((_heading(subtotal, _cause(context, subtotal)), subtotal) for subtotal in found.causes),
    )


def fined(context: ViewContext, player: Player) -> str:
    """All that a player was fined, with what was paid in tokens counted separately: "7", "7 and 24 tokens"."""
    tokens = 0 if context.night.unit == TOKEN else player.paid
    owed = player.earned - tokens
    return " and ".join([*([str(owed)] if owed or not tokens else []), *([amount(tokens, TOKEN)] if tokens else [])])


def _heading(subtotal: Subtotal, name: str) -> str:
    return f"{name}, in tokens" if subtotal.paid else name


def _game(subtotal: Subtotal) -> str:
    return f"{subtotal.number}. {GAMES[subtotal.name].name}" if subtotal.cause == "game" else "Between games"


def _cause(context: ViewContext, subtotal: Subtotal) -> str:
    if subtotal.cause == "rule":
        return f"House rule: {context.night.rules[subtotal.name].text}"
    return f"The rules of {GAMES[subtotal.name].name}" if subtotal.cause == "game" else "Fines by hand"


def _waived(context: ViewContext, waiver: Waiver) -> str:
    player = context.name(waiver.player)
    waived = amount(waiver.amount, TOKEN if waiver.paid else context.night.unit)
    by = context.name(waiver.by) if waiver.by in context.people else "Somebody"
    if waiver.how == "moved":
        return f"{by} took over {waived} from {player}."
    if waiver.how == "fell":
        return f"{by} let it go that {player} was caught, for {waived}."
    return f"{by} forgave {player if waiver.by != waiver.player else 'themselves'} {waived}."


SETTLING = Fragment("settling", "settle/_settling.html", settling)
