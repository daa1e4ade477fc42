"""How phones talk to a kind of server: over a stream and posts, or over a WebSocket."""

from __future__ import annotations

import re
from typing import Literal, NamedTuple, Protocol

from .seats import Phone, Table, Tap


class OverHttp(Protocol):
    """A server with a stream for each phone, and posts."""

    is_http: Literal[True]

    async def prepare(self, tables: list[Table]) -> None:
        """Whatever has to be there before phones listen."""

    def listening(self, phone: Phone) -> bytes:
        """The request that opens a phone's stream."""

    def heard(self, phone: Phone, event: bytes) -> int | None:
        """The version that an event of the stream brings."""

    def tap(self, tap: Tap) -> None:
        """Decides what the table does next: sets who taps, and the request."""

    def answered(self, tap: Tap, status: int, head: bytes, body: bytes) -> int | None:
        """The version that the tap has made; None if it was refused."""


class OverSocket(Protocol):
    """A server with a WebSocket for each phone; a tap carries a number, and what is pushed holds the highest."""

    is_http: Literal[False]
    path: str

    def spoken(self, phone: Phone, text: bytes) -> tuple[list[str], int | None]:
        """What to say back, and the version that a text brings."""

    def tap(self, tap: Tap, number: int) -> str:
        """What the phone of the tap says."""


class Bare:
    """The bare server of `bare.py`: tables are there when they are asked for."""

    is_http: Literal[True] = True
    VERSION = re.compile(rb"<!--v=(\d+)-->")
    MADE = re.compile(rb'"v":(\d+)')

    async def prepare(self, tables: list[Table]) -> None:
        """Nothing to do."""

    def listening(self, phone: Phone) -> bytes:
        return b"GET /t/%d/live HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n" % phone.table.number

    def heard(self, phone: Phone, event: bytes) -> int | None:
        found = self.VERSION.search(event, len(event) - 24)
        return int(found[1]) if found else None

    def tap(self, tap: Tap) -> None:
        head = b"POST /t/%d/act HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Length: 17\r\n\r\nphone=1&winner=02"
        tap.request = head % tap.table.number

    def answered(self, tap: Tap, status: int, head: bytes, body: bytes) -> int | None:
        found = self.MADE.search(body)
        return int(found[1]) if found and status == 200 else None


class SocketIo:
    """`peers/sockets.js`: a room for each table, to which the state goes."""

    is_http: Literal[False] = False
    path = "/socket.io/?EIO=4&transport=websocket"
    LAST = re.compile(rb'"last":(\d+)')

    def spoken(self, phone: Phone, text: bytes) -> tuple[list[str], int | None]:
        if text[:1] == b"0":
            return ["40"], None
        if text[:1] == b"2":
            return ["3"], None
        if text[:2] == b"40":
            return [f'42["join",{phone.table.number},{phone.place}]'], None
        found = self.LAST.search(text) if text[:2] == b"42" else None
        return [], int(found[1]) if found else None

    def tap(self, tap: Tap, number: int) -> str:
        return f'42["act",{number}]'


class BoardgameIo(SocketIo):
    """`peers/game.js`: everybody may move at any time, and a move carries its number into the state."""

    def spoken(self, phone: Phone, text: bytes) -> tuple[list[str], int | None]:
        if text[:1] == b"0":
            return ["40/score,"], None
        if text[:2] == b"40":
            return [f'42/score,["sync","m{phone.table.number}","{phone.place}",null,5]'], None
        return super().spoken(phone, text)

    def tap(self, tap: Tap, number: int) -> str:
        move = f'{{"type":"win","args":[{number}],"playerID":"{tap.phone.place}","credentials":null}}'
        match = f'"m{tap.table.number}","{tap.phone.place}"'
        return f'42/score,["update",{{"type":"MAKE_MOVE","payload":{move}}},0,{match}]'


class Server(NamedTuple):
    """A server that runs: where its processes listen, their ids, and how phones talk to it.

    With several processes each table is at one of them, or, where it `is_spread`, each phone.
    """

    ports: tuple[int, ...]
    pids: tuple[int, ...]
    way: OverHttp | OverSocket
    is_spread: bool = False

    def port(self, phone: Phone) -> int:
        """Where a phone connects."""
        number = phone.table.number + (phone.place if self.is_spread else 0)
        return self.ports[number % len(self.ports)]
