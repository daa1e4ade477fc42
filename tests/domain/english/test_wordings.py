"""What a reading has beside the rule: the unknown words, the reasons, and where each part of the rule was typed."""

import re

import msgspec
from hypothesis import given
from hypothesis import strategies as st

from companion.domain.house_rules.english import Mark, Meaning, as_json, read
from companion.domain.house_rules.model import CardPlayed, Part, When
from tests.table import cases

from .corpus import WORDINGS

ALWAYS = ["not", "never", "don't", "isn’t", "cannot", "unless", "Except", "other than", "but"]


@given(st.sampled_from([sentence for sentence, _ in WORDINGS]), st.sampled_from(ALWAYS), st.data())
def test_a_negation_unless_or_except_anywhere_keeps_a_rule_with_people(sentence, word, data):
    words = re.findall(r"[“‘«][^”’»]*[”’»]|\S+", sentence)
    place = data.draw(st.integers(0, len(words)))
    reading = read(" ".join([*words[:place], word, *words[place:]]))

    assert reading.meaning is None
    assert reading.parts == ()
    assert f"“{word}”" in reading.why


def test_every_word_not_known_is_named_as_typed_and_once():
    reading = read("When Ann sneezes, Ann’s  LEFT neighbour sings “cheers” & dances.")

    assert reading.unknown == ("Ann", "sneezes", "Ann", "sings", "dances")
    assert reading.why == "Not understood: “Ann”, “sneezes”, “sings”, “dances”. People watch for this rule."


def test_a_negation_is_named_beside_the_words_not_known():
    reading = read("Whoever never sneezes drinks")

    assert reading.unknown == ("sneezes",)
    assert reading.why.startswith("Not understood: “sneezes”. Rules with “never” are for people to judge.")
    assert reading.why.endswith("People watch for this rule.")


def test_two_ways_to_read_a_sentence_are_both_in_the_reason():
    reading = read("Whoever plays a jack, the dealer and the leader drink two.")

    assert reading.meaning is None
    assert "“Whoever plays a jack drinks 2, the dealer drinks 2 and the leader drinks 2.” or" in reading.why


def test_a_name_that_boxes_of_two_games_share_names_neither():
    assert read("Whoever gets five of a kind drinks.").meaning
    assert read("Whoever gets four of a kind drinks.").meaning is None


@cases(
        (
            "When a jack is played,  the player to his left drinks twice, and the dealer one.",
            "when=a jack is played; who=the player to his left; amount=twice; who=the dealer; amount=one",
        ),
        ("Two sips for whoever  plays a jack", "amount=Two sips; who=whoever; when=plays a jack"),
        (
            "The player to the left of anyone who says “yak” drinks.",
            "who=The player to the left of anyone who; when=says “yak”",
        ),
        ("You drink when you miss your bid", "who=You; when=you miss your bid"),
        ("Drink a sip if you drop out!", "amount=a sip; when=you drop out"),
        (
            "A seven costs all others 2 and the dealer 3",
            "when=A seven; who=all others; amount=2; who=the dealer; amount=3",
        ),
    )  # fmt: skip
def test_when_who_and_how_much_are_marked_where_they_were_typed(sentence, marked):
    reading = read(sentence)
    marks = [f"{mark.part}={sentence[mark.start : mark.end]}" for mark in reading.marks]

    assert "; ".join(marks) == marked
    assert list(reading.marks) == sorted(reading.marks, key=lambda mark: mark.start)
    assert all(one.end <= other.start for one, other in zip(reading.marks, reading.marks[1:], strict=False))


def test_a_reading_is_plain_data():
    assert read("Jack: left 2") == read("Jack: left 2")
    assert read("Jack: left 2").marks[0] == Mark(0, 4, "when")
    assert read("Jack: left 2").meaning == Meaning(CardPlayed(rank="J"), (Part("left", 2),))


def test_a_rule_is_written_as_the_night_format_writes_it():
    meaning = read("When a red jack is led, the dealer drinks 2 and the leader drinks 1.").meaning

    assert as_json(meaning) == {
        "when": {"on": "card.played", "rank": "J", "suit": ["H", "D"], "led": True},
        "who": "dealer",
        "amount": 2,
        "also": [{"who": "leader", "amount": 1}],
    }
    assert msgspec.convert(as_json(meaning)["when"], When) == meaning.when


@cases("", " ", "\n", ".", "…", "🍺", "a" * 281, "'", "“”", "-", "((", "\x00", "jack " * 56)
def test_what_is_no_sentence_is_no_rule(text):
    reading = read(text)

    assert reading.meaning is None
    assert reading.why
