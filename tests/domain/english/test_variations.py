"""No part of a sentence is ignored: another number, card, side or box in it is another rule, or none."""

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.domain.house_rules.english import Reading, as_json, read
from companion.domain.house_rules.english.reader import LONGEST, MOST_BOXES, MOST_WORDS

from .corpus import RULES, in_any_order

ROUNDS = [
    "one two three four", "1 2 3 4", "20 25 30 40 50", "twice thrice", "first second third fourth fifth",
    "jack queen king", "jacks queens kings aces", "seven eight nine", "hearts clubs spades diamonds",
    "heart club spade diamond", "red black", "left right across", "dealer leader", "neighbours dealer",
    "misses makes", "missed made", "zero something",
]  # fmt: skip
OTHER = {
    word: other
    for words in map(str.split, ROUNDS)
    for word, other in zip(words, [*words[1:], words[0]], strict=True)
}  # fmt: skip
SENTENCES = [sentence for sentence, _ in RULES]
QUOTED = re.compile(r"[“‘«\"'][^“”‘’«»\"]*[”’»\"']")


def changed(sentence):
    """The sentence with one word for a number, a card, a side or a box replaced by another."""
    quoted = [place.span() for place in QUOTED.finditer(sentence)]
    words = [word for word in re.finditer(r"\w+", sentence) if word[0].casefold() in OTHER]
    words = [word for word in words if not any(start < word.start() < end for start, end in quoted)]
    word = words[len(sentence) % len(words)] if words else None
    return word and sentence[: word.start()] + OTHER[word[0].casefold()] + sentence[word.end() :]


@pytest.mark.thorough
def test_another_number_card_side_or_box_is_another_rule():
    others = {other: rule for sentence, rule in RULES if (other := changed(sentence))}
    read_as = {other: meaning for other in others if (meaning := read(other).meaning)}

    assert len(read_as) > 600
    assert [other for other in read_as if in_any_order(as_json(read_as[other])) == in_any_order(others[other])] == []


@given(st.sampled_from(SENTENCES), st.sampled_from(["shout", "upper", "spaced", "stopped"]))
def test_how_it_is_typed_changes_nothing(sentence, way):
    ways = {
        "shout": sentence.rstrip(".! ") + "!!",
        "upper": sentence if QUOTED.search(sentence) else sentence.upper(),
        "spaced": "  " + sentence.replace(" ", "   ") + " ",
        "stopped": sentence.rstrip(".! ") + " …",
    }

    assert read(ways[way]).meaning == read(sentence).meaning


def test_a_rule_has_an_end():
    assert _why(" ".join(["jack"] * (MOST_WORDS + 1))) == f"at most {LONGEST} letters and {MOST_WORDS} words"
    assert _why("jack" * LONGEST) == f"at most {LONGEST} letters and {MOST_WORDS} words"
    assert "too many boxes" in read("all " * (MOST_BOXES + 1)).why
    assert read(" ".join(["please"] * MOST_WORDS)).meaning is None


def _why(sentence: str) -> str:
    reading = read(sentence)
    assert reading == Reading(sentence, why=reading.why)
    return reading.why.removeprefix("A rule is a sentence of ").rstrip(".")
