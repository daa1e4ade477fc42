"""What the companion's page is compared with: an htmx page as its manual would have it, with the same HTML and CSS.

`hx-sse` brings the whole table at each change, which is morphed; `hx-post` sends a tap. It keeps nothing that is typed,
does not wait for a network, notices no dead link, and does not survive a restart.
"""

from __future__ import annotations

import asyncio
import gzip
import re
from asyncio import StreamReader, StreamWriter
from contextlib import suppress
from time import perf_counter
from urllib.parse import parse_qsl

from .survival.wire import Fields, ask, connected, events, request

VERSION = re.compile(r'data-version="([^"]*)"')
MAIN = re.compile(r'<main id="main"[^>]*>(.*)</main>', re.S)
SHEET = re.compile(r'<link rel="stylesheet" href="([^"]+)">')
SCRIPT = re.compile(r"<script.*?</script>", re.S)
POST = 'method="post"'  # of the companion's forms
TAP = f'{POST} hx-post="tap" hx-swap="none"'
HEAD = '<!doctype html><html lang="en" class="js"><head><meta charset="utf-8"><title>Peer</title>'
HEAD += '<meta name="viewport" content="width=device-width, initial-scale=1"><link rel="icon" href="data:,">'
# htmx is not deferred: it would start before its extension is there.
LIVE = "document.addEventListener('htmx:sse:after:connection', () => { document.body.dataset.state = 'live'; });"
HTMX, SSE = "/static/vendor/htmx-4.0.1.min.js", "/static/vendor/hx-sse-4.0.1.min.js"


class HtmxPage:
    """The server of this page over one seat of a night; the companion stays the one who keeps score."""

    def __init__(self, port: int, night: str, cookie: str) -> None:
        self.port = 0
        self.hops: list[float] = []  # seconds that an update takes longer because it passes through here
        self._upstream, self._night, self._cookie = port, night, cookie
        self._streams: set[StreamWriter] = set()
        self._files: dict[str, bytes] = {}

    async def __aenter__(self) -> HtmxPage:
        self._page = await self._ask("GET", f"/n/{self._night}/")
        for path in (*SHEET.findall(self._page), HTMX, SSE):
            self._files[path] = (await self._ask("GET", path)).encode()
        self._server = await asyncio.start_server(self._connected, "127.0.0.1", 0)
        self.port = self._server.sockets[0].getsockname()[1]
        self._relaying = asyncio.create_task(self._relay())
        return self

    async def __aexit__(self, *_: object) -> None:
        self._server.close()
        self._relaying.cancel()

    def table(self) -> str:
        """The companion's HTML of the table, which posts to this page instead."""
        found = MAIN.search(self._page)
        assert found is not None
        return SCRIPT.sub("", found[1]).replace(POST, TAP)

    def page(self) -> bytes:
        sheets = "".join(f'<link rel="stylesheet" href="{path}">' for path in SHEET.findall(self._page))
        stream = 'hx-sse:connect="live" hx-swap="innerMorph"'
        scripts = f'<script src="{HTMX}"></script><script src="{SSE}"></script><script>{LIVE}</script>'
        return f'{HEAD}{sheets}{scripts}<body><main id="main" {stream}>{self.table()}</main>'.encode()

    # ---- the companion's side
    async def _ask(self, method: str, path: str, fields: Fields = ()) -> str:
        return (await ask(self._upstream, method, path, fields, self._cookie)).text

    async def _relay(self) -> None:
        """Sends every update of the companion's stream to the phones, as the whole table."""
        version = VERSION.search(self._page)
        assert version is not None
        async with connected(self._upstream) as (reader, writer):
            path = f"/n/{self._night}/live?page=table&since={version[1]}"
            writer.write(request(self._upstream, "GET", path, cookie=self._cookie))
            await reader.readuntil(b"\r\n\r\n")
            async for event in events(reader):
                if event.name:
                    continue
                heard = perf_counter()
                self._page = await self._ask("GET", f"/n/{self._night}/")
                self.hops.append(perf_counter() - heard)
                for phone in self._streams:
                    self._send(phone)

    def _send(self, phone: StreamWriter) -> None:
        phone.write(("".join(f"data: {line}\n" for line in self.table().splitlines()) + "\n").encode())

    # ---- the phones' side
    async def _connected(self, reader: StreamReader, writer: StreamWriter) -> None:
        with suppress(OSError, EOFError):
            while True:
                head = (await reader.readuntil(b"\r\n\r\n")).decode()
                length = re.search(r"^content-length: (\d+)", head, re.M | re.I)
                body = await reader.readexactly(int(length[1])) if length else b""
                await self._answer(*head.split(" ")[:2], body, writer)
                await writer.drain()
        self._streams.discard(writer)
        writer.transport.abort()

    async def _answer(self, method: str, path: str, body: bytes, writer: StreamWriter) -> None:
        if method == "POST":
            fields = parse_qsl(body.decode(), keep_blank_values=True)
            await self._ask("POST", f"/n/{self._night}/entries", fields)
            writer.write(b"HTTP/1.1 204 No Content\r\n\r\n")
        elif path == "/live":
            writer.write(b"HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\nCache-Control: no-store\r\n\r\n")
            self._send(writer)
            self._streams.add(writer)
        else:
            kind = {"css": "text/css", "js": "text/javascript"}.get(path.rpartition(".")[2], "text/html; charset=utf-8")
            packed = gzip.compress(self._files.get(path) or self.page())
            head = f"HTTP/1.1 200 OK\r\nContent-Type: {kind}\r\nContent-Encoding: gzip\r\nCache-Control: max-age=60"
            writer.write(f"{head}\r\nContent-Length: {len(packed)}\r\n\r\n".encode() + packed)
