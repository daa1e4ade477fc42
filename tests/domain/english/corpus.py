"""The sentences on file: what a table may type, and what the companion makes of it.

Each line is a sentence and, after ` => `, what is expected: in `understood.txt` the rule it means, in `charges.txt`
whom a rule that people call costs what, in `fines.txt` what its card proposes. `wordings.txt` has a rule and below it
the ways to word it, `never_watched.txt` sentences that must not fire by themselves, `never_watched_in_games.txt` some
for the game that they name, `in_words.txt` rules and how the companion words them. A line with `#` is a heading.
"""

import json
from functools import cache
from pathlib import Path
from typing import Any

from companion.domain.house_rules import english

read = cache(english.read)  # several tests read the same sentences
HERE = Path(__file__).parent
Row = tuple[str, Any]


def lines(name: str) -> list[str]:
    return [line for line in (HERE / name).read_text(encoding="utf-8").splitlines() if line and line[0] != "#"]


def pairs(name: str) -> list[tuple[str, str]]:
    """What is before and after the last arrow of each line."""
    split = [line.rpartition(" => ") for line in lines(name)]
    return [(before, after) for before, _, after in split]


def wordings() -> list[Row]:
    """Each sentence with the rule above it in the file."""
    found: list[Row] = []
    rule = None
    for line in lines("wordings.txt"):
        if line.startswith("{"):
            rule = json.loads(line)
        else:
            found.append((line.strip(), rule))
    return found


UNDERSTOOD: list[Row] = [(sentence, json.loads(rule)) for sentence, rule in pairs("understood.txt")]
NEVER_WATCHED = lines("never_watched.txt")
NEVER_IN_GAMES = pairs("never_watched_in_games.txt")
WORDINGS = wordings()
CHARGES = pairs("charges.txt")
IN_WORDS: list[Row] = [(json.loads(rule), sentence) for rule, sentence in pairs("in_words.txt")]
RULES = [*UNDERSTOOD, *WORDINGS]
"""Every sentence that means a rule, with that rule."""
PHRASED = sorted((HERE.parents[1] / "sentences").glob("*.jsonl"))
SENTENCES = [json.loads(line)["text"] for file in PHRASED for line in file.read_text(encoding="utf-8").splitlines()]
"""Those of tests/sentences, as people type them."""
