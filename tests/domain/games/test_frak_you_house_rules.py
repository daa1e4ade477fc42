"""What house rules hear of Frak You: cards, tricks, drop-outs, and the roles."""

from companion.domain.house_rules.firing import circle
from tests.table import cases

from ..conftest import ANN, BOB, CAL, DAN, EVE, deal, left, rule
from .frak_you_table import FrakYou

PLAYED, TAKEN, OUT = {"on": "card.played"}, {"on": "trick.taken"}, {"on": "dropped.out"}
FOUR, FIVE = ({"players": players} for players in ("ann bob cal dan", "ann bob cal dan eve"))
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
def test_house_rules_hear_of(what, when, who, steps, due, *how):
    *before, last = steps
    night = FrakYou(rule("r1", when=when, who=who), *before, **dict(*how))
    night.say(last)

    assert night.fined() == due, what


def test_the_stake_is_charged_before_the_house_rules_of_the_same_entry():
    charges = FrakYou(rule("r1", when=OUT, who="everyone", text="a rule"), "bob=0").log.lines[-1].charges

    assert [(charge.player, charge.reason) for charge in charges] == [
        (ANN, "lost deal 1"), (ANN, "a rule"), (BOB, "a rule"), (CAL, "lost deal 1"), (CAL, "a rule"),
    ]  # fmt: skip


def test_who_does_not_play_counts_among_those_who_are_here():
    night = FrakYou("bob=0", left(CAL), **FOUR).log.night

    assert circle(night, ANN) == (ANN, BOB, CAL, DAN)
    assert circle(night, EVE) == (ANN, BOB, DAN, EVE)
