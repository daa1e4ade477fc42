"""Work in threads of the operating system, so that the server's main thread goes on answering phones meanwhile."""

from __future__ import annotations

import concurrent.futures
import sys
from collections.abc import Callable
from functools import cache
from typing import Any, TypeVar

Answer = TypeVar("Answer")
AT_ONCE = 3  # long computations that run beside the main thread; more of them only wait for one another


def native_thread() -> concurrent.futures.ThreadPoolExecutor:
    """One thread of the system, also where gevent has replaced threads by greenlets."""
    return _executor(1)


def aside(work: Callable[..., Answer], *asked: Any) -> Answer:
    """What `work(*asked)` returns or raises, computed outside the main thread of a gevent server.

    The caller waits, other requests do not. Where every request has a thread of its own, it is simply called. `work`
    may use no lock, event or socket that gevent has replaced: it gets plain data and gives plain data.
    """
    if not _is_patched():
        return work(*asked)
    answer: Answer
    answer, error = _shared().submit(_attempt, work, asked).result()
    if error is not None:
        raise error
    return answer


def _is_patched() -> bool:
    monkey = sys.modules.get("gevent.monkey")
    return monkey is not None and bool(monkey.is_module_patched("threading"))


def _executor(threads: int) -> concurrent.futures.ThreadPoolExecutor:
    if not _is_patched():
        return concurrent.futures.ThreadPoolExecutor(threads, "companion-aside")
    from gevent.threadpool import ThreadPoolExecutor

    made: concurrent.futures.ThreadPoolExecutor = ThreadPoolExecutor(threads)
    return made


@cache
def _shared() -> concurrent.futures.ThreadPoolExecutor:
    return _executor(AT_ONCE)


def _attempt(work: Callable[..., Any], asked: tuple[Any, ...]) -> tuple[Any, Exception | None]:
    # Errors are handed over as values: gevent prints what is raised in its native threads.
    try:
        return work(*asked), None
    except Exception as error:
        return None, error
