"""House rules in English: a sentence read into when, who and how much, and a rule said in plain words."""

from .meaning import Mark, Meaning, Reading, as_json
from .reader import read
from .writer import said

__all__ = ["Mark", "Meaning", "Reading", "as_json", "read", "said"]
