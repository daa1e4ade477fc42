"""Serving with gevent: a phone that only listens costs a little memory and no thread."""

from __future__ import annotations

import signal
import socket
from typing import TYPE_CHECKING

from gevent import Timeout, signal_handler
from gevent.event import Event
from gevent.pool import Pool
from gevent.pywsgi import WSGIHandler, WSGIServer

from companion.serve import let_go, line

if TYPE_CHECKING:
    from flask import Flask


FIRST, IDLE = 5.0, 2.0  # seconds to wait for the first request of a connection, and for the next


class Handler(WSGIHandler):  # type: ignore[misc]
    """Answers leave at once: with Nagle's delay a tap took 45 ms instead of 5.

    A connection that rests is closed: were it kept over a link that goes dead, a phone would try it before a new one,
    and come back half a minute later.
    """

    has_served = False

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


def serve(app: Flask, listener: socket.socket, verbose: bool) -> None:
    """Until SIGINT or SIGTERM; streams still open then are cut after a second."""
    server = WSGIServer(listener, app, spawn=Pool(), handler_class=Handler, log=Log() if verbose else None)
    done = Event()
    for number in (signal.SIGINT, signal.SIGTERM):
        signal_handler(number, done.set)
    server.start()
    done.wait()
    let_go(app, lambda: server.stop(timeout=1))
