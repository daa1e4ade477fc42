"""A bad network: a TCP proxy for each phone that can cut, lose, reset, not answer, or slow down."""

from __future__ import annotations

import asyncio
import socket
import struct
from asyncio import StreamReader, StreamWriter
from contextlib import suppress

from .clock import Clock

MODES = ("cut", "hole", "reset", "half", "slow")
RATE, LATENCY = 20_000, 0.8  # bytes a second, and seconds before the first byte
PIECE = 4096
AT_ONCE = struct.pack("ii", 1, 0)  # closing discards unsent data and sends a reset


class Link:
    """One connection through the network; a `stale` one stays open but transfers nothing."""

    def __init__(self, phone: StreamWriter) -> None:
        self.ends = [phone]
        self.stale = self.swallowed = self.over = False

    def hang_up(self, hard: bool = False) -> None:
        self.over = True
        for end in self.ends:
            if hard and (sock := end.get_extra_info("socket")) is not None:
                with suppress(OSError):
                    sock.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, AT_ONCE)
            end.transport.abort() if hard else end.close()


class Network:
    """The network between one phone and the server.

    `pass`: all data goes through. `cut`: all connections are closed, new ones at once. `reset`: the same, with a reset.
    `hole`: connections stay open and nothing goes through. `half`: requests arrive, but no responses.
    `slow`: 20 kB a second, 0.8 s late.
    """

    def __init__(self, server_port: int, clock: Clock) -> None:
        self._server_port, self._clock = server_port, clock
        self._links: set[Link] = set()
        self._turned = asyncio.Event()
        self._server: asyncio.Server | None = None
        self.mode, self.port = "pass", 0

    async def open(self) -> Network:
        self._server = await asyncio.start_server(self._connected, "127.0.0.1", 0)
        self.port = self._server.sockets[0].getsockname()[1]
        return self

    async def close(self) -> None:
        assert self._server is not None
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

    def forget(self) -> None:
        """All open connections stop transferring without being closed, as when a router drops them; new ones work."""
        for link in self._links:
            link.stale = True

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
            return link.hang_up(hard=self.mode == "reset")
        await self._heals(link)
        server, onward = await asyncio.open_connection("127.0.0.1", self._server_port)
        link.ends.append(onward)
        back = asyncio.create_task(self._carry(link, server, link.ends[0], answers=True))
        try:
            await self._carry(link, phone, onward)
            return await back
        finally:
            back.cancel()

    async def _carry(self, link: Link, source: StreamReader, goal: StreamWriter, answers: bool = False) -> None:
        with suppress(OSError):
            while words := await source.read(PIECE):
                await self._heals(link)
                if answers and self.mode == "half":
                    link.swallowed = True
                    continue
                if self.mode == "slow":
                    await self._clock.sleep(LATENCY + len(words) / RATE)
                goal.write(words)
                await goal.drain()
        link.hang_up()

    async def _heals(self, link: Link) -> None:
        while not link.over and (self.mode == "hole" or link.stale):
            await self._turned.wait()
