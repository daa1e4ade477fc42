"""The rule book: the house rules in force with all that was changed about them, and those that are gone."""

from __future__ import annotations

import msgspec

from ..rules.house_rules import Called, HouseRule
from ..rules.limits import bare
from .booth import standing
from .fragments import Fragment
from .rule_history import Ending, Version, ending, in_plain_words, versions
from .scene import Scene, Who


class RuleCard(msgspec.Struct, frozen=True):
    """One house rule: `says` is what the companion does about it where its own words say something else or more.

    `watched`: the companion sees it happen; `asks`: somebody must be chosen. `struck` times it cost `cost` in all.
    `vote` is how the table's vote about it stands (showing/booth).
    """

    id: str
    text: str
    says: str
    watched: bool
    asks: bool
    maker: Who | None
    at: str | None
    struck: int
    cost: int
    history: tuple[Version, ...]
    ended: Ending | None
    vote: str


class RuleBook(msgspec.Struct, frozen=True):
    """All rules in the order made; `calls` counts how often one was called, so that each call is told once."""

    night_id: str
    calls: int
    unit: str
    rules: tuple[RuleCard, ...]
    gone: tuple[RuleCard, ...]
    people: tuple[Who, ...]
    thinking: tuple[Who, ...]
    closed: bool


class Whose(msgspec.Struct, frozen=True):
    """Whose right the next change of the rules is; nobody's means everybody's."""

    holders: tuple[Who, ...]
    closed: bool


class InForce(msgspec.Struct, frozen=True):
    """The words of the rules in force, bare, so that a shelf can tell which of its rules are brought in already."""

    texts: tuple[str, ...]


def holders(scene: Scene) -> tuple[Who, ...]:
    """Everybody who holds a rule right, each once."""
    return tuple(scene.people[player] for player in dict.fromkeys(right.player for right in scene.night.rights))


def book(scene: Scene) -> RuleBook:
    """All rules in the order made."""
    cards = [_rule_card(scene, rule) for rule in scene.night.rules.values()]
    return RuleBook(
        night_id=scene.night_id,
        calls=len(scene.night.calls) + scene.corrections,
        unit=scene.night.unit,
        rules=tuple(card for card in cards if card.ended is None),
        gone=tuple(card for card in cards if card.ended is not None),
        people=scene.seated,
        thinking=holders(scene),
        closed=scene.night.closed,
    )


def _rule_card(scene: Scene, rule: HouseRule) -> RuleCard:
    struck = scene.log.tally.struck(rule.id)
    history = versions(scene, rule)
    says = in_plain_words(rule)
    return RuleCard(
        id=rule.id,
        text=rule.text,
        says="" if bare(says) == bare(rule.text) else says,
        watched=not isinstance(rule.when, Called),
        asks=rule.asks,
        maker=scene.who(rule.maker),
        at=history[0].at,
        struck=struck.times,
        cost=struck.cost,
        history=history if len(history) > 1 else (),
        ended=ending(scene, rule),
        vote=standing(scene, rule.id),
    )


def whose(scene: Scene) -> Whose:
    """Who may change the rules now."""
    return Whose(holders(scene), scene.night.closed)


def in_force(scene: Scene) -> InForce:
    """What need not be brought in any more."""
    return InForce(tuple(bare(rule.text) for rule in scene.night.rules.values() if rule.active))


BOOK = Fragment("book", "rules/_book.html", book)
WHOSE = Fragment("whose", "rules/_whose.html", whose)
IN_FORCE = Fragment("in-force", "rules/_in_force.html", in_force)
