"""Pages that explain: how a game is played, from `docs/games/`, and the design language."""

from __future__ import annotations

from functools import cache

from flask import Blueprint, Response, abort, current_app
from markdown_it import MarkdownIt
from markupsafe import Markup

from ..config import resource_folders
from ..domain.games import GAMES
from ..domain.visibility import initiated
from . import auth, rendering
from .security import policy

bp = Blueprint("help", __name__)
FOR_DEVELOPERS = "night file"
FOR_INSIDERS = "For the initiated"


@bp.get("/n/<nid>/help/<name>")
@policy("joined")
def help_page(nid: str, name: str) -> Response:
    """How a game is played, without what this phone's player may not know."""
    if name not in GAMES:
        abort(404, "There is no such game.")
    context = auth.context(nid)
    insider = GAMES[name].insiders is None or auth.seat() in initiated(context.night)
    more = {"game": name, "text": _text(name, insider), "games": GAMES.values()}
    return rendering.page(nid, "table", more=more, template="table/help.html")


@cache
def _text(name: str, insider: bool) -> Markup:
    """The help page of a game as HTML; raw HTML in it is escaped, and what is for developers is left out."""
    page = (resource_folders().docs / f"{name}.md").read_text(encoding="utf-8")
    parts = page.split("\n## ")
    shown = [part for part in parts if FOR_DEVELOPERS not in part.split("\n", 1)[0]]
    if not insider:
        cut = next((place for place, part in enumerate(shown) if part.startswith(FOR_INSIDERS)), len(shown))
        shown = shown[:cut]
    return Markup(MarkdownIt("commonmark", {"html": False}).enable("table").render("\n## ".join(shown)))


@bp.get("/design")
@policy("anybody")
def design() -> Response:
    """The design language of docs/design-language.md, with live examples."""
    if not current_app.config["DESIGN"]:
        abort(404)
    return rendering.plain("design/design.html", "The design language")
