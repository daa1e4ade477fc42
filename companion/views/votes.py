"""Votes: what the table votes about on its phones, how each vote stands, and what this phone may cast."""

from __future__ import annotations

import msgspec

from ..commands.votes import Motion, about, motions
from ..domain.house_rules.ruling import in_favour
from .context import Scene, Who
from .fragments import Fragment


class Poll(msgspec.Struct, frozen=True):
    """An open vote as everybody sees it: the question, what it is about, how it stands, whose vote is missing."""

    entry: int
    asks: str
    text: str
    tally: str
    waiting: tuple[Who, ...]


class Ballot(msgspec.Struct, frozen=True):
    """One vote for one phone: the words of its two buttons, and how its seats have voted (None: not yet).

    `own` is whether the phone's own seat is at the table; `others` are seats without a phone, or lent to this one.
    """

    entry: int
    text: str
    yes: str
    no: str
    own: bool
    mine: bool | None
    others: tuple[tuple[Who, bool | None], ...]


class OwnVote(msgspec.Struct, frozen=True):
    """The ballots this phone may cast."""

    night_id: str
    ballots: tuple[Ballot, ...]


def standing(scene: Scene, rule: str) -> str:
    """How the vote about a rule stands: `open`, `kept`, or nothing where nobody has objected."""
    found = about(scene, rule)
    return "" if found is None else "open" if found.is_open else "kept"


def tally(scene: Scene, found: Motion) -> str:
    """How a vote stands, in words: “2 of 5 want it struck.”"""
    want = len(in_favour(found.voters, found.votes))
    what = "it struck" if found.rule is not None else f"{scene.name(found.player)} to be finesmaster"
    return f"{want} of {len(found.voters)} {'wants' if want == 1 else 'want'} {what}."


def polls(scene: Scene) -> tuple[Poll, ...]:
    """The votes that are open, the oldest first."""
    return tuple(_poll(scene, found) for found in motions(scene) if found.is_open)


def _poll(scene: Scene, found: Motion) -> Poll:
    waiting = tuple(scene.people[player] for player in found.voters if player not in found.votes)
    objects = f"{scene.name(found.player)} objects. Strike this rule?"
    asks = "Who is to be finesmaster?" if found.rule is None else objects
    return Poll(found.entry, asks, _text(scene, found), tally(scene, found), waiting)


def _text(scene: Scene, found: Motion) -> str:
    if found.rule is None:
        return f"{scene.name(found.player)} claims the office from {scene.name(scene.night.finesmaster)}."
    return f"“{scene.night.rules[found.rule].text}”"


def own_vote(scene: Scene, seat: str | None) -> OwnVote | None:
    """What this phone may vote about, for its own seat and for those it may tap for."""
    ballots = tuple(_ballot(scene, found, seat) for found in motions(scene) if found.is_open)
    return OwnVote(scene.night_id, ballots) if ballots else None


def _ballot(scene: Scene, found: Motion, seat: str | None) -> Ballot:
    phones, others = scene.phones, [player for player in found.voters if player != seat]
    free = (who for who in others if phones.lent_to(who) == seat or not (phones.has_phone(who) or phones.lent_to(who)))
    return Ballot(
        entry=found.entry,
        text=_text(scene, found),
        yes=f"{scene.name(found.player)} it is" if found.rule is None else "Strike it",
        no="No change" if found.rule is None else "Keep it",
        own=seat in found.voters,
        mine=found.votes.get(seat or ""),
        others=tuple((scene.people[player], found.votes.get(player)) for player in free),
    )


VOTE = Fragment("vote", "votes/_vote.html", polls)
OWN_VOTE = Fragment("own-vote", "votes/_own_vote.html", own_vote, own=True)
