"""The long runs behind `docs/reliability.md`, in short, so that their commands still run when somebody needs them."""

import argparse
import asyncio

import pytest

from bench.survival import backups, crash, posts, power, races


def test_a_few_posts_sent_twice_and_cut_off_count_once(tmp_path):
    told = asyncio.run(posts.posted(tmp_path, argparse.Namespace(posts=120, phones=4, seed=3)))

    assert told["faults"] == []
    assert told["entries"] == 120 + 2  # and the game and the rule they began with
    assert told["twice"] > 20
    assert told["cut_off"] > 0


def test_a_few_races_make_one_entry_each_and_the_loser_is_told_by_whom(tmp_path):
    told = asyncio.run(races.raced(tmp_path, argparse.Namespace(races=15, seed=3)))

    assert told["faults"] == []
    assert told["entries"] == told["told_by_whom"] == 15


def test_a_few_kills_lose_nothing(tmp_path):
    told = asyncio.run(crash.Crashes(tmp_path, argparse.Namespace(kills=2, phones=5, seed=3)).run())

    assert told["faults"] == []
    assert told["kills"] == told["sound"] == 2
    assert told["acknowledged"] > 10


def test_a_backup_while_everybody_taps_fails_no_tap_and_is_restored_whole(tmp_path, monkeypatch):
    monkeypatch.setattr(backups, "IN_PEACE", 0.5)
    chosen = argparse.Namespace(backups=1, phones=13, entries=1000, seed=3)
    told = asyncio.run(backups.backed_up(tmp_path, chosen))

    assert told["faults"] == []
    assert told["failed_writes"] == 0
    assert told["restored_to"][0] > 13 + 3


@pytest.mark.skipif(not power.possible(), reason="this machine has no strace, or forbids to look at what is written")
@pytest.mark.parametrize("deaf", [False, True])
def test_when_the_power_goes_what_was_acknowledged_had_been_synced(tmp_path, deaf):
    chosen = argparse.Namespace(posts=30, phones=3, seed=3, deaf=deaf)
    told = asyncio.run(power.cut(tmp_path, chosen))

    assert bool(told["faults"]) == deaf, told["faults"]  # a disk that forgets to sync is found out
    assert told["acknowledged"] >= 30
    assert told["cuts"] >= 6 * 30
