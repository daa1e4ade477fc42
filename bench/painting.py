"""What it costs to paint the table for all its phones after a tap: Five-Card Yak, without network, disk or stream.

    python -m bench.painting [--phones 5 10] [--late 2000] [--taps 300]

Each phone's message is made as its stream makes it, from a scene of its own. Microseconds a tap, for all phones
together: the median of `all` (processor time), and its parts `records` (what is on the table now) and `drawing` (its
HTML). `bytes` is the median message of a phone, `deflated` the same as raw deflate, each message on its own. `trick`
and `drink` are taps of a table that drinks before it plays on, `unpaid` the tricks of one where nobody ever drinks;
`early` in the first hundreds of entries, `late` after so many. One line of JSON each.
"""

from __future__ import annotations

import argparse
import itertools
import json
import random
import tempfile
import zlib
from collections.abc import Callable, Iterator
from statistics import median
from time import perf_counter, thread_time
from typing import Any, NamedTuple

from companion import create_app
from companion.rules import events as of
from companion.rules.events import Entry, Event
from companion.rules.games.five_card_yak import FIVE_CARD_YAK
from companion.rules.log import Log
from companion.rules.tricks import TrickTaken
from companion.showing.fragments import NEVER, FragmentCache
from companion.showing.pages import changed_since
from companion.showing.scene import Scene
from companion.store.members import Phone, Phones

NAMES = ("Ann", "Bob", "Cal", "Dot", "Eve", "Fay", "Gus", "Hal", "Ivy", "Jan")
EARLY = 20  # entries
AT = "2026-05-23T20:00:00.000Z"


def main() -> None:
    options = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    options.add_argument("--phones", type=int, nargs="+", default=[5, 10])
    options.add_argument("--late", type=int, default=2000, help="entries before a late tap")
    options.add_argument("--taps", type=int, default=300)
    chosen = options.parse_args()
    with tempfile.TemporaryDirectory(prefix="companion-bench-") as data:
        app = create_app({"DATA": data})
        try:
            for phones, when, drinks in itertools.product(chosen.phones, ("early", "late"), (True, False)):
                table = Table(app.extensions["companion.render"], phones, drinks)
                table.play_to(EARLY if when == "early" else chosen.late)
                for kind, told in table.measured(chosen.taps):
                    print(json.dumps({"phones": phones, "when": when, "tap": kind, **told}), flush=True)
        finally:
            app.extensions["companion.close"]()


class Cost(NamedTuple):
    """Microseconds for all phones together, and bytes for one."""

    all: float
    records: float
    drawing: float
    bytes: float
    deflated: float


class Table:
    """A night of Five-Card Yak at which everybody has a phone, and the message of each phone after every tap."""

    def __init__(self, render: Callable[[str, Any], str], phones: int, drinks: bool) -> None:
        self._render, self._drinks, self._chance = render, drinks, random.Random(1)
        self._painting, self._since, self._drawing = FragmentCache(self._draw), NEVER, 0.0
        self._players = [f"p{number}" for number in range(1, phones + 1)]
        devices = (Phone(place, "n", player, "", AT, False, player) for place, player in enumerate(self._players))
        self._log, self._phones = Log(), Phones(tuple(devices), {}, 1)
        self.enter(of.NightOpened(name="Bench", unit="sip"))
        for player, name in zip(self._players, NAMES, strict=False):
            self.enter(of.PlayerJoined(player=player, name=name))
        self.enter(of.GameStarted(game=FIVE_CARD_YAK.id, players=tuple(self._players)))

    def enter(self, event: Event) -> None:
        """The next entry of the log."""
        self._log.adopt(self._log.propose(Entry(self._log.seq + 1, event, AT, "p1"), checked=True))

    def next_event(self) -> Event:
        """Who owes something drinks first, if anybody drinks here; else anybody or nobody takes the next trick."""
        players = self._log.night.players.values()
        debtor = next((player for player in players if self._drinks and player.owed > 0), None)
        if debtor is not None:
            return of.DrinkTaken(player=debtor.id, amount=debtor.owed)
        assert self._log.night.game is not None
        state = self._log.night.game.state
        trick = len(state.on.taken) + 1 if state.on else 1
        return TrickTaken(deal=state.over + 1, trick=trick, winner=self._chance.choice([*self._players, None]))

    def play_to(self, seq: int) -> None:
        """Plays on without anybody looking, then everybody looks once."""
        while self._log.seq < seq:
            self.enter(self.next_event())
        self.paint()

    def measured(self, taps: int) -> Iterator[tuple[str, dict[str, float]]]:
        """What so many taps cost, by what was tapped."""
        found: dict[str, list[Cost]] = {}
        for _ in range(taps):
            event = self.next_event()
            self.enter(event)
            kind = "drink" if isinstance(event, of.DrinkTaken) else "trick" if self._drinks else "unpaid"
            found.setdefault(kind, []).append(self.paint())
        for kind, costs in found.items():
            columns = zip(Cost._fields, zip(*costs, strict=True), strict=True)
            yield kind, {name: round(median(column)) for name, column in columns}

    def paint(self) -> Cost:
        """Every phone's message, as the streams make them."""
        self._drawing, start, messages = 0.0, thread_time(), []
        for player in self._players:
            scene = Scene("n", self._log, self._phones, player)
            messages.append("".join(changed_since(self._painting, "table", scene, player, self._since).values()))
        whole = thread_time() - start
        self._since = scene.version
        sizes = median(len(html.encode()) for html in messages), median(map(deflated, messages))
        return Cost(whole * 1e6, (whole - self._drawing) * 1e6, self._drawing * 1e6, *sizes)

    def _draw(self, template: str, view: Any) -> str:
        start = perf_counter()
        html = self._render(template, view)
        self._drawing += perf_counter() - start
        return html


def deflated(html: str) -> int:
    """The bytes of one message compressed on its own."""
    packer = zlib.compressobj(6, zlib.DEFLATED, -15)
    return len(packer.compress(html.encode()) + packer.flush())


if __name__ == "__main__":
    main()
