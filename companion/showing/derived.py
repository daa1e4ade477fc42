"""What a page shows that takes long to work out: once for each version of a night's log, for all who ask."""

from __future__ import annotations

from collections.abc import Callable, Hashable
from concurrent.futures import Future
from threading import Lock
from typing import Generic, TypeVar
from weakref import WeakKeyDictionary

from ..native import aside
from ..rules.log import LONG, Log
from .scene import Scene

T = TypeVar("T")


class Derived(Generic[T]):
    """What `make` works out from the log of a night and from what else was `asked`, kept while the log stays the same.

    It gets a copy of the log that nobody changes, and neither seat nor phones: what it finds is the same for all who
    may know as much, and is kept apart for those who may know the reasons of a secret game and those who may not.
    """

    def __init__(self, make: Callable[..., T]) -> None:
        self._make = make
        self._kept: WeakKeyDictionary[Log, tuple[int, dict[Hashable, Future[T]]]] = WeakKeyDictionary()
        self._lock = Lock()

    def of(self, scene: Scene, *asked: Hashable) -> T:
        """What there is to see now; those who ask while it is worked out wait for the same answer."""
        still = scene.still()
        if still.log.seq < LONG:
            return self._make(still, *asked)
        key = (still.insider, *asked)
        with self._lock:
            answers = self._answers(scene.log, still.log.turns)
            is_first = key not in answers
            answer = answers.setdefault(key, Future())
        if is_first:
            self._work_out(answer, answers, key, still, asked)
        return answer.result()

    def _answers(self, log: Log, turns: int) -> dict[Hashable, Future[T]]:
        """The answers about this version of the log; those about another one go."""
        kept = self._kept.get(log)
        if kept is None or kept[0] != turns:
            kept = self._kept[log] = turns, {}
        return kept[1]

    def _work_out(
        self,
        answer: Future[T],
        answers: dict[Hashable, Future[T]],
        key: Hashable,
        still: Scene,
        asked: tuple[Hashable, ...],
    ) -> None:
        try:
            answer.set_result(aside(self._make, still, *asked))
        except BaseException as error:  # whoever waits hears of it, and the next one who asks tries again
            del answers[key]
            answer.set_exception(error)
