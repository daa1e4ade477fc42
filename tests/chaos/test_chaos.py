"""Whatever breaks: what was acknowledged is in the log once, in order, and all phones show the same table."""

import asyncio

import pytest

SECONDS = 12.0  # of the evening's clock, beside the server's starts; by command they tap for longer
MOST = 4  # phones at the table; by command there are up to six


@pytest.mark.parametrize("seed", range(1, 21))
def test_no_tap_is_lost_or_doubled_and_all_phones_agree(evening, seed):
    outcome = asyncio.run(evening.play(seed, SECONDS, MOST))

    assert outcome.faults == [], "\n".join([*outcome.told(), f"or: pytest -m chaos tests/chaos -k '[{seed}]'"])
    assert outcome.counts["acknowledged"] > 0
    assert outcome.counts["kills"] + outcome.counts["stops"] > 0
