"""The table of shapes: each example is read by the shape under which it stands, and each shape can be said."""

import pytest

from companion.domain.games import THINGS
from companion.domain.house_rules.english import read
from companion.domain.house_rules.english.parts import consequences, triggers
from companion.domain.house_rules.english.sentences import prepared
from companion.domain.house_rules.english.shapes import Node, entries, lists
from companion.domain.house_rules.english.slots import SLOTS
from companion.domain.house_rules.english.words import kinds, lexicon, several
from tests.table import row

EXAMPLES = [(entry, way) for name, _, entry, way in entries() if name == "e.g."]
FILLERS = kinds()["filler"]
MEANT = several("with for after not no but only until every each all both most least first two twice again or and")


def test_each_example_is_read_by_its_shape():
    for name, example in EXAMPLES:
        with row(name, example):
            kind, *fixed = name.split()
            when = read(example).meaning.when
            if "." in kind:
                assert when.on == kind
                for field, value in (one.split("=") for one in fixed):
                    assert str(when.detail(field)).lower() == value


def nodes(node):
    return [node, *(one for behind in node.after.values() for one in nodes(behind))]


def test_each_trigger_and_each_consequence_has_an_example():
    for heading in ("triggers", "consequences"):
        shapes = {dict(values)["shape"] for node in nodes(lists()[heading]) for values in node.ends}
        assert shapes - {entry.split()[0] for entry, _ in EXAMPLES} == {when.on for when in THINGS} & shapes


def test_every_list_that_a_way_names_is_a_list_or_a_slot_or_a_kind_with_a_value():
    named = {name for tree in lists().values() for node in nodes(tree) for name, *_ in node.lists}

    assert named - lists().keys() - SLOTS.keys() == {"num", "nums", "nth", "once", "quoted"}


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
        ("play [trick / the card]", "play the card", True),
        ("(a sip|next) each", "a sip each", True),
    ],
)
def test_a_pattern_says_what_may_stand_in_a_sentence(pattern, words, matches):
    sentence, node, found = prepared(words, None), Node(), []
    node.add(pattern, ())
    sentence.walk(node, 0, (), found)

    assert any(end == sentence.size for end, _ in found) == matches


def test_a_sentence_is_a_trigger_and_its_consequences():
    sentence = prepared("Whoever plays a jack drinks 2 and the dealer drinks 1", None)

    assert {one.end for one in triggers(sentence, 0)} == {4}
    assert {(end, len(chain)) for end, chain in consequences(sentence, 4)} >= {(6, 1), (10, 2)}
