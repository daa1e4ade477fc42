"""The chips of a house rule: what may be tapped together, and a rule's meaning as chips and back."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, get_args
from urllib.parse import urlencode

import msgspec
from werkzeug.datastructures import MultiDict

from ..rules import events as of
from ..rules.cards import RANK_WORDS, SUIT_WORDS
from ..rules.games import BOXES, GAMES
from ..rules.house_rules import When, check_when
from ..rules.ruling import as_made
from ..rules.sentences import Meaning

Chips = Mapping[str, tuple[str, ...]]  # the fields of a form, and which of their chips are tapped
Pairs = tuple[tuple[str, str], ...]

TRIGGERS: dict[str, type[msgspec.Struct]] = {str(kind.__struct_config__.tag): kind for kind in get_args(When)}
ON = {
    "called": "somebody is caught",
    "card.played": "a card is played",
    "trick.taken": "a trick is taken",
    "trick.nobody": "nobody takes a trick",
    "bid.made": "a bid is made",
    "bid.missed": "a bid is missed",
    "declared": "somebody declares",
    "revealed": "somebody reveals",
    "box.scored": "a box is scored",
    "dropped.out": "somebody drops out",
}
WHO = {
    "player": "that player",
    "left": "their left",
    "right": "their right",
    "neighbours": "both neighbours",
    "across": "across",
    "everyone": "everyone",
    "others": "everybody else",
    "dealer": "the dealer",
    "leader": "the leader",
    "taker": "the taker",
    "chosen": "whom they choose",
}
NOBODY_SAID: Chips = {"when.on": ("called",), "who": ("player",), "amount": ("1",)}


class Choices(msgspec.Struct, frozen=True):
    """All chips there are; boxes go by the games that have them."""

    on: Pairs
    who: Pairs
    ranks: Pairs
    suits: Pairs
    boxes: tuple[tuple[str, Pairs], ...]


def choices(game: str | None, box: str | None) -> Choices:
    """The chips to offer while a game is on: its own boxes, else every game's, and always the `box` that is tapped."""
    boxed = {each.id: each for each in GAMES.values() if each.boxes}
    shown = [boxed[game]] if game in boxed else list(boxed.values())
    shown += [each for each in boxed.values() if box in each.boxes and each not in shown]
    return Choices(
        on=tuple(ON.items()),
        who=tuple(WHO.items()),
        ranks=tuple((rank, "10" if rank == "T" else rank) for rank in RANK_WORDS),
        suits=tuple(SUIT_WORDS.items()),
        boxes=tuple((each.name, tuple(each.boxes.items())) for each in shown),
    )


def tapped(form: MultiDict[str, str]) -> Chips:
    """The chips that are tapped in a form; those that belong to another trigger do not count."""
    on = form.get("when.on", "").strip() or "called"
    names = [f"when.{field}" for field in getattr(TRIGGERS.get(on), "__struct_fields__", ())]
    given = {name: _filled(form.getlist(name)) for name in (*names, "who", "amount")}
    pairs = zip(form.getlist("also.who"), form.getlist("also.amount"), strict=False)
    also = tuple(f"{who} {amount}" for who, amount in pairs if who)
    return {
        **NOBODY_SAID,
        **{name: values for name, values in {**given, "also": also}.items() if values},
        "when.on": (on,),
    }


def _filled(values: list[str]) -> tuple[str, ...]:
    return tuple(sorted({value.strip() for value in values if value.strip()}))


def chips_of(meaning: Meaning) -> Chips:
    """The chips that say the same."""
    when: dict[str, Any] = msgspec.to_builtins(meaning.when)
    first, *also = meaning.parts
    chips = {f"when.{name}": _values(value) for name, value in when.items()}
    more = {"also": tuple(f"{part.who} {part.amount}" for part in also)} if also else {}
    return {**chips, "who": (first.who,), "amount": (str(first.amount),), **more}


def _values(value: Any) -> tuple[str, ...]:
    if value is True:
        return ("true",)
    return tuple(sorted(value)) if isinstance(value, list | tuple) else (str(value),)


def fields(chips: Chips) -> dict[str, Any]:
    """The chips as the fields of an event."""
    when = {name.removeprefix("when."): _field(values) for name, values in chips.items() if name.startswith("when.")}
    pairs = [pair.rpartition(" ") for pair in chips.get("also", ())]
    also = [{"who": who, "amount": amount} for who, _, amount in pairs]
    return {"when": when, "who": chips["who"][0], "amount": chips["amount"][0], "also": also}


def hidden_fields(chips: Chips) -> Pairs:
    """The chips as a form carries them unseen."""
    pairs = [pair.rpartition(" ") for pair in chips.get("also", ())]
    also = [part for who, _, amount in pairs for part in (("also.who", who), ("also.amount", amount))]
    return (*((name, value) for name, values in chips.items() if name != "also" for value in values), *also)


def _field(values: tuple[str, ...]) -> Any:
    if values == ("true",):
        return True
    return list(values) if len(values) > 1 else values[0]


def meaning(chips: Chips) -> Meaning:
    """What the chips mean together; raises Refused, in words, for chips that are none of ours."""
    event = of.read({"type": "rule.made", "rule": "r", "text": "-", **fields(chips)}, {}, strict=False)
    assert isinstance(event, of.RuleMade)
    rule = as_made(event)
    check_when(rule.when, BOXES)
    return Meaning(rule.when, rule.parts)


def encoded(chips: Chips) -> str:
    """The chips in one line, as an address carries them; equal chips have equal lines."""
    return urlencode(sorted(chips.items()), doseq=True)
