"""Frak You: how it is dealt, who deals, leads, holds what and loses; what is refused; what house rules hear of it."""

import re

from companion.domain.event_log import InTheWay
from companion.domain.games.frak_you.deal import HARMLESS, passing
from companion.domain.house_rules.firing import circle
from companion.domain.refused import Filled
from tests.table import cases

from ..entries import changed, event, left, rule, undone
from ..nights import charged, says, stand
from ..people import ANN, BOB, CAL, DAN, EVE
from ..play import ENDED, deal, trick, voided
from .frak_you_table import FIRST, FrakYou

THREE, FOUR, FIVE = ({"players": players} for players in ("ann bob cal", "ann bob cal dan", "ann bob cal dan eve"))
TWO_OUT = ["ann=0", "bob=0"]  # which ends a deal of four
COUNTED = ["bob=5", "cal=5", "dan=5"]
LAST_CARDS = ["ann=1", "bob=1", "cal=1"]


@cases(
    (3, ["left", "right", "none", "left", "right", "none", "left"]),
    (4, ["left", "right", "across", "none", "left", "right", "across"]),
    (5, ["left", "right", "none", "left", "right", "none", "left"]),
)
def test_three_and_five_players_pass_left_right_none_and_four_also_across_and_round_again(players, ways):
    assert [passing(played, players) for played in range(7)] == ways


@cases(
    *(("the deal moves one to the left", TWO_OUT * deals, FOUR, f"{dealer} -")
      for deals, dealer in enumerate((ANN, BOB, CAL, DAN, ANN))),
    ("who is away does not deal", [*TWO_OUT, left(BOB)], FOUR, "cal -"),
    ("after a misdeal the same one deals", ["bob", voided(1)], THREE, "ann -"),
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
    ("who is away is not dealt to", [*TWO_OUT, left(BOB), "ann"], FOUR, 2, CAL, "ann cal dan"),
    ("who leaves plays the deal out", ["ann", left(BOB), "bob"], FOUR, 1, ANN, "ann bob cal dan"),
    ("who was due deals when a newcomer sits down before them",
     ["ann=0", deal(2, players=[ANN, BOB, CAL, DAN])], {"dealer": CAL}, 2, ANN, "ann bob cal dan"),
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
    ("who has no card left picks up the trick in front", ["ann=1/4", *COUNTED, "bob"], FOUR,
     "ann 4, bob 4+4, cal 4, dan 4"),
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
)  # fmt: skip
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
    found = FrakYou("bob=0", ENDED).replayed()

    assert charged(found) == "ann 3 lost deal 1, cal 3 lost deal 1"
    assert {row["because"] for row in found["charges"]} == {"still in when deal 1 ended"}
    assert stand(found) == "bob 0 1, ann 1 2, cal 1 2 over"


def test_cards_are_counted_as_often_as_anybody_likes_and_no_count_fills_a_place():
    assert FrakYou("bob=9").log.lines[-1].entry.event.is_slotted is False


PLAYED, TAKEN, OUT = {"on": "card.played"}, {"on": "trick.taken"}, {"on": "dropped.out"}
FREE = {"stake": 0}


@cases(
    ("every card", {**PLAYED, "rank": "K"}, "player", ["ann 2C, bob KC, cal KD"], "bob 1, cal 1"),
    ("both cards of a pair", {**PLAYED, "suit": ["S", "D"]}, "player", ["ann 2C, bob AS KD, cal 4C"], "bob 2"),
    ("the card led", {**PLAYED, "led": True}, "player", ["ann 2C, bob KC, cal 4C"], "ann 1"),
    ("either card of a pair that leads", {**PLAYED, "led": True}, "player", ["ann AS 2C, bob KC, cal 4C"], "ann 2"),
    ("a trick with the card that took it", {**TAKEN, "with_rank": "9", "with_suit": "D"}, "player",
     ["ann 2C, bob 9D, cal AS KD"], "bob 1"),
    ("a silent trick with what its taker laid", {**TAKEN, "with_rank": "K"}, "player",
     ["ann", "ann AS KD, bob AH, cal AC -> ann"], "ann 1"),
    ("a trick told by its number", {**TAKEN, "trick": 1}, "player", ["bob"], "bob 1"),
    ("but by no card", {**TAKEN, "with_suit": ["C", "D", "H", "S"]}, "player", ["bob"], ""),
    ("several that drop out", OUT, "player", ["ann=1", "bob=1", "cal=9", "dan=9", "eve=9", "cal"],
     "ann 1, bob 1", FIVE),
    ("or one by counting", OUT, "player", ["bob=0"], "bob 1", FOUR),
    ("the circle is the game's players, also those out or away", OUT, "left", ["bob=0", left(CAL), "ann=0"],
     "bob 1", {**FOUR, "options": FREE}),
    ("or not dealt in", TAKEN, "neighbours", [deal(1, players=[ANN, CAL, DAN]), "ann"], "bob 1, dan 1", FOUR),
    *(("at a trick", TAKEN, who, ["cal 2C, ann 4C, bob KC"], f"{drinks} 1")
      for who, drinks in (("dealer", ANN), ("leader", CAL), ("taker", BOB))),
    *(("at the trick that makes somebody drop out", OUT, who, ["bob", "dan=1", "cal"], f"{drinks} 1", FOUR)
      for who, drinks in (("dealer", ANN), ("leader", BOB), ("taker", CAL))),
    ("who led the first trick is not known without its cards", TAKEN, "leader", ["bob"], ""),
    *(("at a count", OUT, who, ["bob", "bob=0"], due, {**FOUR, "options": FREE})
      for who, due in (("leader", "cal 1"), ("dealer", "ann 1"), ("taker", ""))),
    *(("that ends the deal", OUT, who, ["bob", "cal=0"], due, {"options": FREE})
      for who, due in (("leader", ""), ("dealer", "ann 1"))),
)  # fmt: skip
def test_house_rules_fire_on(what, when, who, steps, due, *how):
    *before, last = steps
    night = FrakYou(rule("r1", when=when, who=who), *before, **dict(*how))
    night.say(last)

    assert night.fined() == due, what


def test_who_does_not_play_counts_among_those_who_are_here():
    night = FrakYou("bob=0", left(CAL), **FOUR).log.night

    assert circle(night, ANN) == (ANN, BOB, CAL, DAN)
    assert circle(night, EVE) == (ANN, BOB, DAN, EVE)


TELLING = re.compile(r"\bace|spade|club|pair|trump|silent|suit|rules", re.IGNORECASE)
LEAD = "cal 2C, dan KC, ann 4C, bob 5C"
TWO_C = "the first trick begins with 2♣; whoever holds it leads it"
ORDER = "the cards of this trick come from Bob, Cal, Ann, in this order"
SILENT = "the rules are silent about these cards: who took trick 2?"
ONE_CARD = "Bob has one card only and cannot pair; if that is wrong, count their cards"
BESIDE = "…only A♠ is laid with another card, and it is named first…"
NO_BOB = ["bob=0"]
ON_TABLE = "…lies in a trick on the table…"
FIRST_TRICK = event("trick.taken", deal=1, trick=1)
CARDS_AFTER = ["ann", "ann KD, bob 4D, cal 5D"]
WRONG = {**FIRST_TRICK, "plays": [["bob", "2C"], ["cal", "4D"], ["ann", "3C"]]}
RIGHT = {**FIRST_TRICK, "plays": [["bob", "2C"], ["cal", "4C"], ["ann", "3C"]]}


def counted(player, hand=4, table=0):
    return event("cards.counted", deal=1, player=player, hand=hand, table=table)


def restarted(**fields):
    return [ENDED, event("game.started", game="frak-you", players=[ANN, BOB, CAL], **fields)]


@cases(
    ("2♣ alone leads first", ["cal 2C, ann KC, bob 3C"]),
    ("or beside A♠", ["cal AS 2C, ann KC, bob 5C"]),
    ("seen only where the cards are entered", ["ann", "ann KD, bob 4D, cal 2C"]),
    ("anybody may hold it", [LEAD], FOUR),
    ("the winner may be named beside the cards", [LEAD + " -> dan"], FOUR),
    ("those who dropped out are in no trick", ["bob", "cal=0", "bob KD, dan 5D, ann 6D"], FOUR),
    *(("where the rules are silent the table says who takes it", ["ann", plays + " -> cal"])
      for plays in ("ann AS, bob KD, cal AH", "ann AS KD, bob AH, cal AC")),
    ("cards of a trick picked up may be played",
     [LEAD, "dan 9D, ann 6D, bob 7D, cal 8D", "dan KC, ann 6C, bob 7C, cal 8C"], FOUR),
    ("also by who had no other", ["dan=1", LEAD, "dan KC, ann 6C, bob 7C, cal 8C"], FOUR),
    ("what lies in front is not known of a trick told", ["dan", "dan 4C, ann 6D, bob 7D, cal 8D"], FOUR),
    ("nor of somebody counted", [LEAD, "dan=12/4", "dan 4C, ann 6D, bob 7D, cal 8D"], FOUR),
    ("with two cards one may pair", ["ann", "bob=2/3", "ann 4D, bob AS KD, cal 5D"]),
    ("all 52 cards are counted", [counted(ANN, 49, 3)], FOUR),
    ("a change may give a trick its cards", [*CARDS_AFTER, changed(FIRST, RIGHT)]),
)  # fmt: skip
def test_it_is_valid(what, steps, *how):
    assert FrakYou(*steps, **dict(*how)).log.seq == FIRST - 1 + len(steps), what


@cases(
    *(([plays], TWO_C) for plays in
      ("cal KC, ann 2C, bob 3C", "cal AS, ann 2C, bob 3C", "cal AS KC, ann 2C, bob 4C", "bob KC, cal 2C, ann 4C")),
    (["cal 2C, ann KC, bob 4C, dan 5C"], "…Cal, Dan, Ann, Bob…", FOUR),
    *((["bob", plays], ORDER) for plays in
      ("ann KD, bob 4D, cal 5D", "bob KD, cal 4D", "bob KD, cal 4D, ann 5D, bob 6D", "bob KD, cal 4D, cal 5D")),
    ([trick(1, ANN, plays=[])], "…come from Ann, Bob, Cal…"),
    *((["bob", "cal=0", late], "Cal is out of this deal", FOUR)
      for late in ("bob KD, cal 4D, dan 5D, ann 6D", "cal", "bob+cal")),
    *((["bob", late], "Dan is not in this deal") for late in ("bob KD, cal 4D, dan 5D, ann 6D", "dan", "bob+dan")),
    (["bob", "bob KD, cal 4D, ann 6D -> zoe"], "zoe is not in this deal"),
    (["bob", trick(1, CAL)], "Trick 1 is already written: Bob took it", {}, Filled),
    ([""], "…who took trick 1…"),
    ([trick(1)], "…winner…"),
    ([LEAD + " -> bob"], "by these cards Dan takes the trick", FOUR),
    *((["ann", plays], SILENT) for plays in ("ann AS, bob KD, cal AH", "ann AS KD, bob AH, cal AC")),
    (["ann", "ann AS, bob KD, cal AH -> dan"], "Dan is not in this deal"),
    (["ann", "ann KD, bob KD, cal 5D"], "K♦ is in this trick twice"),
    (["ann", "ann AS AS, bob KD, cal 5D"], "A♠ is in this trick twice"),
    (["ann", "ann AS 4D, bob AS KD, cal 5D"], "A♠ is in this trick twice"),
    *(([LEAD, plays], ON_TABLE, FOUR)
      for plays in ("dan 4C, ann 6D, bob 7D, cal 8D", "dan 9D, ann AS 5C, bob 7D, cal 8D")),
    ([LEAD, "ann=12", "dan 4C, ann 6D, bob 7D, cal 8D"], ON_TABLE, FOUR),
    *(([f"ann 2C, bob {card}, cal 4C"], f"…{card}, which is not a card of this game…")
      for card in ("JOKER", "1C", "as", "Q")),
    *(([f"ann 2C, bob {pair}, cal 4C"], BESIDE) for pair in ("QD KC", "KC AS")),
    *(([f"ann 2C, bob{laid}, cal 4C"], "…plays[1]…") for laid in ("", " AS KC 4C")),
    *((["ann", "bob=1/3", late], ONE_CARD) for late in ("ann+bob", "ann 4D, bob AS KD, cal 5D")),
    ([{**FIRST_TRICK, "paired": ANN, "plays": [["ann", "AS", "2C"], ["bob", "KC"], ["cal", "4C"]]}],
     "who paired is seen from the cards; leave it out"),
    ([*NO_BOB, counted(BOB)], "Bob is out of this deal", FOUR),
    ([counted(EVE)], "Eve is not in this deal", FOUR),
    ([counted("zoe")], "zoe is not in this deal", FOUR),
    ([counted(ANN, 50, 3)], "nobody can hold 53 cards: there are 52", FOUR),
    *(([counted(ANN, **{field: wrong})], f"…{field}…") for field in ("hand", "table")
      for wrong in (-1, 53, 1.5, True, None)),
    ([event("cards.counted", deal=1, player=ANN, hand=3)], "…needs field table"),
    ([left(CAL), counted(ANN, 3)], "…3 to 5 players, not 2"),
    (["bob=9", changed(FIRST, counted(ANN, 9))], "…keeps…", FOUR),
    ([event("bids.rotated", deal=1, votes=[])], "bids.rotated is not an event of the night or of the game that is on"),
    ([deal(1, cards=5)], "…cards…", FOUR),
    (["ann", deal(1)], "Deal 1 has already begun", {}, Filled),
    *((restarted(options=wrong), "…options of Frak You…") for wrong in (
        {"stake": 21}, {"stake": -1}, {"stake": True}, {"stake": 2.5}, {"deck": 2}, {"initiated": None})),
    (restarted(options={"initiated": ["zoe"]}), "…zoe has not joined…"),
    (restarted(options={"initiated": [ANN, ANN]}), "…twice…"),
    (["ann", "bob=1/3", "bob=2/3", "ann+bob", undone(FIRST + 2)], "…cannot pair…", {}, InTheWay, FIRST + 3),
    ([*CARDS_AFTER, changed(FIRST, WRONG)], "…", {}, InTheWay, FIRST + 1),
)  # fmt: skip
def test_this_is_refused_and_newcomers_learn_nothing_of_the_rules(steps, why, *how_and_kind):
    how, *kind = how_and_kind or ({},)
    refusal = FrakYou(**how).refused(*steps)

    assert says(str(refusal), why), (str(refusal), why)
    assert not kind or isinstance(refusal, kind[0])
    assert not kind[1:] or refusal.entry == kind[1], "the entry in the way is named"
    assert not TELLING.search(refusal.public.partition("(after")[0])
    assert refusal.is_secret or refusal.public == str(refusal)


@cases(
    (["bob KC, cal 2C, ann 4C"], HARMLESS),
    (["bob 2C, cal KC 5C, ann 4C"], HARMLESS),
    ([{**FIRST_TRICK, "paired": BOB, "plays": [["bob", "AS", "2C"], ["cal", "KC"], ["ann", "4C"]]}], HARMLESS),
    (["ann", "ann AS, bob KD, cal AH"], "Who took trick 2?"),
    (["bob 2C, cal KC, ann 4C", "bob=1", "cal+bob"], HARMLESS),
    (["bob 2C, cal KC, ann 4C", "cal 4C, ann 5C, bob 6C"], HARMLESS),
    (["ann", "bob=1/3", "bob=2/3", "ann+bob", undone(FIRST + 2)], f"{HARMLESS} (after the undo in event {FIRST + 4})"),
)  # fmt: skip
def test_a_refusal_that_gives_rules_away_has_a_harmless_sentence_for_newcomers(steps, public):
    refusal = FrakYou().refused(*steps)

    assert refusal.is_secret
    assert refusal.public == public


@cases("dan", trick(2, BOB), "", "bob 2C, cal 4C")
def test_other_refusals_are_for_everybody(step):
    assert not FrakYou().refused(step).is_secret


def test_the_table_decides_a_trick_that_the_rules_do_not_and_its_taker_leads_and_a_misdeal_is_over():
    night = FrakYou("ann", "ann AS, bob KD, cal AH -> cal")

    assert night.deal.leader == CAL
    night.say(voided(1))
    assert night.state.over == 1
