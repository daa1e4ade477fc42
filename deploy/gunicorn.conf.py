"""gunicorn with its gevent worker: gunicorn -c deploy/gunicorn.conf.py companion.wsgi:app (see docs/operating.md)."""

import os
from pathlib import Path

from companion.config import default_data

bind = os.environ.get("COMPANION_BIND", "127.0.0.1:8000")
# One worker over SQLite; more of them need PostgreSQL.
workers = int(os.environ.get("COMPANION_WORKERS", "1"))
worker_class = "gevent"
worker_connections = 10_000  # a phone that listens is a connection
backlog = 4096
graceful_timeout = 3  # idle connections do not end by themselves
keepalive = 75  # seconds that a connection stays idle; longer than proxies wait for their next request
preload_app = False  # a connection to the database cannot be shared by two processes
limit_request_line = 4094
# The socket by which `gunicornc` steers it; otherwise it lies in the home folder, which a service may not have.
control_socket = str(Path(os.environ.get("COMPANION_DATA") or default_data()) / "gunicorn.ctl")


def post_fork(server, worker):
    """Whoever starts a second companion on the same nights is told where this one answers."""
    os.environ["COMPANION_BIND"] = ", ".join(map(str, server.LISTENERS))
