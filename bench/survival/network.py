"""The network between one phone and the server: a TCP proxy with a delay and a rate, which can also break.

Every byte is delayed, also those of streams, which a browser's own network emulation leaves out.
"""

from __future__ import annotations

import asyncio
import socket
import struct
from asyncio import StreamReader, StreamWriter
from collections import Counter
from contextlib import suppress
from math import inf
from typing import NamedTuple

from .clock import Clock

MODES = ("cut", "hole", "reset", "half", "slow")
PIECE = 2896  # bytes: two packets
AT_ONCE = struct.pack("ii", 1, 0)  # closing discards unsent data and sends a reset


class Pace(NamedTuple):
    """Seconds of a round trip, and bytes a second from the server and from the phone. Nothing is lost."""

    round_trip: float = 0.0
    down: float = inf
    up: float = inf


SLOW = Pace(1.0, 20_000, 20_000)


class Link:
    """One connection through the network."""

    def __init__(self, phone: StreamWriter) -> None:
        self.ends = [phone]
        self.swallowed = self.over = False

    def hang_up(self, hard: bool = False) -> None:
        self.over = True
        for end in self.ends:
            if hard and (sock := end.get_extra_info("socket")) is not None:
                with suppress(OSError):
                    sock.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, AT_ONCE)
            end.transport.abort() if hard else end.close()


class Network:
    """Counts bytes.

    `pass`: all data goes through. `cut`: all connections are closed, new ones at once. `reset`: the same, with a reset.
    `hole`: connections stay open and nothing goes through. `half`: requests arrive, but no responses. `slow`: as SLOW.
    """

    def __init__(self, server_port: int, clock: Clock, pace: Pace = Pace()) -> None:  # noqa: B008
        self._server_port, self._clock, self._pace = server_port, clock, pace
        self._free = {"down": 0.0, "up": 0.0}  # when everything that was sent before will have been transferred
        self._links: set[Link] = set()
        self._turned = asyncio.Event()
        self.mode, self.port = "pass", 0
        self.bytes = Counter[str]()

    async def __aenter__(self) -> Network:
        self._server = await asyncio.start_server(self._connected, "127.0.0.1", 0)
        self.port = self._server.sockets[0].getsockname()[1]
        return self

    async def __aexit__(self, *_: object) -> None:
        self._server.close()
        self.turn("cut")
        while self._links:
            await asyncio.sleep(0.01)

    def turn(self, mode: str) -> None:
        """Changes the mode of the network; connections that lost data are closed."""
        self.mode = mode
        for link in tuple(self._links):
            if mode in ("cut", "reset") or (link.swallowed and mode != "half"):
                link.hang_up(hard=mode == "reset")
        self._turned.set()
        self._turned = asyncio.Event()

    async def _connected(self, reader: StreamReader, writer: StreamWriter) -> None:
        link = Link(writer)
        self._links.add(link)
        try:
            await self._serve(link, reader)
        except OSError:
            link.hang_up(hard=True)
        finally:
            self._links.discard(link)
            link.hang_up()

    async def _serve(self, link: Link, phone: StreamReader) -> None:
        if self.mode in ("cut", "reset"):
            link.hang_up(hard=self.mode == "reset")
            return
        await self._clock.sleep(self._now().round_trip)  # a connection takes one before it carries anything
        await self._heals(link)
        server, onward = await asyncio.open_connection("127.0.0.1", self._server_port)
        link.ends.append(onward)
        await asyncio.gather(self._carry(link, phone, onward, "up"), self._carry(link, server, link.ends[0], "down"))

    def _now(self) -> Pace:
        return SLOW if self.mode == "slow" else self._pace

    async def _carry(self, link: Link, source: StreamReader, goal: StreamWriter, way: str) -> None:
        under_way = asyncio.Queue[tuple[float, bytes]]()
        arriving = asyncio.create_task(self._arrive(link, under_way, goal, way))
        with suppress(OSError):
            while piece := await source.read(PIECE):
                pace = self._now()
                self.bytes[way] += len(piece)
                self._free[way] = max(self._clock.now(), self._free[way]) + len(piece) / getattr(pace, way)
                under_way.put_nowait((self._free[way] + pace.round_trip / 2, piece))
        under_way.put_nowait((self._clock.now() + self._now().round_trip / 2, b""))
        await arriving

    async def _arrive(
        self, link: Link, under_way: asyncio.Queue[tuple[float, bytes]], goal: StreamWriter, way: str
    ) -> None:
        with suppress(OSError):
            while True:
                due, piece = await under_way.get()
                await self._clock.sleep(max(0.0, due - self._clock.now()))
                await self._heals(link)
                if not piece or link.over:
                    break
                if way == "down" and self.mode == "half":
                    link.swallowed = True
                    continue
                goal.write(piece)
                await goal.drain()
        link.hang_up()

    async def _heals(self, link: Link) -> None:
        while not link.over and self.mode == "hole":
            await self._turned.wait()
