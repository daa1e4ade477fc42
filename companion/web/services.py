"""The services that the parts of one app share: a typed registry in `app.extensions`, made when the app starts."""

import threading
from dataclasses import dataclass

from flask import Flask, current_app

from ..commands.handler import CommandHandler
from ..commands.night_cache import NightCache
from ..commands.office import SILENT
from ..realtime.pubsub import PubSub
from ..storage import members
from ..storage.clock import ago
from ..storage.database import Database
from ..storage.members import Phone
from ..views.fragments import FragmentCache, Page
from ..views.rendering import Render
from .assets import Assets
from .rate_limits import Buckets, Presence

NAME = "companion"


@dataclass(frozen=True)
class Services:
    """The services of one app. `alone`: no other process writes to its database."""

    database: Database
    pubsub: PubSub
    nights: NightCache
    commands: CommandHandler
    render: Render
    pages: dict[str, Page]
    fragments: dict[str, FragmentCache]
    assets: Assets
    build: str
    buckets: Buckets
    presence: Presence
    alone: bool
    stopping: threading.Event

    def is_away(self, phone: Phone) -> bool:
        """Whether this phone has been away for a minute. Of several processes none knows, so no phone is."""
        return self.alone and self.presence.is_silent((phone.night_id, phone.id))

    def is_gone(self, phone: Phone, seconds: float = SILENT) -> bool:
        """Whether no process has heard this phone for so long; each writes once a minute what it has heard."""
        if not self.presence.is_silent((phone.night_id, phone.id), seconds):
            return False
        return self.alone or members.last_heard(self.database, phone.id) < ago(seconds)

    def drop_night(self, night_id: str) -> None:
        """Removes a deleted night from memory, and notifies its phones."""
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
