"""The companion as an installed app: manifest, service worker and offline page; and the static files."""

import json
from functools import partial

from flask import Blueprint, Flask, Response, abort, current_app, render_template, request

from . import rendering
from .security import ASSETS, policy
from .services import services, services_of

bp = Blueprint("pwa", __name__)
FOREVER = "public, max-age=31536000, immutable"
NEEDED = ("app.css", "every.js", "file.js", "shell.js", "icon.svg")  # by the offline page


@bp.get("/manifest.webmanifest")
@policy("anybody")
def manifest() -> Response:
    """The manifest, which a phone needs to install the companion."""
    return Response(render_template("pwa/manifest.json"), mimetype="application/manifest+json")


@bp.get("/sw.js")
@policy("anybody")
def worker() -> Response:
    """The service worker; its text contains the build, so that browsers notice an update."""
    needed = [url(current_app, name) for name in NEEDED]
    head = f"const BUILD={json.dumps(services().build)},NEEDED={json.dumps(needed)};\n".encode()
    return Response(head + services().assets["sw.js"].body, mimetype="text/javascript")


@bp.get("/offline")
@policy("anybody")
def offline() -> Response:
    """The page that the service worker caches; it contains nothing about a night until the phone fills it in."""
    return rendering.plain("pwa/offline.html", "No network")


@bp.get("/authority.crt")
@policy("anybody")
def authority() -> Response:
    """The certificate authority that a device has to trust to install this companion (`companion --https`)."""
    path = current_app.config.get("AUTHORITY")
    if path is None:
        abort(404, "This companion has no authority of its own: it was started without --https.")
    return rendering.download(path.read_bytes(), "application/x-x509-ca-cert", "party-companion.crt")


def serve_files(app: Flask) -> None:
    """Serves static/, and adds `asset('app.css')` to templates; a changed file needs a restart."""
    app.add_url_rule("/static/<path:name>", ASSETS, policy("anybody")(file))
    app.add_template_global(partial(url, app), "asset")


def url(app: Flask, name: str) -> str:
    """The address of a static file that can be cached for ever; raises LookupError for an unknown name."""
    assets = services_of(app).assets  # also where no request is answered: updates are rendered on other threads
    if name not in assets:
        raise LookupError(f"There is no file static/{name}.")
    return f"/static/{assets[name].lasting_name}"


def file(name: str) -> Response:
    """A static file; cached for ever under its lasting name, and revalidated under its plain name."""
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
