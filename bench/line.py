"""A phone's line to a server on this machine: a proxy with the delay and the rate of a mobile network.

Every byte is delayed, also those of streams, which the browser's own network emulation leaves out.
"""

from __future__ import annotations

import asyncio
import socket
from asyncio import StreamReader, StreamWriter
from contextlib import suppress

PIECE = 2896  # bytes: two packets


class Line:
    """Half a round trip of delay each way, one rate for everything that goes the same way, and one round trip before a
    new connection carries anything. It counts bytes and connections. It has no slow start and loses nothing.
    """

    def __init__(self, server_port: int, round_trip: float, down: float = 5e6 / 8, up: float = 2e6 / 8) -> None:
        self.bytes = {"down": 0, "up": 0}
        self.connections = self.port = 0
        self._server_port, self._delay, self._rates = server_port, round_trip / 2, {"down": down, "up": up}
        self._free = {"down": 0.0, "up": 0.0}  # when everything that was sent before will have been transferred
        self._carrying: set[asyncio.Task[None]] = set()
        self._server: asyncio.Server | None = None

    async def open(self) -> Line:
        self._server = await asyncio.start_server(self._connected, "127.0.0.1", 0)
        self.port = self._server.sockets[0].getsockname()[1]
        return self

    async def close(self) -> None:
        assert self._server is not None
        self._server.close()
        self.cut()
        await asyncio.gather(*self._carrying, return_exceptions=True)

    def cut(self) -> None:
        """Breaks all connections; new ones get through."""
        for task in self._carrying:
            task.cancel()

    async def _connected(self, phone: StreamReader, to_phone: StreamWriter) -> None:
        task = asyncio.current_task()
        assert task is not None
        self._carrying.add(task)
        self.connections += 1
        try:
            await asyncio.sleep(2 * self._delay)
            server, to_server = await asyncio.open_connection("127.0.0.1", self._server_port)
            for writer in (to_phone, to_server):
                writer.get_extra_info("socket").setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
            await asyncio.gather(self._carry(phone, to_server, "up"), self._carry(server, to_phone, "down"))
        except (OSError, asyncio.CancelledError):
            pass
        finally:
            self._carrying.discard(task)
            to_phone.transport.abort()

    async def _carry(self, source: StreamReader, goal: StreamWriter, way: str) -> None:
        clock, on_its_way = asyncio.get_running_loop().time, asyncio.Queue[tuple[float, bytes]]()
        arriving = asyncio.create_task(self._arrive(on_its_way, goal))
        try:
            with suppress(OSError):
                while piece := await source.read(PIECE):
                    self.bytes[way] += len(piece)
                    self._free[way] = max(clock(), self._free[way]) + len(piece) / self._rates[way]
                    on_its_way.put_nowait((self._free[way] + self._delay, piece))
            on_its_way.put_nowait((clock() + self._delay, b""))
            await arriving
        finally:
            arriving.cancel()

    async def _arrive(self, on_its_way: asyncio.Queue[tuple[float, bytes]], goal: StreamWriter) -> None:
        clock = asyncio.get_running_loop().time
        with suppress(OSError):
            while True:
                due, piece = await on_its_way.get()
                await asyncio.sleep(max(0.0, due - clock()))
                if not piece:
                    break
                goal.write(piece)
            goal.close()
