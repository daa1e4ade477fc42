"""Kings: who draws, what each card costs and asks for, mates, the question master, the cup; and every refusal."""

from random import Random

from tests.table import cases

from ..conftest import (
    ANN,
    BOB,
    CAL,
    DAN,
    ENDED,
    EVE,
    FIVE,
    OPENED,
    add,
    caught,
    changed,
    charges,
    event,
    fine,
    game,
    joined,
    left,
    log_of,
    night,
    refused,
    replayed,
    returned,
    rule,
    says,
    undone,
    why_refused,
    written,
)
from .kings_nights import USUAL, answered, asked, drawn, draws, kings, sat_in, second_count

START = kings()
MATES = [START, *draws("8"), answered(1, DAN)]  # Dan drinks with Bob
FOUR_KINGS = draws("K KH K KS")
MANY = ["fay", "gus", "hal", "ida", "jim", "kit", "lou", "mae"]


def costs(*events):
    """What the game charged: the player, the amount and the reason of each row."""
    return [(row["player"], row["amount"], row["reason"]) for row in night(*events)["charges"] if row["rule"] is None]


def standings(*events):
    return [(row["player"], row["score"], row["place"]) for row in night(*events)["games"][0]["standings"]]


@cases(
    ("an ace everybody", "A", [(player, 1, "waterfall") for player in FIVE]),
    ("a two nobody before they are chosen", "2", []),
    ("a three the drawer", "3", [(BOB, 3, "me")]),
    ("a four nobody before somebody was last", "4", []),
    ("a five the left", "5", [(CAL, 1, "left")]),
    ("a six the right", "6", [(ANN, 1, "right")]),
    ("a seven nobody yet", "7", []),
    ("an eight nobody", "8", []),
    ("a nine nobody yet", "9", []),
    ("a ten nobody yet", "T", []),
    ("a jack nobody", "J", []),
    ("a queen nobody", "Q", []),
    ("a king nobody", "K", []),
    ("with its suit the same", "3H", [(BOB, 3, "me")]),
)
def test_a_card_charges(what, card, rows):
    assert costs(START, drawn(1, BOB, card)) == rows, what


@cases(
    ("2", CAL, [(CAL, 2, "you")]),
    ("4", BOB, [(BOB, 1, "floor")]),
    ("7", EVE, [(EVE, 1, "heaven")]),
    ("8", EVE, []),
    ("9", CAL, [(CAL, 1, "rhyme")]),
    ("T", ANN, [(ANN, 1, "categories")]),
)
def test_whoever_is_named_for_a_card_drinks(card, player, rows):
    assert costs(START, *draws(f"{card} J"), answered(1, player)) == rows


@cases(
    ("K", ["cup"], []),
    ("2", ["everyone 2"], [(player, 2, "everyone 2") for player in FIVE]),
    ("A", ["everyone 1"], [(player, 1, "waterfall") for player in FIVE]),
    ("A", ["everyone 0"], []),
    ("Q", ["drawer 5"], [(BOB, 5, "drawer 5")]),
    ("4", ["left 2"], [(CAL, 2, "left 2")]),
    ("5", ["right 1"], [(ANN, 1, "right 1")]),
    ("6", ["right 1"], [(ANN, 1, "right")]),
    ("J", ["mate"], []),
)
def test_a_changed_list_is_charged_by_its_effects(rank, effect, rows):
    assert costs(kings(ranks={rank: effect[0]}), drawn(1, BOB, rank)) == rows


@cases(
    ({"A": "choose 1"}, [(CAL, 1, "choose 1")]),
    ({"A": "last 5"}, [(CAL, 5, "last 5")]),
    ({"A": "last 0"}, []),
    ({"A": "mate"}, []),
)
def test_a_changed_rank_can_ask_too(ranks, rows):
    assert costs(kings(ranks=ranks), drawn(1, BOB, "A"), answered(1, CAL)) == rows


@cases(
    ({"10": "last 1"}, "10 is not a rank"),
    ({"t": "last 1"}, "t is not a rank"),
    ({"AH": "last 1"}, "AH is not a rank"),
    ({"": "last 1"}, "is not a rank"),
    ({"JOKER": "drawer 1"}, "JOKER is not a rank"),
    ({"A": "cup"}, "the kings, and only they, are the cup"),
    ({"K": "drawer 5"}, "the kings, and only they, are the cup"),
    ({"K": "everyone 1"}, "the kings, and only they, are the cup"),
    ({"A": "everyone"}, "is nothing that a card can do"),
    ({"A": "everyone  1"}, "is nothing that a card can do"),
    ({"A": "everyone 1 "}, "is nothing that a card can do"),
    ({"A": " everyone 1"}, "is nothing that a card can do"),
    ({"A": "everyone 6"}, "is nothing that a card can do"),
    ({"A": "everyone 01"}, "is nothing that a card can do"),
    ({"A": "everyone -1"}, "is nothing that a card can do"),
    ({"A": "everyone 1.0"}, "is nothing that a card can do"),
    ({"A": "everyone one"}, "is nothing that a card can do"),
    ({"A": "everyone ١"}, "is nothing that a card can do"),
    ({"A": "everyone 1\n"}, "is nothing that a card can do"),
    ({"A": "Everyone 1"}, "is nothing that a card can do"),
    ({"A": "others 1"}, "is nothing that a card can do"),
    ({"A": "mate 1"}, "is nothing that a card can do"),
    ({"A": "rule 1"}, "is nothing that a card can do"),
    ({"A": "title"}, "is nothing that a card can do"),
    ({"A": "title thumb master"}, "is nothing that a card can do"),
    ({"A": "waterfall"}, "is nothing that a card can do"),
    ({"A": ""}, "is nothing that a card can do"),
    ({"A": "cup 5"}, "is nothing that a card can do"),
    ({"A": 1}, "ranks"),
    ({"A": None}, "ranks"),
    ({"A": ["everyone 1"]}, "ranks"),
    ([], "ranks"),
    ("A", "ranks"),
    (None, "ranks"),
)
def test_a_list_of_ranks_is_refused(ranks, why):
    started = game(game="kings", options={"ranks": ranks})

    assert says(refused(started), f"…{why}…"), ranks


def test_kings_has_no_other_options_and_two_to_twelve_players():
    assert why_refused(game(game="kings", options={"stake": 1})) == "options of Kings: the event has no field stake"
    assert why_refused(kings(ANN)) == "Kings is for 2 to 12 players, not 1"
    assert why_refused(*map(joined, MANY), kings(*FIVE, *MANY)) == "Kings is for 2 to 12 players, not 13"
    night(*map(joined, MANY), kings(*FIVE, *MANY[:7]))
    night(kings(ranks={}))


@cases(
    ("left of the first player", [START], BOB),
    ("left of the dealer named", [kings(dealer=EVE)], ANN),
    ("of those who are here", [START, left(BOB), left(CAL)], DAN),
    ("the next", [START, *draws("J")], CAL),
    ("past the last seat", [kings(dealer=DAN), *draws("J", EVE)], ANN),
    ("who is not away", [START, *draws("J"), left(CAL)], DAN),
    ("and again who came back", [START, *draws("J"), left(CAL), returned(CAL)], CAL),
    ("left of a drawer who left", [START, *draws("J"), left(BOB)], CAL),
    ("the drawer who is alone", [kings(ANN, BOB), left(ANN), drawn(1, BOB, "J")], BOB),
    ("the dealer who is alone", [kings(ANN, BOB), left(BOB)], ANN),
    ("by the game's own order", [START, event("seats.moved", order=[ANN, EVE, DAN, CAL, BOB]), *draws("J")], CAL),
)
def test_next_draws(what, events, player):
    draw = 1 + sum(one["type"] == "card.drawn" for one in events)

    night(*events, drawn(draw, player, "A"))
    for other in {*events[0]["players"]} - {player}:
        assert why_refused(*events, drawn(draw, other, "A")) == f"{player.capitalize()} draws next", what


@cases(
    ("a draw that is missing", [], drawn(2, CAL, "A"), "Draw 1 comes first"),
    ("a draw again", draws("A"), drawn(1, BOB, "A"), "Draw 1 is already written: Bob drew an ace"),
    ("a draw out of turn", [], drawn(1, ANN, "A"), "Bob draws next"),
    ("a card twice", draws("AH"), drawn(2, CAL, "AH"), "A♥ has already been drawn"),
    ("a fifth of a rank", draws("6 6 6 6"), drawn(5, ANN, "6H"), "all four sixes have been drawn"),
    ("a fifth without suits", draws("QS QH QD Q"), drawn(5, ANN, "QC"), "all four queens have been drawn"),
    ("the joker", [], drawn(1, BOB, "JOKER"), "card is not a card"),
    ("a suit alone", [], drawn(1, BOB, "H"), "card is not a card"),
    ("a ten in two digits", [], drawn(1, BOB, "10"), "card is not a card"),
    ("a small letter", [], drawn(1, BOB, "q"), "card is not a card"),
    ("a suit that there is not", [], drawn(1, BOB, "QX"), "card is not a card"),
    ("a line after it", [], drawn(1, BOB, "Q\n"), "card is not a card"),
    ("draw 0", [], drawn(0, BOB, "A"), "draw …"),
    ("somebody unknown", [], drawn(1, "zoe", "A"), "zoe does not play"),
    ("an answer before its draw", draws("A"), answered(2, BOB), "draw 2 has not been drawn yet"),
    ("an answer to an ace", draws("A"), answered(1, BOB), "the card of draw 1 asks for nobody"),
    ("to a king", draws("K"), answered(1, BOB), "the card of draw 1 asks for nobody"),
    ("to a queen", draws("Q"), answered(1, CAL), "the card of draw 1 asks for nobody"),
    ("to a jack", draws("J"), answered(1, CAL), "the card of draw 1 asks for nobody"),
    ("a second one", [*draws("7"), answered(1, ANN)], answered(1, BOB), "That is answered already: Ann"),
    ("the same again", [*draws("7"), answered(1, ANN)], answered(1, ANN), "That is answered already: Ann"),
    ("a second mate", [*draws("8"), answered(1, ANN)], answered(1, EVE), "That is answered already: Ann"),
    ("who chooses themself", draws("2"), answered(1, BOB), "Bob has to pick somebody else"),
    ("who is their own mate", draws("8"), answered(1, BOB), "Bob has to pick somebody else"),
    ("an answer of nobody known", draws("7"), answered(1, "zoe"), "zoe does not play"),
    ("no question master", draws("A"), asked(ANN), "there is no question master yet"),
    ("the master's own answer", draws("Q"), asked(BOB), "Bob is the question master"),
    ("nobody known who answers", draws("Q"), asked("zoe"), "zoe does not play"),
    ("to sit in twice", [], sat_in(ANN), "Ann plays already"),
    ("that nobody known sits in", [], sat_in("zoe"), "zoe has not joined this night"),
    ("the draw of a deal", [], event("deal.started", deal=1), "…is not an event…"),
    ("a card by a number", [], event("card.drawn", draw=1, player=BOB, card=7), "card …"),
    ("half a draw", [], event("card.drawn", draw=1.5, player=BOB, card="7"), "draw …"),
    ("a draw of nobody", [], event("card.drawn", draw=1, player=None, card="7"), "player …"),
    ("a further field", [], event("card.drawn", draw=1, player=BOB, card="7", answer=ANN), "…has no field answer"),
    ("an answer without its draw", draws("7"), event("draw.answered", player=ANN), "…needs field draw"),
)
def test_is_refused(what, events, last, why):
    assert says(why_refused(START, *events, last), why), what


def test_whoever_does_not_play_neither_draws_nor_answers():
    three = [kings(ANN, BOB, CAL), drawn(1, BOB, "7"), drawn(2, CAL, "Q")]

    for last in (drawn(3, DAN, "A"), answered(1, DAN), asked(DAN)):
        assert says(refused(*three, last), "…Dan does not play")


def test_nobody_draws_while_all_are_away():
    gone = [kings(ANN, BOB), left(ANN), left(BOB)]

    assert says(refused(*gone, drawn(1, BOB, "A")), "…nobody who plays is here")


@cases(
    ("the drawer", [*draws("J J J J", first=2), drawn(6, BOB, "3")], [(BOB, 3), (DAN, 3)]),
    ("the right", [drawn(2, CAL, "6")], [(BOB, 1), (DAN, 1)]),
    ("one of everybody", [drawn(2, CAL, "A")], [(ANN, 1), (BOB, 1), (CAL, 1), (DAN, 1), (DAN, 1), (EVE, 1)]),
    ("nobody else", [drawn(2, CAL, "3")], [(CAL, 3)]),
)
def test_a_mate_drinks_along(what, events, rows):
    assert [row[:2] for row in costs(*MATES, *events)] == rows, what


def test_a_mate_drinks_along_as_chosen_as_last_for_the_cup_and_for_an_answer():
    chosen = [*MATES, drawn(2, CAL, "2"), answered(2, BOB), drawn(3, DAN, "7"), answered(3, BOB)]
    assert costs(*chosen) == [(BOB, 2, "you"), (DAN, 2, "mate of Bob"), (BOB, 1, "heaven"), (DAN, 1, "mate of Bob")]

    master = [*MATES, drawn(2, CAL, "Q"), asked(BOB)]
    assert costs(*master) == [(BOB, 1, "question master"), (DAN, 1, "mate of Bob")]

    cup = [drawn(2, CAL, "K"), drawn(3, DAN, "K"), drawn(4, EVE, "K"), drawn(5, ANN, "J"), drawn(6, BOB, "K")]
    assert costs(*MATES, *cup) == [(BOB, 5, "cup"), (DAN, 5, "mate of Bob")]


def test_mates_do_not_chain_and_one_can_have_several():
    chain = [START, drawn(1, BOB, "8"), answered(1, CAL), drawn(2, CAL, "8"), answered(2, DAN), drawn(3, DAN, "8")]
    assert costs(*chain, answered(3, BOB), drawn(4, EVE, "6")) == [(BOB, 1, "mate of Dan"), (DAN, 1, "right")]

    two = [*MATES, *draws("J J J J", first=2), drawn(6, BOB, "8"), answered(6, ANN)]
    assert costs(*two, drawn(7, CAL, "6")) == [(ANN, 1, "mate of Bob"), (BOB, 1, "right"), (DAN, 1, "mate of Bob")]


def test_a_mate_of_two_has_a_row_for_each_in_the_order_of_their_seats():
    both = [START, drawn(1, BOB, "8"), answered(1, ANN), drawn(2, CAL, "8"), answered(2, ANN), drawn(3, DAN, "A")]
    rows = costs(*both)

    assert rows[:3] == [(ANN, 1, "waterfall"), (ANN, 1, "mate of Bob"), (ANN, 1, "mate of Cal")]
    moved = event("seats.moved", order=[CAL, EVE, BOB, DAN, ANN])
    rows = costs(*both[:-1], moved, both[-1])
    assert rows[-3:] == [(ANN, 1, "waterfall"), (ANN, 1, "mate of Cal"), (ANN, 1, "mate of Bob")]


def test_the_same_mate_again_makes_no_difference():
    twice = [START, drawn(1, BOB, "8"), answered(1, DAN), *draws("J J J J", first=2), drawn(6, BOB, "8")]

    assert costs(*twice, answered(6, DAN), drawn(7, CAL, "6")) == [(BOB, 1, "right"), (DAN, 1, "mate of Bob")]


def test_a_mate_drinks_from_the_entry_of_the_answer_on():
    late = [START, *draws("8 3"), drawn(3, DAN, "6"), answered(1, EVE), drawn(4, EVE, "6"), drawn(5, ANN, "5")]

    assert costs(*late) == [
        (CAL, 3, "me"),
        (CAL, 1, "right"),
        (DAN, 1, "right"),
        (BOB, 1, "left"),
        (EVE, 1, "mate of Bob"),
    ]


def test_mates_who_are_away_drink_nothing_meanwhile():
    away = [*MATES, left(DAN), drawn(2, CAL, "6"), returned(DAN), drawn(3, DAN, "J"), drawn(4, EVE, "J")]

    assert costs(*away, drawn(5, ANN, "5")) == [(BOB, 1, "right"), (BOB, 1, "left"), (DAN, 1, "mate of Bob")]


def test_house_rules_and_fines_by_hand_do_not_pass_to_mates():
    made = rule("r1", when={"on": "card.played", "rank": "J"})
    ruled = night(made, *MATES, fine(BOB, 2), *draws("J J J J", first=2), drawn(6, BOB, "9"), caught("r1", BOB))

    assert [(row["player"], row["amount"]) for row in ruled["charges"]] == [
        (BOB, 2), (CAL, 1), (DAN, 1), (EVE, 1), (ANN, 1), (BOB, 1),
    ]  # fmt: skip


def test_those_away_are_passed_over():
    gone = [START, left(CAL), left(ANN)]

    assert costs(*gone, drawn(1, BOB, "5")) == [(DAN, 1, "left")]
    assert costs(*gone, drawn(1, BOB, "6")) == [(EVE, 1, "right")]
    assert costs(*gone, drawn(1, BOB, "A")) == [(player, 1, "waterfall") for player in (BOB, DAN, EVE)]
    assert costs(*gone, drawn(1, BOB, "2"), answered(1, CAL)) == [(CAL, 2, "you")]
    assert costs(*gone, drawn(1, BOB, "7"), answered(1, ANN)) == [(ANN, 1, "heaven")]


def test_whoever_is_alone_has_no_neighbours():
    alone = [kings(ANN, BOB), left(ANN)]

    assert costs(*alone, drawn(1, BOB, "5"), drawn(2, BOB, "6"), drawn(3, BOB, "A")) == [(BOB, 1, "waterfall")]


def test_neighbours_of_two_are_the_same():
    assert costs(kings(ANN, BOB), drawn(1, BOB, "5"), drawn(2, ANN, "6")) == [(ANN, 1, "left"), (BOB, 1, "right")]


def test_the_question_master_stays_until_the_next_queen_even_away():
    master = [START, *draws("Q"), left(BOB), asked(CAL), drawn(2, CAL, "Q"), asked(BOB)]

    assert costs(*master) == [(CAL, 1, "question master"), (BOB, 1, "question master")]
    assert says(refused(*master, asked(CAL)), "…Cal is the question master…")
    assert costs(kings(ranks={"A": "title question master"}), drawn(1, BOB, "A"), asked(CAL)) == [
        (CAL, 1, "question master")
    ]


def test_the_fourth_king_drinks_five_and_ends_the_game():
    result = night(START, *FOUR_KINGS)

    assert [(row["player"], row["amount"], row["reason"]) for row in result["charges"]] == [(EVE, 5, "cup")]
    assert result["games"][0]["finished"]
    assert says(why_refused(START, *FOUR_KINGS, drawn(5, ANN, "A")), "card.drawn is not an event…")
    asking = [START, *draws("7"), *draws("K K K K", first=2)]
    assert says(why_refused(*asking, answered(1, ANN)), "draw.answered is not an event…")


def test_the_fewest_drinks_come_first_from_any_cause_and_ties_share_a_place():
    played = [fine(ANN, 9), START, *draws("3"), fine(CAL, 2), ENDED]

    assert standings(*played) == [(ANN, 0, 1), (DAN, 0, 1), (EVE, 0, 1), (CAL, 2, 4), (BOB, 3, 5)]


def test_a_jack_earns_a_right_which_lapses_at_the_end():
    jack = [START, *draws("J")]

    assert night(*jack)["rights"] == [BOB]
    assert why_refused(*jack, rule("r1", by=ANN)) == "Bob makes the next rule"
    assert night(*jack, rule("r1", by=BOB))["rights"] == []
    assert night(*jack, ENDED)["rights"] == []
    assert night(*jack, *draws("K K K K", first=2))["rights"] == []
    assert night(kings(ranks={"J": "drawer 1", "A": "rule"}), *draws("J A"))["rights"] == [CAL]


@cases(
    ("its rank", {"rank": "7"}, "7 8 7H", [BOB, DAN]),
    ("one of several", {"rank": ["7", "8"]}, "7 8 J", [BOB, CAL]),
    ("its suit", {"suit": "H"}, "7 8H 9", [CAL]),
    ("rank and suit", {"rank": "7", "suit": "H"}, "7 7S 7H", [DAN]),
    ("the same rank", {"matches": "rank"}, "7 7H 8 8 8", [CAL, EVE, ANN]),
    ("the same suit", {"matches": "suit"}, "7H 8H 9 TH JS QS", [CAL, BOB]),
    ("not both without suits", {"matches": "suit"}, "7 8 9H T", []),
    ("and never led", {"led": True}, "7 8 9", []),
)
def test_house_rules_fire_on_drawn_cards(what, when, cards, drinkers):
    made = rule("r1", when={"on": "card.played", **when})

    assert [player for player, _ in charges(night(made, START, *draws(cards)), "r1")] == drinkers, what


@cases(
    ("previous", [BOB, CAL]),
    ("left", [CAL, DAN, EVE]),
    ("right", [ANN, BOB, CAL]),
    ("neighbours", [ANN, CAL, BOB, DAN, CAL, EVE]),
    ("dealer", []),
    ("leader", []),
    ("taker", []),
)
def test_a_rule_about_cards_charges(who, drinkers):
    made = rule("r1", when={"on": "card.played"}, who=who)

    assert [player for player, _ in charges(night(made, START, *draws("7 8 9")), "r1")] == drinkers, who


def test_previous_and_across_are_of_this_game_and_of_those_who_are_here():
    made = rule("r1", when={"on": "card.played"}, who="previous")
    two_games = [made, START, *draws("7"), ENDED, START, *draws("7")]
    assert charges(night(*two_games), "r1") == []

    across = [rule("r1", when={"on": "card.played"}, who="across"), START, left(EVE), *draws("7")]
    assert charges(night(*across), "r1") == [(DAN, 1)]


def test_amounts_of_a_card_are_its_rank():
    made = rule("r1", when={"on": "card.played"}, amount="rank")

    assert charges(night(made, START, *draws("A 4 K")), "r1") == [(BOB, 1), (CAL, 4), (DAN, 5)]


def test_the_end_fires_rules_after_the_cup():
    made = [rule("r1", when={"on": "game.over", "place": "last"}), rule("r2", when={"on": "game.over"}, who="everyone")]
    result = night(
        *made, START, left(ANN), drawn(1, BOB, "K"), drawn(2, CAL, "K"), drawn(3, DAN, "K"), drawn(4, EVE, "K")
    )

    assert charges(result, "r1") == [(EVE, 1)]
    assert charges(result, "r2") == [(player, 1) for player in (BOB, CAL, DAN, EVE)]


def test_a_newcomer_sits_in_at_the_place_that_the_nights_order_gives():
    turns = [drawn(at, player, "J234567"[at]) for at, player in enumerate([BOB, CAL, DAN, EVE, "zoe", ANN], start=1)]
    night(START, joined("zoe"), sat_in("zoe"), *turns)

    between = event("seats.moved", order=[ANN, BOB, "zoe", CAL, DAN, EVE])
    night(START, drawn(1, BOB, "J"), joined("zoe"), between, sat_in("zoe"), drawn(2, "zoe", "A"), drawn(3, CAL, "2"))


def test_who_sat_out_can_sit_in_but_not_who_is_away_and_never_a_thirteenth():
    three = kings(ANN, BOB, DAN)
    night(three, sat_in(CAL), drawn(1, BOB, "J"), drawn(2, CAL, "J"), drawn(3, DAN, "J"))
    assert why_refused(three, left(CAL), sat_in(CAL)) == "Cal is away: they have to come back first"
    full = [*map(joined, MANY), kings(*FIVE, *MANY[:7])]
    assert says(refused(*full, sat_in(MANY[7])), "…for 12 players at most")
    assert why_refused(three, sat_in(CAL), sat_in(CAL)) == "Cal plays already"
    assert says(why_refused(sat_in(CAL)), "game.joined is not an event…")


def test_a_newcomer_is_in_the_standings_and_among_everybody():
    late = [kings(ANN, BOB), sat_in(CAL), drawn(1, BOB, "A"), ENDED]

    assert standings(*late) == [(ANN, 1, 1), (BOB, 1, 1), (CAL, 1, 1)]


def test_a_change_keeps_the_draw_and_its_player_and_can_make_the_card_another():
    seven = [START, *draws("7 3")]
    assert costs(*seven, changed(8, drawn(1, BOB, "3"))) == [(BOB, 3, "me"), (CAL, 3, "me")]
    assert says(why_refused(*seven, changed(8, drawn(2, BOB, "3"))), "a change keeps what the entry is about…")
    assert says(why_refused(*seven, changed(8, drawn(1, CAL, "3"))), "a change keeps what the entry is about…")
    assert says(refused(*seven, answered(1, ANN), changed(8, drawn(1, BOB, "3"))), "event 10: …")
    assert why_refused(*MATES, changed(9, answered(1, EVE)))


def test_an_undone_answer_can_be_given_again_and_unmakes_the_mate():
    undo = [*MATES, drawn(2, CAL, "6"), undone(9)]

    assert costs(*undo) == [(BOB, 1, "right")]
    assert costs(*undo, answered(1, EVE), drawn(3, DAN, "J"), drawn(4, EVE, "J"), drawn(5, ANN, "5"))[-1] == (
        EVE, 1, "mate of Bob",
    )  # fmt: skip
    assert says(refused(START, *draws("7"), answered(1, ANN), undone(8)), "event 9: …")


def test_random_nights_are_charged_as_a_second_count_says():
    for seed in range(40):
        events = random_night(Random(seed))
        names = {one["player"]: one["name"] for one in events if one["type"] == "player.joined"}
        result = replayed(written(*events))

        rows = [(row["seq"], row["player"], row["amount"], row["reason"]) for row in result["charges"]]
        assert rows == second_count(events, names), seed


EFFECTS = [f"{kind} {n}" for kind in ("everyone", "choose", "drawer", "last", "left", "right") for n in range(6)]


def random_night(chance):
    """A night of Kings: people come, go and move, answers come late or never, and the list of ranks is any."""
    log, events = log_of(), [OPENED, *map(joined, FIVE)]
    asking, deck = [], [rank + suit for rank in USUAL for suit in "SHDC"]
    chance.shuffle(deck)

    def enter(raw):
        add(log, raw)
        events.append(raw)

    ranks = {rank: chance.choice([*EFFECTS, "mate", "mate", "rule", USUAL[rank]]) for rank in "A23456789TJ"}
    enter(kings(*FIVE[: chance.randint(2, 5)], ranks=ranks if chance.random() < 0.6 else {}))
    for draw, card in enumerate(deck, start=1):
        state, table = log.night.game.state, log.night.table()
        if not table.present(state.players):
            enter(returned(chance.choice(state.players)))
        drawer = state.drawer(log.night.table())
        enter(drawn(draw, drawer, card if chance.random() < 0.5 else card[0]))
        if log.night.game is None:
            return events
        kind = {**USUAL, **events[6].get("options", {}).get("ranks", {})}[card[0]].split()[0]
        if kind in ("choose", "last", "mate"):
            asking.append((draw, drawer, kind))
        if asking and chance.random() < 0.7:
            number, by, kind = asking.pop(chance.randrange(len(asking)))
            enter(
                answered(number, chance.choice([player for player in state.players if kind == "last" or player != by]))
            )
        master = log.night.game.state.master
        if master and chance.random() < 0.3:
            enter(asked(chance.choice([player for player in state.players if player != master])))
        if chance.random() < 0.2:
            player = chance.choice(FIVE)
            enter(returned(player) if player in log.night.away else left(player))
        if chance.random() < 0.1:
            enter(event("seats.moved", order=chance.sample(FIVE, 5)))
        outside = [player for player in log.night.present() if player not in state.players]
        if outside and chance.random() < 0.1:
            enter(sat_in(outside[0]))
    raise AssertionError("the last king ends the game")
