"""Yogi's Whist: what a deal costs, and when it is fined."""

import pytest
from hypothesis import given
from hypothesis import strategies as some

from companion.rules.games.yogis_whist.penalty import Loud, fines, forecast
from companion.rules.refused import Refused
from companion.rules.seating import Table
from tests.table import cases

from . import yogis_whist_nights as nights
from .yogis_whist_nights import bids, call, made, played, refused, scored, tricks, turned

THREE = "ann bob cal"
ZEROS = bids("ann 0 bob 0 cal 0")


@cases(
    ("two make it: the others owe three each", scored("ann bob"), {"cal": 3, "dan": 3, "eve": 3}),
    ("one of the two declared", scored("ann bob", declared="ann"), {"bob": 2, "cal": 5, "dan": 5, "eve": 5}),
    ("who declares and fails pays four more", scored("ann", declared="bob"), {"bob": 6, "cal": 2, "dan": 2, "eve": 2}),
    ("a reveal made", scored("ann bob", revealed="ann"), {"bob": 4, "cal": 7, "dan": 7, "eve": 7}),
    ("a reveal failed with four making", scored("ann bob cal dan", revealed="eve"), {"eve": 13}),
    ("nobody makes it", scored(""), {"ann": 1, "bob": 1, "cal": 1, "dan": 1, "eve": 1}),
    ("everybody makes it", scored(nights.FIVE), {}),
)
def test_a_deal_of_five_costs(what, short_form, due):
    assert nights.fines(played(short_form)) == due, what


def test_made_means_exactly_as_many_tricks_as_bid():
    result = played(*bids("ann 0 bob 1 cal 2"), *tricks("bob bob cal"), players=THREE)

    assert nights.fines(result) == {"bob": 2, "cal": 2}
    assert made(result) == {"ann": 1, "bob": 0, "cal": 0}


def test_a_call_on_the_table_counts_like_one_in_the_short_form():
    result = played(call("cal", "declare"), *bids("ann 0 bob 2 cal 1"), *tricks("bob bob cal"), players=THREE)

    assert nights.fines(result) == {"ann": 2, "bob": 2}


def test_a_reveal_overrides_a_declaration():
    calls = [call("bob", "declare"), call("ann", "reveal")]
    result = played(*calls, *bids("ann 3 bob 3 cal 0"), *tricks("bob cal ann"), players=THREE)

    assert nights.fines(result) == {"ann": 9, "bob": 1, "cal": 1}


def test_every_fine_says_because_of_what():
    result = played(scored("ann", declared="ann"))

    assert result["charges"][0]["because"] == (
        "missed the bid: 1 + 1 who made theirs; Ann declared and made it: 2 more"
    )
    assert all(row["because"] and row["reason"] == "deal 1" for row in result["charges"])


@cases("bid", "trick")
def test_a_deal_is_fined_once_its_tricks_are_taken_and_every_bid_is_known_whichever_comes_last(last):
    taken = tricks("bob bob bob")
    first, final = (taken, ZEROS) if last == "bid" else (ZEROS, taken)
    result = played(*first, *final, players=THREE)

    assert nights.fines(result) == {"bob": 3}
    assert result["charges"][0]["seq"] == 5 + len(first) + len(final)


def test_before_the_last_bid_is_known_nothing_is_charged_and_the_next_deal_waits():
    waiting = [*tricks("bob bob bob"), *ZEROS[:2]]

    assert played(*waiting, players=THREE)["charges"] == []
    assert refused(*waiting, scored("", deal=2), players=THREE) == "Deal 2 has to wait: deal 1 is still on"


def test_bids_may_be_told_between_the_tricks():
    one, two, three = tricks("bob bob bob")

    assert nights.fines(played(ZEROS[0], one, ZEROS[1], two, three, ZEROS[2], players=THREE)) == {"bob": 3}


def test_once_fined_a_deal_is_over():
    assert refused(scored(""), scored("ann")) == "Deal 1 is over"
    assert refused(*ZEROS, *tricks("bob bob bob"), ZEROS[0], players=THREE) == "Deal 1 is over"


def test_bids_made_are_the_score_and_most_wins():
    result = played(scored("bob cal"), scored("cal", deal=2))

    assert made(result) == {"cal": 2, "bob": 1, "ann": 0, "dan": 0, "eve": 0}
    assert [row["place"] for row in result["games"][0]["standings"]] == [1, 2, 3, 3, 3]
    assert result["games"][0]["finished"] is False


@cases(bids("ann 0")[0], call("bob", "no"), tricks("bob")[0])
def test_the_short_form_is_for_a_deal_with_no_bid_call_or_trick(entry):
    assert refused(entry, scored("ann")) == "the short form is for a deal with no bid, call or trick"


def test_the_short_form_may_follow_the_deal_and_its_turned_up_card():
    assert nights.fines(played(nights.dealt(), turned("QH"), scored("ann bob cal dan"))) == {"eve": 5}


@cases(
    (scored("ann", declared="bob", revealed="cal"), "a reveal overrides a declaration; name one of them"),
    (scored("ann ann"), "the list names somebody twice"),
    (scored("fay"), "Fay is not in this deal"),
    (scored("ann", declared="fay"), "Fay is not in this deal"),
    (scored("ann", revealed="gus"), "gus is not in this deal"),
    ({"type": "deal.scored", "deal": 1}, "the event needs field made"),
)
def test_the_short_form_names_players_of_the_deal_and_one_who_was_loud_at_most(entry, why):
    assert refused(entry, players=nights.FIVE, joined=f"{nights.FIVE} fay") == why


def test_the_forecast_tells_what_one_and_the_others_would_pay():
    assert forecast(5, 4, "reveal", made=False).own == 13
    assert forecast(5, 1, "declare", made=True) == (0, 2, 5, 2 + 3 * 5)
    assert forecast(2, 1, "no", made=True) == (0, 0, 0, 0)
    with pytest.raises(Refused, match="of 5 players 5 others cannot make their bid"):
        forecast(5, 5, "no", made=False)


def tiny(dealt, made, loud):
    """The fine table once more, as on the back of a beer mat."""
    due = {player: 0 if player in made else 1 + len(made) for player in dealt}
    for player in dealt if loud else ():
        won, own = loud.player in made, player == loud.player
        small = 2 if loud.call == "declare" else 4
        due[player] += small if won and not own else 2 * small if own and not won else 0
    return {player: amount for player, amount in due.items() if amount}


@some.composite
def deals(draw):
    dealt = tuple(f"p{number}" for number in range(draw(some.integers(2, 13))))
    made = draw(some.sets(some.sampled_from(dealt)))
    loud = some.builds(Loud, some.sampled_from(dealt), some.sampled_from(["declare", "reveal"]))
    return dealt, made, draw(some.none() | loud)


@given(deals())
def test_the_fine_table_agrees_with_the_one_on_the_beer_mat(deal):
    dealt, made, loud = deal
    rows = fines(7, dealt, made, loud, Table((), (), {}))

    assert {row.player: row.amount for row in rows} == tiny(dealt, made, loud)
    assert len({row.player for row in rows}) == len(rows)


@given(deals())
def test_a_forecast_is_what_then_happens(deal):
    dealt, made, loud = deal
    me = loud.player if loud else dealt[0]
    others = len(made - {me})
    due = tiny(dealt, made, loud)
    foreseen = forecast(len(dealt), others, loud.call if loud else "no", me in made)

    assert foreseen.own == due.get(me, 0)
    assert foreseen.total == sum(due.values())
