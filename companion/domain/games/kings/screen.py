"""What the phones show of a game of Kings: whose turn it is, the last card, the cup, open questions; and the log."""

from collections.abc import Mapping

from ...cards import DECK, drawn
from ...events import Event
from ...measure import amount
from ...seating import Circle, Table
from ..event_text import event_text
from ..game import Closing
from ..screen import GameScreen
from .draws import MASTER, OF_A_RANK, CardDrawn, State


class Screen(GameScreen, frozen=True, kw_only=True):
    """The draw to record next, who draws (None: nobody who plays is here), and the `card` before it."""

    state: State
    draw: int
    drawer: str | None
    card: str
    seen: frozenset[str]
    dealing: Circle = ()

    @property
    def awaited(self) -> Circle:
        """Whom the table waits for: whoever draws next."""
        return (self.drawer,) if self.drawer else ()


def screen(state: State, table: Table, newcomers: Circle = ()) -> Screen:
    """The screen of the next draw."""
    gone = {draw.card for draw in state.draws}
    return Screen(
        state=state,
        draw=len(state.draws) + 1,
        drawer=state.drawer(table),
        card=drawn(state.draws[-1].card) if state.draws else "",
        seen=frozenset(card for card in DECK if card in gone or state.count(card[0]) == OF_A_RANK),
        dealt=state.players,
        notes={player: note for player in state.players if (note := _note(state, table, player))},
    )


def _note(state: State, table: Table, player: str) -> str:
    """Whether a player is the question master, and whose mate they are."""
    drawers = [drawer for drawer, mate in state.mates if mate == player]
    notes = [MASTER] * (player == state.master) + [f"mate of {table.named(drawers)}"] * bool(drawers)
    return ", ".join(notes)


def closing(state: State, charged: Mapping[str, int], table: Table) -> Closing:
    """Who drew the fourth king; or how many kings were in the cup when the table stopped."""
    cards, kings = amount(len(state.draws), "card"), tuple(draw.card for draw in state.draws if draw.card[0] == "K")
    if len(kings) < OF_A_RANK:
        return Closing("That was Kings", f"After {cards}, with {amount(len(kings), 'king')} in the cup.")
    last = state.draws[-1].player
    mates = state.mates_of(last, table)
    along = f" {table.named(mates)} {'drinks' if len(mates) == 1 else 'drink'} along." if mates else ""
    return Closing(f"{table.name(last)} drinks the cup!", f"The fourth king, after {cards}.{along}", ((last,),), kings)


LINES = {
    "card.drawn": "{player} drew {card}.",
    "draw.answered": "{player} was named for draw {draw}.",
    "master.answered": "{player} answered the question master.",
}


def describe(event: Event, table: Table) -> str:
    """The event in one sentence."""
    return event_text(LINES[event.type], event, table, card=drawn(event.card) if isinstance(event, CardDrawn) else "")


def remark(state: State, event: Event, table: Table) -> str:
    """What the card of this event does, and for an answer whose card it was."""
    if isinstance(event, CardDrawn):
        return f"{state.options.effects[event.card[0]].word.capitalize()}."
    return f"{state.draws[event.part - 1].because(table)}." if event.part else ""
