"""The neighbours: other processes over the same PostgreSQL. What they write is heard at once, or seen soon."""

from __future__ import annotations

from threading import Thread

from flask import Flask

from .bell import bell_of
from .erasing import lost
from .scorekeeper import Scorekeeper
from .store import event_store
from .store.database import database_of
from .store.errors import DatabaseUnavailable, UnknownNight
from .store.notes import Notes
from .terminal import tell

LOOK = 2.0  # seconds from one look at the database to the next, in case a note got lost


class Neighbours:
    """Rings what happens here abroad, and what happens abroad here; the truth is read anew by seq each time."""

    def __init__(self, app: Flask) -> None:
        self._app = app
        self._disk = database_of(app)
        self._keeper: Scorekeeper = app.extensions["companion.scorekeeper"]
        self._stopping = app.extensions["companion.stopping"]
        self._notes = Notes(self._disk.url, self._stopping)
        self._is_away = False

    def start(self) -> None:
        """Begins to speak, to listen and to look, beside the serving of phones."""
        bell_of(self._app).abroad = self._notes.send
        for work in (self._notes.deliver, self.listen, self.watch):
            Thread(target=work, name=f"neighbours {work.__name__}", daemon=True).start()

    def listen(self) -> None:
        """Heeds the notes of the others until the house closes."""
        self._notes.hear(self.heard, self.look)

    def watch(self) -> None:
        """Looks again and again until the house closes."""
        while not self._stopping.wait(LOOK):
            try:
                self.look()
            except Exception as trouble:  # looked again in two seconds
                self._tell_once(repr(trouble))

    def heard(self, night_id: str) -> None:
        """Reads what is new in one night, if it is in memory here."""
        try:
            self._keeper.catch_up(night_id)
        except UnknownNight:
            lost(self._app, night_id)
        except DatabaseUnavailable:
            return  # looked at again in two seconds

    def look(self) -> None:
        """Reads what is new in every night in memory."""
        nights = self._keeper.in_use()
        try:
            found = event_store.standings(self._disk, nights) if nights else {}
        except DatabaseUnavailable as refused:
            self._tell_once(str(refused))
            return
        self._is_away = False
        for night_id in nights:
            if night_id not in found or self._keeper.is_behind(night_id, found[night_id]):
                self.heard(night_id)

    def _tell_once(self, words: str) -> None:
        if not self._is_away and not self._stopping.is_set():
            tell(f"  {words}")
        self._is_away = True
