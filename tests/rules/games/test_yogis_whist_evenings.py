"""Yogi's Whist: whole deals with real cards, judged once more by hand, and corrected afterwards."""

import pytest
from hypothesis import given
from hypothesis import strategies as some

from companion.rules.cards import DECK, JOKER
from tests.table import cases

from .yogis_whist_nights import bid, bids, call, fines, made, played, refused, rotated, scored, trick, tricks, turned

THREE = "ann bob cal"
ZEROS = bids("ann 0 bob 0 cal 0")


def best(cards, turned_up):
    """The card that takes the trick, found by laying the cards out in one row from weakest to strongest."""
    faces = {turned_up if card == JOKER else card: card for card in cards}
    row = [rank + next(iter(faces))[1] for rank in "23456789TJQKA"]
    if turned_up == JOKER or turned_up[0] == "9":
        if next(iter(faces))[0] == "9":
            row = []
        row = [card for card in row if card[0] != "9"] + ["9D", "9S", "9H", "9C"]
    else:
        row += [rank + turned_up[1] for rank in "23456789TJQKA"]
    return next(faces[card] for card in reversed(row) if card in faces)


@some.composite
def full_deals(draw):
    """Players, the turned-up card, a bid card each, and three tricks of plays, clockwise from who led."""
    players = tuple(f"p{number}" for number in range(draw(some.integers(2, 13))))
    pack = draw(some.permutations([*DECK, JOKER]))
    turned_up, hands = pack[0], iter(pack[1:])
    bid_cards = {player: next(hands) for player in players}
    lead, played_out = players[1], []
    for _ in range(3):
        start = players.index(lead)
        cards = {player: next(hands) for player in players[start:] + players[:start]}
        won = best(list(cards.values()), turned_up)
        lead = next(player for player in cards if cards[player] == won)
        played_out.append((cards, lead))
    return players, turned_up, bid_cards, played_out


def by_hand(players, turned_up, bid_cards, played_out):
    """Who made the bid and who pays what."""
    blobs = {player: "DSHC".index((turned_up if card == JOKER else card)[1]) for player, card in bid_cards.items()}
    takers = [taker for _, taker in played_out]
    makers = {player for player in players if takers.count(player) == blobs[player]}
    return makers, {player: 1 + len(makers) for player in players if player not in makers}


@given(full_deals(), some.randoms(use_true_random=False))
def test_a_deal_played_with_cards_comes_out_as_by_hand_in_whatever_order_the_bids_are_told(deal, chance):
    players, turned_up, bid_cards, played_out = deal
    entries = [
        trick(number, plays=" ".join(f"{who} {card}" for who, card in cards.items()))
        for number, (cards, _) in enumerate(played_out, start=1)
    ]
    for player, card in bid_cards.items():
        entries.insert(chance.randint(0, len(entries)), bid(player, card))
    makers, due = by_hand(*deal)
    result = played(turned(turned_up), *entries, players=" ".join(players))

    assert {player for player, count in made(result).items() if count} == makers
    assert fines(result) == due


def undone(entry):
    return {"type": "entry.undone", "entry": entry}


def changed(entry, event):
    return {"type": "entry.changed", "entry": entry, "event": event}


FIRST = 6


def test_undoing_the_last_trick_takes_its_fines_back():
    events = [*ZEROS, *tricks("bob bob bob")]
    result = played(*events, undone(FIRST + 5), players=THREE)

    assert result["charges"] == []
    assert made(result) == {"ann": 0, "bob": 0, "cal": 0}


def test_changing_a_bid_changes_who_pays():
    events = [*ZEROS, *tricks("bob bob bob")]
    result = played(*events, changed(FIRST + 1, bid("bob", tricks=3)), players=THREE)

    assert result["charges"] == []


@cases(undone(FIRST), changed(FIRST, call("ann", "no")))
def test_a_reveal_cannot_be_taken_back_under_the_leader_it_chose(entry):
    events = [call("ann", "reveal"), {"type": "leader.chosen", "deal": 1, "player": "cal"}]
    with pytest.raises(AssertionError, match="event 7: nobody has revealed, so Bob leads"):
        refused(*events, entry, players=THREE)


def test_a_trick_cannot_be_undone_under_the_next_one():
    with pytest.raises(AssertionError, match="event 7: Trick 1 comes first"):
        refused(*tricks("bob ann"), undone(FIRST), players=THREE)


def test_a_septic_bft_evening_adds_up():
    evening = [
        {"type": "deal.started", "deal": 1, "cards": 5},
        call("bob", "declare"),
        *(bid(player, tricks=want, count=3) for player, want in (("ann", 2), ("bob", 0), ("cal", 0))),
        rotated("ann", "bob"),
        *tricks("bob bob"),
        {"type": "deal.started", "deal": 2, "cards": 3},
        scored("cal", deal=2, revealed="cal"),
    ]
    result = played(*evening, players=THREE, variant="bft", septic=True, members=["ann", "bob"])

    assert fines(result) == {"ann": 2, "cal": 2}
    assert fines(result, "deal 2") == {"ann": 6, "bob": 6}
    assert made(result) == {"cal": 2, "ann": 1, "bob": 1}
    assert {player: row["charged"] for player, row in result["players"].items()} == {"ann": 8, "bob": 6, "cal": 2}
