"""Proposals: one player asks another to take a drink over, or the sneak reports; agreed, it becomes an entry."""

from __future__ import annotations

import msgspec
from flask import Blueprint, Response, request

from ..rules import events as of
from ..rules.events import Entry, Event, read
from ..rules.fold import check
from ..rules.loading import stored
from ..rules.log import Log
from ..rules.refused import Refused
from ..scorekeeper import Tap
from ..showing.proposals import answerer, event_of, holds_office, may_answer, may_take_back, speaks
from ..showing.scene import Scene, Who
from ..store import door
from ..store import proposals as kept
from ..store.phones import Proposal
from . import entries, gate, painter, refusals
from .guard import policy

bp = Blueprint("proposals", __name__)
MOST_WAITING = 5
MOST_REPORTED = 5


class Asking(msgspec.Struct, frozen=True):
    """Who may be asked to take over a drink, and whose may be taken over: `mine` is what this phone's seat owes.

    `phoneless` owe and have no phone: anybody asks for them.
    """

    mine: int
    others: tuple[Who, ...]
    owing: tuple[tuple[Who, int], ...]
    phoneless: tuple[tuple[Who, int], ...]
    people: tuple[Who, ...]


@bp.get("/n/<nid>/proposals")
@policy("joined")
def proposals(nid: str) -> Response:
    """The forms by which one asks somebody, and offers something."""
    return painter.page(nid, "proposals", more=more(nid, {}))


def more(nid: str, typed: dict[str, str]) -> Asking:
    """Whom one may ask."""
    scene, own = gate.scene(nid), gate.seat()
    here = tuple(scene.people[player] for player in scene.night.present())
    owed = {player.id: player.owed for player in scene.night.players.values()}
    owing = tuple((who, owed[who.id]) for who in here if owed[who.id] > 0 and who.id != own)
    return Asking(
        mine=max(owed[own], 0) if own not in scene.night.away else 0,
        others=tuple(who for who in here if who.id != own),
        owing=owing,
        phoneless=tuple((who, amount) for who, amount in owing if speaks(scene, own, who.id)),
        people=here,
    )


@bp.post("/n/<nid>/proposals")
@policy("joined")
@refusals.told
def propose(nid: str) -> Response:
    """Keeps a question for whoever must agree; the very same one twice is one."""
    scene = gate.scene(nid)
    maker, asked, event = _report(scene) if request.form.get("type") == "fine.given" else _taking_over(scene)
    check(scene.night, Entry(scene.log.seq + 1, event, by=maker))
    _check_waiting(scene, maker, stored(event))
    kept.propose(gate.disk(), nid, maker, asked, stored(event))
    gate.keeper().door_changed(nid)
    return entries.done(nid)


def _taking_over(scene: Scene) -> tuple[str, str, Event]:
    """Who asks whom that a drink moves: whoever taps, or one without a phone, is one of the two."""
    event = read(_said("drink.moved", "player", "to", "amount"), {}, strict=False)
    assert isinstance(event, of.DrinkMoved)
    own, pair = gate.seat(), (event.player, event.to)
    maker = next((seat for seat in sorted(pair, key=lambda seat: seat != own) if speaks(scene, own, seat)), None)
    if maker is None:
        raise Refused("That is between the two of them: one of them asks the other.")
    _check_here(scene, event)
    return maker, event.to if maker == event.player else event.player, event


def _check_here(scene: Scene, event: of.DrinkMoved) -> None:
    for player in (event.player, event.to):
        if player in scene.night.away:
            raise Refused(f"{scene.name(player)} has left the table.")


def _report(scene: Scene) -> tuple[str, str, Event]:
    """What the sneak tells the finesmaster."""
    night = scene.night
    if night.sneak is None or not holds_office(scene, gate.seat(), night.sneak):
        raise Refused("Only the sneak reports; the finesmaster names one under Seats.")
    event = read(_said("fine.given", "player", "amount", "reason"), {}, strict=False)
    assert isinstance(event, of.FineGiven)
    if isinstance(event.reason, msgspec.UnsetType):
        raise Refused("Please say what it was.")
    if event.amount > MOST_REPORTED:
        raise Refused(f"A report is about {MOST_REPORTED} at most.")
    master = night.finesmaster or ""
    if not (scene.phones.has_phone(master) or scene.phones.lent_to(master)):
        raise Refused(f"{scene.name(master)} has no phone: tell them aloud.")
    return night.sneak, master, event


def _said(kind: str, *names: str) -> dict[str, str]:
    said = {name: request.form.get(name, "").strip() for name in names}
    said |= {"reason": request.form["template"]} if "reason" in names and request.form.get("template") else {}
    return {"type": kind, **{name: value for name, value in said.items() if value}}


def _check_waiting(scene: Scene, maker: str, event: str) -> None:
    """Nobody floods another's phone."""
    waiting = [each.event for each in scene.phones.proposals if each.maker == maker]
    if len(waiting) >= MOST_WAITING and event not in waiting:
        raise Refused(f"{MOST_WAITING} of your questions wait for an answer. Take one back first.")


@bp.post("/n/<nid>/proposals/<int:number>")
@policy("joined")
@refusals.told
def answer(nid: str, number: int) -> Response:
    """Yes enters it, no ends it, and whoever asked may take it back; all of that once."""
    asks = {"yes": _agree, "no": _decline, "back": _take_back}.get(request.form.get("answer", ""))
    if asks is None:
        raise Refused("Answer with one of the buttons.")
    found = next((each for each in door.phones(gate.disk(), nid).proposals if each.id == number), None)
    if found is not None:
        asks(nid, found)
        kept.end(gate.disk(), nid, number)
        gate.keeper().door_changed(nid)
    elif asks is _agree and not _is_agreed(nid, number):
        raise Refused("That was taken back, or answered already.")
    return entries.done(nid)


def _agree(nid: str, proposal: Proposal) -> None:
    _check_asked(gate.scene(nid), proposal)

    def agreed(log: Log) -> Event:
        event = event_of(proposal)
        if isinstance(event, of.DrinkMoved):
            _check_here(Scene(nid, log, gate.keeper().phones(nid)), event)
        return event

    gate.keeper().enter(nid, agreed, _tap(nid, proposal))


def _tap(nid: str, proposal: Proposal) -> Tap:
    """No phone's own: whichever phones agree for a seat, it is one tap."""
    return Tap(answerer(gate.scene(nid), proposal), None, f"proposal-{proposal.id}", again=True)


def _is_agreed(nid: str, number: int) -> bool:
    """Whether it has become an entry: then this is the second tap of a double one."""
    try:
        gate.keeper().sitting(nid).tapped(Tap(None, None, f"proposal-{number}"), "")
    except Refused:
        return True
    return False


def _decline(nid: str, proposal: Proposal) -> None:
    _check_asked(gate.scene(nid), proposal)


def _check_asked(scene: Scene, proposal: Proposal) -> None:
    if not may_answer(scene, gate.seat(), proposal):
        raise Refused(f"That is for {scene.name(answerer(scene, proposal))} to answer.")


def _take_back(nid: str, proposal: Proposal) -> None:
    if not may_take_back(gate.scene(nid), gate.seat(), proposal):
        raise Refused("Only whoever asked may take it back.")


entries.MORE["proposals"] = more  # a refused tap on what stands on every page brings this page too
