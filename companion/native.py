"""Threads of the system: what takes long, or waits for a disk, does so there, and meanwhile every phone is served."""

from __future__ import annotations

import concurrent.futures
import sys


def native_thread() -> concurrent.futures.ThreadPoolExecutor:
    """One thread of the system, also where gevent has replaced threads by greenlets."""
    monkey = sys.modules.get("gevent.monkey")
    if monkey is None or not monkey.is_module_patched("threading"):
        return concurrent.futures.ThreadPoolExecutor(1, "companion-aside")
    from gevent.threadpool import ThreadPoolExecutor

    thread: concurrent.futures.ThreadPoolExecutor = ThreadPoolExecutor(1)
    return thread
