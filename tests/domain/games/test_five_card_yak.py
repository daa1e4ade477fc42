"""Five-Card Yak: who is dealt in, deals and takes a trick; what it costs and earns; and the page about it."""

import json
from itertools import product
from pathlib import Path

from msgspec.structs import replace

from companion.domain.games.five_card_yak.deal import Deal, earns_right, penalty, turning
from companion.domain.games.five_card_yak.screen import screen
from companion.domain.games.trick_game import TrickTaken
from tests.table import cases

from ..entries import OPENED, caught, event, fine, joined, left, returned, rule
from ..nights import MISFIT, by_trick, charges, night, stand, standing, why_refused, written
from ..people import ANN, BOB, CAL, DAN, EVE, FIVE
from ..play import ENDED, deal, game, plays, trick, tricks, voided
from .token_nights import kegger, pass_out

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
def test_it_is_valid(what, events):
    assert night(*events)["games"], what


TEN, ORDER = "this game is for 2 to 10 players", "the cards of this trick come from {}, in this order"


@cases(
    *(([game(), *ALL, late], "Deal 1 is over") for late in (trick(6, ANN), trick(5, EVE), deal(1), voided(1))),
    *(([game(), *first, late], f"Deal 2 {why}") for first, why in (
        ([], "has to wait: deal 1 comes first"), ([trick(1, ANN)], "has to wait: deal 1 is still on"),
        ([voided(1), voided(2)], "is over")) for late in (trick(1, ANN, deal=2), deal(2), voided(2))),
    ([game(), trick(2, ANN)], "Trick 1 comes first"),
    *(([game(), trick(1, ANN), trick(1, taker)], "Trick 1 is already written: Ann took it") for taker in (ANN, BOB)),
    ([game(), trick(1, ANN), trick(3, ANN)], "Trick 2 comes first"),
    ([game(), trick(0, ANN)], "trick must be `int` >= 1"),
    ([game(), trick(1, ANN, deal=0)], "deal must be `int` >= 1"),
    ([game(), event("trick.taken", deal=1, trick=1)], "who took trick 1? Tap a name or Nobody, or enter the cards"),
    ([game(), trick(1, "zoe")], "zoe is not in this deal"),
    ([game(ANN, BOB), trick(1, CAL)], "Cal is not in this deal"),
    ([game(ANN, BOB), trick(1, "ann:dummy")], "Ann’s dummy is not in this deal"),
    ([game(), trick(1, ANN), deal(1)], "Deal 1 has already begun"),
    ([game(), deal(1), deal(1)], "Deal 1 has already begun"),
    ([game(), deal(1, cards=5)], "the event has no field cards"),
    ([game(), SOME, trick(1, BOB)], "Bob is not in this deal"),
    ([game(), left(BOB), trick(1, BOB)], "Bob is not in this deal"),
    ([game(), left(BOB), deal(1, players=[ANN, BOB])], "Bob is away: they have to come back first"),
    ([game(), left(BOB), deal(1), returned(BOB), trick(1, BOB)], "Bob is not in this deal"),
    ([game(), deal(1, dealer="zoe")], "zoe has to play to deal"),
    ([game(), deal(1, players=[ANN, BOB], dealer=CAL)], "Cal has to play to deal"),
    ([game(), left(CAL), deal(1, dealer=CAL)], "Cal has to play to deal"),
    *(([game(), deal(1, players=players)], why) for players, why in (
        ([], f"players {MISFIT}"), ([ANN], f"{TEN}, not 1"), ([ANN, "zoe"], "zoe is not at this table"),
        ([ANN, ANN], "the deal names somebody twice"), (ANN, "players must be `array`, got `str`"),
        ([1, 2], "players[0] must be `str`, got `int`"))),
    ([*map(joined, MORE), game(), deal(1, players=[*FIVE, *MORE])], f"{TEN}, not 11"),
    ([*ALONE, trick(1, ANN)], f"{TEN}, not 1"),
    ([*ALONE, deal(1)], f"{TEN}, not 1"),
    ([*MISDEALT, trick(3, ANN)], "Deal 1 is over"),
    ([*MISDEALT, voided(1)], "Deal 1 is over"),
    ([game(), voided(1), trick(1, ANN)], "Deal 1 is over"),
    *(([*first, late], f"{late['type']} is not an event of the night or of the game that is on")
      for first in ([], [game(), ENDED]) for late in (deal(1), voided(1), trick(1, ANN))),
    ([THREE, CARDS, plays(2, "ann 5H bob 6H cal 7H")], ORDER.format("Cal, Ann, Bob")),
    *(([THREE, plays(1, "ann 2H bob 3H cal 4H", winner=winner)], "by these cards Cal takes the trick")
      for winner in (ANN, BOB, None, "zoe")),
    ([THREE, plays(1, "ann 2H bob 2S cal 2D", winner=ANN)], "by these cards nobody takes the trick"),
    *(([THREE, plays(1, cards)], ORDER.format("Ann, Bob, Cal")) for cards in (
        "", "ann 2H", "ann 2H bob 3H", "bob 3H cal 4H ann 2H", "ann 2H cal 4H bob 3H", "ann 2H bob 3H bob 4H",
        "ann 2H bob 3H cal 4H ann 5H", "ann 2H bob 3H dan 4H", "ann 2H bob 3H zoe 4H")),
    ([THREE, plays(1, "ann 2H bob 3H cal 2H")], "2♥ has already been played"),
    *(([THREE, event("trick.taken", deal=1, trick=1, plays=[pair, [BOB, "3H"], [CAL, "4H"]])], why) for pair, why in (
        ([ANN, "JOKER"], "there is no joker in this game"),
        *(([ANN, card], "plays[0][1] is not a card") for card in ("10H", "1H", "hq", "QX", "Q", "", "QH ")),
        ([ANN], f"plays[0] {MISFIT}"), ([ANN, "2H", "3H"], f"plays[0] {MISFIT}"),
        (ANN, "plays[0] must be `array`, got `str`"), (None, "plays[0] must be `array`, got `null`"),
        ({"ann": "2H"}, "plays[0] must be `array`, got `object`"),
        ([ANN, None], "plays[0][1] must be `str`, got `null`"))),
    ([THREE, CARDS, plays(2, "cal 5H ann 6H bob 2H")], "2♥ has already been played"),
    ([THREE, CARDS, trick(2, CAL), plays(3, "cal 5H ann 6H bob 2H")], "2♥ has already been played"),
    *(([TWO, plays(1, cards)], ORDER.format("Ann, Bob’s dummy, Bob, Ann’s dummy"))
      for cards in ("ann 2H ann:dummy KH bob 3H bob:dummy 4H", "ann 2H bob 3H")),
    ([game(ANN, BOB, CAL, options={"dummies": True})], "dummies are only for two players"),
    ([TWO, deal(1, players=[ANN, BOB, CAL])], "this game is for 2 to 2 players, not 3"),
    ([TWO, deal(1, players=[ANN])], "this game is for 2 to 2 players, not 1"),
    ([TWO, left(BOB), trick(1, ANN)], "this game is for 2 to 2 players, not 1"),
    ([TWO, trick(1, "cal:dummy")], "Cal’s dummy is not in this deal"),
    ([game(ANN, BOB), deal(1, players=[ANN, "bob:dummy"])], f"players[1] {MISFIT}"),
)  # fmt: skip
def test_this_is_refused(events, why):
    assert why_refused(*events) == why


def test_nothing_is_asked_of_eleven_who_are_too_many_for_a_deal():
    events = [game(*FIVE, *MORE[:5]), deal(1, players=[ANN, MORE[5]]), voided(1)]

    assert screen(*standing(written(OPENED, *map(joined, [*FIVE, *MORE]), *events))).unfit
    assert why_refused(*map(joined, MORE), *events, trick(1, ANN, deal=2)) == f"{TEN}, not 11"


def test_a_misdeal_keeps_what_it_charged_and_newcomers_stay_in_the_standings():
    assert by_trick(night(*MISDEALT)) == [{ANN: 1}, {DAN: 2}]
    assert [row["player"] for row in night(*NEWCOMERS, voided(1))["games"][0]["standings"]] == [ANN, BOB, "zac", "zoe"]


def test_the_same_trick_from_two_phones_is_the_same_if_the_taker_is():
    assert TrickTaken(1, 1, ANN).same_as(TrickTaken(1, 1, ANN))
    assert not TrickTaken(1, 1, ANN).same_as(TrickTaken(1, 1, BOB))
    cards = ((ANN, "KD"), (BOB, "4D"))
    assert TrickTaken(1, 1, ANN, cards).same_as(TrickTaken(1, 1, ANN))
    assert not TrickTaken(1, 1, ANN).same_as(TrickTaken(1, 1, ANN, cards))


SIX, TWO_PLAY = (*FIVE, "fay"), (ANN, BOB)
ONES = [{ANN: 1}] * 3


def dealt(takers, *players):
    """A deal among Ann, Bob and Cal, or among these."""
    return night(game(*(players or FIVE[:3])), *tricks(takers))


@cases(
    ("ann ann ann ann ann", ["trick 1 costs 1", "trick 2, second in a row: only 1", "trick 3, third in a row: only 1",
     *["Ann turned it round: 5 each"] * 2, *["Ann’s 5th trick: 2 each"] * 2]),
    ("ann ann ann bob ann", ["trick 1 costs 1", "trick 2, second in a row: only 1", "trick 3, third in a row: only 1",
     "trick 4 costs 4", "Ann turned it round; second in a row: only 2", "Ann turned it round: 6 each"]),
    ("ann ann ann ann bob", ["trick 1 costs 1", "trick 2, second in a row: only 1", "trick 3, third in a row: only 1",
     *["Ann turned it round: 5 each"] * 2, "trick 5: only 1, fined for trick 4 already"]),
    ("- ann - ann ann", ["trick 2 costs 2", "trick 4 costs 4", "trick 5, second in a row: only 1"]),
    ("ann ann ann ann ann", ["trick 1 costs 1", *[f"trick {trick}, {nth} in a row: only 1" for trick, nth in
     ((2, "second"), (3, "third"), (4, "fourth"))], "Ann turned it round: 6"], TWO_PLAY),
)  # fmt: skip
def test_a_fine_says_the_trick_how_many_in_a_row_it_was_and_who_turned_it_round(takers, said, *players):
    assert [row["because"] for row in dealt(takers, *sum(players, ()))["charges"]] == said


@cases(
    ("tricks of one's own hand cost as among three", "ann ann bob - ann", [{ANN: 1}, {ANN: 1}, {BOB: 3}, {ANN: 5}]),
    ("the first three of a dummy cost nobody", "ann:dummy bob:dummy ann:dummy bob:dummy ann:dummy", []),
    ("a dummy penalises nobody for the trick before", "ann ann:dummy ann", [{ANN: 1}, {ANN: 3}]),
    ("hand and dummy are counted apart", "ann ann ann:dummy ann:dummy ann", [{ANN: 1}, {ANN: 1}, {ANN: 5}]),
    ("2 for one penalised before, when a dummy turns it", "ann:dummy ann:dummy ann:dummy bob ann:dummy",
     [{BOB: 4}, {BOB: 2}], [ANN]),
    ("four by one hand turn on the other player and earn a rule", "ann ann ann ann", [*ONES, {BOB: 5}], [ANN]),
    ("or by a dummy", "ann:dummy ann:dummy ann:dummy ann:dummy", [{BOB: 5}], [ANN]),
    ("all five cost two more and earn a second", "bob bob bob bob bob",
     [{BOB: 1}, {BOB: 1}, {BOB: 1}, {ANN: 5}, {ANN: 2}], [BOB, BOB]),
    ("or by a dummy", "bob:dummy bob:dummy bob:dummy bob:dummy bob:dummy", [{ANN: 5}, {ANN: 2}], [BOB, BOB]),
)  # fmt: skip
def test_a_deal_of_two_with_dummies_costs(what, takers, due, *rights):
    result = night(TWO, *tricks(takers))

    assert (by_trick(result), result["rights"]) == (due, sum(rights, [])), what


def test_drinks_from_house_rules_and_by_hand_are_no_penalty():
    everyone = rule("r1", when={"on": "trick.taken"}, who="everyone")

    assert by_trick(night(everyone, THREE, *tricks("bob ann"), fine(CAL, 1), trick(3, CAL))) == [
        {BOB: 1},
        {ANN: 2},
        {CAL: 1},
        {CAL: 3},
    ]


def test_the_table_that_holds_is_that_of_the_number_dealt_in():
    five_of_six = [joined("fay"), game(*SIX), deal(1, players=FIVE), *tricks("ann ann ann ann -")]
    due = by_trick(night(*five_of_six, *tricks("ann ann ann", deal=2)))

    assert (due[2:4], due[-1]) == ([{ANN: 1}, dict.fromkeys(FIVE[1:], 5)], dict.fromkeys(SIX[1:], 4))


def by_the_book(players, takers):
    """The penalty table once more, read off the rules as one long list of cases: drinks a trick, rules earned."""
    drinks, earned, last = [], [], set()
    for number, taker in enumerate(takers, start=1):
        so_far = takers[:number].count(taker)
        due = {}
        if taker is None:
            pass
        elif players == 2 and so_far == 5:
            due = {other: 6 for other in range(2) if other != taker}
        elif players == 2 or so_far <= (2 if players > 5 else 3):
            due = {taker: 1 if taker in last else number}
        elif so_far == (3 if players > 5 else 4):
            due = {other: 2 if other in last else number + 1 for other in range(players) if other != taker}
        else:
            due = {other: 2 for other in range(players) if other != taker}
        if taker is not None and so_far == {2: 5}.get(players, 3 if players > 5 else 4):
            earned.append(taker)
        if taker is not None and so_far == 5 and players > 2:
            earned.append(taker)
        drinks.append(due)
        last = set(due)
    return drinks, earned


@cases(2, 3, 4, 5, 6)
def test_every_deal_there_can_be_costs_what_the_book_says(players):
    names = [str(seat) for seat in range(players)]
    for takers in product([None, *range(players)], repeat=5):
        drinks, rules = [], []
        on = Deal(number=1, dealt=tuple(names), dealer="0", leader="0", hands=tuple(names))
        for number, taker in enumerate(takers, start=1):
            fines = ()
            if taker is not None:
                count = takers[:number].count(taker)
                turns_at = turning(players, dummies=False)
                fines = penalty(on, number, str(taker), count, turns_at)
                rules += [taker] * earns_right(count, turns_at)
            drinks.append({int(fine.player): fine.amount for fine in fines})
            penalised = {fine.player: on.penalised.get(fine.player, 0) + 1 for fine in fines}
            on = replace(on, taken=(*on.taken, None if taker is None else str(taker)), penalised=penalised)
        assert (drinks, rules) == by_the_book(players, takers), takers


PAGE = Path(__file__).parents[3] / "docs" / "games" / "five-card-yak.md"
LINES = PAGE.read_text(encoding="utf-8").splitlines()
ROWS = [[cell.strip() for cell in line.strip("|").split("|")] for line in LINES if line.startswith("|")]
DEALS = [row for row in ROWS if row[0].startswith(("ann", "–")) and len(row) == 6]
LEFT = [row for row in ROWS if len(row) == 4 and row[0][-1].isdecimal() or row[0] == "at the start"]
TRICKS = [row for row in ROWS if row[0][-1] in "♠♥♦♣"]
SIGNS = str.maketrans("♠♥♦♣", "SHDC")


@cases(*DEALS)
def test_a_worked_deal_costs_what_the_page_says(row):
    said = [[drink.split() for drink in cell.split(", ")] for cell in row[1:] if cell != "–"]
    costs = [{name: int(amount) for name, amount in drinks} for drinks in said]

    assert by_trick(night(THREE, *tricks(row[0].replace("–", "-")))) == costs


@cases(*TRICKS)
def test_a_worked_trick_goes_to_whom_the_page_says(row):
    ann, bob, cal = (card.translate(SIGNS) for card in row[:3])
    taker = row[3].partition(":")[0].lower()

    assert by_trick(night(THREE, plays(1, f"ann {ann} bob {bob} cal {cal}"))) == (
        [] if taker == "nobody" else [{taker: 1}]
    )


def test_the_worked_tokens_are_what_is_left_to_each():
    start = [int(cell) for cell in LEFT[0][1:]]
    takers = [row[0].partition(" takes trick ") for row in LEFT[1:]]

    for done, row in enumerate(LEFT[1:], start=1):
        taken = [trick(int(number), taker.lower()) for taker, _, number in takers[:done]]
        stood = stand(night(pass_out(start[0]), *taken))
        assert all(f"{player} {cell} " in stood for player, cell in zip((ANN, BOB, CAL), row[1:], strict=True))


def test_the_worked_pot_is_shared_as_the_page_says():
    assert "Say that there are 11" in PAGE.read_text(encoding="utf-8")
    assert stand(night(kegger(11), *tricks("ann ann ann ann"))) == "ann 3 1, cal 3 1, bob 5 3 over"


def test_the_events_on_the_page_are_a_night():
    events = [json.loads(line) for line in LINES if line.startswith("    {")]

    assert by_trick(night(THREE, *events)) == [{CAL: 1}, {ANN: 2}]


def test_the_page_has_its_examples():
    assert (len(TRICKS), len(DEALS), len(LEFT)) == (4, 6, 6)
