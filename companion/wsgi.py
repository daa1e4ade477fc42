"""For a server of one's own choice: `gunicorn -c deploy/gunicorn.conf.py companion.wsgi:app` (see docs/operating.md).

Every worker imports this for itself, after gevent has replaced what waits; it may not be preloaded.
"""

from __future__ import annotations

import fcntl
import time
from io import TextIOWrapper
from pathlib import Path

from . import create_app, housekeeping
from .config import Unusable

PATIENCE = 5.0  # seconds that a worker which is replaced may take to go


def sole(data: Path) -> TextIOWrapper:
    """The mark that this process alone serves a file of SQLite, kept while it is open; raises Unusable."""
    mark, until = (data / "serving").open("w"), time.monotonic() + PATIENCE
    while True:
        try:
            fcntl.flock(mark, fcntl.LOCK_EX | fcntl.LOCK_NB)
            return mark
        except BlockingIOError:
            if time.monotonic() > until:
                raise Unusable("One worker serves a file of SQLite. For several, set COMPANION_DATABASE_URL.") from None
            time.sleep(0.2)


app = create_app()
_mark = sole(app.config["DATA"]) if app.extensions["companion.alone"] else None
housekeeping.start(app)
