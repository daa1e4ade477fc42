"""Records queries that run on a wrong thread: all queries must run on the native threads of the database."""

import sys
import threading
import traceback
from typing import Any

from sqlalchemy import Engine, event

from companion.system.native_threads import NAME

elsewhere: list[str] = []  # the stack of each query that ran on another thread


@event.listens_for(Engine, "before_cursor_execute")
def noted(*_: Any) -> None:
    if not is_apart():
        elsewhere.append("".join(traceback.format_stack(limit=12)))


def is_apart() -> bool:
    """Whether this thread serves no phones: under gevent any but the main thread, otherwise known by its name."""
    return native_id() != MAIN if is_patched() else threading.current_thread().name.startswith(NAME)


def is_patched() -> bool:
    monkey = sys.modules.get("gevent.monkey")
    return monkey is not None and bool(monkey.is_module_patched("threading"))


def native_id() -> int:
    """The id of this thread of the operating system, the same for all its greenlets."""
    monkey = sys.modules.get("gevent.monkey")
    found: int = monkey.get_original("_thread", "get_ident")() if monkey else threading.get_ident()
    return found


MAIN = native_id()
