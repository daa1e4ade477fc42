"""`companion serve`: binds a socket, prints the welcome with the QR code, serves, and stops quickly."""

from __future__ import annotations

import argparse
import contextlib
import errno
import os
import signal
import socket
import sys
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

from companion import config
from companion.config import PORT
from companion.server import housekeeping, lan
from companion.storage import server_lock
from companion.web import qr
from companion.web.auth import is_loopback

if TYPE_CHECKING:
    import ssl

    from flask import Flask

BACKLOG = 4096  # after a break in the Wi-Fi every phone of every table comes back at once
HTTPS_PORT, USUAL = 8443, "usual"
TRIES = 10  # ports tried when the usual one is taken


class Secure(NamedTuple):
    """https: where it listens, what it speaks, its address if others can reach it, whom to trust, what is covered."""

    listener: socket.socket
    context: ssl.SSLContext
    url: str | None
    authority: Path
    covered: frozenset[str] = frozenset()


def run(options: argparse.Namespace, create_app: Callable[[dict[str, Any]], Flask]) -> int:
    """Serves until SIGINT or SIGTERM, then lets go of every phone within three seconds."""
    given = {"DATA": options.data, "PUBLIC_URL": options.public_url}
    settings = config.read({name: value for name, value in given.items() if value})
    with contextlib.ExitStack() as stack:
        held = stack.enter_context(server_lock.hold(settings["DATABASE_URL"]))
        listener = stack.enter_context(contextlib.closing(bind(options.host, options.port)))
        port = listener.getsockname()[1]
        public = settings["PUBLIC_URL"] or address(options.host, port)
        held.say(f"served at {public or f'http://127.0.0.1:{port}'}")
        here = [] if lan.is_everywhere(options.host) else [options.host]
        hosts = list(dict.fromkeys([*settings["TRUSTED_HOSTS"], *lan.own_hosts(), *here]))
        secure = secured(options, settings["DATA"], hosts)
        told = {"DATA": settings["DATA"], "PUBLIC_URL": public, "TRUSTED_HOSTS": hosts}
        if secure:
            stack.enter_context(contextlib.closing(secure.listener))
            told |= {"HTTPS_URL": secure.url, "AUTHORITY": secure.authority}
        app = create_app(told)
        refuse_open_debug(app.debug, options.host)
        print(welcome(options, port, public, settings, secure), flush=True)
        housekeeping.start(app)
        serve(app, listener, secure, options)
    return 0


def serve(app: Flask, listener: socket.socket, secure: Secure | None, options: argparse.Namespace) -> None:
    """Serves until SIGINT or SIGTERM: with gevent, or with threads, which speak plain http only."""
    if options.threads:
        from companion.server import threaded_server

        stop_serving = threaded_server.serve(app, listener, options.verbose)
    else:
        from companion.server import gevent_server

        with_tls = (secure.listener, secure.context) if secure else None
        stop_serving = gevent_server.serve(app, listener, options.verbose, with_tls)
    stop(app, stop_serving)


def secured(options: argparse.Namespace, data: Path, hosts: list[str]) -> Secure | None:
    """What listens with https for the host's own devices; the QR code stays http, since guests' phones would warn."""
    if options.https is None:
        return None
    if options.threads:
        raise config.Unusable("--https needs gevent: leave out --threads.")
    try:
        from companion.server import https
    except ImportError:
        raise config.Unusable("--https needs one package more: pip install cryptography.") from None
    folder = data / "https"
    context = https.context(folder, hosts)
    listener = bind(options.host, None if options.https == USUAL else int(options.https), HTTPS_PORT, "--https")
    covered = frozenset(https.covered(folder))
    places = lan.addresses() if lan.is_everywhere(options.host) else [options.host.lower()]
    place = next((each for each in places if each in covered), None)
    url = address(place, listener.getsockname()[1], "https") if place else None
    return Secure(listener, context, url, https.authority_file(folder), covered)


def bind(host: str, port: int | None, usual: int = 0, option: str = "--port") -> socket.socket:
    """A port asked for is taken or refused; the usual one gives way to the next free one."""
    usual = usual or PORT
    for number in [port] if port is not None else range(usual, usual + TRIES):
        try:
            return listening(host, number)
        except OSError as error:
            if error.errno != errno.EADDRINUSE:
                raise config.Unusable(f"Cannot listen on {host}, port {number}: {error.strerror}.") from None
    if port is None:
        raise config.Unusable(f"The ports {usual} to {usual + TRIES - 1} are all taken: choose one with {option}.")
    raise config.Unusable(f"Port {port} is taken: stop what runs there, or choose another one with {option}.")


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


def address(host: str, port: int, scheme: str = "http") -> str | None:
    """Where phones find this server; None if only this machine can."""
    if is_loopback(host):
        return None
    name = lan.address() if lan.is_everywhere(host) else host
    return f"{scheme}://{f'[{name}]' if ':' in name else name}:{port}" if name else None


def refuse_open_debug(debug: bool, host: str) -> None:
    """A debugger runs what it is sent, so it must not be offered to a whole network."""
    if debug and not is_loopback(host):
        raise config.Unusable("Debug mode is only for this computer: start it with --host 127.0.0.1.")


def welcome(
    options: argparse.Namespace,
    port: int,
    public: str | None,
    settings: Mapping[str, Any],
    secure: Secure | None = None,
) -> str:
    """What the host reads: the address, the QR code that phones scan, and how to stop."""
    lines = ["", "  Party Companion", ""]
    if options.port is None and port != PORT:
        lines += [f"  Port {PORT} is taken, so this is port {port}.", ""]
    if public:
        lines += [f"  On the phones:  {public}/", "", code(public + "/")]
    elif is_loopback(options.host):
        lines += [f"  Only this computer can reach it (--host {options.host}).", ""]
    else:
        lines += [f"  {lan.NOWHERE}", ""]
    if lan.is_everywhere(options.host) or is_loopback(options.host):
        lines += [f"  On this computer:  http://127.0.0.1:{port}/"]
    if secure:
        own_port = secure.listener.getsockname()[1]
        lines += [
            f"  On devices of yours that trust {secure.authority}:  {secure.url or f'https://127.0.0.1:{own_port}'}/",
            f"  Its certificate covers {', '.join(sorted(secure.covered))}; in another network start again.",
        ]
    lines += [f"  Nights are kept in {settings['DATA']}", "  Stop with Ctrl-C.", ""]
    return "\n".join(lines)


def code(url: str) -> str:
    """The QR code, unless this terminal has no letters to draw it with."""
    try:
        "▀▄█".encode(sys.stdout.encoding or "ascii")
    except UnicodeEncodeError:
        return ""
    return qr.terminal(url, colour=sys.stdout.isatty())


def stop(app: Flask, stop_serving: Callable[[], None]) -> None:
    """Ends the streams first, then the server, then the database; a second Ctrl-C ends the process at once."""
    signal.signal(signal.SIGINT, signal.SIG_DFL)
    services = app.extensions.get("companion")
    if services is not None:
        services.stopping.set()
        services.pubsub.publish_everywhere()
    stop_serving()
    if services is not None:
        services.database.close()
    print("\n  Good night.", flush=True)
    if services is not None and not services.alone:
        # All is written and closed. A native thread that still waits in the library of PostgreSQL while the
        # interpreter takes itself apart has ended a process with a fault of memory.
        sys.stderr.flush()
        os._exit(0)
