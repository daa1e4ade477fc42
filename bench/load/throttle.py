"""Slows a process down to a share of one core: it is stopped and continued, hundreds of times a second.

    python -m bench.load.throttle PID SHARE [PERIOD_MS]

A quota of the kernel would need root. Runs until it is ended or the process is gone; the process goes on afterwards.
"""

from __future__ import annotations

import os
import signal
import sys
import time
from contextlib import suppress


def throttle(pid: int, share: float, period: float) -> None:
    """Lets the process run for its share of every period."""
    due = time.perf_counter()
    with suppress(ProcessLookupError):
        while True:
            os.kill(pid, signal.SIGCONT)
            rest(due + period * share)
            os.kill(pid, signal.SIGSTOP)
            due += period
            rest(due)


def rest(until: float) -> None:
    if (left := until - time.perf_counter()) > 0:
        time.sleep(left)


def over(number: int, frame: object) -> None:
    sys.exit(0)


def main() -> None:
    pid, share = int(sys.argv[1]), float(sys.argv[2])
    signal.signal(signal.SIGTERM, over)
    try:
        throttle(pid, share, float(sys.argv[3]) / 1000 if len(sys.argv) > 3 else 0.004)
    finally:
        with suppress(ProcessLookupError):
            os.kill(pid, signal.SIGCONT)


if __name__ == "__main__":
    main()
