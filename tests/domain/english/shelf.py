"""The sentences on file: what a table may type, and what a referee would write down.

`understood.txt` has one sentence a line and the rule it means, `not_understood.txt` one that stays a rule for people to
call, and the reason; `wordings.txt` one rule and below it the ways to say it, `stays_text.txt` what people are told of
a sentence that stays text. Lines that begin with `#` are headings.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

HERE = Path(__file__).parent
Row = tuple[str, Any]


def lines(name: str) -> list[str]:
    return [line for line in (HERE / name).read_text(encoding="utf-8").splitlines() if line and line[0] != "#"]


def pairs(name: str) -> list[tuple[str, str]]:
    """The sentences of a file, each with what stands behind its last arrow."""
    split = [line.rpartition(" => ") for line in lines(name)]
    return [(sentence, rest) for sentence, _, rest in split]


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


def in_any_order(value: Any) -> Any:
    """The same rule with every list of ranks or suits sorted, because it means the same in any order."""
    when = {key: sorted(named) if isinstance(named, list) else named for key, named in value["when"].items()}
    return value | {"when": when}


UNDERSTOOD: list[Row] = [(sentence, json.loads(rule)) for sentence, rule in pairs("understood.txt")]
NOT_UNDERSTOOD = pairs("not_understood.txt")
WORDINGS = wordings()
KEPT = pairs("stays_text.txt")
