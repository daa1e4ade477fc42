"""What a house rule would have done so far tonight: the log replayed with the rule made at its beginning."""

from companion.domain.events import read
from companion.domain.fines import total
from companion.domain.house_rules import tonight as trying
from companion.domain.house_rules.ruling import as_made
from tests.table import cases, row

from .entries import CLOSED, caught, changed, event, fine, left, repealed, rule, undone
from .games.token_nights import kegger
from .games.yak_nights import scored, thrown
from .games.yogis_whist_nights import bids
from .nights import charges, log_of, night
from .people import ANN, BOB, CAL
from .play import ENDED, game, plays, trick, tricks, voided

TAKEN, PLAYED, OVER = {"on": "trick.taken"}, {"on": "card.played"}, {"on": "deal.over"}
JACKS = PLAYED | {"rank": "J"}
FOUR_JACKS = plays(1, "ann JH bob JS cal 2S dan JD eve 3D")
YOGIS = event("game.started", game="yogis-whist", players=[ANN, BOB, CAL])
FRAK = event("game.started", game="frak-you", players=[ANN, BOB, CAL], options={"initiated": [ANN]})
FRAK_TRICK = event("trick.taken", deal=1, trick=1, plays=[["ann", "2C"], ["bob", "QC"], ["cal", "5C"]])
FRAK_OVER = [event("cards.counted", deal=1, player=ANN, hand=0, table=0)]
BIDS = bids("ann 1 bob 1 cal 1")
IDENTICAL = {"dice": "identical", "sequence": [6, 6, 1, 2, 3, 4] * 35}
SECRET_DICE = [event("game.started", game="yak", players=[ANN, BOB], options=IDENTICAL), thrown(ANN, 1, "66123"),
               scored(ANN, "6s")]  # fmt: skip
BOXES, QUEENS = {"on": "box.scored", "at_least": 10}, PLAYED | {"rank": "Q"}


def asked(when=None, **fields):
    """The rule with these fields, as a form proposes it."""
    return as_made(read(rule("r", **({"when": when} if when else {}), **fields), {}))


def tonight(events, when=None, insider=True, **fields):
    """How often the rule would have fired, and what it would have cost: "2: ann 2 bob 2"; "-" if not said."""
    found = trying.tonight(log_of(*events), asked(when, **fields), insider)
    if found is None:
        return "-"
    return " ".join([f"{found.times}:", *(f"{player} {number}" for player, number in found.cost.items())])


@cases(
    ([game(), FOUR_JACKS], JACKS, {"who": "left", "amount": 2}, "3: bob 2 cal 2 eve 2"),
    ([game(), FOUR_JACKS], PLAYED | {"suit": "C"}, {}, "0:"),
    ([game(), *tricks("ann ann bob")], TAKEN, {"amount": "trick"}, "3: ann 3 bob 3"),
    ([game(), *tricks("ann - bob")], {"on": "trick.nobody"}, {}, "1: ann 1"),
    # as the log counts now
    ([game(), *tricks("ann ann"), changed(8, trick(1, BOB))], TAKEN, {}, "2: bob 1 ann 1"),
    # over several deals and games, also when the night is over
    ([game(), *tricks("ann bob cal - -"), ENDED, game(), trick(1, ANN), voided(1), CLOSED], TAKEN, {},
     "4: ann 2 bob 1 cal 1"),
    ([game(), *tricks("ann ann - - -")], OVER, {"who": "everyone"}, "1: ann 1 bob 1 cal 1 dan 1 eve 1"),
    ([game(), trick(1, BOB), ENDED], {"on": "game.over", "place": "last"}, {}, "1: bob 1"),
    # whom nobody drinks for
    ([game(), trick(1, BOB)], TAKEN, {"who": "across"}, "0:"),
    # a rule that gives a title alone costs nothing
    ([game(), trick(1, BOB)], TAKEN, {"title": "Thumb master"}, "1:"),
    ([game(), trick(1, BOB)], TAKEN, {"title": "Thumb master", "amount": 2}, "1: bob 2"),
    # nothing to say: only people set it off, or nothing is entered that it can be about
    ([game(), FOUR_JACKS, caught("r0", BOB)], None, {}, "-"),
    ([game(), FOUR_JACKS], JACKS, {"who": "chosen"}, "-"),
    ([game(), FOUR_JACKS], JACKS, {"also": [{"who": "chosen", "amount": 1}]}, "-"),
    ([], TAKEN, {}, "-"),
    ([game(), fine(ANN, 2), left(BOB)], TAKEN, {}, "-"),
    ([game(), trick(1, BOB)], JACKS, {}, "-"),
    ([game(), trick(1, BOB), undone(8)], TAKEN, {}, "-"),
    ([game(), trick(1, BOB)], {"on": "box.scored"}, {}, "0:"),
    # rules that are or were in force change nothing of it
    ([rule("r1", when=TAKEN, title="Thumb master", amount=2), game(), *tricks("ann bob"),
      repealed()], TAKEN, {}, "2: ann 1 bob 1"),
    # a game for tokens goes on as it was played
    ([kegger(8), *tricks("ann bob cal")], TAKEN, {"amount": 5}, "3: ann 5 bob 5 cal 2"),
    # a bid that lies face down tells nothing, and a deal that began with it is known
    ([YOGIS, *BIDS], {"on": "bid.missed"}, {}, "0:"),
    ([YOGIS, *BIDS], {"on": "deal.started"}, {}, "1: ann 1"),
    ([YOGIS, *BIDS, *tricks("ann ann ann")], {"on": "bid.missed"}, {}, "3: ann 1 bob 1 cal 1"),
    # identical dice tell nothing before the game is over
    (SECRET_DICE, BOXES, {}, "0:"),
    ([*SECRET_DICE, ENDED], BOXES, {}, "1: ann 1"),
    ([*SECRET_DICE, ENDED], {"on": "dice.rolled", "face": 6}, {}, "0:"),
    # cards of a game with secrets count once they are not face down, and for insiders only
    ([FRAK, FRAK_TRICK], QUEENS, {}, "-"),
    ([FRAK, FRAK_TRICK, *FRAK_OVER], QUEENS, {}, "1: bob 1"),
    ([FRAK, FRAK_TRICK, *FRAK_OVER], QUEENS, {"insider": False}, "-"),
    ([FRAK, FRAK_TRICK, ENDED], TAKEN | {"with_rank": "Q"}, {"insider": False}, "-"),
    ([FRAK, FRAK_TRICK], TAKEN, {"insider": False}, "1: bob 1"),
)  # fmt: skip
def test_what_a_rule_would_have_done(events, when, fields, expected):
    needed = [rule("r0")] if any(each["type"] == "rule.called" for each in events) else []
    assert tonight([*needed, *events], when, **fields) == expected


def test_it_costs_what_the_night_replayed_with_it_charges():
    events = [game(), FOUR_JACKS, *tricks("ann bob - dan", deal=1)[1:], trick(5, BOB), ENDED]
    for when, fields in (
        (JACKS, {"who": "neighbours", "amount": 3}), (PLAYED, {"who": "previous"}), (PLAYED, {"amount": "rank"}),
        (TAKEN, {"who": "leader", "also": [{"who": "others", "amount": 1}]}), (TAKEN | {"row": 2}, {}),
        (OVER | {"tricks": "none"}, {"who": "left"}), ({"on": "deal.started"}, {"who": "others"}),
        ({"on": "game.over", "place": "first"}, {"amount": 4}),
    ):  # fmt: skip
        with row(when, fields):
            replayed = total(charges(night(rule("r", when=when, **fields), *events), "r"))
            assert trying.tonight(log_of(*events), asked(when, **fields), True).cost == replayed
