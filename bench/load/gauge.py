"""What a process costs, read from outside: memory it has to itself or shares, and processor time (Linux)."""

from __future__ import annotations

import os
import re
from collections.abc import Iterable
from contextlib import suppress
from pathlib import Path

TICKS = os.sysconf("SC_CLK_TCK") if hasattr(os, "sysconf") else 100


def memory(pids: Iterable[int]) -> float:
    """KiB of memory: the proportional share of what is had in common with others, else all; 0 where /proc is not."""
    return sum(map(_memory, pids))


def _memory(pid: int) -> float:
    for name, field in (("smaps_rollup", "Pss"), ("status", "VmRSS")):
        with suppress(OSError):
            if found := re.search(rf"^{field}:\s+(\d+)", Path(f"/proc/{pid}/{name}").read_text(), re.M):
                return float(found[1])
    return 0.0


def cpu(pids: Iterable[int]) -> float:
    """Seconds of processor time used so far; 0 where /proc is not."""
    return sum(map(_cpu, pids))


def _cpu(pid: int) -> float:
    with suppress(OSError):
        fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
        return (int(fields[11]) + int(fields[12])) / TICKS
    return 0.0


def unsent(ports: Iterable[int]) -> int:
    """To how many of these ports something is sent that is not taken; 0 where /proc is not."""
    those = {f"0100007F:{port:04X}" for port in ports}
    with suppress(OSError):
        lines = [line.split() for line in Path("/proc/net/tcp").read_text().splitlines()[1:]]
        return sum(line[2] in those and int(line[4].split(":")[0], 16) > 0 for line in lines)
    return 0


def busy() -> float:
    """Processor seconds the whole machine has worked; 0 where /proc is not."""
    with suppress(OSError):
        fields = [int(field) for field in Path("/proc/stat").read_text().splitlines()[0].split()[1:]]
        return (sum(fields[:3]) + sum(fields[5:8])) / TICKS
    return 0.0
