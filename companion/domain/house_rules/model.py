"""A house rule as data: when it fires, who drinks, and how much (docs/night-format.md#house-rules)."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Annotated, Literal, Protocol

import msgspec
from msgspec import UNSET, Meta, UnsetType
from msgspec.structs import replace

from ..cards import Rank, Suit
from ..refused import Refused

MOST = 5
Who = Literal[
    "player", "left", "right", "neighbours", "across", "everyone", "others", "dealer", "leader", "taker", "chosen"
]
Ranks = Rank | Annotated[tuple[Rank, ...], Meta(min_length=1)]
Suits = Suit | Annotated[tuple[Suit, ...], Meta(min_length=1)]


class Trigger(msgspec.Struct, frozen=True, tag_field="on", forbid_unknown_fields=True, omit_defaults=True):
    """What sets a house rule off: the type of happening, and details that must match."""

    @property
    def on(self) -> str:
        """The name of that happening."""
        return str(self.__struct_config__.tag)


class CardPlayed(Trigger, frozen=True, tag="card.played"):
    rank: Ranks | UnsetType = UNSET
    suit: Suits | UnsetType = UNSET
    led: bool | UnsetType = UNSET


class TrickWon(Trigger, frozen=True, tag="trick.taken"):
    trick: Annotated[int, Meta(ge=1, le=1_000_000_000)] | UnsetType = UNSET
    with_rank: Ranks | UnsetType = UNSET
    with_suit: Suits | UnsetType = UNSET


class TrickNobody(Trigger, frozen=True, tag="trick.nobody"):
    pass


class BidMade(Trigger, frozen=True, tag="bid.made"):
    pass


class BidMissed(Trigger, frozen=True, tag="bid.missed"):
    pass


class Declared(Trigger, frozen=True, tag="declared"):
    pass


class Revealed(Trigger, frozen=True, tag="revealed"):
    pass


class BoxScored(Trigger, frozen=True, tag="box.scored"):
    box: Annotated[str, Meta(min_length=1, max_length=40)] | UnsetType = UNSET
    zero: bool | UnsetType = UNSET
    at_least: Annotated[int, Meta(ge=0, le=1_000_000_000)] | UnsetType = UNSET


class DroppedOut(Trigger, frozen=True, tag="dropped.out"):
    pass


class Called(Trigger, frozen=True, tag="called"):
    pass


When = CardPlayed | TrickWon | TrickNobody | BidMade | BidMissed | Declared | Revealed | BoxScored | DroppedOut | Called


class Part(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Who is charged by a rule, and how much each time."""

    who: Who
    amount: Annotated[int, Meta(ge=1, le=MOST)]


class Ruled(Protocol):
    """Anything with a trigger and charges: a house rule, a starter rule, or what a sentence means."""

    @property
    def when(self) -> When: ...

    @property
    def parts(self) -> tuple[Part, ...]: ...


class HouseRule(msgspec.Struct, frozen=True):
    """A rule the table made: its sentence, and what the companion does about it while it is active.

    `entries` (seqs, oldest first) made, amended and ended it; `objected` is the seq of the newest objection.
    `fired` is the number of entries in which it charged somebody, `cost` its total charge; without calls that fell.
    """

    id: str
    text: str
    when: When
    parts: tuple[Part, ...]
    active: bool = True
    maker: str | None = None
    spent: int | None = None
    objectors: tuple[str, ...] = ()
    entries: tuple[int, ...] = ()
    objected: int | None = None
    fired: int = 0
    cost: int = 0

    def fires(self, cost: int, times: int = 1) -> HouseRule:
        """The same rule after one more entry, in which it charged `cost` in all; `times` is -1 if its call fell."""
        return replace(self, fired=self.fired + times, cost=self.cost + cost)

    @property
    def asks(self) -> bool:
        """Whether somebody must choose who drinks, so that it charges only when called."""
        return any(part.who == "chosen" for part in self.parts)


class Happening(msgspec.Struct, frozen=True, gc=False):
    """Something that can set house rules off; `card` is the card played, or the one that took the trick."""

    on: str
    player: str
    card: str | None = None
    led: bool = False
    trick: int = 0
    box: str = ""
    points: int = 0


class Roles(msgspec.Struct, frozen=True, gc=False):
    """Who deals, who leads, and at a trick who took it; None if nobody does."""

    dealer: str | None = None
    leader: str | None = None
    taker: str | None = None


def check_when(when: When, boxes: Iterable[str]) -> None:
    """Refuses a trigger that makes no sense: a card named twice, a box of no game, a `led` or `zero` that is false."""
    for field in ("rank", "suit", "with_rank", "with_suit"):
        named = getattr(when, field, UNSET)
        if isinstance(named, tuple) and len(set(named)) < len(named):
            raise Refused(f"the rule names a {field.removeprefix('with_')} twice")
    if getattr(when, "led", True) is False or getattr(when, "zero", True) is False:
        raise Refused("led and zero are true or left out")
    if isinstance(when, BoxScored) and when.box is not UNSET and when.box not in boxes:
        raise Refused(f"no game has a box called {when.box}")
