"""Card Yacht: turns and hands of a round, who is dealt into it, when it closes, who deals, and how the game ends."""

import pytest

from companion.domain.events import read
from companion.domain.games.card_yacht import CARD_YACHT
from companion.domain.games.card_yacht.events import HandScored
from companion.domain.games.card_yacht.round import Options, State, check
from companion.domain.refused import Filled, Refused
from companion.domain.seating import Table
from tests.table import cases

from ..entries import caught, changed, event, joined, left, returned, rule, undone
from ..nights import charged, charges, fault, says, stand, table_of
from ..people import ANN, BOB, CAL
from ..play import ENDED
from .card_yacht_nights import THREE, draw, exchange, hand, knock, passed, played, refused, rounds, told

TABLE = Table(("ann", "bob"), (), {"ann": "Ann", "bob": "Bob"})
TWO, DAN = {"players": "ann bob"}, {"joined": f"{THREE} dan"}
SUITED = ("spades", "hearts", "diamonds", "clubs")
LOW = "AS AH 2D 2C 4S"
AWAY = [left(who) for who in (ANN, BOB, CAL)]
LOWS = [told(who, "low") for who in (ANN, BOB, CAL)]
SECOND = told(ANN, "high", 0, 2)
STOCK_OUT = [*[draw(BOB, 5)] * 8, draw(ANN, 2)]  # between two
GONE = [draw(BOB), *AWAY, returned(ANN)]
BACK = [draw(CAL), left(CAL), told(ANN, "low"), returned(CAL), told(BOB, "low")]
LAST = [*rounds("ann bob", 1, 11), told(ANN, "flush", 25, 12), told(BOB, "flush", 0, 12)]
BOBS_FLUSH = [*rounds(THREE, 1, 11), *(told(who, "flush", 25 * (who == BOB), 12) for who in (ANN, BOB, CAL))]
FIRST = 6  # the entry of the first event that a test of three names


def without(said, field):
    return {name: value for name, value in said.items() if name != field}


@cases(
    ("all turns of a round", [draw(BOB, 5), exchange(CAL, BOB, 2), draw(BOB), draw(BOB), knock(ANN)]),
    ("none of them", LOWS),
    ("the others may pass after a knock", [knock(BOB), passed(CAL), passed(ANN)]),
    ("anybody once the stock has run out",
     [*[draw(BOB, 5), draw(ANN, 5)] * 4, draw(BOB, 2), passed(ANN), exchange(BOB, ANN)], TWO),
    ("exchanges take nothing from the stock", [*[exchange(BOB, ANN, 5)] * 12, draw(BOB, 5)], TWO),
    ("which is fresh in the next round", [*STOCK_OUT, *LOWS[:2], draw(ANN, 5, round=2)], TWO),
    ("with a harbor of which nothing is said", [exchange(BOB, ANN, 5), exchange(CAL, ANN, 5)]),
    ("the last turn may be a knock, too", [knock(BOB), knock(CAL), draw(ANN)]),
    ("which counts for its round only", [knock(BOB), *LOWS, knock(BOB, 2), draw(CAL, round=2)]),
    ("a round does not wait for who has left", [draw(CAL), left(CAL), *LOWS[:2], SECOND]),
    ("even afterwards", [*LOWS[:2], left(CAL), SECOND]),
    ("nor for two", [left(BOB), left(CAL), draw(ANN), LOWS[0], SECOND]),
    ("it closes when all have left and one has scored",
     [LOWS[0], *AWAY, returned(BOB), told(BOB, "low", 0, 2)]),
    *(("where nobody has scored it stays open", [*gone, LOWS[0], SECOND])
      for gone in ([knock(ANN), *AWAY[1:]], GONE)),
    ("who came back is waited for", [*BACK, LOWS[2], SECOND]),
    ("and dealt into the next round",
     [left(CAL), draw(ANN), returned(CAL), *LOWS[:2], told(CAL, "low", 0, 2)]),
    ("the stock is what those dealt in leave", [left(CAL), *STOCK_OUT]),
)  # fmt: skip
def test_it_is_valid(what, events, *how):
    assert played(*events, **dict(*how))["games"], what


HOW_MANY = "how many cards were taken? 1 to 5"
NO_PASS = "You can pass only after a knock."
LAST_TURN = "Cal has had the last turn after the knock"
OPEN = "…round 1 is still on"


@cases(
    *(([{**draw(BOB), "count": wrong}], "…count…") for wrong in (0, 6, -1, 2.5, True, "2", None)),
    ([without(draw(BOB), "count")], HOW_MANY),
    ([without(exchange(BOB, CAL), "count")], HOW_MANY),
    ([without(exchange(BOB, CAL), "from")], "from whose harbor did they come?"),
    ([{**draw(BOB), "from": CAL}], "a draw is from nobody’s harbor"),
    ([knock(ANN), {**passed(BOB), "from": CAL}], "a pass is from nobody’s harbor"),
    ([knock(ANN), {**passed(BOB), "count": 1}], "a pass has no count"),
    *(([without(draw(BOB), field)], f"the event needs field {field}") for field in ("turn", "round", "player")),
    ([exchange(BOB, BOB)], "cards are swapped with somebody else’s harbor"),
    ([exchange(BOB, "dan")], "Dan is not in round 1", DAN),
    *(([{**draw(BOB), "turn": wrong}], "…turn…") for wrong in ("knock", "Draw", "", None)),
    ([passed(BOB)], NO_PASS),
    ([*[draw(BOB, 5)] * 8, draw(ANN, 1), passed(BOB)], NO_PASS, TWO),
    ([*[draw(BOB, 5)] * 8, draw(ANN, 1), draw(BOB, 2)], "the stock has 1 card left", TWO),
    ([draw(ANN, 2), left(CAL), *[draw(BOB, 5)] * 7, draw(BOB, 1)], "the stock has no cards left"),
    ([knock(BOB), draw(BOB)], "Bob has knocked"),
    ([knock(BOB), passed(BOB)], "Bob has knocked"),
    ([knock(BOB), draw(CAL), knock(BOB)], "Bob has already knocked"),
    ([knock(BOB), knock(CAL), draw(CAL)], "Cal has knocked"),
    ([knock(BOB), draw(CAL), draw(CAL)], LAST_TURN),
    ([knock(BOB), passed(CAL), exchange(CAL, ANN)], LAST_TURN),
    ([draw(CAL), knock(BOB), draw(CAL), knock(CAL)], LAST_TURN),
    *(([knock(CAL), hand(ANN, "low", LOW), late], "hands are shown already: Ann has scored")
      for late in (draw(BOB), exchange(BOB, CAL), knock(BOB), passed(BOB))),
    *(([told(ANN, box, wrong)], "…") for box, wrong in
      (("hearts", 50), ("hearts", -1), ("low", 49), ("high", 50), ("flush", 1))),
    *(([{**told(ANN, "hearts"), "points": wrong}], "…points…") for wrong in (True, 1.5, "12", None, [12])),
    ([{**hand(ANN, "low", LOW), "points": 50}], "say either the five cards or the points"),
    ([without(told(ANN, "low"), "points")], "say either the five cards or the points"),
    *(([hand(ANN, "low", wrong)], "…cards…")
      for wrong in ("AS AH 2D 2C", "AS AH 2D 2C 4S 5S", "", "AS AH 2D 2C 1S", "AS AH 2D 2C 4s")),
    ([hand(ANN, "low", "AS AH 2D 2C JOKER")], "there is no joker in this game"),
    ([hand(ANN, "low", "AS AH 2D 2C AS")], "A♠ is in another hand…"),
    ([hand(ANN, "low", LOW), hand(BOB, "clubs", "4S 5S 6S 7S 9S")], "4♠ is in another hand…"),
    ([told(ANN, "low"), told(ANN, "high")], "Ann has already scored round 1"),
    ([*LOWS, told(ANN, "low", 50, 2)], "Ann has already filled low"),
    *(([{**told(ANN, "low"), "box": wrong}], "…box…") for wrong in ("Low", "three and two", "1s", "", None)),
    ([{**knock(ANN), "box": "low"}], "the event has no field box"),
    ([{**draw(ANN), "points": 3}], "the event has no field points"),
    *(([*before, late], why) for late in (knock(ANN, 2), draw(ANN, 1, 2), told(ANN, "low", 0, 2))
      for before, why in (([], "Round 2 has to wait: round 1 comes first"),
                          ([told(BOB, "low")], "Round 2 has to wait: round 1 is still on"),
                          (rounds(THREE, 1, 2), "Round 2 is over"))),
    ([knock(ANN, 0)], "…round…"),
    *(([*open, SECOND], OPEN) for open in (LOWS[:2], BACK, [knock(ANN), *AWAY[1:]], GONE)),
    *(([left(CAL), *back, late], "Cal is not in round 1") for back in ([], [draw(ANN), returned(CAL)])
      for late in (knock(CAL), draw(CAL), told(CAL, "low"), exchange(ANN, CAL))),
    *(([late], "Dan is not in round 1", DAN) for late in (knock("dan"), draw("dan"), told("dan", "low"))),
    ([joined("dan"), *rounds(THREE, 1, 1), knock("dan", 2)], "Dan is not in round 2"),
    ([*AWAY, knock(ANN)], "everybody who plays went home for round 1"),
    ([*rounds(THREE), knock(ANN, 13)], "…"),
    *(([], "…is for 2 to 4 players…", {"players": wrong, "joined": "ann bob cal dan eve fay"})
      for wrong in ("ann", "ann bob cal dan eve")),
    *(([], "…options of Card Yacht…", wrong)
      for wrong in ({"stake": 21}, {"stake": -1}, {"stake": True}, {"stake": "3"}, {"dice": "real"})),
    *(([told(ANN, "low", 50), changed(FIRST, new)], "a change keeps what the entry is about…")
      for new in (told(BOB, "low", 50), told(ANN, "low", 50, 2))),
    ([draw(BOB), changed(FIRST, passed(BOB))], NO_PASS),
)  # fmt: skip
def test_this_is_refused(events, why, *how):
    assert says(refused(*events, **dict(*how)), why), events


@cases(("ann bob", 42), ("ann bob cal", 37), ("ann bob cal dan", 32))
def test_the_stock_is_what_the_hands_leave_and_no_more_is_drawn(players, stock):
    fives, rest = [draw(BOB, 5)] * (stock // 5), stock % 5

    played(*fives, draw(ANN, rest), players=players)
    assert refused(*fives, draw(ANN, rest + 1), players=players).startswith("the stock has")
    assert refused(*fives, draw(ANN, rest), draw(BOB), players=players) == "the stock has no cards left"


def test_undoing_a_hand_of_an_earlier_round_is_refused_because_of_the_next():
    assert fault(table_of("card-yacht", *rounds(THREE, 1, 2), undone(FIRST), players=THREE)) == (
        "event 9: Round 2 has to wait: round 1 is still on (after the undo in event 12)"
    )


@cases(
    ("a hand scores by its cards", [hand(ANN, "low", LOW), hand(BOB, "high", "KS KH KD QC 9H")],
     "ann 50 1, bob 0 2, cal 0 2"),
    ("or by its points", [told(ANN, "hearts", 49), told(BOB, "five-flush", 100), told(CAL, "high")],
     "bob 100 1, ann 49 2, cal 0 3"),
    ("all cards are back in the next round",
     [hand(ANN, "low", LOW), told(BOB, "high"), told(CAL, "high"), hand(BOB, "low", LOW, 2)],
     "ann 50 1, bob 50 1, cal 0 3"),
    ("who was dealt in is scored though away", [draw(CAL), left(CAL), told(CAL, "low", 50)],
     "cal 50 1, ann 0 2, bob 0 2"),
    ("a hand undone opens its box and its cards again",
     [hand(ANN, "low", LOW), undone(FIRST), hand(BOB, "low", LOW), told(ANN, "low", 50)],
     "ann 50 1, bob 50 1, cal 0 3"),
    ("a hand changed to another box counts there",
     [told(ANN, "low", 50), changed(FIRST, told(ANN, "flush", 25))], "ann 25 1, bob 0 2, cal 0 2"),
    ("boxes never filled count nothing",
     [told(CAL, "spades", 40), told(ANN, "spades", 10), told(BOB, "spades", 5), left(CAL), *rounds("ann bob", 2)],
     "cal 40 1, ann 10 2, bob 5 3 over"),
    ("nobody has begun, in the order of the game", [], "cal 0 1, ann 0 1, bob 0 1", {"players": "cal ann bob"}),
    ("twelve rounds and it is over", rounds(THREE), "ann 0 1, bob 0 1, cal 0 1 over"),
    ("not without the last hand", rounds(THREE)[:-1], "ann 0 1, bob 0 1, cal 0 1"),
    ("unless its player leaves", [*rounds(THREE)[:-1], left(CAL)], "ann 0 1, bob 0 1, cal 0 1 over"),
    ("boxes that were missed are not waited for",
     [left(CAL), *rounds("ann bob", 1, 11), returned(CAL), *rounds(THREE, 12, 12)],
     "ann 0 1, bob 0 1, cal 0 1 over"),
    ("the suited bonus counts",
     [told(who, box, worth, at) for at, box in enumerate(SUITED, 1) for who, worth in ((ANN, 37), (BOB, 36))],
     "ann 248 1, bob 144 2", TWO),
)  # fmt: skip
def test_the_standings(what, events, standing, *how):
    assert stand(played(*events, **dict(*how))) == standing, what


@cases(
    ("the first player", [], ANN),
    ("or who is named", [], CAL, {"dealer": CAL}),
    ("the deal moves left", rounds(THREE, 1, 1), BOB),
    ("in the order of the game", [event("seats.moved", order=[CAL, BOB, ANN]), *rounds(THREE, 1, 1)], CAL,
     {"dealer": BOB}),
    ("and round again", rounds(THREE, 1, 3), ANN),
    ("among those who are there", [left(ANN)], BOB),
    ("also between rounds", [*rounds(THREE, 1, 1), left(BOB)], CAL),
    ("of whom there may be none", AWAY, None),
    ("who deals keeps the deal though away", [draw(BOB), left(ANN)], ANN),
    ("from whoever dealt for another it moves on", [left(ANN), *rounds("bob cal", 1, 1), returned(ANN)], CAL),
)  # fmt: skip
def test_it_is_dealt_by(what, events, dealer, *how):
    night = played(rule("r1", who="dealer"), *events, caught("r1", ANN), **dict(*how))

    assert charges(night, "r1") == [(dealer, 1)] * bool(dealer), what


FORTY_NINES = [told(who, box, 49, at) for at, box in enumerate(SUITED, 1) for who in (ANN, BOB)]
BOXES = [told(ANN, "low", 50), told(BOB, "high")]
SEATED = {"joined": "bob cal ann dan"}


@cases(
    ("every hand scored, also for nothing", {}, "player", BOXES, "ann bob"),
    ("one box only", {"box": "low"}, "player", BOXES, "ann"),
    ("a box got with at least a point", {"at_least": 1}, "player", BOXES, "ann"),
    ("a box filled with nothing", {"zero": True}, "player", BOXES, "bob"),
    ("a box by its cards", {"box": "three-and-two"}, "player", [hand(ANN, "three-and-two", "7S 7H 7D 2C 2S")], "ann"),
    ("points without any bonus", {"at_least": 50}, "player", FORTY_NINES, "", TWO),
    ("at least these", {"at_least": 49}, "player", FORTY_NINES, "ann bob " * 3 + "ann bob", TWO),
    ("left in the order of the game with the away", {}, "left", [left(BOB), LOWS[0]], "bob", SEATED),
    ("right", {}, "right", [left(BOB), LOWS[0]], "cal", SEATED),
    ("everyone", {}, "everyone", [left(BOB), LOWS[0]], "bob cal ann", SEATED),
    ("the dealer of the round", {"box": "hearts"}, "dealer", rounds(THREE, 1, 2), "bob bob bob"),
    ("also of the last", {"box": "flush"}, "dealer", rounds(THREE), "cal cal cal"),
    ("nobody leads", {}, "leader", LOWS[:1], ""),
    ("nobody takes", {}, "taker", LOWS[:1], ""),
    ("a call on who does not play counts among all", {"on": "called"}, "others", [caught("r1", "dan")],
     "ann bob cal eve", {"joined": f"{THREE} dan eve"}),
    *(("nobody leads or takes in a call", {"on": "called"}, who, [draw(BOB), caught("r1", ANN)], "")
      for who in ("leader", "taker")),
)  # fmt: skip
def test_a_house_rule_charges(what, about, who, events, drinkers, *how):
    night = played(rule("r1", when={"on": "box.scored", **about}, who=who), *events, **dict(*how))

    assert " ".join(player for player, _ in charges(night, "r1")) == drinkers, what


@cases(
    ("each in last place", BOBS_FLUSH, {"stake": 3}, [ANN, CAL], 3, 5 + 36),
    ("the away, too", [*LAST[:-1], left(BOB)], {**TWO, "stake": 20}, [BOB], 20, 4 + 24),
    ("nobody when all tie", rounds(THREE), {"stake": 5}, [], 0, 0),
    ("nor without a stake", LAST, TWO, [], 0, 0),
    ("or one of nothing", LAST, {**TWO, "stake": 0}, [], 0, 0),
    ("nor when the game is ended early", [*LAST[:-1], ENDED], {**TWO, "stake": 5}, [], 0, 0),
)
def test_the_stake_is_charged_at_the_entry_that_finishes_the_game_to(what, events, how, losers, amount, seq):
    night = played(*events, **how)

    assert stand(night).endswith(" over")
    assert charged(night) == ", ".join(f"{loser} {amount} lost game" for loser in losers), what
    assert all(row["seq"] == seq for row in night["charges"])


def test_a_late_hand_or_knock_meets_the_recorded_one_and_a_late_turn_is_refused():
    state = State(Options(), (ANN, BOB), ANN, {ANN: {}, BOB: {}}, over=1)

    for late, kind in ((told(ANN, "low"), Filled), (knock(ANN), Filled), (draw(ANN), Refused)):
        with pytest.raises(Refused) as caught:
            check(state, read(late, CARD_YACHT.events), TABLE)
        assert caught.type is kind


@cases(
    (True, {"cards": ("4S", "AS", "AH", "2D", "2C")}),
    (True, {"points": 50}),
    (False, {"points": 0}),
    (False, {"cards": ("3S", "AS", "AH", "2D", "2C")}),
    (False, {"points": 5, "box": "spades"}),
)
def test_the_same_hand_from_two_phones_is_the_same_in_whatever_order_or_by_its_points(same, other):
    shown = {"round": 1, "player": ANN, "box": "low"}

    assert HandScored(**shown, cards=tuple(LOW.split())).same_as(HandScored(**{**shown, **other})) is same


@cases(
    (knock(ANN), "Ann knocked in round 1."),
    (draw(ANN, 1), "Ann drew 1 card in round 1."),
    (exchange(ANN, BOB, 2), "Ann swapped 2 cards with Bob’s harbor in round 1."),
    (passed(ANN, 3), "Ann ended their turn in round 3."),
    (told(ANN, "three-and-two", 25), "Ann scored 25 in Three and two in round 1."),
    (hand(ANN, "low", LOW), "Ann scored 50 in Low in round 1: A♠, A♥, 2♦, 2♣, 4♠."),
)
def test_every_event_is_a_sentence(said, sentence):
    assert CARD_YACHT.describe(read(said, CARD_YACHT.events), TABLE) == sentence
