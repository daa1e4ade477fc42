"""How a form sends the fields of an event: by their types, so that no event says anything about forms."""

import re
from collections.abc import Mapping, Sequence
from functools import cache
from typing import Any, Literal, NamedTuple

import msgspec
from msgspec import UNSET, UnsetType
from msgspec import inspect as types

from .events import Event, written
from .refused import Refused

NESTED = frozenset({"when", "options"})  # they have fields of their own, such as `when.rank`
LAID = re.compile(r"(.+?)((?: (?:[2-9TJQKA][SHDC]|JOKER))+)")  # a hand, whose id can contain blanks, and its cards
Given = Mapping[str, Sequence[str]]


class Field(NamedTuple):
    """What a field takes: one text, several texts, a number for each player, or hands with the cards that each laid.

    `empty` is what it says if a form sends it without a value; UNSET: nothing.
    """

    takes: Literal["one", "several", "by player", "laid"]
    empty: tuple[str, ...] | None | UnsetType = UNSET


@cache
def fields_of(kind: type[msgspec.Struct] | None) -> Mapping[str, Field]:
    """The fields of an event, or of options, by name; cached, since reading the types costs a fifth of a tap."""
    if kind is None:
        return {}
    return {each.encode_name: _field(each) for each in types.type_info(kind).fields}  # type: ignore[attr-defined]


def _field(field: types.Field) -> Field:
    for kind in field.type.types if isinstance(field.type, types.UnionType) else (field.type,):
        if isinstance(kind, types.NoneType):
            return Field("one", None)
        if isinstance(kind, types.TupleType):
            return Field("several")
        if isinstance(kind, types.VarTupleType):
            match kind.item_type:
                case types.TupleType(item_types=(_, types.IntType())):
                    return Field("by player")
                case types.TupleType() | types.VarTupleType():
                    return Field("laid")
            return Field("several", () if field.required and not kind.min_length else UNSET)
    return Field("one")


def facts(given: Given, kind: type[Event] | None) -> dict[str, Any]:
    """What the fields of a form say of an event; what is not a field of it stays as sent, for its game to read."""
    fields, found = fields_of(kind), dict[str, Any]()
    for name, values in given.items():
        texts = [value.strip() for value in values if value.strip()]
        outer, _, inner = name.partition(".")
        field = fields.get(outer, Field("several" if len(texts) > 1 else "one"))
        if inner and field.takes == "by player":
            found.setdefault(outer, []).append([inner, texts[-1] if texts else "0"])
        elif bool(inner) != (outer in NESTED):
            raise Refused(f"There is no field called {name}.")
        elif inner and texts:
            single = True if texts == ["true"] else texts[0]
            found.setdefault(outer, {})[inner] = texts if len(texts) > 1 else single
        elif name == "players" and not texts:  # the form asks who plays, and nobody is ticked
            raise Refused("Tick who plays.")
        elif not inner and (said := _said(texts, field)) is not UNSET:
            found[name] = said
    return found


def _said(texts: Sequence[str], field: Field) -> Any:
    if not texts:
        return field.empty
    if field.takes == "laid":
        return [[found[1], *found[2].split()] if (found := LAID.fullmatch(text)) else [text] for text in texts]
    return texts if field.takes == "several" else texts[0]


def sent(event: Event) -> dict[str, list[str]]:
    """The fields of an event as a form sends them."""
    fields, found = fields_of(type(event)), dict[str, list[str]]()
    for name, value in written(event).items():
        if isinstance(value, dict):
            found |= {f"{name}.{inner}": [text_of(one)] for inner, one in value.items()}
        elif name != "type" and fields[name].takes == "by player":
            found |= {f"{name}.{player}": [text_of(number)] for player, number in value}
        elif name != "type":
            several = value if isinstance(value, list | tuple) else [value]
            found[name] = [" ".join(one) if isinstance(one, list | tuple) else text_of(one) for one in several]
    return found


def text_of(value: Any) -> str:
    """A value as a form sends it."""
    return "" if value is None else str(value).lower() if isinstance(value, bool) else str(value)
