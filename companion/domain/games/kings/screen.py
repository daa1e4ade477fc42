"""What the phones show of a game of Kings: whose turn it is, the last card, the cup, open questions; and the log."""

from collections.abc import Mapping

from ...cards import DECK, drawn
from ...events import Event
from ...measure import amount
from ...seating import Circle, Table
from ..event_text import event_text
from ..game import Closing
from ..screen import GameScreen
from ..turns import Turn
from .draws import MASTER, NAMING, OF_A_RANK, CardDrawn, DrawAnswered, State


class Screen(GameScreen, frozen=True, kw_only=True):
    """The draw to record next, and the `card` before it."""

    state: State
    draw: int
    card: str
    seen: frozenset[str]
    dealing: Circle = ()


def screen(state: State, table: Table, newcomers: Circle = ()) -> Screen:
    """The screen of the next draw."""
    gone, due, drawer = {draw.card for draw in state.draws}, len(state.draws) + 1, state.drawer(table)
    after = " after that" * any(draw.effect.kind in NAMING and draw.named is None for draw in state.draws[-1:])
    return Screen(
        state=state,
        draw=due,
        turn=Turn((drawer,) if drawer else (), "draws", f"turn{after}: which card?", "the card", (due, 1)),
        card=said(state.draws[-1].card) if state.draws else "",
        seen=frozenset(card for card in DECK if card in gone or state.count(card[0]) == OF_A_RANK),
        dealt=state.players,
        notes={player: note for player in state.players if (note := _note(state, table, player))},
    )


def _note(state: State, table: Table, player: str) -> str:
    """Whether a player is the question master, and whose mate they are."""
    drawers = [drawer for drawer, mate in state.mates if mate == player]
    return ", ".join([MASTER] * (player == state.master) + [f"mate of {table.named(drawers)}"] * bool(drawers))


def closing(state: State, charged: Mapping[str, int], table: Table) -> Closing:
    """Who drew the fourth king; or how many kings were in the cup when the table stopped."""
    cards, kings = amount(len(state.draws), "card"), tuple(draw.card for draw in state.draws if draw.card[0] == "K")
    if len(kings) < OF_A_RANK:
        return Closing("That was Kings", f"{cards}, with {amount(len(kings), 'king')} in the cup.")
    last = state.draws[-1].player
    mates = state.mates_of(last, table)
    along = f" With {table.named(mates)} as {'a mate' if len(mates) == 1 else 'mates'}." if mates else ""
    return Closing(f"{table.name(last)} gets the cup!", f"The fourth king, after {cards}.{along}", ((last,),), kings)


def said(card: str) -> str:
    """A card as the table says it: "Q♥", "a queen", "an 8"."""
    return {"8": "an 8", "T": "a 10"}.get(card, f"a {card}" if card.isdigit() else drawn(card))


LINES = {
    "card.drawn": "{player} drew {card}.",
    "draw.answered": "{player} was named for card {draw}.",
    "master.answered": "{player} answered the question master.",
}


def describe(event: Event, table: Table) -> str:
    """The event in one sentence."""
    return event_text(LINES[event.type], event, table, card=said(event.card) if isinstance(event, CardDrawn) else "")


def sentence(state: State, event: Event, table: Table) -> str:
    """A card with what it is called while it costs nobody anything, and what an answer means; "" for other events."""
    name = table.name(event.about)
    if isinstance(event, CardDrawn):
        effect = state.options.effects[event.card[0]]
        waits = effect.kind not in ("everyone", "drawer", "left", "right") or not effect.amount
        return f"{name} drew {said(event.card)}, “{effect.word}”." if waits else ""
    if not isinstance(event, DrawAnswered):
        return ""
    draw = state.draws[event.draw - 1]
    drawer = table.name(draw.player)
    mate = f"{name} is {drawer}’s mate: what the cards cost {drawer}, they cost {name} too."
    return {"mate": mate, "last": f"{name} {draw.effect.did}."}.get(draw.effect.kind, f"{drawer} picked {name}.")
