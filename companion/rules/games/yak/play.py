"""What follows in Yak from a throw, a box filled, and from somebody's leaving or return (rules, 5; night format)."""

from msgspec import UnsetType
from msgspec.structs import replace

from ...dice import NONE_HELD, Dice
from ...events import Event
from ...house_rules import Happening, Roles
from ...seating import Table
from ...yachting import lost
from ..game import Step
from .boxes import points
from .card import Card, State, is_over, scores
from .events import DiceThrown, ThrowScored


def evolve(state: State, event: Event, table: Table) -> Step:
    """What follows from an event that was checked."""
    if isinstance(event, DiceThrown):
        card = state.cards[event.player]
        card = replace(card, throws=(*card.throws, event.dice), used=card.used + len(event.fresh), held=event.keeps)
        return Step(_with(state, event.player, card, event.dice))
    assert isinstance(event, ThrowScored)
    return _scored(state, event, table)


def left(state: State, table: Table) -> Step:
    """The game waits for nobody who is away, so somebody's leaving, or the return of somebody done, may end it."""
    if not is_over(state, table):
        return Step(state)
    return Step(state, lost(scores(state, {}), state.options.stake, "Yak"), over=True)


def _scored(state: State, event: ThrowScored, table: Table) -> Step:
    card = state.cards[event.player]
    dice = card.last if isinstance(event.dice, UnsetType) else event.dice
    assert dice is not None
    worth = points(event.box, dice)
    card = replace(card, filled={**card.filled, event.box: worth}, throws=(), held=NONE_HELD)
    happened = Happening("box.scored", event.player, box=event.box, points=worth)
    return replace(left(_with(state, event.player, card, dice), table), happened=(happened,), roles=Roles())


def _with(state: State, player: str, card: Card, dice: Dice) -> State:
    yak = player if len(set(dice)) == 1 else None
    return replace(state, cards={**state.cards, player: card}, five_alike=yak)
