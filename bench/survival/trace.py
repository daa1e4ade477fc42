"""What a server wrote to its database and when it was synced, as strace saw it; and what a power cut leaves of it."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import NamedTuple

CALLS = "pwrite64,ftruncate,unlink,fdatasync,fsync"
FULLY = ("-ttt", "-T", "-y", "-xx", "-s", "1000000")  # instants, how long it took, names of files, all bytes
STRACE = ("strace", "-D", "-f", *FULLY, "--seccomp-bpf", "-e", f"trace={CALLS}", "-o")
SECTOR = 512  # bytes; less than that a disk does not write
LINE = re.compile(r"(\d+) +(\d+\.\d+) (?:<\.\.\. )?(\w+)(.*)$")
FILE = re.compile(r"\(\d+<([^>]*)>|\(\"([^\"]*)\"")
DATA = re.compile(r"\"([^\"]*)\"")
NUMBERS = re.compile(r", (\d+)")
TOOK = re.compile(r"<(\d+\.\d+)>$")


class Step(NamedTuple):
    """One thing that a file went through at an instant: `write` (at an offset), `cut` (to a length), `gone`, `sync`."""

    at: float
    began: float
    kind: str
    file: str
    offset: int = 0
    data: bytes = b""


KINDS = {"pwrite64": "write", "ftruncate": "cut", "unlink": "gone", "fdatasync": "sync", "fsync": "sync"}


def steps(trace: Path, names: tuple[str, ...]) -> list[Step]:
    """Everything that happened to the files of these names, each when the system had done it, in that order."""
    return sorted(step for step in _steps(trace) if step.file in names)


def _steps(trace: Path) -> Iterator[Step]:
    begun: dict[str, tuple[float, str]] = {}
    with trace.open() as lines:
        for found in map(LINE.match, lines):
            if found is None or found[3] not in KINDS:
                continue
            thread, at, call, rest = found[1], float(found[2]), found[3], found[4]
            if rest.endswith("<unfinished ...>"):
                begun[thread] = at, rest
                continue
            if " resumed>" in rest:
                at, words = begun.pop(thread)
                rest = words.replace("<unfinished ...>", "") + rest
            if " = -1 " not in rest:
                yield _step(at, KINDS[call], rest)


def _step(at: float, kind: str, rest: str) -> Step:
    named, took = FILE.search(rest), TOOK.search(rest)
    assert named is not None, rest
    assert took is not None, rest
    path = _bytes(named[1] or named[2]).decode()
    done = at + float(took[1])
    if kind == "write":
        data = DATA.search(rest)
        assert data is not None, rest
        return Step(at, at, kind, path, int(NUMBERS.findall(rest[data.end() :])[1]), _bytes(data[1]))
    length = int(NUMBERS.findall(rest)[0]) if kind == "cut" else 0
    return Step(done if kind == "sync" else at, at, kind, path, length)


def _bytes(escaped: str) -> bytes:
    return bytes.fromhex(escaped.replace("\\x", ""))


class Disk:
    """Files of which only what was synced is sure to be there when the power goes."""

    def __init__(self) -> None:
        self.sure: dict[str, bytearray] = {}
        self.unsure: dict[str, list[Step]] = {}

    def take(self, step: Step) -> None:
        """The next step; a sync makes sure of what was written before it began."""
        waiting = self.unsure.setdefault(step.file, [])
        if step.kind == "sync":
            for each in [each for each in waiting if each.at <= step.began]:
                put(self.sure.setdefault(step.file, bytearray()), each)
                waiting.remove(each)
        elif step.kind == "gone":
            self.sure.pop(step.file, None)
            waiting.clear()
        else:
            waiting.append(step)

    def after_a_cut(self, chance: Random, luck: float) -> dict[str, bytes]:
        """The files when the power comes back: of what was not sure each sector with this much luck."""
        left = {}
        for name in {*self.sure, *self.unsure}:
            content = bytearray(self.sure.get(name, b""))
            for step in self.unsure.get(name, []):
                for part in sectors(step):
                    if chance.random() < luck:
                        put(content, part)
            left[name] = bytes(content)
        return left


def sectors(step: Step) -> Iterator[Step]:
    """A write in the pieces of which a disk may lose one and keep another."""
    if step.kind != "write":
        yield step
        return
    start, end = step.offset, step.offset + len(step.data)
    while start < end:
        upto = min(end, (start // SECTOR + 1) * SECTOR)
        yield step._replace(offset=start, data=step.data[start - step.offset : upto - step.offset])
        start = upto


def put(content: bytearray, step: Step) -> None:
    """Does to a file what the step did."""
    if step.kind == "cut":
        del content[step.offset :]
    else:
        content.extend(bytes(max(0, step.offset - len(content))))
        content[step.offset : step.offset + len(step.data)] = step.data
