"""The form that changes an entry: an input for each field of its event that a change can alter."""

from functools import cache
from typing import Any

import msgspec
from msgspec import UNSET
from msgspec import inspect as types

from ..domain import events as of
from ..domain.cards import Card
from ..domain.event_log import Line
from ..domain.events import Event, Id, written
from ..domain.games import GAMES
from ..domain.games.game import Game
from ..domain.games.trick_game import TrickEvent
from ..domain.games.yacht_game import titled
from ..domain.night import Night
from ..domain.old_votes import OLD
from ..domain.visibility import game_at, played_at, shows_cards
from ..storage.proposals import DRAWN
from .context import ViewContext

UNCHANGED = (*OLD.values(), of.CallContested, of.EntryUndone, of.EntryChanged)
LEFT_OUT = frozenset({"player", "entry", "rule", "when", "who", "also", "forfeit", "winner", "plays", "paired"})
LABELS = {
    "order": "Clockwise",
    "made": "Who made their bid", "players": "Who plays", "votes": "Who voted for it", "from": "From the harbor of",
    "hand": "In hand", "table": "In front", "held": "Held", "stands": "It stands", "chosen": "Who drinks",
    "to": "Who takes it over", "points": "Points, if no cards are entered", "tricks": "Tricks, if no card is entered",
    "count": "How many cards",
}  # fmt: skip
AMOUNTS = {"trick": "the number of the trick", "rank": "the worth of the card"}
_CARD, _ID = (types.type_info(kind).pattern for kind in (Card, Id))  # type: ignore[attr-defined]


class Input(msgspec.Struct, frozen=True):
    """One input: its `kind` is text, number, choice, people, seats, cards, dice, held, or points.

    `values` are the entry's. `options` are the values to choose from with their texts, or for points every player's id
    and number; an input that is not `required` can be left empty.
    `joker`: the cards to choose from have one.
    """

    name: str
    label: str
    kind: str
    values: tuple[str, ...] = ()
    options: tuple[tuple[str, str], ...] = ()
    required: bool = False
    least: int | None = None
    most: int | None = None
    joker: bool = False


class Field(msgspec.Struct, frozen=True):
    """A field that a change can alter: its type, and whether every event of the kind has it."""

    name: str
    type: Any
    required: bool


@cache
def _fields(kind: type[Event]) -> tuple[Field, ...]:
    """The fields of this kind of event that a change can alter: all but its place, and what has a form of its own."""
    if kind in UNCHANGED:
        return ()
    return _of_struct(kind, LEFT_OUT.union(kind.slot, ("options",)))


@cache
def _options(kind: type[msgspec.Struct]) -> tuple[Field, ...]:
    """The options of a game that a change can alter: numbers and switches."""
    return tuple(
        msgspec.structs.replace(field, name=f"options.{field.name}")
        for field in _of_struct(kind, frozenset())
        if isinstance(field.type, types.IntType | types.BoolType)
    )


def _of_struct(kind: type[msgspec.Struct], left_out: frozenset[str]) -> tuple[Field, ...]:
    fields = types.type_info(kind).fields  # type: ignore[attr-defined]
    return tuple(
        Field(field.encode_name, field.type, field.required) for field in fields if field.encode_name not in left_out
    )


def changeable(context: ViewContext, line: Line) -> tuple[Field, ...]:
    """The fields of an entry that a change can alter; dice thrown by a phone are not among them."""
    event = line.counts
    if event is None or (isinstance(event, of.SeatsMoved) and context.phones.is_noted(line.entry.seq, DRAWN)):
        return ()  # what was drawn by lot can only be undone
    fields = _fields(type(event))
    if isinstance(event, of.GameStarted) and event.game in GAMES:
        return fields + _options(GAMES[event.game].options)
    played = played_at(context.log, line.entry.seq, event)
    kept = GAMES[played.kind].corrections.unchanging(played.state, event) if played else ()
    return tuple(field for field in fields if field.name not in kept)


def inputs(context: ViewContext, line: Line) -> tuple[Input, ...]:
    """The inputs of the form, filled in with what the entry says now."""
    event = line.counts
    assert event is not None
    defaults = {field.encode_name: getattr(event, field.name) for field in msgspec.structs.fields(event)}
    raw, game = {**defaults, **written(event)}, game_at(context.log, line.entry.seq, event)
    night = context.log.night_after(line.entry.seq - 1)
    found = (_input(field, raw, game, night) for field in changeable(context, line))
    return tuple(one for one in found if one is not None)


def _input(field: Field, raw: dict[str, Any], game: Game | None, night: Night) -> Input | None:
    outer, _, inner = field.name.partition(".")
    screen: Any = game.screen(night.game.state, night.table(), ()) if game and night.game else None
    value = raw.get("options", {}).get(inner) if inner else raw[outer]
    label = LABELS.get(field.name) or titled((inner or outer).replace("_", " "))
    make: dict[str, Any] = {"name": field.name, "label": label, "required": field.required}
    people = tuple((player, night.names[player]) for player in night.order)
    several = tuple(map(str, value)) if isinstance(value, list | tuple) else ()
    one = () if value in (None, UNSET) or several else (str(value).lower() if isinstance(value, bool) else str(value),)
    joker = screen.joker if screen else False
    match field.type:
        case types.LiteralType(values=values):
            names = game.scoring.boxes if game else {}
            choices = [str(each) for each in values]
            if names.keys() >= set(choices):
                choices.sort(key=list(names).index)  # the order of the sheet
            options = tuple((each, titled(names.get(each, each))) for each in choices)
            return Input(**make, kind="choice", values=one, options=options)
        case types.UnionType(types=(types.IntType(ge=int(least), le=int(most)), types.LiteralType(values=values))):
            counted = (*range(least, most + 1), *values)  # how much a house rule costs
            options = tuple((str(each), AMOUNTS.get(str(each), str(each))) for each in counted)
            return Input(**make, kind="choice", values=one, options=options)
        case types.BoolType():
            return Input(**make, kind="choice", values=one or ("false",), options=(("true", "Yes"), ("false", "No")))
        case types.IntType(ge=least, le=most):
            return Input(**make, kind="number", values=one, least=least, most=most)
        case types.StrType(pattern=pattern) if pattern == _CARD:
            return Input(**make, kind="cards", values=one, most=1, joker=joker)
        case types.StrType(pattern=pattern) if pattern == _ID:
            if outer == "from":  # the others of this round
                people = tuple(each for each in people if each[0] in screen.on.dealt and each[0] != raw["player"])
            return Input(**make, kind="choice", values=one, options=people)
        case types.StrType(max_length=most):
            return Input(**make, kind="text", values=one, most=most)
        case types.VarTupleType(item_type=types.TupleType(item_types=(_, types.IntType(ge=least, le=most)))):
            pairs = tuple((str(player), str(points)) for player, points in value or ())
            return Input(**make, kind="points", options=pairs, least=least, most=most)
        case types.TupleType(item_types=(first, *_) as each):
            kind = {types.IntType: "dice", types.BoolType: "held"}.get(type(first), "cards")
            return Input(
                **make,
                kind=kind,
                values=tuple(text.lower() for text in several) if kind == "held" else several,
                most=len(each),
                joker=joker,
            )
        case types.VarTupleType(item_type=types.StrType(pattern=pattern)):
            if pattern == _CARD:
                return Input(**make, kind="cards", values=several, most=max(1, len(several)), joker=joker)
            if field.name == "order":
                return Input(**make, kind="seats", values=several, options=people, most=len(several))
            ordered = (*several, *(player for player, _ in people if player not in several))
            return Input(
                **make, kind="people", values=several, options=tuple((who, night.names[who]) for who in ordered)
            )
    return None


class Trick(msgspec.Struct, frozen=True):
    """The form for a trick's cards: each hand with its card as a form sends it, clockwise from the leader.

    `screen` is the screen of the game at that trick; `paired` is who laid two cards, where the cards are not known.
    """

    screen: Any
    hands: tuple[tuple[str, str], ...]
    has_pairs: bool
    paired: str
    forgets: str | None


def trick(context: ViewContext, line: Line) -> Trick | None:
    """The form for the cards of a trick; None for other entries, and for a reader who does not know the game."""
    event = line.counts
    if not isinstance(event, TrickEvent):
        return None
    before = context.log.night_after(line.entry.seq - 1)
    if before.game is None or (GAMES[before.game.kind].has_insiders and not context.insider):
        return None
    screen = GAMES[before.game.kind].screen(before.game.state, before.table(), ())
    laid = {hand: " ".join((cards,) if isinstance(cards, str) else cards) for hand, cards in event.laid}
    shown = laid if shows_cards(context.log, line) else {}
    after = context.log.night_after(line.entry.seq)
    state: Any = (after.game or after.games[-1]).state
    taker = state.deal.taken[event.trick - 1] if laid else None
    return Trick(
        screen=screen,
        hands=tuple((hand, shown.get(hand, "")) for hand in (tuple(laid) or screen.order)),
        has_pairs=event.has_pairs,
        paired=str(written(event).get("paired", "")),
        forgets=(taker or "") if laid else None,
    )
