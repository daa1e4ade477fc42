"""A random evening: any game, any tap and any change at the door, refused ones left out; the clock runs on with it."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from random import Random
from typing import Any

import pytest

from companion.rules.events import Entry, read
from companion.rules.games import GAMES
from companion.rules.log import Log
from companion.rules.refused import Refused
from companion.rules.replay import own_events
from companion.showing.scene import Scene
from companion.store.members import Phone, Phones

from .evening_door import DOOR
from .evening_taps import TAPS, Raw

NAMES = ["Ann", "Bob", "Cal", "Dot", "Eve", "Fay"]
OPTIONS: dict[str, list[dict[str, Any]]] = {
    "five-card-yak": [
        {},
        {},
        {"tokens": {"mode": "pass-out", "count": 9}},
        {"tokens": {"mode": "kegger", "count": 30}},
    ],
    "yogis-whist": [{}, {"variant": "bft"}, {"septic": True, "members": ["p1", "p2"]}, {"remind_nines": True}],
    "frak-you": [{}, {"initiated": ["p1", "p2"]}, {"initiated": ["p3"], "stake": 1}],
    "yak": [{}, {"dice": "independent"}, {"stake": 2, "confirm": True}],
    "card-yacht": [{}, {"stake": 2}],
}
TRIES = 12


def seeds(first: int, few: int, many: int) -> pytest.MarkDecorator:
    """Random evenings from this seed on: a few of them always, and the long series with all that is thorough."""
    rest = pytest.param(range(first + few, first + many), marks=pytest.mark.thorough, id="the-others")
    return pytest.mark.parametrize("seeds", [pytest.param(range(first, first + few), id="a-few"), rest])


class Evening:
    """A table of four with five seats' worth of trouble; `step` does the next thing, if the rules allow it."""

    def __init__(self, seed: int) -> None:
        self.lot, self.log = Random(seed), Log()
        self.clock = datetime(2026, 5, 23, 20, tzinfo=UTC)
        devices = tuple(Phone(place, "n", f"p{place}", "", "", place == 2, f"h{place}") for place in (1, 2, 3))
        self.phones = Phones(devices, {}, 1)
        self._play: Iterator[Raw] = iter(())
        self._joined = 0
        self.enter({"type": "night.opened", "name": "Friday", "unit": self.lot.choice(["sip", "finger", "token"])})
        for _ in range(4):
            self.enter(self.joins())

    @property
    def now(self) -> str:
        return self.clock.isoformat(timespec="milliseconds").replace("+00:00", "Z")

    @property
    def seats(self) -> list[str]:
        return list(self.log.night.players)

    def scene(self, seat: str | None) -> Scene:
        """The night as this seat's group sees it now."""
        return Scene("n", self.log, self.phones, seat)

    def enter(self, raw: Raw, by: str | None = None) -> bool:
        """Whether the log took it."""
        try:
            event = read(raw, own_events(self.log.night))
            self.log.adopt(self.log.propose(Entry(self.log.seq + 1, event, self.now, by)))
        except Refused:
            return False
        return True

    def step(self) -> None:
        """The next thing that happens: the game goes on, somebody taps something else, or phones come and go."""
        self.clock += timedelta(seconds=self.lot.choice([1, 5, 25, 70]))
        if self.lot.random() < 0.15:
            return self._at_the_door()
        for _ in range(TRIES):
            if self._happens():
                return None
        return None

    def _happens(self) -> bool:
        if self.log.night.closed:
            return self.enter({"type": "entry.undone", "entry": self.log.seq}, "p1")
        if self.lot.random() < 0.45:
            return self._goes_on()
        return self.enter(self.lot.choice(TAPS)(self), self.lot.choice([*self.seats, None]))

    def _goes_on(self) -> bool:
        playing = self.log.night.game
        if playing is None:
            self._play = iter(())
            return self.enter(self._starts())
        raw = None
        with suppress(Exception):  # a simulation knows nothing of who has left since
            raw = next(self._play, None)
        if raw is not None and self.enter(self._told(raw), self.lot.choice(self.seats)):
            return True
        simulation = GAMES[playing.kind].simulation
        assert simulation is not None
        self._play = simulation.deal(playing.state, self.log.night.table(), self.lot.choice)
        return False

    def _told(self, raw: Raw) -> Raw:
        """A trick with its cards, or just with its taker."""
        if raw["type"] == "trick.taken" and "plays" in raw and self.lot.random() < 0.6:
            game = GAMES[self.log.night.game.kind]  # type: ignore[union-attr]
            judged = game.judged and game.judged(self.log.night.game.state, tuple(map(tuple, raw["plays"])))  # type: ignore
            taker = raw.get("winner", judged.taker if judged else None)
            return {**{key: raw[key] for key in ("type", "deal", "trick")}, "winner": taker}
        return raw

    def _starts(self) -> Raw:
        kind = self.lot.choice(list(OPTIONS))
        players = self.lot.sample(self.seats, self.lot.randint(2, len(self.seats)))
        return {"type": "game.started", "game": kind, "players": players, "options": self.lot.choice(OPTIONS[kind])}

    def joins(self) -> Raw:
        self._joined += 1
        return {"type": "player.joined", "player": f"p{self._joined}", "name": NAMES[self._joined % len(NAMES) - 1]}

    def who(self) -> str:
        return self.lot.choice(self.seats)

    def back(self, most: int = 12) -> int:
        """An entry of late."""
        return max(2, self.log.seq - self.lot.randint(0, most))

    def _at_the_door(self) -> None:
        """Phones come, go and are lent; votes, wishes and proposals that no log knows of."""
        self.phones = replace(self.phones, door=self.phones.door + 1)
        change = self.lot.choice(DOOR)
        change(self)

    def door(self, **changes: Any) -> None:
        self.phones = replace(self.phones, **changes)
