"""Erasing a player: finds where the log names them, and makes the same log without their names (decision 0014)."""

import re
import unicodedata
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from functools import cache
from itertools import count
from types import UnionType
from typing import Annotated, Any, Union, get_args, get_origin

import msgspec

from .event_log import Log, Row, extend, stored
from .events import EntryChanged, Event, GameStarted, Id, Name, PlayerJoined, Text, Title
from .games import GAMES
from .games.trick_game import Hand
from .playing import standings
from .refused import Refused

ALIAS = re.compile(r"somebody [0-9]+")
OPAQUE = re.compile(r"p[0-9]+")
SHORT = 3  # letters; a shorter name begins too many other words
PLAYER = (Id, Hand)
FREE_TEXT = (Name, Title, Text)
NOT_PLAYERS = frozenset({"rule", "game"})  # fields with ids of other things
Rewrite = Callable[[str, str, Any], str]
"""Given a field, its value and its kind (one of PLAYER or FREE_TEXT): the new value."""


class Erasure(msgspec.Struct, frozen=True):
    """The changed `events` of the log by seq; `names` are all the names the player had, `alias` is their new one.

    `new_id` is the old id if this app made it; an id in a file written by hand can be a name and is replaced.
    """

    player: str
    names: tuple[str, ...]
    alias: str
    new_id: str
    events: Mapping[int, Event]


def texts_about(log: Log, player: str) -> tuple[str, ...]:
    """Every free text of the log with one of the player's names in it, each once, the oldest first."""
    names = names_of(log, player)
    found: dict[str, None] = {}

    def collect(field: str, value: str, kind: Any) -> str:
        if kind in FREE_TEXT and mentions(value, names):
            found[value] = None
        return value

    for raw, kind in _events_as_data(log):
        fields = {name: value for name, value in raw.items() if not (kind is PlayerJoined and name == "name")}
        _rewritten(fields, kind, collect)
    return tuple(found)


def erasure(log: Log, player: str, texts: Collection[str]) -> Erasure:
    """The changes that remove the player's names from the log and from these free texts; everything else stays."""
    names, aliases = names_of(log, player), _aliases(log, player)
    new_id = player if OPAQUE.fullmatch(player) else _free_id(log)

    def replaced(field: str, value: str, kind: Any) -> str:
        if kind in PLAYER and field not in NOT_PLAYERS:
            hand, colon, dummy = value.partition(":")
            return f"{new_id}{colon}{dummy}" if hand == player else value
        most = int(kind.__metadata__[0].max_length)
        return without(value, names, aliases[player], most) if value in texts else value

    def nameless(raw: Mapping[str, Any], kind: type[Event]) -> dict[str, Any]:
        new = _rewritten(raw, kind, replaced)
        if kind is PlayerJoined and raw["player"] in aliases:
            new["name"] = aliases[raw["player"]]
            new.pop("forfeit", None)
        return new

    changed: dict[int, Event] = {}
    for line in log.lines:
        event = line.entry.event
        raw = nameless(msgspec.to_builtins(event), type(event))
        if isinstance(event, EntryChanged):
            raw["event"] = nameless(event.event, type(log.line(event.entry).entry.event))
        new = msgspec.convert(raw, type(event))
        if new != event:
            changed[line.entry.seq] = new
    return Erasure(player, names, aliases[player], new_id, changed)


def after(log: Log, erased: Erasure) -> Log:
    """The log after the erasure; refuses one that would change anybody's sums, places or rights."""
    fresh = Log()
    for line in log.lines:
        entry = line.entry
        event = erased.events.get(entry.seq, entry.event)
        by = erased.new_id if entry.by == erased.player else entry.by
        extend(fresh, [Row(entry.seq, entry.at, by, stored(event))])
    if _sums(log) != _sums(fresh):
        raise Refused("This night cannot be counted without that name. Nothing was erased.")
    return fresh


def names_of(log: Log, player: str) -> tuple[str, ...]:
    """Every name the player ever had, including those before a rename, the longest first."""
    found = {name for joined, name in _joinings(log) if joined == player}
    return tuple(sorted(found, key=lambda name: (-len(name), name)))


def mentions(text: str, names: Collection[str]) -> bool:
    """Whether one of the names is in a text."""
    return bool(names) and _pattern(names).search(unicodedata.normalize("NFC", text)) is not None


def is_named(text: str, names: Collection[str]) -> bool:
    """Whether one of the names is in a text as a whole word, not only at the beginning of one."""
    found = _pattern(names).finditer(unicodedata.normalize("NFC", text)) if names else ()
    return any(not re.match(r"\w", match.string[match.end() :]) for match in found)


def without(text: str, names: Collection[str], alias: str, most: int) -> str:
    """The text with the alias in place of each name, cut to the length `most`; a text without names stays as it is."""
    if not mentions(text, names):
        return text
    new = _pattern(names).sub(lambda _: alias, unicodedata.normalize("NFC", text))
    return new if len(new) <= most else new[: most - 1].rstrip() + "…"


def _pattern(names: Collection[str]) -> re.Pattern[str]:
    """Matches the names where a word begins, short names only as whole words."""
    longest_first = sorted(names, key=len, reverse=True)
    parts = (re.escape(name) + (r"(?!\w)" if len(name) < SHORT else "") for name in longest_first)
    return re.compile(rf"(?<!\w)(?:{'|'.join(parts)})", re.IGNORECASE)


def _events_as_data(log: Log) -> Iterator[tuple[Mapping[str, Any], type[Event]]]:
    """Every event of the log as plain data with its kind; for a change also the new event of the entry."""
    for line in log.lines:
        event = line.entry.event
        yield msgspec.to_builtins(event), type(event)
        if isinstance(event, EntryChanged):
            yield event.event, type(log.line(event.entry).entry.event)


def _joinings(log: Log) -> Iterator[tuple[str, str]]:
    """Player id and name of every player.joined event, including undone and changed ones."""
    for raw, kind in _events_as_data(log):
        if kind is PlayerJoined:
            yield raw["player"], raw["name"]


def _aliases(log: Log, player: str) -> dict[str, str]:
    """New names: for the player, and for those with the same name whose joining was undone."""
    mine = {name.casefold() for name in names_of(log, player)}
    taken = {name.casefold() for _, name in _joinings(log)}
    undone = ((joined, name) for joined, name in _joinings(log) if joined not in log.night.players)
    aliases: dict[str, str] = {}
    for each in dict.fromkeys((player, *(joined for joined, name in undone if name.casefold() in mine))):
        first = [*log.night.players, each].index(each) + 1
        free = (f"somebody {number}" for number in count(first))
        aliases[each] = next(name for name in free if name not in taken)
        taken.add(aliases[each])
    return aliases


def _free_id(log: Log) -> str:
    used = {joined for joined, _ in _joinings(log)}
    return next(name for name in (f"p{number}" for number in count(1)) if name not in used)


def _sums(log: Log) -> Any:
    """All counted results, with each player as their number in order of joining instead of a name or id."""
    night = log.night
    place = {player: number for number, player in enumerate(night.players)}
    charges = [
        (charge.seq, place[charge.player], charge.amount, charge.rule, charge.paid)
        for line in log.lines
        for charge in line.charges
    ]
    people = [(each.charged, each.taken, each.forgiven, each.paid) for each in night.players.values()]
    games = [
        (game.kind, game.started, [(place[player], *row) for player, *row in standings(night, game)])
        for game in night.played
    ]
    order, rights = [place[player] for player in night.order], [place[right.player] for right in night.rights]
    return people, charges, games, order, rights, place.get(night.finesmaster or ""), night.closed


def _rewritten(raw: Mapping[str, Any], kind: type[msgspec.Struct], rewrite: Rewrite) -> dict[str, Any]:
    """The fields of an event, or of a game's options, with every player and free text in them rewritten."""
    kinds = _kinds_of(kind)
    if kind is GameStarted and raw.get("game") in GAMES:
        kinds = {**kinds, "options": (GAMES[raw["game"]].options,)}
    return {name: _rewritten_within(name, value, kinds.get(name, ()), rewrite) for name, value in raw.items()}


def _rewritten_within(field: str, value: Any, kinds: Iterable[Any], rewrite: Rewrite) -> Any:
    for each in kinds:
        if isinstance(value, str) and (each in PLAYER or each in FREE_TEXT):
            return rewrite(field, value, each)
        if isinstance(value, list | tuple) and get_origin(each) is tuple:
            return [
                _rewritten_within(field, one, _kinds(part), rewrite)
                for one, part in zip(value, _parts(each, len(value)), strict=True)
            ]
        if isinstance(value, dict) and isinstance(each, type) and issubclass(each, msgspec.Struct):
            return _rewritten(value, each, rewrite)
    return value


@cache
def _kinds_of(kind: type[msgspec.Struct]) -> dict[str, tuple[Any, ...]]:
    return {field.encode_name: tuple(_kinds(field.type)) for field in msgspec.structs.fields(kind)}


def _kinds(kind: Any) -> Iterator[Any]:
    """Every type that a value of this annotation can have, without length limits."""
    if kind in PLAYER or kind in FREE_TEXT:
        yield kind
    elif get_origin(kind) is Annotated:
        yield from _kinds(get_args(kind)[0])
    elif get_origin(kind) in (Union, UnionType):
        for part in get_args(kind):
            yield from _kinds(part)
    else:
        yield kind


def _parts(kind: Any, length: int) -> tuple[Any, ...]:
    parts = get_args(kind)
    return parts[:1] * length if parts[-1:] == (...,) else parts
