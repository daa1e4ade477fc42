"""The limit: what one process with gevent can do that commits each tap and sends everybody the same 4 KB.

    python -m bench.load.bare DATABASE

No cookies, no rules, nothing drawn. It says its port on the first line and serves until it is ended.
"""

from __future__ import annotations

from gevent import monkey

monkey.patch_all()

import sqlite3  # noqa: E402
import sys  # noqa: E402
import time  # noqa: E402
from collections import defaultdict  # noqa: E402
from contextlib import suppress  # noqa: E402
from typing import Any  # noqa: E402

from gevent.server import StreamServer  # noqa: E402

EVENT = (
    "CREATE TABLE event (id INTEGER PRIMARY KEY, table_id INTEGER NOT NULL, seq INTEGER NOT NULL,"
    " actor INTEGER NOT NULL, kind TEXT NOT NULL, payload TEXT NOT NULL, at REAL NOT NULL, UNIQUE (table_id, seq))"
)
INSERT = "INSERT INTO event (table_id, seq, actor, kind, payload, at) VALUES (?, ?, ?, ?, ?, ?)"
PAYLOAD = '{"trick": 3, "winner": "Ann", "points": 10, "note": "' + "x" * 80 + '"}'
FRAGMENT = b"event: board\ndata: " + b'<div class="x">score 12345 of the party night board</div>' * 72
STREAM = b"HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\nTransfer-Encoding: chunked\r\n\r\n"
ANSWER = b"HTTP/1.1 200 OK\r\nContent-Length: %d\r\n\r\n%b"


class Door:
    """Keeps a version for each table, and the sockets that listen to it."""

    def __init__(self, path: str) -> None:
        self._disk = sqlite3.connect(path, isolation_level=None, check_same_thread=False)
        for statement in ("PRAGMA journal_mode = WAL", "PRAGMA synchronous = FULL", EVENT):
            self._disk.execute(statement)
        self._versions: dict[int, int] = defaultdict(int)
        self._phones: dict[int, list[Any]] = defaultdict(list)

    def serve(self, sock: Any, address: object) -> None:
        """One connection, until the other side closes it."""
        listening, rest = None, b""
        with suppress(OSError):
            while data := sock.recv(65536):
                rest += data
                head, end, body = rest.partition(b"\r\n\r\n")
                if not end:
                    continue
                table = int(head.split(b" ", 2)[1].split(b"/")[2])
                if head.startswith(b"GET"):
                    listening, rest = table, b""
                    sock.sendall(STREAM + fragment(self._versions[table]))
                    self._phones[table].append(sock)
                else:
                    rest = self._post(sock, table, head, body)
        if listening is not None:
            self._phones[listening].remove(sock)

    def _post(self, sock: Any, table: int, head: bytes, body: bytes) -> bytes:
        """Commits, tells every phone, and answers; gives back what was read too much."""
        length = int(head.lower().split(b"content-length:", 1)[1].split(b"\r\n", 1)[0])
        while len(body) < length:
            body += sock.recv(65536)
        version = self._versions[table] = self._versions[table] + 1
        self._disk.execute("BEGIN IMMEDIATE")
        self._disk.execute(INSERT, (table, version, 1, "trick", PAYLOAD, time.time()))
        self._disk.execute("COMMIT")
        told = fragment(version)
        for phone in self._phones[table]:
            with suppress(OSError):
                if phone._sock.send(told) < len(told):
                    phone.close()
        made = b'{"v":%d}' % version
        sock.sendall(ANSWER % (len(made), made))
        return body[length:]


def fragment(version: int) -> bytes:
    """The same 4 KB with another number, as one chunk."""
    told = FRAGMENT + b"<!--v=%d-->\n\n" % version
    return b"%x\r\n%b\r\n" % (len(told), told)


def main() -> None:
    server = StreamServer(("127.0.0.1", 0), Door(sys.argv[1]).serve, backlog=4096)
    server.start()
    print(f"http://127.0.0.1:{server.server_port}/", flush=True)
    server.serve_forever()


if __name__ == "__main__":
    main()
