"""Bytes on the wire: what a phone downloads before it can play, and what each update of an evening weighs.

    python -m bench.bytes [--phones 5] [--seconds 5]

The first join is counted head and body: the page behind the QR code, sitting down, the table, and each style and script
that these name or fetch later. The evening is tricks and drinks at one table, as fast as it goes; an update is what
the stream of one phone brings for one tap, framing and all. Prints a table on stderr and everything as JSON on stdout;
ends with 1 if the first join is heavier than 30 KB, or a tap went wrong.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import re
import sys
from typing import Any

from .load.asking import COOKIE, LINK, Answer, Wire
from .load.phases import Phase
from .load.targets import Target
from .load.telling import measured

MOST = 30 * 1024
# Styles, scripts, and scripts that the page's own script fetches; an icon or a manifest is not waited for.
FILES = re.compile(rb'(?:<link rel="stylesheet" href|<script src|data-pocket)="([^"]+)"')


def main() -> None:
    options = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    options.add_argument("--phones", type=int, default=5, help="phones at the table, 2 to 10")
    options.add_argument("--seconds", type=float, default=5.0, help="how long the evening lasts")
    chosen = options.parse_args()
    with Target("ours").running() as (server, _):
        join = asyncio.run(first_join(server.ports[0]))
    evening = measured(Target("ours"), 1, chosen.phones, [Phase("closed", 1, chosen.seconds)])
    (phase,) = evening["all"]["phases"]
    updates = {name: phase[name]["update_bytes"] for name in ("trick", "drink") if name in phase}
    updates |= {"all": phase["update_bytes"], "answer": phase["answer_bytes"]}
    print(f"first join: {sum(join.values())} bytes", *(f"  {name}: {size}" for name, size in join.items()), sep="\n",
          file=sys.stderr)  # fmt: skip
    print(*(f"{name}: {each}" for name, each in updates.items()), sep="\n", file=sys.stderr)
    told = {"first_join": join | {"total": sum(join.values())}, "update_bytes": updates, "faults": evening["faults"]}
    print(json.dumps(told))
    sys.exit(bool(evening["faults"]) or sum(join.values()) > MOST)


async def first_join(port: int) -> dict[str, int]:
    """What a newcomer's phone is sent, in bytes."""
    wire, link = Wire(port), await invitation(port)
    sizes: dict[str, int] = {}

    async def fetch(name: str, *request: Any) -> Answer:
        answer = await wire.ask(*request)
        sizes[name] = len(answer.head) + len(answer.body)
        return answer

    page = await fetch("the invitation", "GET", link)
    seated = await fetch("sitting down", "POST", link, [("name", "Dan")])
    found = COOKIE.search(seated.head)
    assert found is not None
    table = await fetch("the table", "GET", seated.header("Location"), (), found[1].decode())
    for file in dict.fromkeys(FILES.findall(page.text) + FILES.findall(table.text)):
        await fetch(file.decode().rpartition("/")[2], "GET", file.decode())
    wire.close()
    return sizes


async def invitation(port: int) -> str:
    """The link that three at a table hold out to a fourth."""
    wire = Wire(port)
    host = await wire.ask("POST", "/nights", [("night", "Bench"), ("name", "Ann"), ("unit", "sip")])
    cookie = COOKIE.search(host.head)
    assert cookie is not None
    share = await wire.ask("GET", f"/n/{cookie[2].decode()}/share", (), cookie[1].decode())
    link = LINK.search(share.text)
    assert link is not None
    for name in ("Bob", "Cal"):
        await wire.ask("POST", link[1].decode(), [("name", name)])
    wire.close()
    return link[1].decode()


if __name__ == "__main__":
    main()
