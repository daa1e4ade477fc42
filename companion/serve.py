"""The house opens its door: a socket on this network, a welcome in the terminal, and a quick good night."""

from __future__ import annotations

import argparse
import contextlib
import errno
import re
import signal
import socket
import sys
from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any

from companion import config, housekeeping, lan, qr
from companion.bell import bell_of
from companion.cli import PORT

if TYPE_CHECKING:
    from flask import Flask

BACKLOG = 4096  # after a break in the Wi-Fi every phone of every table comes back at once
TRIES = 10  # ports tried when the usual one is taken
FILES = 65536  # a listening phone is an open file, and some systems allow 256
SECRET = re.compile(r"^/(j|m|opened)/[^/]+")  # a night's token, the ticket to another device, who opened a file


def run(options: argparse.Namespace, create_app: Callable[[dict[str, Any]], Flask]) -> int:
    """Serves until SIGINT or SIGTERM, then lets go of every phone within three seconds."""
    given = {"DATA": options.data, "PUBLIC_URL": options.public_url}
    settings = config.read({name: value for name, value in given.items() if value})
    listener = bind(options.host, options.port)
    with contextlib.closing(listener):
        port = listener.getsockname()[1]
        public = settings["PUBLIC_URL"] or address(options.host, port)
        hosts = [] if lan.is_everywhere(options.host) else [options.host]
        app = create_app({"DATA": settings["DATA"], "PUBLIC_URL": public, "TRUSTED_HOSTS": own(settings, hosts)})
        refuse_open_debug(app.debug, options.host)
        raise_file_limit()
        print(welcome(options, port, public, settings), flush=True)
        if "companion.scorekeeper" in app.extensions:
            housekeeping.start(app)
        if options.threads:
            from companion.threads import serve
        else:
            from companion.greenlets import serve
        serve(app, listener, options.verbose)
    return 0


def own(settings: Mapping[str, Any], hosts: list[str]) -> list[str]:
    return list(dict.fromkeys([*settings["TRUSTED_HOSTS"], *hosts]))


def bind(host: str, port: int | None) -> socket.socket:
    """A port asked for is taken or refused; the usual one gives way to the next free one."""
    for number in [port] if port is not None else range(PORT, PORT + TRIES):
        try:
            return listening(host, number)
        except OSError as error:
            if error.errno != errno.EADDRINUSE:
                raise config.Unusable(f"Cannot listen on {host}, port {number}: {error.strerror}.") from None
    if port is None:
        raise config.Unusable(f"The ports {PORT} to {PORT + TRIES - 1} are all taken: choose one with --port.")
    raise config.Unusable(f"Port {port} is taken: stop what runs there, or choose another one with --port.")


def listening(host: str, port: int) -> socket.socket:
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    listener = socket.socket(family, socket.SOCK_STREAM)
    try:
        if sys.platform != "win32":  # there it would let two servers share one port
            listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        listener.bind((host, port))
        listener.listen(BACKLOG)
    except OSError:
        listener.close()
        raise
    return listener


def address(host: str, port: int) -> str | None:
    """Where phones find this server; None if only this machine can."""
    if lan.is_loopback(host):
        return None
    name = lan.address() if lan.is_everywhere(host) else host
    return f"http://{f'[{name}]' if ':' in name else name}:{port}" if name else None


def refuse_open_debug(debug: bool, host: str) -> None:
    """A debugger runs what it is sent, so it must not be offered to a whole network."""
    if debug and not lan.is_loopback(host):
        raise config.Unusable("Debug mode is only for this computer: start it with --host 127.0.0.1.")


def raise_file_limit() -> None:
    with contextlib.suppress(ImportError, OSError, ValueError):
        import resource  # not on Windows

        soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
        wanted = FILES if hard == resource.RLIM_INFINITY else min(FILES, hard)
        resource.setrlimit(resource.RLIMIT_NOFILE, (max(soft, wanted), hard))


def welcome(options: argparse.Namespace, port: int, public: str | None, settings: Mapping[str, Any]) -> str:
    """What the host reads: the address, the QR code that phones scan, and how to stop."""
    lines = ["", "  Party Companion", ""]
    if options.port is None and port != PORT:
        lines += [f"  Port {PORT} is taken, so this is port {port}.", ""]
    if public:
        lines += [f"  On the phones:  {public}/", "", code(public + "/")]
    elif lan.is_loopback(options.host):
        lines += [f"  Only this computer can reach it (--host {options.host}).", ""]
    else:
        lines += [f"  {lan.NOWHERE}", ""]
    if lan.is_everywhere(options.host) or lan.is_loopback(options.host):
        lines += [f"  On this computer:  http://127.0.0.1:{port}/"]
    lines += [f"  Nights are kept in {settings['DATA']}", "  Stop with Ctrl-C.", ""]
    return "\n".join(lines)


def code(url: str) -> str:
    """The QR code, unless this terminal has no letters to draw it with."""
    try:
        "▀▄█".encode(sys.stdout.encoding or "ascii")
    except UnicodeEncodeError:
        return ""
    return qr.terminal(url, colour=sys.stdout.isatty())


def line(method: str, target: str, status: object) -> str:
    """One request for --verbose: what lets a phone in never reaches a log."""
    path = SECRET.sub(r"/\1/…", target.partition("?")[0])
    return f"{method} {path} {status}"


def let_go(app: Flask, stop: Callable[[], object]) -> None:
    """The streams hear it first, then the door closes, then the disk; a second Ctrl-C ends it at once."""
    signal.signal(signal.SIGINT, signal.SIG_DFL)
    stopping = app.extensions.get("companion.stopping")
    if stopping is not None:
        stopping.set()
        bell_of(app).ring_all()
    stop()
    close = app.extensions.get("companion.close")
    if close is not None:
        close()
    print("\n  Good night.", flush=True)
