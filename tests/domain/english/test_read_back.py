"""A rule put into plain words is the same rule when it is read again, whichever rule it is."""

import subprocess
import sys

import msgspec
from hypothesis import example, given
from hypothesis import strategies as st
from msgspec import UNSET
from msgspec.structs import replace

from companion.domain.cards import RANKS, SUITS
from companion.domain.games import BOXES, GAMES
from companion.domain.house_rules.english import Meaning, in_words, read
from companion.domain.house_rules.english.reader import LONGEST
from companion.domain.house_rules.model import (
    BidMade,
    BidMissed,
    BoxScored,
    Called,
    CardPlayed,
    Declared,
    DroppedOut,
    Part,
    Revealed,
    TrickNobody,
    TrickWon,
    Who,
    check_when,
)
from tests.table import cases

from .corpus import IN_WORDS

BARE = [TrickNobody(), BidMade(), BidMissed(), Declared(), Revealed(), DroppedOut(), Called()]
COUNTS = st.integers(1, 1_000_000_000)


def one_or_several(signs):
    several = st.lists(st.sampled_from(signs), min_size=1, unique=True).map(tuple)
    return st.just(UNSET) | st.sampled_from(signs) | several


RANK, SUIT, TRUE = one_or_several(RANKS), one_or_several(SUITS), st.sampled_from([UNSET, True])
WHEN = (
    st.builds(CardPlayed, rank=RANK, suit=SUIT, led=TRUE)
    | st.builds(TrickWon, trick=st.just(UNSET) | COUNTS, with_rank=RANK, with_suit=SUIT)
    | st.builds(
        BoxScored,
        box=st.just(UNSET) | st.sampled_from(list(BOXES)),
        zero=TRUE,
        at_least=st.just(UNSET) | st.integers(0, 100) | COUNTS,
    )
    | st.sampled_from(BARE)
)
PARTS = st.lists(
    st.builds(Part, st.sampled_from([who for who in Who.__args__ if who != "previous"]), st.integers(1, 5)),
    min_size=1,
    max_size=3,
)
MEANING = st.builds(Meaning, WHEN, PARTS.map(tuple))
WORDS = ["whoever", "when", "the", "jack", "player", "plays", "drinks", "two", "left", ",", "and", ":", "to", "his",
         "everyone", "not", "trick", "takes", "5", "same", "'", "“"]  # fmt: skip
ALL_TO_CHOOSE = (Part("chosen", 5),) * 3


def plain(meaning: Meaning) -> Meaning:
    """The same rule with every list of one rank or suit as that rank or suit, as it is read."""
    when = meaning.when
    lists = {field: getattr(when, field) for field in when.__struct_fields__}
    ones = {field: named[0] for field, named in lists.items() if isinstance(named, tuple) and len(named) == 1}
    return replace(meaning, when=replace(when, **ones))


@given(MEANING)
@example(Meaning(TrickWon(1_000_000_000, tuple(RANKS), tuple("SHD")), ALL_TO_CHOOSE))
@example(Meaning(TrickNobody(), (Part("player", 1), *ALL_TO_CHOOSE[:2])))
@example(Meaning(CardPlayed(("J", "Q"), ("H", "D")), (Part("dealer", 1), Part("others", 1), Part("player", 1))))
@example(Meaning(TrickWon(1_000_000_000, tuple(RANKS), tuple("SHD")), (Part("left", 5), *(Part("others", 5),) * 2)))
@example(Meaning(CardPlayed(("J", "Q", "K"), ("H",)), (Part("left", 5), Part("everyone", 5), Part("left", 1))))
@example(Meaning(BoxScored("2+3-same", True, 25), (Part("others", 1), Part("player", 1), Part("player", 2))))
def test_every_rule_reads_back_as_itself(meaning):
    check_when(meaning.when, BOXES)
    sentence = in_words(meaning)
    reading = read(sentence)

    assert reading.meaning == plain(meaning), (sentence, reading.why)
    assert reading.unknown == ()
    assert reading.marks
    assert len(sentence) <= LONGEST


@given(st.text(max_size=300) | st.lists(st.sampled_from(WORDS)).map(" ".join))
def test_reading_takes_anything_that_may_be_typed(text):
    reading = read(text)

    assert (reading.meaning is None) == bool(reading.why)
    assert all(0 <= mark.start < mark.end <= len(text) for mark in reading.marks)
    assert all(word in text for word in reading.unknown)


@cases(*IN_WORDS)
def test_a_rule_is_worded_as_a_person_would(rule, sentence):
    parts = [{"who": rule["who"], "amount": rule["amount"]}, *rule.get("also", [])]

    assert in_words(msgspec.convert({"when": rule["when"], "parts": parts}, Meaning)) == sentence


def test_a_list_of_one_is_worded_and_read_as_that_one():
    listed = Meaning(TrickWon(with_rank=("J",), with_suit=("H",)), (Part("player", 1),))

    assert plain(listed).when == TrickWon(with_rank="J", with_suit="H")
    assert in_words(listed) == in_words(plain(listed))


@cases(*[game for game in GAMES.values() if game.boxes])
def test_every_name_of_a_box_is_understood_unless_another_game_has_it_too(game):
    shared = {"four of a kind"}
    for box, spoken in game.boxes.items():
        for name in {box, spoken, *game.spoken.get(box, ())} - shared:
            reading = read(f"Whoever fills the {name} box drinks.")
            assert reading.meaning == Meaning(BoxScored(box), (Part("player", 1),)), (name, reading.why)
    assert set(game.spoken) <= set(game.boxes)


def test_lark_is_not_loaded_before_a_sentence_is_read():
    script = "import sys, companion.domain.house_rules.english, companion.domain.replay; print('lark' in sys.modules)"
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True)

    assert done.stdout.strip() == "False"
