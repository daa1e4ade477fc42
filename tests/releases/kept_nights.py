"""`python -m tests.releases.kept_nights` compares how 3,000 random nights replay now and at an earlier commit.

The nights are made anew by seed, by the code of that commit in a checkout of its own, and so need not be kept. Every
fourth night is damaged in one place, so that refusals are compared too. The words of a `because` are not compared.
"""

import json
import os
import subprocess
import sys
import tempfile
from contextlib import suppress
from pathlib import Path
from random import Random
from typing import Any

from companion.domain import replay
from companion.domain.games import GAMES
from tests.views import random_evening

ROOT = Path(__file__).parents[2]
COMMIT, NIGHTS, STEPS = "21b382a", 3000, 90
SHEETS: list[dict[str, Any]] = [
    {"title": "Hearts"}, {"title": "Skat", "fine": 1, "stake": 2}, {"title": "Darts", "count": "wins", "rounds": 4},
    {"title": "Beer pong", "count": "losses", "fine": 2}, {"title": "Uno", "best": "least", "target": 50, "fine": 1},
]  # fmt: skip


def made(seed: int) -> bytes:
    """The night of this seed, as a file; the seeds take turns at the games."""
    kind = sorted(GAMES)[seed % len(GAMES)]
    known = random_evening.OPTIONS
    random_evening.OPTIONS = {kind: known.get(kind, SHEETS)}
    try:
        evening = random_evening.Evening(seed)
        for _ in range(STEPS):
            with suppress(AssertionError):  # a simulation does not know who has left since
                evening.step()
    finally:
        random_evening.OPTIONS = known
    file = replay.night_file(evening.log)
    return damaged(file, Random(seed)) if seed % 4 == 3 else file


def damaged(file: bytes, chance: Random) -> bytes:
    """The night with one value replaced by another one of the same night."""
    night = json.loads(file)
    events: list[dict[str, Any]] = night["events"]
    event = chance.choice(events[5:] or events)
    field = chance.choice([name for name in event if name not in ("seq", "at")])
    values = [other[field] for other in events if field in other and other[field] != event[field]]
    event[field] = chance.choice(values or [7])
    return json.dumps(night).encode()


def replayed(file: bytes) -> str:
    try:
        result = replay.result(replay.replayed(file))
    except replay.BadNight as bad:
        return str(bad)
    for charge in result["charges"]:
        del charge["because"]
    return json.dumps(result, ensure_ascii=False, indent=1) + "\n"


def make(folder: Path) -> None:
    """Writes all nights and their results into the folder."""
    for seed in range(NIGHTS):
        file = made(seed)
        (folder / f"{seed}.json").write_bytes(file)
        (folder / f"{seed}.txt").write_text(replayed(file), encoding="utf-8")


def compare(folder: Path) -> int:
    """How many nights of the folder this version replays to something else; each is printed."""
    different = 0
    for seed in range(NIGHTS):
        now = replayed((folder / f"{seed}.json").read_bytes())
        if now != (was := (folder / f"{seed}.txt").read_text(encoding="utf-8")):
            different += 1
            line = next(
                (pair for pair in zip(was.split("\n"), now.split("\n"), strict=False) if len(set(pair)) > 1), ""
            )
            print(f"night {seed}: {line}")
    print(f"{NIGHTS} nights made by {COMMIT}: {different} replay to something else")
    return different


def main() -> None:
    """Makes the nights by the earlier commit, unless a folder that has them is named, and compares."""
    folder = Path(sys.argv[1]) if len(sys.argv) > 1 else Path(tempfile.mkdtemp())
    if not (folder / f"{NIGHTS - 1}.txt").exists():
        folder.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryDirectory() as tree:
            subprocess.run(["git", "-C", ROOT, "worktree", "add", "--detach", tree, COMMIT], check=True)
            try:
                own = {**os.environ, "PYTHONPATH": tree, "PYTHONSAFEPATH": "1"}
                subprocess.run([sys.executable, __file__, "make", folder], cwd=tree, env=own, check=True)
            finally:
                subprocess.run(["git", "-C", ROOT, "worktree", "remove", "--force", tree], check=True)
    sys.exit(bool(compare(folder)))


if __name__ == "__main__":
    if sys.argv[1:2] == ["make"]:
        make(Path(sys.argv[2]))
    else:
        main()
