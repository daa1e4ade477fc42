"""House rules in English: a sentence is read as a rule, and a rule is put into words (README.md)."""

from .meaning import Meaning, Reading
from .sentences import LONGEST, SEEN_BY_PEOPLE, as_json, printed, read
from .writer import in_words

__all__ = ["LONGEST", "SEEN_BY_PEOPLE", "Meaning", "Reading", "as_json", "in_words", "printed", "read"]
