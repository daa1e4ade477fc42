"""The rule book: the house rules in force, with a button to catch somebody, and those that are gone."""

from __future__ import annotations

from typing import Any

import msgspec

from ..rules.cards import RANK_WORDS, SUIT_WORDS
from ..rules.house_rules import BoxScored, CardPlayed, HouseRule, TrickWon, When
from .painting import Region, always
from .scene import Scene, Who


class RuleCard(msgspec.Struct, frozen=True):
    """One house rule: its sentence, what the companion does about it, how often it struck and what that cost."""

    id: str
    text: str
    does: str
    maker: Who | None
    active: bool
    asks: bool
    struck: int
    cost: int


class RuleBook(msgspec.Struct, frozen=True):
    """All rules in the order made; `calls` counts how often one was called, so that each call is told once."""

    night_id: str
    calls: int
    unit: str
    rules: tuple[RuleCard, ...]
    gone: tuple[RuleCard, ...]
    people: tuple[Who, ...]
    thinking: tuple[Who, ...]


class Catch(msgspec.Struct, frozen=True):
    """The rules in force, short: one tap opens a rule, one on a player catches them."""

    night_id: str
    calls: int
    rules: tuple[tuple[str, str, bool], ...]
    people: tuple[Who, ...]


ON = {
    "card.played": "a card is played",
    "trick.taken": "a trick is taken",
    "trick.nobody": "nobody takes a trick",
    "bid.made": "a bid is made",
    "bid.missed": "a bid is missed",
    "declared": "somebody declares",
    "revealed": "somebody reveals",
    "box.scored": "a box is scored",
    "dropped.out": "somebody drops out",
    "called": "somebody is caught",
}
WHO = {
    "player": "that player",
    "left": "the player on their left",
    "right": "the player on their right",
    "neighbours": "both neighbours",
    "across": "the player across",
    "everyone": "everyone",
    "others": "everybody else",
    "dealer": "the dealer",
    "leader": "the leader",
    "taker": "the taker of the trick",
    "chosen": "whoever they choose",
}


def does(rule: HouseRule) -> str:
    """What the companion does about a rule, in plain words."""
    drinks = " and ".join(f"{WHO[part.who]} drinks {part.amount}" for part in rule.parts)
    return f"When {trigger(rule.when)}: {drinks}."


def trigger(when: When) -> str:
    """What sets the rule off, in plain words."""
    said = ON[when.on]
    if isinstance(when, CardPlayed):
        led = " to lead" if when.led is True else ""
        return f"{_card(when.rank, when.suit) or 'a card'} is played{led}"
    if isinstance(when, TrickWon):
        number = f"trick {when.trick}" if isinstance(when.trick, int) else "a trick"
        card = _card(when.with_rank, when.with_suit)
        return f"{number} is taken{f' with {card}' if card else ''}"
    if isinstance(when, BoxScored):
        box = f"the box {when.box}" if isinstance(when.box, str) else "a box"
        if when.zero is True:
            return f"{box} is filled with nothing"
        return f"{box} scores {when.at_least} or more" if isinstance(when.at_least, int) else f"{box} is scored"
    return said


def _card(rank: Any, suit: Any) -> str:
    ranks, suits = _list(rank) or "card", _list(suit)
    article = "an" if ranks[0] in "ae" else "a"
    return f"{article} {ranks} of {suits}" if suits else f"{article} {ranks}" if ranks != "card" else ""


def _list(named: Any) -> str:
    if not isinstance(named, str | tuple):
        return ""
    signs = (named,) if isinstance(named, str) else named
    return " or ".join(RANK_WORDS.get(sign) or SUIT_WORDS[sign] for sign in signs)


def book(scene: Scene) -> RuleBook:
    """All rules in the order made."""
    cards = [_rule_card(scene, rule) for rule in scene.night.rules.values()]
    thinking = dict.fromkeys(right.player for right in scene.night.rights)
    return RuleBook(
        night_id=scene.night_id,
        calls=len(scene.night.calls) + scene.corrections,
        unit=scene.night.unit,
        rules=tuple(card for card in cards if card.active),
        gone=tuple(card for card in cards if not card.active),
        people=scene.seated,
        thinking=tuple(scene.people[player] for player in thinking),
    )


def _rule_card(scene: Scene, rule: HouseRule) -> RuleCard:
    struck = scene.log.tally.struck(rule.id)
    return RuleCard(
        id=rule.id,
        text=rule.text,
        does=does(rule),
        maker=scene.who(rule.maker),
        active=rule.active,
        asks=rule.asks,
        struck=struck.times,
        cost=struck.cost,
    )


def catch(scene: Scene) -> Catch:
    """What anybody may be caught at."""
    in_force = () if scene.night.closed else scene.night.rules.values()
    rules = tuple((rule.id, rule.text, rule.asks) for rule in in_force if rule.active)
    return Catch(scene.night_id, len(scene.night.calls) + scene.corrections, rules, scene.seated if rules else ())


CATCH = Region("catch", always("rules/_catch.html"), catch)
BOOK = Region("book", always("rules/_book.html"), book)
