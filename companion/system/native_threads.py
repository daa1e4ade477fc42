"""Running work in threads of the operating system, so that the server's main thread can answer phones meanwhile."""

import sys
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from functools import cache
from typing import Any, TypeVar

Answer = TypeVar("Answer")
AT_ONCE = 3  # long computations next to the main thread; more would only slow each other down
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


def aside(work: Callable[..., Answer], *asked: Any) -> Answer:
    """Returns or raises what `work(*asked)` does, run outside the main thread of a gevent server.

    Without gevent it is simply called, since each request has its own thread. `work` takes and returns plain data:
    it must not use locks, events or sockets that gevent has replaced.
    """
    return outcome(_shared(), work, *asked) if _is_patched() else work(*asked)


def _is_patched() -> bool:
    monkey = sys.modules.get("gevent.monkey")
    return monkey is not None and bool(monkey.is_module_patched("threading"))


@cache
def _shared() -> ThreadPoolExecutor:
    return native_threads(AT_ONCE)


def _attempt(work: Callable[..., Any], asked: tuple[Any, ...]) -> tuple[Any, Exception | None]:
    # Errors are returned as values, since gevent prints errors that are raised in its native threads.
    try:
        return work(*asked), None
    except Exception as error:
        return None, error
