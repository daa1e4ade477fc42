"""Votes of the table: what they are about, the votes cast so far, and the entry that a majority makes."""

from collections.abc import Iterator, Sequence

import msgspec
from msgspec.structs import replace

from ..domain import events as of
from ..domain.event_log import next_id
from ..domain.games import GAMES
from ..domain.house_rules.ruling import in_favour, verdict
from ..domain.limits import check_limits
from ..domain.refused import Refused
from ..domain.seating import Circle
from ..domain.transitions import check
from ..storage.votes_and_proposals import Proposal
from .authorization import State, acts_for, is_free

ANYBODY_MAKES_RULES = "anybody makes rules"  # what the table notes about a game at its start, if it chose so
TABLE = ""  # stored as a voter once the vote is decided, so that players who leave later do not change the outcome


class Motion(msgspec.Struct, frozen=True):
    """A vote that an entry started: to strike a rule, or to make a player finesmaster; or a vote about a proposed rule.

    Players who objected, claimed or proposed are in favour until they vote otherwise. `decided`: how the vote ended.
    For a `proposed` event, `entry` is minus the number of the proposal.
    """

    entry: int
    rule: str | None
    player: str
    votes: dict[str, bool]
    voters: Circle
    decided: bool | None
    proposed: of.RuleChange | None = None

    @property
    def verdict(self) -> bool | None:
        """The decision of the votes cast so far; None if they decide nothing yet."""
        return verdict(self.voters, self.votes)

    @property
    def is_open(self) -> bool:
        """Whether votes still count."""
        return self.decided is None and self.verdict is not False

    @property
    def entry_made(self) -> of.Event:
        """The event that is entered if the majority is in favour."""
        votes = in_favour(self.voters, self.votes)
        if self.rule is None:
            return of.OfficeVoted(player=self.player, votes=votes)
        return of.RuleStruck(rule=self.rule, votes=votes)


def motions(state: State) -> Iterator[Motion]:
    """The open and decided votes whose outcome can still be entered; none in a closed night."""
    night = state.night
    if night.closed:
        return
    for rule in night.rules.values():
        if rule.active and rule.objected is not None:
            yield _motion(state, rule.objected, rule.id, rule.objectors)
    if night.claim is not None:
        yield _motion(state, night.claim.seq, None, (night.claim.player,))
    for proposal in state.phones.proposals:
        event = proposed(proposal)
        if event is not None and proposal.maker in night.players:
            yield replace(_motion(state, -proposal.id, None, (proposal.maker,)), proposed=event)


def proposed(proposal: Proposal) -> of.RuleChange | None:
    """The new, amended or repealed rule that is proposed to the table; None if one player is asked about a drink."""
    raw = msgspec.json.decode(proposal.event)
    event = None if isinstance(raw, list) else of.read(raw, {})  # a list has several undos and changes
    return event if isinstance(event, of.RuleChange) else None


def _motion(state: State, entry: int, rule: str | None, movers: Circle) -> Motion:
    cast = state.phones.ballots.get(entry, {})
    votes = {**dict.fromkeys(movers, True), **cast}
    return Motion(entry, rule, movers[-1], votes, voters(state), cast.get(TABLE))


def voters(state: State) -> Circle:
    """All who are here, and all with a phone who did not enter themselves that they left.

    Else one phone could send everybody else away and decide alone.
    """
    away = state.night.away
    return tuple(player for player in state.night.order if player not in away or _was_sent_away(state, player))


def _was_sent_away(state: State, player: str) -> bool:
    lines = reversed(state.log.lines)
    left = (line for line in lines if isinstance(line.counts, of.PlayerLeft) and line.counts.player == player)
    return state.phones.has_phone(player) and next((line.entry.by not in (player, None) for line in left), False)


def motion(state: State, entry: int) -> Motion | None:
    """The vote that this entry started; None if there is none, or it is over."""
    return next((found for found in motions(state) if found.entry == entry), None)


def about(state: State, rule: str | None) -> Motion | None:
    """The vote about this rule, or if `rule` is None about the finesmaster's office."""
    return next((found for found in motions(state) if found.rule == rule and found.proposed is None), None)


def outcome(state: State, entry: int) -> Sequence[of.Event]:
    """The event that the won vote about an entry makes; refuses a vote that is over or not won."""
    found = motion(state, entry)
    if found is None or found.proposed is None and (found.decided is not None or found.verdict is not True):
        raise Refused("That vote is over.")
    if found.proposed is None:
        return [found.entry_made]
    check_rule(state, found.proposed, found.player)
    return [_with_new_id(state, found.proposed)]


def must_propose(state: State, player: str | None) -> bool:
    """Whether this player can only propose a rule now, since others hold the right or must earn it in this game."""
    night = state.night
    if night.rights or night.game is None:
        return bool(night.rights) and all(right.player != player for right in night.rights)
    chosen = state.phones.is_noted(night.game.started, ANYBODY_MAKES_RULES)
    return GAMES[night.game.kind].grants_rights and not chosen


def check_rule(state: State, event: of.RuleChange, by: str | None) -> None:
    """Refuses a rule that could not be entered even if nobody held a right."""
    entry = of.Entry(state.log.seq + 1, _with_new_id(state, event), by=by)
    check(replace(state.night, rights=()), entry)
    check_limits(state.night, entry.event)


def _with_new_id(state: State, event: of.RuleChange) -> of.RuleChange:
    """The event with an id for the new rule that no rule has by now."""
    return replace(event, rule=next_id("rule", state.log)) if isinstance(event, of.RuleMade) else event


def can_cast(state: State, found: Motion, own: str | None, player: str) -> bool:
    """Whether a phone can vote for a seat without one: whoever asked for the vote cannot, if anybody else can."""
    others = any(state.phones.has_phone(voter) for voter in found.voters if voter != own)
    return player == own or not is_free(state, player) or not (others and acts_for(state, own, found.player))


def votable(state: State, entry: int, player: str, own: str) -> Motion:
    """The open vote about an entry; refuses a player who cannot vote in it, and a phone that cannot vote for them."""
    found, night = motion(state, entry), state.night
    if found is None:
        raise Refused("That vote is over: see the log.")
    if not found.is_open:
        stays = "The rule stays." if found.rule else f"{night.name_of(night.finesmaster)} stays finesmaster."
        raise Refused(f"That vote is over. {'' if found.proposed else stays}".strip())
    if player not in found.voters:
        raise Refused(f"{night.name_of(player)} is away and can’t vote.")
    if not can_cast(state, found, own, player):
        raise Refused(f"It’s your vote, so somebody else taps for {night.name_of(player)}.")
    return found
