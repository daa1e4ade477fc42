"""Frak You: which entries are refused and which stand, and that no refusal tells newcomers the rules."""

import re

from companion.domain.event_log import InTheWay
from companion.domain.games.frak_you.deal import HARMLESS
from companion.domain.refused import Filled
from tests.table import cases

from ..conftest import ANN, BOB, CAL, DAN, ENDED, EVE, changed, deal, event, left, says, trick, undone, voided
from .frak_you_table import FIRST, FrakYou

TELLING = re.compile(r"\bace|spade|club|pair|trump|silent|suit|rules", re.IGNORECASE)
FOUR = {"players": "ann bob cal dan"}
LEAD = "cal 2C, dan KC, ann 4C, bob 5C"
TWO_C = "the first trick begins with 2♣; whoever holds it leads it"
ORDER = "the cards of this trick come from Bob, Cal, Ann, in this order"
SILENT = "the rules are silent about these cards: who took trick 2?"
ONE_CARD = "Bob has one card only and cannot pair; if that is wrong, count their cards"
BESIDE = "…only A♠ is laid with another card, and it is named first…"
BOB_OUT, DAN_AWAY = ["bob=0"], [left(DAN)]
ON_TABLE = "…lies in a trick on the table…"
LATER = event("cards.counted", deal=1, player=BOB, hand=3, table=3)
FIRST_TRICK = event("trick.taken", deal=1, trick=1)
CARDS_AFTER = ["ann", "ann KD, bob 4D, cal 5D"]
WRONG = {**FIRST_TRICK, "plays": [["bob", "2C"], ["cal", "4D"], ["ann", "3C"]]}
RIGHT = {**FIRST_TRICK, "plays": [["bob", "2C"], ["cal", "4C"], ["ann", "3C"]]}


def counted(player, hand=4, table=0):
    return event("cards.counted", deal=1, player=player, hand=hand, table=table)


def started(**fields):
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
def test_this_stands(what, steps, *how):
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
    ([trick(2, ANN)], "Trick 1 comes first"),
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
    ([*BOB_OUT, counted(BOB)], "Bob is out of this deal", FOUR),
    ([counted(EVE)], "Eve is not in this deal", FOUR),
    ([counted("zoe")], "zoe is not in this deal", FOUR),
    ([counted(ANN, 50, 3)], "nobody can hold 53 cards: there are 52", FOUR),
    *(([counted(ANN, **{field: wrong})], f"…{field}…") for field in ("hand", "table")
      for wrong in (-1, 53, 1.5, True, None)),
    ([event("cards.counted", deal=1, player=ANN, hand=3)], "…needs field table"),
    ([left(CAL), counted(ANN, 3)], "…2 cannot play…"),
    (["bob=9", changed(FIRST, counted(ANN, 9))], "…keeps…", FOUR),
    ([event("bids.rotated", deal=1, votes=[])], "bids.rotated is not an event of the night or of the game that is on"),
    ([left(CAL), "ann"], "2 cannot play a deal of this game (3 to 5 can)"),
    ([deal(1, players=[ANN, BOB, CAL, DAN, EVE, "fay"])], "…6 cannot play…", {"there": "ann bob cal dan eve fay"}),
    ([deal(1, players=[ANN, BOB])], "…2 cannot play…"),
    ([*DAN_AWAY, deal(1, players=[ANN, BOB, CAL, BOB])], "…twice…", FOUR),
    ([*DAN_AWAY, deal(1, players=[ANN, BOB, EVE, EVE])], "…twice…", FOUR),
    ([*DAN_AWAY, deal(1, players=[ANN, BOB, DAN])], "…Dan is away…", FOUR),
    ([deal(1, players=[ANN, BOB, "zoe"])], "…zoe is not at this table…", FOUR),
    ([deal(1, players=[ANN, BOB, CAL], dealer=EVE)], "…cannot deal…", FOUR),
    ([deal(1, cards=5)], "…cards…", FOUR),
    (["ann", deal(1)], "Deal 1 has already begun", {}, Filled),
    (["ann", trick(1, ANN, deal=2)], "Deal 2 has to wait: deal 1 is still on"),
    (["ann", "ann=0", LATER], "Deal 1 is over", {}, Filled),
    *((started(options=wrong), "…options of Frak You…") for wrong in (
        {"stake": 21}, {"stake": -1}, {"stake": True}, {"stake": 2.5}, {"deck": 2}, {"initiated": None})),
    (started(options={"initiated": ["zoe"]}), "…zoe has not joined…"),
    (started(options={"initiated": [ANN, ANN]}), "…twice…"),
    (["ann", "bob=1/3", "bob=2/3", "ann+bob", undone(FIRST + 2)], "…cannot pair…", {}, InTheWay),
    ([*CARDS_AFTER, changed(FIRST, WRONG)], "…", {}, InTheWay),
)  # fmt: skip
def test_this_is_refused_and_newcomers_hear_nothing_of_the_rules(steps, why, *how_and_kind):
    how, *kind = how_and_kind or ({},)
    refusal = FrakYou(**how).refused(*steps)

    assert says(str(refusal), why), (str(refusal), why)
    assert not kind or isinstance(refusal, kind[0])
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
def test_a_refusal_that_tells_of_the_rules_has_a_harmless_sentence_for_newcomers(steps, public):
    refusal = FrakYou().refused(*steps)

    assert refusal.is_secret
    assert refusal.public == public


@cases("dan", trick(2, BOB), "", "bob 2C, cal 4C")
def test_other_refusals_are_for_everybody(step):
    assert not FrakYou().refused(step).is_secret


def test_an_entry_in_the_way_of_a_correction_is_named():
    paired = FrakYou().refused("ann", "bob=1/3", "bob=2/3", "ann+bob", undone(FIRST + 2))
    cards = FrakYou().refused(*CARDS_AFTER, changed(FIRST, WRONG))

    assert isinstance(paired, InTheWay)
    assert isinstance(cards, InTheWay)
    assert (paired.entry, cards.entry) == (FIRST + 3, FIRST + 1)


def test_the_table_says_who_took_a_silent_trick_and_it_leads_and_a_misdeal_is_over():
    night = FrakYou("ann", "ann AS, bob KD, cal AH -> cal")

    assert night.deal.leader == CAL
    night.say(voided(1))
    assert night.state.over == 1
