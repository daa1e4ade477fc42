"""The table: what is next, who sits where, what just happened, and the buttons that record it."""

from __future__ import annotations

from typing import Any

import msgspec

from ..rules.games import GAMES
from ..rules.playing import ending, standings
from ..rules.seating import controller
from .again import Again, again
from .painting import Region, always
from .scene import Scene, Who


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


class Row(msgspec.Struct, frozen=True):
    """A player at the table: `tricks` of this deal, `whitebait` owes before the next one, `sits_out` is not dealt in.

    `note` is what the game says of them in a few words.
    """

    who: Who
    owed: int
    tricks: int
    away: bool
    deals: bool
    leads: bool
    sits_out: bool
    whitebait: bool
    sneak: bool
    note: str = ""


class Players(msgspec.Struct, frozen=True):
    rows: tuple[Row, ...]
    unit: str


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
    corrections: int
    game: str | None
    screen: Any
    marks: dict[str, int]
    owing: tuple[tuple[Who, int], ...]
    present: int
    closed: bool
    games: int
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


def players(scene: Scene) -> Players:
    """Everybody in seat order; the rows never change places while a game is on."""
    return Players(tuple(_row(scene, who) for who in scene.seated), scene.night.unit)


def _row(scene: Scene, who: Who) -> Row:
    screen, owed = scene.screen, scene.night.players[who.id].owed
    tricks = sum(count for hand, count in getattr(screen, "tricks", {}).items() if controller(hand) == who.id)
    return Row(
        who=who,
        owed=owed,
        tricks=tricks,
        away=who.id in scene.night.away,
        sneak=who.id == scene.night.sneak,
        note=getattr(screen, "notes", {}).get(who.id, ""),
        deals=getattr(screen, "dealer", None) == who.id,
        leads=controller(getattr(screen, "leader", None) or "") == who.id,
        sits_out=screen is not None and not any(who.id in getattr(screen, part, ()) for part in ("dealt", "out")),
        whitebait=owed > 0 and getattr(screen, "between", False),
    )


def record(scene: Scene) -> Record:
    """The buttons for what is next."""
    night = scene.night
    owing = ((scene.people[player], night.players[player].owed) for player in night.present())
    between = scene.game is None or getattr(scene.screen, "between", False)
    return Record(
        night_id=scene.night_id,
        corrections=scene.corrections,
        game=scene.game.id if scene.game else None,
        screen=scene.screen,
        marks={who.id: who.mark for who in scene.seated},
        owing=tuple((who, owed) for who, owed in owing if owed > 0) if between else (),
        present=len(night.present()),
        closed=night.closed,
        games=len(night.games),
        again=again(scene),
        insider=scene.insider,
        phoneless=tuple(player for player in night.present() if not _has_phone(scene, player)),
    )


def _has_phone(scene: Scene, player: str) -> bool:
    """Whether the seat has a phone of its own, or one that it was lent to."""
    return scene.phones.has_phone(player) or scene.phones.lent_to(player) is not None


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


STATUS = Region("status", _template("status"), status)
PLAYERS = Region("players", always("table/_players.html"), players)
RIGHTS = Region("rights", always("table/_rights.html"), rights)
RECORD = Region("record", _template("record"), record)
OWN_RIGHT = Region("own-right", always("table/_own_right.html"), own_right, own=True)
