"""Votes: the open questions, the count so far, and the votes that this phone can cast."""

import msgspec

from ..commands.authorization import may_agree_for
from ..commands.rule_forms import in_other_words
from ..commands.votes import Motion, about, can_cast, check_rule, motions
from ..domain import events as of
from ..domain.house_rules.model import HouseRule
from ..domain.house_rules.ruling import in_favour, rule_after
from ..domain.measure import listed
from ..domain.refused import Refused
from .context import ViewContext, Who
from .fragments import Fragment

WHAT = {of.RuleMade: "make a rule", of.RuleAmended: "change a rule", of.RuleRepealed: "drop a rule"}


class Poll(msgspec.Struct, frozen=True):
    """A vote as everybody sees it: the question, its subject, the count, and the players yet to vote.

    `otherwise` says what holds without a majority. A rule that was voted through stays here until it is entered.
    """

    asks: str
    text: str
    tally: str
    waiting: tuple[Who, ...]
    otherwise: str = ""


class Ballot(msgspec.Struct, frozen=True):
    """An open vote for one phone: the labels of its two buttons, and how its seats voted (None: not yet).

    `own`: the phone's own player can vote. `others` are seats without a phone, and those lent to this one. `proposal`:
    its number if this phone can take it back; with `ended`, why it was not entered.
    """

    night_id: str
    entry: int
    text: str
    yes: str = ""
    no: str = ""
    own: bool = False
    mine: bool | None = None
    others: tuple[tuple[Who, bool | None], ...] = ()
    proposal: int = 0
    ended: str = ""


def vote_state(context: ViewContext, rule: str) -> str:
    """The state of the vote about a rule: `open`, `kept`, or empty if nobody has objected."""
    found = about(context, rule)
    return "" if found is None else "open" if found.is_open else "kept"


def tally(context: ViewContext, found: Motion) -> str:
    """The count of a vote in words: “2 of 5 want it scrapped.”"""
    want = len(in_favour(found.voters, found.votes))
    if found.proposed is not None:
        return f"{want} of {len(found.voters)} {'is' if want == 1 else 'are'} for it."
    what = "it scrapped" if found.rule is not None else f"{context.name(found.player)} to be finesmaster"
    return f"{want} of {len(found.voters)} {'wants' if want == 1 else 'want'} {what}."


def polls(context: ViewContext) -> tuple[Poll, ...]:
    """The votes that are open, and the rules voted through that wait to be entered, the oldest first."""
    return tuple(_poll(context, found) for found in motions(context) if found.is_open or _waits(found))


def _waits(found: Motion) -> bool:
    return found.proposed is not None and found.decided is True


def _poll(context: ViewContext, found: Motion) -> Poll:
    if _waits(found):
        names = list(dict.fromkeys(context.name(right.player) for right in context.night.rights))
        who = f"{listed(names) or 'everybody'} {'have' if len(names) > 1 else 'has'}"
        due = f"It counts as soon as {who} made their rule."
        return Poll("Voted", _text(context, found), due, ())
    waiting = tuple(context.people[player] for player in found.voters if player not in found.votes)
    objects = f"{context.name(found.player)} objects. Scrap this rule?"
    asks = "Who should be finesmaster?" if found.rule is None else objects
    if found.proposed is not None:
        asks = f"{context.name(found.player)} wants to {WHAT[type(found.proposed)]}"
    otherwise = "" if found.rule is None else "If the table doesn’t decide tonight, the rule stays."
    return Poll(asks, _text(context, found), tally(context, found), waiting, otherwise)


def objections(context: ViewContext) -> tuple[str, ...]:
    """The objections that the table has not decided, for whoever ends the game or the night."""
    found = (one for one in motions(context) if one.rule is not None and one.is_open)
    return tuple(f"{context.name(one.player)} objects: {_text(context, one)}" for one in found)


def _text(context: ViewContext, found: Motion) -> str:
    if found.proposed is not None:
        return _proposed_text(context, found.proposed)
    if found.rule is None:
        return f"{context.name(found.player)} wants to take over from {context.name(context.night.finesmaster)}."
    return f"“{context.night.rules[found.rule].text}”"


def _proposed_text(context: ViewContext, event: of.RuleChange) -> str:
    """The proposed rule and what it does; for an amendment also what the rule is now."""
    old, new = context.night.rules.get(event.rule), rule_after(event, context.night.rules)
    if new is None:
        return f"“{old.text if old else event.rule}”"
    return f"{_in_short(new)} Until now: {_in_short(old)}" if old else _in_short(new)


def _in_short(rule: HouseRule) -> str:
    return f"“{rule.text}” {in_other_words(rule.text, rule)}".strip()


def own_vote(context: ViewContext, seat: str | None) -> tuple[Ballot, ...]:
    """The open votes, each with the seats that this phone can vote for."""
    return tuple(
        _ballot(context, found, seat)
        for found in motions(context)
        if found.is_open or (found.proposed is not None and may_agree_for(context, seat, found.player))
    )


def _ballot(context: ViewContext, found: Motion, seat: str | None) -> Ballot:
    if found.proposed is not None and not found.is_open:
        why = "" if found.decided else _why_not(context, found)
        return Ballot(context.night_id, found.entry, _text(context, found), proposal=-found.entry, ended=why)
    yes, no = context.name(found.player), f"Stay with {context.name(context.night.finesmaster)}"
    if found.rule:
        yes, no = "Scrap it", "Keep it"
    if found.proposed is not None:
        yes, no = "For it", "Against it"
    others = (player for player in found.voters if player != seat and may_agree_for(context, seat, player))
    others = (player for player in others if can_cast(context, found, seat, player))
    return Ballot(
        night_id=context.night_id,
        entry=found.entry,
        text=_text(context, found),
        yes=yes,
        no=no,
        own=seat in found.voters,
        mine=found.votes.get(seat or ""),
        others=tuple((context.people[player], found.votes.get(player)) for player in others),
        proposal=-found.entry if found.proposed and may_agree_for(context, seat, found.player) else 0,
    )


def _why_not(context: ViewContext, found: Motion) -> str:
    """Why a proposed rule was not entered: the table did not want it, or it could not be entered any more."""
    if found.proposed is None or found.verdict is not True:
        return "The table said no."
    try:
        check_rule(context, found.proposed, found.player)
    except Refused as why:
        return f"The table said yes, but it can’t be made: {why}"
    return "The table said yes, but too late. Propose it again."


VOTE = Fragment("vote", "votes/_vote.html", polls)
OWN_VOTE = Fragment("own-vote", "votes/_own_vote.html", own_vote, own=True)
