"""Running work in threads of the operating system, so that the server's main thread can answer phones meanwhile; and
how much a request computes, in whichever thread.

Each kind of long work has threads of its own, so that none queues behind another: `aside` is for what pages and files
show of a whole night, for forecasts and for copies of the database; `aside_text` reads house rules; `aside_replay`
makes a night of its entries. Whoever holds a night's lock waits only for `aside_replay`, for that night alone, and for
the database. So the texts in a tap are read before its night is locked (`Command.read_ahead`).
"""

import sys
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from functools import cached_property
from time import thread_time
from typing import Any, TypeVar

with suppress(ImportError):  # without gevent there may be none
    import greenlet

Answer = TypeVar("Answer")
NAME = "companion-native"
HANDED_BACK = 0.0005  # seconds after which a native thread lets the main thread go on; with Python's 0.005 taps crawl


def native_threads(number: int = 1) -> ThreadPoolExecutor:
    """A pool of threads of the operating system, even if gevent has replaced threads by greenlets."""
    if not is_patched():
        return ThreadPoolExecutor(number, NAME)
    from gevent.threadpool import ThreadPoolExecutor as NativeThreads

    # The main thread hands the interpreter over at every read and write, and waits so long until it has it back.
    sys.setswitchinterval(HANDED_BACK)
    made: ThreadPoolExecutor = NativeThreads(number)
    return made


def outcome(threads: ThreadPoolExecutor, work: Callable[..., Answer], *asked: Any) -> Answer:
    """Returns or raises what `work(*asked)` does, run in one of these threads; only the caller waits."""
    answer: Answer
    answer, error, seconds = threads.submit(_attempt, work, asked).result()
    if (computing := _computing()) is not None:
        computing.before += seconds
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
        return outcome(self._threads, work, *asked) if is_patched() else work(*asked)

    @cached_property
    def _threads(self) -> ThreadPoolExecutor:
        return native_threads(self._at_once)


aside, aside_text, aside_replay = Aside(2), Aside(), Aside()  # more threads would only slow down each other and taps


def is_patched() -> bool:
    """Whether gevent has replaced threads by greenlets in this process."""
    monkey = sys.modules.get("gevent.monkey")
    return monkey is not None and bool(monkey.is_module_patched("threading"))


def _attempt(work: Callable[..., Any], asked: tuple[Any, ...]) -> tuple[Any, Exception | None, float]:
    # Errors are returned as values, since gevent prints errors that are raised in its native threads.
    began = thread_time()
    try:
        return work(*asked), None, thread_time() - began
    except Exception as error:
        return None, error, thread_time() - began


class Computing:
    """The processor time of one request from now on, in its own thread or greenlet and in native threads.

    Neither waiting counts nor what others compute meanwhile: under gevent all requests share one thread, whose time is
    divided wherever it switches from one greenlet to another.
    """

    def __init__(self) -> None:
        self.before, self.since = 0.0, thread_time()  # until this greenlet was last switched to, and when that was
        if is_patched():
            greenlet.settrace(_switched)
            greenlet.getcurrent().computing = self

    def seconds(self) -> float:
        """The time so far; only the request itself can ask."""
        return self.before + thread_time() - self.since


def _computing() -> Computing | None:
    """The time of the request that this greenlet answers; None without gevent, whose threads are never left."""
    return getattr(greenlet.getcurrent(), "computing", None) if is_patched() else None


def _switched(_: str, greenlets: tuple[Any, Any]) -> None:
    now = thread_time()
    left, entered = (getattr(each, "computing", None) for each in greenlets)
    if left is not None:
        left.before += now - left.since
    if entered is not None:
        entered.since = now
