"""Serving with gevent: a phone that only listens costs a little memory and no thread."""

from __future__ import annotations

import contextlib
import gc
import signal
import socket
import ssl
from http.client import HTTPException
from typing import TYPE_CHECKING, Any

from gevent import Timeout, joinall, monkey, signal_handler, spawn
from gevent.event import Event
from gevent.pool import Pool
from gevent.pywsgi import WSGIHandler, WSGIServer

from companion.serve import let_go, line
from companion.web.live import PARK
from companion.yard import Parked, Stream, Yard

if TYPE_CHECKING:
    from flask import Flask

    Secure = tuple[socket.socket, ssl.SSLContext]


RARELY = (20_000, 20, 100)  # objects made before the young, the older and all others are looked through
FIRST, IDLE = 5.0, 2.0  # seconds to wait for the first request of a connection, and for the next
TLS_GONE = (ssl.SSL_ERROR_EOF, ssl.SSL_ERROR_ZERO_RETURN, ssl.SSL_ERROR_SSL)  # what a phone that went looks like there


class Handler(WSGIHandler):  # type: ignore[misc]
    """Answers leave at once: with Nagle's delay a tap took 45 ms instead of 5.

    A connection that rests is closed: were it kept over a link that goes dead, a phone would try it before a new one,
    and come back half a minute later.
    """

    has_served = False
    parked: Parked | None = None
    ignored_socket_errors = (*WSGIHandler.ignored_socket_errors, *TLS_GONE)

    def __init__(self, sock: socket.socket, *rest: object) -> None:
        sock.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        super().__init__(sock, *rest)

    def read_request(self, raw_requestline: str) -> bool:
        try:
            return bool(super().read_request(raw_requestline))
        except HTTPException as wrong:  # too many headers, or too long ones: no fault of ours to print a traceback of
            raise ValueError(str(wrong)) from None

    def read_requestline(self) -> str:
        with Timeout(IDLE if self.has_served else FIRST, False):
            said: str = super().read_requestline()
            self.has_served = True
            return said
        return ""

    def get_environ(self) -> dict[str, Any]:
        """Over http a stream may stand in the yard; https needs somebody who keeps encrypting."""
        environ: dict[str, Any] = super().get_environ()
        if self.server.yard is not None and environ["SERVER_PROTOCOL"] == "HTTP/1.1":
            environ[PARK] = self.park
        return environ

    def park(self, stream: Stream) -> None:
        """The answer that is about to be given opens this stream."""
        self.parked = self.server.yard.take(stream)

    def process_result(self) -> None:
        """The answer; one that opens a stream is left without an end."""
        if self.parked is None:
            super().process_result()
        else:
            self.write(self.parked.open())

    def handle_one_request(self) -> Any:
        """One request; after one that opened a stream the connection is the yard's."""
        going_on = super().handle_one_request()
        parked, self.parked = self.parked, None
        if parked is None:
            return going_on
        if self.code < 0:  # the phone was gone before it had heard anything
            return parked.leave()
        parked.stand(monkey.get_original("socket", "socket")(fileno=self.socket.detach()))
        self.socket: Any = None
        return None

    def format_request(self) -> str:
        return line(self.command or "-", self.path or "-", (self._orig_status or "-").split()[0])


class Log:
    """Requests on the terminal, a line each."""

    def write(self, text: str) -> None:
        print(text.rstrip(), flush=True)


class Door(WSGIServer):  # type: ignore[misc]
    """A door for phones; whoever does not even greet properly over https is let go without a word."""

    yard: Yard | None = None

    def wrap_socket_and_handle(self, client_socket: socket.socket, address: object) -> None:
        greeted = None
        with contextlib.suppress(OSError), Timeout(FIRST, False):
            greeted = self.wrap_socket(client_socket, **self.ssl_args)
        with contextlib.closing(greeted or client_socket):
            if greeted is not None:
                self.handle(greeted, address)


def spare_collecting() -> None:
    """Circles of garbage are rare here; to look for them among all nights in memory took a fifteenth of all work."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(*RARELY)


def serve(app: Flask, listener: socket.socket, verbose: bool, secure: Secure | None = None) -> None:
    """Until SIGINT or SIGTERM; streams still open then are cut after a second."""
    log = Log() if verbose else None
    doors = [Door(listener, app, spawn=Pool(), handler_class=Handler, log=log)]
    doors[0].yard = yard = Yard()
    if secure is not None:
        listener, context = secure
        doors.append(Door(listener, app, spawn=Pool(), handler_class=Handler, log=log, ssl_context=context))
    spare_collecting()
    done = Event()
    for number in (signal.SIGINT, signal.SIGTERM):
        signal_handler(number, done.set)
    for door in doors:
        door.start()
    done.wait()

    def stop() -> None:
        yard.close()
        joinall([spawn(door.stop, timeout=1) for door in doors])

    let_go(app, stop)
