"""What the companion's page is compared with: pages that show the same HTML and CSS of the same table by simpler means.

`htmx`: an htmx page as its manual would have it: `hx-sse` brings the whole table, which is morphed; `hx-post` sends a
tap. `partials`: the same, with the fragments that the companion sends. `bare`: EventSource, `innerHTML` and `fetch`.
None of them keeps what is typed, waits for a network, notices a dead link, or survives a restart.
"""

from __future__ import annotations

import asyncio
import gzip
import re
from asyncio import StreamReader, StreamWriter
from contextlib import suppress
from time import perf_counter

from .load import VERSION
from .survival.wire import connected, events, request

KINDS = ("htmx", "partials", "bare")
MAIN = re.compile(r'<main id="main"[^>]*>(.*)</main>', re.S)
SHEET = re.compile(r'<link rel="stylesheet" href="([^"]+)">')
SCRIPT = re.compile(r"<script.*?</script>", re.S)
POST = re.compile(r'data-hx-post="[^"]*"')
HEAD = '<!doctype html><html lang="en" class="js"><head><meta charset="utf-8"><title>Peer</title>'
HEAD += '<meta name="viewport" content="width=device-width, initial-scale=1"><link rel="icon" href="data:,">'
# Scripts of these pages. htmx is not deferred: it would start before its extension is there.
LIVE = "document.addEventListener('htmx:sse:after:connection', () => { document.body.dataset.state = 'live'; });"
BARE = """const main = document.getElementById('main'), stream = new EventSource('live');
stream.onopen = () => { document.body.dataset.state = 'live'; };
stream.onmessage = ({data}) => { main.innerHTML = data; };
main.addEventListener('submit', (event) => {
  event.preventDefault();
  fetch('tap', {method: 'POST', body: new URLSearchParams(new FormData(event.target, event.submitter))});
});"""
HTMX, SSE = "/static/vendor/htmx-4.0.1.min.js", "/static/vendor/hx-sse-4.0.1.min.js"


class Peer:
    """The server of one such page over one seat of a night; the companion stays the one who keeps score."""

    def __init__(self, kind: str, port: int, night: str, cookie: str) -> None:
        self.port = 0
        self.hops: list[float] = []  # seconds that an update takes longer because it passes through here
        self._kind, self._upstream, self._night, self._cookie = kind, port, night, cookie
        self._streams: set[StreamWriter] = set()
        self._files: dict[str, bytes] = {}
        self._tasks: set[asyncio.Task[None]] = set()
        self._server: asyncio.Server | None = None

    async def open(self) -> Peer:
        self._page = (await self._ask("GET", f"/n/{self._night}/")).decode()
        for path in (*SHEET.findall(self._page), HTMX, SSE):
            self._files[path] = gzip.compress(await self._ask("GET", path))
        self._server = await asyncio.start_server(self._connected, "127.0.0.1", 0)
        self.port = self._server.sockets[0].getsockname()[1]
        self._tasks.add(asyncio.create_task(self._relay()))
        return self

    async def close(self) -> None:
        assert self._server is not None
        self._server.close()
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)

    def table(self) -> str:
        """The companion's HTML of the table, which posts to this page instead."""
        found = MAIN.search(self._page)
        assert found is not None
        tap = "" if self._kind == "bare" else 'hx-post="tap" hx-swap="none"'
        return POST.sub(tap, SCRIPT.sub("", found[1]))

    def page(self) -> bytes:
        sheets = "".join(f'<link rel="stylesheet" href="{path}">' for path in SHEET.findall(self._page))
        if self._kind == "bare":
            return f'{HEAD}{sheets}<body><main id="main">{self.table()}</main><script>{BARE}</script>'.encode()
        swap = "innerMorph" if self._kind == "htmx" else "none"
        stream = f'hx-sse:connect="live" hx-swap="{swap}"'
        scripts = f'<script src="{HTMX}"></script><script src="{SSE}"></script><script>{LIVE}</script>'
        return f'{HEAD}{sheets}{scripts}<body><main id="main" {stream}>{self.table()}</main>'.encode()

    # ---- the companion's side
    async def _ask(self, method: str, path: str, body: bytes = b"") -> bytes:
        async with connected(self._upstream) as (reader, writer):
            head = request(self._upstream, method, path, cookie=self._cookie).partition(b"\r\n\r\n")[0]
            head = head.replace(b"Content-Length: 0", b"Content-Length: %d" % len(body))
            writer.write(head + b"\r\nConnection: close\r\n\r\n" + body)
            return (await reader.read()).partition(b"\r\n\r\n")[2]

    async def _relay(self) -> None:
        """Sends every update of the companion's stream to the phones, in the way of this kind of page."""
        version = VERSION.search(self._page)
        assert version is not None
        async with connected(self._upstream) as (reader, writer):
            path = f"/n/{self._night}/live?page=table&since={version[1]}"
            writer.write(request(self._upstream, "GET", path, cookie=self._cookie))
            await reader.readuntil(b"\r\n\r\n")
            async for event in events(reader):
                if event.name:
                    continue
                heard, data = perf_counter(), event.data
                if self._kind == "partials":
                    data = POST.sub('hx-post="tap" hx-swap="none"', data)
                else:
                    self._page = (await self._ask("GET", f"/n/{self._night}/")).decode()
                    data = self.table()
                self.hops.append(perf_counter() - heard)
                for phone in self._streams:
                    self._send(phone, data)

    @staticmethod
    def _send(phone: StreamWriter, data: str) -> None:
        phone.write(("".join(f"data: {line}\n" for line in data.splitlines()) + "\n").encode())

    # ---- the phones' side
    async def _connected(self, reader: StreamReader, writer: StreamWriter) -> None:
        task = asyncio.current_task()
        assert task is not None
        self._tasks.add(task)
        try:
            while (head := (await reader.readuntil(b"\r\n\r\n")).decode())[:1]:
                method, path = head.split(" ")[:2]
                length = re.search(r"^content-length: (\d+)", head, re.M | re.I)
                body = await reader.readexactly(int(length[1])) if length else b""
                await self._answer(method, path.rpartition("/")[2] if "/static/" not in path else path, body, writer)
        except (OSError, EOFError, asyncio.CancelledError):
            pass
        finally:
            self._tasks.discard(task)
            self._streams.discard(writer)
            writer.transport.abort()

    async def _answer(self, method: str, path: str, body: bytes, writer: StreamWriter) -> None:
        if method == "POST":
            await self._ask("POST", f"/n/{self._night}/entries", body)
            writer.write(b"HTTP/1.1 204 No Content\r\n\r\n")
        elif path == "live":
            writer.write(b"HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\nCache-Control: no-store\r\n\r\n")
            if self._kind != "partials":
                self._send(writer, self.table())
            self._streams.add(writer)
        else:
            kind = "text/css" if path.endswith(".css") else "text/javascript" if path else "text/html; charset=utf-8"
            packed = gzip.compress(self.page()) if not path else self._files.get(path, b"")
            answer = (
                f"HTTP/1.1 200 OK\r\nContent-Type: {kind}\r\nContent-Encoding: gzip\r\nCache-Control: max-age=60\r\n"
            )
            writer.write(f"{answer}Content-Length: {len(packed)}\r\n\r\n".encode() + packed)
        with suppress(OSError):
            await writer.drain()
