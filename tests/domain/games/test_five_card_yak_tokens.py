"""Five-Card Yak for tokens: what is really paid, from one's own or from the pot, by whom, and when the game is over."""

from tests.table import cases

from ..entries import caught, changed, event, fine, joined, left, returned, rule, undone
from ..nights import by_trick, drinks, night, owed, refused, says, stand
from ..people import ANN, BOB, CAL, DAN, EVE
from ..play import ENDED, deal, game, plays, trick, tricks, voided
from .token_nights import SWEEP, kegger, pass_out

FOUR = (ANN, BOB, CAL, DAN)
CALLED, OTHERS = rule("r1", amount=3), rule("r1", who="others", amount=5)
SEVENS = rule("r1", when={"on": "card.played", "rank": "7"}, who="everyone", amount=2)
CHOOSES = rule("r1", who="chosen", amount=2)
LAST_FOR_ALL = rule("r1", when={"on": "trick.taken", "trick": 5}, who="everyone", amount=5)
FALLS, STANDS = (event("call.settled", entry=9, stands=stands) for stands in (False, True))
BOB_OUT = [pass_out(3), *tricks("ann bob ann bob")]  # Ann pays 1 and 2, Bob 2 and 1
TWO_OUT = [pass_out(3, *FOUR), *tricks("bob cal bob - dan")]  # Bob 1 and 2, Cal 2, Dan 3
ANN_OUT = [pass_out(3), *tricks("ann bob ann - -")]
CAL_GONE = [pass_out(1), left(CAL), *tricks("ann - - - -")]
NONE_LEFT = [LAST_FOR_ALL, pass_out(8), *tricks("ann bob ann - -")]
NEWCOMER = [pass_out(9), *tricks("ann bob cal - -"), joined("fay")]
BOB_CALLED = [CALLED, pass_out(4), caught("r1", BOB)]
KEG_CALLED = [CALLED, kegger(5), caught("r1", BOB), FALLS, caught("r1", CAL), trick(1, ANN)]
KEG_EMPTY = [CALLED, kegger(3), caught("r1", BOB)]
DUMMIES = [game(ANN, BOB, options={"dummies": True, "tokens": {"mode": "pass-out", "count": 3}}),
           *tricks("ann ann:dummy ann bob:dummy -")]  # fmt: skip


@cases(
    ("a worked sweep", [pass_out(20), *tricks(SWEEP)], "ann 17 1, bob 13 2, cal 13 2"),
    ("another deal", [pass_out(20), *tricks("ann bob ann bob ann")], "cal 20 1, bob 14 2, ann 11 3"),
    ("who passed out plays the deal out", BOB_OUT, "cal 3 1, ann 0 2, bob 0 2"),
    ("and the one who is left wins once it is over", [*BOB_OUT, trick(5)], "cal 3 1, ann 0 2, bob 0 2 over"),
    ("also by its cards", [*BOB_OUT, plays(5, "bob 2H cal 3H ann 4H")], "cal 3 1, ann 0 2, bob 0 2 over"),
    ("two are left", TWO_OUT, "ann 3 1, cal 1 2, bob 0 3, dan 0 3"),
    ("penalties are those of the number dealt in", [pass_out(9), *tricks("bob bob bob cal bob")],
     "bob 6 1, ann 3 2, cal 3 2"),  # Bob 1 1 1, Cal 4, then Ann 6 and Cal 2
    ("of two in the next deal", [pass_out(6), *tricks("cal - cal - cal"), *tricks("ann ann ann ann", deal=2)],
     "bob 6 1, ann 2 2, cal 0 3"),  # Cal 1, 3 and of 5 only 2
    ("with two left it goes on", ANN_OUT, "cal 3 1, bob 1 2, ann 0 3"),
    ("until the table ends it", [*ANN_OUT, ENDED], "cal 3 1, bob 1 2, ann 0 3 over"),
    ("or one of them is out", [*ANN_OUT, *tricks("bob - - - -", deal=2)], "cal 3 1, ann 0 2, bob 0 2 over"),
    ("before the last deal", NONE_LEFT, "cal 8 1, bob 6 2, ann 4 3"),
    ("if nobody is left who had the most before it wins",
     [*NONE_LEFT, *tricks("bob cal - cal cal", deal=2)], "cal 8 1, bob 6 2, ann 4 3 over"),
    ("a deal that is voided was paid", [pass_out(9), *tricks("ann bob"), voided(1)], "cal 9 1, ann 8 2, bob 7 3"),
    ("in the middle of a deal it is not over", [pass_out(1), *tricks("ann bob")], "cal 1 1, ann 0 2, bob 0 2"),
    ("if voided it is", [pass_out(1), *tricks("ann bob"), voided(1)], "cal 1 1, ann 0 2, bob 0 2 over"),
    ("a newcomer starts with as many as everybody did",
     [*NEWCOMER, deal(2, players=[ANN, BOB, CAL, "fay"]), *tricks("cal fay", deal=2)],
     "ann 8 1, bob 7 2, fay 7 2, cal 5 4"),
    ("who went home with tokens is still left", [pass_out(1), left(CAL), *tricks("ann bob - - -")],
     "cal 1 1, ann 0 2, bob 0 2 over"),
    ("and it goes on with two", CAL_GONE, "bob 1 1, cal 1 1, ann 0 3"),
    ("two with dummies", DUMMIES, "bob 3 1, ann 0 2 over"),
    ("who is caught between two deals may be out",
     [CALLED, pass_out(4), *tricks("ann bob cal - -"), caught("r1", BOB)], "ann 3 1, cal 1 2, bob 0 3"),
    ("a call between deals ends the game", [OTHERS, pass_out(5), caught("r1", ANN)], "ann 5 1, bob 0 2, cal 0 2 over"),
    ("in a deal it waits", [OTHERS, pass_out(5), trick(1), caught("r1", ANN)], "ann 5 1, bob 0 2, cal 0 2"),
    ("for its end", [OTHERS, pass_out(5), trick(1), caught("r1", ANN), *[trick(n) for n in range(2, 6)]],
     "ann 5 1, bob 0 2, cal 0 2 over"),
    ("who deals pays while they have tokens, then the next",
     [rule("r1", who="dealer", amount=2), pass_out(2), caught("r1", CAL), caught("r1", CAL)],
     "cal 2 1, ann 0 2, bob 0 2 over"),
    ("who was chosen pays", [CHOOSES, pass_out(3), caught("r1", ANN, chosen=[CAL, BOB])], "ann 3 1, bob 1 2, cal 1 2"),
    ("who only watches has none to pay", [CALLED, pass_out(9), caught("r1", DAN)], "ann 9 1, bob 9 1, cal 9 1"),
    ("a call", BOB_CALLED, "ann 4 1, cal 4 1, bob 1 3"),
    ("a call that falls gives the tokens back", [*BOB_CALLED, FALLS], "ann 4 1, bob 4 1, cal 4 1"),
    ("one that stands does not", [*BOB_CALLED, STANDS], "ann 4 1, cal 4 1, bob 1 3"),
    ("kegger: a worked sweep", [kegger(20), *tricks(SWEEP)], "ann 3 1, bob 7 2, cal 7 2"),
    ("the pot is not empty", [kegger(6), *tricks("ann bob")], "cal 0 1, ann 1 2, bob 2 3"),
    ("what empties it ends the game", [kegger(6), *tricks("ann bob ann")], "cal 0 1, bob 2 2, ann 4 3 over"),
    ("ties share the place", [kegger(1), trick(1, BOB)], "ann 0 1, cal 0 1, bob 1 3 over"),
    ("a newcomer has taken nothing yet",
     [kegger(9), *tricks("ann bob cal - -"), deal(2, players=[*FOUR]), ENDED],
     "dan 0 1, ann 1 2, bob 2 3, cal 3 4 over"),
    ("an undo puts tokens back and the game on",
     [kegger(3), *tricks("ann bob"), undone(9)], "bob 0 1, cal 0 1, ann 1 3"),
    ("a change, too", [kegger(3), *tricks("ann bob"), changed(9, trick(2, ANN))], "bob 0 1, cal 0 1, ann 2 3"),
    ("who only watches drinks from the pot and has no place",
     [CALLED, kegger(3), caught("r1", DAN)], "ann 0 1, bob 0 1, cal 0 1 over"),
    ("a call may empty the pot in the middle of a deal",
     [CALLED, kegger(4), trick(1, ANN), caught("r1", BOB)], "cal 0 1, ann 1 2, bob 3 3 over"),
    ("a fine by hand is no token", [kegger(5), fine(BOB, 4), trick(1, BOB)], "ann 0 1, cal 0 1, bob 1 3"),
    ("a call that falls fills the pot", KEG_CALLED, "bob 0 1, ann 1 2, cal 3 3"),
    ("until it is empty", [*KEG_CALLED, trick(2, BOB)], "ann 1 1, bob 1 1, cal 3 3 over"),
    ("one that falls after the game changes no place", [*KEG_EMPTY, FALLS], "ann 0 1, cal 0 1, bob 3 3 over"),
    ("nor of the game after it", [*KEG_EMPTY, kegger(3), FALLS], "ann 0 1, bob 0 1, cal 0 1"),
    ("a call of drinks that falls touches no token",
     [CALLED, fine(EVE, 1), caught("r1", BOB), kegger(5), trick(1, BOB), FALLS], "ann 0 1, cal 0 1, bob 1 3"),
    ("after it drinks are drinks again",
     [kegger(1), trick(1, BOB), game(ANN, BOB, CAL), *tricks("cal bob")], "ann 0 1, cal 1 2, bob 2 3"),
)  # fmt: skip
def test_the_standings(what, events, standing):
    assert stand(night(*events)) == standing, what


@cases(
    ("the next deal is for those who have tokens", [*TWO_OUT, plays(1, "ann 2H cal 3H", deal=2)]),
    ("who came back has tokens", [*CAL_GONE, returned(CAL), trick(1, CAL, deal=2)]),
    ("who was out because of a call that falls", [CALLED, pass_out(3), caught("r1", BOB), FALLS, trick(1, BOB)]),
)
def test_who_has_tokens_is_dealt_in(what, events):
    assert night(*events)["games"], what


@cases(
    ([*BOB_OUT, plays(5, "bob 2H cal 3H")], "…come from Bob, Cal, Ann, in this order"),
    ([*TWO_OUT, plays(1, "ann 2H bob 4H cal 3H", deal=2)], "event 13: …"),
    ([*TWO_OUT, deal(2, players=[ANN, BOB])], "event 13: Bob has no token left and cannot be dealt in"),
    ([*TWO_OUT, trick(1, BOB, deal=2)], "…Bob is not in this deal"),
    ([*BOB_OUT, trick(5), trick(1, CAL, deal=2)], "event 13: …"),
    ([*CAL_GONE, trick(1, BOB, deal=2)], "event 14: …"),
    ([CALLED, pass_out(4), *tricks("ann bob cal - -"), caught("r1", BOB), trick(1, BOB, deal=2)], "event 15: …"),
    ([CALLED, pass_out(3), caught("r1", BOB), trick(1, BOB)], "event 10: …"),
    ([kegger(6), *tricks("ann bob ann"), trick(4, BOB)], "event 11: …"),
    ([CALLED, kegger(4), trick(1, ANN), caught("r1", BOB), trick(2, CAL)], "event 11: …"),
    ([pass_out(3), *tricks("ann bob - - -"), plays(1, "bob 2H cal 3H ann 4H", deal=2), changed(10, trick(3, BOB))],
     "event 13: the cards of this trick come from Cal, Ann, in this order (after the change in event 14)"),
    *(([game(ANN, BOB, CAL, options={"tokens": tokens})], "event 7: options of Five-Card Yak: …") for tokens in (
        {"mode": "pass-out"}, {"count": 3}, {"mode": "keg", "count": 3}, {"mode": "kegger", "count": 0},
        {"mode": "kegger", "count": 1001}, {"mode": "kegger", "count": True},
        {"mode": "kegger", "count": 3, "each": 2}, None, 3)),
)  # fmt: skip
def test_who_has_no_token_and_a_game_that_is_over_are_refused(events, why):
    assert says(refused(*events), why), events


@cases(
    ("nobody pays more than they have", [pass_out(4), *tricks("ann bob ann bob")],
     [{ANN: 1}, {BOB: 2}, {ANN: 3}, {BOB: 2}]),
    ("who has none pays none", [pass_out(3), *tricks("ann bob ann bob ann")], [{ANN: 1}, {BOB: 2}, {ANN: 2}, {BOB: 1}]),
    ("with dummies", DUMMIES, [{ANN: 1}, {ANN: 2}]),
    ("the pot is emptied by seat", [kegger(5, CAL, BOB, ANN, DAN), *tricks("bob bob bob bob")],
     [{BOB: 1}, {BOB: 1}, {BOB: 1}, {ANN: 2}]),
    ("in the order of the night",
     [event("seats.moved", order=[DAN, CAL, BOB, ANN, EVE]), kegger(5, CAL, BOB, ANN, DAN), *tricks("bob bob bob bob")],
     [{BOB: 1}, {BOB: 1}, {BOB: 1}, {DAN: 2}]),
    ("after a change", [kegger(3), *tricks("ann bob"), changed(9, trick(2, ANN)), trick(3, CAL)],
     [{ANN: 1}, {ANN: 1}, {CAL: 1}]),
    *(("as many as in drinks", [kegger(100), *tricks(takers)], by_trick(night(game(ANN, BOB, CAL), *tricks(takers))))
      for takers in (SWEEP, "ann bob ann bob ann", "ann - ann - bob", "ann ann ann bob ann", "cal - cal cal cal")),
)  # fmt: skip
def test_a_trick_is_paid_at_once_with(what, events, due):
    result = night(*events)

    assert by_trick(result) == due, what
    assert owed(result) == {}
    assert all(sums["charged"] == sums["taken"] for sums in result["players"].values())


def test_a_charge_says_what_was_not_paid_and_of_how_many_tricks_in_a_row_somebody_paid():
    short = night(pass_out(3), *tricks("ann bob ann bob ann"))["charges"]

    assert [(row["reason"], row["because"]) for row in short[:3]] == [
        ("trick 1", "trick 1 costs 1"), ("trick 2", "trick 2 costs 2"), ("trick 3", "trick 3 costs 3; only 2 left"),
    ]  # fmt: skip
    assert night(kegger(100), *tricks("ann ann ann bob ann"))["charges"][-2]["because"] == (
        "Ann turned it round; second in a row: only 2"
    )


@cases(
    ("at once, after the game", [SEVENS, pass_out(3), plays(1, "ann 7H bob 3H cal 2H")], "ann 2 bob 2 cal 2"),
    ("no more than one has", [CALLED, pass_out(4), *[caught("r1", BOB)] * 3], "bob 3 bob 1"),
    ("by the dealer", [rule("r1", who="dealer"), *TWO_OUT, caught("r1", ANN)], "ann 1"),
    ("or the next one", [rule("r1", who="dealer", amount=2), pass_out(2), *[caught("r1", CAL)] * 2], "ann 2 bob 2"),
    ("from the pot also by who only watches", [CALLED, kegger(3), caught("r1", DAN)], "dan 3"),
    ("of one's own by nobody who only watches", [CALLED, pass_out(9), caught("r1", DAN)], ""),
    ("also by who wins", [*NONE_LEFT, *tricks("bob cal - cal cal", deal=2)],
     "ann 4 bob 5 cal 1"),
)  # fmt: skip
def test_a_rule_is_paid(what, events, due):
    assert drinks(*events) == due, what
    assert owed(night(*events)) == {}


def test_a_right_earned_by_the_trick_that_empties_the_pot_lapses():
    assert night(kegger(14), *tricks("ann ann ann ann"))["rights"] == [ANN]
    assert night(kegger(13), *tricks("ann ann ann ann"))["rights"] == []


def test_what_is_not_a_token_is_owed_and_a_call_that_falls_is_forgiven():
    fallen = night(*BOB_CALLED, FALLS)["players"][BOB]
    drinks = night(CALLED, fine(EVE, 1), caught("r1", BOB), kegger(5), trick(1, BOB), FALLS)

    assert fallen == {"name": "Bob", "charged": 3, "taken": 0, "forgiven": 3, "owed": 0}
    assert owed(night(kegger(5), fine(BOB, 4), trick(1, BOB))) == {BOB: 4}
    assert owed(night(*KEG_EMPTY, FALLS)) == {}
    assert (drinks["players"][BOB]["forgiven"], owed(drinks)) == (3, {EVE: 1})
    assert owed(night(kegger(1), trick(1, BOB), game(ANN, BOB, CAL), *tricks("cal bob"))) == {CAL: 1, BOB: 2}
