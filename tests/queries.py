"""Every query of the companion runs on a native thread of its own: what runs one on any other is noted here."""

from __future__ import annotations

import sys
import threading
import traceback
from typing import Any

from sqlalchemy import Engine, event

from companion.native import NAME

MAIN = threading.get_ident()  # read before gevent patches anything, or on the main greenlet itself
elsewhere: list[str] = []  # where a query ran that was on no thread of the database


@event.listens_for(Engine, "before_cursor_execute")
def noted(*_: Any) -> None:
    if not is_apart():
        elsewhere.append("".join(traceback.format_stack(limit=12)))


def is_apart() -> bool:
    """Whether this is a thread that serves nobody: under gevent any but the main one, else one by its name."""
    monkey = sys.modules.get("gevent.monkey")
    if monkey is not None and monkey.is_module_patched("threading"):
        own: int = monkey.get_original("_thread", "get_ident")()
        return own != MAIN
    return threading.current_thread().name.startswith(NAME)
