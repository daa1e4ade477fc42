"""Whatever breaks: what was acknowledged is in the log once, in order, and all phones show the same table."""

import argparse
import asyncio

import pytest

from bench.survival import crash, races

SECONDS = 12.0  # of the evening's clock, beside the server's starts; by command they tap for longer
MOST = 4  # phones at the table; by command there are up to six


@pytest.mark.parametrize("seed", range(1, 21))
def test_no_tap_is_lost_or_doubled_and_all_phones_agree(evening, seed):
    outcome = asyncio.run(evening.play(seed, SECONDS, MOST))

    assert outcome.faults == [], "\n".join([*outcome.told(), f"or: pytest -m chaos tests/chaos -k '[{seed}]'"])
    assert outcome.counts["acknowledged"] > 0
    assert outcome.counts["kills"] + outcome.counts["stops"] > 0


# The long runs behind docs/reliability.md, in short.


def test_a_few_races_make_one_entry_each_and_the_loser_is_told_by_whom(tmp_path):
    told = asyncio.run(races.raced(tmp_path, argparse.Namespace(races=15, seed=3)))

    assert told["faults"] == []
    assert told["entries"] == told["told_by_whom"] == 15


def test_a_few_kills_lose_nothing(tmp_path):
    told = asyncio.run(crash.Crashes(tmp_path, argparse.Namespace(kills=2, phones=5, seed=3)).run())

    assert told["faults"] == []
    assert told["kills"] == told["sound"] == 2
    assert told["acknowledged"] > 10
