"""Joining a night by the link of the QR code or by the typed code. Only the form joins, not opening the link."""

from hashlib import blake2b
from urllib.parse import urlencode

from flask import Blueprint, Response, abort, make_response, redirect, request

from ..commands import forms
from ..commands.verdict import Command, Tapped
from ..domain import events as of
from ..domain.event_log import next_id
from ..domain.refused import Refused
from ..domain.rights import Sender
from ..storage import members, nights
from ..storage.members import hashed
from ..system import chance
from ..views.context import ViewContext, Who
from . import auth, home, rendering
from .security import asking_network, policy
from .services import services

bp = Blueprint("join", __name__)
NO_TABLE = "No table is open under that code. Check it on a phone at the table, or scan the QR code."
EACH, ALTOGETHER, WINDOW = 10, 40, 900.0  # wrong codes of one address and of all, within this many seconds


@bp.route("/j/<token>", methods=["GET", "POST"])
@policy("anybody")
def join(token: str) -> Response:
    """Shows who is at the table, and the form that gives this phone a new seat or a seat without a phone."""
    night = nights.find(services().database, token=token)
    if night is None or auth.found(night.id) is None:
        abort(404, "This link no longer works. Scan the table’s QR code again.")
    if auth.device_of(night.id) is not None:
        return home.to_night(night.id)
    try:
        return sit_down(night.id) if request.method == "POST" else seat_form(night.id)
    except Refused as refused:
        return seat_form(night.id, refused)


@bp.post("/join")
@policy("anybody")
def by_code() -> Response:
    """Leads to the night of a typed code."""
    night = typed_night()
    if night is None:
        return home.start_page("code", NO_TABLE)
    # Whoever typed their name on the start page need not type it again.
    name = request.form.get("name", "").strip()[: forms.LONGEST_NAME]
    return make_response(redirect(f"/j/{night.token}{'?' + urlencode({'name': name}) if name else ''}", 303))


def typed_night() -> nights.NightLinks | None:
    """The night of the code in this form; wrong codes are counted, since codes are short.

    The code of a night that is over, or in which nothing happens any more, is as wrong as any other (decision 38).
    """
    code, address = request.form.get("code", ""), asking_network()
    # Stored as a keyed hash, so that the database does not contain the addresses.
    digest = blake2b(address.encode(), key=auth.secret_key()[:64], digest_size=16).hexdigest()
    if not nights.try_code(services().database, digest, EACH, ALTOGETHER, WINDOW):
        abort(429)
    night = nights.by_code(services().database, code)
    loaded = auth.found(night.id) if night and nights.is_code_live(services().database, night) else None
    if night is None or loaded is None or loaded.night.closed:
        return None
    nights.was_right(services().database, digest)
    return night


def seat_form(
    nid: str, refused: Refused | None = None, template: str = "join/join.html", title: str = "Join", missing: str = ""
) -> Response:
    """The form by which a phone takes a new seat or the seat of a player without a phone, and why it was refused.

    `missing` is a sentence about what the night's file left out. Each page has a new key.
    """
    context, before = auth.context(nid), _before(nid)
    seats, name = _without_phone(context), request.args.get("name")
    more = {
        "action": request.path,
        "name": context.night.name,
        "unit": context.night.unit,
        "people": [who for who in context.everybody if who.id not in context.night.away],
        "seats": seats,
        "own": next((who for who in seats if (who.id == before.player if before else who.name == name)), None),
        "finesmaster": context.night.finesmaster and context.name(context.night.finesmaster),
        "closed": context.night.closed,
        "missing": missing,
        "key": chance.token(),
        "typed": request.values.get("name", ""),
        "wrong": str(refused or ""),
    }
    return rendering.plain(template, f"{title} {context.night.name}", more, 422 if refused else 200)


def _without_phone(context: ViewContext) -> tuple[Who, ...]:
    return tuple(who for who in context.everybody if not context.phones.has_phone(who.id))


def _before(nid: str) -> members.Phone | None:
    """This phone at the table of the night before: there its cookie shows whose it is, which here nothing does yet."""
    seen = ((one, nights.find(services().database, id=one.night_id)) for one in auth.own_phones())
    return next((one for one, night in seen if night and nights.next_id(night) == nid), None)


def sit_down(nid: str) -> Response:
    """Gives this phone the seat that the form names, or a new seat with the typed name; raises Refused.

    The same form sent again gives the same seat.
    """
    player = request.form.get("seat", "")
    if not player:
        return _take_new_seat(nid, auth.form_token())
    if player not in auth.context(nid).people:
        raise Refused("That seat is gone. Type your name.")
    return take_seat(nid, player)


def take_seat(nid: str, player: str) -> Response:
    """Gives this phone a seat that exists, with what its player preferred the night before; raises Refused."""
    admitted = members.admit(services().database, nid, player, auth.form_token(), over=True)
    before = _before(nid)
    if before and before.player == player:  # a break ends with its night
        mine = services().nights.phones(before.night_id).preferences_of(player)._replace(paused=False)
        members.set_preferences(services().database, nid, player, mine)
        members.confirm(services().database, nid, player)
    return auth.seated(admitted)


def _take_new_seat(nid: str, token: str | None) -> Response:
    name, free = request.form.get("name", ""), [who.name for who in _without_phone(auth.context(nid))]

    def joins(night: Tapped) -> list[of.Event]:
        if night.night.closed:
            raise Refused("This night is over. Ask them to open the next one.")
        player = next_id("player", night.log)
        master = night.night.names.get(night.night.finesmaster or "", "")
        return [of.PlayerJoined(player=player, name=forms.proper_name(name, night.night.names.values(), free, master))]

    # The hash of the token, which is stored with the phone anyway, recognises a form that is sent again.
    key = f"join-{hashed(token)[:24]}" if token else None
    joining = services().commands.enter(nid, Command(joins, key, "joined"), Sender(None))
    log = services().nights.log(nid)
    joined = log.line(joining).entry.event
    assert isinstance(joined, of.PlayerJoined)
    if joined.player not in log.night.players:  # undone since this form was first sent
        raise Refused(members.SENT_BEFORE)
    return auth.let_in(nid, joined.player, token)
