"""Yogi's Whist: which happenings of the game set house rules off, and who then drinks."""

from tests.table import cases

from .yogis_whist_nights import bids, by_rule, call, dealt, leader, played, rule, scored, trick, tricks, turned, voided

THREE = "ann bob cal"
ZEROS = bids("ann 0 bob 0 cal 0")


def drinks(rule_made, *events, players=THREE, **how):
    return by_rule(played(rule_made, *events, players=players, **how))


def caught(who, *events):
    """Who drinks when a rule with that role is called on Ann."""
    made = {"type": "rule.made", "rule": "r", "text": "a rule", "who": who}
    return list(by_rule(played(made, *events, {"type": "rule.called", "rule": "r", "player": "ann"}, players=THREE)))


PLAYED, TAKEN = {"on": "card.played"}, {"on": "trick.taken"}
QUEEN, JOKER = trick(1, plays="bob 4D cal 5D ann QD"), trick(1, plays="bob 4D cal JOKER ann 6D")
UNKNOWN = {**JOKER, "winner": "cal"}


@cases(
    ("a rule about a card", {**PLAYED, "rank": "Q"}, [turned("2C"), QUEEN], {"ann": 1}),
    ("the card led is the first only", {**PLAYED, "suit": "D", "led": True}, [turned("2C"), QUEEN], {"bob": 1}),
    ("the joker is the turned-up card", {**PLAYED, "rank": "Q"}, [turned("QH"), JOKER], {"cal": 1}),
    ("the joker has its suit", {**PLAYED, "suit": "H"}, [turned("QH"), JOKER], {"cal": 1}),
    ("the joker is nothing else", {**PLAYED, "rank": "J"}, [turned("QH"), JOKER], {}),
    ("under an unknown card it has no rank", {**PLAYED, "rank": "J"}, [UNKNOWN], {}),
    ("nor when it takes the trick", {**TAKEN, "with_rank": "J"}, [UNKNOWN], {}),
    ("yet it is a card", PLAYED, [UNKNOWN], {"ann": 1, "bob": 1, "cal": 1}),
    ("a rule about a trick's number", {**TAKEN, "trick": 2}, tricks("bob cal ann"), {"cal": 1}),
    ("a rule about the card that took it", {**TAKEN, "with_rank": "Q"}, [turned("2C"), QUEEN], {"ann": 1}),
    ("which nobody wrote down", {**TAKEN, "with_suit": "D"}, tricks("bob"), {}),
    ("or was the joker", {**TAKEN, "with_rank": "Q", "with_suit": "H"}, [turned("QH"), JOKER], {"cal": 1}),
)
def test_cards_and_tricks_set_rules_off(what, when, events, due):
    assert drinks(rule(when), *events) == due, what


def test_bids_made_and_missed_set_off_rules_at_the_entry_that_lets_the_deal_be_fined():
    late = played(rule({"on": "bid.missed"}), *tricks("bob bob bob"), *ZEROS, players=THREE)

    assert by_rule(late) == {"bob": 1}
    assert {row["seq"] for row in late["charges"]} == {12}
    assert drinks(rule({"on": "bid.made"}), *ZEROS, *tricks("bob bob bob")) == {"ann": 1, "cal": 1}


def test_in_the_short_form_bids_are_made_and_missed_as_well():
    assert drinks(rule({"on": "bid.made"}), scored("ann")) == {"ann": 1}
    assert drinks(rule({"on": "bid.missed"}), scored("ann")) == {"bob": 1, "cal": 1}


@cases(("declare", "declared"), ("reveal", "revealed"))
def test_declaring_and_revealing_set_off_rules_at_the_call_or_in_the_short_form(word, on):
    at_call = played(rule({"on": on}), call("cal", word), players=THREE)

    assert [(row["seq"], row["player"]) for row in at_call["charges"]] == [(7, "cal")]
    assert drinks(rule({"on": on}), scored("ann", **{on: "cal"})) == {"cal": 1}
    assert drinks(rule({"on": on}), call("cal", "no")) == {}
    assert drinks(rule({"on": on}), call("cal", word), *ZEROS, *tricks("bob bob bob")) == {"cal": 1}


def test_a_misdeal_leaves_what_was_charged():
    assert drinks(rule({"on": "declared"}), call("cal", "declare"), voided()) == {"cal": 1}


def test_the_games_own_fine_comes_first_and_both_are_one_row_each():
    rows = played(rule({"on": "bid.missed"}, "player"), scored("ann bob"), players=THREE)["charges"]
    assert [(row["player"], row["amount"], row["reason"]) for row in rows] == [
        ("cal", 3, "deal 1"),
        ("cal", 1, "a rule"),
    ]


def test_at_a_trick_the_leader_is_who_led_it_and_the_taker_who_took_it():
    on = {"on": "trick.taken", "trick": 2}
    for who, drinker in (("leader", "cal"), ("taker", "ann"), ("dealer", "ann"), ("left", "bob")):
        assert drinks(rule(on, who), *tricks("cal ann")) == {drinker: 1}


def test_the_taker_of_the_last_trick_also_pays_for_the_bids_it_settles():
    events = [*ZEROS[:2], *bids("cal 1"), *tricks("bob bob cal")]

    for who, drinker in (("taker", "cal"), ("leader", "bob"), ("dealer", "ann")):
        assert drinks(rule({"on": "bid.missed"}, who), *events) == {drinker: 1}


def test_bids_settled_by_another_entry_have_no_taker_and_the_leader_of_the_next_deal():
    events = [*tricks("bob bob bob"), *ZEROS]

    assert drinks(rule({"on": "bid.missed"}, "taker"), *events) == {}
    assert drinks(rule({"on": "bid.missed"}, "leader"), *events) == {"cal": 1}
    assert drinks(rule({"on": "bid.missed"}, "dealer"), *events) == {"ann": 1}


def test_in_the_short_form_the_dealer_is_the_deals_and_the_leader_the_next_ones():
    for who, due in (("dealer", {"ann": 1}), ("leader", {"cal": 1}), ("taker", {})):
        assert drinks(rule({"on": "declared"}, who), scored(THREE, declared="bob")) == due


def test_at_a_call_the_leader_is_who_leads_next():
    assert drinks(rule({"on": "declared"}, "leader"), call("cal", "declare")) == {"bob": 1}
    assert drinks(rule({"on": "revealed"}, "leader"), call("cal", "reveal")) == {"bob": 1}


def test_after_a_reveal_the_leader_is_the_first_dealt_to_until_another_is_chosen():
    revealed = call("ann", "reveal")

    assert caught("leader", revealed) == ["bob"]
    assert caught("leader", revealed, leader("cal")) == ["cal"]
    assert drinks(rule({"on": "trick.taken"}, "leader"), revealed, leader("cal"), trick(1, "bob")) == {"cal": 1}
    assert drinks(rule({"on": "trick.taken"}, "leader"), revealed, trick(1, "ann")) == {"bob": 1}


def test_after_a_reveal_without_a_choice_the_first_of_the_plays_has_led():
    plays = trick(1, plays="cal 5D ann QD bob 4D")
    assert drinks(rule({"on": "trick.taken"}, "leader"), turned("2C"), call("ann", "reveal"), plays) == {"cal": 1}


@cases(
    ([], "ann", "bob"),
    ([dealt(dealer="bob")], "bob", "cal"),
    (tricks("cal"), "ann", "cal"),
    (tricks("cal cal cal"), "ann", "cal"),
    ([*tricks("ann ann ann"), *ZEROS[:1]], "ann", "cal"),
    ([scored("ann")], "bob", "cal"),
    ([scored("ann"), voided(2)], "bob", "cal"),
    ([dealt(dealer="cal"), voided()], "cal", "ann"),
)
def test_a_rule_called_finds_the_dealer_of_the_deal_or_the_next_and_who_leads_next(events, dealer, led_by):
    assert (caught("dealer", *events), caught("leader", *events), caught("taker", *events)) == ([dealer], [led_by], [])


def test_after_a_deal_the_leader_is_found_as_if_the_next_were_dealt_now():
    left = {"type": "player.left", "player": "cal"}
    assert caught("leader", scored("ann"), left) == ["ann"]


def test_everyone_are_those_dealt_into_the_deal_or_the_last_one():
    two = dealt(players=["ann", "bob"])

    assert caught("everyone") == ["ann", "bob", "cal"]
    assert caught("everyone", two) == ["ann", "bob"]
    assert caught("everyone", two, scored("")) == ["ann", "bob"]
