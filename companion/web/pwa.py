"""The companion as an installed app: manifest, service worker, the page without network; and the static files."""

from __future__ import annotations

import json
from typing import Any

from flask import Blueprint, Flask, Response, abort, current_app, make_response, request

from . import rendering
from .assets import KINDS
from .security import ASSETS, policy
from .services import services

bp = Blueprint("pwa", __name__)
FOREVER = "public, max-age=31536000, immutable"
DARK = "#15120d"
NEEDED = ("app.css", "page.js", "shell.js", "icon.svg")  # by the page without network
ICONS = (
    ("icons/icon-192.png", 192, "any"),
    ("icons/icon-512.png", 512, "any"),
    ("icons/maskable-512.png", 512, "maskable"),
)
SCREENSHOTS = (
    ("icons/table-narrow.jpg", "390x844", "narrow", "The table: who leads, who took it, who owes what"),
    ("icons/table-wide.jpg", "1280x800", "wide", "The table on a screen for all to see"),
)
SHORTCUTS = (("Join a table", "/#code"), ("Open a night", "/#night"))


@bp.get("/manifest.webmanifest")
@policy("anybody")
def manifest() -> Response:
    """The manifest, by which a phone installs the companion."""
    response = make_response(json.dumps(_manifest()))
    response.mimetype = "application/manifest+json"
    return response


def _manifest() -> dict[str, Any]:
    icons = [{"src": url(name), **_picture(name, f"{size}x{size}"), "purpose": use} for name, size, use in ICONS]
    return {
        "id": "/",
        "name": "Party Companion",
        "short_name": "Companion",
        "description": "Keeps the score, the drinks and the house rules of a card game at a real table.",
        "lang": "en",
        "start_url": "/",
        "scope": "/",
        "display": "standalone",
        "background_color": DARK,
        "theme_color": DARK,
        "categories": ["games", "entertainment"],
        "icons": icons,
        "screenshots": [
            {"src": url(name), **_picture(name, size), "form_factor": form, "label": label}
            for name, size, form, label in SCREENSHOTS
        ],
        "shortcuts": [{"name": name, "url": url, "icons": icons[:1]} for name, url in SHORTCUTS],
    }


def _picture(name: str, size: str) -> dict[str, str]:
    return {"sizes": size, "type": KINDS[name[name.rindex(".") :]]}


@bp.get("/sw.js")
@policy("anybody")
def worker() -> Response:
    """The service worker; its text changes with the build, by which a browser notices an update."""
    needed = [url(name) for name in NEEDED]
    head = f"const BUILD={json.dumps(rendering.build())},NEEDED={json.dumps(needed)};\n".encode()
    response = make_response(head + services().assets["sw.js"].body)
    response.mimetype = "text/javascript"
    return response


@bp.get("/offline")
@policy("anybody")
def offline() -> Response:
    """The page that the service worker keeps; it has nothing of any night until the phone fills it in."""
    return rendering.plain("pwa/offline.html", "No network")


@bp.get("/authority.crt")
@policy("anybody")
def authority() -> Response:
    """The certificate authority that a device has to trust to install this companion (`companion --https`)."""
    path = current_app.config.get("AUTHORITY")
    if path is None:
        abort(404, "This companion has no authority of its own: it was started without --https.")
    response = make_response(path.read_bytes())
    response.mimetype = "application/x-x509-ca-cert"
    response.headers["Content-Disposition"] = 'attachment; filename="party-companion.crt"'
    return response


def serve_files(app: Flask) -> None:
    """Serves static/, and gives templates `asset('app.css')`; a changed file needs a restart."""
    app.add_url_rule("/static/<path:name>", ASSETS, policy("anybody")(file))
    app.add_template_global(url, "asset")


def url(name: str) -> str:
    """The address of a file that can be cached for ever; an unknown name is a mistake in a template."""
    assets = services().assets
    if name not in assets:
        raise LookupError(f"There is no file static/{name}.")
    return f"/static/{assets[name].lasting_name}"


def file(name: str) -> Response:
    """The file; cached for ever under its lasting name, asked for again under its plain one."""
    asset = services().assets.get(name)
    if asset is None:
        abort(404)
    packed = asset.packed is not None and request.accept_encodings["gzip"] > 0
    response = Response(asset.packed if packed else asset.body, content_type=asset.kind)
    response.headers["Cache-Control"] = FOREVER if name == asset.lasting_name else "no-cache"
    if asset.packed is not None:
        response.vary.add("Accept-Encoding")
    if packed:
        response.headers["Content-Encoding"] = "gzip"
    return response
