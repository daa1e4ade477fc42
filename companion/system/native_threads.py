"""Work in threads of the operating system, so that the server's main thread goes on answering phones meanwhile."""

import sys
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from functools import cache
from typing import Any, TypeVar

Answer = TypeVar("Answer")
AT_ONCE = 3  # long computations that run beside the main thread; more of them only wait for one another
NAME = "companion-native"


def native_threads(number: int = 1) -> ThreadPoolExecutor:
    """Threads of the system, also where gevent has replaced threads by greenlets."""
    if not _is_patched():
        return ThreadPoolExecutor(number, NAME)
    from gevent.threadpool import ThreadPoolExecutor as NativeThreads

    made: ThreadPoolExecutor = NativeThreads(number)
    return made


def outcome(threads: ThreadPoolExecutor, work: Callable[..., Answer], *asked: Any) -> Answer:
    """What `work(*asked)` returns or raises in one of these threads; only the caller waits."""
    answer: Answer
    answer, error = threads.submit(_attempt, work, asked).result()
    if error is not None:
        raise error
    return answer


def aside(work: Callable[..., Answer], *asked: Any) -> Answer:
    """What `work(*asked)` returns or raises, computed outside the main thread of a gevent server.

    Where every request has a thread of its own, it is simply called. `work` must not use locks, events or sockets
    that gevent has replaced: it takes and returns plain data.
    """
    return outcome(_shared(), work, *asked) if _is_patched() else work(*asked)


def _is_patched() -> bool:
    monkey = sys.modules.get("gevent.monkey")
    return monkey is not None and bool(monkey.is_module_patched("threading"))


@cache
def _shared() -> ThreadPoolExecutor:
    return native_threads(AT_ONCE)


def _attempt(work: Callable[..., Any], asked: tuple[Any, ...]) -> tuple[Any, Exception | None]:
    # Errors are handed over as values: gevent prints what is raised in its native threads.
    try:
        return work(*asked), None
    except Exception as error:
        return None, error
