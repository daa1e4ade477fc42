"""Yogi's Whist on the phones and in the log: what is next, one's own, and never a bid that lies face down."""

import msgspec
import pytest

from companion.domain.games.game import Judged
from companion.domain.games.yogis_whist import YOGIS_WHIST
from companion.domain.games.yogis_whist.deal import judged, note, noted
from companion.domain.games.yogis_whist.events import describe_open
from companion.domain.games.yogis_whist.fines import chart
from companion.domain.games.yogis_whist.refusals import doubts
from companion.domain.games.yogis_whist.screen import by_finesmaster, fill, hidden, lay, own, screen
from companion.domain.refused import Refused
from companion.domain.seating import Table
from tests.table import cases

from ..entries import left, undone
from ..nights import standing
from ..play import deal as dealt
from ..play import plays, trick, tricks, voided
from .yogis_whist_nights import FIVE, bid, bids, call, leader, log, night, rotated, scored, state, turned

THREE = "ann bob cal"
GIFTS = ("a partridge in a pear tree (1\u00a0card)", "2 turtle doves (2\u00a0cards)", "3 French hens (3\u00a0cards)")


ALL, BOBS, LAID = bids("ann 0 bob 1 cal 2 dan 3 eve 0"), tricks("bob bob bob"), bids("bob 2")


def shown(*events, newcomers=(), **how):
    state, table = standing(night(*events, **how))
    return screen(state, table, newcomers)


def mine(seat, *events, **how):
    state, table = standing(night(*events, **how))
    return own(state, table, seat)


def laying(seat, words, *events, **how):
    state, table = standing(night(*events, **how))
    return lay(state, table, seat, words)


def whose(*events, at=-1):
    """Whose secret an entry is."""
    found = log(*events)
    return hidden(found.night.game.state, found.lines[at].entry.event)


@cases(
    ([], {}, "bidding"),
    (ALL[:4], {}, "bidding"),
    (ALL, {}, "calls"),
    ([call("bob", "no")], {}, "calls"),
    ([*ALL[1:], call("bob", "no"), undone(8)], {}, "calls"),
    ([call("ann", "no")], {}, "tricks"),
    ([call("bob", "declare"), call("ann", "no")], {}, "tricks"),
    ([call("bob", "reveal")], {}, "leader"),
    ([call("bob", "reveal"), leader("cal")], {}, "tricks"),
    ([trick(1, "bob")], {}, "tricks"),
    (BOBS, {}, "bids"),
    ([*ALL, *BOBS], {"septic": True}, "votes"),
    ([*ALL, *BOBS], {}, "bidding"),
    ([], {"variant": "bft"}, "cards"),
    ([dealt(cards=5)], {"variant": "bft"}, "bidding"),
    ([dealt(cards=2), *(bid(who, tricks=1, count=1) for who in FIVE.split())], {"variant": "bft"}, "calls"),
    ([left(who) for who in FIVE.split()[1:]], {}, "unfit"),
)
def test_the_table_is_asked_for_what_is_next(events, options, phase):
    assert shown(*events, **options).phase == phase


@cases(
    ([], {}, "bids 1", ""),
    (ALL[:2], {}, "bids 1", ""),
    ([scored("ann")], {}, "bids 2", "bids 2"),
    (ALL, {}, "", ""),
    ([call("bob", "no")], {}, "", ""),
    ([dealt(cards=3)], {"variant": "bft"}, "", ""),
    ([*LAID, call("bob", "declare"), call("ann", "no")], {}, "led 1", "led 1"),
)
def test_the_table_notes_that_all_bids_lie_on_it_and_later_that_the_first_card_is_down(events, options, now, then):
    game = state(*events, **options)

    assert (note(game), note(noted(game, {"bids 1"}))) == (now, then)


def test_calls_open_once_all_bids_are_in_or_lie_on_the_table():
    state, table = standing(night(*ALL[:3]))
    assert (screen(state, table).phase, sorted(screen(state, table).turn.players)) == ("bidding", ["dan", "eve"])

    told = screen(noted(state, {"bids 1"}), table)
    assert (told.phase, told.turn.players) == ("calls", ("bob",))
    assert screen(noted(state, {"bids 2"}), table).phase == "bidding"


@cases(
    ("dan", [], "It’s Bob’s turn to bid. Lay Dan’s bid anyway?"),
    ("bob", [], ""),
    ("dan", [bid(who, tricks=1, count=1) for who in ("bob", "cal")], ""),
    ("ann", [bid("bob", tricks=1, count=1)], "It’s Cal’s turn to bid. Lay Ann’s bid anyway?"),
)
def test_in_bft_a_bid_out_of_turn_is_asked_about(player, events, asked):
    state, table = standing(night(dealt(cards=5), *events, variant="bft"))
    of_player = log(dealt(cards=5), bid(player, tricks=1, count=1), variant="bft").lines[-1].entry.event

    assert doubts(state, of_player, table) == asked
    assert doubts(standing(night())[0], of_player, table) == ""


BFT = {"players": THREE, "variant": "bft"}
UNEVEN = [dealt(cards=4), *(bid(who, tricks=0, count=n) for n, who in enumerate(THREE.split(), start=1))]


@cases(
    ("players are asked for their calls in deal order", [], {}, {"calling": "bob cal dan eve ann", "announced": None}),
    ("after a declaration the others", [call("bob", "no"), call("cal", "declare")], {},
     {"calling": "dan eve ann", "announced": "cal declare"}),
    ("those before who has called have let it pass", [call("eve", "no")], {}, {"calling": "ann"}),
    ("a reveal ends it", [call("bob", "reveal")], {}, {"calling": ""}),
    ("newcomers are in the next deal where there is room", [], {"newcomers": ("fay",)},
     {"dealing": f"{FIVE} fay", "dealt": f"{FIVE} fay"}),
    ("not in one that is on", [call("bob", "no")], {"newcomers": ("fay",)}, {"dealing": ""}),
    ("nor where there is none", [], {"newcomers": tuple(f"guest {number}" for number in range(9))}, {"dealing": ""}),
    ("uneven hands of BFT", UNEVEN, BFT,
     {"of_tricks": 3, "notes": dict(zip(THREE.split(), GIFTS, strict=True))}),
    ("end one after the other", [*UNEVEN, *tricks("cal bob")], BFT, {"takers": "ann", "order": "ann"}),
    ("only cards that everybody has seen cannot be picked",
     [turned("QH"), bid("bob", "4D"), bid("cal", "5D"), call("cal", "reveal")], {}, {"seen": {"QH", "5D"}}),
)  # fmt: skip
def test_the_screen_shows(what, events, how, expected):
    found = {name: getattr(shown(*events, **how), name) for name in expected}

    assert {name: " ".join(one) if isinstance(one, tuple) else one for name, one in found.items()} == expected, what


@cases(
    ([*LAID], None, "bid is in"),
    ([*LAID, call("bob", "no")], None, "said no · bid is in"),
    ([*LAID, call("bob", "reveal")], 2, "bid 2"),
    ([*LAID, call("bob", "declare")], None, "declared · bid is in"),
    ([*LAID, call("bob", "declare"), trick(1, "cal")], 2, "bid 2"),
)
def test_a_bid_lies_face_down_a_revealed_one_up_at_once_and_a_declared_one_after_the_first_trick(events, up, note):
    table = shown(*events)

    assert (table.up and table.up.tricks, table.notes["bob"]) == (up, note)


def test_nothing_else_of_a_bid_is_shown():
    laid = (*bids("bob 0 bob 1 bob 2 bob 3"), *bids("bob 4D bob TS bob AC"))

    assert len({repr(shown(turned("QH"), each)) for each in laid}) == 1
    assert len({repr(mine("cal", each)) for each in laid[:4]}) == 1


def outcome(fined):
    """Of each player the bid they had to make, what they took, and what that costs; and who made it."""
    deal = fined.deal
    rows = [(*(deal.goal(who) if fined.is_known else (None,)), fined.owes.get(who, 0)) for who in deal.dealt]
    return rows, " ".join(fined.made)


def test_the_result_of_a_deal_names_who_made_it_and_what_it_costs_whom():
    fined = shown(*ALL, call("cal", "declare"), *tricks("bob cal cal")).fined

    assert outcome(fined) == ([(0, "D", 2), (1, "S", 2), (2, "H", 0), (3, "C", 7), (0, "D", 2)], "ann bob cal eve")
    assert (fined.announced, fined.announced.did, fined.announced.extra) == (("cal", "declare"), "declared", (2, 4))
    assert outcome(shown(scored("ann", revealed="bob")).fined) == ([(None, 0), (None, 10), *[(None, 2)] * 3], "ann")


@cases(
    ([scored("ann")], True),
    ([scored("ann"), call("cal", "no", deal=2)], True),
    ([scored("ann"), call("cal", "declare", deal=2)], False),
    ([scored("ann"), trick(1, "cal", deal=2)], False),
    ([scored("ann"), voided(2)], False),
    ([voided()], False),
)
def test_the_result_stays_until_the_next_deal_is_under_way_and_a_misdeal_has_none(events, is_there):
    assert (shown(*events).fined is not None) == is_there


def test_bids_that_moved_are_shown_where_they_lie():
    events = [*ALL, *tricks("cal cal dan"), rotated("ann", "bob")]
    found = shown(*events, septic=True, members=["ann", "bob", "cal"])

    assert [row.did for row in found.went[:3]] == ["made Eve’s 0", "made Ann’s 0", "missed Bob’s 1"]
    assert found.fined.fines[0].because == "wrong bid (Bob’s 1): 1 + 2 for the 2 who were right"


def test_the_pad_judges_once_the_turned_up_card_is_known():
    plays = (("bob", "AC"), ("cal", "2H"), ("ann", "KC"))

    assert judged(state(turned("QH"), players=THREE), plays) == Judged("cal")
    assert judged(state(call("bob", "no"), players=THREE), plays) is None
    assert judged(state(), plays) is None


@cases(
    ("bob", bids("bob 3"), {"bid": (3, "C"), "can_bid": False}),
    ("cal", bids("bob 3"), {"bid": None, "can_bid": True}),
    *((seat, events, {"risks": ((4, 5, 9, 13), (3, 4, 8, 12), (2, 3, 7, 11), (1, 2, 6, 10), (0, 1, 5, 9))})
      for seat, events in (("bob", []), ("ann", [call("bob", "no")]))),
    ("bob", [call("bob", "no")], {"risks": ()}),
    ("ann", [call("bob", "reveal")], {"risks": ()}),
    ("cal", [*ALL, *tricks("bob cal cal")], {"made": True, "wear": "H"}),
    ("dan", [*ALL, *tricks("bob cal cal")], {"made": False, "wear": None}),
    ("bob", [scored("bob")], {"made": True, "wear": None}),
    ("cal", [*ALL, *tricks("bob cal cal"), trick(1, "cal", deal=2)], {"made": False}),
    ("bob", [dealt(cards=5), bid("bob", tricks=5, count=2)], {"gift": GIFTS[1], "bid": (5, None)}, "bft"),
    ("bob", [], {"can_bid": False}, "bft"),
)  # fmt: skip
def test_my_phone_shows_my_bid_my_call_and_the_suit_i_wear(seat, events, expected, *variant):
    found = mine(seat, *events, **({"variant": variant[0]} if variant else {}))

    assert {name: getattr(found, name) for name in expected} == expected


def test_a_bid_of_bft_is_laid_suit_by_suit_and_each_makes_it_another_gift():
    three = dealt(cards=3)

    assert laying("bob", {}, three, variant="bft") == ("bob", GIFTS)
    assert laying("ann", {"for": ["dan"]}, three, variant="bft") == ("dan", GIFTS)
    assert laying("bob", {}, three, bid("bob", tricks=1, count=1), variant="bft")[0] is None
    assert laying("bob", {})[0] is None


@cases(
    ("bob", LAID),
    (None, [*LAID, call("bob", "reveal")], -2),
    ("bob", [*LAID, call("bob", "declare")], -2),
    (None, [*LAID, call("bob", "declare"), trick(1, "cal")], -3),
    (None, [*LAID, voided()], -2),
    (None, [*LAID, call("cal", "no")]),
    ("bob", [*LAID, undone(8)], -2),
    ("bob", [*LAID, undone(8), *bids("bob 1"), call("bob", "reveal")], 7),
)
def test_a_bid_is_its_owners_until_it_lies_face_up_or_the_deal_is_over_also_if_taken_back(owner, events, *at):
    assert whose(*events, **({"at": at[0]} if at else {})) == owner


@cases(
    (False, []),
    (False, tricks("bob bob")),
    (True, BOBS),
    (False, [*BOBS, *bids("bob 1")]),
    (True, [dealt(cards=3)], {"variant": "bft"}),
    (True, [voided()]),
)
def test_the_finesmaster_enters_a_bid_that_is_missing_once_the_tricks_are_in(may, events, *how):
    of_bob = log(*bids("bob 1"), players=THREE).lines[-1].entry.event

    assert by_finesmaster(state(*events, players=THREE, **dict(*how)), of_bob) is may


def filled(cards, *events, **how):
    """What the server makes of a form in which Bob lays these cards."""
    raw = {"type": "bid.placed", "deal": "1", "player": "bob", "cards": cards.split()}
    fill(state(*events, **how), raw, lambda dice: (), ())
    return {name: raw[name] for name in ("cards", "tricks", "count") if name in raw}


@cases(
    ("a card is written as what it is worth", "TC", [], {"tricks": 3}),
    ("a joker, too", "JOKER", [turned("QH")], {"tricks": 2}),
    ("several with their number", "TC 4H", [dealt(cards=3)], {"tricks": 5, "count": 2}, {"variant": "bft"}),
    *(("what cannot be a bid is left to be refused in words", cards, before, {"cards": cards.split()})
      for cards, before in (("QH", [turned("QH")]), ("XX", []), ("4D 4D", []))),
)  # fmt: skip
def test_a_card_of_a_bid_stays_out_of_the_log(what, cards, events, written, *how):
    assert filled(cards, *events, **dict(*how)) == written, what


def test_a_change_of_a_bid_keeps_the_card_out_of_the_log_too_and_a_joker_waits():
    bid = {"type": "bid.placed", "deal": 1, "player": "bob"}
    change = {"type": "entry.changed", "entry": 8, "event": {**bid, "cards": ["TC"]}}
    fill(state(), change, lambda dice: (), ())

    assert change["event"] == {**bid, "tricks": 3}
    with pytest.raises(Refused, match="enter that first"):
        filled("JOKER")


TABLE = Table(("ann", "bob"), (), {"ann": "Ann", "bob": "Bob"})


def read(raw):
    return msgspec.convert(raw, YOGIS_WHIST.events[raw["type"]])


@cases(
    (dealt(), "Deal 1 was dealt."),
    (dealt(cards=6, dealer="ann"), "Deal 1 was dealt by Ann, 6 cards each."),
    (dealt(players=["ann", "bob"]), "Deal 1 was dealt to Ann and Bob."),
    (voided(), "Deal 1 was a misdeal."),
    (turned("QH"), "The queen of hearts was turned up."),
    (turned("JOKER"), "The joker was turned up."),
    (bid("ann", "4D"), "Ann laid a bid."),
    *((bid("ann", tricks=number), "Ann laid a bid.", f"Ann bid {said}.")
      for number, said in ((0, "0 tricks"), (1, "1 trick"))),
    (bid("ann", "4D", "TC"), f"Ann laid a bid: {GIFTS[1]}.", "Ann bid 4♦, 10♣."),
    (bid("ann", tricks=0, count=1), f"Ann laid a bid: {GIFTS[0]}."),
    (call("ann", "no"), "Ann said no."),
    (call("ann", "declare"), "Ann declared."),
    (call("bob", "reveal"), "Bob revealed."),
    (leader("bob"), "Bob was chosen to lead."),
    (rotated(), "Nobody voted to move the bids."),
    (rotated("ann", "bob"), "Ann and Bob voted to move the bids."),
    (scored(""), "Deal 1: nobody made the bid."),
    (scored("ann bob", declared="bob"), "Deal 1: Ann and Bob made the bid; Bob declared."),
    (scored("ann", revealed="bob"), "Deal 1: Ann made the bid; Bob revealed."),
    (trick(2, "ann"), "Ann took trick 2 of deal 1."),
    (plays(2, "ann AH bob TD", winner="ann"), "Ann took trick 2 of deal 1: Ann A♥, Bob 10♦."),
    (plays(2, "ann AH bob TD"), "Trick 2 of deal 1: Ann A♥, Bob 10♦."),
)  # fmt: skip
def test_every_entry_is_described_in_one_sentence(raw, said, *openly):
    assert YOGIS_WHIST.describe(read(raw), TABLE) == said
    assert not openly or describe_open(read(raw), TABLE) == openly[0]


def test_the_fine_table_lists_what_each_owes_by_how_many_made_it():
    no = None
    assert chart(3) == {
        "No call": {"Missers": (1, 2, 3, no)},
        "A declarer who made it": {"Other makers": (no, no, 2, 2), "Other missers": (no, 4, 5, no)},
        "A declarer who missed": {"The declarer": (5, 6, 7, no), "Other missers": (1, 2, no, no)},
        "A revealer who made it": {"Other makers": (no, no, 4, 4), "Other missers": (no, 6, 7, no)},
        "A revealer who missed": {"The revealer": (9, 10, 11, no), "Other missers": (1, 2, no, no)},
    }
