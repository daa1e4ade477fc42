"""The night's own events, named as in the night format, and how an event is read."""

from collections.abc import Callable, Sequence
from typing import Annotated, Any, ClassVar, Self

import msgspec
from msgspec import UNSET, Meta, UnsetType

from .house_rules.model import Cost, Part, When, Who
from .refused import Unreadable, in_words

_UNPRINTED = r"\x00-\x1f\x7f-\x9f\u2028\u2029\ud800-\udfff"
_TEXT = rf"^(?=.*\S)[^{_UNPRINTED}]+\Z"
Id = Annotated[str, Meta(min_length=1, max_length=40, pattern=rf"^(?!\s)(?!.*\s\Z)[^:{_UNPRINTED}]+\Z")]
Name = Annotated[str, Meta(min_length=1, max_length=40, pattern=_TEXT)]
Title = Annotated[str, Meta(min_length=1, max_length=80, pattern=_TEXT)]
Text = Annotated[str, Meta(min_length=1, max_length=280, pattern=_TEXT)]
Date = Annotated[str, Meta(pattern=r"^[0-9]{4}-[0-9]{2}-[0-9]{2}\Z")]
Count = Annotated[int, Meta(ge=1, le=1_000_000_000)]
Also = Annotated[tuple[Part, ...], Meta(max_length=2)]
Some = Annotated[tuple[Id, ...], Meta(min_length=1)]
Facts = dict[str, Any]


class Event(
    msgspec.Struct, frozen=True, kw_only=True, tag_field="type", forbid_unknown_fields=True, omit_defaults=True
):
    """Something that happened. Only one event can have the same values in its `slot` fields, unless it `repeats`.

    The first field of a slot is the number of the deal, round or draw, for the events of a game that have one.
    """

    slot: ClassVar[tuple[str, ...]] = ()
    repeats: ClassVar[bool] = False
    calls_off: ClassVar[bool] = False  # whether it ends its part of the game before it was played, as a misdeal does

    @property
    def is_slotted(self) -> bool:
        """Whether there can be only one event in its slot."""
        return bool(self.slot) and not self.repeats

    @property
    def type(self) -> str:
        """The name the night format gives this event."""
        return str(self.__struct_config__.tag)

    @property
    def part(self) -> int:
        """The number of the deal, round or draw of its game that it is about; 0 if it is about none."""
        first = getattr(self, self.slot[0]) if self.slot else 0
        return first if isinstance(first, int) else 0

    @property
    def about(self) -> str:
        """The player whom it is about; "" if it is about no one player."""
        field = "player"
        return str(getattr(self, field)) if field in self.__struct_fields__ else ""

    def same_as(self, other: Self, after: object = None) -> bool:
        """Whether another event in the same slot states the same fact, so that the second counts as the first.

        `after` is the state of the game after this event.
        """
        return self == other

    @property
    def shows(self) -> Sequence[tuple[str, ...]] | None:
        """The hands that laid cards, each with its cards, in the order of play; empty if the event does not name them.

        None for an event that is not about cards laid by several hands.
        """
        return None

    @property
    def named(self) -> str | None | UnsetType:
        """The hand that was entered as the taker of those cards (None: nobody); UNSET if only the cards say it."""
        return UNSET

    def put_right(self, said: Facts, altered: frozenset[str]) -> list[Facts]:
        """What this event becomes by a change that says this of it: its fields, UNSET for empty ones.

        `altered` are the fields that get another value. Of several versions the first that the game takes counts. The
        last of several has no cards, so the sender is asked before it is entered.
        """
        return [{**written(self), **said}]

    def place_in_words(self, name: Callable[[str], str]) -> str:
        """What its place in the game is called, as in “trick 3 of deal 2”; "" if the event itself has to be told."""
        return ""

    def place(self) -> tuple[object, ...]:
        """Type, slot and player: a change must keep them, and no second event can have the same."""
        return (self.type, self.about, *(getattr(self, field) for field in self.slot))


class Kept(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Options that a table started a `game` with, under the name of what was played."""

    game: Name
    name: Name
    options: dict[str, Any]


class Law(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """A house rule outside the night that made it."""

    text: Text
    when: When | UnsetType = UNSET
    who: Who | UnsetType = UNSET
    amount: Cost | UnsetType = UNSET
    also: Also = ()
    title: Name | UnsetType = UNSET


class NightOpened(Event, frozen=True, tag="night.opened"):
    name: Title
    unit: Name = "drink"
    date: Date | UnsetType = UNSET
    kept: Annotated[tuple[Kept, ...], Meta(max_length=20)] = ()
    laws: Annotated[tuple[Law, ...], Meta(max_length=100)] = ()


class PlayerJoined(Event, frozen=True, tag="player.joined"):
    player: Id
    name: Name
    forfeit: Name | UnsetType = UNSET


class PlayerLeft(Event, frozen=True, tag="player.left"):
    player: Id


class PlayerReturned(Event, frozen=True, tag="player.returned"):
    player: Id


class SeatsMoved(Event, frozen=True, tag="seats.moved"):
    order: Some


class FinesmasterNamed(Event, frozen=True, tag="finesmaster.named"):
    player: Id


class FineGiven(Event, frozen=True, tag="fine.given"):
    player: Id
    amount: Annotated[int, Meta(ge=1, le=1000)]
    reason: Text | UnsetType = UNSET


class FineForgiven(Event, frozen=True, tag="fine.forgiven"):
    player: Id
    amount: Count


class DrinkTaken(Event, frozen=True, tag="drink.taken"):
    player: Id
    amount: Count


class DrinkMoved(Event, frozen=True, tag="drink.moved"):
    player: Id
    to: Id
    amount: Count


class RuleMade(Event, frozen=True, tag="rule.made"):
    slot = ("rule",)
    rule: Id
    text: Text
    when: When | UnsetType = UNSET
    who: Who | UnsetType = UNSET
    amount: Cost | UnsetType = UNSET
    also: Also = ()
    title: Name | UnsetType = UNSET


class RuleAmended(Event, frozen=True, tag="rule.amended"):
    slot = ("rule",)
    rule: Id
    text: Text | UnsetType = UNSET
    when: When | UnsetType = UNSET
    who: Who | UnsetType = UNSET
    amount: Cost | UnsetType = UNSET
    also: Also | UnsetType = UNSET
    title: Name | UnsetType = UNSET


class RuleRepealed(Event, frozen=True, tag="rule.repealed"):
    slot = ("rule",)
    rule: Id


class RuleCalled(Event, frozen=True, tag="rule.called"):
    slot = ("rule",)
    repeats = True
    rule: Id
    player: Id
    chosen: Some | UnsetType = UNSET


class CallContested(Event, frozen=True, tag="call.contested"):
    entry: Count
    player: Id


class CallSettled(Event, frozen=True, tag="call.settled"):
    entry: Count
    stands: bool


class SneakNamed(Event, frozen=True, tag="sneak.named"):
    player: Id


class PlayerInitiated(Event, frozen=True, tag="player.initiated"):
    player: Id


class UnitChanged(Event, frozen=True, tag="unit.changed"):
    unit: Name


class WaterCalled(Event, frozen=True, tag="water.called"):
    player: Id


class GameStarted(Event, frozen=True, tag="game.started"):
    slot = ("game",)
    game: Id
    players: Some
    options: dict[str, Any] = {}
    dealer: Id | UnsetType = UNSET

    @property
    def first_dealer(self) -> str:
        """The named dealer, or else the first player."""
        return self.dealer or self.players[0]


class GameEnded(Event, frozen=True, tag="game.ended"):
    pass


class NightClosed(Event, frozen=True, tag="night.closed"):
    pass


class EntryUndone(Event, frozen=True, tag="entry.undone"):
    entry: Count


class EntryChanged(Event, frozen=True, tag="entry.changed"):
    entry: Count
    event: dict[str, Any]


Correcting = EntryUndone | EntryChanged
RuleChange = RuleMade | RuleAmended | RuleRepealed


def by_type(*kinds: type[Event]) -> dict[str, type[Event]]:
    """The event classes under their names in the night format."""
    return {str(kind.__struct_config__.tag): kind for kind in kinds}


EVENTS = by_type(*Event.__subclasses__())


class Entry(msgspec.Struct, frozen=True, gc=False):
    """One entry of the log: its number, the event, when it was entered (UTC text) and by whom."""

    seq: int
    event: Event
    at: str | None = None
    by: str | None = None


def read(raw: object, own: dict[str, type[Event]], strict: bool = True) -> Event:
    """The event in an object of a night file; `own` are the event types of the running game. Raises Unreadable.

    Forms, in which numbers arrive as text, are read without `strict`.
    """
    if not isinstance(raw, dict):
        raise Unreadable("an event must be an object")
    kind = raw.get("type")
    if not isinstance(kind, str):
        raise Unreadable("the event has no type")
    known = EVENTS.get(kind) or own.get(kind)
    if known is None:
        raise Unreadable(f"{kind} is not an event of the night or of the game that is on")
    try:
        return msgspec.convert(raw, known, strict=strict)
    except msgspec.ValidationError as wrong:
        raise Unreadable(in_words(str(wrong))) from None


def written(event: Event) -> dict[str, Any]:
    """The event as the night file writes it: type and fields, without fields that have their default value."""
    plain: dict[str, Any] = msgspec.to_builtins(event)
    return plain
