"""Help: how a game is played, in the words of `docs/games/`; secrets stay with those who may know them."""

from __future__ import annotations

from functools import cache

import msgspec
from flask import Blueprint, Response, abort
from markdown_it import MarkdownIt
from markupsafe import Markup

from ..config import rooms
from ..rules.games import GAMES
from ..rules.view import initiated
from . import auth, painter
from .security import policy

bp = Blueprint("help", __name__)
FOR_DEVELOPERS = "night file"
FOR_INSIDERS = "For the initiated"


class Help(msgspec.Struct, frozen=True):
    """One game's page, and all the others there are."""

    game: str
    text: Markup
    games: tuple[tuple[str, str], ...]


@bp.get("/n/<nid>/help/<name>")
@policy("joined")
def help_page(nid: str, name: str) -> Response:
    """How a game is played, as far as this phone may know."""
    if name not in GAMES:
        abort(404, "There is no such game.")
    scene = auth.scene(nid)
    insider = GAMES[name].insiders is None or auth.seat() in initiated(scene.night)
    games = tuple((game.id, game.name) for game in GAMES.values())
    return painter.page(nid, "table", more=Help(name, _text(name, insider), games), template="table/help.html")


@cache
def _text(name: str, insider: bool) -> Markup:
    """The page of a game as HTML; markup in it is never trusted, and what is for developers is left out."""
    page = (rooms().docs / f"{name}.md").read_text(encoding="utf-8")
    parts = page.split("\n## ")
    shown = [part for part in parts if FOR_DEVELOPERS not in part.split("\n", 1)[0]]
    if not insider:
        cut = next((place for place, part in enumerate(shown) if part.startswith(FOR_INSIDERS)), len(shown))
        shown = shown[:cut]
    return Markup(MarkdownIt("commonmark", {"html": False}).enable("table").render("\n## ".join(shown)))
