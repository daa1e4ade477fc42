"""What waits for one's answer and what one asked: who takes a drink over, what the sneak reports, what to undo."""

from __future__ import annotations

from collections.abc import Iterator

import msgspec

from ..commands.authorization import acts_for
from ..commands.proposals import event_of, may_answer, may_take_back, still_open
from ..domain import events as of
from ..storage.votes_and_proposals import Proposal
from .context import Scene, Who
from .entries import told
from .fragments import Fragment


class Question(msgspec.Struct, frozen=True):
    """One question for this phone: `yes` is what its button says, `note` whom to ask aloud, `slot` which one it is."""

    number: int
    says: str
    yes: str
    note: str
    slot: str


class Proposals(msgspec.Struct, frozen=True):
    """What this phone may answer, and what it may take back.

    To the sneak a way to report somebody is offered, and between games to the finesmaster whom the office goes to next.
    `picked` are the seats that phones picked, for the finesmaster to confirm. `acted_for_by` is whose phone acts for
    this one's seat.
    """

    night_id: str
    games: int
    waiting: tuple[Question, ...]
    asked: tuple[tuple[int, str], ...]
    sneak: bool
    next_master: Who | None
    picked: tuple[Who, ...]
    acted_for_by: Who | None


def proposals(scene: Scene, seat: str | None) -> Proposals:
    """The questions of this phone; none once the night is over."""
    night, open_ones = scene.night, [] if scene.night.closed else list(still_open(scene))
    master = acts_for(scene, seat, night.finesmaster)
    return Proposals(
        night_id=scene.night_id,
        games=len(night.games),
        waiting=tuple(_question(scene, each, seat) for each in open_ones if may_answer(scene, seat, each)),
        asked=tuple((each.id, _asked(scene, each, seat)) for each in open_ones if may_take_back(scene, seat, each)),
        sneak=not master and acts_for(scene, seat, night.sneak) and not night.closed,
        next_master=next_master(scene) if master and _is_between_games(scene) else None,
        picked=tuple(_picked(scene, seat)) if master else (),
        acted_for_by=scene.who(scene.phones.lent_to(seat)) if seat else None,
    )


def _picked(scene: Scene, seat: str | None) -> Iterator[Who]:
    for phone in scene.phones.devices:
        if phone.picked and phone.player != seat and phone.player in scene.people:
            yield scene.people[phone.player]


def _question(scene: Scene, proposal: Proposal, seat: str | None) -> Question:
    event, maker = event_of(proposal), scene.name(proposal.maker)
    if isinstance(event, of.EntryUndone):
        says = f"{maker} asks to undo entry {event.entry}: {_entry(scene, event)}"
        note = "Everybody could read what it turned up. Agree if it was a mistake."
        return Question(proposal.id, says, "Undo it", note, f"{maker}’s question {proposal.id}")
    if isinstance(event, of.FineGiven):
        says = f"Fine {scene.name(event.player)} {scene.amount(event.amount)}: {event.reason} – reported by the sneak"
        return Question(proposal.id, says, "Fine them", "", f"the sneak’s report {proposal.id}")
    own = proposal.asked == seat
    amount, asked = scene.amount(event.amount), "you" if own else scene.name(proposal.asked)
    whose = "yours" if own else f"{asked}’s"
    says = (
        f"{maker} asks {asked} to take over {amount}."
        if proposal.maker == event.player
        else f"{maker} offers to take over {amount} of {whose}."
    )
    return Question(proposal.id, says, "Agree", _aloud(scene, proposal, seat), f"{maker}’s question {proposal.id}")


def _entry(scene: Scene, event: of.EntryUndone) -> str:
    """The entry that is to be undone, as the log says it."""
    return told(scene, scene.log.line(event.entry))


def _aloud(scene: Scene, proposal: Proposal, seat: str | None) -> str:
    if proposal.asked == seat or scene.phones.lent_to(proposal.asked) == seat:
        return ""
    return f"{scene.name(proposal.asked)} has no phone: ask, and tap for them."


def _asked(scene: Scene, proposal: Proposal, seat: str | None) -> str:
    event, maker = event_of(proposal), "You" if proposal.maker == seat else scene.name(proposal.maker)
    if isinstance(event, of.EntryUndone):
        return f"{maker} asked to undo entry {event.entry}: {_entry(scene, event)} Another player has to agree."
    amount = scene.amount(event.amount)
    if isinstance(event, of.FineGiven):
        return f"Reported to the finesmaster: {scene.name(event.player)}, {amount}, {event.reason}"
    asked = scene.name(proposal.asked)
    if proposal.maker == event.player:
        return f"{maker} asked {asked} to take over {amount}."
    return f"{maker} offered {asked} to take over {amount}."


def _is_between_games(scene: Scene) -> bool:
    return scene.game is None and bool(scene.night.games) and not scene.night.closed


def next_master(scene: Scene) -> Who | None:
    """Whom the office goes to when it is passed on: the next to the finesmaster's left who is here with a phone."""
    night = scene.night
    if night.finesmaster not in night.order:
        return None
    seat = night.order.index(night.finesmaster)
    for player in (*night.order[seat + 1 :], *night.order[:seat]):
        if player not in night.away and (player in scene.with_phone or scene.phones.lent_to(player)):
            return scene.people[player]
    return None


PROPOSALS = Fragment("proposals", "proposals/_proposals.html", proposals, own=True)
