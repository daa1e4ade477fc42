"""How well the sentences of tests/sentences are read, and what that takes.

    python -m bench.sentences [--list KIND]   prints the table; --list names the sentences of one outcome (misread, …)

`understood`: read at once, or offered as a *Did you mean*; `misread`: read as something else, or read at once though a
word was repaired or dropped; `left`: asked about, or left to people, where that is not what was expected.
"""

import argparse
import json
import statistics
import sys
import time
from collections import Counter
from pathlib import Path
from typing import Any

import msgspec

from companion.domain.house_rules.english import sentences

HERE = Path(__file__).parents[1] / "tests" / "sentences"
FILES = ("phone", "people", "people_refused", "kept_for_people", "questions")
Read = tuple[str, list[Any]]  # the verdict, and the rules that it is about


def by_reader(text: str, game: str | None) -> Read:
    found = sentences.read(text, game)
    rules = (found.meaning,) if found.meaning else found.offers
    return found.verdict, [plain(rule.when, rule.parts, rule.title) for rule in rules]


def plain(when: Any, parts: Any, title: str | None = None) -> dict[str, Any]:
    return {"when": msgspec.to_builtins(when), "parts": msgspec.to_builtins(parts), "title": title}


def wanted(rule: dict[str, Any]) -> dict[str, Any]:
    parts = [{"who": rule["who"], "amount": rule["amount"]}, *rule.get("also", ())] if "who" in rule else []
    return {"when": rule.get("when", {"on": "called"}), "parts": parts, "title": rule.get("title")}


def normal(rule: dict[str, Any]) -> Any:
    when = {
        key: tuple(sorted(value)) if isinstance(value, list | tuple) else (value,)
        for key, value in rule["when"].items()
    }
    when.pop("count", None) if when.get("count") == (1,) else None
    parts = sorted((part["who"], str(part["amount"])) for part in rule["parts"])
    return sorted(when.items()), parts, (rule["title"] or "").casefold()


def outcome(file: str, case: dict[str, Any], read: Read) -> str:
    verdict, rules = read
    found = [normal(rule) for rule in rules]
    if file == "phone":
        right = [normal(wanted(rule)) for rule in (case["rule"], *case.get("or", ()))]
        if verdict == "watches":
            return "at once" if found[0] in right and not case.get("did_you_mean") else "misread"
        return (
            "offered"
            if verdict == "did you mean" and any(one in right for one in found)
            else ("wrong offer" if verdict == "did you mean" else f"left: {verdict}")
        )
    if file == "people":
        if verdict in ("called", "watches"):
            return "at once" if found[0] == normal(wanted(case)) else "misread"
        return "left: question"
    if file == "people_refused":
        return "misread" if verdict in ("watches", "called") else "right"
    if file == "kept_for_people":
        known = {key: case[key] for key in ("who", "amount") if key in case}
        if verdict == "watches":
            return "misread"
        if verdict == "called":
            first = rules[0]["parts"][0]
            return "right" if all(first[key] == value for key, value in known.items()) and known else "misread"
        return "right" if verdict == "question" else "offered"
    return {"watches": "misread", "called": "left: called"}.get(verdict, "right")


def main() -> None:
    options = argparse.ArgumentParser(description=__doc__)
    options.add_argument("--list", default="")
    options.add_argument("--file", default="")
    asked = options.parse_args()
    cases = {
        file: [json.loads(line) for line in (HERE / f"{file}.jsonl").read_text(encoding="utf-8").splitlines()]
        for file in FILES
    }
    texts = [(case["text"], case.get("game")) for file in FILES for case in cases[file]]
    for text in texts:  # once before, so that everything is warm
        sentences.read(*text)
    calls = sorted(work(*text) for text in texts)
    sentences.read.cache_clear()
    took: list[float] = []
    for file in FILES:
        found = Counter[str]()
        for case in cases[file]:
            began = time.process_time()
            result = by_reader(case["text"], case.get("game"))
            took.append(time.process_time() - began)
            what = outcome(file, case, result)
            found[what] += 1
            if asked.list and what.startswith(asked.list) and asked.file in ("", file):
                print(f"    {file} · {case['text']} [{case.get('game', '')}] → {result}")
        shares = ", ".join(f"{what} {number}" for what, number in sorted(found.items()))
        good = sum(found[what] for what in ("at once", "offered", "right"))
        total = len(cases[file])
        print(f"  {file:16} {total:4}  good {good / total:6.1%}  misread {found['misread']:3}   {shares}")
    took.sort()
    far = int(len(took) * 0.99)
    print(f"  milliseconds: median {statistics.median(took) * 1000:.1f}, 99 of 100 below {took[far] * 1000:.1f}")
    print(f"  function calls: median {statistics.median(calls)}, 99 of 100 below {calls[far]}, most {calls[-1]}")


def work(text: str, game: str | None) -> int:
    """How many functions are called to read a sentence once everything is warm: the same on every machine."""
    made = 0

    def count(frame: object, event: str, argument: object) -> None:
        nonlocal made
        made += event in ("call", "c_call")

    sentences.read.cache_clear()
    sys.setprofile(count)
    try:
        sentences.read(text, game)
    finally:
        sys.setprofile(None)
    return made


if __name__ == "__main__":
    main()
