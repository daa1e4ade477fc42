"""From a form to an event: the fields' names are the event's names; ids are made here and never sent."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Iterator
from typing import Any, get_args, get_origin

import msgspec
from werkzeug.datastructures import MultiDict

from ..chance import draw
from ..rules import events as of
from ..rules.events import EVENTS, Event, read, written
from ..rules.log import Log
from ..rules.refused import Refused
from ..rules.replay import own_events

NOT_FACTS = {"key", "back", "acting", "again", "move", "type", "dealt"}
LONGEST_NAME = 24
Form = MultiDict[str, str]


def event(form: Form, log: Log) -> Event:
    """The event a form proposes, with what the server makes itself; raises Refused in words."""
    raw = raw_event(form, log)
    for complete in (_named, _numbered, _dealer, _moved, _renamed):
        complete(raw, form, log)
    return read(raw, own_events(log.night), strict=False)


def raw_event(form: Form, log: Log) -> dict[str, Any]:
    """The form's fields as the night file would write them; empty ones are left out."""
    kind = form.get("type", "")
    types = _types(EVENTS.get(kind) or own_events(log.night).get(kind))
    raw: dict[str, Any] = {"type": kind}
    for name in form:
        if name not in NOT_FACTS:
            _put(raw, name, form.getlist(name), types.get(name.partition(".")[0]))
    return raw


def _types(known: type[Event] | None) -> dict[str, Any]:
    return {field.name: field.type for field in msgspec.structs.fields(known)} if known else {}


def _put(raw: dict[str, Any], name: str, values: list[str], kind: Any) -> None:
    """Nested data has dotted names; an empty winner is nobody, any other empty field is left out."""
    given = [value for value in values if value.strip()]
    if name == "winner" and not given:
        raw[name] = None
    if not given:
        return
    outer, _, inner = name.partition(".")
    if inner:
        value: Any = given[0] if len(given) == 1 else given
        inside = raw.setdefault(outer, {})
        if isinstance(inside, dict):
            inside[inner] = True if value == "true" else value
    elif name == "plays":
        raw[name] = [play.split(" ") for play in given]
    else:
        raw[name] = given if _is_list(kind) else given[0].strip()


def _is_list(kind: Any) -> bool:
    return get_origin(kind) is tuple or any(_is_list(part) for part in get_args(kind) if not isinstance(part, str))


def _named(raw: dict[str, Any], form: Form, log: Log) -> None:
    if raw["type"] == "player.joined":
        raw["player"] = next_id("p", log.night.players)
        raw["name"] = proper_name(raw.get("name", ""), log.night.names.values())
        raw.pop("forfeit", None)


def _numbered(raw: dict[str, Any], form: Form, log: Log) -> None:
    if raw["type"] == "rule.made":
        raw["rule"] = next_id("r", log.night.rules)
    if raw["type"] in ("rule.made", "rule.amended"):
        _check_impartial(str(raw.get("text", "")), log)


def _check_impartial(text: str, log: Log) -> None:
    """A house rule may not favour or pick on named players (rules, 1: what a house rule may not do)."""
    for name in log.night.names.values():
        if re.search(rf"(?<!\w){re.escape(name)}(?!\w)", text):
            raise Refused(f"A house rule is for everybody: it may not name {name}.")


def _dealer(raw: dict[str, Any], form: Form, log: Log) -> None:
    """The first dealer is drawn by lot unless the table picks one."""
    if raw["type"] == "game.started" and raw.get("dealer") == "lot":
        raw["dealer"] = draw(raw.get("players") or [""])


def _moved(raw: dict[str, Any], form: Form, log: Log) -> None:
    """A button moves one player a seat up or down; a drag sends the whole order."""
    if raw["type"] != "seats.moved" or not form.get("move"):
        return
    player, _, way = form["move"].rpartition(" ")
    order = list(log.night.order)
    if player not in order:
        raise Refused("That player is not at this table.")
    here = order.index(player)
    order.insert((here + (1 if way == "down" else -1)) % len(order), order.pop(here))
    raw["order"] = order


def _renamed(raw: dict[str, Any], form: Form, log: Log) -> None:
    """A rename is a change of the entry by which the player joined."""
    if raw["type"] != "entry.changed":
        return
    if "player" in raw:
        raw["entry"] = _joined(log, raw.pop("player"))
    changed = dict(raw.get("event") or {})
    at = str(raw.get("entry", ""))
    if not at.isdecimal() or not 0 < int(at) <= log.seq:
        raise Refused("There is no such entry.")
    target = log.lines[int(at) - 1]
    before = target.counts or target.entry.event
    if isinstance(before, of.PlayerJoined) and "name" in changed:
        others = (name for player, name in log.night.names.items() if player != before.player)
        changed["name"] = proper_name(changed["name"], others)
    raw["entry"] = int(at)
    merged = {**written(before), **changed}
    raw["event"] = written(_typed(merged, type(before)))


def _typed(raw: dict[str, Any], kind: type[Event]) -> Event:
    return read(raw, {raw["type"]: kind}, strict=False)


def _joined(log: Log, player: str) -> int:
    for line in log.lines:
        if isinstance(line.counts, of.PlayerJoined) and line.counts.player == player:
            return line.entry.seq
    raise Refused("That player is not at this table.")


def next_id(letter: str, taken: Iterable[str]) -> str:
    """The first unused of p1, p2 …: what the app makes is opaque."""
    used = set(taken)
    return next(name for name in (f"{letter}{number}" for number in range(1, len(used) + 2)) if name not in used)


def proper_name(name: str, taken: Iterable[str]) -> str:
    """A name as the table shows it: one spelling, no invisible signs, 1 to 24 letters, not like another's."""
    shown = " ".join("".join(_visible(unicodedata.normalize("NFKC", name))).split())
    if not shown:
        raise Refused("Please type a name.")
    if sum(1 for sign in shown if not unicodedata.combining(sign)) > LONGEST_NAME or len(shown) > 40:
        raise Refused(f"A name has {LONGEST_NAME} letters at most.")
    if shown.casefold() in {other.casefold() for other in taken}:
        raise Refused(f"There is already a {shown} at this table. Take another name, or take over that seat.")
    return shown


def _visible(text: str) -> Iterator[str]:
    for sign in text:
        category = unicodedata.category(sign)
        if category in ("Zs", "Zl", "Zp", "Cc"):
            yield " "
        elif category not in ("Cf", "Cs", "Co", "Cn"):
            yield sign
