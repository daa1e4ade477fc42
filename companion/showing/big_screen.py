"""The big screen: the table from above, as whoever walks past may see it, to be read from four metres."""

from __future__ import annotations

from collections.abc import Iterable

import msgspec

from ..rules.playing import standings
from . import players
from .booth import vote
from .fining import at_once
from .fragments import Fragment
from .news import Cost, last, newest
from .oval import places
from .scene import Scene, Who
from .trick_laid import last_trick, without_cards

LINES = 10  # of rules beside the table, at a television's letters
LETTERS = 22  # on such a line
TALLEST = 5  # lines of one rule
NAMED = 3  # more people with one fine are counted


class Chair(msgspec.Struct, frozen=True):
    """A player at the table: `where` they sit on the screen, `awaited` if the table waits for them.

    `fined` is what the newest entry cost them, `cards` what they laid into the last trick, as (card, whether another
    cancelled it); `took` whoever took it. `place` and `score` are those of the game just over, `tally` of this one.
    """

    row: players.Row
    where: str
    awaited: bool
    fined: int
    cards: tuple[tuple[str, bool], ...]
    took: bool
    place: int | None
    score: int | None
    tally: str


class Oval(msgspec.Struct, frozen=True):
    """Everybody in seat order, the first at the bottom; `trick` tells one trick from the next."""

    chairs: tuple[Chair, ...]
    rows: int
    trick: str


class Share(msgspec.Struct, frozen=True):
    """What some were charged alike and why: their names, or how many they are; a house rule's is its words."""

    names: str
    amount: int
    does: str
    because: str
    rule: bool


class Landing(msgspec.Struct, frozen=True):
    """The newest entry worth telling, and whom it cost what; `aloud` if it is to be seen across the room."""

    seq: int
    told: str
    shares: tuple[Share, ...]
    asked: tuple[str, ...]
    note: str

    @property
    def aloud(self) -> bool:
        """Whether somebody was fined."""
        return bool(self.shares or self.asked)


class Shown(msgspec.Struct, frozen=True):
    """The rules in force for which there is room, the newest first, and how many more there are."""

    texts: tuple[str, ...]
    more: int


def oval(scene: Scene) -> Oval:
    """The table from above."""
    trick = last_trick(scene)
    wheres, rows = places(len(scene.seated))
    board, fined = _board(scene), _fined(scene)
    chairs = []
    for row, where in zip(players.players(scene).rows, wheres, strict=True):
        player = row.who.id
        place, score = board.get(player, (None, None))
        chairs.append(
            Chair(
                row=row,
                where=where,
                awaited=player in getattr(scene.screen, "awaited", ()),
                fined=fined.get(player, 0),
                cards=trick.laid.get(player, ()) if trick else (),
                took=trick is not None and trick.taker == player,
                place=place,
                score=score,
                tally=getattr(scene.screen, "tallies", {}).get(player, ""),
            )
        )
    return Oval(tuple(chairs), rows, f"trick-{trick.seq}" if trick else "")


def _board(scene: Scene) -> dict[str, tuple[int, int]]:
    """Place and score of everybody in the game just over; nothing while one is on."""
    if scene.game is not None or not scene.night.games:
        return {}
    return {player: (place, score) for player, score, place in standings(scene.night, scene.night.games[-1])}


def _fined(scene: Scene) -> dict[str, int]:
    """What the newest entry worth telling costs each."""
    line = newest(scene)
    sums: dict[str, int] = {}
    for each in at_once(scene, line) if line else ():
        for charge in each.charges:
            sums[charge.player] = sums.get(charge.player, 0) + charge.amount
    return sums


def landing(scene: Scene) -> Landing | None:
    """What just happened."""
    news = last(scene)
    if news is None:
        return None
    does = "pays" if news.paid else "drinks"
    costs = _shares(news.costs, does)
    struck = tuple(
        share
        for strike in news.strikes
        for share in _shares((Cost(who, amount, strike.text) for who, amount in strike.costs), does, True)
    )
    asked = tuple(f"{one.chooser.name} chooses who drinks {one.amount}." for one in news.choices)
    return Landing(news.seq, without_cards(scene) or news.told, (*costs, *struck), asked, news.note)


def _shares(costs: Iterable[Cost], does: str, rule: bool = False) -> tuple[Share, ...]:
    """Those with the same fine for the same reason stand together."""
    alike: dict[tuple[int, str], list[Who]] = {}
    for cost in costs:
        alike.setdefault((cost.amount, cost.because), []).append(cost.who)
    return tuple(
        Share(_named(people), amount, does if len(people) == 1 else does.removesuffix("s"), why, rule)
        for (amount, why), people in alike.items()
    )


def _named(people: list[Who]) -> str:
    names = [who.name for who in people]
    if len(names) > NAMED:
        return f"{len(names)} players"
    return " and ".join([", ".join(names[:-1]), names[-1]] if names[1:] else names)


def rules(scene: Scene) -> Shown:
    """As many rules as fit; what is voted on takes its room."""
    active = [rule.text for rule in scene.night.rules.values() if rule.active]
    polls = len(vote(scene).polls)
    room = LINES - 9 * polls - 6 * bool(scene.night.rights) - 4 * bool(scene.night.asking)
    shown: list[str] = []
    for text in reversed(active):
        room -= min(TALLEST, -(-len(text) // LETTERS))
        if room < 0 and (shown or polls):
            break
        shown.append(text)
    return Shown(tuple(shown), len(active) - len(shown))


OVAL = Fragment("oval", "tv/_oval.html", oval)
LANDING = Fragment("landing", "tv/_landing.html", landing)
SHOWN_RULES = Fragment("shown-rules", "tv/_rules.html", rules)
