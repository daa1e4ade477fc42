"""Party Companion: the scorekeeper on the phones of people who sit around a real table."""

from __future__ import annotations

import threading
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from flask import Flask

    from .web.services import Services


def create_app(config: Mapping[str, Any] | None = None) -> Flask:
    """Makes the app with its services; `config` overrides the environment (see companion.config)."""
    from flask import Flask
    from flask.logging import create_logger, default_handler
    from jinja2 import StrictUndefined
    from werkzeug.middleware.proxy_fix import ProxyFix

    from . import config as settings
    from .domain.measure import amount, family, is_drunk, is_money, listed, measured, units, worded
    from .reports.plots import fitted, text_width
    from .system.lan import own_hosts
    from .system.terminal import Lines
    from .views.rendering import FastEnvironment, shows
    from .web import blueprints, pwa, security

    folders = settings.resource_folders()
    app = Flask(__name__, template_folder=str(folders.templates), static_folder=None)
    app.config.from_mapping(settings.read(config))
    app.config["SECRET_KEY"] = app.config["SECRET_KEY"] or settings.secret_key(app.config["DATA"])
    app.config["TRUSTED_HOSTS"] = list(dict.fromkeys([*app.config["TRUSTED_HOSTS"], *own_hosts()]))
    if hops := app.config["PROXY_HOPS"]:
        app.wsgi_app = ProxyFix(app.wsgi_app, hops, hops, hops)  # type: ignore[method-assign]
    app.jinja_environment = FastEnvironment
    app.jinja_env.undefined = StrictUndefined
    app.jinja_env.filters.update(amount=amount, family=family, measured=measured, units=units)
    app.jinja_env.filters.update(listed=listed, worded=worded, fit=fitted, text_width=text_width, shows=shows)
    app.jinja_env.tests.update(drunk=is_drunk, money=is_money)
    app.jinja_env.trim_blocks = app.jinja_env.lstrip_blocks = True
    default_handler.setFormatter(Lines("[%(asctime)s] %(levelname)s in %(module)s: %(message)s"))
    create_logger(app)  # what fails on a stream is logged outside of a request
    pwa.serve_files(app)
    security.init(app)
    for blueprint in blueprints():
        app.register_blueprint(blueprint)
    app.extensions["companion"] = _services(app)
    return app


def _services(app: Flask) -> Services:
    """Opens the database and makes the objects that the parts of the app share."""
    from . import storage
    from .commands.handler import CommandHandler
    from .commands.night_cache import NightCache
    from .config import resource_folders
    from .realtime.pubsub import PubSub
    from .storage.database import database_of
    from .storage.engine import is_sqlite
    from .storage.upgrade import upgrade
    from .views.rendering import rendering
    from .web.assets import build_hash, load_assets
    from .web.pages import PAGES
    from .web.rate_limits import Buckets, Presence
    from .web.services import Services

    storage.init_app(app)
    upgrade(app)
    pubsub, database, home = PubSub(), database_of(app), resource_folders()
    nights = NightCache(database, pubsub)
    return Services(
        database=database,
        pubsub=pubsub,
        nights=nights,
        commands=CommandHandler(nights, database, pubsub),
        render=rendering(app.jinja_env),
        pages=PAGES,
        fragments={},
        assets=load_assets(home.static),
        build=build_hash(home.templates, home.static),
        buckets=Buckets(),
        presence=Presence(),
        alone=is_sqlite(database.url),
        stopping=threading.Event(),
    )
