"""How phones talk to the companion: all that a browser sends, and an evening of Five-Card Yak."""

from __future__ import annotations

import asyncio
import re
from random import Random
from typing import Literal

from .asking import BROWSER, Joined, Wire, form, party
from .seats import Phone, Table, Tap
from .yak import SEATS, Evening, Next

WIRES = 16  # tables that are set up at once
# A painting says its version in its id, a heartbeat in its data or its id.
VERSION = re.compile(rb"^(?:id|data): ?((\d+)\.\d+\.\w+)$", re.M)
MADE = re.compile(rb"^X-Version: ((\d+)\.\d+\.\w+)\r$", re.M | re.I)
BODY = "Content-Type: application/x-www-form-urlencoded\r\n"


class Seat:
    """What a phone of ours knows: its cookie, its place, what it shows, and the head of all its requests."""

    __slots__ = ("joined", "post", "version")

    def __init__(self, joined: Joined, own: str) -> None:
        self.joined, self.version = joined, joined.version
        where = f"Host: {own}\r\nOrigin: http://{own}\r\nReferer: http://{own}/n/{joined.night}/\r\n"
        script = "HX-Request: true\r\n" + BODY
        cookie = f"Cookie: {joined.cookie}\r\n"
        self.post = f"POST /n/{joined.night}/entries HTTP/1.1\r\n{where}{BROWSER.format(accept='*/*')}{cookie}{script}"


class Ours:
    """The companion itself, whole."""

    is_http: Literal[True] = True

    def __init__(self, seed: int = 1) -> None:
        self._chance = Random(seed)
        self._taps = 0

    async def prepare(self, tables: list[Table]) -> None:
        """Opens a night for each table and seats its phones, sixteen tables at a time."""
        waiting = iter(tables)

        async def seat() -> None:
            for table in waiting:
                wire = Wire(table.phones[0].port)
                await self._seated(wire, table)
                wire.close()

        await asyncio.gather(*(seat() for _ in range(WIRES)))

    async def _seated(self, wire: Wire, table: Table) -> None:
        joined = await party(wire, len(table.phones))
        for phone, one in zip(table.phones, joined, strict=True):
            phone.own = Seat(one, f"127.0.0.1:{phone.port}")
        table.own = Evening(tuple(one.player for one in joined[:SEATS]), Random(self._chance.random()))

    def listening(self, phone: Phone) -> bytes:
        seat: Seat = phone.own
        path = f"/n/{seat.joined.night}/live?page=table&since={seat.version}"
        head = f"Host: 127.0.0.1:{phone.port}\r\nCookie: {seat.joined.cookie}\r\nCache-Control: no-cache\r\n"
        return f"GET {path} HTTP/1.1\r\n{head}{BROWSER.format(accept='text/event-stream')}\r\n".encode()

    def heard(self, phone: Phone, event: bytes) -> int | None:
        found = VERSION.search(event)
        if found is None:
            return None
        phone.own.version = found[1].decode()
        return int(found[2])

    def tap(self, tap: Tap) -> None:
        table = tap.table
        todo: Next = table.own.next()
        tap.own, tap.kind = todo, todo.kind
        tap.phone = _by(table, todo.player, self._chance)
        self._taps += 1
        said = form([*todo.fields, ("key", f"t{self._taps}"), ("back", "table")])
        seat: Seat = tap.phone.own
        tap.request = f"{seat.post}X-Version: {seat.version}\r\nContent-Length: {len(said)}\r\n\r\n{said}".encode()

    def answered(self, tap: Tap, status: int, head: bytes, body: bytes) -> int | None:
        found = MADE.search(head)
        if status != 200 or found is None:
            return None
        tap.phone.own.version = found[1].decode()
        tap.table.own.written(tap.own)
        return int(found[2])


def _by(table: Table, player: str | None, chance: Random) -> Phone:
    """The phone of a player, also one that is too slow to be followed; anybody's for a trick."""
    if player is None:
        return chance.choice(table.phones)
    return next(phone for phone in (*table.phones, *table.slow) if phone.own.joined.player == player)
