"""What a refusal says to a player: whole sentences, without the words of the machine."""

from __future__ import annotations

import re

PLAIN = (
    (r".*is not an event of the night or of the game that is on$", "that cannot be entered now"),
    (r"^(the event|\w+) needs field (\w+)$", r"please fill in the \2"),
    (r"\[\d+\]", ""),
    (r"must be `int` <= (\d+)", r"is \1 at most"),
    (r"must be `int` >= (\d+)", r"is \1 at least"),
    (r"must be `int`.*", "must be a number"),
    (r"must be `.*", "is not as it should be"),
    (r"Integer value out of range", "is too large"),
    (r"(Invalid value|is not one of the choices:) .*", "is not one of the choices"),
    (r" \(after the (undo|change) in event \d+\)$", ""),
)


def sentence(words: str) -> str:
    """The rules' words as a sentence with a capital and a full stop."""
    for machine, plain in PLAIN:
        words = re.sub(machine, plain, words, flags=re.S)
    whole = words[:1].upper() + words[1:]
    return whole if whole.endswith((".", "!", "?")) else whole + "."
