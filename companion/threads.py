"""Serving with a thread a phone: slower and heavier than gevent, but pure Python."""

from __future__ import annotations

import signal
import socket
import threading
from typing import TYPE_CHECKING

from werkzeug.serving import WSGIRequestHandler, make_server

from companion.serve import let_go, line

if TYPE_CHECKING:
    from flask import Flask


class Quiet(WSGIRequestHandler):
    """Keeps a phone's connection open, answers at once, and logs nothing."""

    protocol_version = "HTTP/1.1"
    disable_nagle_algorithm = True

    def log_request(self, code: int | str = "-", size: int | str = "-") -> None:
        pass


class Verbose(Quiet):
    """Prints every request without its secrets."""

    def log_request(self, code: int | str = "-", size: int | str = "-") -> None:
        known = vars(self)  # a request that cannot be read may have neither
        print(line(known.get("command") or "-", known.get("path") or "-", int(code)), flush=True)


def serve(app: Flask, listener: socket.socket, verbose: bool) -> None:
    """Until SIGINT or SIGTERM; the threads of open streams end with the process."""
    host, port = listener.getsockname()[:2]
    handler = Verbose if verbose else Quiet
    server = make_server(host, port, app, threaded=True, request_handler=handler, fd=listener.fileno())
    done = threading.Event()
    for number in (signal.SIGINT, signal.SIGTERM):
        signal.signal(number, lambda *_: done.set())
    threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.1}, daemon=True).start()
    while not done.wait(0.5):  # a wait without an end would not hear the signal on Windows
        pass
    let_go(app, server.shutdown)
    server.server_close()
