"""A table: a night opened by the first phone and joined by the others through its link, with a game on."""

from __future__ import annotations

import re
from collections.abc import Iterable
from random import Random

from .clock import Clock
from .history import History
from .phone import Phone, Way

NAMES = ("Ann", "Bob", "Cal", "Dot", "Eve", "Fay", "Gus", "Hal", "Ida", "Joe", "Kit", "Lou", "Max")
MOST = 10  # who play Five-Card Yak; more sit out


def phones_on(ways: Iterable[Way], clock: Clock, history: History) -> list[Phone]:
    """A phone on every way to the house; what each does by chance hangs on the seed of the history."""
    return [
        Phone(f"p{number}", way, clock, Random(f"{history.seed} phone {number}"), history)
        for number, way in enumerate(ways, 1)
    ]


async def seated(phones: list[Phone], night: str) -> None:
    """Everybody at one table, looking at it, with a game on."""
    host, *guests = phones
    await host.sit_down("/nights", [("night", night), ("name", NAMES[0]), ("unit", "sip")])
    page = await host.ask("GET", f"/n/{host.night}/share", script=False)
    link = re.search(r'(/j/[^"]+)"', page.text)
    assert link is not None
    for phone, name in zip(guests, NAMES[1:], strict=False):
        await phone.sit_down(link[1], [("name", name)])
    playing = [("players", phone.player) for phone in phones[:MOST]]
    await host.tap([("type", "game.started"), ("game", "five-card-yak"), ("dealer", "lot"), *playing])
    for phone in phones:
        await phone.load()
