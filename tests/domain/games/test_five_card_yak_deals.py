"""Five-Card Yak: who is dealt in, deals and leads, who takes a trick by its cards, and which entries are refused."""

from companion.domain.games.trick_game import TrickTaken
from tests.table import cases

from ..conftest import (
    ANN,
    BOB,
    CAL,
    DAN,
    ENDED,
    EVE,
    FIVE,
    by_trick,
    caught,
    charges,
    deal,
    event,
    game,
    joined,
    left,
    night,
    plays,
    refused,
    refuses_last,
    returned,
    rule,
    trick,
    tricks,
    voided,
)

THREE, TWO = game(ANN, BOB, CAL), game(ANN, BOB, options={"dummies": True})
ALL = tricks("ann bob cal dan eve")
SOME = deal(1, players=[EVE, ANN, CAL])
ALONE = [game(ANN, BOB), left(BOB)]
MISDEALT = [game(dealer=BOB), *tricks("ann dan"), voided(1)]
NEWCOMERS = [joined("zoe"), joined("zac"), game(ANN, BOB), deal(1, players=["zac", ANN, "zoe", BOB])]
MORE = ["fay", "gus", "hal", "ida", "jim", "kit"]
CARDS = plays(1, "ann 2H bob 3H cal 4H")
HANDS = plays(1, "ann 2H bob:dummy KH bob 3H ann:dummy 4H")
FOUR_BY_ANN, THREE_BY_ANN = ([TWO, *tricks(f"ann ann ann {last}")] for last in ("ann bob:dummy", "bob:dummy -"))


@cases(
    ("the first player", [game()], ANN),
    ("or who is named", [game(dealer=DAN)], DAN),
    ("the taker of the last trick", [game(), *ALL], EVE),
    ("if nobody takes it who led it", [game(), *tricks("ann bob cal dan -")], DAN),
    ("who led all of them", [game(dealer=CAL), *tricks("- - - - -")], CAL),
    ("of those dealt in", [game(dealer=BOB), SOME], CAL),
    ("the next to the left of one who is away", [game(dealer=BOB), left(BOB)], CAL),
    ("and of several", [game(dealer=EVE), left(EVE), left(ANN)], BOB),
    ("also of a taker", [game(), *tricks("- - - - bob"), left(BOB)], CAL),
    ("who is named for the deal", [game(), deal(1, dealer=DAN)], DAN),
    ("a misdeal stays with its dealer", MISDEALT, BOB),
    ("also with one named", [game(), deal(1, dealer=DAN), voided(1)], DAN),
    ("and before its first entry", [game(dealer=CAL), voided(1), voided(2)], CAL),
    ("who controls the dummy that takes the last trick", FOUR_BY_ANN, BOB),
    ("or led it", THREE_BY_ANN, BOB),
)
def test_it_is_dealt_by(what, events, dealer):
    by = ANN if events is FOUR_BY_ANN else None  # the holder of a right

    assert charges(night(*events, rule("r1", who="dealer", by=by), caught("r1", ANN)), "r1") == [(dealer, 1)], what


@cases(
    ("the highest untied card", "ann 2H bob 3S cal 4D", CAL),
    ("aces are high", "ann AH bob KS cal QD", ANN),
    ("tied cards cancel each other", "ann AH bob AS cal 2D", CAL),
    ("ten is above nine", "ann TH bob 9S cal JD", CAL),
    ("whatever is left", "ann KH bob 2S cal KD", BOB),
    ("nothing is left", "ann 2H bob 2S cal 2D", None),
)
def test_a_trick_is_taken_by(what, cards, taker):
    assert by_trick(night(THREE, plays(1, cards))) == ([{taker: 1}] if taker else []), what


def test_if_every_card_is_cancelled_nobody_takes_it_and_the_leader_leads_again():
    assert by_trick(night(game(ANN, BOB), plays(1, "ann 2H bob 2S"), plays(2, "ann 3H bob 4S"))) == [{BOB: 2}]


@cases(
    ("the taker of the last trick leads", [game(), *ALL, plays(1, "eve AH ann 2H bob 3H cal 4H dan 5H", deal=2)]),
    ("a new deal after five tricks", [game(), *ALL, trick(1, ANN, deal=2)]),
    ("a deal begun first", [game(), deal(1), trick(1, ANN)]),
    ("to some, in the order of the game", [game(), SOME, plays(1, "ann 2H cal 3H eve 4H")]),
    ("who is away is not dealt in", [game(), left(BOB), plays(1, "ann 2H cal 3H dan 4H eve 5H")]),
    ("who leaves plays it out", [game(), trick(1, ANN), left(BOB), trick(2, BOB)]),
    ("who is back is dealt in", [game(), left(BOB), returned(BOB), trick(1, BOB)]),
    ("newcomers sit after the players", [*NEWCOMERS, plays(1, "ann 2H bob 3H zac 4H zoe 5H")]),
    ("and stay there", [*NEWCOMERS, voided(1), plays(1, "ann 2H bob 3H zac 4H zoe 5H", deal=2)]),
    ("a newcomer deals",
     [joined("zoe"), game(), deal(1, players=[ANN, "zoe"], dealer="zoe"), plays(1, "zoe 2H ann 3H")]),
    ("ten are dealt in", [*map(joined, MORE), game(), deal(1, players=[*FIVE, *MORE[:5]])]),
    ("one alone has a misdeal", [*ALONE, voided(1)]),
    ("two begin and one leaves", [game(ANN, BOB), trick(1, ANN), left(BOB), trick(2, BOB)]),
    ("somebody else steps in", [*ALONE, deal(1, players=[ANN, CAL]), trick(1, CAL)]),
    ("a misdealt deal's dealer leads", [*MISDEALT, plays(1, "bob 2H cal 3H dan 4H eve 5H ann 6H", deal=2)]),
    ("a deal after one misdealt at once", [game(), voided(1), trick(1, ANN, deal=2)]),
    ("the taker leads next", [THREE, CARDS, plays(2, "cal 5H ann 6H bob 7H")]),
    ("a winner named beside the cards", [THREE, plays(1, "ann 2H bob 3H cal 4H", winner=CAL)]),
    ("or nobody", [THREE, plays(1, "ann 2H bob 2S cal 2D", winner=None)]),
    ("cards fall again in the next deal", [THREE, CARDS, voided(1), plays(1, "ann 2H bob 3H cal 4H", deal=2)]),
    ("suits are not followed", [THREE, plays(1, "ann 2H bob 3S cal 4D"), plays(2, "cal 5D ann 6H bob 7H")]),
    ("a trick without cards between", [THREE, CARDS, trick(2, BOB), plays(3, "bob 5H cal 6H ann 7H")]),
    ("a dummy sits on the right", [TWO, HANDS, plays(2, "bob:dummy 5H bob 6H ann:dummy 7H ann 8H")]),
    *(("a dummy's controller leads the next deal", [*log, plays(1, "bob 2H ann:dummy KH ann 3H bob:dummy 4H", deal=2)])
      for log in (FOUR_BY_ANN, THREE_BY_ANN)),
    ("a game with dummies is misdealt", [TWO, left(BOB), voided(1)]),
    ("dummies refused are none", [game(ANN, BOB, options={"dummies": False}), trick(1, ANN)]),
)  # fmt: skip
def test_this_stands(what, events):
    assert night(*events)["games"], what


@cases(
    *([game(), *ALL, late] for late in (trick(6, ANN), trick(5, EVE), deal(1), voided(1))),
    *([game(), *first, late] for first in ([], [trick(1, ANN)], [voided(1), voided(2)])
      for late in (trick(1, ANN, deal=2), deal(2), voided(2))),
    [game(), trick(2, ANN)],
    [game(), trick(1, ANN), trick(1, ANN)],
    [game(), trick(1, ANN), trick(3, ANN)],
    [game(), trick(0, ANN)],
    [game(), trick(1, ANN, deal=0)],
    [game(), event("trick.taken", deal=1, trick=1)],
    [game(), trick(1, "zoe")],
    [game(ANN, BOB), trick(1, CAL)],
    [game(), trick(1, ANN), deal(1)],
    [game(), deal(1), deal(1)],
    [game(), deal(1, cards=5)],
    [game(), SOME, trick(1, BOB)],
    [game(), left(BOB), trick(1, BOB)],
    [game(), left(BOB), deal(1, players=[ANN, BOB])],
    [game(), deal(1), left(BOB), returned(BOB), trick(1, "zoe")],
    [game(), deal(1, dealer="zoe")],
    [game(), deal(1, players=[ANN, BOB], dealer=CAL)],
    [game(), left(CAL), deal(1, dealer=CAL)],
    *([game(), deal(1, players=players)] for players in ([], [ANN], [ANN, "zoe"], [ANN, ANN], ANN, [1, 2])),
    [*map(joined, MORE), game(), deal(1, players=[*FIVE, *MORE])],
    [*ALONE, trick(1, ANN)],
    [*ALONE, deal(1)],
    [*MISDEALT, trick(3, ANN)],
    [*MISDEALT, voided(1)],
    [game(), voided(1), trick(1, ANN)],
    *([*first, late] for first in ([], [game(), ENDED]) for late in (deal(1), voided(1), trick(1, ANN))),
    [THREE, CARDS, plays(2, "ann 5H bob 6H cal 7H")],
    *([THREE, plays(1, "ann 2H bob 3H cal 4H", winner=winner)] for winner in (ANN, BOB, None, "zoe")),
    [THREE, plays(1, "ann 2H bob 2S cal 2D", winner=ANN)],
    *([THREE, plays(1, cards)] for cards in (
        "", "ann 2H", "ann 2H bob 3H", "bob 3H cal 4H ann 2H", "ann 2H cal 4H bob 3H", "ann 2H bob 3H bob 4H",
        "ann 2H bob 3H cal 4H ann 5H", "ann 2H bob 3H dan 4H", "ann 2H bob 3H zoe 4H", "ann 2H bob 3H cal 2H")),
    *([THREE, event("trick.taken", deal=1, trick=1, plays=[[ANN, card], [BOB, "3H"], [CAL, "4H"]])]
      for card in ("JOKER", "10H", "1H", "hq", "QX", "Q", "", "QH ")),
    *([THREE, event("trick.taken", deal=1, trick=1, plays=[pair, [BOB, "3H"], [CAL, "4H"]])]
      for pair in ([ANN], [ANN, "2H", "3H"], ANN, None, {"ann": "2H"}, [ANN, None])),
    [THREE, CARDS, plays(2, "cal 5H ann 6H bob 2H")],
    [THREE, CARDS, trick(2, CAL), plays(3, "cal 5H ann 6H bob 2H")],
    [TWO, plays(1, "ann 2H ann:dummy KH bob 3H bob:dummy 4H")],
    [TWO, plays(1, "ann 2H bob 3H")],
    [game(ANN, BOB, CAL, options={"dummies": True})],
    [TWO, deal(1, players=[ANN, BOB, CAL])],
    [TWO, deal(1, players=[ANN])],
    [TWO, left(BOB), trick(1, ANN)],
    [TWO, trick(1, "cal:dummy")],
    [game(ANN, BOB), deal(1, players=[ANN, "bob:dummy"])],
)  # fmt: skip
def test_this_is_refused(events):
    assert refuses_last(*events)


def test_a_refusal_says_what_is_in_the_way():
    assert refused(game(), trick(1, ANN), trick(1, BOB)) == "event 9: Trick 1 is already written: Ann took it"
    assert "Cal takes the trick" in refused(THREE, plays(1, "ann 2H bob 3H cal 4H", winner=ANN))
    assert "not in this deal" in refused(game(ANN, BOB), trick(1, "ann:dummy"))


def test_a_misdeal_keeps_what_it_charged_and_newcomers_stay_in_the_standings():
    assert by_trick(night(*MISDEALT)) == [{ANN: 1}, {DAN: 2}]
    assert [row["player"] for row in night(*NEWCOMERS, voided(1))["games"][0]["standings"]] == [ANN, BOB, "zac", "zoe"]


@cases((1, 1, ANN, True), (1, 2, ANN, False), (2, 1, ANN, False), (1, 1, BOB, False))
def test_the_same_trick_from_two_phones_is_the_same_and_one_of_another_place_never(deal, number, taker, same):
    assert TrickTaken(1, 1, ANN).same_as(TrickTaken(deal, number, taker)) == same
