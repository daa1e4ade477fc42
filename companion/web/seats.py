"""Seats: lending one, removing a phone, and moving to another phone."""

from flask import Blueprint, Response, abort, request

from ..domain.refused import Refused
from ..storage import members
from ..system import chance
from ..views.context import ViewContext
from . import auth, home, rendering, tv
from .qr import svg
from .security import policy
from .services import services

bp = Blueprint("seats", __name__)


@bp.post("/n/<nid>/seats/lend")
@policy("finesmaster")
def lend(nid: str) -> Response:
    """Lends a seat to somebody's phone, or takes it back; everybody sees it."""
    context, player, to = auth.context(nid), _player(nid), request.form.get("to", "")
    if not to:
        members.take_back(services().database, nid, player)
    else:
        device = context.phones.of_player(to)
        if device is None:
            raise Refused(f"{context.name(to)} has no phone to lend the seat to.")
        _check_lendable(context, player)
        members.lend(services().database, nid, player, device.id)
    return _changed(nid, "seats")


def _check_lendable(context: ViewContext, player: str) -> None:
    """Refuses to lend a seat whose phone is here, unless that phone lends it.

    Several processes do not see each other's phones, so there no phone counts as silent.
    """
    phone = context.phones.of_player(player)
    if phone is None or player == auth.seat():
        return
    name = context.name(player)
    if not services().alone:
        raise Refused(f"{name} has a phone at this table. Remove it first, if it is not here any more.")
    if not services().presence.is_silent((phone.night_id, phone.id)):
        raise Refused(f"{name}’s phone is here. The seat can be lent once that phone has been silent for a minute.")


@bp.post("/n/<nid>/seats/back")
@policy("joined")
def back(nid: str) -> Response:
    """A phone takes its own seat back from the phone that it was lent to."""
    members.take_back(services().database, nid, auth.seat())
    return _changed(nid)


@bp.post("/n/<nid>/seats/remove")
@policy("finesmaster")
def remove(nid: str) -> Response:
    """Removes a phone; the code and the links are renewed, the seat stays."""
    context = auth.context(nid)
    device = context.phones.of_player(request.form.get("player", ""))
    if device is None:
        raise Refused("That seat has no phone.")
    members.remove(services().database, nid, device.id)
    return _changed(nid, "seats")


@bp.post("/n/<nid>/seats/confirm")
@policy("finesmaster")
def confirm(nid: str) -> Response:
    """Confirms that a phone picked the right seat, as after a night was opened from its file."""
    members.confirm(services().database, nid, _player(nid))
    return _changed(nid)


@bp.post("/n/<nid>/seats/move")
@policy("joined")
def ticket(nid: str) -> Response:
    """Shows a QR code by which this phone's seat moves to another phone, once and within five minutes."""
    secret = members.ticket(services().database, nid, auth.seat())
    address = f"{tv.origin()}/m/{secret}"
    return rendering.page(nid, "seats", more={"address": address, "qr": svg(address)}, template="seats/ticket.html")


@bp.get("/m/<secret>")
@policy("anybody")
def ask_move(secret: str) -> Response:
    """Asks before the seat moves, since a link preview must not use the ticket."""
    return rendering.plain("seats/moving.html", "Move here", {"secret": secret, "key": chance.token()})


@bp.post("/m/<secret>")
@policy("anybody")
def move(secret: str) -> Response:
    """Makes this phone the player's, in place of the old one; the same form sent again gives the same answer."""
    try:
        return auth.seated(members.use_ticket(services().database, secret, auth.form_token()))
    except Refused as refused:
        abort(404, str(refused))


def _changed(nid: str, page: str = "") -> Response:
    """Publishes what has changed about the phones, and goes to a page of the night."""
    services().nights.members_changed(nid)
    return home.to_night(nid, page)


def _player(nid: str) -> str:
    player = request.form.get("player", "")
    if player not in auth.context(nid).people:
        abort(404, "That player is not at this table.")
    return player
