"""An evening at two processes over one PostgreSQL, behind a load balancer that uses both in turn."""

import contextlib
import threading

import pytest

from tests.browser.server import Network, Server
from tests.browser.test_evening import test_three_phones_play_two_deals_of_five_card_yak as play

pytestmark = pytest.mark.thorough


@pytest.fixture
def processes(chromium, postgres, tmp_path, monkeypatch):
    """Two processes with one database and one address."""
    monkeypatch.setenv("COMPANION_DATABASE_URL", postgres.of(tmp_path))
    pair = Server(tmp_path), Server(tmp_path)
    balancer = Network(*(server.port for server in pair))
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

    assert min(balancer.connections.values()) >= 10
