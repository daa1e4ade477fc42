"""A phone of the bench hangs up whatever it waits for: an evening that never ends would prove nothing."""

import asyncio
from random import Random

import pytest

from bench.survival.clock import Clock
from bench.survival.history import History
from bench.survival.phone import Phone
from bench.survival.wire import Answer


class Nowhere:
    port = 9  # nobody listens here


def phone(asks):
    """A phone whose stream broke so often that it polls, and whose polls are answered by `asks`."""
    one = Phone("p1", Nowhere(), Clock(1000.0), Random(1), History(1))
    one.ask, one.live.fails = asks, 9
    return one


def test_a_phone_hangs_up_although_an_answer_comes_in_the_same_instant():
    async def evening():
        asked, comes = asyncio.Event(), asyncio.get_running_loop().create_future()

        async def asks(*_):
            asked.set()
            return await comes

        one = phone(asks)
        one.live.go()
        await asyncio.wait_for(asked.wait(), 60.0)
        comes.set_result(Answer(204, "", ""))
        await asyncio.sleep(0)  # the answer is there, and who asked has not been told yet
        await asyncio.wait([stopping := asyncio.create_task(one.stop())], timeout=60.0)
        return stopping.done()

    assert asyncio.run(evening())


def test_an_error_that_is_not_of_the_network_is_raised_when_a_phone_hangs_up():
    async def evening():
        asked = asyncio.Event()

        async def asks(*_):
            asked.set()
            raise ZeroDivisionError

        one = phone(asks)
        one.live.go()
        await asyncio.wait_for(asked.wait(), 60.0)
        await one.stop()

    with pytest.raises(ZeroDivisionError):
        asyncio.run(evening())
