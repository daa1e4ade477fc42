"""Votes of the table in nights up to version 1.0: they replay as they did, and nothing writes them any more.

A table could strike a house rule and elect its finesmaster; see docs/night-format.md#old-votes.
"""

from msgspec.structs import replace

from .events import EVENTS, Entry, Event, Id, by_type
from .house_rules.ruling import ended, with_rule
from .night import Night, Outcome, Right, Transitions
from .refused import Refused


class RuleObjected(Event, frozen=True, tag="rule.objected"):
    slot = ("rule",)
    rule: Id
    player: Id


class RuleStruck(Event, frozen=True, tag="rule.struck"):
    slot = ("rule",)
    rule: Id
    votes: tuple[Id, ...]


class OfficeClaimed(Event, frozen=True, tag="office.claimed"):
    player: Id


class OfficeVoted(Event, frozen=True, tag="office.voted"):
    player: Id
    votes: tuple[Id, ...]


OLD = by_type(RuleObjected, RuleStruck, OfficeClaimed, OfficeVoted)
EVENTS.update(OLD)  # so that they are read like the other events of a night


def check_objected(night: Night, event: RuleObjected, entry: Entry) -> None:
    if event.player in night.rule(event.rule).objectors:
        raise Refused(f"{night.names[event.player]} has objected already")


def objected(night: Night, event: RuleObjected, entry: Entry) -> Outcome:
    rule = night.rules[event.rule]
    return with_rule(night, replace(rule, objectors=(*rule.objectors, event.player))), ()


def struck(night: Night, event: RuleStruck, entry: Entry) -> Outcome:
    """The right that was spent to make the rule goes back to its maker, if the game that gave it is still on."""
    rule = night.rules[event.rule]
    night = ended(night, rule.id, entry.seq)
    if rule.spent is not None and rule.maker and night.game is not None and night.game.started == rule.spent:
        night = replace(night, rights=(*night.rights, Right(rule.maker, rule.spent)))
    return night, ()


TRANSITIONS: Transitions = {
    RuleObjected: (check_objected, objected),
    RuleStruck: (None, struck),
    OfficeClaimed: (None, lambda night, event, entry: (night, ())),  # a claim only began a vote
    OfficeVoted: (None, lambda night, event, entry: (replace(night, finesmaster=event.player), ())),
}
SENTENCES: dict[type[Event], str] = {
    RuleObjected: "{player} objects to {rule}",
    RuleStruck: "Rule scrapped by vote: {rule}",
    OfficeClaimed: "{player} wants to be finesmaster.",
    OfficeVoted: "{player} is finesmaster, by vote.",
}
