"""The table of shapes: each example is read by the shape under which it stands, and each shape can be said."""

import pytest

from companion.domain.house_rules.english import read
from companion.domain.house_rules.english.parts import consequences, triggers
from companion.domain.house_rules.english.sentences import prepared
from companion.domain.house_rules.english.shapes import pattern_of, table
from companion.domain.house_rules.english.words import kinds, lexicon, several
from tests.table import row

FILLERS = kinds()["filler"]
MEANT = several("with for after not no but only until every each all both most least first two twice again or and")


def test_each_example_is_read_by_its_shape():
    for name, example in table().examples:
        with row(name, example):
            kind, *fixed = name.split()
            reading = read(example)
            assert reading.meaning is not None
            if "." in kind:
                assert reading.meaning.when.on == kind
                assert all(str(reading.meaning.when.detail(field)).lower() == value for field, value in pairs(fixed))


def pairs(fixed):
    return [one.split("=") for one in fixed]


def test_each_trigger_and_each_consequence_has_two_or_three_examples():
    for heading in ("triggers", "consequences"):
        named = {" ".join([shape.name, *("=".join(one) for one in shape.fixed)]) for shape in table().shapes[heading]}
        counts = {name: sum(one == name for one, _ in table().examples) for name in named}
        assert {name for name, count in counts.items() if not count >= 1} == set()


def test_every_part_that_a_shape_names_is_a_list_or_a_slot():
    for shapes in table().shapes.values():
        for shape in shapes:
            sentence = prepared("whoever plays a jack of hearts drinks 2", None)
            for at in range(sentence.size):
                sentence.ways(shape.pattern, at)


def test_at_most_forty_words_say_nothing_and_none_of_them_has_a_meaning():
    assert len(FILLERS) <= 40
    assert MEANT.isdisjoint(FILLERS)
    assert [word for word in FILLERS if set(lexicon()[tuple(word.split("_"))]) != {"filler"}] == []


@pytest.mark.parametrize(
    ("pattern", "words", "matches"),
    [
        ("play [the] trick|card", "play card", True),
        ("play [the] trick|card", "playing the cards", True),
        ("play [the] trick|card", "play the the card", False),
        ("(a sip|next) each", "a sip each", True),
        ("[(a sip|next)] each", "each", True),
    ],
)
def test_a_pattern_says_what_may_stand_in_a_sentence(pattern, words, matches):
    sentence = prepared(words, None)

    assert any(end == sentence.size for end, _ in sentence.ways(pattern_of(pattern), 0)) == matches


def test_a_sentence_is_a_trigger_and_its_consequences():
    sentence = prepared("Whoever plays a jack drinks 2 and the dealer drinks 1", None)

    assert {one.end for one in triggers(sentence, 0)} == {4}
    assert {(end, len(chain)) for end, chain in consequences(sentence, 4)} >= {(6, 1), (10, 2)}
