"""Yogi's Whist: who deals and is dealt in, what a bid is for, who calls, takes a trick and votes; BFT and SEPTIC."""

from companion.domain.games.yogis_whist.deal import taker
from companion.domain.games.yogis_whist.events import gift
from tests.table import cases

from ..entries import event, left, returned
from ..nights import says
from ..people import FIVE
from ..play import ENDED, plays, trick, tricks, voided
from ..play import deal as dealt
from .yogis_whist_nights import bid, bids, call, fines, leader, made, played, refused, rotated, scored, turn, turned

LEFT, BACK = left("bob"), returned("bob")
TWO, THREE, GUEST = {"players": "ann bob"}, {"players": "ann bob cal"}, {"joined": "ann bob cal dan eve fay"}
TURNED, FIRST = turned("2C"), plays(1, "bob 4D cal 5D ann 6D")
SPILLED = [*bids("ann 0"), trick(1, "bob"), voided()]


@cases(
    ("the first dealt to sits on the dealer's left and leads", [], 1, "bob cal dan eve ann"),
    ("the deal moves one to the left", [scored("")], 2, "cal dan eve ann bob"),
    ("all the way round", [scored("", deal) for deal in range(1, 5)], 5, "ann bob cal dan eve"),
    ("and once more", [scored("", deal) for deal in range(1, 6)], 6, "bob cal dan eve ann"),
    ("the next sits on their left", [dealt(dealer="cal"), scored("")], 2, "eve ann bob cal dan"),
    ("which is not made up for", [scored(""), LEFT, scored("", 2), BACK], 3, "eve ann bob cal dan"),
    ("after a misdeal the same one deals", SPILLED, 2, "bob cal dan eve ann"),
)
def test_who_deals_and_is_dealt_to(what, events, deal, order):
    assert turn(*events, deal=deal, **GUEST) == order, what


def test_who_leaves_plays_the_deal_out_and_a_newcomer_counts_from_their_deal():
    rest = [*bids("ann 0 bob 3 cal 0 dan 0 eve 0"), *tricks("bob bob bob")]
    first = dealt(players=["fay", "cal", "ann", "bob", "dan", "eve"])

    assert made(played(call("cal", "no"), LEFT, *rest))["bob"] == 1
    assert made(played(first, scored("fay"), **GUEST)) == {"fay": 1, **dict.fromkeys(FIVE, 0)}


def test_a_deal_to_just_some_leaves_the_others_alone_and_a_misdeal_costs_nothing():
    result = played(dealt(players=["ann", "cal"]), scored("ann"), scored("", deal=2))

    assert fines(result) == {"cal": 2}
    assert len(fines(result, "deal 2")) == 5
    assert played(*SPILLED)["charges"] == []
    assert fines(played(*SPILLED, scored("ann bob cal dan", deal=2)), "deal 2") == {"eve": 5}


@cases(*range(1, 15))
def test_two_to_thirteen_play(count):
    players = " ".join(f"p{number}" for number in range(count))
    if 2 <= count <= 13:
        assert made(played(scored("p0"), players=players))["p0"] == 1
    else:
        assert refused(players=players) == f"Yogi’s Whist is for 2 to 13 players, not {count}"


def test_ending_the_game_ends_it_with_the_bids_made_so_far():
    game = played(scored("ann"), *bids("ann 0", 2), ENDED)["games"][0]

    assert game["finished"] is True
    assert game["standings"][0] == {"player": "ann", "score": 1, "place": 1}


@cases(
    ("without trumps the highest card of the suit led", "2C", "bob 5H cal TH dan AS ann 7H", "cal"),
    ("aces are high", "2C", "bob KH cal AH ann QH", "cal"),
    ("the highest trump", "2C", "bob AH cal 3C dan 7C ann KH", "dan"),
    ("the joker is the turned-up card", "QH", "bob AS cal JOKER ann JH", "cal"),
    ("a higher trump beats the joker", "QH", "bob AS cal JOKER ann KH", "ann"),
    ("a joker led leads the suit of the turned-up card", "2H", "bob JOKER cal AS ann KD", "bob"),
    ("under a nine the nines are trump", "9D", "bob AH cal 9H ann AS", "cal"),
    ("under a nine the nines are trump", "9S", "bob AH cal 9H ann AS", "cal"),
    ("under a joker the nines are trump", "JOKER", "bob AH cal 9H ann AS", "cal"),
    ("under any other card a nine is a card of its suit", "8D", "bob KH cal 9H ann QH", "bob"),
    ("under any other card a nine is a card of its suit", "TS", "bob KH cal 9H ann QH", "bob"),
    ("under any other card a nine is a card of its suit", "AC", "bob KH cal 9H ann QH", "bob"),
    ("9♦ < 9♠", "JOKER", "ann 9D bob 9S", "bob"),
    ("9♠ < 9♥", "JOKER", "ann 9S bob 9H", "bob"),
    ("9♥ < 9♣", "JOKER", "ann 9H bob 9C", "bob"),
    ("9♦ < 9♣", "JOKER", "ann 9C bob 9D", "ann"),
    ("under a nine the suit printed on it is no trump", "9H", "bob 4S cal AH ann 3S", "bob"),
    ("a nine led under nines does not lead its printed suit", "9H", "bob 9D cal AD ann KD", "bob"),
    ("a joker under a nine is that nine", "9H", "bob 9S cal JOKER ann AH", "cal"),
    ("a joker under a nine is no higher than that nine", "9H", "bob 9C cal JOKER ann AH", "bob"),
)
def test_a_trick_goes_to(why, turned_up, plays, player):
    words = plays.split()
    assert taker(tuple(zip(words[::2], words[1::2], strict=True)), turned_up) == player, why


@cases(
    [*bids("ann 1 bob 1 cal 1"), FIRST, plays(2, "ann 7D bob AH cal 3C"), plays(3, "cal 7S ann 8S bob TS")],
    [trick(1, "cal"), plays(2, "cal 7D ann AD bob 9D"), trick(3, "ann"), *bids("ann 2 bob 0 cal 1")],
    [FIRST, plays(2, "ann 7D bob 8D cal 9D")],
    [plays(1, "bob 4D cal 5H ann 6D"), plays(2, "ann 7D bob 8D cal 9D")],
)
def test_the_taker_leads_next_and_following_suit_is_not_checked(events):
    assert played(TURNED, *events, **THREE)["charges"] == []


ORDER = "the cards of this trick come from Bob, Cal, Ann, in this order"
WAITS = "Deal 2 has to wait: deal 1 comes first"


@cases(
    ([dealt(players=["ann"])], "this game is for 2 to 13 players, not 1"),
    ([dealt(cards=4)], "four cards each, except in BFT"),
    *(([event], WAITS) for event in (dealt(2), scored("", deal=2), voided(2))),
    ([turned("2C"), dealt()], "Deal 1 has already begun"),
    ([scored(""), LEFT, scored("bob", deal=2)], "Bob is not in this deal"),
    ([LEFT, turned("2C")], "this game is for…", TWO),
    ([TURNED, plays(1, "bob 4D cal 5D ann 6D", winner="bob")], "by these cards Ann takes the trick", THREE),
    ([plays(1, "bob 4D cal 5D ann 6D")], "who took trick 1?…", THREE),
    ([event("trick.taken", deal=1, trick=1)], "who took trick 1?…"),
    ([trick(1, "nobody")], "nobody is not in this deal"),
    ([trick(1, "fay")], "Fay is not in this deal", GUEST),
    ([trick(1, "ann:dummy")], "Ann’s dummy is not in this deal"),
    ([trick(1)], "in this game somebody takes every trick"),
    *(([TURNED, plays(1, said)], ORDER, THREE) for said in (
        "bob 4D cal 5D", "bob 4D ann 5D cal 6D", "cal 4D ann 5D bob 6D", "bob 4D cal 5D ann 6D bob 7D",
        "bob 4D cal 5D fay 6D")),
    ([trick(1, "bob", plays=[])], ORDER, THREE),
    ([TURNED, FIRST, plays(2, "bob 7D cal 8D ann 9D")], "…come from Ann, Bob, Cal…", THREE),
    ([TURNED, plays(1, "bob 4D cal 4D ann 6D")], "4♦ is already in this deal", THREE),
    ([TURNED, plays(1, "bob 4D cal 2C ann 6D")], "2♣ is already in this deal", THREE),
    ([turned("JOKER"), plays(1, "bob 4D cal JOKER ann 6D")], "joker is already in this deal", THREE),
    ([TURNED, bid("ann", "6D"), FIRST], "6♦ is already in this deal", THREE),
    ([TURNED, bid("ann", "6D"), plays(1, "bob 6D cal 5D ann 7D")], "6♦ is already in this deal", THREE),
    ([TURNED, bid("ann", "JOKER"), plays(1, "bob JOKER cal 5D ann 7D")], "joker is already in this deal", THREE),
    ([TURNED, FIRST, plays(2, "ann 7D bob 4D cal 8D")], "4♦ is already in this deal", THREE),
    ([*tricks("bob ann bob"), trick(4, "bob")], "all 3 tricks of deal 1 are in"),
)  # fmt: skip
def test_a_deal_or_trick_that_cannot_be_is_refused(events, why, *how):
    assert says(refused(*events, **dict(*how)), why), events


BFT = {**THREE, "variant": "bft"}
FIVE_EACH = dealt(cards=5)
MEMBERS = ["ann", "bob", "cal"]
SEPTIC = {"players": "ann bob cal dan", "septic": True, "members": MEMBERS}
DEAL = [*bids("ann 0 bob 1 cal 2 dan 3"), *tricks("ann bob bob")]


def counted(said):
    """Bids like `ann 2/1`: for two tricks, with one card."""
    words = said.split()
    halves = [(player, *map(int, what.split("/"))) for player, what in zip(words[::2], words[1::2], strict=True)]
    return [bid(player, tricks=want, count=count) for player, want, count in halves]


UNEVEN = counted("ann 0/4 bob 3/2 cal 1/3")


@cases(
    *(("the blobs of its suit", card, [], want)
      for card, want in (("4D", 0), ("4S", 1), ("4H", 2), ("4C", 3), ("AD", 0), ("KC", 3))),
    *(("the joker is the turned-up card", "JOKER", [turned(up)], want)
      for up, want in (("QD", 0), ("QS", 1), ("QH", 2), ("QC", 3), ("9S", 1))),
    *(("a nine keeps its own suit", "9H", [turned(up)], 2) for up in ("9C", "9D", "JOKER", "QC")),
)  # fmt: skip
def test_a_bid_is_for_as_many_tricks_as(why, card, first, want):
    for tried in range(4):
        taken = " ".join(["ann"] * tried + ["bob"] * (3 - tried))
        result = played(*first, bid("ann", card), *bids("bob 0"), *tricks(taken), **TWO)
        assert bool(made(result)["ann"]) == (tried == want), why


@cases(
    ("a joker waits for the turned-up card", TWO,
     [bid("ann", "JOKER"), turned("QH"), *bids("bob 1"), *tricks("ann ann bob")], {}),
    ("a joker is bid after the tricks, too", TWO,
     [turned("QS"), *tricks("bob bob ann"), bid("ann", "JOKER"), *bids("bob 2")], {}),
    ("a bid card is dealt again in the next deal", TWO,
     [*bids("ann 4D bob 5C"), *tricks("bob bob bob"), *bids("ann 4D", deal=2)], {}),
    ("BFT: a bid is the sum of the suits of its cards", BFT,
     [dealt(cards=6), turned("QD"), bid("ann", "4S", "2H", "8D"), bid("bob", "JOKER", "4C"), *counted("cal 0/3"),
      *tricks("ann ann ann bob")], {"bob": 3}),
    ("BFT: as many tricks as the largest number of unbid cards", BFT,
     [FIVE_EACH, *UNEVEN, *tricks("bob bob bob")], {"cal": 3}),
    ("BFT: a joker among the cards of a bid waits for the turned-up card", BFT,
     [FIVE_EACH, bid("ann", "4D", "JOKER"), *counted("bob 0/3 cal 0/3"), turned("2H"), *tricks("bob ann ann")],
     {"bob": 3}),
    ("BFT: cards are judged among those who still have one", BFT,
     [FIVE_EACH, TURNED, *counted("ann 1/4 bob 0/3 cal 1/3"), plays(1, "bob 4D cal 5D ann 6D"),
      plays(2, "bob 8D cal 7D")], {"bob": 2, "cal": 2}),
    ("BFT: the short form, and what a call costs in it", BFT,
     [FIVE_EACH, scored("ann", declared="ann")], {"bob": 4, "cal": 4}),
    ("a reveal is dearer than a declaration", THREE,
     [call("bob", "reveal"), *bids("ann 0 bob 3 cal 0"), *tricks("bob bob bob")], {"ann": 4, "cal": 4}),
    ("which costs two", THREE,
     [call("bob", "declare"), *bids("ann 0 bob 3 cal 0"), *tricks("bob bob bob")], {"ann": 2, "cal": 2}),
    ("a declarer overridden by a reveal pays like anybody", THREE,
     [call("bob", "declare"), call("cal", "reveal"), *bids("ann 0 bob 0 cal 3"), *tricks("bob bob bob")],
     {"bob": 2, "cal": 10}),
    ("a call counts against the bid now in front of the caller", SEPTIC,
     [call("bob", "declare"), *bids("ann 0 bob 3 cal 0 dan 0"), *tricks("cal cal cal"), rotated("ann", "bob")],
     {"ann": 2, "cal": 2, "dan": 2}),
    ("or against their own if the bids stay", SEPTIC,
     [call("bob", "declare"), *bids("ann 0 bob 3 cal 0 dan 0"), *tricks("cal cal cal"), rotated()],
     {"bob": 7, "cal": 3}),
    ("SEPTIC: the short form needs no vote", SEPTIC, [scored("ann bob cal")], {"dan": 4}),
    ("BFT and SEPTIC go together", {**BFT, "septic": True, "members": MEMBERS},
     [dealt(cards=4), *counted("ann 0/2 bob 2/2 cal 0/2"), *tricks("cal cal"), rotated("ann", "bob")], {}),
)  # fmt: skip
def test_a_deal_with_these_bids_costs(what, how, events, due):
    assert fines(played(*events, **how)) == due, what


@cases(
    ([*UNEVEN, trick(1, "bob")], 2, "bob cal"),
    ([*UNEVEN, trick(1, "bob"), trick(2, "cal")], 3, "bob"),
    (counted("ann 2/5 bob 0/5 cal 1/3"), 1, "cal"),
    (counted("ann 0/2 bob 1/4 cal 1/3"), 1, "bob cal ann"),
    ([*counted("ann 0/2 bob 1/4 cal 1/3"), trick(1, "bob")], 2, "cal ann"),
    ([*counted("ann 0/2 bob 1/5 cal 1/3"), call("ann", "reveal"), leader("bob")], 1, "cal ann"),
)
def test_who_has_no_unbid_cards_left_is_out_of_the_tricks_and_passes_the_lead_to_the_left(events, number, order):
    assert turn(FIVE_EACH, *events, number=number, **BFT) == order


NO_CARD_TWICE = "4♦ is already in this deal"
ONE_CARD = "a bid is one card, except in BFT"
ANY_CARDS = "a bid in BFT is its cards, or its number of tricks and how many cards it has"
CARDS_FIRST = "in BFT the dealer says first how many cards everyone gets"


@cases(
    ([bid("ann", "JOKER"), trick(1, "bob")],
     "enter the trump card now: after trick 1 it is too late"),
    ([trick(1, "bob"), bid("ann", "JOKER")],
     "the joker counts as the trump card, which was not entered before trick 1"),
    ([turned("QS"), turned("QS")], "The turned-up card of deal 1 is already written: Q♠"),
    ([trick(1, "bob"), turned("QS")], "the turned-up card comes before trick 1"),
    ([bid("ann", "4D"), bid("ann", "7C")], "Ann has already laid a bid"),
    ([*bids("ann 3"), *bids("ann 3")], "Ann has already laid a bid"),
    ([bid("ann", "4D"), bid("bob", "4D")], NO_CARD_TWICE),
    ([bid("ann", "4D"), turned("4D")], NO_CARD_TWICE),
    ([turned("4D"), bid("ann", "4D")], NO_CARD_TWICE),
    ([turned("JOKER"), bid("ann", "JOKER")], "joker is already in this deal"),
    ([bid("ann", "JOKER"), bid("bob", "JOKER")], "joker is already in this deal"),
    ([plays(1, "bob 4D ann 5D", winner="bob"), bid("ann", "4D")], NO_CARD_TWICE, TWO),
    ([bid("ann")], "a bid is either its cards or its number of tricks"),
    ([bid("ann", "4D", tricks=0)], "a bid is either its cards or its number of tricks"),
    ([bid("ann", "4D", "5D")], ONE_CARD),
    ([bid("ann", cards=[])], ONE_CARD),
    ([bid("ann", tricks=1, count=1)], ONE_CARD),
    ([bid("ann", "4D", count=1)], ONE_CARD),
    ([bid("ann", tricks=4)], "one card cannot be a bid for 4 tricks; a club, the highest, is worth 3"),
    ([bid("fay", "4D")], "Fay is not in this deal", GUEST),
    ([bid("gus", "4D")], "gus is not in this deal"),
    ([bid("ann", "1D")], "…is not a card"),
    *(([bid("ann", tricks=wrong)], "tricks …") for wrong in (True, 1.5, -1, "1", None)),
    *(([early], CARDS_FIRST, BFT) for early in (turned("2C"), call("bob", "no"), trick(1, "bob"), scored("ann"))),
    (counted("ann 0/1"), CARDS_FIRST, BFT),
    ([dealt()], "how many cards does everyone get?", BFT),
    *(([dealt(cards=wrong)], "cards …", BFT) for wrong in (0, -1, 1.5, True, "5")),
    ([FIVE_EACH, *UNEVEN, *tricks("bob bob bob"), trick(4, "bob")], "Deal 1 is over", BFT),
    ([FIVE_EACH, *UNEVEN, trick(1, "bob"), trick(2, "ann")], "Ann has no card left for trick 2", BFT),
    ([FIVE_EACH, *counted("cal 0/1"), trick(1, "bob")],
     "in BFT all bids come before trick 1; still to bid: Bob, Ann", BFT),
    ([FIVE_EACH, bid("ann", tricks=0, count=6)], "a bid is 1 to 5 of the 5 cards", BFT),
    ([FIVE_EACH, bid("ann", cards=[])], "a bid is 1 to 5 of the 5 cards", BFT),
    ([FIVE_EACH, bid("ann", "2C", "3C", "4C", "5C", "6C", "7C")], "a bid is 1 to 5 of the 5 cards", BFT),
    ([FIVE_EACH, bid("ann", tricks=1)], ANY_CARDS, BFT),
    ([FIVE_EACH, bid("ann", "2C", count=1)], ANY_CARDS, BFT),
    ([FIVE_EACH, bid("ann", "2C", "2C")], "2♣ is already in this deal", BFT),
    ([FIVE_EACH, bid("ann", tricks=7, count=2)],
     "2 cards cannot be a bid for 7 tricks; a club, the highest, is worth 3", BFT),
    ([FIVE_EACH, bid("ann", tricks=0, count=0)], "count…", BFT),
    ([FIVE_EACH, *counted("ann 0/5 bob 0/5 cal 0/5")],
     "somebody has to keep a card to play", BFT),
    ([FIVE_EACH, bid("ann", "4D", "JOKER"), *counted("bob 0/3 cal 0/3"), trick(1, "ann")],
     "enter the trump card now…", BFT),
    ([rotated()], "bids move in a SEPTIC game only"),
    ([rotated()], "bids move in a SEPTIC game only", {**SEPTIC, "septic": False}),
    *(([], "options of Yogi’s Whist: variant…", {"variant": wrong}) for wrong in ("BFT", "", None, True)),
)  # fmt: skip
def test_a_bid_that_cannot_be_laid_is_refused_in_a_sentence_that_gives_no_bid_away(events, why, *how):
    assert says(refused(*events, **dict(*how)), why), events


@cases(
    ([call("cal", "no"), call("bob", "declare")], "too late: Cal has called already"),
    ([call("bob", "no"), call("bob", "reveal")], "Bob has already called: no"),
    ([call("bob", "reveal"), call("bob", "reveal")], "Bob has already called: reveal"),
    ([call("bob", "declare"), call("dan", "declare")], "Bob declared: say no or reveal"),
    *(([call("bob", "reveal"), call("cal", word)], "Bob has revealed; that ended the calling")
      for word in ("no", "declare", "reveal")),
    ([trick(1, "bob"), call("ann", "no")], "calls come before trick 1"),
    ([call("fay", "no")], "Fay is not in this deal", GUEST),
    ([call("ann", "maybe")], "call is not one of the choices…"),
    ([leader("ann")], "nobody has revealed, so Bob leads"),
    ([call("bob", "declare"), leader("ann")], "nobody has revealed, so Bob leads"),
    ([call("bob", "reveal"), leader("cal"), leader("ann")], "Cal was already chosen to lead"),
    ([call("bob", "reveal"), trick(1, "bob"), leader("ann")], "who leads is said before trick 1"),
    ([call("bob", "reveal"), leader("fay")], "Fay is not in this deal", GUEST),
    ([TURNED, plays(1, "cal 5D ann 6D bob 4D")],
     "the cards of this trick come from Bob, Cal, Ann, in this order", THREE),
    ([TURNED, call("cal", "declare"), plays(1, "cal 5D ann 6D bob 4D")], "…from Bob, Cal, Ann…", THREE),
    ([TURNED, call("cal", "reveal"), plays(1, "ann 4D bob 5D cal 6D"), plays(2, "ann 7D bob 8D cal 9D")],
     "…come from Cal, Ann, Bob…", THREE),
)  # fmt: skip
def test_a_call_comes_once_in_turn_and_who_leads_is_said_by_who_revealed(events, why, *how):
    assert says(refused(*events, **dict(*how)), why), events


@cases("ann", "bob", "cal")
def test_the_revealer_chooses_who_leads_perhaps_themselves(who):
    order = {"ann": "ann 4D bob 5D cal 6D", "bob": "bob 4D cal 5D ann 6D", "cal": "cal 4D ann 5D bob 6D"}
    chosen = [TURNED, call("cal", "reveal"), leader(who)]

    assert played(*chosen, plays(1, order[who]), **THREE)["charges"] == []
    for other in order.keys() - {who}:
        assert "in this order" in refused(*chosen, plays(1, order[other]), **THREE)


@cases(
    ([call(player, "no") for player in ("bob", "cal", "dan", "eve", "ann")],),
    ([call("cal", "declare"), call("ann", "no")],),
    ([call("bob", "declare"), call("cal", "no")],),
    ([call("bob", "declare"), call("cal", "reveal")],),
    ([TURNED, plays(1, "bob 4D cal 5D ann 6D")], THREE),
    ([TURNED, call("cal", "reveal"), plays(1, "ann 4D bob 5D cal 6D"), plays(2, "cal 7D ann 8D bob 9D")],
     THREE),
    ([voided(), dealt(2, cards=3)], BFT),
    ([FIVE_EACH, *counted("cal 0/1 ann 0/1 bob 0/1"), trick(1, "bob")], BFT),
    ([FIVE_EACH, *counted("ann 0/5 bob 0/5 cal 0/4")], BFT),
    (DEAL, SEPTIC),
)  # fmt: skip
def test_these_are_recorded_and_cost_nothing(events, *how):
    assert played(*events, **dict(*how))["charges"] == []


@cases((2, 26), (3, 17), (13, 4))
def test_the_deck_has_to_go_round_with_one_card_to_turn_up(count, most):
    players = " ".join(f"p{number}" for number in range(count))

    assert played(dealt(cards=most), players=players, variant="bft")["charges"] == []
    assert refused(dealt(cards=most + 1), players=players, variant="bft") == (
        f"{count} players can get {most} cards each at most, and one is turned up"
    )


def test_the_number_of_cards_is_the_gift_of_that_day_of_christmas():
    assert [gift(count) for count in (1, 2, 5, 12, 13)] == [
        "a partridge in a pear tree (1\u00a0card)",
        "2 turtle doves (2\u00a0cards)",
        "5 gold rings (5\u00a0cards)",
        "12 drummers drumming (12\u00a0cards)",
        "13\u00a0cards",
    ]


@cases(
    ("every bid moves one place clockwise", "ann 0 bob 1 cal 2 dan 3", "cal dan dan", "ann bob", "bob cal dan"),
    ("or stays", "ann 0 bob 1 cal 2 dan 3", "cal dan dan", "", "ann"),
    *(("more than half of the members must want it", "ann 1 bob 0 cal 0 dan 0", "ann ann bob", votes, makes)
      for votes, makes in
      (("", "cal dan"), ("ann", "cal dan"), ("ann bob", "bob cal dan"), ("ann bob cal", "bob cal dan"))),
)  # fmt: skip
def test_in_septic_the_bids_move_if_the_members_vote_so(why, laid, taken, votes, makes):
    result = played(*bids(laid), *tricks(taken), rotated(*votes.split()), **SEPTIC)

    assert {player for player, count in made(result).items() if count} == set(makes.split()), why


def test_only_members_dealt_in_are_counted_half_of_them_are_not_enough_and_members_need_not_play():
    def makers(*events, members, **how):
        result = played(*events, **{**SEPTIC, "members": members, **how})
        return {player for player, count in made(result).items() if count}

    half = [*bids("ann 3 bob 0 cal 0 dan 0"), *tricks("ann ann ann"), rotated("ann")]
    away = [left("ann"), *bids("bob 3 cal 0 dan 0"), *tricks("bob bob bob")]
    assert "ann" in makers(*half, members=["ann", "bob"])
    assert makers(*away, rotated("bob"), members=["ann", "bob"]) == {"dan"}
    assert refused(*away, rotated("ann"), **SEPTIC) == "Ann is not in this deal"
    assert makers(*DEAL, rotated(), members=["fay"], joined="ann bob cal dan fay") == set()


@cases(*range(8))
def test_the_vote_can_come_at_any_time_and_the_deal_is_fined_once_everything_is_known(place):
    events = [*DEAL[:place], rotated("ann", "bob"), *DEAL[place:]]
    result = played(*events, **SEPTIC)

    assert fines(result) == fines(played(*DEAL, rotated("ann", "bob"), **SEPTIC))
    assert {row["seq"] for row in result["charges"]} == {6 + len(events)}


@cases(
    ([*DEAL, scored("", deal=2)], "Deal 2 has to wait: deal 1 is still on"),
    ([rotated("ann", "ann")], "the list names somebody twice"),
    ([rotated("dan")], "Dan is not a member and has no vote"),
    ([rotated("gus")], "gus is not in this deal"),
    ([rotated(), rotated()], "The vote of deal 1 is already counted: the bids stay"),
    ([rotated("ann", "bob"), rotated()], "The vote of deal 1 is already counted: the bids move"),
    ([], "the list of members names somebody twice", {"members": ["ann", "ann"]}),
    ([], "gus has not joined this night", {"members": ["gus"]}),
)
def test_each_member_has_one_vote_and_each_deal_one_count(events, why, *how):
    assert refused(*events, **(SEPTIC | dict(*how))) == why
