"""A rule put into plain words is the same rule when it is read again, whichever rule it is."""

import msgspec
from hypothesis import example, given
from hypothesis import strategies as st
from msgspec import UNSET
from msgspec.structs import replace

from companion.domain.cards import RANKS, SUITS
from companion.domain.games import BOXES, GAMES
from companion.domain.house_rules.english import LONGEST, Meaning, in_words, read
from companion.domain.house_rules.model import (
    COUNTED,
    BidMade,
    BidMissed,
    BoxScored,
    Called,
    CardPlayed,
    DealOver,
    DealStarted,
    DealVoided,
    Declared,
    DiceRolled,
    DroppedOut,
    GameOver,
    Part,
    Revealed,
    TrickNobody,
    TrickWon,
    Who,
    check_sense,
)
from tests.table import cases

from .corpus import IN_WORDS

BARE = [TrickNobody(), Declared(), Revealed(), DroppedOut(), Called(), DealStarted(), DealVoided()]
COUNTS = st.integers(1, 999_999_999)


def some(*values):
    return st.sampled_from([UNSET, *values])


def one_or_several(signs):
    several = st.lists(st.sampled_from(signs), min_size=2, unique=True).map(tuple)
    return st.just(UNSET) | st.sampled_from(signs) | several


RANK, SUIT, CALL = one_or_several(RANKS), one_or_several(SUITS), some("no", "declare", "reveal")
ROLLED = st.builds(DiceRolled, some(*range(1, 7)), some(*range(2, 6)), some(*range(5, 31)), some(*range(2, 6)))
WHEN = (
    st.builds(CardPlayed, rank=RANK, suit=SUIT, led=some(True), matches=some("rank", "suit"))
    | st.builds(TrickWon, some("last") | COUNTS, with_rank=RANK, with_suit=SUIT, row=some(*range(2, 6)))
    | st.builds(BidMade, CALL)
    | st.builds(BidMissed, CALL)
    | st.builds(BoxScored, some(*BOXES), some(True), some(*range(1, 101)))
    | ROLLED.filter(lambda when: when.count is UNSET or when.face is not UNSET)
    | st.builds(DealOver, some("none", "all", "most"))
    | st.builds(GameOver, some("first", "last"))
    | st.sampled_from(BARE)
)
PART = st.builds(Part, st.sampled_from(Who.__args__), st.integers(1, 5) | st.sampled_from(["trick", "rank"]))
PARTS = st.lists(PART, max_size=3, unique_by=lambda part: part.who).map(tuple)
RULE = st.builds(Meaning, WHEN, PARTS, st.sampled_from([None, "Thumb Master", "Köttur"]))
WORDS = ["whoever", "when", "the", "jack", "player", "plays", "drinks", "two", "left", ",", "and", ":", "to", "his",
         "everyone", "not", "trick", "takes", "5", "same", "'", "“"]  # fmt: skip


def makes_sense(rule):
    when, who = rule.when, {part.who for part in rule.parts}
    if isinstance(when, GameOver) and when.place is UNSET:
        return rule.title is None and who in ({"everyone"}, {"others"}) and rule.parts[0].amount in range(6)
    if "previous" in who and not isinstance(when, CardPlayed):
        return False
    if "taker" in who and isinstance(when, Called | TrickNobody):
        return False
    if isinstance(when, BoxScored) and when.at_least is not UNSET and (when.zero is True or when.at_least > 100):
        return False
    if isinstance(when, CardPlayed) and when.led is True and when.matches is not UNSET:
        return False
    counts = all(isinstance(part.amount, int) or isinstance(when, COUNTED[part.amount]) for part in rule.parts)
    return counts and bool(rule.parts or rule.title)


def same(rule):
    """The same rule in one way: lists are sets, who took the trick is its player, and all but nobody are everyone."""
    fields = msgspec.structs.asdict(rule.when)
    when = replace(rule.when, **{name: tuple(sorted(some)) for name, some in fields.items() if isinstance(some, tuple)})
    also = {"taker": "player"} if isinstance(when, TrickWon) else {"others": "everyone"} if when == GameOver() else {}
    return replace(rule, when=when, parts=tuple(replace(part, who=also.get(part.who, part.who)) for part in rule.parts))


def once(rule):
    return len({part.who for part in same(rule).parts}) == len(rule.parts)


@given(RULE.filter(makes_sense).filter(once))
@example(Meaning(CardPlayed(("J", "Q"), ("H", "D")), (Part("dealer", 1), Part("others", 1), Part("player", 1))))
@example(Meaning(TrickNobody(), (Part("left", 1), Part("chosen", 1), Part("others", 5)), "Host"))
@example(Meaning(GameOver("first"), (Part("left", 2),)))
@example(Meaning(Called(), (Part("left", 2),), "Host"))
@example(Meaning(TrickWon(4, ("2", "3"), ("H", "S"), 3), (Part("chosen", "trick"),), "Host"))
@example(Meaning(DiceRolled(6, 2, 20, 3), (Part("player", 1), Part("others", 2))))
def test_every_rule_reads_back_as_itself(rule):
    check_sense(rule, BOXES)
    sentence = in_words(rule)
    reading = read(sentence)
    if len(sentence) > LONGEST:
        assert reading.verdict == "question"
        return

    assert reading.verdict == ("called" if rule.when == Called() else "watches"), (sentence, reading)
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


@cases(*[game for game in GAMES.values() if game.scoring.boxes])
def test_every_name_of_a_box_is_understood_while_its_game_is_on(game):
    for box, spoken in game.scoring.boxes.items():
        for name in {box, spoken, *game.scoring.spoken.get(box, ())}:
            reading = read(f"Whoever fills the {name} box drinks.", game.id)
            assert reading.meaning == Meaning(BoxScored(box), (Part("player", 1),)), (name, reading.why)
    assert set(game.scoring.spoken) <= set(game.scoring.boxes)
