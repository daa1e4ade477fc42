"""Every piece of the design language, alive: for those who build, and only where the setting DESIGN says so."""

from __future__ import annotations

import msgspec
from flask import Blueprint, Response, abort, current_app

from ..showing.scene import Who
from . import painter
from .security import policy

bp = Blueprint("design", __name__)

NAMES = ("Ann", "Bob", "Cal", "Dot", "Eve", "Fay", "Gil", "Hal", "Ida", "Llanfairpwllgwyngyll Io")


class Glass(msgspec.Struct, frozen=True):
    """A drawn glass: how full it is, in percent, and whether it has a scale."""

    level: int
    scale: bool


class Samples(msgspec.Struct, frozen=True):
    """What the pieces are shown with."""

    people: tuple[Who, ...]
    cards: tuple[str, ...]
    glasses: tuple[Glass, ...]


SAMPLES = Samples(
    people=tuple(Who(f"p{mark}", name, mark) for mark, name in enumerate(NAMES, 1)),
    cards=("AS", "KH", "QD", "TC", "2S", "JOKER"),
    glasses=(Glass(100, True), Glass(45, True), Glass(0, True)),
)


@bp.get("/design")
@policy("anybody")
def design() -> Response:
    """The design language with live examples, as docs/design-language.md tells it."""
    if not current_app.config["DESIGN"]:
        abort(404)
    return painter.plain("design/design.html", "The design language", SAMPLES)
