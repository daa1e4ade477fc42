"""An undo or a change counts house rules again: every condition, every amount, and who holds a title."""

from tests.table import cases

from .conftest import (
    ANN,
    BOB,
    CAL,
    ENDED,
    changed,
    charges,
    deal,
    event,
    game,
    night,
    plays,
    rule,
    trick,
    tricks,
    undone,
)
from .conftest import voided as misdeal
from .games.yak_nights import scored, thrown

PLAYED, TAKEN, OVER = {"on": "card.played"}, {"on": "trick.taken"}, {"on": "deal.over"}
FIRST = 8  # the rule is entry 7
SAME = plays(1, "ann QH bob QS cal 2S")
OTHER = plays(1, "ann QH bob 3H cal 2S")
YOGIS = event("game.started", game="yogis-whist", players=[ANN, BOB, CAL])
YAK = event("game.started", game="yak", players=[ANN, BOB])
THREE = game(ANN, BOB, CAL)
SIXES = thrown(ANN, 1, "66612")


def bid(player, goal):
    return event("bid.placed", deal=1, player=player, tricks=goal)


def call(said):
    return event("call.made", deal=1, player=BOB, call=said)


DEAL = [YOGIS, call("declare"), bid(ANN, 0), bid(BOB, 1), bid(CAL, 1), *tricks("ann bob cal")]


def drinks(fields, *events):
    """Who drinks by the rule, and who holds its title: "bob 1 cal 2 = cal"."""
    result = night(rule("r1", **fields), *events)
    rows = " ".join(f"{player} {amount}" for player, amount in charges(result, "r1"))
    holder = result["rules"][0].get("holder")
    return f"{rows} = {holder}" if holder else rows


@cases(
    ("a matching card", {"when": PLAYED | {"matches": "rank"}}, [THREE, SAME], "bob 1",
     changed(FIRST + 1, OTHER), ""),
    ("who played before it", {"when": PLAYED | {"suit": "S"}, "who": "previous"}, [THREE, SAME], "ann 1 bob 1",
     changed(FIRST + 1, OTHER), "bob 1"),
    ("the worth of a card", {"when": PLAYED, "amount": "rank"}, [THREE, SAME], "ann 5 bob 5 cal 2",
     changed(FIRST + 1, OTHER), "ann 5 bob 3 cal 2"),
    ("the last trick", {"when": TAKEN | {"trick": "last"}}, [THREE, *tricks("ann bob cal ann bob")], "bob 1",
     changed(FIRST + 5, trick(5, None)), ""),
    ("of Frak You, once the cards were counted", {"when": TAKEN | {"trick": "last"}},
     [event("game.started", game="frak-you", players=[ANN, BOB, CAL]),
      event("cards.counted", deal=1, player=ANN, hand=1, table=0), trick(1, BOB)], "bob 1",
     undone(FIRST + 1), ""),
    ("a row", {"when": TAKEN | {"row": 3}}, [THREE, *tricks("ann ann ann ann")], "ann 1",
     changed(FIRST + 2, trick(2, BOB)), ""),
    ("that begins later then", {"when": TAKEN | {"row": 3}}, [THREE, *tricks("ann ann ann ann")], "ann 1",
     changed(FIRST + 1, trick(1, BOB)), "ann 1"),
    ("the number of a trick", {"when": TAKEN, "amount": "trick"}, [THREE, *tricks("ann bob")], "ann 1 bob 2",
     changed(FIRST + 2, trick(2, ANN)), "ann 1 ann 2"),
    ("a trick that nobody took", {"when": {"on": "trick.nobody"}, "amount": "trick"}, [THREE, *tricks("bob -")],
     "bob 2", changed(FIRST + 1, trick(1, CAL)), "cal 2"),
    ("the call behind a bid", {"when": {"on": "bid.made", "call": "declare"}}, DEAL, "bob 1",
     changed(FIRST + 1, call("no")), ""),
    ("which is no again once it is undone", {"when": {"on": "bid.made", "call": "no"}}, DEAL, "cal 1",
     undone(FIRST + 1), "bob 1 cal 1"),
    ("the dice", {"when": {"on": "dice.rolled", "face": 6, "count": 3}}, [YAK, SIXES], "ann 1",
     changed(FIRST + 1, thrown(ANN, 1, "66112")), ""),
    ("dice that were scored alone", {"when": {"on": "dice.rolled", "sum": 17}}, [YAK, scored(BOB, "all", "66311")],
     "bob 1", changed(FIRST + 1, scored(BOB, "all", "66321")), ""),
    ("the beginning of a deal", {"when": {"on": "deal.started"}}, [THREE, deal(1, dealer=CAL), trick(1, BOB)], "cal 1",
     changed(FIRST + 1, deal(1, dealer=BOB)), "bob 1"),
    ("which another entry is then", {"when": {"on": "deal.started"}}, [THREE, deal(1, dealer=CAL), trick(1, BOB)],
     "cal 1", undone(FIRST + 1), "ann 1"),
    ("a misdeal", {"when": {"on": "deal.voided"}}, [THREE, trick(1, BOB), misdeal()], "ann 1",
     undone(FIRST + 2), ""),
    ("the end of a deal", {"when": OVER | {"tricks": "none"}, "who": "others"}, [THREE, *tricks("ann ann bob bob ann")],
     "ann 1 bob 1", changed(FIRST + 5, trick(5, CAL)), ""),
    ("which an undo puts off", {"when": OVER}, [THREE, *tricks("ann ann bob bob ann")], "ann 1",
     undone(FIRST + 5), ""),
    ("the end of a game", {"when": {"on": "game.over", "place": "last"}}, [THREE, *tricks("ann bob"), ENDED], "bob 1",
     changed(FIRST + 2, trick(2, None)), "ann 1"),
    ("a title", {"when": PLAYED | {"matches": "rank"}, "title": "Copycat"}, [THREE, SAME], " = bob",
     changed(FIRST + 1, plays(1, "ann QH bob 2H cal 2S")), " = cal"),
    ("that comes back", {"when": TAKEN | {"row": 2}, "title": "T", "amount": 1}, [THREE, *tricks("ann ann bob bob")],
     "ann 1 bob 1 = bob", undone(FIRST + 4), "ann 1 = ann"),
    ("and one won by the end of a game", {"when": {"on": "game.over", "place": "last"}, "title": "Loser"},
     [THREE, *tricks("ann bob"), ENDED, game(ANN, BOB), trick(1, ANN)], " = bob",
     changed(FIRST + 2, trick(2, None)), " = ann"),
)  # fmt: skip
def test_a_correction_counts_the_rule_again(what, fields, events, before, correction, after):
    assert drinks(fields, *events) == before, what
    assert drinks(fields, *events, correction) == after, what


def test_a_correction_that_is_undone_itself_leaves_everything_as_it_was():
    fields = {"when": TAKEN | {"row": 2}, "title": "T", "amount": "trick"}
    events = [THREE, *tricks("ann ann bob bob")]
    turned = [*events, changed(FIRST + 2, trick(2, BOB))]

    assert drinks(fields, *events) == "ann 2 bob 4 = bob"
    assert drinks(fields, *turned) == "bob 3 = bob"
    assert drinks(fields, *turned, undone(FIRST + 5)) == "ann 2 bob 4 = bob"


def test_a_rule_that_is_changed_counts_from_where_it_was_made():
    made = {"when": TAKEN | {"row": 2}}
    events = [THREE, *tricks("ann ann bob")]

    assert drinks(made, *events, changed(7, rule("r1", when=TAKEN, amount=3))) == "ann 3 ann 3 bob 3"
    assert drinks(made, *events, changed(7, rule("r1", when=PLAYED | {"matches": "suit"}))) == ""
