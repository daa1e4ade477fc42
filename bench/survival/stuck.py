"""What every task is waiting for, when an evening does not come to its end."""

from __future__ import annotations

import asyncio
from typing import Any


def waits() -> list[str]:
    """A line for every task of this loop but the one that asks: the functions through which it waits, with lines."""
    others = asyncio.all_tasks() - {asyncio.current_task()}
    return sorted(" > ".join(_chain(task.get_coro())) for task in others)


def _chain(work: Any) -> list[str]:
    found = []
    while work is not None:
        frame = getattr(work, "cr_frame", None) or getattr(work, "ag_frame", None)
        name = getattr(work, "__qualname__", type(work).__name__)
        found.append(f"{name}:{frame.f_lineno}" if frame else name)
        work = getattr(work, "cr_await", None) or getattr(work, "ag_await", None)
    return found
