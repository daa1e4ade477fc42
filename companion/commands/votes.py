"""Votes of the table: what they are about, the votes cast so far, and the entry that a majority makes."""

from collections.abc import Iterator, Sequence

import msgspec

from ..domain import events as of
from ..domain.house_rules.ruling import in_favour, verdict
from ..domain.refused import Refused
from ..domain.seating import Circle
from .authorization import State

TABLE = ""  # stored as a voter once the vote is decided, so that players who leave later do not change the outcome


class Motion(msgspec.Struct, frozen=True):
    """A vote that an entry started: to strike a rule, or to make a player finesmaster.

    Players who objected or claimed are in favour until they vote otherwise. `closed`: the vote is decided.
    """

    entry: int
    rule: str | None
    player: str
    votes: dict[str, bool]
    voters: Circle
    closed: bool

    @property
    def verdict(self) -> bool | None:
        """The decision of the votes cast so far; None if they decide nothing yet."""
        return verdict(self.voters, self.votes)

    @property
    def is_open(self) -> bool:
        """Whether votes still count."""
        return not self.closed and self.verdict is not False

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


def _motion(state: State, entry: int, rule: str | None, movers: Circle) -> Motion:
    cast = state.phones.ballots.get(entry, {})
    votes = {**dict.fromkeys(movers, True), **cast}
    return Motion(entry, rule, movers[-1], votes, state.night.present(), TABLE in cast)


def motion(state: State, entry: int) -> Motion | None:
    """The vote that this entry started; None if there is none, or it is over."""
    return next((found for found in motions(state) if found.entry == entry), None)


def about(state: State, rule: str | None) -> Motion | None:
    """The vote about this rule, or if `rule` is None about the finesmaster's office."""
    return next((found for found in motions(state) if found.rule == rule), None)


def outcome(state: State, entry: int) -> Sequence[of.Event]:
    """The event that the won vote about an entry makes; refuses a vote that is over or not won."""
    found = motion(state, entry)
    if found is None or found.closed or found.verdict is not True:
        raise Refused("The vote about that is over.")
    return [found.entry_made]


def votable(state: State, entry: int, player: str) -> Motion:
    """The open vote about an entry; refuses a player who cannot vote in it."""
    found, night = motion(state, entry), state.night
    if found is None:
        raise Refused("That vote is over. What the table decided stands in the log.")
    if not found.is_open:
        how = "The rule stays." if found.rule else f"{night.name_of(night.finesmaster)} stays finesmaster."
        raise Refused(f"That vote is over. {how}")
    if player not in found.voters:
        raise Refused(f"{night.name_of(player)} is away: only those at the table vote.")
    return found
