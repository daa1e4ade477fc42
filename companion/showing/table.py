"""The table: what is next, and the buttons that record it."""

from __future__ import annotations

from typing import Any

import msgspec

from ..rules.games import GAMES
from ..rules.playing import ending, standings
from ..rules.seating import Circle
from .again import Again, again
from .fragments import Fragment
from .scene import Scene, Slot, Who


class Place(msgspec.Struct, frozen=True):
    """One line of a game's standings."""

    who: Who
    score: int
    place: int


class Status(msgspec.Struct, frozen=True):
    """What is next. `screen` is the game's own; between games `standings` and `ending` are those of the last one.

    `sheet`: whether that one has a score sheet. `unit` is what fines are in, `date` the day of the night, if known.
    """

    night_id: str
    game: str | None
    game_name: str | None
    screen: Any
    dealer: Who | None
    leader: Who | None
    closed: bool
    players: int
    last_game: str | None
    standings: tuple[Place, ...]
    ending: str
    sheet: bool
    turning: tuple[str, ...]
    insider: bool
    unit: str
    date: str | None
    people: dict[str, Who]


class Offer(msgspec.Struct, frozen=True):
    """A game that can be started, and for how many."""

    id: str
    name: str
    least: int
    most: int
    has_dealer: bool


SHELF = tuple(
    Offer(game.id, game.name, game.seats[0], game.seats[-1], game.has_dealer)
    for game in GAMES.values()
    if game.screen is not None
)


class Record(msgspec.Struct, frozen=True):
    """The thumb zone: what may be recorded next; `phoneless` are those for whom somebody else taps."""

    night_id: str
    slot: Slot
    game: str | None
    screen: Any
    marks: dict[str, int]
    owing: tuple[tuple[Who, int], ...]
    present: int
    closed: bool
    again: Again | None
    insider: bool
    phoneless: tuple[str, ...]
    shelf: tuple[Offer, ...] = SHELF


class RuleRights(msgspec.Struct, frozen=True):
    """Who holds a rule right and is thinking."""

    thinking: tuple[Who, ...]


class OwnRight(msgspec.Struct, frozen=True):
    """How many rule rights this seat holds, and for which phoneless seats somebody may use one."""

    night_id: str
    rights: int
    others: tuple[Who, ...]


def status(scene: Scene) -> Status:
    """What is next at the table."""
    night, screen = scene.night, scene.screen
    last = night.games[-1] if night.games and scene.game is None else None
    return Status(
        night_id=scene.night_id,
        game=scene.game.id if scene.game else None,
        game_name=scene.game.name if scene.game else None,
        screen=screen,
        dealer=scene.who(getattr(screen, "dealer", None)),
        leader=scene.who(getattr(screen, "leader", None)),
        closed=night.closed,
        players=len(night.present()),
        last_game=GAMES[last.kind].name if last else None,
        standings=places(scene, last) if last else (),
        ending=ending(night, last) if last else "",
        sheet=last is not None and GAMES[last.kind].sheet is not None,
        turning=_turning(screen),
        insider=scene.insider,
        unit=night.unit,
        date=night.date,
        people=scene.people,
    )


def places(scene: Scene, played: Any) -> tuple[Place, ...]:
    """The standings of a game, best first."""
    rows = standings(scene.night, played)
    return tuple(Place(scene.people[player], score, place) for player, score, place in rows)


def _turning(screen: Any) -> tuple[str, ...]:
    """The hands whose next trick turns the penalty on everybody else."""
    return tuple(choice.name for choice in getattr(screen, "choices", ()) if choice.turns)


def record(scene: Scene) -> Record:
    """The buttons for what is next."""
    night, present = scene.night, scene.night.present()
    owing = ((scene.people[player], night.players[player].owed) for player in present)
    return Record(
        night_id=scene.night_id,
        slot=scene.slot,
        game=scene.game.id if scene.game else None,
        screen=scene.screen,
        marks={who.id: who.mark for who in scene.seated},
        owing=tuple((who, owed) for who, owed in owing if owed > 0) if _is_between(scene) else (),
        present=len(present),
        closed=night.closed,
        again=again(scene),
        insider=scene.insider,
        phoneless=_phoneless(scene, present),
    )


def _is_between(scene: Scene) -> bool:
    """Whether nothing of the next deal, round or game is on the table yet."""
    return scene.game is None or getattr(scene.screen, "between", False)


def _phoneless(scene: Scene, players: Circle) -> tuple[str, ...]:
    """The seats that have no phone of their own, and were lent to none."""
    here = {phone.player for phone in scene.phones.devices}
    return tuple(player for player in players if player not in here and scene.phones.lent_to(player) is None)


def rights(scene: Scene) -> RuleRights:
    """Who may make a rule now."""
    holders = dict.fromkeys(right.player for right in scene.night.rights)
    return RuleRights(tuple(scene.people[player] for player in holders))


def own_right(scene: Scene, seat: str | None) -> OwnRight:
    """The rights one's own phone may use: one's own, and those of seats without a phone."""
    holders = [right.player for right in scene.night.rights]
    others = (player for player in dict.fromkeys(holders) if player != seat and not scene.phones.has_phone(player))
    return OwnRight(scene.night_id, holders.count(seat or ""), tuple(scene.people[player] for player in others))


def _template(part: str) -> Any:
    """The game's own template for a part of the table, or the one for between games."""

    def choose(scene: Scene) -> str:
        if scene.game is None or scene.game.screen is None:
            return f"table/_{part}.html"
        return f"games/{scene.game.id}/_{part}.html"

    return choose


STATUS = Fragment("status", _template("status"), status)
RIGHTS = Fragment("rights", "table/_rights.html", rights)
RECORD = Fragment("record", _template("record"), record)
OWN_RIGHT = Fragment("own-right", "table/_own_right.html", own_right, own=True)
