"""What the phones show of a game of Mexico: whose turn it is, what everybody threw, and the log."""

from ...events import Event
from ...measure import amount
from ...seating import Circle, Table
from ..event_text import event_text
from ..screen import GameScreen
from ..turns import Turn
from .rounds import PairThrown, State, price, shown, worth


class Screen(GameScreen, frozen=True, kw_only=True):
    """The round that is on, and what it costs as things stand."""

    state: State
    price: int


def screen(state: State, table: Table, newcomers: Circle = ()) -> Screen:
    """The screen of the next throw; until the first one of a round, it says what the last round came to."""
    due, own = state.due(table), f"turn: {'up to ' * (state.allowed > 1)}{amount(state.allowed, 'throw')}"
    at = (state.round, sum(turn.over for turn in state.turns.values()))
    thrown, before = (state.turns, "") if state.turns else (state.last, f"round {state.round - 1}: ")
    worths = [worth(turn.pair) for turn in thrown.values()]
    # while all are level nobody is lowest, but a round that is over all of them have lost
    level = len(worths) if before else len({*worths})
    lowest = min(worths) if level > 1 else None
    notes = {
        player: f"{before}{shown(turn.pair)}{', lowest' if worth(turn.pair) == lowest else ''}"
        for player, turn in thrown.items()
    }
    return Screen(
        state=state,
        turn=Turn((due,) if due else (), "throws" if state.turns else "begins", own, "the throw", at),
        price=price(turn.pair for turn in state.turns.values()),
        dealt=state.players,
        notes=notes,
    )


LINES = {"pair.thrown": "{player} threw {pair}.", "pair.kept": "{player} lets it lie."}


def describe(event: Event, table: Table) -> str:
    """The event in one sentence."""
    return event_text(LINES[event.type], event, table, pair=shown(event.dice) if isinstance(event, PairThrown) else "")


def sentence(state: State, event: Event, table: Table) -> str:
    """How many throws everybody has, when whoever begins a round with real dice says it; "" for other events."""
    if not isinstance(event, PairThrown) or not state.real or state.turns:
        return ""
    return f"{table.name(event.player)} threw {shown(event.dice)}: {amount(event.throw, 'throw')} for everybody."
