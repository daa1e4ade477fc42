"""Proposals: events that one player asks another to agree to, kept beside the log, and who answers them."""

from collections.abc import Iterator, Sequence
from typing import NamedTuple, Protocol

import msgspec

from . import events as of
from .event_log import stored
from .events import read
from .rights import Seats, State, acts_for, may_agree_for

Proposed = of.DrinkMoved | of.FineGiven


class Proposal(NamedTuple):
    """An event that the player `maker` asks the player `asked` to agree to, in the form in which the log stores it."""

    id: int
    maker: str
    asked: str
    event: str
    created_at: str


class Asking(Seats, Protocol):
    """The phones at a table, with the proposals that wait for an answer, oldest first."""

    @property
    def proposals(self) -> Sequence[Proposal]: ...


class Table(State, Protocol):
    """A night now, with the proposals of its phones."""

    @property
    def phones(self) -> Asking: ...


def event_of(proposal: Proposal) -> Proposed:
    """The entry that the proposal asks for."""
    event = read(msgspec.json.decode(proposal.event), {})
    assert isinstance(event, Proposed)
    return event


def answerer(state: State, proposal: Proposal) -> str | None:
    """The seat that decides: the player who was asked, or for a report the current finesmaster."""
    return state.night.finesmaster if isinstance(event_of(proposal), of.FineGiven) else proposal.asked


def may_answer(state: State, own: str | None, proposal: Proposal) -> bool:
    """Whether this phone can answer the proposal with yes or no."""
    seat = answerer(state, proposal)
    speaks_for = acts_for if isinstance(event_of(proposal), of.FineGiven) else may_agree_for
    return seat is not None and speaks_for(state, own, seat)


def is_takeover(proposal: Proposal) -> bool:
    """Whether its maker takes the finesmaster's office over: all phones show that, and nobody says yes."""
    return proposal.event == stored(of.FinesmasterNamed(player=proposal.maker))


def takeover(state: Table) -> Proposal | None:
    """The takeover that is about to happen: its maker gets the office unless the finesmaster is heard of."""
    night = state.night
    for each in filter(is_takeover, state.phones.proposals):
        if each.asked == night.finesmaster and each.maker in night.present() and not night.closed:
            return each
    return None


def still_open(state: Table) -> Iterator[Proposal]:
    """The proposals that can be agreed to now, oldest first; all players that they name are still in the night."""
    for proposal in state.phones.proposals:
        if is_takeover(proposal):
            continue
        event = event_of(proposal)
        moved_to = event.to if isinstance(event, of.DrinkMoved) else event.player
        named = {proposal.maker, proposal.asked, event.player, moved_to}
        done = isinstance(event, of.DrinkMoved) and not _can_move(state, event, proposal.created_at)
        if named <= state.night.players.keys() and not done:
            yield proposal


def _can_move(state: Table, event: of.DrinkMoved, asked_at: str) -> bool:
    """Whether so much of what was owed then is owed still, and both are at the table."""
    if not state.night.away.isdisjoint((event.player, event.to)):
        return False
    fines = state.night.players[event.player].open if event.player in state.night.players else ()
    return sum(fine.amount for fine in fines if (state.log.line(fine.seq).entry.at or "") <= asked_at) >= event.amount
