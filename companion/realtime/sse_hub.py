"""Server-sent events: each listening phone is a parked subscriber, a socket without its own thread or greenlet."""

from __future__ import annotations

import socket
import sys
from collections import deque
from collections.abc import Callable
from itertools import cycle
from time import monotonic
from typing import Protocol

import gevent
from gevent.pool import Group

BEAT = 5.0  # seconds between two heartbeats of one phone
GROUPS = 50  # of subscribers; one is due every tenth of a second, so that not all heartbeats are sent at once
STUCK = 20.0  # seconds without accepting any bytes after which a phone is disconnected
BUFFER = 65536  # bytes that the operating system buffers for a slow phone
AT_ONCE = 50  # updates sent before other greenlets get a turn
A_FEW, PAUSE = 10, 0.001  # heartbeats in a row, and the seconds of pause after them for answering taps
READ, WRITE = 1, 2


class Stream(Protocol):
    """The stream of one phone, as bytes; `over`: nothing follows."""

    night_id: str
    over: bool

    def open(self, listener: ParkedSubscriber) -> bytes: ...
    def next(self, changed: bool = False) -> bytes: ...
    def close(self) -> None: ...


class ParkedSubscriber:
    """One phone's open stream. Bytes that its socket could not take are sent first, then the newest state."""

    __slots__ = ("_hub", "_stream", "_socket", "_closed", "_watcher", "_unsent", "_stuck_since", "_group", "is_due")

    def __init__(self, hub: SseHub, stream: Stream, group: set[ParkedSubscriber]) -> None:
        self._hub, self._stream, self._group = hub, stream, group
        self._socket: socket.socket | None = None
        self._unsent, self._stuck_since = b"", 0.0
        self.is_due = False

    def open(self) -> bytes:
        """Opens the stream and returns its first bytes, which follow the headers."""
        return self._stream.open(self)

    def park(self, own: socket.socket, closed: Callable[[], None]) -> None:
        """Hands this socket over to the hub, which writes to it from now on; `closed` is called when it is closed."""
        self._socket, self._closed, self._watcher = own, closed, gevent.get_hub().loop.io(own.fileno(), READ)
        try:
            own.setblocking(False)
            own.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, BUFFER)
        except OSError:  # macOS raises it if the phone has just cut the connection
            return self.close()
        self._watcher.start(self._ready)
        self._group.add(self)
        return self.beat()

    def notify(self) -> None:
        """Schedules an update; several changes before it is sent count as one."""
        self._hub.schedule(self)

    def beat(self) -> None:
        """Sends a heartbeat or an update; disconnects a phone that has been stuck for too long."""
        if self._unsent and monotonic() - self._stuck_since > STUCK:
            return self.close()
        return self.update(changed=False)

    @property
    def night_id(self) -> str:
        """The night that the stream is about."""
        return self._stream.night_id

    def update(self, changed: bool = True) -> None:
        """Sends an update; a stuck phone gets it when it accepts bytes again."""
        self.is_due = False
        if self._socket is None or self._unsent:
            return
        data = self._stream.next(changed)
        if data:
            self._send(b"%x\r\n%b\r\n" % (len(data), data))  # an HTTP/1.1 chunk, as the total length is unknown
        if self._stream.over and not self._unsent:
            self._send(b"0\r\n\r\n")
            self.close()

    def close(self) -> None:
        """Closes the connection; a second call does nothing."""
        own, self._socket = self._socket, None
        if own is not None:
            self._watcher.stop()
            self._watcher.close()
            own.close()
            self._closed()
        self._group.discard(self)
        self._stream.close()

    def _send(self, data: bytes) -> None:
        if self._socket is None:
            return None
        try:
            self._unsent = data[self._socket.send(data) :]
        except BlockingIOError:
            self._unsent = data
        except OSError:
            return self.close()
        if self._unsent:
            self._stuck_since = monotonic()
            self._watch(READ | WRITE)
        return None

    def _watch(self, events: int) -> None:
        self._watcher.stop()
        self._watcher.events = events
        self._watcher.start(self._ready)

    def _ready(self) -> None:
        """The phone has gone, or accepts bytes again. This runs in gevent's hub, so it must not block or raise."""
        if self._is_gone():
            self.close()
        elif self._unsent:
            self._send(self._unsent)
            if not self._unsent and self._socket is not None:
                self._watch(READ)
                self.notify()  # sends what it missed

    def _is_gone(self) -> bool:
        assert self._socket is not None
        try:
            return not self._socket.recv(4096)  # a phone sends nothing more here
        except BlockingIOError:
            return False
        except OSError:
            return True


class SseHub:
    """All parked subscribers, and a greenlet that sends heartbeats.

    Each night that has changed has a greenlet of its own, which sends its updates in the order of the changes: what
    takes long to show at one table, or has to be worked out aside, keeps no other table waiting.
    """

    def __init__(self) -> None:
        self._groups: list[set[ParkedSubscriber]] = [set() for _ in range(GROUPS)]
        self._next = cycle(self._groups)
        self._due: dict[str, deque[ParkedSubscriber]] = {}  # by night
        self._work = Group()
        self._work.spawn(self._send_heartbeats)

    def subscriber(self, stream: Stream) -> ParkedSubscriber:
        """Makes a subscriber for a new stream; it is parked after its headers are sent."""
        return ParkedSubscriber(self, stream, next(self._next))

    def schedule(self, subscriber: ParkedSubscriber) -> None:
        """Adds the subscriber to those that are sent an update soon."""
        if subscriber.is_due:
            return
        subscriber.is_due = True
        if (night := subscriber.night_id) not in self._due:
            self._due[night] = deque()
            self._work.spawn(self._send_updates, night)
        self._due[night].append(subscriber)

    def close(self) -> None:
        """Sends every phone the end of its stream and closes it."""
        self._work.kill()
        for group in self._groups:
            for subscriber in tuple(group):
                _safely(subscriber, subscriber.update)
                subscriber.close()

    def _send_updates(self, night: str) -> None:
        sent = 0
        while self._due[night]:
            subscriber = self._due[night].popleft()
            _safely(subscriber, subscriber.update)
            sent += 1
            if sent % AT_ONCE == 0:
                gevent.sleep()
        del self._due[night]

    def _send_heartbeats(self) -> None:
        due = monotonic()
        while True:
            for group in self._groups:
                due = max(due, monotonic() - BEAT) + BEAT / GROUPS
                gevent.sleep(max(PAUSE, due - monotonic()))
                for number, subscriber in enumerate(tuple(group)):
                    if number % A_FEW == A_FEW - 1:
                        gevent.sleep(PAUSE)
                    if subscriber.night_id not in self._due:
                        _safely(subscriber, subscriber.beat)


def _safely(subscriber: ParkedSubscriber, send: Callable[[], None]) -> None:
    """Prints an error and closes only the stream of this phone, which opens it again. Other phones are not affected."""
    try:
        send()
    except Exception:
        gevent.get_hub().handle_error(subscriber, *sys.exc_info())
        subscriber.close()
