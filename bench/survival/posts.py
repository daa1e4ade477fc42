"""Ten thousand posts, many of them sent twice and many with the answer cut off: each counts once.

    python -m bench.survival.posts [--posts 10000] [--phones 10] [--seed 1]

30 in 100 taps are sent twice with the same key, half of them at the same moment. Of 10 in 100 the answer is cut off,
half of them at its first byte (it is written then), half as soon as they are sent (it may not even be read); then they
are sent again. Everybody catches themselves, and drinks. Prints one line of JSON.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import sys
import tempfile
import time
from collections import Counter
from pathlib import Path

from .clock import Clock
from .history import ACKNOWLEDGED, History, Tap
from .house import House
from .phone import Phone
from .table import phones_on, seated
from .verdict import faults, integrity, rows_of
from .wire import connected, request

TWICE, CUT = 0.3, 0.1


def main() -> int:
    options = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    options.add_argument("--posts", type=int, default=10_000, help="taps, each with a key of its own")
    options.add_argument("--phones", type=int, default=10, help="phones at the table, 2 to 13")
    options.add_argument("--seed", type=int, default=1)
    chosen = options.parse_args()
    with tempfile.TemporaryDirectory(prefix="companion-posts-") as data:
        result = asyncio.run(posted(Path(data), chosen))
    print(json.dumps(result))
    return bool(result["faults"])


async def posted(data: Path, chosen: argparse.Namespace) -> dict[str, object]:
    """All posts to one night, and what the log says of them."""
    house, history, counts = House(data), History(chosen.seed), Counter[str]()
    await house.start()
    phones = phones_on([house] * chosen.phones, Clock(), history)
    try:
        await seated(phones, "Posts")
        await phones[0].tap([("type", "rule.made"), ("text", "No pointing."), ("amount", "1")])
        began, (share, more) = time.monotonic(), divmod(chosen.posts, chosen.phones)
        await asyncio.gather(*(thumb(phone, share + (place < more), counts) for place, phone in enumerate(phones)))
        took, rows = time.monotonic() - began, rows_of(data, phones[0].night)
    finally:
        for phone in phones:
            await phone.stop()
        await house.end()
    unanswered = [f"{tap.key}: {tap.outcome}" for tap in history.taps if tap.outcome != ACKNOWLEDGED]
    return {
        "seed": chosen.seed, "posts": chosen.posts, **counts, "acknowledged": history.count(ACKNOWLEDGED),
        "sent": sum(len(tap.attempts) for tap in history.taps), "entries": sum(row.key is not None for row in rows),
        "per_s": round(chosen.posts / took, 1), "integrity": integrity(data),
        "faults": faults(history, rows) + unanswered,
    }  # fmt: skip


async def thumb(phone: Phone, posts: int, counts: Counter[str]) -> None:
    """One phone's share: it catches its player, then drinks what that cost, and so on."""
    for number in range(posts):
        caught = [("type", "rule.called"), ("rule", "r1"), ("player", phone.player), ("again", "yes")]
        drunk = [("type", "drink.taken"), ("player", phone.player), ("amount", "1"), ("again", "yes")]
        await post(phone, phone.new_tap(drunk if number % 2 else caught), counts)


async def post(phone: Phone, tap: Tap, counts: Counter[str]) -> None:
    """One tap, as luck would have it: once, twice, or once more because no answer came."""
    if phone.chance.random() < CUT:
        counts["cut_off"] += 1
        await cut_off(phone, tap, at_once=phone.chance.random() < 0.5)
    twice = phone.chance.random() < TWICE
    counts["twice"] += twice
    if twice and phone.chance.random() < 0.5:
        await asyncio.gather(phone.send(tap), phone.send(tap))
        return
    for _ in range(1 + twice):
        await phone.send(tap)


async def cut_off(phone: Phone, tap: Tap, at_once: bool) -> None:
    """Sends the tap and hangs up on its answer."""
    attempt = tap.begin()
    fields = [*tap.fields, ("back", "table"), ("key", tap.key)]
    sent = request(phone.network.port, "POST", f"/n/{phone.night}/entries", fields, phone.cookie, phone.version)
    async with connected(phone.network.port) as (reader, writer):
        writer.write(sent)
        await writer.drain()
        if not at_once:
            await reader.readexactly(1)
    attempt.answered, attempt.said = time.time(), "hung up"


if __name__ == "__main__":
    sys.exit(main())
