"""A house rule as data: when it fires, who drinks, and how much (docs/night-format.md#house-rules)."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from typing import Annotated, Any, Literal

import msgspec
from msgspec import UNSET, Meta, UnsetType
from msgspec.structs import replace

from ..cards import JOKER, RANKS, Rank, Suit
from ..refused import Refused

MOST = 5
Who = Literal[
    "player", "left", "right", "neighbours", "across", "everyone", "others",
    "dealer", "leader", "taker", "previous", "chosen",
]  # fmt: skip
Amount = Annotated[int, Meta(ge=1, le=MOST)] | Literal["trick", "rank"]
Cost = Annotated[int, Meta(ge=0, le=MOST)] | Literal["trick", "rank"]  # nobody drinks by a rule that costs 0
Ranks = Rank | Annotated[tuple[Rank, ...], Meta(min_length=1)]
Suits = Suit | Annotated[tuple[Suit, ...], Meta(min_length=1)]


class Trigger(msgspec.Struct, frozen=True, tag_field="on", forbid_unknown_fields=True, omit_defaults=True):
    """What sets a house rule off: the type of happening, and details that must match."""

    @property
    def on(self) -> str:
        """The name of that happening."""
        return str(self.__struct_config__.tag)

    def detail(self, name: str) -> Any:
        """The detail of this name that must match; UNSET if it does not matter."""
        return getattr(self, name) if name in self.__struct_fields__ else UNSET


class CardPlayed(Trigger, frozen=True, tag="card.played"):
    rank: Ranks | UnsetType = UNSET
    suit: Suits | UnsetType = UNSET
    led: bool | UnsetType = UNSET
    matches: Literal["rank", "suit"] | UnsetType = UNSET


class TrickWon(Trigger, frozen=True, tag="trick.taken"):
    trick: Annotated[int, Meta(ge=1, le=1_000_000_000)] | Literal["last"] | UnsetType = UNSET
    with_rank: Ranks | UnsetType = UNSET
    with_suit: Suits | UnsetType = UNSET
    row: Annotated[int, Meta(ge=2, le=5)] | UnsetType = UNSET


class TrickNobody(Trigger, frozen=True, tag="trick.nobody"):
    pass


class BidMade(Trigger, frozen=True, tag="bid.made"):
    call: Literal["no", "declare", "reveal"] | UnsetType = UNSET


class BidMissed(Trigger, frozen=True, tag="bid.missed"):
    call: Literal["no", "declare", "reveal"] | UnsetType = UNSET


class Declared(Trigger, frozen=True, tag="declared"):
    pass


class Revealed(Trigger, frozen=True, tag="revealed"):
    pass


class BoxScored(Trigger, frozen=True, tag="box.scored"):
    box: Annotated[str, Meta(min_length=1, max_length=40)] | UnsetType = UNSET
    zero: bool | UnsetType = UNSET
    at_least: Annotated[int, Meta(ge=0, le=1_000_000_000)] | UnsetType = UNSET


class DiceRolled(Trigger, frozen=True, tag="dice.rolled"):
    face: Annotated[int, Meta(ge=1, le=6)] | UnsetType = UNSET
    count: Annotated[int, Meta(ge=1, le=5)] | UnsetType = UNSET
    sum: Annotated[int, Meta(ge=2, le=30)] | UnsetType = UNSET
    same: Annotated[int, Meta(ge=2, le=5)] | UnsetType = UNSET


class DroppedOut(Trigger, frozen=True, tag="dropped.out"):
    pass


class DealStarted(Trigger, frozen=True, tag="deal.started"):
    pass


class DealVoided(Trigger, frozen=True, tag="deal.voided"):
    pass


class DealOver(Trigger, frozen=True, tag="deal.over"):
    tricks: Literal["none", "all", "most"] | UnsetType = UNSET


class GameOver(Trigger, frozen=True, tag="game.over"):
    place: Literal["first", "last"] | UnsetType = UNSET


class ThingHappened(Trigger, frozen=True, tag="thing.happened"):
    thing: Annotated[str, Meta(min_length=1, max_length=40)]


class Called(Trigger, frozen=True, tag="called"):
    pass


When = (
    CardPlayed | TrickWon | TrickNobody | BidMade | BidMissed | Declared | Revealed | BoxScored | DiceRolled
    | DroppedOut | DealStarted | DealVoided | DealOver | GameOver | ThingHappened | Called
)  # fmt: skip
COUNTED: dict[str, tuple[type[Trigger], ...]] = {"trick": (TrickWon, TrickNobody), "rank": (CardPlayed,)}
"""The triggers with which an amount can be the number of the trick, or the worth of the card."""
Named = Mapping[str, Collection[str]]
"""The names that games have for a detail of a trigger: their boxes, and the things that they declare."""


class Part(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Who is charged by a rule, and how much each time: so many, the number of the trick, or the worth of the card."""

    who: Who
    amount: Amount


class HouseRule(msgspec.Struct, frozen=True):
    """A rule the table made: its sentence, and what the companion does about it while it is active.

    `entries` (seqs, oldest first) made, amended and ended it; `objectors` are those of an old night (`old_votes`).
    `fired` is the number of entries that set it off, and `cost` its total charge. A call that fell is not counted.

    Whoever sets off a rule with a `title` holds it: the `holder`. It is lost with the game that entry `won_in` started,
    before the end of that game sets rules off. A title won by that end lasts for the night, like one that was won in no
    game. Such a rule is only `costly` if the table said who drinks or how much.
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
    fired: int = 0
    cost: int = 0
    title: str | None = None
    holder: str | None = None
    won_in: int | None = None
    costly: bool = True

    @property
    def stated(self) -> tuple[Part, ...]:
        """What was written down of who is charged, and how much; nothing of a rule that only gives a title."""
        return self.parts if self.title is None or self.costly else ()

    @property
    def charges(self) -> tuple[Part, ...]:
        """Who is charged, and how much; nobody by a rule that only gives a title, or costs 0."""
        return tuple(part for part in self.stated if part.amount)

    @property
    def is_free(self) -> bool:
        """Whether nobody drinks by it: people call it, and it costs 0."""
        return self.parts[0].amount == 0

    def held(self, holder: str | None = None, won_in: int | None = None) -> HouseRule:
        """The same rule with somebody else, or nobody, holding its title."""
        return self if self.title is None else replace(self, holder=holder, won_in=won_in)

    def fires(self, cost: int, times: int = 1) -> HouseRule:
        """The same rule after one more entry, in which it charged `cost` in all; `times` is -1 if its call fell."""
        return replace(self, fired=self.fired + times, cost=self.cost + cost)

    @property
    def asks(self) -> bool:
        """Whether somebody must choose who drinks, so that it charges only when called."""
        return any(part.who == "chosen" for part in self.parts)


class Roles(msgspec.Struct, frozen=True, gc=False):
    """Who deals, who leads, and at a trick who took it; None if nobody does."""

    dealer: str | None = None
    leader: str | None = None
    taker: str | None = None


class Happening(msgspec.Struct, frozen=True, gc=False):
    """Something that can set house rules off; `player` is empty for the end of a game, which nobody sets off.

    `card` is the card played, or the one that took the trick. `before` is the card played just before it in the trick,
    `previous` who played that. `is_last`: the trick ends the tricks of its deal; `row`: how many the same hand has now
    taken in a row. `dice` are all that lie there, `thrown` those thrown this time. `thing` is one that its game
    declares. `among` are the players it is about: with `none`, `all` or `most` of the tricks, or in `first` or `last`
    place. `roles` are those at it, if not the entry's.
    """

    on: str
    player: str
    card: str | None = None
    led: bool = False
    before: str | None = None
    previous: str | None = None
    trick: int = 0
    is_last: bool = False
    row: int = 0
    call: str = "no"
    box: str = ""
    points: int = 0
    dice: tuple[int, ...] = ()
    thrown: tuple[int, ...] = ()
    among: str = ""
    thing: str = ""
    roles: Roles | None = None

    def worth(self, amount: Amount) -> int:
        """What a part of a rule charges for it; outside a trick, and without a card, such an amount counts 1."""
        if amount == "trick":
            return self.trick or 1
        if amount == "rank":
            return _worth(self.card) if self.on == "card.played" else 1
        return amount


def _worth(card: str | None) -> int:
    """An ace 1, two to five as printed, and everything above, or not known, 5."""
    if card is None or card == JOKER:
        return MOST
    return 1 if card[0] == "A" else min(MOST, RANKS.index(card[0]) + 2)


def is_of_table(when: When) -> bool:
    """Whether the rule fires for what nobody in particular brought about: a deal, a game, a trick that nobody took."""
    return when in (TrickNobody(), DealStarted(), DealVoided(), DealOver(), GameOver())


def is_about_cards(when: When) -> bool:
    """Whether the rule depends on the cards of a trick."""
    if isinstance(when, TrickWon):
        return when.with_rank is not UNSET or when.with_suit is not UNSET
    return isinstance(when, CardPlayed)


def suited(rules: Iterable[HouseRule]) -> frozenset[str]:
    """The ranks of which a rule in force looks at the suit of a card that is drawn."""
    whens = [rule.when for rule in rules if rule.active and isinstance(rule.when, CardPlayed) and not rule.when.led]
    by_suit = [when for when in whens if when.suit is not UNSET or when.matches == "suit"]
    return frozenset(rank for when in by_suit for rank in (RANKS if when.rank is UNSET else when.rank))


def check_sense(rule: HouseRule, named: Named) -> None:
    """Refuses a rule whose trigger or amount makes no sense: a card named twice, a box of no game, a `led` of false."""
    for field in ("rank", "suit", "with_rank", "with_suit"):
        signs = rule.when.detail(field)
        if isinstance(signs, tuple) and len(set(signs)) < len(signs):
            raise Refused(f"the rule names a {field.removeprefix('with_')} twice")
    if False in (rule.when.detail("led"), rule.when.detail("zero")):
        raise Refused("led and zero are true or left out")
    for field, names in named.items():
        if (name := rule.when.detail(field)) not in (UNSET, *names):
            raise Refused(f"no game has a {field} called {name}")
    if rule.when.detail("count") is not UNSET and rule.when.detail("face") is UNSET:
        raise Refused("a count of dice needs the face that they show")
    is_bare = isinstance(rule.when, Called) and len(rule.parts) == 1 and rule.parts[0].who != "chosen"
    if not is_bare and any(part.amount == 0 for part in rule.parts):
        raise Refused("an amount of 0 is for a rule that people call, by which nobody drinks")
    for part in rule.parts:
        if isinstance(part.amount, str) and not isinstance(rule.when, COUNTED[part.amount]):
            where = "a trick" if part.amount == "trick" else "a card that is played"
            raise Refused(f"an amount of “{part.amount}” is for a rule about {where}")
