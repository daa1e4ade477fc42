"""The long runs behind `docs/reliability.md`, in short, so that their commands still run when somebody needs them."""

import argparse
import asyncio

from bench.survival import crash, races


def test_a_few_races_make_one_entry_each_and_the_loser_is_told_by_whom(tmp_path):
    told = asyncio.run(races.raced(tmp_path, argparse.Namespace(races=15, seed=3)))

    assert told["faults"] == []
    assert told["entries"] == told["told_by_whom"] == 15


def test_a_few_kills_lose_nothing(tmp_path):
    told = asyncio.run(crash.Crashes(tmp_path, argparse.Namespace(kills=2, phones=5, seed=3)).run())

    assert told["faults"] == []
    assert told["kills"] == told["sound"] == 2
    assert told["acknowledged"] > 10
