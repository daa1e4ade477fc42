"""An event in other words: every player and every free text that it names, found by what the format says it is."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import cache
from types import UnionType
from typing import Annotated, Any, Union, get_args, get_origin

import msgspec

from .events import Event, GameStarted, Id, Name, Text, Title
from .games import GAMES
from .tricks import Hand

PLAYER = (Id, Hand)
FREE = (Name, Title, Text)
NOT_PLAYERS = frozenset({"rule", "game"})  # ids of other things
Say = Callable[[str, str, Any], str]
"""Given a field, what stands there and its kind (one of PLAYER or FREE): what is to stand there."""


def reworded(raw: Mapping[str, Any], kind: type[msgspec.Struct], say: Say) -> dict[str, Any]:
    """The fields of an event, or of a game's options, as `say` wants them; what they mean beside that stays."""
    kinds = _fields(kind)
    if kind is GameStarted and raw.get("game") in GAMES:
        kinds = {**kinds, "options": (GAMES[raw["game"]].options,)}
    return {name: _said(name, value, kinds.get(name, ()), say) for name, value in raw.items()}


def is_player(field: str, kind: Any) -> bool:
    """Whether a field of this kind names a player (or a player's dummy)."""
    return kind in PLAYER and field not in NOT_PLAYERS


def is_free(kind: Any) -> bool:
    """Whether people wrote there what they liked."""
    return kind in FREE


def longest(kind: Any) -> int:
    """How many letters a free text of this kind has at most."""
    return int(kind.__metadata__[0].max_length)


def _said(field: str, value: Any, kinds: Iterable[Any], say: Say) -> Any:
    for each in kinds:
        if isinstance(value, str) and (each in PLAYER or each in FREE):
            return say(field, value, each)
        if isinstance(value, list | tuple) and get_origin(each) is tuple:
            return [
                _said(field, one, _kinds(part), say) for one, part in zip(value, _parts(each, len(value)), strict=True)
            ]
        if isinstance(value, dict) and isinstance(each, type) and issubclass(each, msgspec.Struct):
            return reworded(value, each, say)
    return value


@cache
def _fields(kind: type[msgspec.Struct]) -> dict[str, tuple[Any, ...]]:
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


def plain(event: Event) -> dict[str, Any]:
    """An event as plain data, to be reworded."""
    found: dict[str, Any] = msgspec.to_builtins(event)
    return found
