"""Serving with gevent: each connection, and so each stream, is a greenlet."""

from __future__ import annotations

import errno
import gc
import io
import socket
import ssl
import sys
from collections.abc import Callable
from http.client import HTTPException
from typing import TYPE_CHECKING, Any

from gevent import Timeout, joinall, spawn
from gevent.event import Event
from gevent.pool import Pool
from gevent.pywsgi import WSGIHandler, WSGIServer

from companion.server.connections import FIRST, Connection, Connections, limits

if TYPE_CHECKING:
    from flask import Flask

    WithTls = tuple[socket.socket, ssl.SSLContext]

# Reference cycles are rare here; with the defaults, searching for them took a fifteenth of the processor time.
GARBAGE_THRESHOLDS = (20_000, 20, 100)
TLS_GONE = (ssl.SSL_ERROR_EOF, ssl.SSL_ERROR_ZERO_RETURN, ssl.SSL_ERROR_SSL)  # from a phone that has gone
REQUEST = 2048  # bytes in which most requests fit; each connection keeps so many for its next one
BUFFER = 65536  # bytes that the operating system buffers for a slow phone
STUCK = 20.0  # seconds in which a phone must accept so many bytes, and confirm what it was sent


class Handler(WSGIHandler):  # type: ignore[misc]
    """The requests of one connection."""

    ignored_socket_errors = (*WSGIHandler.ignored_socket_errors, *TLS_GONE, errno.ETIMEDOUT)

    def __init__(self, connection: Connection, address: object, server: object) -> None:
        sock = connection.socket
        sock.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)  # with Nagle's delay a tap took 45 ms instead of 5
        if sys.platform == "linux":  # what is sent to a phone with an empty battery would wait for many minutes
            sock.setsockopt(socket.IPPROTO_TCP, socket.TCP_USER_TIMEOUT, int(STUCK * 1000))
        super().__init__(sock, address, server, io.BufferedReader(connection, REQUEST))
        self.connection = connection

    def handle_one_request(self) -> Any:
        """Handles one request. The connection is closed if that came too late, or the server stops."""
        self.connection.next_request()
        going_on = super().handle_one_request()
        return None if self.connection.is_late or self.server.closed else going_on

    def read_request(self, raw_requestline: str) -> bool:
        """Reads the headers. Those that cannot be, or do not come, are an error of the client."""
        try:
            return bool(super().read_request(raw_requestline))
        except (HTTPException, IndexError, OSError) as wrong:
            raise ValueError(str(wrong)) from None

    def get_environ(self) -> dict[str, Any]:
        environ: dict[str, Any] = super().get_environ()
        cookie = environ.get("HTTP_COOKIE")
        is_alone = self.server.connections.each is not None  # behind a proxy many phones use a connection
        self.connection.phone = hash(cookie) if cookie and is_alone else None
        return environ

    def _sendall(self, data: bytes) -> None:
        for start in range(0, len(data), BUFFER):
            with Timeout(STUCK, TimeoutError(errno.ETIMEDOUT, "The phone accepts nothing.")):
                super()._sendall(data[start : start + BUFFER])

    def log_request(self) -> None:
        """Does nothing: --verbose prints requests by their routes."""

    def log_error(self, msg: str, *args: object) -> None:
        """Does nothing, so that errors of clients are not logged; their requests may hold a token."""


class Server(WSGIServer):  # type: ignore[misc]
    """Accepts connections up to the limit. A client that does not speak TLS is disconnected without a log line."""

    max_accept = 20  # in a row; the connections dropped for them are closed before more are accepted

    def __init__(self, listener: socket.socket, app: Flask, connections: Connections, **tls: Any) -> None:
        self.connections = connections
        listener.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, BUFFER)  # accepted connections inherit it
        super().__init__(listener, app, spawn=Pool(), log=None, **tls)

    def do_handle(self, sock: socket.socket, address: Any) -> None:
        if (connection := self.connections.accept(sock, address[0])) is None:
            sock.close()
        else:
            super().do_handle(connection, address)

    def handle(self, connection: Connection, address: object) -> None:
        Handler(connection, address, self).handle()

    def wrap_socket_and_handle(self, connection: Connection, address: object) -> None:
        connection.socket = sock = self.wrap_socket(connection.socket, do_handshake_on_connect=False, **self.ssl_args)
        try:
            with Timeout(FIRST, TimeoutError()):
                sock.do_handshake()
        except OSError:
            return
        self.handle(connection, address)

    def do_close(self, connection: Connection, *_: object) -> None:
        connection.socket.close()
        self.connections.release(connection)


def serve(app: Flask, listener: socket.socket, with_tls: WithTls | None, done: Event) -> Callable[[], None]:
    """Serves until it is done. Returns a function that closes it and cuts what is still open after a second."""
    connections = Connections(*limits(app.config))
    servers = [Server(listener, app, connections)]
    if with_tls is not None:
        listener, context = with_tls
        servers.append(Server(listener, app, connections, ssl_context=context))
    gc.collect()
    gc.freeze()
    gc.set_threshold(*GARBAGE_THRESHOLDS)
    for server in servers:
        server.start()
    done.wait()

    def close() -> None:
        for server in servers:
            server.close()
        connections.drop_waiting()
        joinall([spawn(server.stop, timeout=1) for server in servers])

    return close
