"""How long from a tap until the last of ten phones shows it: real HTTP, a real server, a real disk.

    python bench/tap.py [--phones 10] [--taps 600] [--rate 20]

Whoever owes drinks taps "Done"; when nobody does, somebody records the next trick. A tap counts from the instant at
which it was due, until the stream of the last phone has brought the entry and the buttons of the slot that follows.
Prints one line of JSON.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import random
from typing import Any

from house import House, Watch, house
from playing import Evening, listening, quantiles, table


def main() -> None:
    options = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    options.add_argument("--phones", type=int, default=10, help="phones at the table, 2 to 10")
    options.add_argument("--taps", type=int, default=600)
    options.add_argument("--rate", type=float, default=20.0, help="taps a second")
    options.add_argument("--seed", type=int, default=1)
    options.add_argument("--threads", action="store_true", help="measure the server with threads instead of gevent")
    chosen = options.parse_args()
    with house(*["--threads"] * chosen.threads) as server:
        print(json.dumps(asyncio.run(measured(server, chosen))))


async def measured(server: House, chosen: argparse.Namespace) -> dict[str, Any]:
    phones = await table(server, chosen.phones)
    async with listening(phones):
        evening = Evening(phones, random.Random(chosen.seed))
        watch = Watch(server)
        await evening.play(chosen.taps, 1 / chosen.rate)
        told = watch.told(chosen.taps)
    return {
        "phones": len(phones),
        "taps": chosen.taps,
        "ms": quantiles(evening.took["trick"] + evening.took["drink"]),
        "trick_ms": quantiles(evening.took["trick"]),
        "drink_ms": quantiles(evening.took["drink"]),
        "answer_ms": quantiles(evening.answered),
        "sent_late_ms": quantiles(evening.late),
        "bytes_per_paint": round(sum(phone.bytes for phone in phones) / sum(phone.paints for phone in phones)),
        "server_mib": server.memory(),
        **told,
    }


if __name__ == "__main__":
    main()
