"""Real phones: the real server, one Chromium, and a test that fails when anything on any phone went wrong."""

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

    from tests.browser.house import House, Network
    from tests.browser.phone import Phone

HERE = Path(__file__).parent
SHOTS = HERE.parents[1] / "shots"
CHROMIUM = Path(os.environ.get("COMPANION_CHROMIUM") or "/usr/bin/chromium")
ARGS = (
    "--no-sandbox",
    "--disable-gpu",
    "--disable-background-networking",
    "--host-resolver-rules=MAP night.test 127.0.0.1",
)
THOROUGH = {
    "test_installed.py",
    "test_look.py",
    "test_on_postgres.py",
    "test_print.py",
    "test_readable.py",
    "test_sizes.py",
    "test_small_screens.py",
    "test_steady.py",
}
Phones = Callable[..., "Phone"]


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    for item in items:
        if HERE in item.path.parents:
            item.add_marker(pytest.mark.browser)
            if item.path.name in THOROUGH:
                item.add_marker(pytest.mark.thorough)


FAILED = pytest.StashKey[bool]()


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(item: pytest.Item) -> Any:
    """The phones of a test learn how it went, so that a failure leaves their pictures behind."""
    report = yield
    item.stash[FAILED] = report.failed or item.stash.get(FAILED, False)
    return report


def missing() -> str:
    if importlib.util.find_spec("playwright") is None:
        return "playwright is not installed"
    return "" if CHROMIUM.exists() else f"there is no Chromium at {CHROMIUM}: name one in COMPANION_CHROMIUM"


@pytest.fixture(scope="session")
def chromium() -> Iterator[Browser]:
    """One browser for all tests; every phone in it is its own context."""
    if reason := missing():
        (pytest.fail if os.environ.get("COMPANION_REQUIRE_ALL") == "1" else pytest.skip)(reason)
    from playwright.sync_api import sync_playwright

    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=list(ARGS))
        yield browser
        browser.close()


@pytest.fixture(scope="session")
def house(chromium: Browser, tmp_path_factory: pytest.TempPathFactory) -> Iterator[House]:
    """The server that most tests share: their nights know nothing of each other."""
    from tests.browser.house import House

    house = House(tmp_path_factory.mktemp("nights"))
    house.start()
    yield house
    house.stop()


@pytest.fixture
def own_house(chromium: Browser, tmp_path: Path) -> Iterator[House]:
    """A server of the test's own, to stop and start."""
    from tests.browser.house import House

    house = House(tmp_path)
    house.start()
    yield house
    house.stop()


@pytest.fixture
def network(house: House) -> Iterator[Network]:
    """A way to the shared house that may fail."""
    from tests.browser.house import Network

    network = Network(house.port)
    yield network
    network.close()


@pytest.fixture
def phone(request: pytest.FixtureRequest, chromium: Browser) -> Iterator[Phones]:
    """Makes phones; after the test nothing may have gone wrong on any of them."""
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
            if not one.page.is_closed():
                one.page.screenshot(path=SHOTS / f"{name}-{number}.png")
    for one in made:
        one.context.close()
    assert faults == []


@pytest.fixture(scope="session")
def secure_house(chromium: Browser, tmp_path_factory: pytest.TempPathFactory) -> Iterator[House]:
    """A server that speaks https too; its authority is trusted by the phones of `secure_phone`."""
    from tests.browser.house import House

    needed("cryptography")
    house = House(tmp_path_factory.mktemp("secure"), https=True)
    house.start()
    yield house
    house.stop()


@pytest.fixture
def trusting(chromium: Browser, secure_house: House) -> Iterator[Browser]:
    """A browser that trusts the certificate of `secure_house`, as a device of the host's does."""
    browser = chromium.browser_type.launch(executable_path=CHROMIUM, args=[*ARGS, secure_house.trust()])
    yield browser
    browser.close()


@pytest.fixture
def secure_phone(request: pytest.FixtureRequest, trusting: Browser) -> Iterator[Phones]:
    """Makes phones that come by https."""
    yield from flawless(request, trusting)


@pytest.fixture
def three(house: House, phone: Phones) -> tuple[Phone, Phone, Phone]:
    """Ann, Bob and Cal at one table, each with a phone; a game of Five-Card Yak has just begun."""
    return seated(house.home, phone)


def seated(home: str, phone: Phones) -> tuple[Phone, Phone, Phone]:
    ann, bob, cal = (phone(home) for _ in range(3))
    ann.open_night("Friday", "Ann")
    link = ann.invitation()
    bob.join(link, "Bob")
    cal.join(link, "Cal")
    ann.start()
    for one in (bob, cal):
        one.page.wait_for_selector("#record-1-1")
    return ann, bob, cal
