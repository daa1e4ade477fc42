"""More unfinished requests than a server has file descriptors, while a table plays.

    python -m bench.survival.half_sent [--requests 330] [--descriptors 300] [--taps 20]

Needs `prlimit` (util-linux). Three phones listen and tap in turn; half of the requests stop within their headers,
the others within their body. Prints one line of JSON: how many taps were acknowledged meanwhile
and whether somebody new gets the first page.
"""

import argparse
import asyncio
import sys
from contextlib import suppress
from pathlib import Path
from typing import Any

from .clock import Clock
from .history import ACKNOWLEDGED, History
from .phone import Phone
from .server import Server, run_command
from .table import phones_on, seated
from .wire import ask

HEAD = b"POST /join HTTP/1.1\r\nHost: 127.0.0.1\r\n"
HALVES = (HEAD, HEAD + b"Content-Type: application/x-www-form-urlencoded\r\nContent-Length: 500\r\n\r\ncode=")
PATIENCE = 20.0


async def attacked(data: Path, chosen: argparse.Namespace) -> dict[str, Any]:
    """Taps during unfinished requests; each of those is opened again whenever it ends."""
    server = Server(data, around=("prlimit", f"--nofile={chosen.descriptors}:{chosen.descriptors}"))
    await server.start()
    phones = phones_on([server] * 3, Clock(), history := History(1))
    attack: list[asyncio.Task[None]] = []
    served = False
    try:
        await seated(phones, "Half-sent")
        await phones[0].tap([("type", "rule.made"), ("text", "No pointing."), ("amount", "1")])
        for phone in phones:
            phone.live.go()
        await asyncio.sleep(1.0)
        attack = [asyncio.create_task(hold(server.port, HALVES[number % 2])) for number in range(chosen.requests)]
        await asyncio.sleep(3.0)
        before = len(history.taps)
        for number in range(chosen.taps):
            await tap(phones[number % 3])
        with suppress(TimeoutError, OSError, EOFError):
            served = (await asyncio.wait_for(ask(server.port, "GET", "/"), PATIENCE)).status == 200
        taps = history.taps[before:]
    finally:
        for each in attack:
            each.cancel()
        for phone in phones:
            await phone.stop()
        await server.end()
    acknowledged = sum(tap.outcome == ACKNOWLEDGED for tap in taps)
    faults = [f"{len(taps) - acknowledged} taps were not acknowledged"] * (acknowledged < len(taps))
    return {**vars(chosen), "acknowledged": acknowledged, "faults": faults + ["nobody new is served"] * (not served)}


async def hold(port: int, words: bytes) -> None:
    """One unfinished request, sent again whenever the server ends it."""
    while True:
        with suppress(OSError):
            reader, writer = await asyncio.open_connection("127.0.0.1", port)
            writer.write(words)
            await reader.read()
            writer.transport.abort()
        await asyncio.sleep(0.2)


async def tap(phone: Phone) -> None:
    await phone.tap([("type", "rule.called"), ("rule", "r1"), ("player", phone.player), ("again", "yes")])


if __name__ == "__main__":
    sys.exit(run_command(__doc__ or "", attacked, requests=330, descriptors=300, taps=20))
