"""Yogi's Whist: who deals and is dealt in, deals that go wrong, and who takes a trick."""

from companion.domain.games.yogis_whist.deal import taker
from tests.table import cases

from ..conftest import says
from .yogis_whist_nights import (
    FIVE,
    bid,
    bids,
    call,
    dealt,
    fines,
    made,
    played,
    refused,
    scored,
    trick,
    tricks,
    turn,
    turned,
    voided,
)

LEFT, BACK = ({"type": f"player.{went}", "player": "bob"} for went in ("left", "returned"))
TWO, THREE, GUEST = {"players": "ann bob"}, {"players": "ann bob cal"}, {"joined": f"{FIVE} fay"}
CARDS, FIRST = turned("2C"), trick(1, plays="bob 4D cal 5D ann 6D")
SPILLED = [*bids("ann 0"), trick(1, "bob"), voided()]


@cases(
    ("the first dealt to sits on the dealer's left and leads", [], 1, "bob cal dan eve ann"),
    ("the deal moves one to the left", [scored("")], 2, "cal dan eve ann bob"),
    ("all the way round", [scored("", deal) for deal in range(1, 5)], 5, "ann bob cal dan eve"),
    ("and once more", [scored("", deal) for deal in range(1, 6)], 6, "bob cal dan eve ann"),
    ("a dealer may be named", [dealt(dealer="cal")], 1, "dan eve ann bob cal"),
    ("the next sits on their left", [dealt(dealer="cal"), scored("")], 2, "eve ann bob cal dan"),
    ("who is away is passed over", [scored(""), LEFT], 2, "dan eve ann cal"),
    ("which is not made up for", [scored(""), LEFT, scored("", 2), BACK], 3, "eve ann bob cal dan"),
    ("a newcomer sits after the others", [dealt(players=["fay", *FIVE.split()])], 1, "bob cal dan eve fay ann"),
    ("after a misdeal the same one deals", SPILLED, 2, "bob cal dan eve ann"),
    ("also told before anything else", [voided()], 2, "bob cal dan eve ann"),
    ("or of a dealer named", [dealt(dealer="cal"), voided()], 2, "dan eve ann bob cal"),
)
def test_who_deals_and_is_dealt_to(what, events, deal, order):
    assert turn(*events, deal=deal, **GUEST) == order, what


def test_who_leaves_plays_the_deal_out_and_a_newcomer_counts_from_their_deal():
    rest = [*bids("ann 0 bob 3 cal 0 dan 0 eve 0"), *tricks("bob bob bob")]
    first = dealt(players=["fay", "cal", "ann", "bob", "dan", "eve"])

    assert made(played(call("cal", "no"), LEFT, *rest))["bob"] == 1
    assert made(played(first, scored("fay"), **GUEST)) == {"fay": 1, **dict.fromkeys(FIVE.split(), 0)}


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
        assert refused(players=players) == f"Yogi's Whist is for 2 to 13 players, not {count}"


def test_ending_the_game_ends_it_with_the_bids_made_so_far():
    game = played(scored("ann"), *bids("ann 0", 2), {"type": "game.ended"})["games"][0]

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
    [*bids("ann 1 bob 1 cal 1"), FIRST, trick(2, plays="ann 7D bob AH cal 3C"), trick(3, plays="cal 7S ann 8S bob TS")],
    [trick(1, "cal"), trick(2, plays="cal 7D ann AD bob 9D"), trick(3, "ann"), *bids("ann 2 bob 0 cal 1")],
    [FIRST, trick(2, plays="ann 7D bob 8D cal 9D")],
    [trick(1, plays="bob 4D cal 5H ann 6D"), trick(2, plays="ann 7D bob 8D cal 9D")],
)
def test_by_cards_or_by_name_the_taker_leads_next_and_nobody_looks_whether_suit_was_followed(events):
    assert played(CARDS, *events, **THREE)["charges"] == []


ORDER = "the cards of this trick come from Bob, Cal, Ann, in this order"
WAITS = "Deal 2 has to wait: deal 1 comes first"


@cases(
    ([dealt(players=["ann"])], "1 cannot play a deal of this game (2 to 13 can)"),
    ([dealt(players=["ann", "gus"])], "gus is not at this table"),
    ([dealt(players=["bob", "cal"], dealer="ann")], "Ann cannot deal without being in the deal"),
    ([dealt(cards=4)], "four cards each, except in BFT"),
    *(([event], WAITS) for event in (dealt(deal=2), scored("", deal=2), voided(2))),
    ([dealt(players=["ann", "ann", "bob"])], "…twice…"),
    ([LEFT, dealt(players=["ann", "bob"])], "Bob is away and cannot be dealt in"),
    ([dealt(), dealt()], "Deal 1 has already begun"),
    ([turned("2C"), dealt()], "Deal 1 has already begun"),
    ([scored(""), LEFT, scored("bob", deal=2)], "Bob is not in this deal"),
    ([LEFT, turned("2C")], "1 cannot play a deal…", TWO),
    ([voided(), voided()], "Deal 1 is over"),
    ([scored(""), voided()], "Deal 1 is over"),
    ([CARDS, trick(1, "bob", plays="bob 4D cal 5D ann 6D")], "by these cards Ann takes the trick", THREE),
    ([trick(1, plays="bob 4D cal 5D ann 6D")], "who took trick 1?…", THREE),
    ([trick(1)], "who took trick 1?…"),
    ([trick(1, "nobody")], "nobody is not in this deal"),
    ([trick(1, "fay")], "Fay is not in this deal", GUEST),
    ([trick(1, "ann:dummy")], "Ann's dummy is not in this deal"),
    ([{**trick(1), "winner": None}], "in this game somebody takes every trick"),
    *(([CARDS, trick(1, plays=plays)], ORDER, THREE) for plays in (
        "bob 4D cal 5D", "bob 4D ann 5D cal 6D", "cal 4D ann 5D bob 6D", "bob 4D cal 5D ann 6D bob 7D",
        "bob 4D cal 5D fay 6D")),
    ([{**trick(1, "bob"), "plays": []}], ORDER, THREE),
    ([CARDS, FIRST, trick(2, plays="bob 7D cal 8D ann 9D")], "…come from Ann, Bob, Cal…", THREE),
    ([CARDS, trick(1, plays="bob 4D cal 4D ann 6D")], "4♦ is already in this deal", THREE),
    ([CARDS, trick(1, plays="bob 4D cal 2C ann 6D")], "2♣ is already in this deal", THREE),
    ([turned("JOKER"), trick(1, plays="bob 4D cal JOKER ann 6D")], "joker is already in this deal", THREE),
    ([CARDS, bid("ann", "6D"), FIRST], "6♦ is already in this deal", THREE),
    ([CARDS, bid("ann", "6D"), trick(1, plays="bob 6D cal 5D ann 7D")], "6♦ is already in this deal", THREE),
    ([CARDS, bid("ann", "JOKER"), trick(1, plays="bob JOKER cal 5D ann 7D")], "joker is already in this deal", THREE),
    ([CARDS, FIRST, trick(2, plays="ann 7D bob 4D cal 8D")], "4♦ is already in this deal", THREE),
    ([trick(2, "bob")], "Trick 1 comes first"),
    ([*tricks("bob ann"), trick(2, "bob")], "Trick 2 is already written: Ann took it"),
    ([*tricks("bob ann bob"), trick(4, "bob")], "all 3 tricks of deal 1 are in"),
)  # fmt: skip
def test_a_deal_or_trick_that_cannot_be_is_refused(events, why, *how):
    assert says(refused(*events, **dict(*how)), why), events
