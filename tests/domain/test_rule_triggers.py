"""What sets a house rule off beyond cards, tricks and bids: every condition with a night worked out by hand."""

from companion.domain.games.card_yacht.events import MOST as YACHT_BOXES
from companion.domain.settlement import earned_in, earned_standings
from tests.table import cases

from .entries import caught, changed, event, fine, left, returned, rule, undone
from .games.yak_nights import rounds, scored, thrown
from .games.yogis_whist_nights import bids, call
from .games.yogis_whist_nights import scored as deal_scored
from .nights import charged, charges, log_of, night
from .nights import drinks as told
from .people import ANN, BOB, CAL, DAN, EVE, FIVE
from .play import ENDED, deal, game, plays, trick, tricks, voided

SEATS_TURNED = event("seats.moved", order=[EVE, DAN, CAL, BOB, ANN])
PLAYED, TAKEN, STARTED = {"on": "card.played"}, {"on": "trick.taken"}, {"on": "deal.started"}
VOIDED, DEAL_OVER, GAME_OVER = {"on": "deal.voided"}, {"on": "deal.over"}, {"on": "game.over"}


def drinks(events, when, **rule_fields):
    """Who drinks what by one rule made before these events: "ann 1 bob 2"; an entry's rows are in seat order."""
    return told(rule("r1", when=when, **rule_fields), *events)


def yogis(*events, **options):
    return [event("game.started", game="yogis-whist", players=list(FIVE[:3]), options=options), *events]


def frak(*events, players=FIVE[:3]):
    return [event("game.started", game="frak-you", players=list(players)), *events]


def laid(number, said, **fields):
    """A trick of Frak You: `laid(1, "ann 2C, bob AS KD")`."""
    return event("trick.taken", deal=1, trick=number, plays=[play.split() for play in said.split(",")], **fields)


def counted(player, hand, table, number=1):
    return event("cards.counted", deal=number, player=player, hand=hand, table=table)


SAME = plays(1, "ann QH bob QS cal 2S dan 2D eve 3D")
DUMMIES = game(ANN, BOB, options={"dummies": True})
HANDS = plays(1, "ann QH bob:dummy QS bob 2S ann:dummy 2D")
TURNED = event("card.turned", deal=1, card="QS")
JOKER = plays(1, "bob QH cal JOKER ann KS")
PAIRED = laid(1, "ann 2C, bob AS KD, cal 5D")
LED_PAIR = laid(1, "ann AS 2C, bob 3D, cal 3H", winner="bob")
AFTER_ONE = laid(1, "ann 2C, bob 4C, cal AS KC")
NINES = [event("card.turned", deal=1, card="9S"), plays(1, "bob 9H cal 4H ann 9C")]


@cases(
    (SAME, {"matches": "rank"}, {}, "bob 1 dan 1"),
    (SAME, {"matches": "suit"}, {}, "cal 1 eve 1"),
    (SAME, {"matches": "rank", "suit": "D"}, {}, "dan 1"),
    (SAME, {"matches": "suit", "rank": ["2", "4"]}, {}, "cal 1"),
    (SAME, {"matches": "rank", "led": True}, {}, ""),
    (SAME, {"matches": "rank"}, {"who": "previous"}, "ann 1 cal 1"),
    (SAME, {}, {"who": "previous"}, "ann 1 bob 1 cal 1 dan 1"),
    (SAME, {"led": True}, {"who": "previous"}, ""),
    (trick(1, ANN), {"matches": "suit"}, {}, ""),
    # the card before is one of the same trick
    ([SAME, plays(2, "eve 4D ann 4S bob 5H cal 5C dan 6H")], {"matches": "suit", "suit": "D"}, {}, "eve 1"),
)  # fmt: skip
def test_a_card_matches_the_card_just_before_it_and_previous_played_that(entered, about, fields, expected):
    entered = entered if isinstance(entered, list) else [entered]

    assert drinks([game(), *entered], PLAYED | about, **fields) == expected


@cases(
    # hands: a dummy's card counts, and its controller is who played before
    ([DUMMIES, HANDS], {"matches": "rank"}, {}, "ann 1 bob 1"),
    ([DUMMIES, HANDS], {"rank": "Q"}, {"who": "previous"}, "ann 1"),
    ([DUMMIES, HANDS], {"suit": "S", "rank": "2"}, {"who": "previous"}, "bob 1"),
    # the joker is the turned-up card, or no card at all
    (yogis(TURNED, JOKER), {"matches": "rank"}, {}, "cal 1"),
    (yogis(TURNED, JOKER), {"matches": "suit"}, {}, "ann 1"),
    (yogis({**JOKER, "winner": "ann"}), {"matches": "rank"}, {}, ""),
    (yogis({**JOKER, "winner": "ann"}), {"matches": "suit"}, {}, ""),
    (yogis({**JOKER, "winner": "ann"}), {}, {"who": "previous"}, "bob 1 cal 1"),
    # a nine keeps its printed suit
    (yogis(*NINES), {"matches": "suit"}, {}, "cal 1"),
    # a pair neither matches nor is matched; before either of its cards is who played before the pair
    (frak(PAIRED), {"matches": "suit"}, {}, ""),
    (frak(PAIRED), {"matches": "rank"}, {}, ""),
    (frak(PAIRED), {}, {"who": "previous"}, "ann 2 bob 1"),
    (frak(AFTER_ONE), {"matches": "suit"}, {}, "bob 1"),
    (frak(AFTER_ONE), {"suit": "S"}, {"who": "previous"}, "bob 1"),
    (frak(LED_PAIR), {}, {"who": "previous"}, "ann 1 bob 1"),
    (frak(LED_PAIR), {"led": True}, {}, "ann 2"),
    (frak(LED_PAIR), {"led": True}, {"who": "previous"}, ""),
    (frak(LED_PAIR), {"matches": "rank"}, {}, "cal 1"),
    (frak(LED_PAIR), {"matches": "suit"}, {}, ""),
)  # fmt: skip
def test_dummies_jokers_nines_and_pairs_match_as_the_games_say(events, about, fields, expected):
    assert drinks(events, PLAYED | about, **fields) == expected


def test_previous_is_nobody_at_a_trick_at_a_call_and_at_the_deal_that_the_trick_begins():
    assert drinks([game(), SAME], TAKEN, who="previous") == ""
    assert drinks([game(), SAME], STARTED, who="previous") == ""
    assert drinks([game(), SAME, caught("r1", CAL)], PLAYED | {"rank": "9"}, who="previous") == ""
    assert drinks([game(), SAME, caught("r1", CAL)], {"on": "called"}, who="previous") == ""


SWEEP = tricks("ann ann ann ann ann")
FRAK_LAST = [counted("ann", 1, 0), counted("bob", 1, 0), event("trick.taken", deal=1, trick=1, winner="cal")]


@cases(
    ([game(), *tricks("ann bob cal dan eve")], {"trick": "last"}, "eve 1"),
    ([game(), *tricks("ann bob cal dan -")], {"trick": "last"}, ""),
    ([game(), *tricks("ann bob cal dan"), voided(1)], {"trick": "last"}, ""),
    (yogis(*tricks("ann bob cal")), {"trick": "last"}, "cal 1"),
    (yogis(*tricks("ann bob")), {"trick": "last"}, ""),
    (yogis(deal(1, cards=3), *[{**bid, "count": 2} for bid in bids("ann 0 bob 0 cal 0")], trick(1, "bob"),
           variant="bft"), {"trick": "last"}, "bob 1"),
    (frak(*FRAK_LAST), {"trick": "last"}, "cal 1"),
    (frak(FRAK_LAST[0], event("trick.taken", deal=1, trick=1, winner="cal"), players=FIVE[:4]), {"trick": "last"}, ""),
    (frak(*FRAK_LAST, event("trick.taken", deal=2, trick=1, winner="ann")), {"trick": "last"}, "cal 1"),
    ([game(), *SWEEP], {"trick": "last", "row": 5}, "ann 1"),
    # exactly the so-many-th of a hand, in one deal
    *(([game(), *SWEEP], {"row": row}, "ann 1") for row in (2, 3, 4, 5)),
    ([game(), *tricks("ann ann bob bob ann")], {"row": 2}, "ann 1 bob 1"),
    ([game(), *tricks("ann ann - ann ann")], {"row": 2}, "ann 1 ann 1"),
    ([game(), *tricks("ann ann - ann ann")], {"row": 3}, ""),
    ([game(), *tricks("ann - ann bob ann")], {"row": 2}, ""),
    ([game(), *tricks("bob bob bob ann ann"), trick(1, ANN, deal=2)], {"row": 3}, "bob 1"),
    ([game(), *tricks("bob bob bob ann ann"), trick(1, ANN, deal=2)], {"row": 2}, "bob 1 ann 1"),
    ([game(), *tricks("ann ann"), voided(1), *tricks("ann bob", 2)], {"row": 2}, "ann 1"),
    ([DUMMIES, *tricks("ann ann:dummy - ann:dummy ann:dummy")], {"row": 2}, "ann 1"),
    (yogis(*tricks("ann ann ann")), {"row": 3}, "ann 1"),
    ([game(ANN, BOB), plays(1, "ann AH bob KS"), plays(2, "ann AD bob 2S")], {"row": 2, "with_suit": ["D", "C"]},
     "ann 1"),
    ([game(ANN, BOB), plays(1, "ann AH bob KS"), plays(2, "ann AD bob 2S")], {"with_rank": ["A", "K"]}, "ann 1 ann 1"),
)  # fmt: skip
def test_the_last_trick_of_a_deal_and_tricks_in_a_row(events, about, expected):
    assert drinks(events, TAKEN | about) == expected


def test_a_rule_made_within_a_deal_counts_the_tricks_before_it():
    events = [game(), *tricks("bob bob"), rule("r1", when=TAKEN | {"row": 3}), trick(3, BOB)]

    assert charges(night(*events), "r1") == [(BOB, 1)]


LOUD = [call("bob", "declare"), call("cal", "reveal")]
MADE, MISSED = {"on": "bid.made"}, {"on": "bid.missed"}
DEAL = [*LOUD, *bids("ann 1 bob 1 cal 0"), *tricks("ann ann bob")]
SHORT = deal_scored("ann bob", declared="bob")


@cases(
    (DEAL, MADE | {"call": "declare"}, {}, "bob 1"),  # also when a reveal overrode it
    (DEAL, MADE | {"call": "reveal"}, {}, "cal 1"),
    (DEAL, MADE | {"call": "no"}, {}, ""),
    (DEAL, MISSED | {"call": "no"}, {}, "ann 1"),
    (DEAL, MISSED | {"call": "declare"}, {}, ""),
    (DEAL, MADE, {}, "bob 1 cal 1"),
    (DEAL, MADE, {"who": "taker"}, "bob 2"),
    ([*DEAL[:-4], *DEAL[-3:]], MADE | {"call": "declare"}, {}, ""),  # a bid is missing
    ([*DEAL[:-4], *DEAL[-3:], DEAL[-4]], MADE | {"call": "declare"}, {}, "bob 1"),
    ([*DEAL[:-4], *DEAL[-3:], DEAL[-4]], MADE, {"who": "taker"}, ""),  # the bid settles it, not a trick
    ([*DEAL[:-4], *DEAL[-3:], DEAL[-4]], MADE, {"who": "leader"}, "cal 2"),  # of the next deal
    ([call("bob", "no"), *DEAL[2:]], MADE | {"call": "no"}, {}, "bob 1 cal 1"),
    ([SHORT], MADE | {"call": "declare"}, {}, "bob 1"),
    ([SHORT], MADE | {"call": "no"}, {}, "ann 1"),
    ([SHORT], MISSED | {"call": "no"}, {}, "cal 1"),
    ([deal_scored("", revealed="cal")], MISSED | {"call": "reveal"}, {}, "cal 1"),
)  # fmt: skip
def test_a_bid_is_known_by_the_call_that_its_player_made(events, when, fields, expected):
    assert drinks(yogis(*events), when, **fields) == expected


def test_in_a_septic_game_the_vote_decides_and_the_call_stays_with_the_player():
    events = yogis(*DEAL, event("bids.rotated", deal=1, votes=["ann"]), septic=True, members=["ann"])

    # Cal's bid for none lies before Ann now, Ann's for one before Bob, and Bob's for one before Cal.
    assert drinks(events, MADE | {"call": "declare"}) == "bob 1"
    assert drinks(events, MISSED | {"call": "reveal"}) == "cal 1"
    assert drinks(events, MISSED | {"call": "no"}) == "ann 1"
    assert drinks(events[:-1], MADE) == ""


def yak(*events, **options):
    return [event("game.started", game="yak", players=[ANN, BOB], options=options), *events]


ROLLED = {"on": "dice.rolled"}
TURN = [thrown(ANN, 1, "66123"), thrown(ANN, 2, "66623", "xx..."), scored(ANN, "6s")]


@cases(
    (TURN, {}, "ann 1 ann 1"),
    (TURN, {"face": 6}, "ann 1 ann 1"),
    (TURN, {"face": 6, "count": 2}, "ann 1"),  # the held sixes are not thrown again
    (TURN, {"face": 6, "count": 3}, ""),
    (TURN, {"same": 2}, "ann 1 ann 1"),
    (TURN, {"same": 3}, "ann 1"),  # of all five, thrown or held
    (TURN, {"same": 4}, ""),
    (TURN, {"sum": 18}, "ann 1"),
    (TURN, {"sum": 23}, "ann 1"),
    (TURN, {"sum": 19}, ""),
    (TURN, {"face": 1, "same": 2, "sum": 18}, "ann 1"),
    (TURN, {"face": 1, "same": 3}, ""),
    ([scored(BOB, "all", "66123")], {"face": 6, "count": 2}, "bob 1"),
    ([scored(BOB, "all", "66123")], {"sum": 18, "same": 2}, "bob 1"),
    ([thrown(BOB, 1, "66123"), scored(BOB, "all", "66123")], {"face": 6}, "bob 1"),
    ([*TURN, scored(ANN, "all", "55555", 2)], {"same": 5}, "ann 1"),
)  # fmt: skip
def test_dice_set_rules_off_as_they_are_thrown(events, about, expected):
    assert drinks(yak(*events), ROLLED | about) == expected


def test_dice_that_are_not_entered_and_identical_dice_set_nothing_off():
    sequence = [6, 6, 1, 2, 3, 4] * 35
    secret = yak(thrown(ANN, 1, "66123"), scored(ANN, "6s"), dice="identical", sequence=sequence)

    assert drinks(secret, ROLLED) == ""
    assert drinks([*secret, ENDED], ROLLED) == ""
    assert drinks(yak(thrown(ANN, 1, "66123"), scored(ANN, "6s"), dice="independent"), ROLLED) == "ann 1"


@cases(
    ([game(dealer=CAL), trick(1, BOB)], {}, "cal 1"),
    ([game(dealer=CAL), deal(1), trick(1, BOB)], {}, "cal 1"),
    ([game(dealer=CAL), deal(1, dealer=DAN), trick(1, BOB)], {}, "dan 1"),
    ([game(dealer=CAL), *tricks("ann bob cal dan eve"), trick(1, ANN, deal=2)], {}, "cal 1 eve 1"),
    ([game(dealer=CAL), voided(1)], {}, ""),
    ([game(dealer=CAL), voided(1), trick(1, ANN, deal=2)], {}, "cal 1"),
    ([game(dealer=CAL), trick(1, BOB)], {"who": "taker"}, ""),
    ([game(dealer=CAL), trick(1, BOB)], {"who": "leader"}, "cal 1"),
    ([game(), deal(1, players=[BOB, DAN])], {"who": "everyone"}, "bob 1 dan 1"),
    (yogis(TURNED), {}, "ann 1"),
    (yogis(call("bob", "reveal"), event("leader.chosen", deal=1, player="cal")), {"who": "leader"}, "bob 1"),
    (yogis(SHORT), {"who": "leader"}, "bob 1"),
    (yogis(SHORT), {}, "ann 1"),
    (frak(laid(1, "bob 2C, cal 3D, ann 4D")), {"who": "leader"}, ""),
    (frak(laid(1, "bob 2C, cal 3D, ann 4D")), {}, "ann 1"),
    (frak(counted("cal", 9, 0)), {}, "ann 1"),
    (yak(*TURN), {}, ""),
)  # fmt: skip
def test_a_deal_starts_with_its_first_entry_as_things_stand_before_it(events, fields, expected):
    assert drinks(events, STARTED, **fields) == expected


@cases(
    ([game(dealer=CAL), trick(1, BOB), voided(1)], {}, "cal 1"),
    ([game(dealer=CAL), deal(1, dealer=DAN), voided(1)], {}, "dan 1"),
    ([game(dealer=CAL), voided(1)], {}, "cal 1"),
    ([game(dealer=CAL), left(CAL), voided(1)], {}, "dan 1"),
    ([game(dealer=CAL), trick(1, BOB), left(CAL), voided(1)], {}, "cal 1"),
    ([game(dealer=CAL), trick(1, BOB), left(CAL), voided(1)], {"who": "dealer"}, "cal 1"),
    ([game(dealer=CAL), trick(1, BOB), left(CAL), voided(1)], {"who": "leader"}, "dan 1"),  # of the next deal
    ([game(dealer=CAL), trick(1, BOB), voided(1)], {"who": "leader"}, "cal 1"),
    ([game(dealer=CAL), trick(1, BOB), voided(1)], {"who": "taker"}, ""),
    ([game(dealer=CAL), *map(left, FIVE), voided(1)], {"who": "everyone"}, ""),
    ([game(), deal(1, players=[BOB, DAN], dealer=BOB), voided(1)], {"who": "everyone"}, "bob 1 dan 1"),
    (yogis(trick(1, "bob"), voided(1)), {"who": "leader"}, "bob 1"),
    (frak(laid(1, "bob 2C, cal 3D, ann 4D"), voided(1)), {"who": "leader"}, ""),
    (frak(voided(1)), {}, "ann 1"),
)  # fmt: skip
def test_a_misdeal_is_about_who_dealt_it_or_would_have(events, fields, expected):
    assert drinks(events, VOIDED, **fields) == expected


MIXED = [game(), *tricks("bob bob cal - dan")]
OWN = [DUMMIES, *tricks("ann:dummy ann:dummy ann:dummy ann bob:dummy")]
FRAK_OVER = frak(event("trick.taken", deal=1, trick=1, winner="bob"), counted("ann", 0, 0))
FINED = yogis(*bids("ann 0 bob 2 cal 1"), *tricks("bob bob cal"))


@cases(
    (MIXED, {}, {}, "ann 1"),
    (MIXED, {"tricks": "none"}, {}, "ann 1 eve 1"),
    (MIXED, {"tricks": "most"}, {}, "bob 1"),
    (MIXED, {"tricks": "all"}, {}, ""),
    (MIXED[:-1], {}, {}, ""),
    (MIXED, {}, {"who": "taker"}, "dan 1"),
    (MIXED, {}, {"who": "leader"}, "cal 1"),  # who led trick 5
    (MIXED, {"tricks": "none"}, {"who": "left"}, "ann 1 bob 1"),
    ([*MIXED[:-1], voided(1)], {}, {}, ""),
    ([*MIXED[:-1], voided(1)], {"tricks": "none"}, {}, ""),
    ([game(), *tricks("bob bob cal cal -")], {"tricks": "most"}, {}, "bob 1 cal 1"),
    ([game(), *SWEEP], {"tricks": "all"}, {}, "ann 1"),
    ([game(), *SWEEP], {"tricks": "most"}, {}, "ann 1"),
    ([game(), *tricks("ann ann ann ann -")], {"tricks": "all"}, {}, ""),
    ([game(), *tricks("- - - - -")], {"tricks": "all"}, {}, ""),
    ([game(), *tricks("- - - - -")], {"tricks": "most"}, {}, ""),
    ([game(), *tricks("- - - - -")], {"tricks": "none"}, {}, "ann 1 bob 1 cal 1 dan 1 eve 1"),
    ([game(), deal(1, players=[ANN, BOB, CAL]), *tricks("ann ann ann ann bob")], {"tricks": "none"}, {}, "cal 1"),
    ([game(), *tricks("ann ann ann ann"), left(DAN), trick(5, BOB)], {"tricks": "none"}, {}, "cal 1 dan 1 eve 1"),
    (OWN, {"tricks": "most"}, {}, "ann 1"),
    (OWN, {"tricks": "none"}, {}, "bob 1"),
    ([DUMMIES, *tricks("ann:dummy ann:dummy ann:dummy ann:dummy ann:dummy")], {"tricks": "all"}, {}, ""),
    (FINED, {}, {}, "ann 1"),
    (FINED, {"tricks": "none"}, {}, "ann 1"),
    (FINED, {"tricks": "most"}, {}, "bob 1"),
    (FINED, {"tricks": "most"}, {"who": "taker"}, "cal 1"),
    ([*FINED[:3], *FINED[4:]], {}, {}, ""),
    ([*FINED[:3], *FINED[4:], FINED[3]], {"tricks": "most"}, {}, "bob 1"),
    ([*FINED[:3], *FINED[4:], FINED[3]], {}, {"who": "leader"}, "cal 1"),  # the bid settles it: the next deal
    ([*FINED[:3], *FINED[4:], FINED[3]], {}, {"who": "dealer"}, "ann 1"),
    (yogis(SHORT), {}, {}, "ann 1"),
    (yogis(SHORT), {"tricks": "none"}, {}, ""),
    (yogis(SHORT), {"tricks": "most"}, {}, ""),
    (FRAK_OVER, {}, {}, "ann 1"),
    (FRAK_OVER, {"tricks": "none"}, {}, "ann 1 cal 1"),
    (FRAK_OVER, {"tricks": "all"}, {}, "bob 1"),
    (FRAK_OVER, {}, {"who": "leader"}, ""),
    (FRAK_OVER, {}, {"who": "taker"}, ""),
    (frak(*FRAK_LAST), {}, {"who": "taker"}, "cal 1"),
    (frak(counted("ann", 0, 0)), {"tricks": "all"}, {}, ""),
    (frak(counted("ann", 0, 0)), {"tricks": "none"}, {}, "ann 1 bob 1 cal 1"),
)  # fmt: skip
def test_a_deal_ends_with_the_entry_that_settles_it(events, about, fields, expected):
    assert drinks(events, DEAL_OVER | about, **fields) == expected


FIRST, LAST = {"place": "first"}, {"place": "last"}
FINISHED = yak(*rounds(ANN), *rounds(BOB))
AHEAD = [*FINISHED[:7], scored(ANN, "all", "66666", 7), *FINISHED[8:]]
STAKE = {**AHEAD[0], "options": {"stake": 2}}
YACHT = event("game.started", game="card-yacht", players=[ANN, BOB])
SHOWN = [
    event("hand.scored", round=at, player=player, box=box, points=25 if (box, player) == ("high", ANN) else 0)
    for at, box in enumerate(YACHT_BOXES, start=1)
    for player in (ANN, BOB)
]
LEAVING = [YACHT, *SHOWN[:-1], left(BOB)]


@cases(
    # Five-Card Yak: fewest drinks first. Bob took trick 1 (1), Cal trick 2 (2), Bob trick 3 (3).
    ([game(), *tricks("bob cal bob"), ENDED], FIRST, {}, "ann 1 dan 1 eve 1"),
    ([game(), *tricks("bob cal bob"), ENDED], LAST, {}, "bob 1"),
    ([game(), *tricks("bob cal bob"), ENDED], LAST, {"who": "dealer"}, "ann 1"),
    ([game(), *tricks("bob cal bob"), ENDED], LAST, {"who": "leader"}, "bob 1"),
    ([game(), *tricks("bob cal bob"), ENDED], LAST, {"who": "taker"}, ""),
    ([game(), *tricks("bob cal bob"), ENDED], LAST, {"who": "neighbours"}, "ann 1 cal 1"),
    ([game(), ENDED], FIRST, {}, "ann 1 bob 1 cal 1 dan 1 eve 1"),
    ([game(), ENDED], LAST, {}, ""),
    ([game(ANN, BOB, CAL), fine(BOB, 1), fine(CAL, 1), ENDED], LAST, {}, "bob 1 cal 1"),
    ([game(ANN, BOB, CAL), fine(BOB, 1), fine(CAL, 2), ENDED], LAST, {}, "cal 1"),
    ([game(), trick(1, BOB), left(BOB), ENDED], LAST, {}, "bob 1"),
    # once about nobody
    ([game(), trick(1, BOB), ENDED], {}, {}, ""),
    ([game(), trick(1, BOB), ENDED], {}, {"who": "everyone", "amount": 2}, "ann 2 bob 2 cal 2 dan 2 eve 2"),
    ([game(), trick(1, BOB), ENDED], {}, {"who": "others"}, "ann 1 bob 1 cal 1 dan 1 eve 1"),
    ([game(ANN, BOB), trick(1, BOB), ENDED], {}, {"who": "everyone"}, "ann 1 bob 1"),
    *(([game(), trick(1, BOB), ENDED], {}, {"who": who}, "")
      for who in ("left", "right", "neighbours", "across", "dealer", "leader", "taker", "previous")),
    ([game(), trick(1, BOB), event("night.closed")], {}, {"who": "everyone"}, ""),
    ([game(ANN, BOB, CAL), deal(1, players=[ANN, BOB]), ENDED], {}, {"who": "others"}, "ann 1 bob 1"),
    # by itself: the stake comes first, and is on the list before the rule
    (AHEAD, FIRST, {}, "ann 1"),
    (AHEAD, LAST, {}, "bob 1"),
    (AHEAD, LAST, {"who": "dealer"}, ""),
    (FINISHED, LAST, {}, ""),
    (FINISHED, FIRST, {}, "ann 1 bob 1"),
    ([*AHEAD[:-1], left(BOB)], LAST, {}, "bob 1"),
    ([*AHEAD[:-1], left(BOB)], LAST, {"who": "left"}, "ann 1"),
    ([YACHT, event("hand.scored", round=1, player=BOB, box="high", points=25), ENDED], LAST, {}, "ann 1"),
    ([YACHT, event("hand.scored", round=1, player=BOB, box="high", points=25), ENDED], LAST, {"who": "dealer"},
     "ann 1"),
    # Bob leaves in round 12, which he dealt, and the game is over
    (LEAVING, LAST, {}, "bob 1"),
    (LEAVING, LAST, {"who": "dealer", "amount": 2}, "bob 2"),
    (LEAVING, FIRST, {"who": "dealer", "amount": 2}, "bob 2"),
    (LEAVING, {}, {"who": "others"}, "ann 1 bob 1"),
    ([event("game.started", game="yak", players=[ANN]), ENDED], LAST, {}, ""),
    ([event("game.started", game="yak", players=[ANN]), ENDED], FIRST, {}, "ann 1"),
)  # fmt: skip
def test_a_game_is_over_with_places_as_they_stand(events, about, fields, expected):
    assert drinks(events, GAME_OVER | about, **fields) == expected


def test_what_the_end_of_a_game_costs_counts_in_no_score_of_it():
    events = [rule("r1", when=GAME_OVER | LAST, amount=5), game(), trick(1, BOB), ENDED, game(), ENDED]
    log, games = log_of(*events), night(*events)["games"]

    assert [[row["score"] for row in game["standings"]] for game in games] == [[0, 0, 0, 0, 1], [0] * 5]
    assert charges(night(*events), "r1") == [(BOB, 5)]
    assert earned_in(log, log.night.games[0]) == {BOB: 6}
    assert earned_standings(log, log.night.games[0])[-1] == (BOB, 1, 5)


def test_at_the_end_of_a_game_its_own_fine_comes_first_then_rules_in_the_order_made():
    made = [rule("r1", when=GAME_OVER | LAST, who="everyone"), rule("r2", when={"on": "box.scored"}, who="everyone")]

    assert charged(night(*made, STAKE, *AHEAD[1:])).endswith(
        "ann 1 rule r2, bob 1 rule r2, ann 1 rule r1, ann 1 rule r2, bob 2 lost game, bob 1 rule r1, bob 1 rule r2"
    )


def test_the_places_are_those_before_the_house_rules_of_the_end():
    events = [rule("r0", when=GAME_OVER | FIRST, amount=5), rule("r1", when=GAME_OVER | LAST), game(ANN, BOB)]

    assert charges(night(*events, trick(1, BOB), ENDED), "r1") == [(BOB, 1)]


NUMBER, WORTH = {"amount": "trick"}, {"amount": "rank"}
LOW = plays(1, "ann AH bob 2S cal 5D dan 6C eve TH")
UNKNOWN = plays(1, "bob 3H cal JOKER ann 4S")


@cases(
    ([game(), *tricks("ann bob - cal ann")], TAKEN, NUMBER, "ann 1 bob 2 cal 4 ann 5"),
    ([game(), *tricks("ann bob - cal -")], {"on": "trick.nobody"}, NUMBER, "bob 3 cal 5"),
    ([game(ANN, BOB), *tricks("ann bob")], TAKEN, NUMBER | {"who": "everyone"}, "ann 1 bob 1 ann 2 bob 2"),
    (frak(*(event("trick.taken", deal=1, trick=number, winner="bob") for number in range(1, 8))), TAKEN, NUMBER,
     "bob 1 bob 2 bob 3 bob 4 bob 5 bob 5 bob 5"),
    ([game(), LOW], PLAYED, WORTH, "ann 1 bob 2 cal 5 dan 5 eve 5"),
    ([game(), LOW], PLAYED | {"rank": ["A", "2"]}, WORTH | {"who": "dealer"}, "ann 3"),
    ([game(), LOW], PLAYED | {"suit": ["H", "D"]}, WORTH | {"who": "everyone"}, "ann 5 bob 5 cal 5 dan 5 eve 5"),
    ([game(), LOW], PLAYED | {"rank": "2"}, {"also": [{"who": "left", "amount": "rank"}]}, "bob 1 cal 2"),
    ([game(), LOW], PLAYED | {"rank": "5"}, WORTH | {"also": [{"who": "player", "amount": 3}]}, "cal 5"),
    ([game(), *tricks("ann bob ann")], TAKEN | {"trick": 3},
     {"amount": 4, "also": [{"who": "taker", "amount": "trick"}]}, "ann 5"),
    # the joker is worth what it counts as, and five if that is not known
    (yogis(event("card.turned", deal=1, card="3S"), plays(1, "bob 2H cal JOKER ann 4S")), PLAYED, WORTH,
     "ann 4 bob 2 cal 3"),
    (yogis({**UNKNOWN, "winner": "ann"}), PLAYED, WORTH, "ann 4 bob 3 cal 5"),
    (frak(PAIRED), PLAYED, WORTH, "ann 2 bob 5 cal 5"),
    # at a call such an amount counts 1
    ([game(), LOW, caught("r1", EVE)], PLAYED | {"rank": "9"}, WORTH, "eve 1"),
    ([game(), caught("r1", EVE)], TAKEN, NUMBER, "eve 1"),
    ([game(), LOW, event("rule.called", rule="r1", player=ANN, chosen=[BOB, CAL])], PLAYED,
     WORTH | {"who": "chosen"}, "bob 1 cal 1"),
)  # fmt: skip
def test_an_amount_can_be_the_number_of_the_trick_or_the_worth_of_the_card(events, when, fields, expected):
    assert drinks(events, when, **fields) == expected


def test_several_meet_a_rule_in_the_seat_order_of_the_night():
    """Their neighbours are those of the game, which keeps its own order."""
    turned = [game(), SEATS_TURNED, *tricks("bob bob cal cal bob")]

    assert drinks(turned, DEAL_OVER | {"tricks": "none"}) == "eve 1 dan 1 ann 1"
    assert drinks(turned, DEAL_OVER | {"tricks": "none"}, who="left") == "eve 1 bob 1 ann 1"


def test_who_is_away_at_the_end_still_has_a_place_and_the_circle_is_who_is_here():
    events = [game(ANN, BOB, CAL), trick(1, BOB), left(ANN), ENDED]

    assert drinks(events, GAME_OVER, who="everyone") == "ann 1 bob 1 cal 1"  # those dealt in
    assert drinks([game(ANN, BOB, CAL), left(ANN), ENDED], GAME_OVER, who="everyone") == "bob 1 cal 1"
    assert drinks([*events[:-1], returned(ANN), ENDED], GAME_OVER | FIRST) == "ann 1 cal 1"


OTHER = plays(1, "ann QH bob 3H cal 2S dan 2D eve 3D")
DEALT_BY_CAL = [game(), deal(1, dealer=CAL), trick(1, BOB)]
BY_ANN = [game(), *tricks("ann ann ann ann")]
LAST_OF_ALL = [game(), *tricks("ann bob"), ENDED]


@cases(
    ("a matching card", PLAYED | {"matches": "rank"}, [game(), SAME], "bob 1 dan 1", changed(9, OTHER), "dan 1"),
    ("the last trick", TAKEN | {"trick": "last"}, [game(), *tricks("ann bob cal ann bob")], "bob 1",
     changed(13, trick(5)), ""),
    ("of Frak You, once the cards were counted", TAKEN | {"trick": "last"},
     frak(FRAK_LAST[0], event("trick.taken", deal=1, trick=1, winner=BOB)), "bob 1", undone(9), ""),
    ("a row", TAKEN | {"row": 3}, BY_ANN, "ann 1", changed(10, trick(2, BOB)), ""),
    ("that begins later then", TAKEN | {"row": 3}, BY_ANN, "ann 1", changed(9, trick(1, BOB)), "ann 1"),
    ("the call behind a bid", MADE | {"call": "declare"}, yogis(*DEAL), "bob 1", changed(9, call("bob", "no")), ""),
    ("which is no again once it is undone", MADE | {"call": "no"}, yogis(*DEAL), "", undone(9), "bob 1"),
    ("the dice", ROLLED | {"face": 6, "count": 2}, yak(TURN[0]), "ann 1", changed(9, thrown(ANN, 1, "16123")), ""),
    ("the beginning of a deal", STARTED, DEALT_BY_CAL, "cal 1", changed(9, deal(1, dealer=BOB)), "bob 1"),
    ("which another entry is then", STARTED, DEALT_BY_CAL, "cal 1", undone(9), "ann 1"),
    ("a misdeal", VOIDED, [game(), trick(1, BOB), voided(1)], "ann 1", undone(10), ""),
    ("the end of a deal", DEAL_OVER | {"tricks": "none"}, MIXED, "ann 1 eve 1", changed(13, trick(5, EVE)),
     "ann 1 dan 1"),
    ("which an undo puts off", DEAL_OVER, MIXED, "ann 1", undone(13), ""),
    ("the end of a game", GAME_OVER | LAST, LAST_OF_ALL, "bob 1", changed(10, trick(2)), "ann 1"),
    ("which is not over then", GAME_OVER | LAST, LAST_OF_ALL, "bob 1", undone(11), ""),
    ("or the rule itself", TAKEN | {"row": 3}, BY_ANN, "ann 1",
     changed(7, rule("r1", when=TAKEN | {"trick": 2}, amount=3)), "ann 3"),
)  # fmt: skip
def test_a_correction_counts_the_rule_again(what, when, events, before, correction, after):
    assert drinks(events, when) == before, what
    assert drinks([*events, correction], when) == after, what
