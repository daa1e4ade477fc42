"""Real phones: the real server and one Chromium. A test fails if anything went wrong on any of its phones."""

from __future__ import annotations

import importlib.util
import os
import re
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from tests.conftest import needed

if TYPE_CHECKING:
    from playwright.sync_api import Browser

    from tests.browser.phone import Phone
    from tests.browser.server import Network, Server

HERE = Path(__file__).parent
SHOTS = HERE.parents[1] / "shots"
MOST = 40  # browser tests in the normal run; further ones must be marked thorough
Phones = Callable[..., "Phone"]


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    ours = [item for item in items if HERE in item.path.parents]
    for item in ours:
        item.add_marker(pytest.mark.browser)
    ordinary = [item for item in ours if item.get_closest_marker("thorough") is None]
    if len(ordinary) > MOST:
        raise pytest.UsageError(f"{len(ordinary)} browser tests are for everybody; at most {MOST} may be.")


FAILED = pytest.StashKey[bool]()


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(item: pytest.Item) -> Any:
    """Stores whether a test failed, so that screenshots of its phones are kept."""
    report = yield
    item.stash[FAILED] = report.failed or item.stash.get(FAILED, False)
    return report


def missing() -> str:
    if importlib.util.find_spec("playwright") is None:
        return "playwright is not installed"
    from tests.browser.server import CHROMIUM

    return "" if CHROMIUM.exists() else f"there is no Chromium at {CHROMIUM}: name one in COMPANION_CHROMIUM"


@pytest.fixture(scope="session")
def chromium() -> Iterator[Browser]:
    """One browser for all tests; every phone in it is its own context."""
    if reason := missing():
        (pytest.fail if os.environ.get("COMPANION_REQUIRE_ALL") == "1" else pytest.skip)(reason)
    from tests.browser.server import browser

    with browser() as chromium:
        yield chromium


@pytest.fixture(scope="session")
def server(chromium: Browser, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """The server that most tests share, since nights are independent."""
    from tests.browser.server import Server

    server = Server(tmp_path_factory.mktemp("nights"))
    server.start()
    yield server
    server.stop()


@pytest.fixture
def own_server(chromium: Browser, tmp_path: Path) -> Iterator[Server]:
    """A server of the test's own, to stop and start."""
    from tests.browser.server import Server

    server = Server(tmp_path)
    server.start()
    yield server
    server.stop()


@pytest.fixture
def network(server: Server) -> Iterator[Network]:
    """A network to the shared server that can fail."""
    from tests.browser.server import Network

    network = Network(server.port)
    yield network
    network.close()


@pytest.fixture
def phone(request: pytest.FixtureRequest, chromium: Browser) -> Iterator[Phones]:
    """Makes phones; the test fails if anything went wrong on one of them."""
    yield from flawless(request, chromium)


def flawless(request: pytest.FixtureRequest, browser: Browser) -> Iterator[Phones]:
    from tests.browser.phone import Phone

    made: list[Phone] = []

    def make(home: str, **more: Any) -> Phone:
        made.append(Phone(browser, home, **more))
        return made[-1]

    yield make
    faults = [fault for one in made for fault in one.faults]
    if faults or request.node.stash.get(FAILED, False):
        name = re.sub(r"\W+", "-", request.node.name).strip("-")
        for number, one in enumerate(made, 1):
            if one.is_open:
                one.page.screenshot(path=SHOTS / f"{name}-{number}.png")
    for one in made:
        one.close()
    assert faults == []


@pytest.fixture(scope="session")
def https_server(chromium: Browser, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server that speaks https too; its authority is trusted by the phones of `https_phone`."""
    from tests.browser.server import Server

    needed("cryptography")
    server = Server(tmp_path_factory.mktemp("secure"), https=True)
    server.start()
    yield server
    server.stop()


@pytest.fixture(scope="session")
def trusting(chromium: Browser, https_server: Server) -> Iterator[Browser]:
    """A browser that trusts the certificate of `https_server`, as a device of the host's does."""
    from tests.browser.server import launched

    browser = launched(chromium.browser_type, https_server.trust())
    yield browser
    browser.close()


@pytest.fixture
def https_phone(request: pytest.FixtureRequest, trusting: Browser) -> Iterator[Phones]:
    """Makes phones that come by https."""
    yield from flawless(request, trusting)


@pytest.fixture
def three(server: Server, phone: Phones) -> tuple[Phone, ...]:
    """Ann, Bob and Cal at one table, each with a phone; a game of Five-Card Yak has just begun."""
    return seated(server.home, phone)


def seated(home: str, phone: Phones) -> tuple[Phone, ...]:
    """A night of Ann, Bob and Cal with a phone each, on which Five-Card Yak has just begun."""
    phones = night_of(home, phone, "Ann", "Bob", "Cal")
    phones[0].start()
    return phones


def night_of(home: str, phone: Phones, *names: str, unit: str = "drink") -> tuple[Phone, ...]:
    """A night before any game, with a phone for each of them."""
    first, *others = phones = tuple(phone(home) for _ in names)
    first.open_night("Friday", names[0], unit)
    link = first.invitation()
    for one, name in zip(others, names[1:], strict=True):
        one.join(link, name)
    return phones
