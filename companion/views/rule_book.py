"""The rule book: the house rules in force, how each came to be what it is, and those that are gone."""

from __future__ import annotations

from collections.abc import Iterator

import msgspec

from ..domain import events as of
from ..domain.house_rules.english import Meaning, said
from ..domain.house_rules.model import Called, HouseRule
from ..domain.house_rules.ruling import as_amended, as_made
from ..domain.limits import bare
from .context import ViewContext, Who
from .fragments import Fragment
from .table import holders
from .votes import standing


class Wording(msgspec.Struct, frozen=True):
    """A rule as one entry left it: its words, what it did, and the names of what the entry changed, none at first."""

    text: str
    says: str
    by: Who | None
    at: str | None
    changed: tuple[str, ...] = ()


class Ending(msgspec.Struct, frozen=True):
    """How a rule ended (repealed, or voted down): by whom and when, and who voted for it."""

    how: str
    by: Who | None
    at: str | None
    votes: tuple[Who, ...]


class RuleCard(msgspec.Struct, frozen=True):
    """One house rule: `says` is what the companion does about it where its own words say something else or more.

    `watched`: the companion sees it happen; `asks`: somebody must be chosen. `struck` times it cost `cost` in all.
    `vote` is how the table's vote about it stands (views/votes).
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
    history: tuple[Wording, ...]
    ended: Ending | None
    vote: str


class RuleBook(msgspec.Struct, frozen=True):
    """All rules in the order made; `calls` counts how often one was called, so that each call is told once."""

    night_id: str
    calls: int
    rules: tuple[RuleCard, ...]
    gone: tuple[RuleCard, ...]
    people: tuple[Who, ...]
    thinking: tuple[Who, ...]
    closed: bool


class Whose(msgspec.Struct, frozen=True):
    """Whose right the next change of the rules is; nobody's means everybody's."""

    holders: tuple[Who, ...]
    closed: bool


def book(context: ViewContext) -> RuleBook:
    """All rules in the order made."""
    cards = [_card(context, rule) for rule in context.night.rules.values()]
    return RuleBook(
        night_id=context.night_id,
        calls=len(context.night.calls) + context.corrections,
        rules=tuple(card for card in cards if card.ended is None),
        gone=tuple(card for card in cards if card.ended is not None),
        people=context.seated,
        thinking=holders(context),
        closed=context.night.closed,
    )


def _card(context: ViewContext, rule: HouseRule) -> RuleCard:
    history, says = tuple(_history(context, rule)), _in_plain_words(rule)
    return RuleCard(
        id=rule.id,
        text=rule.text,
        says="" if bare(says) == bare(rule.text) else says,
        watched=not isinstance(rule.when, Called),
        asks=rule.asks,
        maker=context.who(rule.maker),
        at=history[0].at,
        struck=rule.fired,
        cost=rule.cost,
        history=history if len(history) > 1 else (),
        ended=None if rule.active else _ending(context, rule),
        vote=standing(context, rule.id),
    )


def _in_plain_words(rule: HouseRule) -> str:
    """What the companion does about a rule, as it would say it itself."""
    return said(Meaning(rule.when, rule.parts))


def _history(context: ViewContext, rule: HouseRule) -> Iterator[Wording]:
    """Every wording of a rule, the oldest first."""
    was: HouseRule | None = None
    for line in map(context.log.line, rule.entries):
        event = line.counts
        if isinstance(event, of.RuleMade):
            now = as_made(event)
        elif isinstance(event, of.RuleAmended) and was is not None:
            now = as_amended(was, event)
        else:
            continue
        changed = tuple(_changes(was, now)) if was else ()
        yield Wording(now.text, _in_plain_words(now), context.who(line.entry.by), line.entry.at, changed)
        was = now


def _changes(was: HouseRule, now: HouseRule) -> Iterator[str]:
    if was.text != now.text:
        yield "its words"
    if was.when != now.when:
        yield "when it strikes"
    if [part.who for part in was.parts] != [part.who for part in now.parts]:
        yield "who drinks"
    if [part.amount for part in was.parts] != [part.amount for part in now.parts]:
        yield "how many"


def _ending(context: ViewContext, rule: HouseRule) -> Ending:
    line = context.log.line(rule.entries[-1])
    votes = line.counts.votes if isinstance(line.counts, of.RuleStruck) else ()
    how = "voted down" if isinstance(line.counts, of.RuleStruck) else "repealed"
    return Ending(how, context.who(line.entry.by), line.entry.at, tuple(context.people[player] for player in votes))


def whose(context: ViewContext) -> Whose:
    """Who may change the rules now."""
    return Whose(holders(context), context.night.closed)


def in_force(context: ViewContext) -> tuple[str, ...]:
    """The words of the rules in force, bare, so that a shelf can tell which of its rules are brought in already."""
    return tuple(bare(rule.text) for rule in context.night.rules.values() if rule.active)


BOOK = Fragment("book", "rules/_book.html", book)
WHOSE = Fragment("whose", "rules/_whose.html", whose)
IN_FORCE = Fragment("in-force", "rules/_in_force.html", in_force)
