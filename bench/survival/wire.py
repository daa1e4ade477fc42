"""HTTP like that of a phone's browser: requests with cookie, origin and version; responses; a stream of events."""

import asyncio
import re
from asyncio import StreamReader, StreamWriter
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from typing import NamedTuple
from urllib.parse import quote_plus

Fields = Sequence[tuple[str, str]]
LIMIT = 2**20


class Answer(NamedTuple):
    """A response: status, headers and body as sent."""

    status: int
    head: str
    text: str

    def header(self, name: str) -> str:
        found = re.search(rf"^{name}: (.*?)\r?$", self.head, re.M | re.I)
        return found[1] if found else ""

    @property
    def cookie(self) -> str:
        return self.header("Set-Cookie").partition(";")[0]


class Event(NamedTuple):
    """One event of a stream."""

    name: str
    id: str
    data: str


def request(
    port: int, method: str, path: str, fields: Fields = (), cookie: str = "", version: str | None = None
) -> bytes:
    """The bytes of one request; with a version, they are as the page's script sends them."""
    body = "&".join(f"{name}={quote_plus(value)}" for name, value in fields).encode()
    head = [f"{method} {path} HTTP/1.1", f"Host: 127.0.0.1:{port}", f"Origin: http://127.0.0.1:{port}"]
    head += [f"Cookie: {cookie}"] * bool(cookie)
    head += ["HX-Request: true", f"X-Version: {version}"] if version is not None else []
    if method == "POST":
        head += ["Content-Type: application/x-www-form-urlencoded", f"Content-Length: {len(body)}"]
    return "\r\n".join([*head, "", ""]).encode() + body


async def answer(reader: StreamReader) -> Answer:
    """Reads one complete response; raises EOFError or OSError if it is cut off."""
    head = (await reader.readuntil(b"\r\n\r\n")).decode()
    body = b""
    if found := re.search(r"^Content-Length: (\d+)", head, re.M | re.I):
        body = await reader.readexactly(int(found[1]))
    elif re.search(r"^Transfer-Encoding: chunked", head, re.M | re.I):
        async for piece in pieces(reader):
            body += piece
    return Answer(int(head[9:12]), head, body.decode())


async def pieces(reader: StreamReader) -> AsyncIterator[bytes]:
    """The chunks of a chunked response."""
    while size := int(await reader.readuntil(b"\r\n"), 16):
        yield await reader.readexactly(size)
        await reader.readexactly(2)
    await reader.readuntil(b"\r\n")


async def events(reader: StreamReader) -> AsyncIterator[Event]:
    """The events of a stream, without its comments and settings."""
    text = b""
    async for piece in pieces(reader):
        *blocks, text = (text + piece).split(b"\n\n")
        for block in blocks:
            if (event := read_event(block.decode())).data:
                yield event


def read_event(block: str) -> Event:
    """Reads one event from its lines; an update has an id instead of a name."""
    said: dict[str, list[str]] = {}
    for line in block.split("\n"):
        field, _, value = line.partition(": ")
        said.setdefault(field, []).append(value)
    return Event(said.get("event", [""])[0], said.get("id", [""])[0], "\n".join(said.get("data", [])))


@asynccontextmanager
async def connected(port: int) -> AsyncIterator[tuple[StreamReader, StreamWriter]]:
    """Opens a new connection, which is always closed afterwards."""
    reader, writer = await asyncio.open_connection("127.0.0.1", port, limit=LIMIT)
    try:
        yield reader, writer
    finally:
        writer.transport.abort()


async def ask(
    port: int, method: str, path: str, fields: Fields = (), cookie: str = "", version: str | None = None
) -> Answer:
    """Sends one request over a new connection."""
    async with connected(port) as (reader, writer):
        writer.write(request(port, method, path, fields, cookie, version))
        return await answer(reader)
