"""House rules in English: a sentence read as a rule (when, who, how much), and a rule put into words."""

from .meaning import Mark, Meaning, Reading, as_json
from .reader import read
from .writer import in_words

__all__ = ["Mark", "Meaning", "Reading", "as_json", "in_words", "read"]
