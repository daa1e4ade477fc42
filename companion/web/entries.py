"""The log of a night: the endpoint for every event of every game, how taps are answered, and the page of entries."""

import re
from contextlib import suppress
from typing import Any
from urllib.parse import urlsplit

from flask import Blueprint, Response, abort, g, redirect, request
from markupsafe import Markup, escape
from msgspec import UNSET
from werkzeug.exceptions import ServiceUnavailable

from ..commands import forms
from ..commands.handler import Recorded
from ..commands.verdict import AlreadyIn, Conflict, ToConfirm
from ..domain import events as of
from ..domain.event_log import InTheWay, Line, Log
from ..domain.fields import sent
from ..domain.games import GAMES
from ..domain.limits import ANYBODY_MAKES_RULES
from ..domain.refused import BoxFilled, Refused
from ..domain.visibility import face_down, played_at
from ..storage.errors import DatabaseUnavailable
from ..storage.proposals import DRAWN
from ..views import entries
from ..views.change_form import Drawing, Keys, inputs, keys
from ..views.context import ViewContext
from ..views.corrections import Changes, consequences, in_the_way, what_changes
from ..views.rendering import failing_alone
from . import auth, home, rendering
from .rendering import Answer, sentence
from .security import error_page, policy
from .services import services

bp = Blueprint("entries", __name__)
TOLD: dict[Any, str] = {of.RuleMade: "Made: it counts from now on ✓", of.WaterCalled: "All phones say so ✓"}
NEXT = re.compile(r"[a-z][\w/-]*(\?[\w=%&.+*~-]*)?")  # a page of this night


@bp.post("/n/<nid>/entries")
@policy("joined")
def enter(nid: str) -> Response:
    """Records the event of the form, or answers why it does not."""
    form = request.form
    command, sender = forms.command(form, waited()), auth.sender(form.get("acting"), form.get("type", ""))
    match services().commands.handle(nid, command, sender):
        case AlreadyIn(seq):
            return done(nid, _entered_before(nid, seq))
        case Recorded(seq):
            return done(nid, _noted(nid, seq))
        case Conflict() as conflict:
            return answered(nid, _both_sides(auth.context(nid), conflict))
        case ToConfirm() as ask:
            return asked(nid, ask)


def _noted(nid: str, seq: int) -> Answer | None:
    """Notes beside the log what the form says of the new entry; returns what the phone is told."""
    line = services().nights.loaded(nid).log.line(seq)
    if request.form.get("open_rules") == "yes" and isinstance(line.counts, of.GameStarted):
        services().commands.take_note(nid, seq, ANYBODY_MAKES_RULES)
    if request.form.get("move") == forms.RANDOM:
        services().commands.take_note(nid, seq, DRAWN)
        return Answer(entries.describe_line(auth.context(nid), line), "done", 200)
    return changes(nid, seq) or _told(nid, seq)


def _entered_before(nid: str, seq: int) -> Answer:
    by = _said_by(services().nights.loaded(nid).log, seq)
    said = "You tapped that already" if by == g.seat else f"{_who(auth.context(nid), by)} had tapped first"
    return Answer(f"{said} ✓", "done", 200)


def _told(nid: str, seq: int) -> Answer | None:
    """What the phone that entered this is told: that all know it, or what the game tells it, if anything."""
    log = services().nights.loaded(nid).log
    event = log.line(seq).event
    text = TOLD.get(type(event), "") if rendering.is_scripted() else ""
    if isinstance(event, of.RuleCalled) and event.player != g.seat and rendering.is_scripted():
        text = f"{entries.describe_line(auth.context(nid), log.line(seq))} ✓"
    if played := played_at(log, seq, event):
        text = played.game.entering.told(played.state, event, log.written_in(played, seq))
    return Answer(text, "done", 200) if text else None


@bp.app_errorhandler(Refused)
def refused(why: Refused) -> Response:
    """The answer to a refused form of a night; nothing that was typed is lost."""
    context = auth.context(g.device.night_id)
    match why:
        case InTheWay() | BoxFilled():
            text, words, entry = in_the_way(context, why)
            answer = Answer(text, night_id=context.night_id, link=f"log/{entry}", keep=words)
        case _:
            answer = Answer(sentence(str(why) if context.insider else why.public))
    return answered(context.night_id, answer)


@bp.app_errorhandler(DatabaseUnavailable)
def not_written(why: DatabaseUnavailable) -> Response:
    """The answer to a form that the database could not record; for a GET request, the error page.

    The outbox of a phone sends it again by itself; without script a button sends it again, for the same slot.
    """
    if "seat" in g and request.method == "POST":
        with suppress(DatabaseUnavailable):  # the page of the form can need the database, too
            nid = g.device.night_id
            if rendering.is_scripted():
                return answered(nid, Answer(f"{why} This phone sends it again.", status=503))
            same, to = tuple(request.form.items(multi=True)), _address()
            return answered(nid, Answer(str(why), "refused", 503, "Send it again", same, nid, to=to))
    return error_page(ServiceUnavailable(str(why)))


def _address() -> str:
    """The address in this night to which the form was sent."""
    return "/".join(request.path.split("/")[3:])


def waited() -> float:
    """The seconds that this tap was in the outbox of its phone, at most 12 hours; the header has milliseconds."""
    text = request.headers.get("X-Waited", "")
    return min(int(text) / 1000, 12 * 3600) if text.isdecimal() and len(text) < 10 else 0.0


def back() -> str:
    """The page with the form: named by its field `back`, else by the referrer, else by the address of the request."""
    paths = (urlsplit(request.referrer or "").path.split("/"), request.path.split("/"))
    names = (request.form.get("back", ""), *(path[3] for path in paths if len(path) > 3))
    return next((name for name in names if name in services().pages), "table")


def leads_to() -> str:
    """The page of this night to go to after the form, as its field `next` says; "" if it names none."""
    named = request.values.get("next", "")
    return named if NEXT.fullmatch(named) else ""


def done(nid: str, answer: Answer | None = None) -> Response:
    """The answer to a recorded tap; it leads to the page in the field `next`, else back to the page of the form."""
    if page := leads_to():
        return goes_to(nid, page, answer)
    if rendering.is_scripted():
        return rendering.words(nid, answer)
    return answered(nid, answer) if answer else goes_to(nid, back())


def goes_to(nid: str, page: str, answer: Answer | None = None) -> Response:
    """The answer to a tap that leads to a page of this night; without script only the page can say the answer."""
    address = f"/n/{nid}/{'' if page == 'table' else page}"
    if rendering.is_scripted():
        response = rendering.words(nid, answer)
        response.headers["HX-Redirect"] = address
        return response
    return answered(nid, answer) if answer else redirect(address, 303)  # type: ignore[return-value]


def changes(nid: str, seq: int) -> Answer | None:
    """What an undo or change changed; None for other entries. Aborts if it undid this player's joining."""
    log = services().nights.loaded(nid).log
    if g.seat not in log.night.players:
        abort(403, auth.NOT_AT_TABLE)
    if seq != log.seq or not isinstance(log.lines[-1].entry.event, of.Correcting):
        return None
    if isinstance(log.corrected(seq).counts, of.PlayerJoined):
        return Answer(entries.describe_line(auth.context(nid), log.lines[-1]), "done", 200)
    what, changed = what_changes(auth.context(nid), log.before, log.night)
    told = f"This changed {what}:" if changed else f"{what[0].upper()}{what[1:]}."
    return Answer(f"Done. {told}", "changes", 200, changes=changed)


def answered(nid: str, answer: Answer) -> Response:
    """The answer as text, since the stream updates the page; without script, the page of the form, filled in again."""
    if rendering.is_scripted():
        return rendering.words(nid, answer)
    form = (request.form.get("type", ""), request.endpoint or "")
    again = (page.again[name] for name in form for page in services().pages.values() if name in page.again)
    found = next(again, None) if answer.status != 200 else None
    return (found and found(nid, answer)) or rendering.page(nid, back(), answer)


def asked(nid: str, ask: ToConfirm) -> Response:
    """The answer to a tap that needs a yes: a question with a button that sends the same form again."""
    context, (text, yes, no, _, field) = auth.context(nid), ask.confirmation
    changed: Changes = ()
    if ask.effects is not None:
        text, changed = consequences(context, ask.effects)
    if ask.twice is not None:
        said = entries.describe_line(context, ask.twice)
        text = f"{said} Another phone just entered that. Did it happen once or twice?"
    # Answers to earlier questions stay. A field has either several answers, or one that replaces what was sent.
    left_out = {"key", "back", *(() if field == "again" else (field,))}
    sent = [(name, value) for name, value in request.form.items(multi=True) if name not in left_out]
    fields = (*sent, (field, ask.confirmation.answer))
    key = auth.forms_key(context.log)
    kind = "refused" if field == "appeared" else "question"  # it leaves with the next thing that is asked
    answer = Answer(text, kind, 409, yes, fields, nid, back(), key, changed, keep=no, to=_address())
    return answered(nid, answer)


def _both_sides(context: ViewContext, conflict: Conflict) -> Answer:
    """The answer to what contradicts a recorded entry: both sides, with a button that changes the entry."""
    if isinstance(conflict.event, of.GameStarted):
        return _another_start(context, conflict.line, conflict.event)
    text, keep, offer = _both(context, conflict)
    if waited() and (by := _said_by(context.log, conflict.line.entry.seq)) != g.seat:
        text = f"{_who(context, by)}’s tap reached the table first. {text}"
    forget = [("forget", "yes")] if _forgets(conflict) else []
    said = [(name, value) for name, values in sent(conflict.event).items() for value in values or [""]]
    fields = [("corrects", str(conflict.line.entry.seq)), *forget, *said]
    key = auth.forms_key(context.log)
    return Answer(text, "conflict", 409, offer, tuple(fields), context.night_id, back(), key, keep=keep)


def _another_start(context: ViewContext, line: Line, own: of.GameStarted) -> Answer:
    """The answer to a start while another game is on; its button undoes that game and leads to the page of this one."""
    started, who = line.counts, "You" if line.entry.by == g.seat else _who(context, line.entry.by)
    assert isinstance(started, of.GameStarted)
    first, second = GAMES[started.game].name, GAMES[own.game].name
    text, offer = f"{who} started {first}, you said {second}.", f"{second} instead"
    if started.game == own.game:
        text, offer = f"{who} started {first} with other players or options.", "Start it my way"
    fields = (("type", "entry.undone"), ("entry", str(line.entry.seq)), ("next", f"start/{own.game}"))
    key = auth.forms_key(context.log)
    sent = (fields, context.night_id, back(), key)
    return Answer(text, "conflict", 409, offer, *sent, keep=f"Keep {first}", link="table")


def _both(context: ViewContext, why: Conflict) -> tuple[str, str, str]:
    """What is recorded and what this phone says, with the labels of the buttons that keep it and that change it."""
    by, own = _said_by(context.log, why.line.entry.seq), why.event
    they, to_mine = ("You said", "") if by == g.seat else (f"{_who(context, by)} says", " to mine")
    forgets, old = _forgets(why), why.line.counts
    takers = (old.named, own.named) if old else ()
    if UNSET in takers or len(set(takers)) < 2:
        said = entries.describe_event(context, why.line.entry.seq, own, context.insider)
        text = f"{they}: {entries.describe_line(context, why.line)} {'Now' if by == g.seat else 'You said'}: {said}"
        return text, "Keep it", f"Change it{to_mine}{' and forget the cards' if forgets else ''}"
    first, second = (context.name(hand) if hand else "nobody" for hand in takers)
    which, playing = entries.which_one(context, own), context.night.game
    is_before = bool(playing and why.line.entry.seq < playing.started)
    if is_before or own.part != context.screen.deal:
        which += f" of deal {own.part}{' in the game before' if is_before else ''}"
    now = "and now" if by == g.seat else "you said"
    offer = f"It was {second}{': drop the cards' if forgets else ''}"
    return f"{they} {first} took {which}, {now} {second}.", f"Keep {first}", offer


def _forgets(why: Conflict) -> bool:
    """Whether the recorded trick has its cards, and what this phone says has none."""
    old, new = why.line.counts, why.event
    return old is not None and bool(old.shows) and not new.shows


def _said_by(log: Log, seq: int) -> str | None:
    """Who said what this entry counts as: whoever changed it last, or else entered it."""
    return (log.change_of(seq) or log.line(seq)).entry.by


def _who(context: ViewContext, by: str | None) -> str:
    return context.name(by) if by else "Somebody"


@bp.get("/n/<nid>/log")
@policy("joined")
def log(nid: str) -> Response:
    """The newest entries, or those before entry `before`."""
    before = request.args.get("before", type=int)
    if before is None:
        return rendering.page(nid, "log")
    return rendering.page(nid, "log", more=entries.book(auth.context(nid), before), template="log/older.html")


@bp.get("/n/<nid>/log/<int:seq>")
@policy("joined")
def entry(nid: str, seq: int) -> Response:
    """One entry, with the keys that entered it, to put it right, and the button that takes it back."""
    context = auth.context(nid)
    if not 0 < seq <= context.log.seq:
        abort(404, "There is no such entry.")
    return _entry_page(nid, context.log.line(seq))


@bp.get("/n/<nid>/took/<player>")
@policy("joined")
def took(nid: str, player: str) -> Response:
    """The tricks that a player took in the deal that is on."""
    context = auth.context(nid)
    tricks = entries.newest_tricks(context, player) if player in context.people else []
    if len(tricks) == 1:
        return _entry_page(nid, tricks[0])
    more = entries.LogBook((entries.section(context, f"{context.name(player)}’s tricks", tricks),) if tricks else ())
    return rendering.page(nid, "log", more=more, template="log/older.html")


@bp.get("/n/<nid>/filled")
@policy("joined")
def filled(nid: str) -> Response:
    """The entry that filled a cell of the score sheet: the newest of a `game` with the fields in the query."""
    line = entries.filled_by(auth.context(nid), request.args.to_dict())
    return _entry_page(nid, line) if line else home.to_night(nid, "log")


def _entry_page(nid: str, line: Line) -> Response:
    context, seat = auth.context(nid), auth.seat()
    whose = face_down(context.log).get(line.entry.seq)
    sent = {"corrects": str(line.entry.seq), "key": auth.forms_key(context.log)}
    sent |= {} if rendering.is_scripted() else {"next": "log"}
    sent |= {"acting": whose} if whose and context.phones.lent_to(whose) == seat else {}
    hidden = "".join(f'<input type="hidden" name="{name}" value="{escape(value)}">' for name, value in sent.items())
    words = {name: request.args.getlist(name) for name in request.args}
    found, plain = Keys(), None
    with failing_alone():
        found = keys(context, line, seat, Drawing(services().render, words, hidden))
        plain = inputs(context, line)
    more = {
        "line": entries.log_line(context, line),
        "hidden": Markup(hidden),
        "form": Markup(found.form),
        "cards_of": found.cards_of,
        "retold": found.retold,
        "others": [Markup(html) for html in found.others],
        "inputs": plain,
    }
    return rendering.page(nid, "log", more=more, template="log/entry.html")
