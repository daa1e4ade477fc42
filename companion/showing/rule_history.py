"""How a house rule came to be what it is: every version of it, who wrote it and when, and how it ended."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Literal

import msgspec

from ..rules import events as of
from ..rules.house_rules import HouseRule
from ..rules.log import Line
from ..rules.ruling import as_amended, as_made
from ..rules.sentences import Meaning, said
from .scene import Scene, Who


class Version(msgspec.Struct, frozen=True):
    """A rule as one entry left it: its words, what it did, and the names of what the entry changed, none at first."""

    text: str
    says: str
    by: Who | None
    at: str | None
    changed: tuple[str, ...] = ()


class Ending(msgspec.Struct, frozen=True):
    """How a rule ended: by whom and when, and who voted for it."""

    how: Literal["repealed", "voted down"]
    by: Who | None
    at: str | None
    votes: tuple[Who, ...]


def in_plain_words(rule: HouseRule) -> str:
    """What the companion does about a rule, as it would say it itself."""
    return said(Meaning(rule.when, rule.parts))


def versions(scene: Scene, rule: HouseRule) -> tuple[Version, ...]:
    """Every version of a rule, the oldest first."""
    return tuple(_versions(scene, _lines(scene, rule)))


def _versions(scene: Scene, lines: list[Line]) -> Iterator[Version]:
    was: HouseRule | None = None
    for line in lines:
        event = line.counts
        if isinstance(event, of.RuleMade):
            now = as_made(event)
        elif isinstance(event, of.RuleAmended) and was is not None:
            now = as_amended(was, event)
        else:
            continue
        changed = tuple(_changes(was, now)) if was else ()
        yield Version(now.text, in_plain_words(now), scene.who(line.entry.by), line.entry.at, changed)
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


def ending(scene: Scene, rule: HouseRule) -> Ending | None:
    """How a rule ended, if it did."""
    if rule.active:
        return None
    line = _lines(scene, rule)[-1]
    votes = line.counts.votes if isinstance(line.counts, of.RuleStruck) else ()
    how: Literal["repealed", "voted down"] = "voted down" if isinstance(line.counts, of.RuleStruck) else "repealed"
    return Ending(how, scene.who(line.entry.by), line.entry.at, tuple(scene.people[player] for player in votes))


def _lines(scene: Scene, rule: HouseRule) -> list[Line]:
    return [scene.log.line(seq) for seq in rule.entries]
