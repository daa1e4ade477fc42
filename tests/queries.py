"""Every query of the companion runs on a native thread of its own: what runs one on any other is noted here."""

import sys
import threading
import traceback
from typing import Any

from sqlalchemy import Engine, event

from companion.system.native_threads import NAME

elsewhere: list[str] = []  # where a query ran that was on no thread of the database


@event.listens_for(Engine, "before_cursor_execute")
def noted(*_: Any) -> None:
    if not is_apart():
        elsewhere.append("".join(traceback.format_stack(limit=12)))


def is_apart() -> bool:
    """Whether this is a thread that serves nobody: under gevent any but the first, else by its name."""
    return native_id() != MAIN if is_patched() else threading.current_thread().name.startswith(NAME)


def is_patched() -> bool:
    monkey = sys.modules.get("gevent.monkey")
    return monkey is not None and bool(monkey.is_module_patched("threading"))


def native_id() -> int:
    """The number of this thread of the system, whatever greenlet it runs."""
    monkey = sys.modules.get("gevent.monkey")
    found: int = monkey.get_original("_thread", "get_ident")() if monkey else threading.get_ident()
    return found


MAIN = native_id()
