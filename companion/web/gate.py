"""The gate of a night: which phone is this, and whose seat does it speak for."""

from __future__ import annotations

from flask import Response, abort, current_app, g, make_response, redirect, request

from ..bell import Bell
from ..rules.log import Log
from ..scorekeeper import Scorekeeper
from ..showing.painting import Painting
from ..showing.scene import Scene
from ..store import door
from ..store.disk import Disk, disk_of

YEARS = 180 * 24 * 3600


def keeper() -> Scorekeeper:
    """The scorekeeper of this app."""
    found: Scorekeeper = current_app.extensions["companion.scorekeeper"]
    return found


def disk() -> Disk:
    """The disk of this app."""
    return disk_of(current_app._get_current_object())  # type: ignore[attr-defined]


def bell() -> Bell:
    """The bell of this app."""
    found: Bell = current_app.extensions["companion.bell"]
    return found


def painting(night_id: str) -> Painting:
    """The painting of a night, kept as long as the app runs."""
    paintings: dict[str, Painting] = current_app.extensions["companion.paintings"]
    return paintings.setdefault(night_id, Painting(current_app.extensions["companion.render"]))


def scene(night_id: str) -> Scene:
    """One look at a night as it stands, as this phone may see it."""
    return Scene(night_id, keeper().night(night_id), keeper().phones(night_id), g.get("seat"))


def cookie_name(night_id: str) -> str:
    """One cookie a night; on https only this host may set it."""
    return f"{'__Host-' if request.is_secure else ''}companion_{night_id}"


def hand_over(response: Response, night_id: str, token: str) -> Response:
    """Gives the phone the token by which it is known at this night."""
    response.set_cookie(
        cookie_name(night_id), token, max_age=YEARS, httponly=True, samesite="Lax", secure=request.is_secure, path="/"
    )
    return response


def label() -> str:
    """What the phone calls itself, so that its player knows which one it is."""
    return request.user_agent.string[:80]


def let_in(night_id: str, player: str, over: bool = False) -> Response:
    """Makes this phone the player's and sends it to the table; `over` takes a seat that must have no phone."""
    admit_phone = door.take_over if over else door.admit
    admitted = admit_phone(disk(), night_id, player, label())
    keeper().door_changed(night_id)
    return hand_over(make_response(redirect(f"/n/{night_id}/", 303)), night_id, admitted.token)


def device_of(night_id: str) -> door.Phone | None:
    """The phone that asks, if it belongs to this night, was not removed, and its player's joining was not undone."""
    token = request.cookies.get(cookie_name(night_id))
    if not token or not keeper().knows(night_id):
        return None
    device = keeper().phones(night_id).by_token(token)
    return device if device and device.player in keeper().night(night_id).night.players else None


def admit() -> None:
    """Lets only phones of the night in; everybody else is shown the way to join."""
    night_id: str = (request.view_args or {}).get("nid", "")
    if not keeper().knows(night_id):
        abort(404, "There is no such night here. It may have been deleted; scan the table's QR code again.")
    device = device_of(night_id)
    if device is None:
        abort(403, "This phone is not at that table. Scan the QR code, or type the table's code on the start page.")
    g.device = device
    g.seat = device.player


def seat() -> str:
    """The player whose phone asks."""
    found: str = g.seat
    return found


def device_id() -> int:
    """The phone that asks."""
    found: int = g.device.id
    return found


def forms_key(log: Log) -> str:
    """The key painted into forms, for phones without script: the seq they were painted at."""
    return f"s{log.seq}"
