"""Yogi's Whist: what the log says of each entry, and that it keeps what a hidden bid is to itself."""

import msgspec

from companion.rules.games.yogis_whist import YOGIS_WHIST
from companion.rules.games.yogis_whist.deal import Deal
from companion.rules.games.yogis_whist.tell import tell_open
from companion.rules.seating import Table
from tests.table import cases

from .yogis_whist_nights import bid, call, dealt, leader, rotated, scored, trick, turned, voided

TABLE = Table(("ann", "bob"), (), {"ann": "Ann", "bob": "Bob"})


def read(raw):
    return msgspec.convert(raw, YOGIS_WHIST.events[raw["type"]])


@cases(
    (dealt(), "Deal 1 was dealt."),
    (dealt(cards=6, dealer="ann"), "Deal 1 was dealt by Ann, 6 cards each."),
    (dealt(players=["ann", "bob"]), "Deal 1 was dealt to Ann, Bob."),
    (voided(), "Deal 1 was a misdeal."),
    (turned("QH"), "The queen of hearts was turned up."),
    (turned("JOKER"), "The joker was turned up."),
    (bid("ann", "4D"), "Ann laid a bid."),
    (bid("ann", tricks=3), "Ann laid a bid."),
    (bid("ann", "4D", "2C"), "Ann laid a bid: 2 turtle doves."),
    (bid("ann", tricks=0, count=1), "Ann laid a bid: a partridge in a pear tree."),
    (call("ann", "no"), "Ann said no."),
    (call("ann", "declare"), "Ann declared."),
    (call("bob", "reveal"), "Bob revealed."),
    (leader("bob"), "Bob was chosen to lead."),
    (rotated(), "Nobody voted to move the bids."),
    (rotated("ann", "bob"), "Ann, Bob voted to move the bids."),
    (scored(""), "Deal 1: nobody made the bid."),
    (scored("ann bob", declared="bob"), "Deal 1: Ann, Bob made the bid; Bob declared."),
    (scored("ann", revealed="bob"), "Deal 1: Ann made the bid; Bob revealed."),
    (trick(2, "ann"), "Ann took trick 2 of deal 1."),
    (trick(2, "ann", plays="ann AH bob TD"), "Ann took trick 2 of deal 1: Ann A♥, Bob 10♦."),
    (trick(2, plays="ann AH bob TD"), "Trick 2 of deal 1: Ann A♥, Bob 10♦."),
)
def test_every_entry_is_told_in_one_sentence(raw, said):
    assert YOGIS_WHIST.tell(read(raw), TABLE) == said


def test_a_bid_that_lies_open_is_told_with_what_it_is():
    assert tell_open(read(bid("ann", "4D", "TC")), TABLE) == "Ann bid 4♦, 10♣."
    assert tell_open(read(bid("ann", tricks=1)), TABLE) == "Ann bid 1 trick."
    assert tell_open(read(bid("ann", tricks=0)), TABLE) == "Ann bid 0 tricks."


@cases(
    ({}, (), ()),
    ({"ann": "declare"}, (), ()),
    ({"ann": "declare"}, ("bob",), ("ann",)),
    ({"ann": "reveal"}, (), ("ann",)),
    ({"ann": "declare", "bob": "reveal"}, ("bob",), ("bob",)),
)
def test_a_reveal_lies_open_at_once_and_a_declaration_after_the_first_trick(calls, taken, face_up):
    deal = Deal(number=1, dealt=("ann", "bob"), dealer="bob", leader="ann", calls=calls, taken=taken)

    assert deal.face_up == face_up
