"""A tap on its way to the scorekeeper: what its form says and whose phone sent it, however it came in."""

from __future__ import annotations

import hashlib
import re
from contextlib import suppress

from ..rules.events import Entry, Event, read
from ..rules.fold import check
from ..rules.log import Log
from ..rules.refused import Filled, Refused
from ..rules.replay import own_events
from ..scorekeeper import Conflict, Entered, Scorekeeper, Tap
from ..showing.scene import Scene
from ..store.database import Database
from . import forms, verdicts
from .initiation import check_initiated
from .policy import check_acting, check_sender
from .seen import check_seen
from .timely import check_timely

KEY = re.compile(r"[A-Za-z0-9_-]{1,64}")


class Tapping:
    """One tap, of the phone `device` that sits on `seat`, which lay in its outbox for `waited` seconds."""

    def __init__(
        self,
        keeper: Scorekeeper,
        disk: Database,
        night_id: str,
        form: forms.Form,
        seat: str,
        device: int,
        waited: float,
    ) -> None:
        self._keeper, self._disk, self._night_id = keeper, disk, night_id
        self._form, self._seat, self._device, self._waited = form, seat, device, waited
        self._acting: str | None = None

    def enter(self) -> Entered:
        """Writes what the form says; raises Refused in words, or Conflict, or Doubt (see `Scorekeeper.enter`)."""
        forms.check_names(self._form)
        tap = self._tap()
        if players := self._form.getlist("dealt"):
            self._deal(players, tap)
        entered = self._keeper.enter(self._night_id, self._allowed, tap)
        verdicts.conclude(self._keeper, self._disk, self._night_id, self.acting)
        return entered

    @property
    def acting(self) -> str:
        """The seat this tap counts as: the phone's own, or one without a phone that it acts for."""
        if self._acting is None:
            self._acting = check_acting(self._form.get("acting") or self._seat, self._seat, self._scene())
        return self._acting

    def _tap(self) -> Tap:
        """The tap as the scorekeeper knows it again."""
        key, again = key_of(self._form), self._form.get("again") == "yes"
        return Tap(self.acting, self._device, key, again, said(self._form), self._waited)

    def _scene(self) -> Scene:
        keeper, night_id = self._keeper, self._night_id
        return Scene(night_id, keeper.night(night_id), keeper.phones(night_id), self._seat)

    def _allowed(self, log: Log) -> Event:
        """What the form says, if this phone may send it."""
        event, scene = forms.event(self._form, log), self._scene()
        check_sender(event, self._seat, self.acting, scene)
        check_initiated(event, self._form, self._seat, scene)
        check_timely(event, self._form, scene)
        check_seen(event, log, self.acting, self._seat, scene)
        return event

    def _deal(self, players: list[str], tap: Tap) -> None:
        """The first entry of a deal that newcomers join deals to them too, so that they cost nobody a tap."""
        started = {"type": "deal.started", "deal": self._form.get("deal"), "players": players}

        def propose(log: Log) -> Event:
            event = read(started, own_events(log.night), strict=False)
            dealt = log.propose(Entry(log.seq + 1, event, by=self.acting))
            check(dealt.night, Entry(log.seq + 2, self._allowed(log), by=self.acting))  # a refused trick deals nothing
            return event

        with suppress(Conflict, Filled):  # another phone has just dealt; the trick itself is asked as ever
            self._keeper.enter(self._night_id, propose, tap._replace(key=tap.key and f"{tap.key}-deal"))


def key_of(form: forms.Form) -> str | None:
    """The key by which the same tap is known again; refuses one that no page of ours brings."""
    key = form.get("key") or None
    if key is not None and not KEY.fullmatch(key):
        raise Refused("That tap could not be read. Reload the page and tap again.")
    return key


def said(form: forms.Form) -> str:
    """What a form says, in 24 letters: the same when the same tap is sent again, whatever has happened since."""
    fields = sorted((name, value) for name, value in form.items(multi=True) if name not in ("key", "back", "next"))
    return hashlib.sha256(repr(fields).encode()).hexdigest()[:24]
