"""Every log that a test of the web app writes is replayed from its file."""

from collections.abc import Iterator
from typing import Any

import pytest

from companion.commands.night_cache import LoadedNight
from companion.domain.replay import night_file, replayed, result


@pytest.fixture(autouse=True)
def every_log_replays(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Fails if a test wrote a log that `companion replay` refuses, or reads differently than the table saw it."""
    written: dict[int, LoadedNight] = {}
    adopt = LoadedNight.adopt

    def adopted(night: LoadedNight, *rows: Any) -> None:
        adopt(night, *rows)
        written[id(night)] = night

    monkeypatch.setattr(LoadedNight, "adopt", adopted)
    yield
    for night in written.values():
        assert result(replayed(night_file(night.log))) == result(night.log)
