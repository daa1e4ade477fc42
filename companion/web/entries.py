"""One door for every event of every game: form, event, scorekeeper, fragment."""

from __future__ import annotations

import hashlib
import re
from collections.abc import Callable
from contextlib import suppress
from typing import Any
from urllib.parse import urlsplit

from flask import Blueprint, Response, redirect, request

from ..rules import events as of
from ..rules.events import Entry, Event, read, written
from ..rules.fold import check
from ..rules.log import InTheWay, Log, differences
from ..rules.refused import Filled, Refused
from ..rules.replay import own_events
from ..scorekeeper import Conflict, Doubt, Entered, Tap
from ..showing.pages import PAGES
from ..showing.telling import sentence as telling
from ..showing.telling import told
from ..store.disk import DiskRefused
from . import bring, forms, gate, painter, rules, share, verdicts, wishes
from .guard import policy
from .initiation import check_initiated
from .painter import Answer
from .policy import check_acting, check_sender
from .timely import check_timely, waited
from .wording import sentence

bp = Blueprint("entries", __name__)
KEY = re.compile(r"[A-Za-z0-9_-]{1,64}")
MORE: dict[str, Callable[[str, dict[str, str]], Any]] = {
    "rules": rules.more,
    "bring": bring.more,
    "share": share.more,
    "wishes": wishes.more,
}


@bp.post("/n/<nid>/entries")
@policy("joined")
def enter(nid: str) -> Response:
    """Writes what the form says, or says in words why not; nothing that was typed is lost."""
    try:
        _deal(nid)
        return _entered(nid, gate.keeper().enter(nid, _proposed(nid), _tap(nid)))
    except Conflict as conflict:
        return answered(nid, _both(nid, conflict), 409)
    except Doubt as doubt:
        return answered(nid, _same_one(nid, doubt), 409)
    except Refused as refused:
        return answered(nid, Answer(sentence(_words(nid, refused))), 422)
    except DiskRefused as refused:
        return answered(nid, Answer(str(refused)), 503)


def _deal(nid: str) -> None:
    """The first entry of a deal that newcomers join deals to them too, so that they cost nobody a tap."""
    players = request.form.getlist("dealt")
    if not players:
        return
    started = {"type": "deal.started", "deal": request.form.get("deal"), "players": players}
    tap = _tap(nid)

    def propose(log: Log) -> Event:
        event = read(started, own_events(log.night), strict=False)
        dealt = log.propose(Entry(log.seq + 1, event, by=tap.by))
        check(dealt.night, Entry(log.seq + 2, _allowed(nid, log), by=tap.by))  # a refused trick deals nothing
        return event

    with suppress(Conflict, Filled):  # another phone has just dealt; the trick itself is asked as ever
        gate.keeper().enter(nid, propose, tap._replace(key=tap.key and f"{tap.key}-deal"))


def _proposed(nid: str) -> Callable[[Log], Event]:
    return lambda log: _allowed(nid, log)


def _allowed(nid: str, log: Log) -> Event:
    """What the form says, if this phone may send it."""
    event, scene = forms.event(request.form, log), gate.scene(nid)
    check_sender(event, gate.seat(), acting(nid), scene)
    check_initiated(event, request.form, gate.seat(), scene)
    check_timely(event, request.form, scene)
    return event


def acting(nid: str) -> str:
    """The seat this tap counts as: the phone's own, or one without a phone that it acts for."""
    return check_acting(request.form.get("acting") or gate.seat(), gate.seat(), gate.scene(nid))


def _tap(nid: str) -> Tap:
    key = request.form.get("key") or None
    if key is not None and not KEY.fullmatch(key):
        raise Refused("That tap could not be read. Reload the page and tap again.")
    return Tap(acting(nid), gate.device_id(), key, request.form.get("again") == "yes", _said(), waited())


def _said() -> str:
    """What the form says, in 24 letters: the same when the same tap is sent again, whatever has happened since."""
    said = sorted((name, value) for name, value in request.form.items(multi=True) if name not in ("key", "back"))
    return hashlib.sha256(repr(said).encode()).hexdigest()[:24]


def back() -> str:
    """The page the form stands on: what the form says, else where the request came from."""
    came = urlsplit(request.referrer or "").path.split("/")
    name = request.form.get("back") or (came[3] if len(came) > 3 else "")
    return name if name in PAGES else "table"


def _entered(nid: str, entered: Entered) -> Response:
    verdicts.conclude(nid, acting(nid))
    return done(nid, None if entered.before else changes(nid, gate.keeper().night(nid), entered.seq))


def done(nid: str, answer: Answer | None = None) -> Response:
    """The regions that a tap changed; a phone without script goes back to the page its form stands on."""
    if painter.is_scripted() or answer:
        return answered(nid, answer, 200)
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


def answered(nid: str, answer: Answer | None, status: int) -> Response:
    """The regions that changed; for a phone without script the page its form stands on, with what was typed."""
    if painter.is_scripted():
        return painter.regions(nid, back(), request.headers.get("X-Version"), answer, status)
    typed = {} if status == 200 else request.form.to_dict()
    if typed.get("type") == "rule.amended" and typed.get("rule") in gate.scene(nid).night.rules:
        return rules.amending(nid, typed["rule"], typed, answer, status)
    more = MORE[back()](nid, typed) if back() in MORE else None
    return painter.page(nid, back(), answer, status, more=more, typed=typed)


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
        offer=f"Change it to: {telling(scene, conflict.event, scene.insider)}",
        fields=(*fields, *_nested(written(conflict.event))),
        night_id=nid,
        back=back(),
        key=gate.forms_key(scene.log),
    )


def _nested(event: dict[str, Any]) -> list[tuple[str, str]]:
    """The fields of an event as a form would send them within another."""
    fields: list[tuple[str, str]] = []
    for name, value in event.items():
        for one in (value or [""]) if isinstance(value, list | tuple) else [value]:
            said = " ".join(one) if isinstance(one, list | tuple) else "" if one is None else str(one)
            fields.append((f"event.{name}", said))
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
    said = str(refused) if gate.scene(nid).insider else refused.public
    return f"Entry {refused.entry} stands in the way: {said}" if isinstance(refused, InTheWay) else said
