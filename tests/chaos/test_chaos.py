"""Whatever breaks: what was acknowledged is in the log once, in order, and all phones show the same table."""

import asyncio

import pytest

SECONDS = 16.0  # of the evening's clock; by command they tap for longer, and there are more seeds


@pytest.mark.parametrize("seed", range(1, 21))
def test_no_tap_is_lost_or_doubled_and_all_phones_agree(evening, seed):
    outcome = asyncio.run(evening.play(seed, SECONDS))

    assert outcome.faults == [], "\n".join(outcome.told())
    assert outcome.counts["acknowledged"] > 0
    assert outcome.counts["kills"] + outcome.counts["stops"] > 0
