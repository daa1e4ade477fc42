"""No sentence costs more work than it may, however often it repeats itself: counted in calls and in readings."""

import random
import sys

import pytest

from companion.domain.house_rules.english import LONGEST, read, sentences
from companion.domain.house_rules.english.words import kinds
from tests.table import cases

MOST_CALLS = 200_000  # once the tables are made
KINDS = [some[0].replace("_", " ") for some in kinds().values()]
BINDING = ("and", "or", ",", "&", "of", "to the", "drink 1,", "whoever plays a")


def hostile():
    """Each kind of word with each that binds, over and over, and random mixes: always the same ones."""
    chance = random.Random(25)
    bound = [f"{one} {word} " * LONGEST for one in KINDS for word in BINDING]
    mixed = [" ".join(chance.choices([*KINDS, "jakc", "drnik"], k=80)) for _ in range(200)]
    cards = [f"nineteen too nick {card} " + f"{card} " * LONGEST for card in ("queen", "ace", "9s")]
    return [text[:LONGEST].strip() for text in (*cards, *bound, *mixed)]


def calls(text):
    """How many functions are called to read a sentence once everything is warm: the same on every machine."""
    made = 0

    def count(frame, event, argument):
        nonlocal made
        made += event in ("call", "c_call")

    read.cache_clear()
    sys.setprofile(count)
    try:
        read(text)
    finally:
        sys.setprofile(None)
    return made


@pytest.mark.parametrize("every", [16, pytest.param(4, marks=pytest.mark.thorough)], ids=["a-few", "more"])
def test_no_text_takes_more_than_bounded_work(every):
    texts = hostile()[::every]
    for text in texts:
        read(text)

    assert [text for text in texts if calls(text) > MOST_CALLS] == []


@cases("u & " * 1_000_000, "x" * (LONGEST + 1))
def test_a_text_that_is_too_long_is_not_read_at_all(text):
    before, sentences.prepared = sentences.prepared, None
    try:
        assert read(text).why.startswith("A rule is a sentence of at most")
    finally:
        sentences.prepared = before
