"""House rules in English: a sentence is read as a rule (when, who, how much), and a rule is put into words.

To teach the reader: a new word goes into words.txt, to the others of its kind. A new way to word a rule is a line in
chunks.txt, under the name of what it means; the function of that name in chunks.py makes the trigger of its words.
"""

from .charges import Meaning
from .sentences import LONGEST, SEEN_BY_PEOPLE, Reading, as_json, printed, read
from .writer import in_words

__all__ = ["LONGEST", "SEEN_BY_PEOPLE", "Meaning", "Reading", "as_json", "in_words", "printed", "read"]
