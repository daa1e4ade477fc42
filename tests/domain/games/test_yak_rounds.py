"""Yak: three throws a turn, a box for the last of them, when the game is over, what last place costs, and its rules."""

from companion.domain.events import read
from companion.domain.games.yak import YAK
from companion.domain.games.yak.card import thrown as all_five
from companion.domain.games.yak.events import MOST
from tests.table import cases

from ..entries import caught, changed, left, returned, rule, undone
from ..nights import charges, fault, says, stand, table_of
from ..people import ANN, BOB
from ..play import ENDED
from .yak_nights import SEQUENCE, played, refused, rounds, scored, thrown

EVENTS = YAK.events
FIRST = thrown(ANN, 1, "12366")
SEQUENTIAL = thrown(ANN, 1, "12345")
BOTH = [*rounds(ANN), *rounds(BOB, dice="66666")]
ALONE, DAN = {"players": "ann"}, {"joined": "ann bob dan"}
PHONES, IDENTICAL = {"dice": "independent"}, {"dice": "identical", "sequence": SEQUENCE}
ALL = scored(ANN, "all", "12345")
YAK, NO_YAK = scored(ANN, "5-same", "33333"), scored(BOB, "5-same", "33334")
EVERY_THROW = ["".join(map(str, SEQUENCE[at : at + 5])) for at in range(0, 210, 5)]
ALL_OF_SEQUENCE = [
    said
    for at, box in enumerate(MOST)
    for said in (
        *(thrown(ANN, throw, EVERY_THROW[3 * at + throw - 1], round=at + 1) for throw in (1, 2, 3)),
        scored(ANN, box, round=at + 1),
    )
]


@cases(
    ("up to three throws", [FIRST, thrown(ANN, 2, "12566", "xx.xx"), thrown(ANN, 3, "66666", "...xx"),
                            scored(ANN, "5-same")]),
    ("or one", [FIRST, scored(ANN, "6s")]),
    ("none is held at first", [thrown(ANN, 1, "12366", ".....")]),
    ("up to four are held", [FIRST, thrown(ANN, 2, "12466", "xx.xx")]),
    ("and thrown again on the third", [FIRST, thrown(ANN, 2, "44466", "...xx"), thrown(ANN, 3, "44415", "xxx..")]),
    ("none is held at the second", [FIRST, thrown(ANN, 2, "55555")]),
    ("turns may cross", [FIRST, thrown(BOB, 1, "11111"), thrown(ANN, 2, "12466", "xx.xx"), scored(BOB, "5-same")]),
    ("one may finish first", [*rounds(ANN), *rounds(BOB, 1, 13)]),
    *(("dice told again with the box", [FIRST, scored(ANN, "6s", "12366")], {"dice": dice})
      for dice in ("real", "independent")),
    ("both fill the same box", [*rounds(ANN, 1, 1), scored(BOB, "1s", "11111")]),
    *(("dice are real or the phone’s", [thrown(ANN, 1, "31415")], {"dice": dice}) for dice in ("real", "independent")),
    ("other options", [], {"confirm": True, "stake": 20}),
    ("each die takes the next number, from left to right",
     [SEQUENTIAL, thrown(ANN, 2, "16365", "x.x.x"), thrown(ANN, 3, "12345"), scored(ANN, "1s"),
      thrown(ANN, 1, "66123", round=2)], IDENTICAL),
    ("whatever the others do",
     [SEQUENTIAL, thrown(BOB, 1, "12345"), thrown(ANN, 2, "12366", "xxx.."), scored(BOB, "all")], IDENTICAL),
    ("alone", [], ALONE),
    ("at four", [], {"players": "ann bob cal dan"}),
)  # fmt: skip
def test_it_is_valid(what, events, *how):
    assert played(*events, **dict(*how))["games"], what


WHAT_DICE = "Tap the five dice first."
LAST_THROW = "the last throw showed 1 2 3 6 6, in this order"
THROWN_FIRST = "the phone’s dice are thrown before they are scored"
NONE_HELD = "no dice are kept at the first throw"
SEQUENCED = "identical dice, and only these, come with a sequence"
KEEPS = "a change keeps what the entry is about…"


@cases(
    *(([{**FIRST, "throw": wrong}], "…throw…") for wrong in (0, 4, True, 1.5, None)),
    ([thrown(ANN, 2, "12366")], "throw 1 of Ann comes first"),
    ([FIRST, thrown(ANN, 3, "12366")], "throw 2 of Ann comes first"),
    ([FIRST, thrown(ANN, 1, "11111")], "Throw 1 of Ann is already written: 1 2 3 6 6"),
    ([thrown(ANN, 1, "12366", "...xx")], NONE_HELD),
    ([FIRST, scored(ANN, "6s"), thrown(ANN, 1, "12366", "...xx", 2)], NONE_HELD),
    ([FIRST, thrown(ANN, 2, "44465", "...xx")], "Die 5 is kept: it stays a 6."),
    ([FIRST, thrown(ANN, 2, "66444", "xx...")], "Die 1 is kept: it stays a 1."),
    ([FIRST, thrown(ANN, 2, "45466", "...xx"), thrown(ANN, 3, "12366", "xx...")],
     "Die 1 is kept: it stays a 4."),
    ([FIRST, thrown(ANN, 2, "12366", "xxxxx")], "whoever keeps all five dice throws none; score them"),
    ([*rounds(ANN), thrown(ANN, 1, "12366", round=15)], "there are 14 rounds, one for each box"),
    *(([thrown(ANN, 1, wrong)], "…dice…") for wrong in ("1236", "123456", "12370", "12378", "")),
    *(([{**FIRST, "dice": [wrong, 2, 3, 6, 6]}], "…dice…") for wrong in (True, 1.5, "1", None, [1])),
    *(([FIRST, {**thrown(ANN, 2, "12366"), "held": wrong}], "…held…")
      for wrong in ([True] * 4, [True] * 6, [1, 0, 0, 0, 0], ["x", ".", ".", ".", "."], None, True)),
    *(([*before, late], why) for late in (thrown(ANN, 1, "12366", round=3), scored(ANN, "all", "12366", 3))
      for before, why in (([], "round 1 of Ann comes first"), (rounds(ANN, 1, 5), "Round 3 of Ann is over"))),
    ([thrown(ANN, 1, "12366", round=0)], "…round…"),
    ([thrown("dan", 1, "12366")], "Dan is not in this game", DAN),
    ([scored("dan", "all", "12366")], "Dan is not in this game", DAN),
    ([scored(ANN, "all")], WHAT_DICE),
    ([FIRST, scored(ANN, "6s"), scored(ANN, "all", round=2)], WHAT_DICE),
    *(([FIRST, scored(ANN, "6s", other)], LAST_THROW, {"dice": dice}) for other in ("66321", "12666", "66666")
      for dice in ("real", "independent")),
    *(([box], THROWN_FIRST, how) for box in (scored(ANN, "all"), ALL) for how in (PHONES, IDENTICAL)),
    ([*rounds(ANN, 1, 1), scored(ANN, "1s", "11111", 2)], "Ann has already filled 1s"),
    *(([{**ALL, "box": wrong}], "…box…") for wrong in ("7s", "3 same", "low", "", None, 1)),
    ([{**ALL, "points": 15}], "the event has no field points"),
    *(([], "…options of Yak…", wrong)
      for wrong in ({"dice": "loaded"}, {"confirm": 1}, {"stake": 21}, {"stake": True}, {"hide": True})),
    *(([], SEQUENCED, wrong) for wrong in (
        {"dice": "identical"}, {"dice": "independent", "sequence": SEQUENCE}, {"dice": "real", "sequence": SEQUENCE},
        {"sequence": SEQUENCE})),
    *(([], "…options of Yak: sequence…", {"dice": "identical", "sequence": wrong}) for wrong in (
        [], SEQUENCE[1:], [*SEQUENCE, 1], [0, *SEQUENCE[1:]], [7, *SEQUENCE[1:]], [True, *SEQUENCE[1:]], None)),
    ([SEQUENTIAL, thrown(ANN, 2, "12366", "..x..")], "identical dice show the next numbers…", IDENTICAL),
    ([SEQUENTIAL, thrown(ANN, 2, "12361", "xxx..")], "identical dice show the next numbers…", IDENTICAL),
    ([SEQUENTIAL, thrown(ANN, 2, "66345", "x.xxx")], "Die 1 is kept…", IDENTICAL),
    ([], "…is for 1 to 4 players…", {"players": "ann bob cal dan eve"}),
    ([*BOTH, thrown(ANN, 1, "12345", round=14)], "…is not an event…"),
    *(([SEQUENTIAL, changed(5, new)], KEEPS)
      for new in (thrown(BOB, 1, "12345"), thrown(ANN, 2, "12345"), thrown(ANN, 1, "12345", round=2))),
)  # fmt: skip
def test_this_is_refused(events, why, *how):
    assert says(refused(*events, **dict(*how)), why), events


def test_a_box_undone_has_a_later_round_in_its_way():
    assert fault(table_of("yak", *rounds(ANN, 1, 2), undone(5), players="ann bob")) == (
        "event 6: round 1 of Ann comes first (after the undo in event 7)"
    )


@cases(
    ("the last throw", [FIRST, thrown(ANN, 2, "66666", "...xx"), scored(ANN, "6s")], "ann 30 1, bob 0 2"),
    ("throws of real dice may be left out", [scored(ANN, "2+3-same", "66622")], "ann 25 1, bob 0 2"),
    ("identical throws", [SEQUENTIAL, scored(ANN, "run-1-5")], "ann 15 1, bob 0 2", IDENTICAL),
    ("equal totals tie", [scored(ANN, "all", "11111"), scored(BOB, "5s", "51234")], "ann 5 1, bob 5 1, cal 0 3",
     {"players": "ann bob cal"}),
    ("a box undone is open again", [ALL, undone(5), scored(ANN, "all", "66666")], "ann 30 1, bob 0 2"),
    ("a throw changed under a score without dice",
     [SEQUENTIAL, scored(ANN, "all"), changed(5, thrown(ANN, 1, "66666"))], "ann 30 1, bob 0 2"),
)  # fmt: skip
def test_a_box_scores(what, events, standing, *how):
    assert stand(played(*events, **dict(*how))) == standing, what


@cases(
    ("all boxes are filled", True, BOTH),
    ("all but one", False, BOTH[:-1]),
    ("practice alone", True, rounds(ANN), ALONE),
    ("the sequence reaches to the last throw", True, ALL_OF_SEQUENCE, {**ALONE, **IDENTICAL}),
    ("one has left and the other is done", True, [left(BOB), *rounds(ANN)]),
    ("one of two is done", False, [*rounds(ANN), *rounds(BOB, 1, 13)]),
    ("the last one leaves", True, [*rounds(ANN), *rounds(BOB, 1, 13), left(BOB)]),
    ("everybody has left", False, [left(BOB), left(ANN)]),
    ("also who was done", False, [*rounds(ANN), left(ANN), left(BOB)]),
    ("who is back was done", True, [*rounds(ANN), left(ANN), left(BOB), returned(ANN)]),
    ("who is back was not", False, [*rounds(ANN), left(ANN), left(BOB), returned(BOB)]),
    ("somebody came back in time", False, [left(BOB), *rounds(ANN, 1, 13), returned(BOB), *rounds(ANN, 14, 14)]),
)
def test_the_game_is_over_when_all_who_are_here_have_filled_all_boxes(what, over, events, *how):
    assert stand(played(*events, **dict(*how))).endswith(" over") == over, what


@cases(
    ("the last", BOTH, {"stake": 3}, ANN, 4 + 28),
    ("who is away", [left(BOB), *rounds(ANN)], {"stake": 4}, BOB, 4 + 15),
    ("who leaves at the end", [*rounds(ANN), left(BOB)], {"stake": 4}, BOB, 4 + 15),
    ("nobody when all tie", [*rounds(ANN), *rounds(BOB)], {"stake": 3}, None, 0),
    ("nor without a stake", BOTH, {}, None, 0),
    ("nor when the game is ended early", [*BOTH[:-1], ENDED], {"stake": 3}, None, 0),
    ("nor alone", rounds(ANN), {**ALONE, "stake": 3}, None, 0),
)
def test_the_stake_is_charged_at_the_entry_that_finishes_the_game_to(what, events, how, loser, seq):
    charges = [(row["seq"], row["player"], row["amount"], row["reason"]) for row in played(*events, **how)["charges"]]

    assert charges == ([(seq, loser, how["stake"], "lost game")] if loser else []), what


THREE_OF_FOUR = {"players": "ann cal bob", "joined": "ann bob cal dan"}


@cases(
    ("a box got", {"box": "5-same", "at_least": 1}, "player", [YAK, NO_YAK], "ann"),
    ("a box filled with nothing", {"zero": True}, "player", [YAK, NO_YAK], "bob"),
    ("left in the order of the game, with the away", {}, "left", [left("cal"), ALL], "cal", THREE_OF_FOUR),
    ("everyone", {}, "everyone", [left("cal"), ALL], "ann bob cal", THREE_OF_FOUR),
    *((f"no {who}", about, who, [said], "") for who in ("dealer", "leader", "taker")
      for about, said in (({}, ALL), ({"on": "called"}, caught("r1", ANN)))),
)  # fmt: skip
def test_a_house_rule_charges(what, about, who, events, drinkers, *how):
    night = played(rule("r1", when={"on": "box.scored", **about}, who=who), *events, **dict(*how))

    assert " ".join(player for player, _ in charges(night, "r1")) == drinkers, what


def test_the_fresh_dice_fill_up_from_left_to_right():
    assert all_five((1, 2, 3, 6, 6), (True, False, False, True, False), (4, 5, 1)) == (1, 4, 5, 6, 1)
    assert all_five(None, (False,) * 5, (4, 5, 1, 2, 2)) == (4, 5, 1, 2, 2)


def test_the_same_box_or_throw_from_two_phones_is_the_same_unless_the_dice_differ():
    assert read(ALL, EVENTS).same_as(read(scored(ANN, "all"), EVENTS))
    assert read(FIRST, EVENTS).same_as(read(thrown(ANN, 1, "12366", "....."), EVENTS))
    for one, other in ((ALL, scored(ANN, "all", "12354")), (ALL, scored(ANN, "6s", "12345")), (FIRST, SEQUENTIAL)):
        assert not read(one, EVENTS).same_as(read(other, EVENTS))
