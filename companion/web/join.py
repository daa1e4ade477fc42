"""Joining: by the QR code's link or by the typed code; looking joins nobody, only the button does."""

from __future__ import annotations

from hashlib import blake2b

import msgspec
from flask import Blueprint, Response, abort, current_app, make_response, redirect, render_template, request

from ..commands import forms
from ..commands.authorization import Sender
from ..commands.handler import Command
from ..commands.night_cache import LoadedNight
from ..domain import events as of
from ..domain.refused import Refused
from ..storage import members, nights
from ..storage.members import hashed
from ..views.context import ViewContext, Who
from . import auth, home
from .security import asking_network, policy
from .services import services

bp = Blueprint("join", __name__)
EACH, ALTOGETHER, WINDOW = 10, 100, 60.0  # wrong codes of one address, of all, and the seconds in which they count


class Join(msgspec.Struct, frozen=True):
    """The page that asks for one's name; `seats` are players without a phone, whose seat one may take over.

    `key` is this page's own.
    """

    title: str
    token: str
    name: str
    people: tuple[Who, ...]
    seats: tuple[Who, ...]
    key: str
    typed: str = ""
    wrong: str = ""
    night: None = None


@bp.get("/j/<token>")
@policy("anybody")
def ask(token: str) -> Response:
    """Who is at the table already, and the form to join."""
    night = _found(token)
    if auth.device_of(night.id) is not None:
        return home.to_night(night.id)
    return _asked(token, auth.context(night.id))


@bp.post("/j/<token>")
@policy("anybody")
def join(token: str) -> Response:
    """Takes a new seat, or one without a phone."""
    night = _found(token)
    if auth.device_of(night.id) is not None:
        return home.to_night(night.id)
    try:
        return sit_down(night.id)
    except Refused as refused:
        return _asked(token, auth.context(night.id), request.form.get("name", ""), str(refused), 422)


@bp.post("/join")
@policy("anybody")
def by_code() -> Response:
    """Finds the night of a typed code; wrong ones are counted, since codes are short."""
    code, address = request.form.get("code", ""), asking_network()
    digest = _digest_of(address)
    if not nights.try_code(services().database, digest, EACH, ALTOGETHER, WINDOW):
        abort(429)
    night = nights.by_code(services().database, code)
    if night is None:
        wrong = "There is no table with this code. Look at the code on a phone at the table."
        return home.shown(home.Home(code=code, wrong_code=wrong), 422)
    nights.was_right(services().database, digest)
    return make_response(redirect(f"/j/{night.token}", 303))


def _digest_of(address: str) -> str:
    """An address as it is counted: nobody can tell from the database who tried a code."""
    secret = current_app.config["SECRET_KEY"]
    key = (secret if isinstance(secret, bytes) else secret.encode())[:64]
    return blake2b(address.encode(), key=key, digest_size=16).hexdigest()


def _found(token: str) -> nights.NightLinks:
    night = nights.by_token(services().database, token)
    if night is None or auth.found(night.id) is None:
        abort(404, "This invitation is no longer good. Scan the table's QR code again.")
    return night


def _asked(token: str, context: ViewContext, typed: str = "", wrong: str = "", status: int = 200) -> Response:
    name, key = context.night.name, auth.form_key()
    view = Join(f"Join {name}", token, name, context.seated, _free(context), key, typed, wrong)
    return make_response(render_template("join/join.html", view=view), status)


def _free(context: ViewContext) -> tuple[Who, ...]:
    """Who sits there without a phone."""
    return tuple(who for who in context.seated if not context.phones.has_phone(who.id))


def sit_down(nid: str) -> Response:
    """This phone takes the seat that the form names, or a new one under the name in it; raises Refused in words.

    The same form sent again comes to the same.
    """
    player, token = request.form.get("seat", ""), auth.form_token()
    return _taken_over(nid, player, token) if player else _joined(nid, token)


def _joined(nid: str, token: str | None) -> Response:
    name, free = request.form.get("name", ""), [who.name for who in _free(auth.context(nid))]

    def joins(night: LoadedNight) -> list[of.Event]:
        if night.night.closed:
            raise Refused("This night is closed. Ask for the next one.")
        player = forms.next_id("player", night.log)
        return [of.PlayerJoined(player=player, name=forms.proper_name(name, night.night.names.values(), free))]

    # Known again, as no phone's, by the hash of the token: that is stored with the phone, too, and tells nobody more.
    key = f"join-{hashed(token)[:24]}" if token else None
    recorded = services().commands.handle(nid, Command(joins, key, "joined"), Sender(None))
    log = services().nights.log(nid)
    joined = log.line(recorded.seq).entry.event
    assert isinstance(joined, of.PlayerJoined)
    if joined.player not in log.night.players:  # undone since this form was first sent
        raise Refused(members.SENT_BEFORE)
    return auth.let_in(nid, joined.player, token)


def _taken_over(nid: str, player: str, token: str | None) -> Response:
    if player not in auth.context(nid).people:
        raise Refused("There is no such seat. Type your own name.")
    return auth.let_in(nid, player, token, over=True)
