"""Party Companion: the scorekeeper on the phones of people who sit around a real table."""

from __future__ import annotations

import threading
from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from flask import Flask


def create_app(config: Mapping[str, Any] | None = None) -> Flask:
    """The app with its rooms connected; `config` goes over the environment (see companion.config)."""
    from flask import Flask
    from flask.logging import default_handler
    from jinja2 import StrictUndefined
    from werkzeug.middleware.proxy_fix import ProxyFix

    from . import config as settings
    from .reports.plots import fitted, text_width
    from .rules.measure import measured
    from .server.lan import own_hosts
    from .showing.fragments import FastEnvironment
    from .terminal import Lines
    from .web import assets, blueprints, gate, guard

    rooms = settings.rooms()
    app = Flask(__name__, template_folder=str(rooms.templates), static_folder=None)
    app.config.from_mapping(settings.read(config))
    app.config["SECRET_KEY"] = app.config["SECRET_KEY"] or settings.secret_key(app.config["DATA"])
    app.config["TRUSTED_HOSTS"] = list(dict.fromkeys([*app.config["TRUSTED_HOSTS"], *own_hosts()]))
    if hops := app.config["PROXY_HOPS"]:
        app.wsgi_app = ProxyFix(app.wsgi_app, hops, hops, hops)  # type: ignore[method-assign]
    app.jinja_environment = FastEnvironment
    app.jinja_env.undefined = StrictUndefined
    app.jinja_env.filters.update(measured=measured, fit=fitted, text_width=text_width)
    app.jinja_env.trim_blocks = app.jinja_env.lstrip_blocks = True
    default_handler.setFormatter(Lines("[%(asctime)s] %(levelname)s in %(module)s: %(message)s"))
    assets.init(app)
    admitted: dict[guard.Who, Callable[[], None]] = {
        "watching": gate.admit_screen,
        "joined": gate.admit,
        "finesmaster": gate.admit_finesmaster,
        "operator": gate.admit_operator,
    }
    guard.init(app, admitted)
    for blueprint in blueprints():
        app.register_blueprint(blueprint)
    _connect(app)
    return app


def _connect(app: Flask) -> None:
    """Opens the database and hands the rooms what they share."""
    from . import store
    from .realtime.pubsub import pubsub_of
    from .scorekeeper import Scorekeeper
    from .showing.fragments import rendering
    from .store.database import database_of
    from .store.engine import is_sqlite
    from .store.upgrade import upgrade
    from .web.packing import Packed, Plain

    store.init_app(app)
    upgrade(app)
    bell, disk = pubsub_of(app), database_of(app)
    app.extensions["companion.scorekeeper"] = Scorekeeper(disk, bell)
    app.extensions["companion.paintings"] = {}
    app.extensions["companion.alone"] = is_sqlite(disk.url)
    app.extensions["companion.stopping"] = threading.Event()
    app.extensions["companion.close"] = disk.close
    app.extensions["companion.packing"] = (Plain(), Packed())
    app.extensions["companion.render"] = rendering(app.jinja_env)
