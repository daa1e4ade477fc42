"""The real server, and phones in WebKit and in Firefox."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from tests.conftest import needed

if TYPE_CHECKING:
    from tests.browser.server import Server
    from tests.engines.phone import EnginePhone

HERE = Path(__file__).parent


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """They are the longest of the thorough tests, so that they begin first."""
    ours = [item for item in items if HERE in item.path.parents]
    for item in ours:
        item.add_marker(pytest.mark.engines)
        item.add_marker(pytest.mark.thorough)
    items.sort(key=lambda item: item not in ours)


@pytest.fixture
def server(tmp_path: Path) -> Iterator[Server]:
    needed("playwright")
    from tests.browser.server import Server

    server = Server(tmp_path / "nights")
    server.start()
    yield server
    server.stop()


@pytest.fixture(params=["webkit", "firefox"])
def phone(request: pytest.FixtureRequest, server: Server, tmp_path: Path) -> Iterator[Callable[[], EnginePhone]]:
    """Makes phones with a browser and a network each; the test fails if anything went wrong on one of them.

    They reach the server at this machine's own address, if it has one: that is no secure context, as on a phone.
    """
    from companion.system.lan import addresses
    from tests.browser.server import Network
    from tests.engines import browsers
    from tests.engines.phone import EnginePhone

    Kind = {"webkit": browsers.WebKit, "firefox": browsers.Firefox}[request.param]
    if reason := Kind.missing():
        (pytest.fail if os.environ.get("COMPANION_REQUIRE_ALL") == "1" else pytest.skip)(reason)
    host = next(iter(addresses()), "127.0.0.1")
    made: list[EnginePhone] = []

    def make() -> EnginePhone:
        name = f"{request.param}-{len(made) + 1}"
        made.append(EnginePhone(Kind(tmp_path / name), Network(server.port, host=host), name))
        return made[-1]

    yield make
    try:
        faults = [fault for one in made for fault in one.faults]
    finally:
        for one in made:
            one.browser.stop()
            one.network.close()
    assert faults == []
