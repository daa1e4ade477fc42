"""House rules in English: a sentence is read as a rule, and a rule is put into words (README.md)."""

from .meaning import Meaning, Reading
from .sentences import LONGEST, printed, read
from .writer import in_words

__all__ = ["LONGEST", "Meaning", "Reading", "in_words", "printed", "read"]
