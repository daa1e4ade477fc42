"""The cost of a tap late in a night compared with early: an invented night of tricks, drinks, calls and fines.

    python -m bench.long_night [--lengths 20 200 2000 5000] [--taps 100]

For each length: `tap` is one command, from authorising to publishing; then, page by page, the fragments for the phones
of all ten seats after it. Of the longest also `load` (the first look after a start), and undo and change of its
earliest fine and of its last trick. On a file with synchronous=FULL. One line of JSON for each length: medians in
milliseconds.
"""

import argparse
import itertools
import json
import random
import tempfile
from collections.abc import Callable
from statistics import median
from time import perf_counter

from companion import create_app
from companion.commands.handler import CommandHandler
from companion.commands.night_cache import NightCache
from companion.commands.verdict import Command
from companion.domain import events as of
from companion.domain.event_log import Log
from companion.domain.events import Event, written
from companion.domain.games.five_card_yak import FIVE_CARD_YAK
from companion.domain.games.trick_game import TrickTaken
from companion.domain.house_rules.model import CardPlayed
from companion.domain.rights import Sender
from companion.realtime.pubsub import PubSub
from companion.storage import nights
from companion.storage.database import Database, database_of
from companion.views.context import ViewContext
from companion.views.fragments import NEVER, FragmentCache
from companion.web.pages import PAGES
from companion.web.services import Services

PLAYERS = tuple(f"p{number}" for number in range(1, 11))
OLD_DEBTOR = "p10"  # goes home early and owes three all night; this must not make every tap slower
EARLY_FINE = 14
REPEATS = 15
KEYS = itertools.count()

OPENING: tuple[Event, ...] = (
    of.NightOpened(name="Bench", unit="sip"),
    *(of.PlayerJoined(player=player, name=f"Player {player[1:]}") for player in PLAYERS),
    of.RuleMade(rule="r1", text="No phones but this one", amount=2),
    of.RuleMade(rule="r2", text="A queen makes the table drink", when=CardPlayed(rank="Q"), who="everyone"),
    of.FineGiven(player=OLD_DEBTOR, amount=3, reason="late"),
    of.PlayerLeft(player=OLD_DEBTOR),
    of.GameStarted(game=FIVE_CARD_YAK.id, players=PLAYERS[:-1]),
)


def next_event(log: Log, chance: random.Random) -> Event:
    """The next event of a table: first the opening, then drinks before tricks, sometimes a call or a fine."""
    if log.seq < len(OPENING):
        return OPENING[log.seq]
    here = [log.night.players[player] for player in log.night.present()]
    debtor = next((player for player in here if player.owed > 0), None)
    if debtor is not None:
        return of.DrinkTaken(player=debtor.id, amount=debtor.owed)
    kind = chance.random()
    if kind < 0.03:
        return of.RuleCalled(rule="r1", player=chance.choice(here).id)
    if kind < 0.05:
        return of.FineGiven(player=chance.choice(here).id, amount=1, reason="spilled")
    return next_trick(log, chance)


def next_trick(log: Log, chance: random.Random) -> Event:
    assert log.night.game is not None
    deal = log.night.game.state.on
    number, trick = (deal.number, len(deal.taken) + 1) if deal else (log.night.game.state.over + 1, 1)
    winner = chance.choice([*log.night.present(), None])
    return TrickTaken(deal=number, trick=trick, winner=winner)


def tap(commands: CommandHandler, night_id: str, event: Event) -> int:
    """Enters one event as a phone does, with a new key."""
    return commands.enter(night_id, Command(lambda night: [event], f"k{next(KEYS)}", confirmed=True), Sender("p1"))


def night_of(commands: CommandHandler, disk: Database, length: int, seed: int = 1) -> str:
    """Makes a night with `length` entries; returns its id."""
    night_id = nights.open_night(disk).id
    chance = random.Random(seed)
    while commands.nights.log(night_id).seq < length:
        tap(commands, night_id, next_event(commands.nights.log(night_id), chance))
    return night_id


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
        services, disk = app.extensions["companion"], database_of(app)
        for length in chosen.lengths:
            night_id = night_of(services.commands, disk, length)
            told: dict[str, float] = taps(services, night_id, chosen.taps)
            if length == max(chosen.lengths):
                told |= corrections(services.commands, night_id)
                loads = [timed(lambda: NightCache(disk, PubSub()).log(night_id)) for _ in range(REPEATS)]  # noqa: B023
                told["load"] = median(loads)
            print(json.dumps({"entries": length, **{name: round(ms, 3) for name, ms in told.items()}}), flush=True)
        disk.close()


def taps(services: Services, night_id: str, count: int) -> dict[str, float]:
    """Times `count` taps. Each page has its own cache, so that it cannot use what another page has rendered."""
    chance, since, nights_ = random.Random(7), NEVER, services.commands.nights
    caches = {page: FragmentCache(services.render) for page in PAGES}
    took: dict[str, list[float]] = {"tap": [], **{page: [] for page in PAGES}}
    for _ in range(count):
        event = next_event(nights_.log(night_id), chance)
        took["tap"].append(timed(lambda: tap(services.commands, night_id, event)))  # noqa: B023
        context = ViewContext(night_id, nights_.log(night_id), nights_.phones(night_id))
        for page, cache in caches.items():
            took[page].append(
                timed(lambda: [cache.update(PAGES[page].fragments, context, seat, since) for seat in PLAYERS])  # noqa: B023
            )
        since = context.version
    return {name: median(each) for name, each in took.items()}


def corrections(commands: CommandHandler, night_id: str) -> dict[str, float]:
    """Times undoing and changing the earliest fine, after which all later entries are replayed, and the last trick."""
    log = commands.nights.log(night_id)
    trick = next(line.entry.seq for line in reversed(log.lines) if isinstance(line.counts, TrickTaken))
    taken = log.lines[trick - 1].counts
    assert isinstance(taken, TrickTaken)
    other = "p1" if taken.winner != "p1" else "p2"
    fined = of.FineGiven(player=OLD_DEBTOR, amount=2, reason="late")
    changed = TrickTaken(deal=taken.deal, trick=taken.trick, winner=other)
    events: dict[str, Event] = {
        "undo_early": of.EntryUndone(entry=EARLY_FINE),
        "change_early": of.EntryChanged(entry=EARLY_FINE, event=written(fined)),
        "undo_last": of.EntryUndone(entry=trick),
        "change_last": of.EntryChanged(entry=trick, event=written(changed)),
    }
    took: dict[str, list[float]] = {name: [] for name in events}
    for name, event in events.items():
        for _ in range(REPEATS):
            took[name].append(timed(lambda: tap(commands, night_id, event)))  # noqa: B023
            tap(commands, night_id, of.EntryUndone(entry=commands.nights.log(night_id).seq))
    return {name: median(each) for name, each in took.items()}


if __name__ == "__main__":
    main()
