"""Votes: the open questions, the count so far, and the votes that this phone can cast."""

import msgspec

from ..commands.authorization import may_agree_for
from ..commands.votes import Motion, about, motions
from ..domain.house_rules.ruling import in_favour
from .context import ViewContext, Who
from .fragments import Fragment


class Poll(msgspec.Struct, frozen=True):
    """An open vote as everybody sees it: the question, its subject, the count, and the players yet to vote."""

    asks: str
    text: str
    tally: str
    waiting: tuple[Who, ...]


class Ballot(msgspec.Struct, frozen=True):
    """An open vote for one phone: the labels of its two buttons, and how its seats voted (None: not yet).

    `own`: the phone's own player can vote. `others` are seats without a phone, and those lent to this one.
    """

    night_id: str
    entry: int
    text: str
    yes: str
    no: str
    own: bool
    mine: bool | None
    others: tuple[tuple[Who, bool | None], ...]


def vote_state(context: ViewContext, rule: str) -> str:
    """The state of the vote about a rule: `open`, `kept`, or empty if nobody has objected."""
    found = about(context, rule)
    return "" if found is None else "open" if found.is_open else "kept"


def tally(context: ViewContext, found: Motion) -> str:
    """The count of a vote in words: “2 of 5 want it struck.”"""
    want = len(in_favour(found.voters, found.votes))
    what = "it struck" if found.rule is not None else f"{context.name(found.player)} to be finesmaster"
    return f"{want} of {len(found.voters)} {'wants' if want == 1 else 'want'} {what}."


def polls(context: ViewContext) -> tuple[Poll, ...]:
    """The votes that are open, the oldest first."""
    return tuple(_poll(context, found) for found in motions(context) if found.is_open)


def _poll(context: ViewContext, found: Motion) -> Poll:
    waiting = tuple(context.people[player] for player in found.voters if player not in found.votes)
    objects = f"{context.name(found.player)} objects. Strike this rule?"
    asks = "Who is to be finesmaster?" if found.rule is None else objects
    return Poll(asks, _text(context, found), tally(context, found), waiting)


def _text(context: ViewContext, found: Motion) -> str:
    if found.rule is None:
        return f"{context.name(found.player)} claims the office from {context.name(context.night.finesmaster)}."
    return f"“{context.night.rules[found.rule].text}”"


def own_vote(context: ViewContext, seat: str | None) -> tuple[Ballot, ...]:
    """The open votes, each with the seats that this phone can vote for."""
    return tuple(_ballot(context, found, seat) for found in motions(context) if found.is_open)


def _ballot(context: ViewContext, found: Motion, seat: str | None) -> Ballot:
    others = (player for player in found.voters if player != seat and may_agree_for(context, seat, player))
    return Ballot(
        night_id=context.night_id,
        entry=found.entry,
        text=_text(context, found),
        yes=f"{context.name(found.player)} it is" if found.rule is None else "Strike it",
        no="No change" if found.rule is None else "Keep it",
        own=seat in found.voters,
        mine=found.votes.get(seat or ""),
        others=tuple((context.people[player], found.votes.get(player)) for player in others),
    )


VOTE = Fragment("vote", "votes/_vote.html", polls)
OWN_VOTE = Fragment("own-vote", "votes/_own_vote.html", own_vote, own=True)
