"""PostgreSQL for tests: a private server with one database for each data folder, made from one template.

`COMPANION_TEST_DATABASE=postgres pytest tests/web tests/storage tests/test_*.py` runs these tests on it. Left out are
tests without an app and, by name, tests about the SQLite file, about the differences between one process and several,
or about the server's address.
"""

import os
from collections.abc import Iterator
from pathlib import Path

import pytest

from companion import config
from tests.cluster import Cluster, Missing, cluster

SWITCHED = os.environ.get("COMPANION_TEST_DATABASE") == "postgres"
TEMPLATE = "empty_companion"
STORAGE = {"web", "tmp_path", "tmp_path_factory"}  # an app in a test stores its data in one of these
ABOUT_ONE_FILE = (
    "releases/", "test_config.py", "storage/test_backups.py",
    "storage/test_upgrade.py", "web/test_database_trouble.py",
    "web/test_privacy.py::test_a_tap_under_way_while_the_night_goes_is_refused",
    "storage/test_database.py::test_both_connections_have_their_pragmas",
    "storage/test_database.py::test_what_was_answered_is_in_the_file",
    "storage/test_database.py::test_closing_writes_what_waits",
    "test_housekeeping.py", "test_packaging.py", "test_serve.py", "test_https.py", "test_connections.py",
    "tests/test_faults.py", "tests/test_output.py", "test_one_server.py",
    # A process does not know which phones are present at the others, so seats with a phone are not lent then.
    "web/test_lent_seats.py::test_a_seat_is_lent_only_while", "web/test_lent_seats.py::test_a_phone_that_comes_back",
    "web/test_lent_seats.py::test_who_has_a_dead_phone", "web/test_lent_seats.py::test_a_bid_that_is_missing",
    "another_phone[borrows]", "web/test_fragments.py::test_a_lent_seat",
    "web/test_seats.py::test_the_finesmaster_lends_a_silent_seat",
)  # fmt: skip


class Databases:
    """The databases of one run of the tests: one for each folder."""

    def __init__(self, server: Cluster) -> None:
        self.server = server
        self._made: dict[Path, str] = {}
        server.ask(f"CREATE DATABASE {TEMPLATE}")
        from companion.storage.upgrade import upgrade

        upgrade(server.url(TEMPLATE))

    def of(self, folder: Path) -> str:
        """The address of the folder's database, which is made on the first call."""
        if folder not in self._made:
            self._made[folder] = name = f"companion_{len(self._made)}"
            self.server.ask(f"CREATE DATABASE {name} TEMPLATE {TEMPLATE}")
        return self.server.url(self._made[folder])


def database_of(folder: Path) -> str:
    """Where an app in this folder has its database: in a file, or in the server if that is switched on."""
    return config.default_database(folder)


@pytest.fixture(scope="session")
def postgres() -> Iterator[Databases]:
    """A private PostgreSQL. Without one the test is skipped, or fails if COMPANION_REQUIRE_ALL is 1."""
    from tests.conftest import needed

    needed("psycopg")
    try:
        with cluster() as server:
            yield Databases(server)
    except Missing as missing:
        (pytest.fail if os.environ.get("COMPANION_REQUIRE_ALL") == "1" else pytest.skip)(str(missing))


@pytest.fixture(scope="session", autouse=True)
def on_postgres(request: pytest.FixtureRequest) -> Iterator[None]:
    """With the switch, apps without a database setting use the PostgreSQL server."""
    if not SWITCHED:
        yield
        return
    databases: Databases = request.getfixturevalue("postgres")
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(config, "default_database", databases.of)
        yield


def mark(items: list[pytest.Item], config: pytest.Config) -> None:
    """Marks tests that need PostgreSQL; with the switch, leaves out tests without a database or about SQLite."""
    for item in items:
        if "postgres" in getattr(item, "fixturenames", ()) and not SWITCHED:
            item.add_marker(pytest.mark.postgres)
    if SWITCHED:
        left_out = [item for item in items if not _is_for_it(item)]
        config.hook.pytest_deselected(items=left_out)
        items[:] = [item for item in items if _is_for_it(item)]


def _is_for_it(item: pytest.Item) -> bool:
    stores = not STORAGE.isdisjoint(getattr(item, "fixturenames", ()))
    return stores and not any(name in item.nodeid for name in ABOUT_ONE_FILE)
