"""What the parts of one app share, made once when it starts: a typed registry under one name in `app.extensions`."""

import threading
from collections import Counter
from dataclasses import dataclass

from flask import Flask, current_app

from ..commands.handler import CommandHandler
from ..commands.night_cache import NightCache
from ..realtime.pubsub import PubSub
from ..storage.database import Database
from ..views.fragments import FragmentCache
from ..views.rendering import Render
from .assets import Assets
from .rate_limits import Buckets, Presence

NAME = "companion"


@dataclass(frozen=True)
class Services:
    """The services of one app. `alone`: no other process writes to its database; `taps` counts those answered."""

    database: Database
    pubsub: PubSub
    nights: NightCache
    commands: CommandHandler
    render: Render
    fragments: dict[str, FragmentCache]
    assets: Assets
    build: str
    buckets: Buckets
    presence: Presence
    taps: Counter[str]
    alone: bool
    stopping: threading.Event

    def drop_night(self, night_id: str) -> None:
        """Drops a night that was deleted from memory, and notifies its phones."""
        self.fragments.pop(night_id, None)
        self.nights.drop_deleted(night_id)


def services_of(app: Flask) -> Services:
    """The services of an app."""
    found: Services = app.extensions[NAME]
    return found


def services() -> Services:
    """The services of the app that answers this request."""
    found: Services = current_app.extensions[NAME]
    return found
