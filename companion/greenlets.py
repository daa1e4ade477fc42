"""Serving with gevent: a phone that only listens costs a little memory and no thread."""

from __future__ import annotations

import contextlib
import signal
import socket
import ssl
from typing import TYPE_CHECKING

from gevent import Timeout, joinall, signal_handler, spawn
from gevent.event import Event
from gevent.pool import Pool
from gevent.pywsgi import WSGIHandler, WSGIServer

from companion.serve import let_go, line

if TYPE_CHECKING:
    from flask import Flask

    Secure = tuple[socket.socket, ssl.SSLContext]


FIRST, IDLE = 5.0, 2.0  # seconds to wait for the first request of a connection, and for the next
TLS_GONE = (ssl.SSL_ERROR_EOF, ssl.SSL_ERROR_ZERO_RETURN, ssl.SSL_ERROR_SSL)  # what a phone that went looks like there


class Handler(WSGIHandler):  # type: ignore[misc]
    """Answers leave at once: with Nagle's delay a tap took 45 ms instead of 5.

    A connection that rests is closed: were it kept over a link that goes dead, a phone would try it before a new one,
    and come back half a minute later.
    """

    has_served = False
    ignored_socket_errors = (*WSGIHandler.ignored_socket_errors, *TLS_GONE)

    def __init__(self, sock: socket.socket, *rest: object) -> None:
        sock.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        super().__init__(sock, *rest)

    def read_requestline(self) -> str:
        with Timeout(IDLE if self.has_served else FIRST, False):
            said: str = super().read_requestline()
            self.has_served = True
            return said
        return ""

    def format_request(self) -> str:
        return line(self.command or "-", self.path or "-", (self._orig_status or "-").split()[0])


class Log:
    """Requests on the terminal, a line each."""

    def write(self, text: str) -> None:
        print(text.rstrip(), flush=True)


class Door(WSGIServer):  # type: ignore[misc]
    """A door for phones; whoever does not even greet properly over https is let go without a word."""

    def wrap_socket_and_handle(self, client_socket: socket.socket, address: object) -> None:
        greeted = None
        with contextlib.suppress(OSError), Timeout(FIRST, False):
            greeted = self.wrap_socket(client_socket, **self.ssl_args)
        with contextlib.closing(greeted or client_socket):
            if greeted is not None:
                self.handle(greeted, address)


def serve(app: Flask, listener: socket.socket, verbose: bool, secure: Secure | None = None) -> None:
    """Until SIGINT or SIGTERM; streams still open then are cut after a second."""
    log = Log() if verbose else None
    doors = [Door(listener, app, spawn=Pool(), handler_class=Handler, log=log)]
    if secure is not None:
        listener, context = secure
        doors.append(Door(listener, app, spawn=Pool(), handler_class=Handler, log=log, ssl_context=context))
    done = Event()
    for number in (signal.SIGINT, signal.SIGTERM):
        signal_handler(number, done.set)
    for door in doors:
        door.start()
    done.wait()
    let_go(app, lambda: joinall([spawn(door.stop, timeout=1) for door in doors]))
