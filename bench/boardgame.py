"""The phones of a table on boardgame.io (bench/boardgame.js), each on one WebSocket, as its own client opens it."""

from __future__ import annotations

import asyncio
import json
import re
from asyncio import StreamReader, StreamWriter
from collections.abc import AsyncIterator
from pathlib import Path

from .load import Table
from .survival.server import Process
from .survival.wire import connected, request

SERVER = Path(__file__).with_suffix(".js")
GAME = "sheet"
OPENING = b"Upgrade: websocket\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: cGFydHkgY29tcGFuaW9uIQ==\r\n\r\n"
LAST = re.compile(rb'"last":(\d+)')


def served(modules: Path, *folder: str) -> Process:
    """The server, from the folder in which boardgame.io was installed; in files with a folder for them."""
    return Process("node", str(SERVER), *folder, settings={"NODE_PATH": str(modules.resolve() / "node_modules")})


class Match(Table):
    """One match; its phones tap and listen on the same connection."""

    async def seat(self, size: int) -> None:
        await super().seat(size)
        self._name, self._writers = self.chance.random().hex(), list[StreamWriter]()

    async def listened(self, seat: int, is_open: asyncio.Event) -> None:
        async with connected(self.server.port) as (reader, writer):
            asked = request(self.server.port, "GET", "/socket.io/?EIO=4&transport=websocket")
            writer.write(asked[:-2] + b"Connection: Upgrade\r\n" + OPENING)
            assert b" 101 " in await reader.readuntil(b"\r\n\r\n")
            self._writers.append(writer)
            async for text in texts(reader):
                self.bytes += len(text) if seat == 0 else 0
                if text[:1] == b"2":  # a ping
                    write(writer, "3")
                elif text[:1] == b"0":
                    write(writer, f"40/{GAME},")
                elif text[:2] == b"40":
                    self._emit(writer, "sync", self._name, str(seat), None, self.size)
                elif found := LAST.search(text):
                    is_open.set()
                    self.heard(seat, int(found[1]))

    async def record(self, taker: int, tapper: int) -> int:
        payload = {"type": "take", "args": [self.seq + 1, taker], "playerID": str(tapper), "credentials": None}
        move = {"type": "MAKE_MOVE", "payload": payload}
        self._emit(self._writers[tapper], "update", move, 0, self._name, str(tapper))
        return self.seq + 1

    @staticmethod
    def _emit(writer: StreamWriter, *words: object) -> None:
        write(writer, f"42/{GAME},{json.dumps(words)}")


def write(writer: StreamWriter, text: str) -> None:
    """Sends one frame; a mask of zeros leaves the text as it is."""
    data = text.encode()
    size = bytes([0x80 | len(data)]) if len(data) < 126 else b"\xfe" + len(data).to_bytes(2, "big")
    writer.write(b"\x81" + size + bytes(4) + data)


async def texts(reader: StreamReader) -> AsyncIterator[bytes]:
    """The frames of a server, which are neither masked nor split."""
    while True:
        size = (await reader.readexactly(2))[1]
        if size > 125:
            size = int.from_bytes(await reader.readexactly(2 if size == 126 else 8), "big")
        yield await reader.readexactly(size)
