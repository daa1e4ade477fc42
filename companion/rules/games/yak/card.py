"""A game of Yak: everybody's own card and turn, what follows, and what is refused."""

from collections.abc import Mapping, Sequence
from typing import Annotated, Literal

import msgspec
from msgspec import UNSET, Meta, UnsetType
from msgspec.structs import replace

from ...dice import NONE_HELD, Dice, Die, Held, shown
from ...events import Event, GameStarted
from ...house_rules import Happening, Roles
from ...refused import Filled, Refused
from ...seating import Circle, Table
from ..game import Step
from ..yacht_game import Stake, lost
from .events import BOXES, MOST, DiceThrown, Said, ThrowScored, points

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
    def is_full(self) -> bool:
        """Whether every box is filled."""
        return len(self.filled) == ROUNDS

    @property
    def last(self) -> Dice | None:
        """The last throw of the turn that is on."""
        return self.throws[-1] if self.throws else None

    @property
    def open_boxes(self) -> list[str]:
        """The boxes not filled yet, in the order of the card."""
        return BOXES.open(self.filled)

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
    return bool(here) and all(state.cards[player].is_full for player in here)


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


def check(state: State, event: Event, table: Table) -> None:
    """Refuses what does not fit the player's own round and throw, in words."""
    assert isinstance(event, Said)
    if event.player not in state.cards:
        raise Refused(f"{table.name(event.player)} is not in this game")
    try:
        _check_own(state, event, table)
    except Refused as why:
        if state.is_secret:
            raise type(why)(str(why), public=f"This does not fit the card of {table.name(event.player)}") from None
        raise


def _check_own(state: State, event: Event, table: Table) -> None:
    assert isinstance(event, Said)
    card, name = state.cards[event.player], table.name(event.player)
    if event.round < card.round:
        raise Filled(f"Round {event.round} of {name} is over")
    if event.round > ROUNDS:
        raise Refused(f"there are {ROUNDS} rounds, one for each box")
    if event.round > card.round:
        raise Refused(f"round {card.round} of {name} comes first")
    if isinstance(event, DiceThrown):
        _check_throw(card, event, name)
        if state.is_secret and event.fresh != due(state, event.player, event.keeps):
            raise Refused("identical dice show the next numbers of their sequence, and these do not")
    else:
        _check_box(card, event, name)
        _check_dice(card, event, state.options.dice == "real")


def _check_throw(card: Card, event: DiceThrown, name: str) -> None:
    thrown = len(card.throws)
    if event.throw <= thrown:
        raise Filled(f"Throw {event.throw} of {name} is already written: {shown(card.throws[event.throw - 1])}")
    if event.throw > thrown + 1:
        raise Refused(f"throw {thrown + 1} of {name} comes first")
    if not event.fresh:
        raise Refused("whoever holds all five dice throws none; score them")
    for place, held in enumerate(event.keeps):
        if held and card.last is None:
            raise Refused("no dice are held at the first throw")
        if held and card.last is not None and card.last[place] != event.dice[place]:
            raise Refused(f"a held die stays as it is: die {place + 1} shows {card.last[place]}")


def _check_box(card: Card, event: ThrowScored, name: str) -> None:
    if event.box in card.filled:
        raise Refused(f"{name} has already filled {BOXES.spoken[event.box]}")


def _check_dice(card: Card, event: ThrowScored, real: bool) -> None:
    """Real dice may be told with the box alone; else they are those of the last throw, in its order."""
    if card.last is None:
        if not real:
            raise Refused("the phone's dice are thrown before they are scored")
        if isinstance(event.dice, UnsetType):
            raise Refused("what do the five dice show?")
    elif not isinstance(event.dice, UnsetType) and event.dice != card.last:
        raise Refused(f"the last throw showed {shown(card.last)}, in this order")
