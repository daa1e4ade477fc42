"""Proposals: one player asks another to take a drink over, or the sneak reports; agreed, it becomes an entry."""

from __future__ import annotations

from collections.abc import Callable

import msgspec
from flask import Blueprint, Response, request

from ..rules import events as of
from ..rules.events import Entry, Event, read
from ..rules.fold import check
from ..rules.refused import Refused
from ..scorekeeper import Entered
from ..showing.proposals import holds_office, may_take_back, speaks
from ..showing.scene import Scene, Who
from ..store import members
from ..store.votes_and_proposals import Proposal
from . import agreeing, entries, gate, painter, refusals
from .guard import policy

bp = Blueprint("proposals", __name__)
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
    agreeing.ask(nid, maker, asked, event)
    return entries.done(nid)


def _taking_over(scene: Scene) -> tuple[str, str, Event]:
    """Who asks whom that a drink moves: whoever taps, or one without a phone, is one of the two."""
    event = read(_said("drink.moved", "player", "to", "amount"), {}, strict=False)
    assert isinstance(event, of.DrinkMoved)
    own, pair = gate.seat(), (event.player, event.to)
    maker = next((seat for seat in sorted(pair, key=lambda seat: seat != own) if speaks(scene, own, seat)), None)
    if maker is None:
        raise Refused("That is between the two of them: one of them asks the other.")
    agreeing.check_here(scene, event)
    return maker, event.to if maker == event.player else event.player, event


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


@bp.post("/n/<nid>/proposals/<int:number>")
@policy("joined")
@refusals.told
def answer(nid: str, number: int) -> Response:
    """Yes enters it, no ends it, and whoever asked may take it back; all of that once."""
    asks = ANSWERS.get(request.form.get("answer", ""))
    if asks is None:
        raise Refused("Answer with one of the buttons.")
    found = next((each for each in members.phones(gate.disk(), nid).proposals if each.id == number), None)
    if found is not None:
        entered = asks(nid, found)
        agreeing.end(nid, found)
        return entries.done(nid, entries.changes(nid, gate.keeper().night(nid), entered.seq) if entered else None)
    if asks is agreeing.agree and not agreeing.is_agreed(nid, number):
        raise Refused("That was taken back, or answered already.")
    return entries.done(nid)


def _decline(nid: str, proposal: Proposal) -> None:
    agreeing.check_asked(gate.scene(nid), proposal)


def _take_back(nid: str, proposal: Proposal) -> None:
    if not may_take_back(gate.scene(nid), gate.seat(), proposal):
        raise Refused("Only whoever asked may take it back.")


ANSWERS: dict[str, Callable[[str, Proposal], Entered | None]] = {
    "yes": agreeing.agree,
    "no": _decline,
    "back": _take_back,
}
entries.MORE["proposals"] = more  # a refused tap on what stands on every page brings this page too
