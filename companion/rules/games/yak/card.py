"""The state of a game of Yak: everybody's own card and turn (rules, 5)."""

from collections.abc import Mapping, Sequence
from typing import Annotated, Literal

import msgspec
from msgspec import UNSET, Meta, UnsetType

from ...dice import NONE_HELD, Dice, Die, Held
from ...events import GameStarted
from ...house_rules import Roles
from ...refused import Refused
from ...seating import Circle, Table
from ...yachting import Stake
from .boxes import MOST

SEATS = range(1, 5)
ROUNDS = len(MOST)
THROWS = 3
NUMBERS = ROUNDS * THROWS * len(NONE_HELD)


class Options(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Whose dice: `real`, or the phone's; `sequence` are the numbers that identical dice show everybody.

    `confirm`: a box takes a second tap; `stake`: what each in last place is charged at the end.
    """

    dice: Literal["real", "independent", "identical"] = "real"
    sequence: Annotated[tuple[Die, ...], Meta(min_length=NUMBERS, max_length=NUMBERS)] | UnsetType = UNSET
    confirm: bool = False
    stake: Stake = 0

    @property
    def numbers(self) -> tuple[int, ...]:
        """The numbers that identical dice will show; none with other dice."""
        return () if isinstance(self.sequence, UnsetType) else self.sequence


class Card(msgspec.Struct, frozen=True):
    """One player's card: the boxes filled, the throws of the turn that is on, how many dice were thrown in all.

    `held` are the dice that stayed as they were at the last throw.
    """

    filled: Mapping[str, int] = {}
    throws: tuple[Dice, ...] = ()
    used: int = 0
    held: Held = NONE_HELD

    @property
    def round(self) -> int:
        """The player's own round; 15 when the card is full."""
        return len(self.filled) + 1

    @property
    def last(self) -> Dice | None:
        """The last throw of the turn that is on."""
        return self.throws[-1] if self.throws else None

    @property
    def open_boxes(self) -> list[str]:
        """The boxes not filled yet, in the order of the card."""
        return [box for box in MOST if box not in self.filled]

    @property
    def total(self) -> int:
        """The points of all boxes; boxes never filled count 0."""
        return sum(self.filled.values())


class State(msgspec.Struct, frozen=True):
    """The game: its players clockwise, everybody's card, and who has just had five alike."""

    options: Options
    players: Circle
    cards: dict[str, Card]
    five_alike: str | None = None

    @property
    def is_secret(self) -> bool:
        """Whether a card is its owner's alone until the game is over: with identical dice."""
        return self.options.dice == "identical"


def start(event: GameStarted, options: Options, table: Table) -> State:
    """Identical dice need their sequence, and other dice have none."""
    if (options.dice == "identical") != bool(options.numbers):
        raise Refused("identical dice, and only these, come with a sequence")
    return State(options, event.players, {player: Card() for player in event.players})


def is_over(state: State, table: Table) -> bool:
    """Whether everyone not away, and somebody is not, has filled all fourteen boxes."""
    here = table.present(state.players)
    return bool(here) and all(state.cards[player].round > ROUNDS for player in here)


def due(state: State, player: str, held: Held = NONE_HELD) -> tuple[int, ...]:
    """The numbers that identical dice show this player next, for those not held; none with other dice."""
    used = state.cards[player].used
    return state.options.numbers[used : used + held.count(False)]


def thrown(last: Dice | None, held: Held, fresh: Sequence[int]) -> tuple[int, ...]:
    """What all five show after a throw: the held keep place and number, the fresh fill up from left to right."""
    numbers = iter(fresh)
    return tuple(last[place] if last and keep else next(numbers) for place, keep in enumerate(held))


def circle(state: State, table: Table) -> Circle:
    """House rules count among the game's players, also those who are away."""
    return state.players


def roles(state: State, table: Table) -> Roles:
    """Nobody deals dice, nobody leads, and nobody takes."""
    return Roles()


def scores(state: State, charged: Mapping[str, int]) -> dict[str, int]:
    """The totals."""
    return {player: state.cards[player].total for player in state.players}
