"""What a game brings to the recap: deeds that were done, counted from its own entries, and a yardstick for luck."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any, Literal, NamedTuple

import msgspec

from .events import Event
from .seating import Circle


class Trick(NamedTuple):
    """A trick, taken by a player (None: by nobody), among those dealt in."""

    taker: str | None
    among: Circle


class Bid(NamedTuple):
    """A player's bid once its deal was over: whether it was made, and whether they declared or revealed it."""

    player: str
    made: bool
    call: Literal["no", "declare", "reveal"] = "no"


class Bids(NamedTuple):
    """All the bids of one deal."""

    bids: tuple[Bid, ...]


class Filled(NamedTuple):
    """A box filled with so many points of the most it can have."""

    player: str
    box: str
    points: int
    most: int


class Lost(NamedTuple):
    """A deal lost by these, among those dealt in."""

    losers: Circle
    among: Circle


Deed = Trick | Bids | Filled | Lost


class Share(NamedTuple):
    """What a player got of something, and what would have been an even share of it."""

    player: str
    got: float
    even: float


class Luck(msgspec.Struct, frozen=True):
    """What a game measures luck by: `counts` names what is counted, `yardstick` says in a sentence what is expected.

    `better` is whether more or fewer of it is what one wants; None where that depends. `shares` adds up the deeds.
    """

    counts: str
    yardstick: str
    better: Literal["more", "fewer"] | None
    shares: Callable[[Iterable[Deed]], list[Share]]


class Recount(msgspec.Struct, frozen=True):
    """What a game tells the recap: the deeds of an event, given the state before and after it, and its luck.

    Deeds hold nothing but what everybody at the table may know once the event itself is no longer hidden.
    """

    deeds: Callable[[Any, Event, Any], Iterable[Deed]]
    luck: Luck | None = None


def tricks_shared(deeds: Iterable[Deed]) -> list[Share]:
    """Of every trick that was taken, as much for each of those dealt in."""
    tricks = (deed for deed in deeds if isinstance(deed, Trick))
    return shared(((deed.taker,) if deed.taker else (), deed.among) for deed in tricks)


def bids_shared(deeds: Iterable[Deed]) -> list[Share]:
    """Of the bids made in a deal, as much for each of those dealt in."""
    dealt = (deed.bids for deed in deeds if isinstance(deed, Bids))
    return shared((tuple(bid.player for bid in bids if bid.made), tuple(bid.player for bid in bids)) for bids in dealt)


def losses_shared(deeds: Iterable[Deed]) -> list[Share]:
    """Of the places among the losers of a deal, as much for each of those dealt in."""
    return shared((deed.losers, deed.among) for deed in deeds if isinstance(deed, Lost))


def shared(rows: Iterable[tuple[Circle, Circle]]) -> list[Share]:
    """What each got, and an even share of it all, from who got one each time, and among whom."""
    got: dict[str, int] = {}
    given: dict[Circle, int] = {}
    for getters, among in rows:
        given[among] = given.get(among, 0) + len(getters)
        for player in getters:
            got[player] = got.get(player, 0) + 1
    even: dict[str, float] = {}
    for among, count in given.items():
        for player in among:
            even[player] = even.get(player, 0) + count / len(among)
    return [Share(player, got.get(player, 0), part) for player, part in even.items()]


def boxes_shared(deeds: Iterable[Deed]) -> list[Share]:
    """In each box that several filled, what they got in it on average; nothing where one player is alone."""
    boxes: dict[str, list[Filled]] = {}
    for deed in deeds:
        if isinstance(deed, Filled):
            boxes.setdefault(deed.box, []).append(deed)
    got: dict[str, int] = {}
    even: dict[str, float] = {}
    for filled in boxes.values():
        average = sum(each.points for each in filled) / len(filled)
        for each in filled if len(filled) > 1 else ():
            got[each.player] = got.get(each.player, 0) + each.points
            even[each.player] = even.get(each.player, 0) + average
    return [Share(player, got[player], even[player]) for player in got]
