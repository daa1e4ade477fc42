"""The app for a WSGI server: `gunicorn -c deploy/gunicorn.conf.py companion.wsgi:app` (see docs/operating.md).

Every worker must import it itself, after gevent has patched the standard library; do not preload it.
"""

import os
import signal
import sys
from types import FrameType

from flask import Flask

from . import config, create_app
from .config import PRIVATE
from .server import housekeeping
from .storage import server_lock
from .web.services import services_of

PATIENCE = 5.0  # seconds to wait for the worker that this one replaces to end
# Exit codes with which a worker tells gunicorn not to start another one.
NOT_BOOTED, NOT_LOADED = 3, 4
ONE_WORKER = "With SQLite one worker process serves; for several, set COMPANION_DATABASE_URL to a PostgreSQL."
PRELOADED = "The companion was loaded before this worker began: start gunicorn without --preload."


def served() -> tuple[server_lock.Lock, Flask]:
    """The lock of the database and the app. If it cannot start, prints one sentence and ends the process."""
    os.umask(PRIVATE)
    try:
        settings = config.read()
        use = f"served at {settings['PUBLIC_URL'] or os.environ.get('COMPANION_BIND') or 'another address'}"
        lock = server_lock.hold(settings["DATABASE_URL"], use, PATIENCE)
        made = create_app()
    except config.Unusable as error:
        print(f"{error} {ONE_WORKER}" if isinstance(error, server_lock.Held) else error, file=sys.stderr, flush=True)
        sys.exit(NOT_BOOTED)
    housekeeping.start(made)
    end_streams(made)
    return lock, made


def end_streams(made: Flask) -> None:
    """Lets a worker that is told to stop end its streams at once, which do not end by themselves."""
    services, stop = services_of(made), signal.getsignal(signal.SIGTERM)
    if not callable(stop):  # it is not gunicorn that has loaded this
        return

    def end(number: int, frame: FrameType | None) -> None:
        services.stopping.set()
        services.pubsub.publish_everywhere()
        stop(number, frame)

    signal.signal(signal.SIGTERM, end)


def refuse() -> None:
    """Ends a forked child, which would share the lock but lack the threads of the database."""
    os.write(2, f"{PRELOADED}\n".encode())
    os._exit(NOT_LOADED)


_lock, app = served()
if hasattr(os, "register_at_fork"):  # not on Windows
    os.register_at_fork(after_in_child=refuse)
