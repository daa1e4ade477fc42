"""A rule put into plain words is the same rule when it is read again, whichever rule it is."""

import msgspec
import pytest
from hypothesis import example, given
from hypothesis import strategies as st
from msgspec import UNSET
from msgspec.structs import replace

from companion.domain.cards import RANKS, SUITS
from companion.domain.games import BOXES, GAMES, NAMED
from companion.domain.games.game import Said
from companion.domain.house_rules import model as on
from companion.domain.house_rules.english import LONGEST, Meaning, in_words, read
from companion.domain.house_rules.english.sentences import MOST_WORDS, prepared
from companion.domain.house_rules.model import COUNTED, Part, Who, check_sense
from tests.table import cases

from .corpus import IN_WORDS
from .declared import unread

BARE = [on.TrickNobody(), on.Declared(), on.Revealed(), on.DroppedOut(), on.Called(), on.DealStarted(), on.DealVoided()]
COUNTS = st.integers(1, 999_999_999)


def some(*values):
    return st.sampled_from([UNSET, *values])


def one_or_several(signs):
    several = st.lists(st.sampled_from(signs), min_size=2, unique=True).map(tuple)
    return st.just(UNSET) | st.sampled_from(signs) | several


RANK, SUIT, CALL = one_or_several(RANKS), one_or_several(SUITS), some("no", "declare", "reveal")
ROLLED = st.builds(on.DiceRolled, some(*range(1, 7)), some(*range(2, 6)), some(*range(5, 31)), some(*range(2, 6)))
WHEN = (
    st.builds(on.CardPlayed, rank=RANK, suit=SUIT, led=some(True), matches=some("rank", "suit"))
    | st.builds(on.TrickWon, some("last") | COUNTS, with_rank=RANK, with_suit=SUIT, row=some(*range(2, 6)))
    | st.builds(on.BidMade, CALL)
    | st.builds(on.BidMissed, CALL)
    | st.builds(on.BoxScored, some(*BOXES), some(True), some(*range(1, 101)))
    | ROLLED.filter(lambda when: when.count is UNSET or when.face is not UNSET)
    | st.builds(on.DealOver, some("none", "all", "most"))
    | st.builds(on.GameOver, some("first", "last"))
    | st.sampled_from(BARE)
)
PART = st.builds(Part, st.sampled_from(Who.__args__), st.integers(1, 5) | st.sampled_from(["trick", "rank"]))
PARTS = st.lists(PART, max_size=3, unique_by=lambda part: part.who).map(tuple)
RULE = st.builds(Meaning, WHEN, PARTS, st.sampled_from([None, "Thumb Master", "Köttur"]))
WORDS = ["whoever", "when", "the", "jack", "player", "plays", "drinks", "two", "left", ",", "and", ":", "to", "his",
         "everyone", "not", "trick", "takes", "5", "same", "'", "“"]  # fmt: skip


def makes_sense(rule):
    when, who = rule.when, {part.who for part in rule.parts}
    if isinstance(when, on.GameOver) and when.place is UNSET:
        return rule.title is None and who in ({"everyone"}, {"others"}) and rule.parts[0].amount in range(6)
    if "previous" in who and not isinstance(when, on.CardPlayed):
        return False
    if "taker" in who and isinstance(when, on.Called | on.TrickNobody):
        return False
    if isinstance(when, on.BoxScored) and when.at_least is not UNSET and (when.zero is True or when.at_least > 100):
        return False
    if isinstance(when, on.CardPlayed) and when.led is True and when.matches is not UNSET:
        return False
    counts = all(isinstance(part.amount, int) or isinstance(when, COUNTED[part.amount]) for part in rule.parts)
    return counts and bool(rule.parts or rule.title)


def same(rule):
    """The same rule in one way: lists are sets, who took the trick is its player, and all but nobody are everyone."""
    fields = msgspec.structs.asdict(rule.when)
    when = replace(rule.when, **{name: tuple(sorted(some)) for name, some in fields.items() if isinstance(some, tuple)})
    is_over = when == on.GameOver()
    also = {"taker": "player"} if isinstance(when, on.TrickWon) else {"others": "everyone"} if is_over else {}
    return replace(rule, when=when, parts=tuple(replace(part, who=also.get(part.who, part.who)) for part in rule.parts))


@given(RULE.filter(makes_sense).filter(lambda rule: len({part.who for part in same(rule).parts}) == len(rule.parts)))
@example(Meaning(on.CardPlayed(("J", "Q"), ("H", "D")), (Part("dealer", 1), Part("others", 1), Part("player", 1))))
@example(Meaning(on.TrickNobody(), (Part("left", 1), Part("chosen", 1), Part("others", 5)), "Host"))
@example(Meaning(on.GameOver("first"), (Part("left", 2),)))
@example(Meaning(on.Called(), (Part("left", 2),), "Host"))
@example(Meaning(on.TrickWon(4, ("2", "3"), ("H", "S"), 3), (Part("chosen", "trick"),), "Host"))
@example(Meaning(on.TrickWon(row=2), (Part("player", "trick"),)))
@example(Meaning(on.DiceRolled(6, 2, 20, 3), (Part("player", 1), Part("others", 2))))
def test_every_rule_reads_back_as_itself(rule):
    check_sense(rule, NAMED)
    sentence = in_words(rule)
    reading = read(sentence)
    if len(sentence) > LONGEST or prepared(sentence, None).size > MOST_WORDS:
        assert reading.verdict == "question"
        return

    assert reading.verdict == ("called" if rule.when == on.Called() else "watches"), (sentence, reading)
    assert reading.meaning is not None
    assert same(reading.meaning) == same(rule), sentence


@given(st.text(max_size=300) | st.lists(st.sampled_from(WORDS)).map(" ".join))
def test_reading_takes_anything_that_may_be_typed(text):
    reading = read(text)

    assert (reading.meaning is None) == (reading.verdict in ("question", "did you mean"))
    assert bool(reading.offers) >= (reading.verdict == "did you mean")
    assert reading.why or reading.verdict != "question"


@cases(*IN_WORDS)
def test_a_rule_is_worded_as_a_person_would(rule, sentence):
    parts = [{"who": rule["who"], "amount": rule["amount"]}, *rule.get("also", [])]

    assert in_words(msgspec.convert({"when": rule["when"], "parts": parts}, Meaning)) == sentence


@pytest.mark.each_game
@cases(*[(game.id, when) for game in GAMES.values() for when in game.things])
def test_what_a_game_declares_is_read_back_while_it_is_on_and_in_no_other_game(game, when):
    for parts in ((Part("player", 2),), (Part("others", 1), Part("chosen", 5)), (Part("left", 3),)):
        rule = Meaning(when, parts, "Host" if len(parts) == 1 else None)
        reading = read(in_words(rule), game)
        if reading.meaning != rule:
            raise AssertionError(unread(GAMES[game].things[when], game) or f"{in_words(rule)} is read as {reading}")
        others = [other.id for other in GAMES.values() if when not in other.things]
        watching = [other for other in others if read(in_words(rule), other).verdict == "watches"]
        assert watching == [] or not isinstance(when, on.ThingHappened)


@cases(
    ("brings home the ship", "{doer} bring home [the] ship", "Where it has “brings”, write “cost” or “brings”:"),
    ("brings home the ship", "{doer} cost home ship", "Where it has “the”, write “the”:"),
    ("brings home the ship", "{doer} cost home [the] ship first", "stops where each of its ways goes on"),
    ("is out of lives", "{doer} out of lives", "Where it has “is out”, write “dropout”:"),
    ("throws three", "{doer} throw three", "Where it has “three”, write “3”:"),
    ("sinks", "{doer} sink", "Where it has “sinks”, write “sinks”:"),
    ("sinks", "sunk ; {doer} sink|sinks|sunk", ""),
)
def test_of_what_a_game_declares_and_no_rule_understands_it_is_said_which_word_to_write(does, ways, says):
    why = unread(Said(does, ways), "mexico")

    assert says in why
    assert bool(says) == bool(why)


@pytest.mark.each_game
@cases(*[game for game in GAMES.values() if game.scoring.boxes])
def test_every_name_of_a_box_is_understood_while_its_game_is_on(game):
    for box, spoken in game.scoring.boxes.items():
        for name in {box, spoken, *game.scoring.spoken.get(box, ())}:
            reading = read(f"Whoever fills the {name} box drinks.", game.id)
            assert reading.meaning == Meaning(on.BoxScored(box), (Part("player", 1),)), (name, reading.why)
    assert set(game.scoring.spoken) <= set(game.scoring.boxes)
