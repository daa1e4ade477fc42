"""What the phones show of a game of Yak: to all how far everybody is, to each seat its own card and dice."""

import msgspec

from ...dice import NONE_HELD, Held
from ...seating import Circle, Table
from ...yachting import Offer, offered, titled
from .boxes import MOST, SPOKEN, points
from .card import ROUNDS, THROWS, State

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
        boxes=offered(MOST, card.open_boxes, SPOKEN, points, dice),
        filled=tuple((titled(SPOKEN[box]), card.filled[box]) for box in MOST if box in card.filled),
        total=card.total,
        real=options.dice == "real",
        confirm=options.confirm,
    )
