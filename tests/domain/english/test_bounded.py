"""No sentence costs more work than it may, however often it repeats itself: counted in steps and calls."""

import random
import sys
from itertools import product

import pytest

from companion.domain.house_rules.english import read, reader
from companion.domain.house_rules.english.parser import MOST_STEPS, Effort
from companion.domain.house_rules.english.reader import LONGEST, TOO_MUCH, read_within
from companion.domain.house_rules.english.vocabulary import WORDS
from tests.table import cases

from .corpus import NOT_UNDERSTOOD, RULES, STAYS_TEXT

BINDING = ("and", "or", ",", "&", "of", "to the")
BEFORE = ("", "when a jack is played, ", "jack: ", "jack costs ")
AFTER = ("", "drink 1", "drinks two when a jack is played")
REPORTED = [f"{'u & ' * 32}drink 1", *(f"{words * 24}drink 1" for words in ("you and ", "leader and ", "left and "))]
PHRASES = ("jack or", "the player to the left of", "the dealer 1 and", "across and the", "whoever plays a jack and")
MOST_CALLS = 60 * MOST_STEPS  # of functions; most of them for the rules of the grammar


def repeated(words: str, place: int) -> str:
    """The words over and over in a sentence of 280 letters, with a beginning and an end by turns."""
    before, after = BEFORE[place % len(BEFORE)], AFTER[place % len(AFTER)]
    times = (LONGEST - len(before) - len(after)) // (len(words) + 1)
    return f"{before}{f'{words} ' * times}{after}"


def one_of_each() -> list[str]:
    """The shortest word of each kind, and some that are no words of the list."""
    shortest = {}
    for words, kind in sorted(WORDS.items(), key=lambda item: (len(" ".join(item[0])), item)):
        shortest.setdefault(kind, " ".join(words))
    return [*shortest.values(), "1", "first", "8s", '"a"', "J♥", "sequence", "yak"]


def hostile() -> list[str]:
    """Every word, pairs of kinds, kinds with a conjunction, and random mixes: always the same ones."""
    chance = random.Random(22)
    each = one_of_each()
    pairs = chance.sample([f"{one} {other}" for one, other in product(each, each)], 150)
    bound = chance.sample([f"{one} {word}" for one, word in product(each, BINDING)], 150)
    mixed = [" ".join(chance.choices(each, k=chance.randint(3, 6))) for _ in range(60)]
    every = [" ".join(words) for words in sorted(WORDS)]
    wild = [" ".join(chance.choices(each, k=70))[:LONGEST] for _ in range(60)]
    return [repeated(words, place) for place, words in enumerate([*every, *bound, *pairs, *mixed, *PHRASES * 4])] + wild


HOSTILE = hostile()


def steps(sentence: str) -> int:
    effort = Effort()
    read_within(sentence, effort)
    return effort.steps


class Enough(BaseException):
    """What is counted is past its bound: the rest would not end in our time."""


def calls(sentence: str) -> int:
    """How many functions are called to read a sentence that was not read before; ends past the most."""
    made = 0

    def count(frame: object, event: str, argument: object) -> None:
        nonlocal made
        made += event == "call"
        if made > MOST_CALLS:
            raise Enough

    before = sys.getprofile()
    sys.setprofile(count)
    try:
        read_within(sentence, Effort())
    except Enough:
        pass
    finally:
        sys.setprofile(before)
    return made


@pytest.mark.parametrize("every", [16, pytest.param(1, marks=pytest.mark.thorough)], ids=["a-few", "all"])
def test_no_text_takes_more_than_bounded_work(every):
    costly = sorted(HOSTILE[::every], key=steps, reverse=True)
    read("Whoever plays a jack drinks.")  # the grammar is made once

    assert [text for text in {*costly[:10], *costly[10::50]} if calls(text) > MOST_CALLS] == []


@cases(*REPORTED)
def test_a_sentence_that_could_mean_too_much_gets_that_as_its_reason(sentence):
    assert read(sentence).why == f"{TOO_MUCH} People watch for this rule."
    assert calls(sentence) <= MOST_CALLS


def test_the_longest_sentences_on_file_are_far_from_that():
    longest = sorted((sentence for sentence, _ in [*RULES, *NOT_UNDERSTOOD, *STAYS_TEXT]), key=len)[-100:]

    assert len(longest[-1]) < LONGEST / 2
    assert max(map(steps, longest)) < MOST_STEPS / 2


def test_a_text_that_is_too_long_is_not_read_at_all(monkeypatch):
    monkeypatch.setattr(reader, "split", None)

    assert read("u & " * 1_000_000).why.startswith("A rule is a sentence of at most")
    assert read("x" * (LONGEST + 1)).why.startswith("A rule is a sentence of at most")
