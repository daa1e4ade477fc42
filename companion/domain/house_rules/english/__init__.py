"""House rules in English: a sentence is read as a rule (when, who, how much), and a rule is put into words.

To teach the reader: a new word goes into the list in vocabulary.py. A new way to word a rule goes into grammar.lark,
and its meaning into the method of that name in triggers.py (what sets a rule off) or drinkers.py (who drinks how much).
"""

from .meaning import Mark, Meaning, Reading, as_json
from .reader import read
from .writer import in_words

__all__ = ["Mark", "Meaning", "Reading", "as_json", "in_words", "read"]
