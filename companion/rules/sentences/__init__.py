"""House rules in English: a sentence read into when, who and how much, and a rule said in plain words."""

from .meaning import Mark, Meaning, Reading, as_json
from .reading import read
from .saying import said

__all__ = ["Mark", "Meaning", "Reading", "as_json", "read", "said"]
