"""Serving with gevent: a phone that only listens uses a little memory and no thread."""

from __future__ import annotations

import gc
import io
import socket
import ssl
from collections.abc import Callable
from http.client import HTTPException
from time import monotonic
from typing import TYPE_CHECKING, Any

from gevent import Timeout, get_hub, joinall, monkey, sleep, spawn
from gevent.event import Event
from gevent.pool import Pool
from gevent.pywsgi import WSGIHandler, WSGIServer

from companion.realtime.sse_hub import READ, ParkedSubscriber, SseHub, Stream
from companion.server.connections import FIRST, REST, Connection, Connections, limits
from companion.web.live import PARK

if TYPE_CHECKING:
    from _typeshed import WriteableBuffer
    from flask import Flask

    WithTls = tuple[socket.socket, ssl.SSLContext]


# Reference cycles are rare here; with the defaults, searching for them took a fifteenth of the processor time.
GARBAGE_THRESHOLDS = (20_000, 20, 100)
TLS_GONE = (ssl.SSL_ERROR_EOF, ssl.SSL_ERROR_ZERO_RETURN, ssl.SSL_ERROR_SSL)  # from a phone that has gone
SWEEP = 5.0  # seconds between two looks for connections that have rested for long enough
LATE = b"HTTP/1.1 408 Request Timeout\r\nConnection: close\r\nContent-Length: 0\r\n\r\n"


def receive(sock: socket.socket, buffer: WriteableBuffer, seconds: float) -> int:
    """Receives bytes or raises TimeoutError. Unlike a socket timeout, this also ends a TLS record that comes slowly."""
    with Timeout(seconds, TimeoutError("The request took too long.")):
        return sock.recv_into(buffer)


class Handler(WSGIHandler):  # type: ignore[misc]
    """The requests of one connection."""

    subscriber: ParkedSubscriber | None = None
    ignored_socket_errors = (*WSGIHandler.ignored_socket_errors, *TLS_GONE)

    def __init__(self, connection: Connection, address: object, server: object) -> None:
        sock = connection.socket
        sock.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)  # with Nagle's delay a tap took 45 ms instead of 5
        super().__init__(sock, address, server, io.BufferedReader(connection))
        self.connection = connection

    def read_request(self, raw_requestline: str) -> bool:
        try:
            return bool(super().read_request(raw_requestline))
        except (HTTPException, IndexError) as wrong:  # headers or a version of HTTP that cannot be: the client's error
            raise ValueError(str(wrong)) from None

    def _handle_client_error(self, ex: Exception) -> Any:
        return ("408", LATE) if self.connection.is_late else super()._handle_client_error(ex)

    def get_environ(self) -> dict[str, Any]:
        """Lets streams over http be parked; a stream over https needs a greenlet that encrypts."""
        environ: dict[str, Any] = super().get_environ()
        self.server.connections.known_as(self.connection, environ.get("HTTP_COOKIE"))
        if self.server.hub is not None and environ["SERVER_PROTOCOL"] == "HTTP/1.1":
            environ[PARK] = self.park
        return environ

    def park(self, stream: Stream) -> None:
        """Makes the response open this stream."""
        self.subscriber = self.server.hub.subscriber(stream)

    def process_result(self) -> None:
        """Sends the response; one that opens a stream is left open."""
        if self.subscriber is None:
            super().process_result()
        else:
            self.write(self.subscriber.open())

    def handle_one_request(self) -> Any:
        """Handles one request. If it opened a stream, the hub takes over the connection."""
        self.connection.next_request(parks=not self.has_unread())
        going_on = super().handle_one_request()
        subscriber, self.subscriber = self.subscriber, None
        if self.connection.is_parked:
            self.rfile.detach()  # it would close the connection
            self.server.rest(self.connection, self.client_address)
            self.socket: Any = None
            return None
        if subscriber is None:
            return None if going_on is True and self.connection.is_late else going_on
        if self.code < 0:  # the phone disconnected before it received anything
            return subscriber.close()
        own = monkey.get_original("socket", "socket")(fileno=self.socket.detach())
        subscriber.park(own, self.server.connections.becomes_stream(self.connection))
        self.socket = None
        return None

    def has_unread(self) -> bool:
        """Whether a part of the next request came together with the last one."""
        self.connection.is_peeked = True
        try:
            return bool(self.rfile.peek())
        finally:
            self.connection.is_peeked = False

    def log_request(self) -> None:
        """Does nothing: --verbose prints requests by their routes."""

    def log_error(self, msg: str, *args: object) -> None:
        """Does nothing, so that errors of clients are not logged; their requests may hold a token."""


class Server(WSGIServer):  # type: ignore[misc]
    """Accepts connections up to the limit. A client that does not speak TLS is disconnected without a log line."""

    max_accept = 20  # in a row; the connections dropped for them are closed before more are accepted
    hub: SseHub | None = None
    resting: dict[Connection, float]  # until when; the earliest is first

    def __init__(self, listener: socket.socket, app: Flask, connections: Connections, **tls: Any) -> None:
        self.connections, self.resting = connections, {}
        super().__init__(listener, app, spawn=Pool(), log=None, **tls)

    def do_handle(self, sock: socket.socket, address: Any) -> None:
        connection = self.connections.accept(sock, address[0])
        if connection is None:
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
        if connection not in self.resting:
            connection.socket.close()
            self.connections.release(connection)

    def rest(self, connection: Connection, address: object) -> None:
        """Keeps a connection without a greenlet, which takes a lot of memory, until its phone sends something."""
        watcher = get_hub().loop.io(connection.socket.fileno(), READ)

        def goes_on() -> None:
            watcher.stop()
            watcher.close()
            del self.resting[connection]
            self.pool.spawn(self.resumed, connection, address)

        self.resting[connection] = monotonic() + REST
        watcher.start(goes_on)

    def resumed(self, connection: Connection, address: object) -> None:
        """Handles the next requests of a connection that rested."""
        try:
            self.handle(connection, address)
        finally:
            self.do_close(connection)

    def end_rests(self) -> None:
        """Drops resting connections that are over, for ever; a dropped one wakes up and is closed."""
        while True:
            sleep(SWEEP)
            for connection, until in tuple(self.resting.items()):
                if until > monotonic():
                    break
                if not self.connections.rests_on(connection):
                    connection.drop()
                elif self.resting.pop(connection, None) is not None:
                    self.resting[connection] = monotonic() + REST


def serve(app: Flask, listener: socket.socket, with_tls: WithTls | None, done: Event) -> Callable[[], None]:
    """Serves until it is done. Returns a function that closes it and cuts open streams after a second."""
    connections = Connections(limits(app.config), receive)
    servers = [Server(listener, app, connections)]
    servers[0].hub = hub = SseHub()
    if with_tls is not None:
        listener, context = with_tls
        servers.append(Server(listener, app, connections, ssl_context=context))
    gc.collect()
    gc.freeze()
    gc.set_threshold(*GARBAGE_THRESHOLDS)
    for server in servers:
        server.start()
        spawn(server.end_rests)
    done.wait()

    def close() -> None:
        hub.close()
        connections.drop_waiting()
        joinall([spawn(server.stop, timeout=1) for server in servers])

    return close
