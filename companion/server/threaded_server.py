"""Serving with a thread for each connection: slower and heavier than gevent, but pure Python."""

from __future__ import annotations

import io
import socket
import threading
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from werkzeug.serving import ThreadedWSGIServer, WSGIRequestHandler

from companion.server.connections import Connection, Connections, limits

if TYPE_CHECKING:
    from _typeshed import WriteableBuffer
    from flask import Flask


def receive(sock: socket.socket, buffer: WriteableBuffer, seconds: float) -> int:
    """Receives bytes from a client, or raises TimeoutError."""
    sock.settimeout(seconds)
    try:
        return sock.recv_into(buffer)
    finally:
        sock.settimeout(None)


class Handler(WSGIRequestHandler):
    """The requests of one connection."""

    protocol_version = "HTTP/1.1"
    disable_nagle_algorithm = True
    server: Server

    def setup(self) -> None:
        super().setup()
        self.rfile.close()
        self.rfile = io.BufferedReader(self.server.connection_of[self.request])

    def handle_one_request(self) -> None:
        self.server.connection_of[self.request].next_request()
        super().handle_one_request()

    def log_request(self, code: int | str = "-", size: int | str = "-") -> None:
        """Does nothing: --verbose prints requests by their routes."""

    def log_error(self, format: str, *args: Any) -> None:
        """Does nothing, so that errors of clients are not logged."""


class Server(ThreadedWSGIServer):
    """Accepts connections up to the limit."""

    def __init__(self, app: Flask, listener: socket.socket) -> None:
        host, port = listener.getsockname()[:2]
        super().__init__(host, port, app, Handler, fd=listener.fileno())
        self.connections = Connections(limits(app.config), receive)
        self.connection_of: dict[socket.socket, Connection] = {}

    def verify_request(self, request: Any, client_address: Any) -> bool:
        connection = self.connections.accept(request, client_address[0])
        if connection is None:
            return False
        self.connection_of[request] = connection
        return True

    def shutdown_request(self, request: Any) -> None:
        super().shutdown_request(request)
        connection = self.connection_of.pop(request, None)
        if connection is not None:
            self.connections.release(connection)


def serve(app: Flask, listener: socket.socket, done: threading.Event) -> Callable[[], None]:
    """Serves until it is done. Returns a function that closes it; open streams end with the process."""
    server = Server(app, listener)
    threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.1}, daemon=True).start()
    while not done.wait(0.5):  # without a timeout Windows would not deliver the signal
        pass

    def close() -> None:
        server.shutdown()
        server.server_close()

    return close
