"""The cost of a tap late in a night compared with early: an invented night of tricks, drinks, calls and fines.

    python -m bench.long_night [--lengths 20 200 2000 5000] [--taps 100]

For each length: `tap` is one command, from authorising to publishing; then, page by page, the fragments for the phones
of all ten seats after it. Of the longest also undoing and changing its earliest fine, after which all later entries
are replayed. On a file with synchronous=FULL. One line of JSON for each length: medians in milliseconds.
"""

import argparse
import itertools
import json
import random
import tempfile
from collections.abc import Callable
from functools import partial
from statistics import median
from time import perf_counter

from companion import create_app
from companion.commands.verdict import Command
from companion.domain import events as of
from companion.domain.event_log import Log
from companion.domain.events import Event, written
from companion.domain.games.five_card_yak import FIVE_CARD_YAK
from companion.domain.games.trick_game import TrickTaken
from companion.domain.house_rules.model import CardPlayed
from companion.domain.rights import Sender
from companion.storage import nights
from companion.storage.database import Database, database_of
from companion.views.context import ViewContext
from companion.views.fragments import NEVER, FragmentCache
from companion.web.pages import PAGES
from companion.web.services import Services

PLAYERS = tuple(f"p{number}" for number in range(1, 11))
OLD_DEBTOR = "p10"  # goes home early and owes three all night; this must not make every tap slower
REPEATS = 15

OPENING: tuple[Event, ...] = (
    of.NightOpened(name="Bench", unit="sip"),
    *(of.PlayerJoined(player=player, name=f"Player {player[1:]}") for player in PLAYERS),
    of.RuleMade(rule="r1", text="No phones but this one", amount=2),
    of.RuleMade(rule="r2", text="A queen makes the table drink", when=CardPlayed(rank="Q"), who="everyone"),
    of.FineGiven(player=OLD_DEBTOR, amount=3, reason="late"),
    of.PlayerLeft(player=OLD_DEBTOR),
    of.GameStarted(game=FIVE_CARD_YAK.id, players=PLAYERS[:-1]),
)
EARLY_FINE = OPENING.index(of.FineGiven(player=OLD_DEBTOR, amount=3, reason="late")) + 1


def next_event(log: Log, chance: random.Random) -> Event:
    """The next event of a table: first the opening, then drinks before tricks, sometimes a call or a fine."""
    if log.seq < len(OPENING):
        return OPENING[log.seq]
    here = [log.night.players[player] for player in log.night.present()]
    debtor = next((player for player in here if player.owed > 0), None)
    if debtor is not None:
        return of.DrinkTaken(player=debtor.id, amount=debtor.owed)
    if (kind := chance.random()) < 0.05:
        player = chance.choice(here).id
        return of.RuleCalled(rule="r1", player=player) if kind < 0.03 else of.FineGiven(player=player, amount=1)
    assert log.night.game is not None
    deal = log.night.game.state.on
    number, trick = (deal.number, len(deal.taken) + 1) if deal else (log.night.game.state.over + 1, 1)
    return TrickTaken(deal=number, trick=trick, winner=chance.choice([*log.night.present(), None]))


class Bench:
    """One night of the companion, without a server."""

    def __init__(self, services: Services, disk: Database) -> None:
        self.services, self.commands = services, services.commands
        self.night, self.keys, self.chance = nights.open_night(disk).id, itertools.count(), random.Random(1)

    def log(self) -> Log:
        return self.commands.nights.log(self.night)

    def tap(self, event: Event) -> None:
        """Enters one event as a phone does, with a new key."""
        command = Command(lambda night: [event], f"k{next(self.keys)}", confirmed=True)
        self.commands.enter(self.night, command, Sender("p1"))

    def play(self, length: int) -> None:
        """Goes on until the night has so many entries."""
        while self.log().seq < length:
            self.tap(next_event(self.log(), self.chance))

    def taps(self, count: int) -> dict[str, float]:
        """Times taps and pages. Each page has its own cache, so that it cannot use what another page has rendered."""
        since, caches = NEVER, {page: FragmentCache(self.services.render) for page in PAGES}
        took: dict[str, list[float]] = {"tap": [], **{page: [] for page in PAGES}}
        for _ in range(count):
            took["tap"].append(timed(partial(self.tap, next_event(self.log(), self.chance))))
            context = ViewContext(self.night, self.log(), self.commands.nights.phones(self.night))
            for page, cache in caches.items():
                seen = partial(cache.update, PAGES[page].fragments, context, since=since)
                took[page].append(sum(timed(partial(seen, seat=seat)) for seat in PLAYERS))
            since = context.version
        return {name: median(each) for name, each in took.items()}

    def corrections(self) -> dict[str, float]:
        """Times undoing and changing the earliest fine; every correction is taken back."""
        fined = written(of.FineGiven(player=OLD_DEBTOR, amount=2, reason="late"))
        undone, changed = of.EntryUndone(entry=EARLY_FINE), of.EntryChanged(entry=EARLY_FINE, event=fined)
        took: dict[str, list[float]] = {"undo_early": [], "change_early": []}
        for _ in range(REPEATS):
            for name, event in (("undo_early", undone), ("change_early", changed)):
                took[name].append(timed(partial(self.tap, event)))
                self.tap(of.EntryUndone(entry=self.log().seq))
        return {name: median(each) for name, each in took.items()}


def timed(work: Callable[[], object]) -> float:
    """Runs the work; returns its time in milliseconds."""
    start = perf_counter()
    work()
    return (perf_counter() - start) * 1000


def main() -> None:
    options = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    options.add_argument("--lengths", type=int, nargs="+", default=[20, 200, 2000, 5000], help="entries of a night")
    options.add_argument("--taps", type=int, default=100, help="taps measured at each length")
    chosen = options.parse_args()
    with tempfile.TemporaryDirectory(prefix="companion-bench-") as data:
        app = create_app({"DATA": data, "TAPS_PER_SECOND": 0, "NIGHTS_PER_HOUR": 0})
        for length in chosen.lengths:
            bench = Bench(app.extensions["companion"], database_of(app))
            bench.play(length)
            told = bench.taps(chosen.taps) | (bench.corrections() if length == max(chosen.lengths) else {})
            print(json.dumps({"entries": length, **{name: round(ms, 3) for name, ms in told.items()}}), flush=True)
        database_of(app).close()


if __name__ == "__main__":
    main()
