"""Requests that no browser sends leave no traceback on the terminal, and do not steer it."""

import re
import signal
import socket

import pytest

from tests.test_one_server import started

REQUESTS = (
    "GET / HTTP/1.1\r\nHost: localhost\r\n" + "".join(f"X-{each}: a\r\n" for each in range(101)) + "\r\n",
    "GET /\x1b[31mred\x9b HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n",
    "G\x1b]0;title\x07 / HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n",
    "\x1b[31m nonsense\r\n\r\n",
)


@pytest.mark.parametrize("mode", [[], ["--threads"]])
def test_a_strange_request_is_one_harmless_line(tmp_path, mode):
    server, said = started(tmp_path, "--verbose", *mode)
    port = int(re.search(r"127\.0\.0\.1:(\d+)", said)[1])
    for request in REQUESTS:
        with socket.create_connection(("127.0.0.1", port), timeout=60) as stranger:
            stranger.sendall(request.encode("latin-1"))
            assert stranger.recv(4096)
    server.send_signal(signal.SIGINT)
    left, _ = server.communicate(timeout=60)

    assert "Traceback" not in left
    assert "GET /\\x1b[31mred\\x9b 404" in left
    assert not set(left) & {"\x1b", "\x07", "\x9b"}
