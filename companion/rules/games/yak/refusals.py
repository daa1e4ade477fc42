"""What cannot be thrown or scored in Yak, and why; with identical dice others hear only that it does not fit."""

from msgspec import UnsetType

from ...dice import shown
from ...events import Event
from ...refused import Filled, Refused
from ...seating import Table
from .boxes import SPOKEN
from .card import ROUNDS, Card, State, due
from .events import DiceThrown, Said, ThrowScored


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
        raise Refused(f"{name} has already filled {SPOKEN[event.box]}")


def _check_dice(card: Card, event: ThrowScored, real: bool) -> None:
    """Real dice may be told with the box alone; else they are those of the last throw, in its order."""
    if card.last is None:
        if not real:
            raise Refused("the phone's dice are thrown before they are scored")
        if isinstance(event.dice, UnsetType):
            raise Refused("what do the five dice show?")
    elif not isinstance(event.dice, UnsetType) and event.dice != card.last:
        raise Refused(f"the last throw showed {shown(card.last)}, in this order")
