"""The rules of Yak: everybody's own card and turn, what is refused, and dice thrown by the server."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Annotated, Any, Literal

import msgspec
from msgspec import UNSET, Meta, UnsetType
from msgspec.structs import replace

from ...events import Event, GameStarted
from ...house_rules.model import Happening
from ...refused import Filled, Refused
from ...seating import Circle, Table
from ..game import NOBODY, Moment, Step, Throw
from ..turns import check_due
from ..yacht_game import Stake, lost
from .events import BOXES, MOST, NONE_HELD, Dice, DiceThrown, Die, Held, Played, ThrowScored, points, ticked

SEATS = range(1, 5)
ROUNDS = len(MOST)
THROWS = 3
NUMBERS = ROUNDS * THROWS * len(NONE_HELD)


class Options(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """`dice` are real, or thrown by the server; `sequence` are the numbers that identical dice show to every player.

    `confirm`: filling a box takes a second tap; `stake`: what everybody in last place is charged at the end.
    """

    dice: Literal["real", "independent", "identical"] = "real"
    sequence: Annotated[tuple[Die, ...], Meta(min_length=NUMBERS, max_length=NUMBERS)] | UnsetType = UNSET
    confirm: bool = False
    stake: Stake = 0

    @property
    def numbers(self) -> tuple[int, ...]:
        """The numbers that identical dice will show; none with other dice."""
        return self.sequence or ()


class Card(msgspec.Struct, frozen=True):
    """One player's card: the boxes filled, the throws of the current turn, and how many dice they threw in all.

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
        """The last throw of the current turn."""
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
    """The game: its players clockwise, everybody's card, who entered the `latest` dice, and if they were five alike."""

    options: Options
    players: Circle
    cards: dict[str, Card]
    latest: str | None = None
    five_alike: str | None = None

    @property
    def is_secret(self) -> bool:
        """Whether only its owner sees a card until the game is over: with identical dice."""
        return self.options.dice == "identical"


def start(event: GameStarted, options: Options, table: Table) -> State:
    """Refuses identical dice without a sequence, and other dice with one."""
    if (options.dice == "identical") != bool(options.numbers):
        raise Refused("identical dice, and only these, come with a sequence")
    return State(options, event.players, {player: Card() for player in event.players})


def due(state: State, player: str, held: Held = NONE_HELD) -> tuple[int, ...]:
    """The next numbers of identical dice for this player, for the dice not held; none with other dice."""
    used = state.cards[player].used
    return state.options.numbers[used : used + held.count(False)]


def thrown(last: Dice | None, held: Held, fresh: Sequence[int]) -> tuple[int, ...]:
    """All five dice after a throw: held dice keep place and number, the others are filled in from left to right."""
    numbers = iter(fresh)
    return tuple(last[place] if last and keep else next(numbers) for place, keep in enumerate(held))


def scores(state: State, charged: Mapping[str, int]) -> dict[str, int]:
    """The totals."""
    return {player: state.cards[player].total for player in state.players}


def evolve(state: State, event: Event, table: Table) -> Step:
    """The step after a checked event."""
    if isinstance(event, DiceThrown):
        card = state.cards[event.player]
        card = replace(card, throws=(*card.throws, event.dice), used=card.used + len(event.fresh), held=event.keeps)
        happened = _rolled(state, event.player, event.dice, event.fresh)
        after, moment = _with(state, event.player, card, event.dice), _moment(state, event.player, event.dice, table)
        return Step(after, happened=happened, moment=moment)
    assert isinstance(event, ThrowScored)
    return _scored(state, event, table)


def left(state: State, table: Table) -> Step:
    """The game is over when everyone who is not away has a full card; leaving or returning can bring that about."""
    here = table.present(state.players)
    if not here or not all(state.cards[player].is_full for player in here):
        return Step(state)
    return Step(state, lost(scores(state, {}), state.options.stake, "Yak"), over=True)


def _scored(state: State, event: ThrowScored, table: Table) -> Step:
    card = state.cards[event.player]
    dice = event.dice or card.last
    assert dice is not None
    worth = points(event.box, dice)
    rolled = () if card.throws else _rolled(state, event.player, dice, dice)
    moment = None if card.throws else _moment(state, event.player, dice, table)
    card = replace(card, filled={**card.filled, event.box: worth}, throws=(), held=NONE_HELD)
    happened = (*rolled, Happening("box.scored", event.player, box=event.box, points=worth))
    return replace(left(_with(state, event.player, card, dice), table), happened=happened, moment=moment)


def _rolled(state: State, player: str, dice: Dice, thrown: tuple[int, ...]) -> tuple[Happening, ...]:
    """A throw, for house rules; with identical dice it stays secret, because a fine for it would tell the others."""
    return () if state.is_secret else (Happening("dice.rolled", player, dice=dice, thrown=thrown),)


def _moment(state: State, player: str, dice: Dice, table: Table) -> Moment | None:
    """A yak, when it is thrown; not told while cards are secret."""
    if state.is_secret or len(set(dice)) > 1:
        return None
    return Moment(f"{table.name(player)} threw a yak", (player,), large=True, signs=tuple(map(str, dice)))


def _with(state: State, player: str, card: Card, dice: Dice) -> State:
    yak = player if len(set(dice)) == 1 else None
    return replace(state, cards={**state.cards, player: card}, latest=player, five_alike=yak)


def check(state: State, event: Event, table: Table) -> None:
    """Refuses an event that does not fit the player's own round and throw."""
    assert isinstance(event, Played)
    if event.player not in state.cards:
        raise Refused(f"{table.name(event.player)} is not in this game")
    try:
        _check_own(state, event, table)
    except Refused as why:
        if state.is_secret:
            raise type(why)(str(why), public=f"This does not fit {table.name(event.player)}’s sheet now") from None
        raise


def _check_own(state: State, event: Event, table: Table) -> None:
    assert isinstance(event, Played)
    card, name = state.cards[event.player], table.name(event.player)
    if event.round > ROUNDS:
        raise Refused(f"there are {ROUNDS} rounds, one for each box")
    check_due(event.round, card.round, "round", f" of {name}")
    if isinstance(event, DiceThrown):
        _check_throw(card, event, name)
        if state.is_secret and event.fresh != due(state, event.player, event.keeps):
            raise Refused("identical dice show the next numbers of their sequence, and these do not")
    else:
        if event.box in card.filled:
            raise Refused(f"{name} has already filled {BOXES.spoken[event.box]}")
        _check_dice(card, event, state.options.dice == "real")


def _check_throw(card: Card, event: DiceThrown, name: str) -> None:
    thrown = len(card.throws)
    if event.throw <= thrown:
        raise Filled(f"Throw {event.throw} of {name} is already written: {_shown(card.throws[event.throw - 1])}")
    check_due(event.throw, thrown + 1, "throw", f" of {name}")
    if not event.fresh:
        raise Refused("whoever keeps all five dice throws none; score them")
    for place, held in enumerate(event.keeps):
        if held and card.last is None:
            raise Refused("no dice are kept at the first throw")
        if held and card.last is not None and card.last[place] != event.dice[place]:
            raise Refused(f"Die {place + 1} is kept: it stays a {card.last[place]}.")


def _shown(dice: Dice) -> str:
    return " ".join(map(str, dice))


def _check_dice(card: Card, event: ThrowScored, real: bool) -> None:
    """Real dice can be entered with the box alone; otherwise they must be those of the last throw, in its order."""
    if card.last is None:
        if not real:
            raise Refused("the phone’s dice are thrown before they are scored")
        if not event.dice:
            raise Refused("Tap the five dice first.")
    elif event.dice and event.dice != card.last:
        raise Refused(f"the last throw showed {_shown(card.last)}, in this order")


def fill(state: State | None, raw: dict[str, Any], throw: Throw, written: Iterable[Event]) -> None:
    """Adds the sequence to a game with identical dice, and the dice to a throw; a form cannot choose them."""
    options = raw.get("options")
    if raw["type"] == "game.started" and isinstance(options, dict):
        options.pop("sequence", None)
        if options.get("dice") == "identical":
            options["sequence"] = list(throw(NUMBERS))
    if state is not None and state.options.dice == "real" and "throw" in raw:  # the form of a box has this button, too
        raw["type"] = "dice.thrown"
    if "held" in raw:
        raw["held"] = ticked(raw["held"])
    if state is not None and state.options.dice != "real" and raw["type"] == "dice.thrown":
        raw.pop("dice", None)
        if raw.get("player") in state.cards:
            _throw(state, raw, throw, written)


def _throw(state: State, raw: dict[str, Any], throw: Throw, written: Iterable[Event]) -> None:
    """Adds the dice of a throw. Those that the log has of it, even undone, come back; only the others are thrown.

    A throw that stands comes back as it was, so that two taps count as one; identical dice do so also once undone.
    """
    player, round, at = raw["player"], _read(raw.get("round"), int, 0), _read(raw.get("throw"), int, 0)
    throws = [event for event in written if isinstance(event, DiceThrown)]
    before = [event for event in throws if (event.player, event.round, event.throw) == (player, round, at)]
    card = state.cards[player]
    is_over = round < card.round
    stands = card.throws[at - 1] if round == card.round and at and at <= len(card.throws) else None
    again = [
        event for event in before
        if is_over or event.dice == stands or (not stands and event.fresh == due(state, player, event.keeps))
    ]  # fmt: skip
    if again:
        raw.update(dice=list(again[-1].dice), held=list(again[-1].keeps))
        return
    held = _read(raw.get("held"), Held, NONE_HELD) if card.last else NONE_HELD
    shown = {place: event.dice[place] for event in before for place in range(5) if not event.keeps[place]}
    new = [place for place in range(5) if not held[place] and place not in shown]
    shown |= zip(new, throw(len(new)), strict=True)
    fresh = due(state, player, held) or [shown[place] for place in range(5) if not held[place]]
    raw["dice"] = list(thrown(card.last, held, fresh))


def _read(value: object, kind: Any, otherwise: Any) -> Any:
    """The value of a form as the event will have it; if it cannot be read, which refuses the event later, another."""
    try:
        return msgspec.convert(value, kind, strict=False)
    except msgspec.ValidationError:
        return otherwise


def hidden(state: State, event: Event) -> str | None:
    """The only player who can see the event while the game is on (NOBODY for the sequence); None if everybody can."""
    if state.is_secret and isinstance(event, Played):
        return event.player
    return NOBODY if state.is_secret and isinstance(event, GameStarted) else None
