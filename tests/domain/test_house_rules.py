"""House rules: what sets one off, who drinks for it in which circle, and how much at most."""

from companion.domain.cards import JOKER, RANKS, SUITS
from companion.domain.house_rules.firing import fires
from companion.domain.house_rules.model import CardPlayed, Happening
from tests.table import cases

from .entries import amended, caught, event, joined, left, repealed, returned, rule
from .nights import MISFIT, charged, charges, night, why_refused
from .nights import drinks as by_rule
from .people import ANN, BOB, CAL, DAN, EVE, FIVE
from .play import ENDED, deal, game, plays, trick, tricks, voided

HEARTS = plays(1, "ann AH bob KS cal QH dan 2D eve 2C")
TAKEN, NOBODY, PLAYED = {"on": "trick.taken"}, {"on": "trick.nobody"}, {"on": "card.played"}
EVERY_SUIT = ["S", "H", "D", "C"]


@cases(
    *((PLAYED | about, HEARTS, players) for about, players in (
        ({}, "ann bob cal dan eve"), ({"rank": "2"}, "dan eve"), ({"suit": "H"}, "ann cal"),
        ({"rank": "Q", "suit": "H"}, "cal"), ({"rank": ["A", "K"]}, "ann bob"),
        ({"rank": ["2"], "suit": ["C", "S"]}, "eve"), ({"rank": ["A", "K", "Q"], "suit": ["H"]}, "ann cal"),
        ({"led": True}, "ann"), ({"suit": "H", "led": True}, "ann"), ({"suit": "S", "led": True}, ""),
        ({"rank": "T"}, ""))),
    *((TAKEN | about, HEARTS, player) for about, player in (
        ({}, "ann"), ({"trick": 1}, "ann"), ({"trick": 2}, ""), ({"with_rank": "A"}, "ann"),
        ({"with_suit": ["H", "S"]}, "ann"), ({"with_rank": "A", "with_suit": "S"}, ""),
        ({"trick": 1, "with_rank": ["K", "A"]}, "ann"), ({"trick": 2, "with_rank": "A"}, ""))),
    (PLAYED, trick(1, ANN), ""),
    (TAKEN, trick(1, BOB), "bob"),
    (TAKEN | {"with_suit": EVERY_SUIT}, trick(1, BOB), ""),
    (NOBODY, plays(1, "ann 2H bob 2S cal 3H dan 3S eve 3D"), "ann"),
    (TAKEN, trick(1, None), ""),
)  # fmt: skip
def test_a_rule_fires_on_cards_and_tricks_as_far_as_they_were_entered(when, entered, players):
    charged = charges(night(rule("r1", when=when), game(), entered), "r1")

    assert charged == [(player, 1) for player in players.split()]


def test_a_trick_nobody_takes_is_about_who_led_it_and_a_misdeal_about_nobody():
    nobody = rule("r1", when=NOBODY)

    assert charges(night(nobody, game(), *tricks("bob - -")), "r1") == [(BOB, 1), (BOB, 1)]
    assert charges(night(nobody, game(), trick(1, ANN), voided(1)), "r1") == []


@cases("bid.made", "bid.missed", "declared", "revealed", "box.scored", "dropped.out", "called")
def test_what_does_not_happen_in_this_game_charges_only_when_caught(on):
    events = [rule("r1", when={"on": on}), game(), *tricks("ann - bob ann ann")]

    assert charges(night(*events), "r1") == []
    assert charges(night(*events, caught("r1", EVE)), "r1") == [(EVE, 1)]


def test_a_rule_without_when_fires_only_when_caught_and_any_may_be_also_without_a_game():
    assert charges(night(rule("r1"), game(), HEARTS, caught("r1", DAN)), "r1") == [(DAN, 1)]
    assert charges(night(rule("r1", when=PLAYED | {"rank": "Q"}), caught("r1", CAL)), "r1") == [(CAL, 1)]


def test_a_joker_that_is_no_card_yet_has_neither_rank_nor_suit():
    joker = Happening("card.played", ANN, JOKER)

    assert fires(CardPlayed(), joker)
    assert not fires(CardPlayed(rank="J"), joker)
    assert not fires(CardPlayed(rank=tuple(RANKS), suit=tuple(SUITS)), joker)


def test_a_rule_fires_only_while_it_is_in_force_with_its_words_of_then_and_not_for_another_rules_fine():
    before = [game(), rule("r0", when={"on": "called"}), trick(1, ANN), rule("r1", when=TAKEN), trick(2, ANN)]
    rows = night(*before, amended(text="now two", amount=2), trick(3, ANN), repealed(), trick(4, BOB))["charges"]

    assert [(row["reason"], row["amount"]) for row in rows if row["rule"]] == [("rule r1", 1), ("now two", 2)]


@cases(
    ({}, "when needs field on"),
    ({"on": "yawned"}, "when.on Invalid value 'yawned'"),
    ({"on": None}, "when.on must be `str`, got `NoneType`"),
    ("called", "when must be `object`, got `str`"),
    ({"on": "called", "rank": "Q"}, "when has no field rank"),
    *((PLAYED | wrong, why) for wrong, why in (
        ({"rank": "10"}, "when.rank is not one of the choices: '10'"),
        ({"rank": "q"}, "when.rank is not one of the choices: 'q'"),
        ({"rank": []}, f"when.rank {MISFIT}"),
        ({"rank": ["Q", "Q"]}, "the rule names a rank twice"),
        ({"rank": 2}, "when.rank must be `str | array`, got `int`"),
        ({"suit": "hearts"}, "when.suit is not one of the choices: 'hearts'"),
        ({"suit": ["H", "H"]}, "the rule names a suit twice"),
        ({"suit": []}, f"when.suit {MISFIT}"),
        ({"led": False}, "led and zero are true or left out"),
        ({"led": 1}, "when.led must be `bool`, got `int`"),
        ({"with_rank": "Q"}, "when has no field with_rank"))),
    *((TAKEN | wrong, why) for wrong, why in (
        ({"rank": "Q"}, "when has no field rank"),
        ({"trick": 0}, "when.trick must be `int` >= 1"),
        ({"trick": "1"}, "when.trick is not one of the choices: '1'"),
        ({"with_rank": ["A", "A"]}, "the rule names a rank twice"),
        ({"with_suit": ["S", "S"]}, "the rule names a suit twice"))),
    (NOBODY | {"trick": 1}, "when has no field trick"),
    ({"on": "box.scored", "box": "no such box"}, "no game has a box called no such box"),
    ({"on": "box.scored", "zero": False}, "led and zero are true or left out"),
    ({"on": "box.scored", "at_least": -1}, "when.at_least must be `int` >= 0"),
)  # fmt: skip
def test_a_trigger_that_makes_no_sense_is_refused(when, why):
    assert why_refused(rule("r1", when=when)) == why
    assert why_refused(rule("r1"), amended(when=when)) == why


CALLED_ON = {name: caught("r1", name) for name in FIVE}
A, B, C, E = (CALLED_ON[name] for name in (ANN, BOB, CAL, EVE))
SOME = [game(), deal(1, players=[ANN, CAL, EVE]), *tricks("ann ann cal")]
THREE = [game(ANN, CAL, EVE), trick(1, ANN)]
MOVED = [game(), trick(1, ANN), event("seats.moved", order=[ANN, CAL, BOB, EVE, DAN])]
DEALT_BY_CAL = game(dealer=CAL)
TWO = game(ANN, BOB, options={"dummies": True})
TWO_CARDS = plays(1, "ann 3H bob:dummy KH bob 2H ann:dummy 4H")


@cases(
    *(("without a game the circle is everyone not away", who, [CALLED_ON[player]], drinkers)
      for who, player, drinkers in (
        ("player", BOB, "bob"), ("left", BOB, "cal"), ("right", BOB, "ann"), ("left", EVE, "ann"),
        ("right", ANN, "eve"), ("neighbours", ANN, "bob eve"), ("across", BOB, ""),
        ("everyone", BOB, "ann bob cal dan eve"), ("others", BOB, "ann cal dan eve"), ("dealer", BOB, ""),
        ("leader", BOB, ""), ("taker", BOB, ""))),
    ("a newcomer is in it", "left", [joined("zoe"), E], "zoe"),
    ("who left is out of it", "left", [left(CAL), B], "dan"),
    ("of four one sits across", "across", [left(EVE), B], "dan"),
    ("who is back is in it", "everyone", [left(CAL), returned(CAL), B], "ann bob cal dan eve"),
    *(("somebody away has no neighbours, and others is everybody there", who, [*on, left(CAL), C], drinkers)
      for on in ([], [game(ANN, BOB, DAN, EVE), trick(1, ANN)]) for who, drinkers in (
        ("player", "cal"), ("left", ""), ("right", ""), ("neighbours", ""), ("across", ""),
        ("everyone", "ann bob dan eve"), ("others", "ann bob dan eve"))),
    *(("alone one has no others", who, [*map(left, FIVE[1:]), A], "")
      for who in ("left", "right", "neighbours", "across", "others")),
    *(("of two the other is every neighbour once", who, [*map(left, FIVE[2:]), A], "bob")
      for who in ("neighbours", "left", "across")),
    ("a deal makes its own circle", "left", [*SOME, A], "cal"),
    ("also when it is over", "left", [*SOME, *tricks("- - - ann eve")[3:], A], "cal"),
    ("or voided", "left", [*SOME, voided(1), A], "cal"),
    ("until the next one", "left", [*SOME, voided(1), trick(1, ANN, deal=2), A], "bob"),
    ("who left during a deal is still in it", "left", [game(), trick(1, ANN), left(BOB), A], "bob"),
    ("before the first deal it is the game's players", "left", [game(ANN, CAL, EVE), A], "cal"),
    ("who are not away", "left", [game(ANN, CAL, EVE), left(CAL), A], "eve"),
    ("also after a misdeal", "left", [game(ANN, CAL, EVE), voided(1), A], "cal"),
    ("who is not in the game counts among everyone", "left", [*THREE, B], "cal"),
    ("not away", "right", [*THREE, left(ANN), B], "eve"),
    ("so everyone is all of them", "everyone", [*THREE, B], "ann bob cal dan eve"),
    ("or of the game", "everyone", [*THREE, A], "ann cal eve"),
    ("a running game keeps its order when seats move", "left", [*MOVED, A], "bob"),
    ("afterwards they have moved", "left", [*MOVED, ENDED, A], "cal"),
    ("the dealer", "dealer", [DEALT_BY_CAL, A], "cal"),
    ("of the deal", "dealer", [DEALT_BY_CAL, trick(1, DAN), A], "cal"),
    ("between deals of the next", "dealer", [DEALT_BY_CAL, *tricks("ann bob cal dan eve"), A], "eve"),
    ("who is not away", "dealer", [DEALT_BY_CAL, left(CAL), A], "dan"),
    ("after a misdeal", "dealer", [DEALT_BY_CAL, trick(1, DAN), voided(1), A], "cal"),
    ("nobody deals where nobody is", "dealer", [game(), *map(left, FIVE), A], ""),
    ("nor without a game", "dealer", [game(), ENDED, A], ""),
    ("the leader is who led the trick", "leader", [game(), *tricks("bob cal")], "ann bob", TAKEN),
    ("otherwise who leads next", "leader", [game(), trick(1, BOB), E], "bob"),
    ("at first the dealer", "leader", [DEALT_BY_CAL, E], "cal"),
    ("or the one who led when nobody took it", "leader", [game(), *tricks("bob - - - -"), E], "bob"),
    ("who is not away", "leader", [game(), *tricks("ann ann ann bob eve"), left(EVE), A], "ann"),
    ("the last trick has its deal's dealer", "dealer", [game(), *tricks("bob cal dan eve cal")], "ann",
     TAKEN | {"trick": 5}),
    ("and leader", "leader", [game(), *tricks("bob cal dan eve cal")], "eve", TAKEN | {"trick": 5}),
    ("the taker", "taker", [game(), *tricks("bob - cal")], "bob cal", TAKEN),
    ("is not there without one", "taker", [game(), trick(1, None)], "", NOBODY),
    ("nor at a call", "taker", [game(), trick(1, BOB), A], ""),
    ("nor is it who played the card", "taker", [game(ANN, BOB), plays(1, "ann QH bob 2S")], "ann",
     PLAYED | {"rank": "2"}),
    ("a dummy counts as its controller", "player", [TWO, TWO_CARDS], "ann", PLAYED | {"rank": "4"}),
    ("as the taker", "taker", [TWO, TWO_CARDS], "bob", PLAYED | {"rank": "2"}),
    ("as a neighbour", "left", [TWO, TWO_CARDS], "ann", TAKEN),
    ("as the leader", "leader", [TWO, trick(1, "ann:dummy"), B], "ann"),
    ("when nobody takes a trick", "player", [TWO, *tricks("ann:dummy -")], "ann", NOBODY),
    ("and is nobody beside", "everyone", [TWO, trick(1, "ann:dummy"), B], "ann bob"),
)  # fmt: skip
def test_who_drinks(what, who, events, drinkers, *when):
    trigger = {"when": when[0]} if when else {}

    charged = charges(night(rule("r1", who=who, **trigger), *events), "r1")
    assert charged == [(name, 1) for name in drinkers.split()], what


def part(who, amount):
    return {"who": who, "amount": amount}


TWO_SIDES = rule("r1", amount=2, also=[part("left", 1), part("right", 1)])
FIVES = rule("r1", who="everyone", amount=3, also=[part("player", 3), part("everyone", 1)])
SPADES = rule("r1", who="everyone", amount=2, when=PLAYED | {"suit": "S"})


@cases(
    ("up to two more parts, each drinker one row",
     [rule("r1", amount=3, also=[part("left", 2), part("others", 1)]), A], "ann 3 bob 3 cal 1 dan 1 eve 1"),
    ("an amendment replaces what it names: the text", [TWO_SIDES, amended(text="new"), B], "ann 1 bob 2 cal 1"),
    ("the amount", [TWO_SIDES, amended(amount=4), B], "ann 1 bob 4 cal 1"),
    ("who drinks", [TWO_SIDES, amended(who="others"), B], "ann 3 cal 3 dan 2 eve 2"),
    ("all further parts together", [TWO_SIDES, amended(also=[]), B], "bob 2"),
    ("by others", [TWO_SIDES, amended(also=[part("left", 5)]), B], "bob 2 cal 5"),
    ("at most five for one player in one entry", [FIVES, A], "ann 5 bob 4 cal 4 dan 4 eve 4"),
    ("also for several cards", [SPADES, game(ANN, BOB, CAL), plays(1, "ann AS bob KS cal QS"),
                                plays(2, "ann 2S bob 3H cal 4H")], "ann 5 bob 5 cal 5 ann 2 bob 2 cal 2"),
)  # fmt: skip
def test_how_much_is_drunk(what, events, drinks):
    assert by_rule(*events) == drinks, what


@cases(
    ({"amount": -1}, "amount must be `int` >= 0"),
    ({"amount": 6}, "amount must be `int` <= 5"),
    *(({"amount": amount}, f"amount is not one of the choices: '{amount}'") for amount in ("2", "both", "tricks")),
    *(({"who": who}, f"who is not one of the choices: '{who}'") for who in ("nobody", ANN)),
    *(({"also": wrong}, why) for wrong, why in (
        ([part("left", 6)], "also[0].amount must be `int` <= 5"),
        ([part("left", 0)], "also[0].amount must be `int` >= 1"),
        ([part("moon", 1)], "also[0].who is not one of the choices: 'moon'"),
        ([{"who": "left"}], "also[0] needs field amount"),
        ([{"amount": 1}], "also[0] needs field who"),
        ([{**part("left", 1), "when": {"on": "called"}}], "also[0] has no field when"),
        (part("left", 1), "also must be `array`, got `object`"),
        ([part("left", 1), part("right", 1), part("across", 1)], f"also {MISFIT}"))),
)  # fmt: skip
def test_a_rule_asks_one_to_five_of_somebody_there_is(wrong, why):
    assert why_refused(rule("r1", **wrong)) == why
    assert why_refused(rule("r1"), amended(**wrong)) == why


FREE_IS_CALLED = "an amount of 0 is for a rule that people call, by which nobody drinks"


@cases(
    [rule("r1", amount=0, when=TAKEN)],
    [rule("r1", amount=0, who="chosen")],
    [rule("r1", amount=0, also=[part("left", 1)])],
    [rule("r1", when=TAKEN), amended(amount=0)],
    [rule("r1", amount=0), amended(when=TAKEN)],
    [rule("r1", amount=0), amended(also=[part("left", 1)])],
)
def test_only_a_rule_that_people_call_can_cost_nothing_and_then_nobody_drinks(*events):
    assert why_refused(*events) == FREE_IS_CALLED


def test_an_amendment_changes_something_of_the_rule():
    assert why_refused(rule("r1"), amended()) == "nothing of the rule is changed"


def test_two_rules_and_the_game_each_have_a_row_the_game_first_rules_as_they_were_made():
    made = [rule(name, when=TAKEN, who="everyone") for name in ("r2", "r1")]
    result = night(*made, amended("r2", text="amended"), game(ANN, BOB, CAL), *tricks("- bob"))

    assert charged(result) == (
        "ann 1 amended, ann 1 rule r1, bob 2 trick 2, bob 1 amended, bob 1 rule r1, cal 1 amended, cal 1 rule r1"
    )
