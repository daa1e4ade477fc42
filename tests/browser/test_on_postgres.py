"""An evening at two processes over one PostgreSQL, behind a load balancer that sends no phone to the same one twice."""

from __future__ import annotations

import contextlib
import itertools
import threading
from socket import SHUT_RDWR, create_connection, create_server, socket

import pytest

from tests.browser.server import NAME, Server
from tests.browser.test_evening import test_three_phones_play_two_deals_of_five_card_yak as play

pytestmark = pytest.mark.thorough


class Balancer:
    """Every new connection goes to the next process."""

    def __init__(self, *ports: int) -> None:
        self._door, self._ports = create_server(("127.0.0.1", 0)), itertools.cycle(ports)
        self.home = f"http://{NAME}:{self._door.getsockname()[1]}"
        self.carried = dict.fromkeys(ports, 0)
        self._open: list[socket] = []
        threading.Thread(target=self._answer, daemon=True).start()

    def close(self) -> None:
        with contextlib.suppress(OSError):
            self._door.shutdown(SHUT_RDWR)
        for end in (self._door, *self._open):
            end.close()

    def _answer(self) -> None:
        while True:
            try:
                phone, _ = self._door.accept()
            except OSError:
                return
            port = next(self._ports)
            server = create_connection(("127.0.0.1", port))
            self.carried[port] += 1
            self._open += phone, server
            for ends in ((phone, server), (server, phone)):
                threading.Thread(target=carry, args=ends, daemon=True).start()


def carry(source: socket, goal: socket) -> None:
    with contextlib.suppress(OSError):
        while words := source.recv(65536):
            goal.sendall(words)
    for end in (source, goal):
        with contextlib.suppress(OSError):
            end.shutdown(SHUT_RDWR)


@pytest.fixture
def processes(chromium, postgres, tmp_path, monkeypatch):
    """Two processes with one database and one address."""
    monkeypatch.setenv("COMPANION_DATABASE_URL", postgres.of(tmp_path))
    pair = Server(tmp_path), Server(tmp_path)
    balancer = Balancer(*(server.port for server in pair))
    for server in pair:
        server.home = balancer.home
    starting = [threading.Thread(target=server.start) for server in pair]
    for thread in starting:
        thread.start()
    for thread in starting:
        thread.join()
    yield balancer, *pair
    with contextlib.ExitStack() as ends:  # each, also if the other did not end well
        for server in pair:
            ends.callback(server.stop)
    balancer.close()


def test_an_evening_at_two_processes_is_an_evening_at_one(processes, phone):
    balancer, server, _ = processes

    play(server, phone)

    assert min(balancer.carried.values()) >= 10
