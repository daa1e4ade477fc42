"""Proposals: that a drink moves, or that somebody is fined. Another player's phone asks, and a yes enters it."""

from collections.abc import Sequence
from typing import TypeVar

import msgspec

from ..domain import events as of
from ..domain.event_log import stored
from ..domain.events import Entry, Event, read
from ..domain.night import Night
from ..domain.proposals import Proposal, answerer, event_of, is_takeover, may_answer, still_open
from ..domain.refused import Refused
from ..domain.rights import Sender, State, acts_for, is_free, may_agree_for
from ..domain.transitions import check
from ..storage import members, proposals
from .forms import Form
from .handler import CommandHandler
from .verdict import Command

Kind = TypeVar("Kind", bound=Event)
MOST_WAITING = 5
MOST_REPORTED = 5


def propose(handler: CommandHandler, night_id: str, form: Form, own: str) -> str:
    """Stores what a form proposes, that a drink moves or for the sneak a fine; returns the name of who is asked."""
    state = handler.nights.loaded(night_id)
    ask_for = _report if form.get("type") == "fine.given" else _taking_over
    maker, asked, event = ask_for(state, form, own)
    check(state.night, Entry(state.log.seq + 1, event, by=maker))
    _ask(handler, night_id, maker, asked, event)
    return state.night.name_of(asked)


def _taking_over(state: State, form: Form, own: str) -> tuple[str, str, Event]:
    """The player who proposes that a drink moves, who can agree by this phone; the player who is asked; the event."""
    event = _event(form, of.DrinkMoved)
    pair = (event.player, event.to)
    makers = (seat for seat in sorted(pair, key=lambda seat: seat != own) if may_agree_for(state, own, seat))
    maker = next(makers, None)
    if maker is None:
        raise Refused("Only those two can agree on that.")
    _check_present(state.night, event)
    return maker, event.to if maker == event.player else event.player, event


def _report(state: State, form: Form, own: str) -> tuple[str, str, Event]:
    """The sneak, the finesmaster who is asked, and the fine that the sneak proposes."""
    night = state.night
    if night.sneak is None or not acts_for(state, own, night.sneak):
        raise Refused("Only the sneak can report.")
    event = _event(form, of.FineGiven)
    if isinstance(event.reason, msgspec.UnsetType):
        raise Refused("Please say what it was.")
    if event.amount > MOST_REPORTED:
        raise Refused(f"A report is about {MOST_REPORTED} at most.")
    master = night.finesmaster or ""
    if is_free(state, master):
        raise Refused(f"{night.name_of(master)} has no phone: just say it.")
    return night.sneak, master, event


def _event(form: Form, kind: type[Kind]) -> Kind:
    """The event of this kind with the fields of the form; of several values for one the first that is not empty."""
    given = {name: list(filter(None, map(str.strip, form.getlist(name)))) for name in kind.__struct_fields__}
    filled = {name: values[0] for name, values in given.items() if values}
    event = read({"type": kind.__struct_config__.tag, **filled}, {}, strict=False)
    assert isinstance(event, kind)
    return event


def answer(handler: CommandHandler, night_id: str, number: int, how: str, own: str) -> int | None:
    """Answers a proposal: "yes" enters it, "no" deletes it, and with "back" its maker takes it back; each once."""
    if how not in ("yes", "no", "back"):
        raise Refused("Answer with one of the buttons.")
    asked = members.phones(handler.database, night_id).proposals
    found = next((each for each in asked if each.id == number and not is_takeover(each)), None)
    state = handler.nights.loaded(night_id)
    if found is None:
        if how == "yes" and state.recorded(None, f"proposal-{number}") is None:
            raise Refused("That was answered or taken back already.")
        return None
    if how == "yes":
        return _agree(handler, night_id, found, own)
    if how == "no":
        _check_can_answer(state, found, own)
    elif not may_agree_for(state, own, found.maker):
        raise Refused("Only who asked can take it back.")
    _end(handler, night_id, found)
    return None


def _ask(handler: CommandHandler, night_id: str, maker: str, asked: str, event: Event) -> None:
    """Stores a proposal; an equal one is stored once, and MOST_WAITING of a player can wait for an answer."""
    waiting = [each.event for each in still_open(handler.nights.loaded(night_id)) if each.maker == maker]
    if len(waiting) >= MOST_WAITING and stored(event) not in waiting:
        raise Refused(f"{MOST_WAITING} of your questions are still open. Take one back first.")
    proposals.propose(handler.database, night_id, maker, asked, stored(event))
    handler.nights.members_changed(night_id)


def _agree(handler: CommandHandler, night_id: str, proposal: Proposal, own: str) -> int:
    """Enters the proposed event, by the seat that agrees; if several phones agree, it is entered once."""

    def agreed(state: State) -> Sequence[Event]:
        _check_can_answer(state, proposal, own)
        event = event_of(proposal)
        if isinstance(event, of.DrinkMoved):
            _check_present(state.night, event)
        return [event]

    agrees = answerer(handler.nights.loaded(night_id), proposal)
    entered = handler.enter(night_id, Command(agreed, f"proposal-{proposal.id}", confirmed=True), Sender(agrees))
    _end(handler, night_id, proposal)
    return entered


def _end(handler: CommandHandler, night_id: str, proposal: Proposal) -> None:
    """Deletes the proposal."""
    proposals.end(handler.database, night_id, proposal.id)
    handler.nights.members_changed(night_id)


def _check_can_answer(state: State, proposal: Proposal, own: str) -> None:
    if not may_answer(state, own, proposal):
        asked = answerer(state, proposal)
        raise Refused(f"{state.night.name_of(asked) if asked else 'Another player'} answers that.")


def _check_present(night: Night, event: of.DrinkMoved) -> None:
    for player in (event.player, event.to):
        if player in night.away:
            raise Refused(f"{night.name_of(player)} has left the table.")
