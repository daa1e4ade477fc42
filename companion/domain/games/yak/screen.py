"""The screens of Yak: everybody's progress, a player's own card and dice, the score sheet; and its events in words."""

from collections.abc import Mapping

import msgspec

from ...events import Event
from ...seating import Circle, Table, clockwise_from, left_of
from ..event_text import event_text
from ..screen import GameScreen
from ..turns import Turn as WhoseTurn
from ..yacht_game import Columns, Line, Place, Sheet
from .advice import Advice, advised
from .card import ROUNDS, SEATS, THROWS, Card, State
from .events import BOXES, DiceThrown, ThrowScored, points

HIDDEN = "?"


class Screen(GameScreen, frozen=True, kw_only=True):
    """How far the game is: `round` is the first that somebody present has not played; the turn is theirs.

    They are in the order in which one set of dice goes round.
    `rounds` is the round of every player whose card is not full. `five_alike` has just thrown a yak.
    """

    round: int
    rounds: dict[str, int]
    secret: bool
    five_alike: str | None


class Mine(msgspec.Struct, frozen=True):
    """A player's own card with the `dice` of this turn, and the `columns` of its boxes.

    `real` dice are entered, others are thrown by the server; `next` is who has them, or is behind. `confirm` asks for a
    second tap. There is no advice for identical dice, with which players measure themselves.
    """

    player: str
    name: str
    card: Card
    dice: tuple[int, ...]
    columns: Columns
    real: bool
    next: bool
    confirm: bool
    secret: bool
    advice: Advice | None

    @property
    def can_throw(self) -> bool:
        """Whether a throw is left in this round; the first throw of real dice is entered with the card."""
        return not self.card.is_full and self.real <= len(self.card.throws) < THROWS

    @property
    def five_alike(self) -> bool:
        """A yak."""
        return len(set(self.dice)) == 1

    @property
    def yak(self) -> Place | None:
        """The box of a yak, if these dice are one and it is open."""
        return next((box for box in self.columns[1] if box.box == "5-same" and box.points), None)


def screen(state: State, table: Table, newcomers: Circle = ()) -> Screen:
    """Everybody's progress; with identical dice it hides dice and points."""
    rounds = {player: card.round for player, card in state.cards.items() if not card.is_full}
    here = table.present(state.players)
    first = min((at for player, at in rounds.items() if player in here), default=ROUNDS)
    waiting = tuple(player for player in _in_turn(state) if player in here and rounds.get(player) == first)
    goes_round = len(state.players) > 1 and state.options.dice == "real"
    return Screen(
        round=first,
        turn=WhoseTurn(waiting, "has the dice", what="the throw") if goes_round else WhoseTurn(waiting),
        rounds=rounds,
        secret=state.is_secret,
        five_alike=None if state.is_secret else state.five_alike,
        dealt=state.players,
        totals={player: HIDDEN if state.is_secret else str(card.total) for player, card in state.cards.items()},
        notes={player: "sheet full" if card.is_full else f"round {card.round}" for player, card in state.cards.items()},
    )


def _in_turn(state: State) -> Circle:
    """All players clockwise from whoever is throwing, else from the left of whoever filled a box last."""
    latest = state.latest or state.players[-1]
    return clockwise_from(latest if state.cards[latest].throws else left_of(latest, state.players), state.players)


def own(state: State, table: Table, seat: str, entered: tuple[int, ...] = ()) -> Mine | None:
    """The card of a seat, with the real dice `entered` so far; None for somebody who is not in the game."""
    if seat not in state.players:
        return None
    card, options = state.cards[seat], state.options
    dice = card.last or entered
    return Mine(
        player=seat,
        name=table.name(seat),
        card=card,
        dice=dice,
        columns=BOXES.card(dice, card.filled),
        real=options.dice == "real",
        next=screen(state, table).turn.next == seat,
        confirm=options.confirm,
        secret=state.is_secret,
        # If no throw was counted, the dice are taken for the first one.
        advice=advised(tuple(card.open_boxes), tuple(sorted(dice)), THROWS - max(1, len(card.throws)))
        if len(dice) == 5 and not state.is_secret
        else None,
    )


Words = Mapping[str, list[str]]


class Turn(msgspec.Struct, frozen=True):
    """A turn on its own page: the card (None: not in the game), and whether it is `another` player's."""

    mine: Mine | None
    another: bool


def turn(state: State, table: Table, seat: str, words: Words) -> Turn:
    """The turn of the seat, or with public dice of the player in `for`; `dice` are the real dice picked so far."""
    player = words.get("for", [seat])[0]
    if state.is_secret or player not in state.players:
        player = seat
    dice = tuple(int(die) for die in words.get("dice", ()) if die in tuple("123456"))[:5]
    return Turn(own(state, table, player, dice), player != seat)


def sheet(state: State | None, table: Table, seat: str | None) -> Sheet:
    """The score sheet as phones see it, as everybody does in the end (None), or without a game an empty one to print.

    With identical dice phones see no points: one's own are on one's own sheet, which can be covered.
    """
    columns = state.players if state else ("",) * SEATS[-1]
    cards = {} if state is None or (state.is_secret and seat is not None) else state.cards
    seen = [cards.get(player) for player in columns]
    totals = tuple(str(card.total) if card else HIDDEN if state else "" for card in seen)
    return BOXES.sheet("Yak", columns, [card.filled if card else None for card in seen], Line("Total", "", totals))


LINES = {
    "dice.thrown": "{player} made throw {throw} of round {round}.",
    "throw.scored": "{player} filled a box in round {round}.",
}
OPEN_LINES = {
    "dice.thrown": "{player} threw {dice}[, {kept} of them kept]: throw {throw} of round {round}.",
    "throw.scored": "{player}: [{worth} in ]{titled} (round {round})[: {dice}].",
}


def describe(event: Event, table: Table) -> str:
    """The event in one sentence for everybody: without dice and box."""
    return event_text(LINES[event.type], event, table)


def describe_open(event: Event, table: Table) -> str:
    """The event in one sentence, with dice and box."""
    if isinstance(event, ThrowScored):
        worth = str(points(event.box, event.dice)) if event.dice else ""
        return event_text(OPEN_LINES[event.type], event, table, titled=BOXES.titles[event.box], worth=worth)
    kept = sum(event.keeps) if isinstance(event, DiceThrown) else 0
    return event_text(OPEN_LINES[event.type], event, table, kept=kept or "")
