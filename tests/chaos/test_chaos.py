"""Whatever breaks: what was acknowledged is in the log once, in order, and all phones show the same table."""

import argparse
import asyncio

import pytest

from bench.survival import crash
from bench.survival.clock import Clock
from bench.survival.history import REFUSED, History
from bench.survival.server import Server
from bench.survival.table import phones_on, seated

SECONDS = 12.0  # of the evening's clock, beside the server's starts; by command they tap for longer
MOST = 4  # phones at the table; by command there are up to six


@pytest.mark.parametrize("seed", range(1, 21))
def test_no_tap_is_lost_or_doubled_and_all_phones_agree(evening, seed):
    outcome = asyncio.run(evening.play(seed, SECONDS, MOST))

    assert outcome.faults == [], "\n".join([*outcome.told(), f"or: pytest -m chaos tests/chaos -k '[{seed}]'"])
    assert outcome.counts["acknowledged"] > 0
    assert outcome.counts["kills"] + outcome.counts["stops"] > 0


# The long runs behind docs/reliability.md, in short.


def test_of_two_phones_with_one_trick_the_faster_makes_an_entry_and_the_other_is_told_by_whom(tmp_path):
    history = History(3)
    asyncio.run(raced(tmp_path, history, 15))
    pairs = list(zip(history.taps[1::2], history.taps[2::2], strict=True))  # the first started the game
    answers = [sorted(tap.attempts[0].status for tap in pair) for pair in pairs]
    told = [tap.attempts[0].said for tap in history.taps if tap.outcome == REFUSED]

    assert answers == [[200, 409]] * 15
    assert [said for said in told if "Ann says" not in said and "Bob says" not in said] == []


async def raced(data, history, times):
    """Ann and Bob record each trick at once, each for themselves, and in turn the one or the other is first."""
    async with Server(data) as server:
        phones = phones_on([server, server], Clock(), history)
        await seated(phones, "Races")
        for number in range(times):
            slot = [("type", "trick.taken"), ("deal", str(number // 5 + 1)), ("trick", str(number % 5 + 1))]
            order = phones[:: 1 if number % 2 else -1]
            taps = [phone.new_tap([*slot, ("winner", phone.player)]) for phone in order]
            await asyncio.gather(*(phone.send(tap) for phone, tap in zip(order, taps, strict=True)))
        for phone in phones:
            await phone.stop()


def test_a_few_kills_lose_nothing(tmp_path):
    told = asyncio.run(crash.crashed(tmp_path, argparse.Namespace(kills=4, phones=5, seed=3)))

    assert told["faults"] == []
    assert told["kills"] == told["sound"] == 4
    assert told["acknowledged"] > 10
