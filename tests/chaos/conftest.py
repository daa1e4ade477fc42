"""Evenings on bad networks: a real server of the tests' own, which is killed and started again."""

import asyncio
from collections.abc import Iterator
from pathlib import Path

import pytest

from bench.survival.chaos import Evening

HERE = Path(__file__).parent
PACE = 10.0  # how many times as fast all clocks run


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    for item in items:
        if HERE in item.path.parents:
            item.add_marker(pytest.mark.chaos)


@pytest.fixture(scope="session")
def evening(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Evening]:
    """The server on which one evening after the other is played; every one of them ends with the server up again."""
    evening = Evening(tmp_path_factory.mktemp("chaos"), PACE)
    asyncio.run(evening.server.start())
    yield evening
    asyncio.run(evening.server.end())
