"""One door for every event of every game: form, event, scorekeeper, fragment."""

from __future__ import annotations

from contextlib import suppress

from flask import Blueprint, Response, redirect, request

from ..rules import events as of
from ..rules.events import Event, read, written
from ..rules.log import Log, differences
from ..rules.refused import Refused
from ..rules.replay import own_events
from ..scorekeeper import Conflict, Doubt, Entered, Tap
from ..showing.pages import PAGES
from ..showing.telling import sentence, told
from ..store.disk import DiskRefused
from . import forms, gate, painter
from .guard import policy
from .painter import Answer
from .policy import check_acting, check_sender

bp = Blueprint("entries", __name__)


@bp.post("/n/<nid>/entries")
@policy("joined")
def enter(nid: str) -> Response:
    """Writes what the form says, or says in words why not; nothing that was typed is lost."""
    try:
        _deal(nid)
        return _entered(nid, gate.keeper().enter(nid, _proposed(nid), _tap(nid)))
    except Conflict as conflict:
        return _answered(nid, _both(nid, conflict), 409)
    except Doubt as doubt:
        return _answered(nid, _same_one(nid, doubt), 409)
    except Refused as refused:
        return _answered(nid, Answer(_capital(_words(nid, refused))), 422)
    except DiskRefused as refused:
        return _answered(nid, Answer(str(refused)), 503)


def _deal(nid: str) -> None:
    """The first entry of a deal that newcomers join deals to them too, so that they cost nobody a tap."""
    players = request.form.getlist("dealt")
    if not players:
        return
    started = {"type": "deal.started", "deal": request.form.get("deal"), "players": players}
    tap = _tap(nid)
    with suppress(Conflict):  # another phone has just dealt; the trick itself is asked as ever
        gate.keeper().enter(
            nid, lambda log: read(started, own_events(log.night), strict=False), tap._replace(key=tap.key and f"{tap.key}-deal")
        )


def _proposed(nid: str):  # type: ignore[no-untyped-def]
    def propose(log: Log) -> Event:
        event = forms.event(request.form, log)
        check_sender(event, acting(nid), gate.scene(nid))
        return event

    return propose


def acting(nid: str) -> str:
    """The seat this tap counts as: the phone's own, or one without a phone that it acts for."""
    wanted = request.form.get("acting") or gate.seat()
    return check_acting(wanted, gate.seat(), gate.scene(nid))


def _tap(nid: str) -> Tap:
    again = request.form.get("again") == "yes"
    return Tap(acting(nid), gate.device_id(), request.form.get("key") or None, again)


def back() -> str:
    """The page the form stands on."""
    name = request.form.get("back", "table")
    return name if name in PAGES else "table"


def _entered(nid: str, entered: Entered) -> Response:
    log = gate.keeper().night(nid)
    answer = None if entered.before else changes(nid, log, entered.seq)
    if painter.is_scripted():
        since = painter.version_of(request.headers.get("X-Version"))
        return painter.regions(nid, back(), since, answer)
    if answer:
        return painter.page(nid, back(), answer)
    return redirect(f"/n/{nid}/{'' if back() == 'table' else back()}", 303)  # type: ignore[return-value]


def changes(nid: str, log: Log, seq: int) -> Answer | None:
    """Whose drinks an undo or change changed; nothing for any other entry."""
    if seq != log.seq or not isinstance(log.lines[seq - 1].entry.event, of.EntryUndone | of.EntryChanged):
        return None
    people = gate.scene(nid).people
    changed = tuple(
        (people[player], by) for player, by in differences(log.before, log.night).items() if player in people
    )
    says = "Done. This changed:" if changed else "Done. It changed nobody's drinks."
    return Answer(says, kind="changes", changes=changed)


def _answered(nid: str, answer: Answer, status: int) -> Response:
    if painter.is_scripted():
        return painter.regions(nid, back(), painter.version_of(request.headers.get("X-Version")), answer, status)
    return painter.page(nid, back(), answer, status)


def _both(nid: str, conflict: Conflict) -> Answer:
    """What stands and what was proposed, and one tap that changes the one into the other."""
    scene = gate.scene(nid)
    line = conflict.line
    who = scene.name(line.entry.by) if line.entry.by else "somebody"
    fields = [("type", "entry.changed"), ("entry", str(line.entry.seq))]
    return Answer(
        says=f"{who} entered something else: {told(scene, line)}",
        kind="conflict",
        stands=told(scene, line),
        offer=f"Change it to: {sentence(scene, conflict.event)}",
        fields=tuple([*fields, *_nested(written(conflict.event))]),
        night_id=nid,
        back=back(),
        key=gate.forms_key(scene.log),
    )


def _nested(event: dict[str, object]) -> list[tuple[str, str]]:
    fields = []
    for name, value in event.items():
        if name == "plays":
            continue
        fields.append((f"event.{name}", "" if value is None else str(value)))
    return fields


def _same_one(nid: str, doubt: Doubt) -> Answer:
    scene = gate.scene(nid)
    fields = tuple(
        (name, value)
        for name in request.form
        for value in request.form.getlist(name)
        if name not in ("key", "again", "back")
    )
    return Answer(
        says=f"{told(scene, doubt.line)} Another phone entered that a moment ago. Is it the same one?",
        kind="doubt",
        offer="No, it happened again",
        fields=(*fields, ("again", "yes")),
        night_id=nid,
        back=back(),
        key=gate.forms_key(scene.log),
    )


def _words(nid: str, refused: Refused) -> str:
    """The refusal as this phone may read it."""
    return str(refused) if gate.scene(nid).insider else refused.public


def _capital(words: str) -> str:
    whole = words[:1].upper() + words[1:]
    return whole if whole.endswith((".", "!", "?")) else whole + "."
