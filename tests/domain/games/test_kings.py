"""Kings: who draws, what each card costs and asks for, mates, the question master, the cup; and every refusal."""

from random import Random

from tests.table import cases

from ..entries import caught, changed, event, fine, joined, left, returned, rule, undone
from ..nights import charged, drinks, log_of, night, refused, replayed, says, stand, why_refused, written
from ..people import ANN, BOB, CAL, DAN, EVE, FIVE
from ..play import ENDED, game
from .kings_nights import USUAL, answered, asked, drawn, draws, kings, sat_in, second_count
from .random_nights import played_at_random

START = kings()
MATES = [START, *draws("8"), answered(1, DAN)]  # Dan drinks with Bob
ROUND_OF_JACKS = draws("J J J J", first=2)
MATE_OF_TWO = [START, drawn(1, BOB, "8"), answered(1, ANN), drawn(2, CAL, "8"), answered(2, ANN)]
MASTERS = [START, *draws("Q"), left(BOB), asked(CAL), drawn(2, CAL, "Q"), asked(BOB)]
FOUR_KINGS, KINGS_NEXT = draws("K KH K KS"), draws("K K K K", first=2)
MANY = ["fay", "gus", "hal", "ida", "jim", "kit", "lou", "mae"]


def each(what, players=FIVE):
    return ", ".join(f"{player} {what}" for player in players)


@cases(
    *(("a card alone", [START, drawn(1, BOB, card)], due) for card, due in (
        ("A", each("1 waterfall")), ("3", "bob 3 me"), ("3H", "bob 3 me"), ("5", "cal 1 left"), ("6", "ann 1 right"),
        *((card, "") for card in "24789TJQK"))),
    *(("whoever is named for it", [START, *draws(f"{card} J"), answered(1, player)], due) for card, player, due in (
        ("2", CAL, "cal 2 you"), ("4", BOB, "bob 1 floor"), ("7", EVE, "eve 1 heaven"), ("8", EVE, ""),
        ("9", CAL, "cal 1 rhyme"), ("T", ANN, "ann 1 categories"))),
    *(("what a list of ranks says", [kings(ranks={rank: effect}), drawn(1, BOB, card)], due)
      for rank, effect, card, due in (
        ("K", "cup", "K", ""), ("2", "everyone 2", "2", each("2 everyone 2")),
        ("A", "everyone 1", "A", each("1 waterfall")), ("A", "everyone 0", "A", ""),
        ("Q", "drawer 5", "Q", "bob 5 drawer 5"), ("4", "left 2", "4", "cal 2 left 2"),
        ("5", "right 1", "5", "ann 1 right 1"), ("6", "right 1", "6", "ann 1 right"), ("J", "mate", "J", ""))),
    *(("also if it asks", [kings(ranks={"A": effect}), drawn(1, BOB, "A"), answered(1, CAL)], due) for effect, due in (
        ("choose 1", "cal 1 choose 1"), ("last 5", "cal 5 last 5"), ("last 0", ""), ("mate", ""))),
    ("a mate drinks along with the drawer", [*MATES, *ROUND_OF_JACKS, drawn(6, BOB, "3")],
     "bob 3 me, dan 3 mate of Bob"),
    ("with the right", [*MATES, drawn(2, CAL, "6")], "bob 1 right, dan 1 mate of Bob"),
    ("as one of everybody", [*MATES, drawn(2, CAL, "A")],
     "ann 1 waterfall, bob 1 waterfall, cal 1 waterfall, dan 1 waterfall, dan 1 mate of Bob, eve 1 waterfall"),
    ("with nobody else", [*MATES, drawn(2, CAL, "3")], "cal 3 me"),
    ("as chosen, and as last", [*MATES, drawn(2, CAL, "2"), answered(2, BOB), drawn(3, DAN, "7"), answered(3, BOB)],
     "bob 2 you, dan 2 mate of Bob, bob 1 heaven, dan 1 mate of Bob"),
    ("for an answer", [*MATES, drawn(2, CAL, "Q"), asked(BOB)], "bob 1 question master, dan 1 mate of Bob"),
    ("for the cup", [*MATES, drawn(2, CAL, "K"), drawn(3, DAN, "K"), drawn(4, EVE, "K"), drawn(5, ANN, "J"),
                     drawn(6, BOB, "K")], "bob 5 cup, dan 5 mate of Bob"),
    ("mates do not chain", [START, drawn(1, BOB, "8"), answered(1, CAL), drawn(2, CAL, "8"), answered(2, DAN),
                            drawn(3, DAN, "8"), answered(3, BOB), drawn(4, EVE, "6")],
     "bob 1 mate of Dan, dan 1 right"),
    ("one can have several", [*MATES, *ROUND_OF_JACKS, drawn(6, BOB, "8"), answered(6, ANN), drawn(7, CAL, "6")],
     "ann 1 mate of Bob, bob 1 right, dan 1 mate of Bob"),
    ("a mate of two has a row for each", [*MATE_OF_TWO, drawn(3, DAN, "A")],
     "ann 1 waterfall, ann 1 mate of Bob, ann 1 mate of Cal, " + each("1 waterfall", FIVE[1:])),
    ("in the order of their seats",
     [*MATE_OF_TWO, event("seats.moved", order=[CAL, EVE, BOB, DAN, ANN]), drawn(3, DAN, "A")],
     each("1 waterfall", [CAL, EVE, BOB, DAN, ANN]) + ", ann 1 mate of Cal, ann 1 mate of Bob"),
    ("the same mate again makes no difference",
     [*MATES, *ROUND_OF_JACKS, drawn(6, BOB, "8"), answered(6, DAN), drawn(7, CAL, "6")],
     "bob 1 right, dan 1 mate of Bob"),
    ("a mate drinks from the entry of the answer on",
     [START, *draws("8 3"), drawn(3, DAN, "6"), answered(1, EVE), drawn(4, EVE, "6"), drawn(5, ANN, "5")],
     "cal 3 me, cal 1 right, dan 1 right, bob 1 left, eve 1 mate of Bob"),
    ("nothing while away", [*MATES, left(DAN), drawn(2, CAL, "6"), returned(DAN), drawn(3, DAN, "J"),
                            drawn(4, EVE, "J"), drawn(5, ANN, "5")], "bob 1 right, bob 1 left, dan 1 mate of Bob"),
    *(("those away are passed over", [START, left(CAL), left(ANN), drawn(1, BOB, card)], due) for card, due in (
        ("5", "dan 1 left"), ("6", "eve 1 right"), ("A", each("1 waterfall", [BOB, DAN, EVE])))),
    *(("but can be named", [START, left(CAL), left(ANN), drawn(1, BOB, card), answered(1, player)], due)
      for card, player, due in (("2", CAL, "cal 2 you"), ("7", ANN, "ann 1 heaven"))),
    ("whoever is alone has no neighbours",
     [kings(ANN, BOB), left(ANN), drawn(1, BOB, "5"), drawn(2, BOB, "6"), drawn(3, BOB, "A")], "bob 1 waterfall"),
    ("neighbours of two are the same", [kings(ANN, BOB), drawn(1, BOB, "5"), drawn(2, ANN, "6")],
     "ann 1 left, bob 1 right"),
    ("the question master stays until the next queen, even away", MASTERS,
     "cal 1 question master, bob 1 question master"),
    ("any card can make one", [kings(ranks={"A": "title question master"}), drawn(1, BOB, "A"), asked(CAL)],
     "cal 1 question master"),
    ("a card changed is another", [START, *draws("7 3"), changed(8, drawn(1, BOB, "3"))], "bob 3 me, cal 3 me"),
    ("an answer undone unmakes the mate", [*MATES, drawn(2, CAL, "6"), undone(9)], "bob 1 right"),
    ("and can be given again", [*MATES, drawn(2, CAL, "6"), undone(9), answered(1, EVE), drawn(3, DAN, "J"),
                                drawn(4, EVE, "J"), drawn(5, ANN, "5")], "bob 1 right, bob 1 left, eve 1 mate of Bob"),
)  # fmt: skip
def test_it_costs(what, events, due):
    assert charged(night(*events)) == due, what


@cases(
    *(({rank: "last 1"}, f"{rank} is not a rank") for rank in ("10", "t", "AH", "", "JOKER")),
    *((ranks, "the kings, and only they, are the cup")
      for ranks in ({"A": "cup"}, {"K": "drawer 5"}, {"K": "everyone 1"})),
    *(({"A": effect}, "is nothing that a card can do") for effect in (
        "everyone", "everyone  1", "everyone 1 ", " everyone 1", "everyone 6", "everyone 01", "everyone -1",
        "everyone 1.0", "everyone one", "everyone ١", "everyone 1\n", "Everyone 1", "others 1", "mate 1", "rule 1",
        "title", "title thumb master", "waterfall", "", "cup 5")),
    *((ranks, "ranks") for ranks in ({"A": 1}, {"A": None}, {"A": ["everyone 1"]}, [], "A", None)),
)  # fmt: skip
def test_a_list_of_ranks_is_refused(ranks, why):
    started = game(game="kings", options={"ranks": ranks})

    assert says(refused(started), f"…{why}…"), ranks


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
    *(("no card", [], drawn(1, BOB, card), "card is not a card") for card in ("JOKER", "H", "10", "q", "QX", "Q\n")),
    ("draw 0", [], drawn(0, BOB, "A"), "draw …"),
    ("somebody unknown", [], drawn(1, "zoe", "A"), "zoe does not play"),
    ("an answer before its draw", draws("A"), answered(2, BOB), "draw 2 has not been drawn yet"),
    *(("an answer to a card that asks nothing", draws(card), answered(1, CAL), "the card of draw 1 asks for nobody")
      for card in "AKQJ"),
    *(("a second answer", [*draws(card), answered(1, ANN)], answered(1, player), "That is answered already: Ann")
      for card, player in (("7", BOB), ("7", ANN), ("8", EVE))),
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
    *(("a change that moves the entry", draws("7 3"), changed(8, drawn(draw, player, "3")),
       "a change keeps what the entry is about…") for draw, player in ((2, BOB), (1, CAL))),
    ("a draw after the end", FOUR_KINGS, drawn(5, ANN, "A"), "card.drawn is not an event…"),
    ("an answer after it", [*draws("7"), *KINGS_NEXT], answered(1, ANN), "draw.answered is not an event…"),
    ("the master's own answer, back from home", MASTERS[1:], asked(CAL), "Cal is the question master"),
    ("a rule by who has no right", draws("J"), rule("r1", by=ANN), "Bob makes the next rule"),
)  # fmt: skip
def test_is_refused(what, events, last, why):
    assert says(why_refused(START, *events, last), why), what


BETWEEN_THREE, SEVEN_ANSWERED = kings(ANN, BOB, DAN), [START, *draws("7"), answered(1, ANN)]


@cases(
    ([game(game="kings", options={"stake": 1})], "event 7: options of Kings: the event has no field stake"),
    ([kings(ANN)], "event 7: Kings is for 2 to 12 players, not 1"),
    ([*map(joined, MANY), kings(*FIVE, *MANY)], "…Kings is for 2 to 12 players, not 13"),
    *(([BETWEEN_THREE, drawn(1, BOB, "7"), drawn(2, DAN, "Q"), last], "…Cal does not play")
      for last in (drawn(3, CAL, "A"), answered(1, CAL), asked(CAL))),
    ([kings(ANN, BOB), left(ANN), left(BOB), drawn(1, BOB, "A")], "…everybody who plays went home"),
    ([BETWEEN_THREE, left(CAL), sat_in(CAL)], "event 9: Cal is away: they have to come back first"),
    ([BETWEEN_THREE, sat_in(CAL), sat_in(CAL)], "event 9: Cal plays already"),
    ([*map(joined, MANY), kings(*FIVE, *MANY[:7]), sat_in(MANY[7])], "…for 12 players at most"),
    ([sat_in(CAL)], "event 7: game.joined is not an event…"),
    ([*SEVEN_ANSWERED, changed(8, drawn(1, BOB, "3"))], "event 9: …"),
    ([*SEVEN_ANSWERED, undone(8)], "event 9: …"),
    ([*MATES, changed(9, answered(1, EVE))], "event 10: …"),
)  # fmt: skip
def test_this_is_refused(events, why):
    assert says(refused(*events), why)


def test_up_to_twelve_play():
    night(*map(joined, MANY), kings(*FIVE, *MANY[:7], ranks={}))


def test_house_rules_and_fines_by_hand_do_not_pass_to_mates():
    made = rule("r1", when={"on": "card.played", "rank": "J"})
    ruled = night(made, *MATES, fine(BOB, 2), *draws("J J J J", first=2), drawn(6, BOB, "9"), caught("r1", BOB))

    assert charged(ruled) == "bob 2 fine, cal 1 rule r1, dan 1 rule r1, eve 1 rule r1, ann 1 rule r1, bob 1 rule r1"


def test_the_fourth_king_drinks_five_and_ends_the_game():
    assert charged(night(START, *FOUR_KINGS)) == "eve 5 cup"
    assert stand(night(START, *FOUR_KINGS)).endswith(" over")


@cases(
    ("who is here", [START, left(CAL)], (ANN, DAN, EVE)),
    ("everybody, if nobody else is here", [kings(ANN, BOB), left(ANN)], (ANN,)),
)
def test_nobody_who_went_home_is_offered_as_who_drinks_while_others_are_here(case, begun, among):
    asking = log_of(*begun, *draws("2")).night.asking

    assert [asked.among for asked in asking] == [among], case


def test_the_fewest_drinks_come_first_from_any_cause_and_ties_share_a_place():
    played = [fine(ANN, 9), START, *draws("3"), fine(CAL, 2), ENDED]

    assert stand(night(*played)) == "ann 0 1, dan 0 1, eve 0 1, cal 2 4, bob 3 5 over"


def test_a_jack_earns_a_right_which_lapses_at_the_end():
    jack = [START, *draws("J")]

    assert night(*jack)["rights"] == [BOB]
    for later in ([rule("r1", by=BOB)], [ENDED], KINGS_NEXT):
        assert night(*jack, *later)["rights"] == []
    assert night(kings(ranks={"J": "drawer 1", "A": "rule"}), *draws("J A"))["rights"] == [CAL]


@cases(
    ("its rank", {"rank": "7"}, {}, "7 8 7H", "bob 1 dan 1"),
    ("one of several", {"rank": ["7", "8"]}, {}, "7 8 J", "bob 1 cal 1"),
    ("its suit", {"suit": "H"}, {}, "7 8H 9", "cal 1"),
    ("rank and suit", {"rank": "7", "suit": "H"}, {}, "7 7S 7H", "dan 1"),
    ("the same rank", {"matches": "rank"}, {}, "7 7H 8 8 8", "cal 1 eve 1 ann 1"),
    ("the same suit", {"matches": "suit"}, {}, "7H 8H 9 TH JS QS", "cal 1 bob 1"),
    ("not both without suits", {"matches": "suit"}, {}, "7 8 9H T", ""),
    ("and never led", {"led": True}, {}, "7 8 9", ""),
    *((f"any card costs {who}", {}, {"who": who}, "7 8 9", due) for who, due in (
        ("previous", "bob 1 cal 1"), ("left", "cal 1 dan 1 eve 1"), ("right", "ann 1 bob 1 cal 1"),
        ("neighbours", "ann 1 cal 1 bob 1 dan 1 cal 1 eve 1"), ("dealer", ""), ("leader", ""), ("taker", ""))),
    ("as much as it is worth", {}, {"amount": "rank"}, "A 4 K", "bob 1 cal 4 dan 5"),
)  # fmt: skip
def test_house_rules_fire_on_drawn_cards(what, when, fields, cards, due):
    made = rule("r1", when={"on": "card.played", **when}, **fields)

    assert drinks(made, START, *draws(cards)) == due, what


def test_previous_and_across_are_of_this_game_and_of_those_who_are_here():
    previous, across = (rule("r1", when={"on": "card.played"}, who=who) for who in ("previous", "across"))

    assert drinks(previous, START, *draws("7"), ENDED, START, *draws("7")) == ""
    assert drinks(across, START, left(EVE), *draws("7")) == "dan 1"


def test_the_end_fires_rules_after_the_cup():
    made = [rule("r1", when={"on": "game.over", "place": "last"}), rule("r2", when={"on": "game.over"}, who="everyone")]
    played = [*made, START, left(ANN), *FOUR_KINGS]

    assert (drinks(*played), drinks(*played, rule="r2")) == ("eve 1", "bob 1 cal 1 dan 1 eve 1")


def test_a_newcomer_sits_in_at_the_place_that_the_nights_order_gives():
    turns = [drawn(at, player, "J234567"[at]) for at, player in enumerate([BOB, CAL, DAN, EVE, "zoe", ANN], start=1)]
    night(START, joined("zoe"), sat_in("zoe"), *turns)

    between = event("seats.moved", order=[ANN, BOB, "zoe", CAL, DAN, EVE])
    night(START, drawn(1, BOB, "J"), joined("zoe"), between, sat_in("zoe"), drawn(2, "zoe", "A"), drawn(3, CAL, "2"))
    night(BETWEEN_THREE, sat_in(CAL), drawn(1, BOB, "J"), drawn(2, CAL, "J"), drawn(3, DAN, "J"))


def test_a_newcomer_is_in_the_standings_and_among_everybody():
    late = [kings(ANN, BOB), sat_in(CAL), drawn(1, BOB, "A"), ENDED]

    assert stand(night(*late)) == "ann 1 1, bob 1 1, cal 1 1 over"


def test_random_nights_are_charged_as_a_second_count_says():
    for seed in range(40):
        events = random_night(seed)
        names = {one["player"]: one["name"] for one in events if one["type"] == "player.joined"}
        result = replayed(written(*events))

        rows = [(row["seq"], row["player"], row["amount"], row["reason"]) for row in result["charges"]]
        assert rows == second_count(events, names), seed


EFFECTS = [f"{kind} {n}" for kind in ("everyone", "choose", "drawer", "last", "left", "right") for n in range(6)]


def random_night(seed):
    """A night of Kings: people come, go and move, answers come late or never, and the list of ranks is any."""
    chance = Random(seed)
    ranks = {rank: chance.choice([*EFFECTS, "mate", "mate", "rule", USUAL[rank]]) for rank in "A23456789TJ"}
    return played_at_random(seed, "kings", [{}, *[{"ranks": ranks}] * 2], most=120)
