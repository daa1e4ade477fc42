"""No sentence costs more work than it may, however often it repeats itself: counted in calls of functions."""

import random

import pytest

from bench.sentences import work
from companion.domain.house_rules.english import LONGEST, read, sentences
from companion.domain.house_rules.english.words import WORDS
from tests.table import cases

MOST_CALLS = 200_000  # once the tables are made
KINDS = [words[0].strip("~").replace("_", " ") for name, words in WORDS.items() if not name.startswith("*")]
BINDING = ("and", "or", ",", "&", "of", "to the", "drink 1,", "whoever plays a")


def hostile():
    """Each kind of word with each that binds, over and over, and random mixes: always the same ones."""
    chance = random.Random(25)
    bound = [f"{one} {word} " * LONGEST for one in KINDS for word in BINDING]
    mixed = [" ".join(chance.choices([*KINDS, "jakc", "drnik"], k=80)) for _ in range(200)]
    return [text[:LONGEST].strip() for text in (*bound, *mixed)]


@pytest.mark.parametrize("every", [16, pytest.param(1, marks=pytest.mark.thorough)], ids=["a-few", "all"])
def test_no_text_takes_more_than_bounded_work(every):
    read("Whoever plays a jack drinks.")

    assert [text for text in hostile()[::every] if work(text, None) > MOST_CALLS] == []


@cases("u & " * 1_000_000, "x" * (LONGEST + 1))
def test_a_text_that_is_too_long_is_not_read_at_all(text):
    before, sentences.settled = sentences.settled, None
    try:
        assert read(text).why.startswith("A rule is a sentence of at most")
    finally:
        sentences.settled = before
