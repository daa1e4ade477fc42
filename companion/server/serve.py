"""`companion serve`: binds a socket, prints the welcome with the QR code, serves, and stops quickly."""

from __future__ import annotations

import argparse
import contextlib
import errno
import os
import signal
import socket
import sys
import threading
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

from flask import Response, request
from werkzeug.serving import WSGIRequestHandler, make_server

import companion
from companion import config
from companion.config import PORT
from companion.server import doctor, housekeeping
from companion.storage import engine, server_lock
from companion.storage.nights import played_tonight
from companion.system import lan
from companion.system.native_threads import is_patched
from companion.system.terminal import is_attended, open_page, tell
from companion.web import qr
from companion.web.auth import is_loopback
from companion.web.services import services_of
from companion.web.tv import welcome_token

if TYPE_CHECKING:
    import ssl

    from flask import Flask

BACKLOG = 4096  # when the Wi-Fi comes back, all phones of all tables connect at once
HTTPS_PORT = 8443
PATIENCE = 60.0  # seconds without a phone before the terminal says what to check
TRIES = 10  # ports tried when the usual one is taken


class Secure(NamedTuple):
    """https: socket, TLS, address for other devices, authority file, and the names the certificate covers."""

    listener: socket.socket
    context: ssl.SSLContext
    url: str | None
    authority: Path
    covered: set[str]


def run(options: argparse.Namespace) -> int:
    """Serves until SIGINT or SIGTERM, then closes every connection within three seconds."""
    given = {"DATA": options.data, "PUBLIC_URL": options.public_url}
    settings = config.read({name: value for name, value in given.items() if value})
    done = stop_asked()
    if options.https is not None and not is_patched():
        raise config.Unusable("--https needs gevent, which cannot be imported here.")
    with contextlib.ExitStack() as stack:
        lock = stack.enter_context(contextlib.closing(server_lock.hold(settings["DATABASE_URL"])))
        listener = stack.enter_context(contextlib.closing(bind(options.host, options.port)))
        port = listener.getsockname()[1]
        public = settings["PUBLIC_URL"] or address(options.host, port)
        lock.describe(f"served at {public or f'http://127.0.0.1:{port}'}")
        here = [] if lan.is_everywhere(options.host) else [options.host]
        hosts = list(dict.fromkeys([*settings["TRUSTED_HOSTS"], *lan.own_hosts(), *here]))
        secure = secured(options, settings["DATA"], hosts)
        known = {"DATA": settings["DATA"], "PUBLIC_URL": public, "TRUSTED_HOSTS": hosts}
        if secure:
            stack.enter_context(contextlib.closing(secure.listener))
            known |= {"HTTPS_URL": secure.url, "AUTHORITY": secure.authority}
        app = companion.create_app(known)
        if app.debug and not is_loopback(options.host):  # a debugger runs any code it is sent
            raise config.Unusable("Debug mode is only for this computer: start it with --host 127.0.0.1.")
        if options.verbose:
            app.after_request(print_request)
        print(welcome(options, port, public, settings, secure), flush=True)
        if public and public == address(options.host, port):
            wait_for_phone(app, port, other_addresses(options.host, port, public))
        if public and not options.no_browser:
            show_welcome(app, options.host, port)
        housekeeping.start(app)
        serve(app, listener, secure, done)
    return 0


def stop_asked() -> threading.Event:
    """Set once SIGINT or SIGTERM has come, even during the start."""
    done, handle = threading.Event(), signal.signal
    if is_patched():
        import gevent

        handle = gevent.signal_handler
    for number in (signal.SIGINT, signal.SIGTERM):
        handle(number, lambda *_: done.set())
    return done


def serve(app: Flask, listener: socket.socket, secure: Secure | None, done: threading.Event) -> None:
    """Serves until it is done: with gevent, or with threads where gevent cannot be imported."""
    if is_patched():
        from companion.server import gevent_server

        with_tls = (secure.listener, secure.context) if secure else None
        stop_serving = gevent_server.serve(app, listener, with_tls, done)
    else:
        stop_serving = serve_in_threads(app, listener, done)
    stop(app, stop_serving)


class ThreadHandler(WSGIRequestHandler):
    """The requests of one connection in a thread; nothing of them is printed."""

    timeout, disable_nagle_algorithm = 30, True

    def log(self, *_: object) -> None:
        """Does nothing."""


def serve_in_threads(app: Flask, listener: socket.socket, done: threading.Event) -> Callable[[], None]:
    """Serves until it is done, by Werkzeug’s own server. Returns a function that closes it."""
    host, port = listener.getsockname()[:2]
    server = make_server(host, port, app, threaded=True, request_handler=ThreadHandler, fd=listener.fileno())
    threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.1}, daemon=True).start()
    while not done.wait(0.5):  # without a timeout Windows would not deliver the signal
        pass
    return server.shutdown


def print_request(response: Response) -> Response:
    """Prints a request by its route, which has no secret in it; the paths of some pages have."""
    tell(f"{request.method} {request.url_rule or '(no such page)'} {response.status_code}", sys.stdout)
    return response


def show_welcome(app: Flask, host: str, port: int) -> None:
    """Shows the code in the browser of a desktop, unless this was started again for the same night."""
    if lan.is_everywhere(host) and is_attended() and not played_tonight(services_of(app).database):
        with app.app_context():
            open_page(f"http://127.0.0.1:{port}/welcome/{welcome_token()}")


def wait_for_phone(app: Flask, port: int, others: list[str]) -> None:
    """Says on the terminal what to check if no other device has come within a minute."""
    own, came, stopping = {*lan.addresses()}, threading.Event(), services_of(app).stopping

    @app.before_request
    def look() -> None:
        if not came.is_set() and request.remote_addr not in own and not is_loopback(request.remote_addr or ""):
            came.set()

    def advise() -> None:
        if not stopping.wait(PATIENCE) and not came.is_set():
            for line in ["", *doctor.advice(port, others), ""]:
                tell(f"  {line}".rstrip(), sys.stdout)

    threading.Thread(target=advise, name="advice", daemon=True).start()


def secured(options: argparse.Namespace, data: Path, hosts: list[str]) -> Secure | None:
    """https for the host's own devices. The QR code stays http, since guests' phones do not trust the certificate."""
    if options.https is None:
        return None
    try:
        from companion.server import https
    except ImportError:
        raise config.Unusable(f"--https needs one package more: {sys.executable} -m pip install cryptography") from None
    folder = data / "https"
    context, covered = https.context(folder, hosts)
    listener = bind(options.host, None if options.https is True else int(options.https), HTTPS_PORT, "--https")
    places = lan.addresses() if lan.is_everywhere(options.host) else [options.host.lower()]
    place = next((each for each in places if each in covered), None)
    url = address(place, listener.getsockname()[1], "https") if place else None
    return Secure(listener, context, url, https.authority_file(folder), covered)


def bind(host: str, port: int | None, usual: int = 0, option: str = "--port") -> socket.socket:
    """Listens on the given port, or without one on the first free port from the usual one on; raises Unusable."""
    usual = usual or PORT
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    both = family == socket.AF_INET6 and socket.has_dualstack_ipv6()  # `::` then also includes every IPv4 address
    for number in [port] if port is not None else range(usual, usual + TRIES):
        try:
            return socket.create_server((host, number), family=family, backlog=BACKLOG, dualstack_ipv6=both)
        except OSError as error:
            # Windows reserves ports for virtual machines: one that nobody asked for is passed over.
            if error.errno != errno.EADDRINUSE and (port is not None or error.errno != errno.EACCES):
                reason = os.strerror(error.errno) if error.errno and error.errno > 0 else error
                raise config.Unusable(f"Cannot listen on {host}, port {number}: {reason}.") from None
    if port is None:
        raise config.Unusable(f"The ports {usual} to {usual + TRIES - 1} are all taken: choose one with {option}.")
    raise config.Unusable(f"Port {port} is taken: stop what runs there, or choose another one with {option}.")


def address(host: str, port: int, scheme: str = "http") -> str | None:
    """The address of this server for phones; None if only this machine can reach it."""
    if is_loopback(host):
        return None
    name = next(iter(lan.addresses()), None) if lan.is_everywhere(host) else host
    return f"{scheme}://{f'[{name}]' if ':' in name else name}:{port}" if name else None


def other_addresses(host: str, port: int, public: str | None) -> list[str]:
    """The further addresses of this machine with the name of the network, if it is not told which one is right."""
    if not lan.is_everywhere(host) or public != address(host, port):
        return []
    named = [(f"http://{each.address}:{port}/", each.name) for each in lan.networks()[1:]]
    return [f"{url} ({name})" if name else url for url, name in named]


def welcome(
    options: argparse.Namespace,
    port: int,
    public: str | None,
    settings: Mapping[str, Any],
    secure: Secure | None = None,
) -> str:
    """The text for the host: the address, the QR code that phones scan, and how to stop."""
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
    lines += [f"  If phones do not get through:  {each}" for each in other_addresses(options.host, port, public)]
    if secure:
        own_port = secure.listener.getsockname()[1]
        lines += [
            f"  On devices of yours that trust {secure.authority}:  {secure.url or f'https://127.0.0.1:{own_port}'}/",
            f"  Its certificate covers {', '.join(sorted(secure.covered))}; in another network start again.",
        ]
    lines += [] if is_patched() else ["  gevent cannot be imported here: Werkzeug’s server does for one table."]
    lines += [f"  Nights are kept in {engine.place_of(engine.address(settings['DATABASE_URL']))}"]
    lines += [*(f"  {each}" for each in config.unknown(os.environ)), "  Stop with Ctrl-C.", ""]
    return "\n".join(lines)


def code(url: str) -> str:
    """The QR code, unless this terminal cannot print its characters."""
    try:
        "▀▄█".encode(sys.stdout.encoding or "ascii")
    except UnicodeEncodeError:
        return ""
    return qr.terminal(url, colour=sys.stdout.isatty())


def stop(app: Flask, stop_serving: Callable[[], None]) -> None:
    """Ends the streams first, then the server, then the database; a second Ctrl-C ends the process at once."""
    signal.signal(signal.SIGINT, signal.SIG_DFL)
    services = services_of(app)
    services.stopping.set()
    services.pubsub.publish_everywhere()
    stop_serving()
    services.database.close()
    print("\n  Good night.", flush=True)
    if not services.alone:
        # Everything is written and closed. A normal exit has crashed a process in which a native thread was still
        # waiting in PostgreSQL's library.
        sys.stderr.flush()
        os._exit(0)
