"""The app for a WSGI server: `gunicorn -c deploy/gunicorn.conf.py companion.wsgi:app` (see docs/operating.md).

Every worker imports this for itself, after gevent has patched the standard library; it must not be preloaded.
"""

import os
import sys

from flask import Flask

from . import config, create_app
from .config import PRIVATE
from .server import housekeeping
from .storage import server_lock

PATIENCE = 5.0  # seconds for a worker that is being replaced to end
# Exit codes by which a worker of gunicorn says that trying again is no use.
NOT_BOOTED, NOT_LOADED = 3, 4
ONE_WORKER = "With SQLite one worker process serves; for several, set COMPANION_DATABASE_URL to a PostgreSQL."
PRELOADED = "The companion was loaded before this worker began: start gunicorn without --preload."


def served() -> tuple[server_lock.Lock, Flask]:
    """The app, with the lock of its database; ends the process with one sentence where another process holds it."""
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
    return lock, made


def refuse() -> None:
    """A child of this process shares its lock, and has none of the threads that speak to the database."""
    os.write(2, f"{PRELOADED}\n".encode())
    os._exit(NOT_LOADED)


_lock, app = served()
if hasattr(os, "register_at_fork"):  # not on Windows
    os.register_at_fork(after_in_child=refuse)
