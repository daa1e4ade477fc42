"""Running work in threads of the operating system, so that the server's main thread can answer phones meanwhile.

Each kind of long work has threads of its own, so that none queues behind another: `aside` is for what pages and files
show of a whole night, for forecasts and for copies of the database; `aside_text` reads house rules; `aside_replay`
makes a night of its entries. Whoever holds a night's lock waits only for `aside_replay`, for that night alone, and for
the database. So the texts in a tap are read before its night is locked (`Command.read_ahead`).
"""

import sys
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from functools import cached_property
from typing import Any, TypeVar

Answer = TypeVar("Answer")
NAME = "companion-native"


def native_threads(number: int = 1) -> ThreadPoolExecutor:
    """A pool of threads of the operating system, even if gevent has replaced threads by greenlets."""
    if not _is_patched():
        return ThreadPoolExecutor(number, NAME)
    from gevent.threadpool import ThreadPoolExecutor as NativeThreads

    made: ThreadPoolExecutor = NativeThreads(number)
    return made


def outcome(threads: ThreadPoolExecutor, work: Callable[..., Answer], *asked: Any) -> Answer:
    """Returns or raises what `work(*asked)` does, run in one of these threads; only the caller waits."""
    answer: Answer
    answer, error = threads.submit(_attempt, work, asked).result()
    if error is not None:
        raise error
    return answer


class Aside:
    """Runs one kind of long work outside the main thread of a gevent server, `at_once` of it at a time.

    Without gevent it is simply called, since each request has its own thread. `work` takes and returns plain data:
    it must not use locks, events or sockets that gevent has replaced.
    """

    def __init__(self, at_once: int = 1) -> None:
        self._at_once = at_once

    def __call__(self, work: Callable[..., Answer], *asked: Any) -> Answer:
        """Returns or raises what `work(*asked)` does."""
        return outcome(self._threads, work, *asked) if _is_patched() else work(*asked)

    @cached_property
    def _threads(self) -> ThreadPoolExecutor:
        return native_threads(self._at_once)


aside, aside_text, aside_replay = Aside(2), Aside(), Aside()  # more threads would only slow down each other and taps


def _is_patched() -> bool:
    monkey = sys.modules.get("gevent.monkey")
    return monkey is not None and bool(monkey.is_module_patched("threading"))


def _attempt(work: Callable[..., Any], asked: tuple[Any, ...]) -> tuple[Any, Exception | None]:
    # Errors are returned as values, since gevent prints errors that are raised in its native threads.
    try:
        return work(*asked), None
    except Exception as error:
        return None, error
