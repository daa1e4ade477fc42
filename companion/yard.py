"""The yard: phones that only listen stand here, each a socket that is written to, and neither thread nor greenlet."""

from __future__ import annotations

import socket
import sys
from collections import deque
from collections.abc import Callable
from itertools import cycle
from time import monotonic
from typing import Protocol

import gevent
from gevent.event import Event

BEAT = 5.0  # seconds between two heartbeats of one phone
ROUNDS = 50  # parts of the yard, of which one is due every tenth of a second: a thousand phones do not beat as one
STUCK = 20.0  # seconds for which a phone may take nothing
BUFFER = 65536  # bytes the system keeps for a phone that reads slowly
AT_ONCE = 50  # phones told before others get a turn
A_FEW, BREATH = 10, 0.001  # heartbeats before a tap may come in between, and the seconds in which it may
READ, WRITE = 1, 2


class Stream(Protocol):
    """What a phone hears, as bytes ready for the wire."""

    over: bool

    def open(self, listener: Parked) -> bytes: ...
    def news(self, rung: bool = False) -> bytes: ...
    def close(self) -> None: ...


class Parked:
    """One phone in the yard. What it could not take yet it gets first; then the newest, however much it missed."""

    __slots__ = ("_yard", "_stream", "_socket", "_closed", "_watcher", "_rest", "_stuck_since", "_round", "is_rung")

    def __init__(self, yard: Yard, stream: Stream, round_: set[Parked]) -> None:
        self._yard, self._stream, self._round = yard, stream, round_
        self._socket: socket.socket | None = None
        self._rest, self._stuck_since = b"", 0.0
        self.is_rung = False

    def open(self) -> bytes:
        """The first that the phone hears, as a chunk that follows the headers."""
        return self._stream.open(self)

    def stand(self, own: socket.socket, closed: Callable[[], None]) -> None:
        """From now on the phone is written to here; `own` is its connection, and `closed` is called at its end."""
        self._socket, self._closed, self._watcher = own, closed, gevent.get_hub().loop.io(own.fileno(), READ)
        try:
            own.setblocking(False)
            own.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, BUFFER)
        except OSError:  # macOS says so of a connection that the phone has just cut
            return self.leave()
        self._watcher.start(self._stirred)
        self._round.add(self)
        return self.beat()

    def notify(self) -> None:
        """Is told in a moment; many rings until then are one."""
        self._yard.call(self)

    def beat(self) -> None:
        """A heartbeat, or what is new; a phone that took nothing for long is given up."""
        if self._rest and monotonic() - self._stuck_since > STUCK:
            return self.leave()
        return self.tell(rung=False)

    def tell(self, rung: bool = True) -> None:
        """Sends what is new; a phone that is stuck gets it when it takes something again."""
        self.is_rung = False
        if self._socket is None or self._rest:
            return
        self._send(self._framed(self._stream.news(rung)))
        if self._stream.over and not self._rest:
            self._send(b"0\r\n\r\n")
            self.leave()

    def leave(self) -> None:
        """The connection is closed; a phone that has left twice has left."""
        own, self._socket = self._socket, None
        if own is not None:
            self._watcher.stop()
            self._watcher.close()
            own.close()
            self._closed()
        self._round.discard(self)
        self._stream.close()

    def _framed(self, data: bytes) -> bytes:
        """A chunk, as HTTP/1.1 sends what has no length."""
        return b"%x\r\n%b\r\n" % (len(data), data) if data else b""

    def _send(self, data: bytes) -> None:
        if data and self._socket is not None:
            self._rest = data[self._taken(data) :]
            if self._rest:
                self._stuck_since = monotonic()
                self._watch(READ | WRITE)

    def _taken(self, data: bytes) -> int:
        """How many bytes the phone took; one that is gone took all there will be."""
        assert self._socket is not None
        try:
            return self._socket.send(data)
        except BlockingIOError:
            return 0
        except OSError:
            self.leave()
            return len(data)

    def _watch(self, events: int) -> None:
        self._watcher.stop()
        self._watcher.events = events
        self._watcher.start(self._stirred)

    def _stirred(self) -> None:
        """The phone has gone, or takes something again. This runs in the hub, so it must not wait, nor fail."""
        if self._is_gone():
            self.leave()
        elif self._rest:
            self._send(self._rest)
            if not self._rest and self._socket is not None:
                self._watch(READ)
                self.notify()  # what it missed

    def _is_gone(self) -> bool:
        assert self._socket is not None
        try:
            return not self._socket.recv(4096)  # a phone has nothing more to say here
        except BlockingIOError:
            return False
        except OSError:
            return True


class Yard:
    """All phones that stand here. They are told by one greenlet, table by table as the bells ring."""

    def __init__(self) -> None:
        self._rounds: list[set[Parked]] = [set() for _ in range(ROUNDS)]
        self._next = cycle(self._rounds)
        self._rung: deque[Parked] = deque()
        self._called = Event()
        self._work = [gevent.spawn(self._tell), gevent.spawn(self._beat)]

    def take(self, stream: Stream) -> Parked:
        """A place for a phone whose stream begins."""
        return Parked(self, stream, next(self._next))

    def call(self, phone: Parked) -> None:
        """The phone is told soon."""
        if not phone.is_rung:
            phone.is_rung = True
            self._rung.append(phone)
            self._called.set()

    def close(self) -> None:
        """Every phone is told that it is over, and leaves."""
        gevent.killall(self._work)
        for round_ in self._rounds:
            for phone in tuple(round_):
                _safely(phone, phone.tell)
                phone.leave()

    def _tell(self) -> None:
        while self._called.wait():
            self._called.clear()
            told = 0
            while self._rung:
                phone = self._rung.popleft()
                _safely(phone, phone.tell)
                told += 1
                if told % AT_ONCE == 0:
                    gevent.sleep()

    def _beat(self) -> None:
        due = monotonic()
        while True:
            for round_ in self._rounds:
                due = max(due, monotonic() - BEAT) + BEAT / ROUNDS
                gevent.sleep(max(BREATH, due - monotonic()))
                for number, phone in enumerate(tuple(round_)):
                    if number % A_FEW == A_FEW - 1:
                        gevent.sleep(BREATH)
                    _safely(phone, phone.beat)


def _safely(phone: Parked, tell: Callable[[], None]) -> None:
    """What fails for one phone is printed and ends its stream, which it opens anew; the others do not notice."""
    try:
        tell()
    except Exception:
        gevent.get_hub().handle_error(phone, *sys.exc_info())
        phone.leave()
