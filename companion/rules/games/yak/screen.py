"""What the phones show and say of Yak: how far everybody is, one's own card and dice, the score sheet."""

from collections.abc import Mapping

import msgspec

from ...dice import NONE_HELD, Held
from ...events import Event
from ...seating import Circle, Table
from ..told import told
from ..yacht_game import Line, Offer, Sheet, titled
from .card import ROUNDS, SEATS, THROWS, Card, State
from .events import BOXES, MOST, DiceThrown, ThrowScored

HIDDEN = "?"


class Seat(msgspec.Struct, frozen=True):
    """A player as everybody sees them: their own round, whether their card is full, and its total, perhaps hidden."""

    player: str
    name: str
    round: int
    full: bool
    here: bool
    total: str


class Screen(msgspec.Struct, frozen=True):
    """How far the game is: `round` is the first that somebody present has not played, and `waiting` who that is.

    `five_alike` names who has just had a yak; `notes` says of everybody in a few words how far they are.
    """

    round: int
    rounds: int
    waiting: tuple[str, ...]
    seats: tuple[Seat, ...]
    dice: str
    secret: bool
    stake: int
    five_alike: str | None
    dealt: Circle
    notes: dict[str, str]

    @property
    def awaited(self) -> frozenset[str]:
        """Whom the table waits for: who has not played the round yet."""
        return frozenset(seat.player for seat in self.seats if seat.name in self.waiting)


class Mine(msgspec.Struct, frozen=True):
    """One's own card: the turn that is on, every open box (best first once dice lie there), and the filled ones.

    `throw` counts the throws made; `real` dice are entered, others the phone throws; `confirm` asks for a second tap.
    """

    player: str
    name: str
    round: int
    full: bool
    throw: int
    throws: int
    dice: tuple[int, ...]
    held: Held
    boxes: tuple[Offer, ...]
    filled: tuple[tuple[str, int], ...]
    total: int
    real: bool
    confirm: bool
    secret: bool

    @property
    def may_throw(self) -> bool:
        """Whether the phone has a throw left in this round."""
        return not (self.real or self.full) and self.throw < self.throws

    @property
    def five_alike(self) -> bool:
        """A yak."""
        return len(set(self.dice)) == 1


def screen(state: State, table: Table, newcomers: Circle = ()) -> Screen:
    """How far everybody is; with identical dice nothing of their dice and points."""
    seats = tuple(_seat(state, player, table) for player in state.players)
    behind = [seat for seat in seats if seat.here and not seat.full]
    first = min((seat.round for seat in behind), default=ROUNDS)
    yak = None if state.is_secret or state.five_alike is None else table.name(state.five_alike)
    return Screen(
        round=first,
        rounds=ROUNDS,
        waiting=tuple(seat.name for seat in behind if seat.round == first),
        seats=seats,
        dice=state.options.dice,
        secret=state.is_secret,
        stake=state.options.stake,
        five_alike=yak,
        dealt=state.players,
        notes={seat.player: _note(seat) for seat in seats},
    )


def _seat(state: State, player: str, table: Table) -> Seat:
    card = state.cards[player]
    total = HIDDEN if state.is_secret else str(card.total)
    here = player in table.present(state.players)
    return Seat(player, table.name(player), min(card.round, ROUNDS), card.round > ROUNDS, here, total)


def _note(seat: Seat) -> str:
    return f"{seat.total} points, {'card full' if seat.full else f'round {seat.round}'}"


def own(state: State, table: Table, seat: str, entered: tuple[int, ...] = ()) -> Mine | None:
    """The card of a seat; `entered` are real dice read off the table so far. None for who is not in the game."""
    if seat not in state.players:
        return None
    card, options = state.cards[seat], state.options
    dice = card.last or entered
    return Mine(
        player=seat,
        name=table.name(seat),
        round=min(card.round, ROUNDS),
        full=card.round > ROUNDS,
        throw=len(card.throws),
        throws=THROWS,
        dice=dice,
        held=card.held if card.last else NONE_HELD,
        boxes=BOXES.offers(dice, card.filled),
        filled=tuple((titled(BOXES.spoken[box]), card.filled[box]) for box in MOST if box in card.filled),
        total=card.total,
        real=options.dice == "real",
        confirm=options.confirm,
        secret=state.is_secret,
    )


Words = Mapping[str, list[str]]


class Turn(msgspec.Struct, frozen=True):
    """A turn on a page of its own: whose card (None: not in the game), and whether it is for another than the seat."""

    mine: Mine | None
    another: bool


def turn(state: State, table: Table, seat: str, words: Words) -> Turn:
    """The turn of a seat, or with public dice of whoever is named in `for`; `dice` are real ones picked so far."""
    player = words.get("for", [seat])[0]
    if state.is_secret or player not in state.players:
        player = seat
    dice = tuple(int(die) for die in words.get("dice", ()) if die in tuple("123456"))[:5]
    return Turn(own(state, table, player, dice), player != seat)


def sheet(state: State | None, table: Table, seat: str | None) -> Sheet:
    """The score sheet as a seat may see it, as everybody may (None), or with no game an empty one to write on."""
    columns = state.players if state else ("",) * SEATS[-1]
    seen = [_seen(state, player, seat) for player in columns]
    totals = tuple(str(card.total) if card else HIDDEN if state else "" for card in seen)
    return BOXES.sheet("Yak", columns, [card.filled if card else None for card in seen], Line("Total", "", totals))


def _seen(state: State | None, player: str, seat: str | None) -> Card | None:
    hidden = state is None or (state.is_secret and seat is not None and player != seat)
    return None if hidden or state is None else state.cards[player]


LINES = {
    "dice.thrown": "{player} made throw {throw} of round {round}.",
    "throw.scored": "{player} filled a box in round {round}.",
}
OPEN_LINES = {
    "dice.thrown": "{player} threw {dice}[, {kept} of them held]: throw {throw} of round {round}.",
    "throw.scored": "{player} filled {spoken}[ with {dice}] in round {round}.",
}


def tell(event: Event, table: Table) -> str:
    """The event in one sentence that everybody may read: neither dice nor box."""
    return told(LINES[event.type], event, table)


def tell_open(event: Event, table: Table) -> str:
    """The event in one sentence with dice and box, for who may read them."""
    spoken = BOXES.spoken[event.box] if isinstance(event, ThrowScored) else ""
    kept = sum(event.keeps) if isinstance(event, DiceThrown) else 0
    return told(OPEN_LINES[event.type], event, table, spoken=spoken, kept=kept or "")
