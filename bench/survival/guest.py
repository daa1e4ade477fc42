"""A hostile guest sends expensive requests while another table plays: how long that table's taps take.

    python -m bench.survival.guest [--times 20] [--entries 15000] [--seed 1]

One server with the limits that it has by itself, and three nights: a table that taps four times a second, the guest's
own night, and a long one brought as a file (100 players, hardly anything but fines). The guest sends each attack so
many times at once: house rules that repeat themselves, every page that tells of a whole night, joinings, undos of old
entries. Prints one line of JSON: for each attack how it was answered, and the table's taps in milliseconds; `faults`
must be empty. A tap that was refused or not answered is a fault, and so is any answer of 500.
"""

import argparse
import asyncio
import json
import sys
import time
from collections import Counter
from collections.abc import Awaitable, Callable, Sequence
from contextlib import suppress
from itertools import count
from pathlib import Path
from random import Random
from typing import Any
from urllib.parse import quote_plus

from .clock import Clock
from .floods import spread
from .history import ACKNOWLEDGED, History
from .phone import Phone
from .server import Server, commanded, run_command
from .table import phones_on, seated
from .wire import Fields, answer, connected, request

PLAYERS = 100
FIRST_DRINK = 2 * PLAYERS + 2  # the number of the entry with the first drink in the long night
PAUSE = 0.25  # seconds between two taps of the table
PAGES = (
    "files", "scores.csv", "fines.csv", "recap", "recap/picture.svg", "night.json", "log", "log/9000", "drinks",
    "fines", "settle", "rules", "files/rules", "seats", "forecast?game=yak", "poll?page=table", "",
)  # fmt: skip
REPEATED = (
    "u & ", "across and ", "you and ", "leader and ", "left and ", "u n ", "everyone or ", "the dealer, the left and ",
    "jack or queen or ", "red black ", "whoever plays a jack and ", "his neighbours of ", "both and ", "1 2 ",
)  # fmt: skip
Asked = tuple[str, str, Fields]


async def measured(data: Path, chosen: argparse.Namespace) -> dict[str, Any]:
    """Makes each attack in turn, with a quiet time before and after all of them."""
    printed = commanded("import", "-", "--data", str(data), given=long_night(chosen.entries, chosen.seed)).decode()
    link = printed[printed.index("/j/") :].strip()
    server, history = Server(data, settings={}), History(chosen.seed)
    await server.start()
    table, guests = (phones_on([server] * 2, Clock(), history) for _ in range(2))
    ann, eve, peer = table[0], guests[0], phones_on([server], Clock(), history)[0]
    told: dict[str, Any] = {}
    try:
        await seated(table, "Friday")
        await seated(guests, "Guest")
        await peer.sit_down(link, [("seat", "p2")])
        told["peace"] = await during(ann, asyncio.sleep(3, {}))
        for name, asked in attacks(eve, peer, chosen):
            told[name] = await during(ann, at_once(server.port, asked))
            await asyncio.sleep(3)  # until the guest's rate limit is full again
        told["peace again"] = await during(ann, asyncio.sleep(3, {}))
    finally:
        for phone in (*table, *guests, peer):
            await phone.stop()
        await server.end()
    bad = [tap for tap in history.taps if tap.outcome != ACKNOWLEDGED]
    found = [f"a tap of the table: {tap.outcome}, {tap.attempts[-1].said} {dict(tap.fields)}" for tap in bad]
    found += [f"{name}: {each['answers']}" for name, each in told.items() if "500" in each["answers"]]
    return {"seed": chosen.seed, "entries": chosen.entries, **told, "faults": found}


def attacks(eve: Phone, peer: Phone, chosen: argparse.Namespace) -> list[tuple[str, list[tuple[Phone, Asked]]]]:
    """The attacks of the guest: a name and the requests that are sent at once."""
    chance, keys, times = Random(chosen.seed), count(1), range(chosen.times)
    texts = [sentence(chance) for _ in range(2 * chosen.times)]

    def tap(phone: Phone, **fields: str) -> tuple[Phone, Asked]:
        sent = [*fields.items(), ("key", f"guest{next(keys)}"), ("again", "yes")]
        return phone, ("POST", f"/n/{phone.night}/entries", sent)

    def look(phone: Phone, page: str) -> tuple[Phone, Asked]:
        return phone, ("GET", f"/n/{phone.night}/{page}", ())

    pages = [(f"GET {page or 'table'}", [look(peer, page) for _ in times]) for page in PAGES]
    return [
        ("rules read", [look(eve, f"rules/new?text={quote_plus(text)}") for text in texts[::2]]),
        ("rules made", [tap(eve, type="rule.made", text=text, read="") for text in texts[1::2]]),
        *pages,
        ("drinks there", [tap(peer, type="drink.taken", player="p2", amount="1") for _ in times]),
        ("undos there", [tap(peer, type="entry.undone", entry=str(FIRST_DRINK + n)) for n in times]),
        ("GET files once more", [look(peer, "files") for _ in times]),
        ("900 joinings", [tap(eve, type="player.joined", name=f"Guest {n}") for n in range(900)]),
    ]


def sentence(chance: Random) -> str:
    """A house rule of 280 letters that repeats itself."""
    words = chance.choice(REPEATED)
    before = chance.choice(("", "when a jack is played, ", "jack: "))
    after = chance.choice(("drink 1", "drinks two", ""))
    return f"{before}{words * 70}"[: 280 - len(after)] + after


async def at_once(port: int, asked: Sequence[tuple[Phone, Asked]], most: int = 30) -> Counter[str]:
    """Sends all requests over a limited number of connections; returns how they were answered."""
    found, turns = Counter[str](), asyncio.Semaphore(most)

    async def one(phone: Phone, what: Asked) -> None:
        method, path, fields = what
        async with turns:
            with suppress(OSError, EOFError, TimeoutError):
                async with connected(port) as (reader, writer):
                    writer.write(request(port, method, path, fields, phone.cookie, ""))
                    found[str((await asyncio.wait_for(answer(reader), 120)).status)] += 1
                    return
            found["no answer"] += 1

    await asyncio.gather(*(one(phone, what) for phone, what in asked))
    return found


async def during(ann: Phone, attack: Awaitable[dict[str, int]]) -> dict[str, Any]:
    """The times of the other table's taps during an attack, in milliseconds from when each was due."""
    took: list[float] = []
    begun, working = time.monotonic(), asyncio.ensure_future(attack)
    due = begun
    while not working.done() or len(took) < 8:
        await asyncio.sleep(max(0.0, due - time.monotonic()))
        await tapped(ann)
        took.append(time.monotonic() - due)
        due = max(due + PAUSE, time.monotonic())
    return {**spread(took), "answers": dict(working.result()), "seconds": round(time.monotonic() - begun, 1)}


TAPS: Callable[[], int] = count(1).__next__


async def tapped(ann: Phone) -> None:
    reason = ("reason", f"reason {TAPS()}")
    await ann.tap([("type", "fine.given"), ("player", "p1"), ("amount", "1"), reason, ("again", "yes")], tries=3)


def long_night(entries: int, number: int) -> bytes:
    """A night file with the most players allowed, and with fines and a few early drinks."""
    chance = Random(number)
    events: list[dict[str, Any]] = [{"type": "night.opened", "name": "Long"}]
    events += [{"type": "player.joined", "player": f"p{n}", "name": f"Player {n}"} for n in range(1, PLAYERS + 1)]
    for kind in ("fine.given", "drink.taken"):  # early drinks, which anybody can undo
        events += [{"type": kind, "player": f"p{n}", "amount": 1} for n in range(1, PLAYERS + 1)]
    while len(events) < entries:
        reason = f"for reason {chance.randint(1, 4000)} of the evening"
        player = f"p{chance.randint(1, PLAYERS)}"
        events.append({"type": "fine.given", "player": player, "amount": chance.randint(1, 5), "reason": reason})
    rows = [{"seq": seq, **event} for seq, event in enumerate(events, 1)]
    return json.dumps({"format": "companion-night/1", "events": rows}).encode()


if __name__ == "__main__":
    sys.exit(run_command(__doc__ or "", measured, times=20, entries=15_000, seed=1))
