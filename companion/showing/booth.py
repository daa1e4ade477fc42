"""The booth: what the table votes about on its phones, and how each vote stands."""

from __future__ import annotations

from collections.abc import Iterator

import msgspec

from ..rules import events as of
from ..rules.seating import Circle
from ..rules.voting import in_favour, verdict, voters
from .fragments import Fragment
from .scene import Scene, Who

TABLE = ""  # nobody's ballot, cast when a vote is over: who leaves later does not turn it round


class Motion(msgspec.Struct, frozen=True):
    """What an entry proposes to the table, that a rule is struck or somebody is finesmaster, and the votes about it.

    Whoever objected or claimed is in favour until they vote otherwise; `closed` says that the table has decided.
    """

    entry: int
    rule: str | None
    player: str
    votes: dict[str, bool]
    voters: Circle
    closed: bool

    @property
    def verdict(self) -> bool | None:
        """What the votes cast so far decide."""
        return verdict(self.voters, self.votes)

    @property
    def is_open(self) -> bool:
        """Whether votes still count."""
        return not self.closed and self.verdict is not False

    @property
    def outcome(self) -> of.Event:
        """The entry that a majority makes of it."""
        votes = in_favour(self.voters, self.votes)
        if self.rule is None:
            return of.OfficeVoted(player=self.player, votes=votes)
        return of.RuleStruck(rule=self.rule, votes=votes)


class Poll(msgspec.Struct, frozen=True):
    """An open vote as everybody sees it: the question, what it is about, how it stands, whose vote is missing."""

    entry: int
    asks: str
    text: str
    tally: str
    waiting: tuple[Who, ...]


class Vote(msgspec.Struct, frozen=True):
    """All open votes, the oldest first."""

    polls: tuple[Poll, ...]


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


def motions(scene: Scene) -> Iterator[Motion]:
    """All that the table votes about, or has voted about since; nothing of a night that is over."""
    night = scene.night
    if night.closed:
        return
    for rule in night.rules.values():
        if rule.active and rule.objected is not None:
            yield _motion(scene, rule.objected, rule.id, rule.objectors)
    if night.claim is not None:
        yield _motion(scene, night.claim.seq, None, (night.claim.player,))


def _motion(scene: Scene, entry: int, rule: str | None, movers: Circle) -> Motion:
    cast = scene.phones.ballots.get(entry, {})
    votes = {**dict.fromkeys(movers, True), **cast}
    return Motion(entry, rule, movers[-1], votes, voters(scene.night), TABLE in cast)


def motion(scene: Scene, entry: int) -> Motion | None:
    """What that entry proposes; None if it proposes nothing, or no longer."""
    return next((found for found in motions(scene) if found.entry == entry), None)


def about(scene: Scene, rule: str | None) -> Motion | None:
    """The vote about a rule, or (None) about the finesmaster's office."""
    return next((found for found in motions(scene) if found.rule == rule), None)


def standing(scene: Scene, rule: str) -> str:
    """How the vote about a rule stands: `open`, `kept`, or nothing where nobody has objected."""
    found = about(scene, rule)
    return "" if found is None else "open" if found.is_open else "kept"


def tally(scene: Scene, found: Motion) -> str:
    """How a vote stands, in words: “2 of 5 want it struck.”"""
    want = len(in_favour(found.voters, found.votes))
    what = "it struck" if found.rule is not None else f"{scene.name(found.player)} to be finesmaster"
    return f"{want} of {len(found.voters)} {'wants' if want == 1 else 'want'} {what}."


def vote(scene: Scene) -> Vote:
    """The votes that are open."""
    return Vote(tuple(_poll(scene, found) for found in motions(scene) if found.is_open))


def _poll(scene: Scene, found: Motion) -> Poll:
    waiting = tuple(scene.people[player] for player in found.voters if player not in found.votes)
    objects = f"{scene.name(found.player)} objects. Strike this rule?"
    asks = "Who is to be finesmaster?" if found.rule is None else objects
    return Poll(found.entry, asks, _text(scene, found), tally(scene, found), waiting)


def _text(scene: Scene, found: Motion) -> str:
    if found.rule is None:
        return f"{scene.name(found.player)} claims the office from {scene.name(scene.night.finesmaster)}."
    return f"“{scene.night.rules[found.rule].text}”"


def own_vote(scene: Scene, seat: str | None) -> OwnVote:
    """What this phone may vote about, for its own seat and for those it may tap for."""
    return OwnVote(scene.night_id, tuple(_ballot(scene, found, seat) for found in motions(scene) if found.is_open))


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


VOTE = Fragment("vote", "votes/_vote.html", vote)
OWN_VOTE = Fragment("own-vote", "votes/_own_vote.html", own_vote, own=True)
