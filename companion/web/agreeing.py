"""What takes the agreement of somebody else: it is asked on their phone, and becomes an entry once they agree."""

from __future__ import annotations

from ..rules import events as of
from ..rules.events import Event
from ..rules.loading import stored
from ..rules.log import Log
from ..rules.refused import Refused
from ..scorekeeper import Entered, Tap
from ..showing.proposals import answerer, event_of, may_answer, still_open
from ..showing.scene import Scene
from ..store import votes_and_proposals
from ..store.votes_and_proposals import Proposal
from . import gate

MOST_WAITING = 5


def ask(nid: str, maker: str, asked: str, event: Event) -> None:
    """Keeps a question for whoever must agree; the very same one twice is one."""
    check_waiting(gate.scene(nid), maker, stored(event))
    votes_and_proposals.propose(gate.disk(), nid, maker, asked, stored(event))
    gate.keeper().door_changed(nid)


def ask_to_undo(nid: str, event: of.EntryUndone) -> Entered | None:
    """Asks the other players; the entry, if one of them asked for the same before, since that is to agree."""
    scene, own = gate.scene(nid), gate.seat()
    same = (each for each in scene.phones.proposals if each.event == stored(event) and may_answer(scene, own, each))
    waiting = next(same, None)
    if waiting is None:
        ask(nid, own, "", event)
        return None
    entered = agree(nid, waiting)
    end(nid, waiting)
    return entered


def agree(nid: str, proposal: Proposal) -> Entered:
    """What was asked for becomes an entry by whoever agrees, who must be somebody that was asked."""
    check_asked(gate.scene(nid), proposal)

    def agreed(log: Log) -> Event:
        event = event_of(proposal)
        if isinstance(event, of.DrinkMoved):
            check_here(Scene(nid, log, gate.keeper().phones(nid)), event)
        return event

    return gate.keeper().enter(nid, agreed, _tap(nid, proposal))


def end(nid: str, proposal: Proposal) -> None:
    """It is asked no longer, nor is the same undo that somebody else asked for."""
    undo = isinstance(event_of(proposal), of.EntryUndone)
    same = (each.id for each in gate.scene(nid).phones.proposals if undo and each.event == proposal.event)
    for number in {proposal.id, *same}:
        votes_and_proposals.end(gate.disk(), nid, number)
    gate.keeper().door_changed(nid)


def is_agreed(nid: str, number: int) -> bool:
    """Whether it has become an entry: then this is the second tap of a double one."""
    try:
        gate.keeper().sitting(nid).tapped(Tap(None, None, f"proposal-{number}"), "")
    except Refused:
        return True
    return False


def _tap(nid: str, proposal: Proposal) -> Tap:
    """No phone's own: whichever phones agree for a seat, it is one tap."""
    return Tap(answerer(gate.scene(nid), proposal, gate.seat()), None, f"proposal-{proposal.id}", again=True)


def check_asked(scene: Scene, proposal: Proposal) -> None:
    """Refuses an answer of a phone that was not asked."""
    if not may_answer(scene, gate.seat(), proposal):
        asked = answerer(scene, proposal)
        raise Refused(f"That is for {scene.name(asked) if asked else 'another player'} to answer.")


def check_here(scene: Scene, event: of.DrinkMoved) -> None:
    """Refuses to move a drink from or to somebody who has left."""
    for player in (event.player, event.to):
        if player in scene.night.away:
            raise Refused(f"{scene.name(player)} has left the table.")


def check_waiting(scene: Scene, maker: str, event: str) -> None:
    """Nobody floods another's phone."""
    waiting = [each.event for each in still_open(scene) if each.maker == maker]
    if len(waiting) >= MOST_WAITING and event not in waiting:
        raise Refused(f"{MOST_WAITING} of your questions wait for an answer. Take one back first.")
