"""Erasing a player: what of the log says who they are, and the same log without it (decision 0014)."""

from __future__ import annotations

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
SHORT = 3  # letters; a shorter name is part of too many other words
PLAYER = (Id, Hand)
FREE = (Name, Title, Text)
NOT_PLAYERS = frozenset({"rule", "game"})  # ids of other things
Say = Callable[[str, str, Any], str]
"""Given a field, what stands there and its kind (one of PLAYER or FREE): what is to stand there."""


class Erasure(msgspec.Struct, frozen=True):
    """What erasing a player makes of the log: `events` by entry, as they will stand, for those that change.

    `names` are all they ever had, `alias` is the one they have from now on, and `new_id` is their id from now on: an id
    that this app made says nothing and stays, one out of a file written by hand may be a name.
    """

    player: str
    names: tuple[str, ...]
    alias: str
    new_id: str
    events: Mapping[int, Event]


def texts_about(log: Log, player: str) -> tuple[str, ...]:
    """Every free text of the log in which one of the player's names stands, each once, the oldest first."""
    names = names_of(log, player)
    found: dict[str, None] = {}

    def say(field: str, value: str, kind: Any) -> str:
        if _is_free(kind) and mentions(value, names):
            found[value] = None
        return value

    for _, raw, kind in _said(log):
        _reworded({name: value for name, value in raw.items() if not _is_name(name, kind)}, kind, say)
    return tuple(found)


def erasure(log: Log, player: str, texts: Collection[str]) -> Erasure:
    """How the log stands without the player's names, and without them in these free texts; all else stays."""
    names, aliases = names_of(log, player), _aliases(log, player)
    new_id = player if OPAQUE.fullmatch(player) else _free_id(log)

    def say(field: str, value: str, kind: Any) -> str:
        if _is_player(field, kind):
            return _renamed(value, player, new_id)
        return without(value, names, aliases[player], _longest(kind)) if value in texts else value

    def rewrite(raw: Mapping[str, Any], kind: type[Event]) -> dict[str, Any]:
        new = _reworded(raw, kind, say)
        if kind is PlayerJoined and raw["player"] in aliases:
            new["name"] = aliases[raw["player"]]
            new.pop("forfeit", None)
        return new

    events = {line.entry.seq: _rewritten(log, line.entry.event, rewrite) for line in log.lines}
    changed = {seq: event for seq, event in events.items() if event != log.line(seq).entry.event}
    return Erasure(player, names, aliases[player], new_id, changed)


def after(log: Log, erased: Erasure) -> Log:
    """The log as it will stand; Refused where anybody's sums, places or rights would come out otherwise."""
    fresh = Log()
    for line in log.lines:
        entry = line.entry
        event = erased.events.get(entry.seq, entry.event)
        by = erased.new_id if entry.by == erased.player else entry.by
        extend(fresh, [Row(entry.seq, entry.at, by, stored(event))])
    if _sums(log, erased.player, erased.new_id) != _sums(fresh, erased.new_id, erased.new_id):
        raise Refused("This night cannot be counted without that name. Nothing was erased.")
    return fresh


def names_of(log: Log, player: str) -> tuple[str, ...]:
    """Every name the player ever had, also before they were renamed, the longest first."""
    found = {name for _, joined, name in _joinings(log) if joined == player}
    return tuple(sorted(found, key=lambda name: (-len(name), name)))


def mentions(text: str, names: Collection[str]) -> bool:
    """Whether one of the names stands in a text."""
    return bool(names) and _pattern(names).search(unicodedata.normalize("NFC", text)) is not None


def is_named(text: str, names: Collection[str]) -> bool:
    """Whether one of the names stands in a text as a word of its own, not only at the beginning of another."""
    found = _pattern(names).finditer(unicodedata.normalize("NFC", text)) if names else ()
    return any(not re.match(r"\w", match.string[match.end() :]) for match in found)


def without(text: str, names: Collection[str], alias: str, most: int) -> str:
    """The text with the alias in the place of each name, in so many letters at most; one that has none as it is."""
    if not mentions(text, names):
        return text
    said = _pattern(names).sub(lambda _: alias, unicodedata.normalize("NFC", text))
    return said if len(said) <= most else said[: most - 1].rstrip() + "…"


def _pattern(names: Collection[str]) -> re.Pattern[str]:
    """The names where a word begins; a short one only as a word of its own."""
    longest_first = sorted(names, key=len, reverse=True)
    parts = (re.escape(name) + (r"(?!\w)" if len(name) < SHORT else "") for name in longest_first)
    return re.compile(rf"(?<!\w)(?:{'|'.join(parts)})", re.IGNORECASE)


def _rewritten(log: Log, event: Event, rewrite: Callable[[Mapping[str, Any], type[Event]], dict[str, Any]]) -> Event:
    raw = rewrite(msgspec.to_builtins(event), type(event))
    if isinstance(event, EntryChanged):
        raw["event"] = rewrite(event.event, type(log.line(event.entry).entry.event))
    return msgspec.convert(raw, type(event))


def _said(log: Log) -> Iterator[tuple[int, Mapping[str, Any], type[Event]]]:
    """Every event of the log as plain data with its kind; of a change also what it changes an entry into."""
    for line in log.lines:
        event = line.entry.event
        yield line.entry.seq, msgspec.to_builtins(event), type(event)
        if isinstance(event, EntryChanged):
            yield line.entry.seq, event.event, type(log.line(event.entry).entry.event)


def _is_name(field: str, kind: type[Event]) -> bool:
    return kind is PlayerJoined and field == "name"


def _joinings(log: Log) -> Iterator[tuple[int, str, str]]:
    for seq, raw, kind in _said(log):
        if kind is PlayerJoined:
            yield seq, raw["player"], raw["name"]


def _aliases(log: Log, player: str) -> dict[str, str]:
    """The player's new name, and one each for those whose joining was undone and who were called the same."""
    mine = {name.casefold() for name in names_of(log, player)}
    taken = {name.casefold() for _, _, name in _joinings(log)}
    undone = ((joined, name) for _, joined, name in _joinings(log) if joined not in log.night.players)
    aliases: dict[str, str] = {}
    for each in dict.fromkeys((player, *(joined for joined, name in undone if name.casefold() in mine))):
        first = [*log.night.players, each].index(each) + 1
        free = (f"somebody {number}" for number in count(first))
        aliases[each] = next(name for name in free if name not in taken)
        taken.add(aliases[each])
    return aliases


def _renamed(value: str, player: str, new_id: str) -> str:
    hand, colon, dummy = value.partition(":")
    return f"{new_id}{colon}{dummy}" if hand == player else value


def _free_id(log: Log) -> str:
    used = {joined for _, joined, _ in _joinings(log)}
    return next(name for name in (f"p{number}" for number in count(1)) if name not in used)


def _sums(log: Log, player: str, new_id: str) -> Any:
    """Everything that was counted, without a name or a text in it."""
    night = log.night

    def called(other: str) -> str:
        return new_id if other == player else other

    charges = [
        (charge.seq, called(charge.player), charge.amount, charge.rule, charge.paid)
        for line in log.lines
        for charge in line.charges
    ]
    people = {called(each.id): (each.charged, each.taken, each.forgiven, each.paid) for each in night.players.values()}
    games = (*night.games, night.game) if night.game else night.games
    played = [
        (each.kind, each.started, [(called(one), score, place) for one, score, place in standings(night, each)])
        for each in games
    ]
    order, rights = [called(each) for each in night.order], [called(right.player) for right in night.rights]
    return people, charges, played, order, rights, called(night.finesmaster or ""), night.closed


def _reworded(raw: Mapping[str, Any], kind: type[msgspec.Struct], say: Say) -> dict[str, Any]:
    """The fields of an event, or of a game's options, as `say` wants them; what they mean beside that stays."""
    kinds = _kinds_of(kind)
    if kind is GameStarted and raw.get("game") in GAMES:
        kinds = {**kinds, "options": (GAMES[raw["game"]].options,)}
    return {name: _say_within(name, value, kinds.get(name, ()), say) for name, value in raw.items()}


def _is_player(field: str, kind: Any) -> bool:
    """Whether a field of this kind names a player (or a player's dummy)."""
    return kind in PLAYER and field not in NOT_PLAYERS


def _is_free(kind: Any) -> bool:
    """Whether people wrote there what they liked."""
    return kind in FREE


def _longest(kind: Any) -> int:
    """How many letters a free text of this kind has at most."""
    return int(kind.__metadata__[0].max_length)


def _say_within(field: str, value: Any, kinds: Iterable[Any], say: Say) -> Any:
    for each in kinds:
        if isinstance(value, str) and (each in PLAYER or each in FREE):
            return say(field, value, each)
        if isinstance(value, list | tuple) and get_origin(each) is tuple:
            return [
                _say_within(field, one, _kinds(part), say)
                for one, part in zip(value, _parts(each, len(value)), strict=True)
            ]
        if isinstance(value, dict) and isinstance(each, type) and issubclass(each, msgspec.Struct):
            return _reworded(value, each, say)
    return value


@cache
def _kinds_of(kind: type[msgspec.Struct]) -> dict[str, tuple[Any, ...]]:
    return {field.encode_name: tuple(_kinds(field.type)) for field in msgspec.structs.fields(kind)}


def _kinds(kind: Any) -> Iterator[Any]:
    """Every kind a value may be of, without what a type only adds about its length."""
    if kind in PLAYER or kind in FREE:
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
