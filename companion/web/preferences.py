"""What a player sets for their own phone: what they drink or do instead, a limit, a pause, a glass, and whether they
confirm each box. No other phone shows it, except what all may read."""

from typing import Any

from flask import Blueprint, Response, request
from werkzeug.datastructures import MultiDict

from ..commands import forms
from ..domain import measure
from ..domain.refused import Refused
from ..storage import members
from ..storage.members import Preferences
from ..views.context import shown_way
from ..views.drinks import most
from . import auth, entries, home
from .rendering import Answer
from .security import policy
from .services import services

bp = Blueprint("preferences", __name__)
GLASSES = {
    568: ", a UK pint", 500: ", half a litre", 473: ", a US pint", 400: "",
    330: "", 284: ", half a UK pint", 250: "", 200: "",
}  # fmt: skip
KINDS = ("alcohol", "soft", "forfeit")
LONGEST = 40
MOST = 1000


@bp.post("/n/<nid>/preferences")
@policy("joined")
def keep(nid: str) -> Response:
    """Stores the preferences of this phone's player; no debt changes.

    Whether they confirm each box is set at the table, all others on the page "Just for me".
    """
    context = auth.context(nid)
    before, nights = context.phones.preferences_of(auth.seat()), services().nights
    mine = preferences_of_form(request.form, before, context.night.unit)
    shown = shown_way(mine, 2) != shown_way(before, 2)
    members.set_preferences(services().database, nid, auth.seat(), mine, shown)
    (nights.members_changed if shown else nights.preferences_changed)(nid)
    if "confirm" in request.form:
        return home.to_night(nid)
    return entries.done(nid, Answer("Saved ✓", "done", 200))


def mine_or_typed(nid: str, typed: dict[str, str]) -> dict[str, Any]:
    """The preferences of this phone's player, or those in a refused form; `was` is a limit set in another unit."""
    context = auth.context(nid)
    mine, unit = context.phones.preferences_of(auth.seat()), context.night.unit
    limit = most(mine, unit)
    return {
        "typed": typed if "drinks" in typed else {**mine._asdict(), "cap": "" if limit is None else int(limit)},
        "paused": mine.paused,
        "was": "" if mine.cap is None or mine.unit in (None, unit) else measure.amount(mine.cap, str(mine.unit)),
        "glasses": GLASSES,
    }


def preferences_of_form(form: MultiDict[str, str], before: Preferences, unit: str) -> Preferences:
    """The preferences after a form, which has only the pause, only the confirming, or all others; raises Refused."""
    if "confirm" in form:
        return before._replace(confirms=form["confirm"] == "yes")
    if "pause" in form:
        return before._replace(paused=form["pause"] == "yes")
    drinks, forfeit = form.get("drinks", ""), forms.one_line(form.get("forfeit", ""))
    if drinks not in KINDS:
        raise Refused("Choose one of the three.")
    if drinks == "forfeit" and not forfeit:
        raise Refused("What will you do instead?")
    if len(forfeit) > LONGEST:
        raise Refused(f"Say it in {LONGEST} letters at most.")
    glass, cap = form.get("glass", ""), form.get("cap", "").strip()
    if glass not in ("", *map(str, GLASSES)):
        raise Refused("Choose one of the glasses.")
    if cap and not (cap.isdecimal() and len(cap) < 5 and int(cap) <= MOST):
        raise Refused(f"The limit is a number up to {MOST}, or empty.")
    kept = before._replace(forfeit=forfeit, cap=int(cap) if cap else None, glass=int(glass) if glass else None)
    kept = kept._replace(openly="openly" in form, unit=unit if cap else None)
    return kept._replace(drinks=drinks)  # type: ignore[arg-type]
