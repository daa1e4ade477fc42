"""Yogi's Whist: what a deal costs by its fines, judged once more by hand, and by house rules."""

from hypothesis import given
from hypothesis import strategies as some

from companion.domain.cards import DECK, JOKER
from companion.domain.games.yogis_whist.fines import Announcement, cost, fines
from companion.domain.seating import Table
from tests.table import cases

from ..entries import caught, changed, left, rule, undone
from ..nights import charges, fault, says
from ..play import deal as dealt
from ..play import plays, trick, tricks, voided
from . import yogis_whist_nights as nights
from .yogis_whist_nights import FIVE, bid, bids, call, leader, made, night, played, refused, rotated, scored, turned

THREE = {"players": "ann bob cal"}
ZEROS, BOBS = bids("ann 0 bob 0 cal 0"), tricks("bob bob bob")
ONE, TWO, LAST = BOBS
FIRST = 6  # the entry of the first event that a test of three names


@cases(
    ("two make it: the others owe three each", [scored("ann bob")], {"cal": 3, "dan": 3, "eve": 3}),
    ("one of the two declared", [scored("ann bob", declared="ann")], {"bob": 2, "cal": 5, "dan": 5, "eve": 5}),
    ("a declarer who fails pays four more", [scored("ann", declared="bob")], {"bob": 6, "cal": 2, "dan": 2, "eve": 2}),
    ("a reveal made", [scored("ann bob", revealed="ann")], {"bob": 4, "cal": 7, "dan": 7, "eve": 7}),
    ("a reveal failed with four making", [scored("ann bob cal dan", revealed="eve")], {"eve": 13}),
    ("nobody makes it", [scored("")], {"ann": 1, "bob": 1, "cal": 1, "dan": 1, "eve": 1}),
    ("everybody makes it", [scored(FIVE)], {}),
    ("the short form may follow the deal and its turned-up card",
     [dealt(), turned("QH"), scored("ann bob cal dan")], {"eve": 5}),
    ("made means exactly as many tricks as bid",
     [*bids("ann 0 bob 1 cal 2"), *tricks("bob bob cal")], {"bob": 2, "cal": 2}, THREE),
    ("a call on the table counts like one in the short form",
     [call("cal", "declare"), *bids("ann 0 bob 2 cal 1"), *tricks("bob bob cal")], {"ann": 2, "bob": 2}, THREE),
    ("a reveal overrides a declaration",
     [call("bob", "declare"), call("ann", "reveal"), *bids("ann 3 bob 3 cal 0"), *tricks("bob cal ann")],
     {"ann": 9, "bob": 1, "cal": 1}, THREE),
    ("bids may be told between the tricks", [ZEROS[0], ONE, ZEROS[1], TWO, LAST, ZEROS[2]], {"bob": 3}, THREE),
    ("a trick undone takes its fines back", [*ZEROS, *BOBS, undone(FIRST + 5)], {}, THREE),
    ("a bid changed changes who pays", [*ZEROS, *BOBS, changed(FIRST + 1, bid("bob", tricks=3))], {}, THREE),
)  # fmt: skip
def test_a_deal_costs(what, events, due, *how):
    assert nights.fines(played(*events, **dict(*how))) == due, what


def test_every_fine_has_its_reason():
    charges = played(scored("ann", declared="ann"))["charges"]

    assert charges[0]["because"] == "wrong bid: 1 + 1 for the one who was right; Ann declared and was right: 2 more"
    assert all(row["because"] and row["reason"] == "deal 1" for row in charges)
    assert played(scored(""))["charges"][0]["because"] == "wrong bid: 1"
    (missed,) = played(scored("ann cal dan eve", revealed="bob"))["charges"]
    assert missed["because"] == "wrong bid: 1 + 4 for the 4 who were right; Bob revealed and was wrong: 8 more"


@cases((ZEROS, BOBS), (BOBS, ZEROS))
def test_a_deal_is_fined_with_its_last_trick_or_bid_and_before_that_nothing(first, final):
    *waiting, last = *first, *final
    result = played(*waiting, last, **THREE)

    assert nights.fines(result) == {"bob": 3}
    assert result["charges"][0]["seq"] == FIRST - 1 + 6
    assert played(*waiting, **THREE)["charges"] == []


def test_bids_made_are_the_score_and_most_wins():
    result = played(scored("bob cal"), scored("cal", deal=2))

    assert made(result) == {"cal": 2, "bob": 1, "ann": 0, "dan": 0, "eve": 0}
    assert [row["place"] for row in result["games"][0]["standings"]] == [1, 2, 3, 3, 3]
    assert result["games"][0]["finished"] is False


@cases(
    ([*BOBS, *ZEROS[:2], scored("", deal=2)], "Deal 2 has to wait: deal 1 is still on", THREE),
    ([scored(""), scored("ann")], "Deal 1 is over"),
    ([*ZEROS, *BOBS, ZEROS[0]], "Deal 1 is over", THREE),
    *(([entry, scored("ann")], "the short form is for a deal with no bid, call or trick")
      for entry in (*bids("ann 0"), call("bob", "no"), ONE)),
    ([scored("ann", declared="bob", revealed="cal")], "a reveal overrides a declaration: then nobody declared"),
    ([scored("ann ann")], "the list names somebody twice"),
    ([scored("fay")], "Fay is not in this deal"),
    ([scored("ann", declared="fay")], "Fay is not in this deal"),
    ([scored("ann", revealed="gus")], "gus is not in this deal"),
    ([{"type": "deal.scored", "deal": 1}], "the event needs field made"),
)  # fmt: skip
def test_the_short_form_names_players_of_a_deal_not_begun_and_one_who_was_loud_at_most(events, why, *how):
    assert says(refused(*events, **({"joined": f"{FIVE} fay"} | dict(*how))), why)


CHOSEN = [call("ann", "reveal"), {"type": "leader.chosen", "deal": 1, "player": "cal"}]


@cases(
    ([*CHOSEN, undone(FIRST)], "event 7: nobody has revealed, so Bob leads"),
    ([*CHOSEN, changed(FIRST, call("ann", "no"))], "event 7: nobody has revealed, so Bob leads"),
    ([*tricks("bob ann"), undone(FIRST)], "event 7: Trick 1 comes first"),
)
def test_nothing_is_taken_back_under_what_rests_on_it(events, why):
    assert fault(night(*events, **THREE)).startswith(why)


def test_a_septic_bft_evening_adds_up():
    evening = [
        dealt(cards=5),
        call("bob", "declare"),
        *(bid(player, tricks=want, count=3) for player, want in (("ann", 2), ("bob", 0), ("cal", 0))),
        rotated("ann", "bob"),
        *tricks("bob bob"),
        dealt(2, cards=3),
        scored("cal", deal=2, revealed="cal"),
    ]
    result = played(*evening, **THREE, variant="bft", septic=True, members=["ann", "bob"])

    assert nights.fines(result) == {"ann": 2, "cal": 2}
    assert nights.fines(result, "deal 2") == {"ann": 6, "bob": 6}
    assert made(result) == {"cal": 2, "ann": 1, "bob": 1}
    assert {player: row["charged"] for player, row in result["players"].items()} == {"ann": 8, "bob": 6, "cal": 2}


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


@given(full_deals(), some.randoms(use_true_random=False))
def test_a_deal_played_with_cards_comes_out_as_by_hand_in_any_order_of_the_bids(deal, chance):
    players, turned_up, bid_cards, played_out = deal
    entries = [
        plays(number, " ".join(f"{who} {card}" for who, card in each.items()))
        for number, (each, _) in enumerate(played_out, start=1)
    ]
    for player, card in bid_cards.items():
        entries.insert(chance.randint(0, len(entries)), bid(player, card))
    blobs = {player: "DSHC".index((turned_up if card == JOKER else card)[1]) for player, card in bid_cards.items()}
    takers = [taker for _, taker in played_out]
    makers = {player for player in players if takers.count(player) == blobs[player]}
    result = played(turned(turned_up), *entries, players=" ".join(players))

    assert {player for player, count in made(result).items() if count} == makers
    assert nights.fines(result) == {player: 1 + len(makers) for player in players if player not in makers}


def tiny(dealt, made, announced):
    """The fine table once more, as on the back of a beer mat."""
    due = {player: 0 if player in made else 1 + len(made) for player in dealt}
    for player in dealt if announced else ():
        won, own = announced.player in made, player == announced.player
        small = 2 if announced.call == "declare" else 4
        due[player] += small if won and not own else 2 * small if own and not won else 0
    return {player: amount for player, amount in due.items() if amount}


@some.composite
def deals(draw):
    dealt = tuple(f"p{number}" for number in range(draw(some.integers(2, 13))))
    made = draw(some.sets(some.sampled_from(dealt)))
    announced = some.builds(Announcement, some.sampled_from(dealt), some.sampled_from(["declare", "reveal"]))
    return dealt, made, draw(some.none() | announced)


@given(deals())
def test_the_fine_table_and_what_a_call_can_cost_agree_with_the_one_on_the_beer_mat(deal):
    dealt, made, call = deal
    me, due, rows = call.player if call else dealt[0], tiny(*deal), fines(7, dealt, made, call, Table((), (), {}))
    mine = cost(me in made, len(made), call.call if call else "no", called=call is not None, call_made=me in made)

    assert {row.player: row.amount for row in rows} == due
    assert len(due) == len(rows)
    assert mine == due.get(me, 0)


TRIO = "ann bob cal"
TURNED = turned("2C")
QUEEN, JOKED = plays(1, "bob 4D cal 5D ann QD"), plays(1, "bob 4D cal JOKER ann 6D")
UNKNOWN = {**JOKED, "winner": "cal"}
LED_BY_CAL = plays(1, "cal 5D ann QD bob 4D")
REVEALED, CAL_LEADS = call("ann", "reveal"), leader("cal")
BIDS_OF_ONE = [*ZEROS[:2], *bids("cal 1"), *tricks("bob bob cal")]


@cases(
    ("a rule about a card", "card.played", {"rank": "Q"}, "player", [TURNED, QUEEN], "ann"),
    ("the card led is the first only", "card.played", {"suit": "D", "led": True}, "player", [TURNED, QUEEN], "bob"),
    ("the joker is the turned-up card", "card.played", {"rank": "Q"}, "player", [turned("QH"), JOKED], "cal"),
    ("the joker has its suit", "card.played", {"suit": "H"}, "player", [turned("QH"), JOKED], "cal"),
    ("the joker is nothing else", "card.played", {"rank": "J"}, "player", [turned("QH"), JOKED], ""),
    ("under an unknown card it has no rank", "card.played", {"rank": "J"}, "player", [UNKNOWN], ""),
    ("nor when it takes the trick", "trick.taken", {"with_rank": "J"}, "player", [UNKNOWN], ""),
    ("yet it is a card", "card.played", {}, "player", [UNKNOWN], "ann bob cal"),
    ("a rule about a trick's number", "trick.taken", {"trick": 2}, "player", tricks("bob cal ann"), "cal"),
    ("the card that took it", "trick.taken", {"with_rank": "Q"}, "player", [TURNED, QUEEN], "ann"),
    ("which nobody wrote down", "trick.taken", {"with_suit": "D"}, "player", tricks("bob"), ""),
    ("or was the joker", "trick.taken", {"with_rank": "Q", "with_suit": "H"}, "player", [turned("QH"), JOKED], "cal"),
    ("bids missed", "bid.missed", {}, "player", [*BOBS, *ZEROS], "bob"),
    ("bids made", "bid.made", {}, "player", [*ZEROS, *BOBS], "ann cal"),
    ("bids made in the short form", "bid.made", {}, "player", [scored("ann")], "ann"),
    ("bids missed in the short form", "bid.missed", {}, "player", [scored("ann")], "bob cal"),
    *((f"{on} {where}", on, {}, "player", events, drinkers)
      for word, on in (("declare", "declared"), ("reveal", "revealed"))
      for where, events, drinkers in (
          ("at the call", [call("cal", word)], "cal"),
          ("and not at the fine", [call("cal", word), *ZEROS, *BOBS], "cal"),
          ("in the short form", [scored("ann", **{on: "cal"})], "cal"),
          ("is not said", [call("cal", "no")], ""))),
    ("a misdeal leaves what was charged", "declared", {}, "player", [call("cal", "declare"), voided()], "cal"),
    *(("at a trick", "trick.taken", {"trick": 2}, who, tricks("cal ann"), drinker)
      for who, drinker in (("leader", "cal"), ("taker", "ann"), ("dealer", "ann"), ("left", "bob"))),
    *(("the last trick settles the bids", "bid.missed", {}, who, BIDS_OF_ONE, drinker)
      for who, drinker in (("taker", "cal"), ("leader", "bob"), ("dealer", "ann"))),
    *(("another entry settles them", "bid.missed", {}, who, [*BOBS, *ZEROS], drinker)
      for who, drinker in (("taker", ""), ("leader", "cal"), ("dealer", "ann"))),
    *(("in the short form", "declared", {}, who, [scored(TRIO, declared="bob")], drinker)
      for who, drinker in (("dealer", "ann"), ("leader", "cal"), ("taker", ""))),
    ("at a call the leader leads next", "declared", {}, "leader", [call("cal", "declare")], "bob"),
    ("at a reveal, too", "revealed", {}, "leader", [call("cal", "reveal")], "bob"),
    ("after a reveal the one chosen", "trick.taken", {}, "leader", [REVEALED, CAL_LEADS, trick(1, "bob")], "cal"),
    ("or without a choice the first dealt to", "trick.taken", {}, "leader", [REVEALED, trick(1, "ann")], "bob"),
    ("or the first of the plays", "trick.taken", {}, "leader", [TURNED, REVEALED, LED_BY_CAL], "cal"),
)  # fmt: skip
def test_a_rule_is_set_off_and_makes_drink(what, on, about, who, events, drinkers):
    result = played(rule("r1", when={"on": on, **about}, who=who), *events, players=TRIO)

    assert charges(result, "r1") == [(player, 1) for player in drinkers.split()], what


def test_a_rule_is_charged_at_the_entry_that_sets_it_off():
    missed = rule("r1", when={"on": "bid.missed"})
    late = played(missed, *BOBS, *ZEROS, players=TRIO)["charges"]
    at_call = played(rule("r1", when={"on": "declared"}), call("cal", "declare"), players=TRIO)["charges"]

    assert ({row["seq"] for row in late}, [row["seq"] for row in at_call]) == ({12}, [7])


def drinks_when_called(who, *events):
    """Who drinks when a rule with that role is called on Ann."""
    result = played(rule("r1", who=who), *events, caught("r1", "ann"), players=TRIO)
    return [player for player, _ in charges(result, "r1")]


@cases(
    ([], "ann", "bob"),
    ([dealt(dealer="bob")], "bob", "cal"),
    (tricks("cal"), "ann", "cal"),
    (tricks("cal cal cal"), "ann", "cal"),
    ([*tricks("ann ann ann"), *ZEROS[:1]], "ann", "cal"),
    ([scored("ann")], "bob", "cal"),
    ([scored("ann"), voided(2)], "bob", "cal"),
    ([dealt(dealer="cal"), voided()], "cal", "ann"),
    ([REVEALED], "ann", "bob"),
    ([REVEALED, CAL_LEADS], "ann", "cal"),
    ([scored("ann"), left("cal")], "bob", "ann"),
)
def test_a_rule_called_finds_the_dealer_of_the_deal_or_the_next_and_who_leads_next(events, dealer, led_by):
    assert (
        drinks_when_called("dealer", *events),
        drinks_when_called("leader", *events),
        drinks_when_called("taker", *events),
    ) == ([dealer], [led_by], [])


def test_everyone_are_those_dealt_into_the_deal_or_the_last_one():
    two = dealt(players=["ann", "bob"])

    assert drinks_when_called("everyone") == ["ann", "bob", "cal"]
    assert drinks_when_called("everyone", two) == ["ann", "bob"]
    assert drinks_when_called("everyone", two, scored("")) == ["ann", "bob"]
