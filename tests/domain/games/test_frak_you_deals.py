"""Frak You: how it is dealt and passed, who deals and leads, what everybody holds, and who loses a deal."""

from companion.domain.games.frak_you.deal import passing
from tests.table import cases

from ..conftest import ANN, BOB, CAL, DAN, ENDED, EVE, changed, deal, event, left, undone, voided
from .frak_you_table import FIRST, FrakYou

THREE, FOUR, FIVE = ({"players": players} for players in ("ann bob cal", "ann bob cal dan", "ann bob cal dan eve"))
OUT = ["ann=0", "bob=0"]  # which ends a deal of four
COUNTED = ["bob=5", "cal=5", "dan=5"]
LAST_CARDS = ["ann=1", "bob=1", "cal=1"]


@cases(
    (3, ["left", "right", "none", "left", "right", "none", "left"]),
    (4, ["left", "right", "across", "none", "left", "right", "across"]),
    (5, ["left", "right", "none", "left", "right", "none", "left"]),
)
def test_three_and_five_players_pass_left_right_none_and_four_also_across_and_round_again(players, ways):
    assert [passing(deal, players) for deal in range(1, 8)] == ways


@cases(
    *(("the deal moves one to the left", OUT * deals, FOUR, f"{dealer} -")
      for deals, dealer in enumerate((ANN, BOB, CAL, DAN, ANN))),
    ("who is away does not deal", [*OUT, left(BOB)], FOUR, "cal -"),
    ("after a misdeal the same one deals", ["bob", voided(1)], THREE, "ann -"),
    ("who was named for it", [deal(1, dealer=CAL), voided(1)], FOUR, "cal -"),
    ("also before its first entry", [voided(1)], {"dealer": BOB}, "bob -"),
    ("then the left neighbour, who sat the last one out", [deal(1, players=[ANN, CAL, DAN]), "ann=0"], FOUR, "bob -"),
    ("before the first trick nobody leads", [deal(1)], THREE, "ann -"),
    ("nor after a count", ["bob=16"], THREE, "ann -"),
    ("then the taker does", ["cal"], THREE, "ann cal"),
    ("until the deal is over", ["cal", "cal=0"], THREE, "bob -"),
    ("by its cards", ["cal 2C, ann 4C, bob 5C"], THREE, "ann bob"),
    ("again and again", ["cal 2C, ann 4C, bob 5C", "bob 6H, cal 7H, ann 8H"], THREE, "ann ann"),
    ("somebody else drops out by counting", ["bob", "cal=0"], FIVE, "ann bob"),
    ("who was to lead does, and the next to the left leads", ["bob", "cal=0", "bob=0"], FIVE, "ann dan"),
)  # fmt: skip
def test_who_deals_and_who_leads_next(what, steps, how, roles):
    assert FrakYou(*steps, **how).roles() == roles, what


@cases(
    ("who is away is not dealt to", [*OUT, left(BOB), "ann"], FOUR, 2, CAL, "ann cal dan"),
    ("who leaves plays the deal out", ["ann", left(BOB), "bob"], FOUR, 1, ANN, "ann bob cal dan"),
    ("newcomers sit after the others", [deal(1, players=[EVE, CAL, ANN, DAN], dealer=EVE)], THREE, 1, EVE,
     "ann cal eve dan"),
    ("who was due deals when a newcomer sits down before them",
     ["ann=0", deal(2, players=[ANN, BOB, CAL, DAN])], {"dealer": CAL}, 2, ANN, "ann bob cal dan"),
    ("after a misdeal the next number", ["bob", voided(1), "cal"], THREE, 2, ANN, "ann bob cal"),
    ("a count may change its cards, not who is counted", ["bob=9", changed(FIRST, event(
        "cards.counted", deal=1, player=BOB, hand=0, table=0))], FOUR, 1, ANN, "ann cal dan"),
)  # fmt: skip
def test_who_is_in_a_deal(what, steps, how, number, dealer, still_in):
    night = FrakYou(*steps, **how)

    assert (night.deal.number, night.deal.dealer, " ".join(night.deal.still_in)) == (number, dealer, still_in), what


@cases(
    ("the whole deck is dealt", [deal(1)], FOUR, "ann 13, bob 13, cal 13, dan 13"),
    ("the extra card goes to the first dealt", [deal(1)], THREE, "ann 17, bob 18, cal 17"),
    ("or the extra two", [deal(1)], FIVE, "ann 10, bob 11, cal 11, dan 10, eve 10"),
    ("after whoever deals", [deal(1)], {**FIVE, "dealer": DAN}, "ann 11, bob 10, cal 10, dan 10, eve 11"),
    ("a trick costs one card each and lies in front of its taker", ["bob"], FOUR, "ann 12, bob 12+4, cal 12, dan 12"),
    ("a pair two, told", ["bob+cal"], FOUR, "ann 12, bob 12+5, cal 11, dan 12"),
    ("or seen", ["bob 2C, cal AS KC, dan QC, ann 4C"], FOUR, "ann 12, bob 12, cal 11, dan 12+5"),
    ("the taker of another takes the old one into hand", ["bob", "bob"], THREE, "ann 15, bob 19+3, cal 15"),
    (
        "who has no card left picks up the trick in front",
        ["ann=1/4", *COUNTED, "bob"],
        FOUR,
        "ann 4, bob 4+4, cal 4, dan 4",
    ),
    ("the taker has the old one back first", ["ann=1/5", *COUNTED, "ann"], FOUR, "ann 5+4, bob 4, cal 4, dan 4"),
    ("or picks up the new one", ["ann=1", *COUNTED, "ann"], FOUR, "ann 4, bob 4, cal 4, dan 4"),
    ("who has none is out and safe", ["ann=1", *COUNTED, "bob"], FOUR, "bob 4+4, cal 4, dan 4"),
    ("also with a pair of the last two", ["ann=2", *COUNTED, "bob+ann"], FOUR, "bob 4+5, cal 4, dan 4"),
    ("several drop at once", [*LAST_CARDS, "dan=4", "eve=4", "ann"], FIVE, "ann 5, dan 3, eve 3"),
    ("a count corrects what is believed", ["bob=16"], THREE, "ann 17, bob 16, cal 17"),
    ("also in a deal", ["bob", "bob=9/4"], THREE, "ann 16, bob 9+4, cal 16"),
    ("again and again", ["bob", "bob=9/4", "bob=9/4", "bob=8/4"], THREE, "ann 16, bob 8+4, cal 16"),
    ("an empty hand picks up at once", ["bob=0/4"], THREE, "ann 17, bob 4, cal 17"),
    ("who has no card drops out", ["bob=0"], FOUR, "ann 13, cal 13, dan 13"),
)
def test_what_everybody_holds(what, steps, how, held):
    night = FrakYou(*steps, **how)

    assert night.held() == held, what
    assert night.fined() == ""


@cases(
    ("when only two are left both lose", ["ann=1", "bob=5", "cal=5", "bob"], {}, "bob 3, cal 3", "ann 0, bob 1, cal 1"),
    ("by a count, too", ["bob", "bob=0"], {}, "ann 3, cal 3", "bob 0, ann 1, cal 1"),
    ("if several drop at once who is left loses", [*LAST_CARDS, "dan=4", "dan"], FOUR, "dan 3",
     "ann 0, bob 0, cal 0, dan 1"),
    ("be it the taker of everybody's last card", [*LAST_CARDS, "dan=1", "cal"], FOUR, "cal 3",
     "ann 0, bob 0, dan 0, cal 1"),
    ("or the two", [*LAST_CARDS, "dan=4", "eve=4", "ann", "ann=0"], FIVE, "dan 3, eve 3",
     "ann 0, bob 0, cal 0, dan 1, eve 1"),
    ("the taker of all tricks", ["dan"] * 13, FOUR, "dan 3", "ann 0, bob 0, cal 0, dan 1"),
    ("not before the last", ["dan"] * 12, FOUR, "", "ann 0, bob 0, cal 0, dan 0"),
    ("and the holder of the extra card", ["ann"] * 17, {}, "ann 3, bob 3", "cal 0, ann 1, bob 1"),
    ("for the stake", ["cal=0"], {"options": {"stake": 20}}, "ann 20, bob 20", "cal 0, ann 1, bob 1"),
    ("which may be nothing", ["cal=0"], {"options": {"stake": 0}}, "", "cal 0, ann 1, bob 1"),
    ("a misdeal costs nobody", ["bob", voided(1)], {}, "", "ann 0, bob 0, cal 0"),
    ("the count that ended a deal is undone", ["bob=0", undone(FIRST)], {}, "", "ann 0, bob 0, cal 0"),
    ("the fewest deals lost stand first", ["bob=0", "bob=0", "cal=0"], {}, "ann 3, bob 3", "bob 1, cal 2, ann 3"),
)  # fmt: skip
def test_who_loses_a_deal(what, steps, how, fined, lost):
    night = FrakYou(*steps, **how)

    assert (night.fined(), night.lost()) == (fined, lost), what


def test_a_fine_says_no_more_than_that_the_deal_was_lost_and_standings_have_places():
    night = FrakYou("bob=0", ENDED)
    (game,) = night.replayed()["games"]

    assert [(row["reason"], row["because"]) for row in night.result()["charges"]] == [
        ("lost deal 1", "still in when deal 1 ended")
    ] * 2
    assert game["finished"] is True
    assert [row["place"] for row in game["standings"]] == [1, 2, 2]


def test_an_undo_takes_the_fines_of_the_deal_back():
    result = FrakYou("bob=0", undone(FIRST)).result()

    assert result["charges"] == []
    assert result["players"][ANN]["owed"] == 0


def test_cards_are_counted_as_often_as_anybody_likes_and_no_count_fills_a_place():
    assert FrakYou("bob=9").log.lines[-1].entry.event.is_slotted is False


def test_the_stake_is_three_if_nothing_is_said_and_options_are_kept():
    options = FrakYou(options={"stake": 20, "initiated": [EVE]}).state.options

    assert (options.stake, options.initiated, FrakYou().state.options.stake) == (20, (EVE,), 3)
