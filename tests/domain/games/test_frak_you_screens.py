"""Frak You on the phones and in the log: whom the pad asks, counts and notes, and reasons for the initiated only."""

from companion.domain.games.frak_you.screen import count, describe, describe_open, look, own, screen
from tests.table import cases

from ..entries import left
from ..people import ANN, BOB, CAL, DAN, EVE
from ..play import deal, voided
from .frak_you_table import FrakYou

FOUR = {"players": "ann bob cal dan"}
CALS = "bob 2C, cal KC, ann 4C"  # Cal takes it
IN_FULL = ["ann", "ann KD, bob 4D, cal 5D"]
NONE_LEFT = {"ann": "", "bob": "", "cal": "", "dan": ""}
HELD = {"ann": "12 in hand", "bob": "12 in hand, 4 in front", "cal": "out", "dan": "12 in hand"}
LOST = {"ann": "lost 1 deal", "bob": "lost 1 deal", "cal": "", "dan": ""}


def shown(*steps, newcomers=(), **how):
    night = FrakYou(*steps, **how)
    return screen(night.state, night.table, newcomers)


@cases(
    ("the pad asks clockwise, and before the first trick who leads", [], FOUR,
     {"opener": "2C", "order": (ANN, BOB, CAL, DAN), "notes": NONE_LEFT}),
    ("everybody has their cards", ["bob=0"], {}, {"holds": {ANN: (17, 0), BOB: (17, 0), CAL: (18, 0)}}),
    ("then the leader first", ["cal"], FOUR, {"opener": "", "order": (CAL, DAN, ANN, BOB)}),
    ("who has one card left cannot pair", ["ann", "bob=1"], {}, {"pairing": (ANN, CAL)}),
    ("too few cannot be dealt to", [left(CAL)], {}, {"order": (), "unfit": True, "holds": {}}),
    ("deal, trick and passing", [], FOUR,
     {"deal": 1, "trick": 1, "between": True, "dealer": ANN, "passing": "left"}),
    ("what everybody holds", ["bob", "cal=0"], FOUR,
     {"trick": 2, "between": False, "leader": BOB, "order": (BOB, DAN, ANN), "notes": HELD}),
    ("between deals what they lost", ["bob", "cal=0", "dan=0"], FOUR, {"losers": (ANN, BOB), "notes": LOST}),
    ("who lost the deal just over", ["bob=0"], {},
     {"deal": 2, "between": True, "passing": "right", "losers": (ANN, CAL)}),
    ("a redeal passes as the misdeal it replaces", ["ann", voided(1)], {}, {"deal": 2, "passing": "left"}),
    ("and so does the one after that", [voided(1), voided(2), "bob"], {}, {"deal": 3, "passing": "left"}),
    ("the next deal passes the next way", [voided(1), "bob=0"], {}, {"deal": 3, "passing": "right"}),
    ("all cards are accounted for, so nothing is said", ["ann", "bob+cal"], {}, {"accounted": 0}),
    ("a count that is off is said", ["ann", "bob=16"], {}, {"accounted": 51}),
    ("a misdeal has no losers", ["ann", voided(1)], {}, {"losers": ()}),
    ("newcomers are dealt in where there is room", [], {**FOUR, "newcomers": (EVE,)},
     {"dealing": (ANN, BOB, CAL, DAN, EVE)}),
    ("not where there is none", [], {**FOUR, "newcomers": (EVE, "fay")}, {"dealing": ()}),
    ("nor in a deal", ["ann"], {**FOUR, "newcomers": (EVE,)}, {"dealing": ()}),
)  # fmt: skip
def test_the_screen_shows(what, steps, how, expected):
    found = shown(*steps, **how)

    assert {name: getattr(found, name) for name in expected} == expected, what


def test_the_cards_of_a_trick_are_shown_to_its_taker_alone_on_a_page_of_its_own():
    night = FrakYou(CALS)

    assert [own(night.state, night.table, player) for player in (CAL, ANN, EVE)] == [3, 0, 0]
    assert look(night.state, night.table, CAL, {}) == (3, ("2C", "4C", "KC"))
    assert look(night.state, night.table, ANN, {}) == (0, ())
    night.say("ann", "ann")
    assert look(night.state, night.table, ANN, {}) == (3, ())
    assert "KC" not in repr(screen(night.state, night.table))


def test_the_page_knows_whom_to_count():
    night = FrakYou("cal")

    assert count(night.state, night.table, ANN, {"of": [CAL]}) == CAL
    assert screen(night.state, night.table).holds[CAL] == (16, 3)
    assert count(night.state, night.table, ANN, {"of": ["zoe"]}) is None
    assert count(night.state, night.table, ANN, {}) is None


@cases(
    (describe, deal(1, players=[ANN, BOB, CAL], dealer=BOB), "Deal 1 was dealt by Bob to Ann, Bob and Cal."),
    (describe, "ann 2C, bob AS KD, cal 3C", "Cal took trick 1 of deal 1."),
    (describe, "ann+cal", "Ann took trick 1 of deal 1."),
    (describe, "cal=9/4", "Cal was counted: 9 in hand, 4 in front."),
    (describe, voided(1), "Deal 1 was a misdeal."),
    (describe_open, CALS, "Cal took trick 1 of deal 1: theirs is the highest card of the suit led."),
    (describe_open, "bob 2C, cal AS KC, ann 4C",
     "Ann took trick 1 of deal 1: A♠ in a pair makes clubs trump, and theirs is the highest other card of it."),
    (describe_open, "bob 2C, cal KD, ann 3C", "Ann took trick 1 of deal 1: 3♣ takes every trick it is in."),
    (describe_open, "bob AS 2C, cal KD, ann 4D -> ann",
     "Ann took trick 1 of deal 1: the rules are silent, so the table said who."),
    (describe_open, "ann+bob", "Ann took trick 1 of deal 1. Bob laid A♠ with another card."),
    (describe_open, "ann", "Ann took trick 1 of deal 1."),
    (describe_open, "bob=3", "Bob was counted: 3 in hand, 0 in front."),
)  # fmt: skip
def test_the_log_says_what_happened_and_why_to_the_initiated_only(describing, step, sentence):
    night = FrakYou(step)

    assert describing(night.log.lines[-1].entry.event, night.table) == sentence


@cases(
    (False, ["ann", "ann"], IN_FULL),  # the cards are offered to be added
    (True, IN_FULL, ["ann", "ann"]),
    (True, IN_FULL, ["ann", "ann KD, bob 4D, cal 5D -> ann"]),
    (False, IN_FULL, ["ann", "ann KD, bob 4D, cal 6D"]),
    (False, ["ann", "ann"], ["ann", "bob"]),
    (False, ["ann", "ann"], ["ann", "ann+bob"]),  # who said more hears of it
    (True, ["ann", "ann+bob"], ["ann", "ann"]),  # who says only the taker does not
)
def test_the_same_trick_from_two_phones_counts_once(same, stands, said):
    first, second = (FrakYou(*steps).log.lines[-1].entry.event for steps in (stands, said))

    assert first.same_as(second) is same
