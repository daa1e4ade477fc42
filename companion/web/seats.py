"""Seats: lending a seat, removing a phone, and moving a seat to another phone."""

from flask import Blueprint, Response, abort, request

from ..commands import office
from ..domain.office import NEW_IN_OFFICE, check_established, took_over_after
from ..domain.refused import Refused
from ..storage import members
from ..storage.clock import ago
from ..system import chance
from . import auth, entries, home, rendering, tv
from .qr import svg
from .rendering import Answer
from .security import policy
from .services import services

bp = Blueprint("seats", __name__)


@bp.post("/n/<nid>/seats/lend")
@policy("finesmaster")
def lend(nid: str) -> Response:
    """Lends a seat to another player's phone, or takes it back; everybody sees that."""
    context, player, to = auth.context(nid), _player(nid), request.form.get("to", "")
    if not to:
        members.take_back(services().database, nid, player)
        return _publish_and_redirect(nid, "seats")
    device, phone, name = context.phones.of_player(to), context.phones.of_player(player), context.name(player)
    if device is None:
        raise Refused(f"{context.name(to)} has no phone, so cannot tap for anybody.")
    if phone and player != auth.seat():
        if not services().alone:  # each process sees only its own connections, so no phone counts as silent
            raise Refused(f"{name} has a phone here. If it is gone, remove it first.")
        if not services().is_away(phone):
            raise Refused(f"{name}’s phone was heard less than a minute ago. If it is dead, try again in a minute.")
    members.lend(services().database, nid, player, device.id)
    return _publish_and_redirect(nid, "seats")


@bp.post("/n/<nid>/seats/back")
@policy("joined")
def back(nid: str) -> Response:
    """Takes this phone's own seat back from the phone that it was lent to."""
    members.take_back(services().database, nid, auth.seat())
    return _publish_and_redirect(nid)


@bp.post("/n/<nid>/seats/remove")
@policy("finesmaster")
def remove(nid: str) -> Response:
    """Removes a phone from its seat, which stays, and renews the code and links of the night."""
    context = auth.context(nid)
    check_established(None, context, auth.seat(), ago(NEW_IN_OFFICE))
    device = context.phones.of_player(request.form.get("player", ""))
    if device is None:
        raise Refused("There is no phone on that seat.")
    members.remove(services().database, nid, device.id)
    return _publish_and_redirect(nid, "seats")


@bp.post("/n/<nid>/seats/confirm")
@policy("finesmaster")
def confirm(nid: str) -> Response:
    """Confirms that a phone took the right seat, for example after a night was opened from a file."""
    members.confirm(services().database, nid, _player(nid))
    return _publish_and_redirect(nid)


@bp.post("/n/<nid>/office")
@policy("joined")
def take_office(nid: str) -> Response:
    """Takes the finesmaster's office over, if its holder is gone, or asks on all phones whether they are here."""
    if office.take_over(services().commands, nid, auth.seat(), services().is_gone):
        return entries.done(nid)
    name = auth.context(nid).name(auth.context(nid).night.finesmaster)
    return entries.done(nid, Answer(f"All phones ask for a minute whether {name} is here.", "done", 200))


@bp.post("/n/<nid>/office/here")
@policy("joined")
def here(nid: str) -> Response:
    """Says that the finesmaster is here, so that nobody takes the office over."""
    office.stop(services().commands, nid)
    return entries.done(nid)


@bp.post("/n/<nid>/seats/move")
@policy("joined")
def ticket(nid: str) -> Response:
    """Shows a QR code that moves this phone's seat to another phone; it works once and for five minutes."""
    return _ticket(nid, auth.seat())


@bp.post("/n/<nid>/seats/replace")
@policy("finesmaster")
def replace(nid: str) -> Response:
    """Shows such a code for the seat of somebody whose phone is dead or lost; who is new in office, once it is gone."""
    context, player = auth.context(nid), _player(nid)
    phone = context.phones.of_player(player)
    if took_over_after(context.log, ago(NEW_IN_OFFICE)) and not (phone and services().is_gone(phone, office.LOST)):
        raise Refused(f"You can do that once nothing was heard of {context.name(player)}’s phone for ten minutes.")
    return _ticket(nid, player)


def _ticket(nid: str, player: str) -> Response:
    address = f"{tv.origin()}/m/{members.ticket(services().database, nid, player)}"
    whose = "" if player == auth.seat() else f"{auth.context(nid).name(player)}’s"
    more = {"address": address, "qr": svg(address), "whose": whose}
    services().nights.members_changed(nid)
    return rendering.page(nid, "seats", more=more, template="seats/ticket.html")


@bp.get("/m/<secret>")
@policy("anybody")
def ask_move(secret: str) -> Response:
    """Asks before the seat moves, so that a link preview does not use up the ticket; a spent one says so."""
    if members.is_spent(services().database, secret):
        abort(404, members.SPENT)
    return rendering.plain("seats/moving.html", "Move here", {"secret": secret, "key": chance.token()})


@bp.post("/m/<secret>")
@policy("anybody")
def move(secret: str) -> Response:
    """Moves the seat from the player's old phone to this one; the same form sent again gets the same answer."""
    try:
        return auth.seated(members.use_ticket(services().database, secret, auth.form_token()))
    except Refused as refused:
        abort(404, str(refused))


def _publish_and_redirect(nid: str, page: str = "") -> Response:
    """Publishes a change of the phones, and redirects to a page of the night."""
    services().nights.members_changed(nid)
    return home.to_night(nid, page)


def _player(nid: str) -> str:
    player = request.form.get("player", "")
    if player not in auth.context(nid).people:
        abort(404, "That player is not at this table.")
    return player
