"""What all phones may be shown of a game of Yogi's Whist: what is next, and never a bid that lies face down."""

from typing import Any

from companion.rules.games.yogis_whist.screen import screen
from companion.rules.games.yogis_whist.trick import judged
from companion.rules.tricks import Judged
from tests.rules.games.yogis_whist_nights import (
    FIVE,
    bid,
    bids,
    call,
    dealt,
    leader,
    log,
    rotated,
    scored,
    state,
    trick,
    tricks,
    turned,
    voided,
)
from tests.table import cases

THREE = "ann bob cal"
ALL = bids("ann 0 bob 1 cal 2 dan 3 eve 0")


def shown(*events: dict[str, Any], newcomers: tuple[str, ...] = (), **how: Any) -> Any:
    found = log(*events, **how).night
    assert found.game is not None
    return screen(found.game.state, found.table(), newcomers)


@cases(
        ([], {}, "calls"),
        ([call("bob", "no")], {}, "calls"),
        ([call("ann", "no")], {}, "tricks"),
        ([call("bob", "declare"), call("ann", "no")], {}, "tricks"),
        ([call("bob", "reveal")], {}, "leader"),
        ([call("bob", "reveal"), leader("cal")], {}, "tricks"),
        ([trick(1, "bob")], {}, "tricks"),
        (tricks("bob bob bob"), {}, "bids"),
        ([*ALL, *tricks("bob bob bob")], {"septic": True}, "votes"),
        ([*ALL, *tricks("bob bob bob")], {}, "calls"),
        ([], {"variant": "bft"}, "cards"),
        ([dealt(cards=5)], {"variant": "bft"}, "bidding"),
        ([dealt(cards=2), *(bid(who, tricks=1, count=1) for who in FIVE.split())], {"variant": "bft"}, "calls"),
        ([{"type": "player.left", "player": who} for who in FIVE.split()[1:]], {}, "unfit"),
    )  # fmt: skip
def test_the_table_is_asked_for_what_is_next(events, options, phase):
    assert shown(*events, **options).phase == phase


def test_calls_are_polled_in_deal_order_with_what_may_still_be_said():
    first = shown()
    assert (first.turn.name, first.last.name, first.rest) == ("Bob", "Ann", True)
    assert first.words == ("no", "declare", "reveal")
    loud = shown(call("bob", "no"), call("cal", "declare"))
    assert (loud.turn.name, loud.words, loud.loud.name, loud.said) == ("Dan", ("no", "reveal"), "Cal", "declared")
    end = shown(call("eve", "no"))
    assert (end.turn.name, end.rest) == ("Ann", False)
    assert shown(call("bob", "reveal")).turn is None


def test_a_bid_shows_that_it_is_laid_and_nothing_else():
    laid = (*bids("bob 0 bob 1 bob 2 bob 3"), *bids("bob 4D bob TS bob AC"))
    looks = {repr(shown(turned("QH"), each)) for each in laid}

    assert len(looks) == 1
    assert shown(*bids("bob 2")).notes == {"ann": "", "bob": "bid laid", "cal": "", "dan": "", "eve": ""}


def test_a_revealed_bid_lies_face_up_at_once_and_a_declared_one_after_the_first_trick():
    revealed = shown(*bids("bob 2"), call("bob", "reveal"))
    assert (revealed.up.tricks, revealed.up.suit, revealed.notes["bob"]) == (2, "H", "bid 2")
    assert shown(*bids("bob 2"), call("bob", "declare")).up is None
    declared = shown(*bids("bob 2"), call("bob", "declare"), trick(1, "cal"))
    assert (declared.up.tricks, declared.notes["bob"]) == (2, "bid 2")


def test_cards_that_everybody_has_seen_cannot_be_picked_and_hidden_ones_can():
    seen = shown(turned("QH"), bid("bob", "4D"), bid("cal", "5D"), call("cal", "reveal")).seen

    assert seen == {"QH", "5D"}


def test_the_result_says_who_made_it_and_what_each_part_of_a_fine_is_for():
    result = shown(*ALL, call("cal", "declare"), *tricks("bob cal cal")).result

    assert result.made == ("Ann", "Bob", "Cal", "Eve")
    assert [(row.name, row.bid, row.suit, row.taken, row.base, row.extra, row.fine) for row in result.rows] == [
        ("Ann", 0, "D", 0, 0, 2, 2),
        ("Bob", 1, "S", 1, 0, 2, 2),
        ("Cal", 2, "H", 2, 0, 0, 0),
        ("Dan", 3, "C", 0, 5, 2, 7),
        ("Eve", 0, "D", 0, 0, 2, 2),
    ]
    assert result.missed == "A missed bid costs 5: 1, and 1 for each of the 4 who made it."
    assert result.loud == "Cal declared and made it: 2 more for everybody else."


def test_a_loud_one_who_missed_pays_alone_for_it():
    result = shown(scored("ann", revealed="bob")).result

    assert result.loud == "Bob revealed and missed: 8 more for Bob."
    assert result.missed == "A missed bid costs 2: 1, and 1 for the one who made it."
    assert [(row.bid, row.fine) for row in result.rows] == [(None, 0), (None, 10), (None, 2), (None, 2), (None, 2)]


@cases(("", "Nobody made it, so a missed bid costs 1."), ("ann bob cal dan eve", "Nobody missed."))
def test_nobody_and_everybody_have_their_own_sentence(made, says):
    assert shown(scored(made)).result.missed == says


def test_the_result_stays_until_the_next_deal_is_under_way_and_a_misdeal_has_none():
    assert shown(scored("ann")).result.number == 1
    assert shown(scored("ann"), call("cal", "no", deal=2)).result.number == 1
    assert shown(scored("ann"), call("cal", "declare", deal=2)).result is None
    assert shown(scored("ann"), trick(1, "cal", deal=2)).result is None
    assert shown(scored("ann"), voided(2)).result is None
    assert shown(voided()).result is None


def test_bids_that_moved_are_shown_where_they_lie():
    events = [*ALL, *tricks("cal cal dan"), rotated("ann", "bob")]
    result = shown(*events, septic=True, members=["ann", "bob", "cal"]).result

    assert result.moved
    assert [(row.name, row.bid, row.made) for row in result.rows] == [
        ("Ann", 0, True), ("Bob", 0, True), ("Cal", 1, False), ("Dan", 2, False), ("Eve", 3, False)
    ]  # fmt: skip


@cases("9H", "JOKER")
def test_nobody_hears_of_the_nines_before_the_deal_is_over(card):
    before = shown(turned(card), *ALL, *tricks("bob bob"))
    after = shown(turned(card), *ALL, *tricks("bob bob bob"))

    assert not before.nines
    assert "nine" not in repr(before).replace("nines=False", "")
    assert "9♦ < 9♠ < 9♥ < 9♣" in after.result.nines
    assert shown(turned("8H"), *ALL, *tricks("bob bob bob")).result.nines == ""


def test_a_table_that_asked_is_told_of_the_nines_at_once():
    assert shown(turned("9H"), remind_nines=True).nines
    assert not shown(turned("8H"), remind_nines=True).nines


def test_newcomers_are_in_the_next_deal_where_there_is_room():
    assert shown(newcomers=("fay",)).dealing == ("ann", "bob", "cal", "dan", "eve", "fay")
    assert shown(newcomers=("fay",)).dealt[-1] == "fay"
    assert shown(call("bob", "no"), newcomers=("fay",)).dealing == ()
    assert shown(newcomers=tuple(f"guest {number}" for number in range(9))).dealing == ()


def test_uneven_hands_of_bft_end_one_after_the_other():
    laid = zip(THREE.split(), (1, 2, 3), strict=True)
    hands = [dealt(cards=4), *(bid(who, tricks=0, count=count) for who, count in laid)]
    how = {"players": THREE, "variant": "bft"}

    first = shown(*hands, **how)
    assert first.of_tricks == 3
    assert first.notes == {"ann": "a partridge in a pear tree", "bob": "2 turtle doves", "cal": "3 French hens"}
    last = shown(*hands, *tricks("cal bob"), **how)
    assert [who.name for who in last.takers] == ["Ann"]
    assert last.order == ("ann",)


def test_the_pad_judges_once_the_turned_up_card_is_known():
    plays = (("bob", "AC"), ("cal", "2H"), ("ann", "KC"))

    assert judged(state(turned("QH"), players=THREE), plays) == Judged("cal")
    assert judged(state(call("bob", "no"), players=THREE), plays) is None
    assert judged(state(), plays) is None
