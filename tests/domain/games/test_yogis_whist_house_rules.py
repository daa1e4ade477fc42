"""Yogi's Whist: which happenings of the game set house rules off, and who then drinks."""

from tests.table import cases

from .yogis_whist_nights import bids, by_rule, call, dealt, leader, played, rule, scored, trick, tricks, turned, voided

THREE = "ann bob cal"
ZEROS, BOBS = bids("ann 0 bob 0 cal 0"), tricks("bob bob bob")
TURNED = turned("2C")
QUEEN, JOKER = trick(1, plays="bob 4D cal 5D ann QD"), trick(1, plays="bob 4D cal JOKER ann 6D")
UNKNOWN = {**JOKER, "winner": "cal"}
LED_BY_CAL = trick(1, plays="cal 5D ann QD bob 4D")
REVEALED, CAL_LEADS = call("ann", "reveal"), leader("cal")
BIDS_OF_ONE = [*ZEROS[:2], *bids("cal 1"), *tricks("bob bob cal")]


@cases(
    ("a rule about a card", "card.played", {"rank": "Q"}, "player", [TURNED, QUEEN], "ann"),
    ("the card led is the first only", "card.played", {"suit": "D", "led": True}, "player", [TURNED, QUEEN], "bob"),
    ("the joker is the turned-up card", "card.played", {"rank": "Q"}, "player", [turned("QH"), JOKER], "cal"),
    ("the joker has its suit", "card.played", {"suit": "H"}, "player", [turned("QH"), JOKER], "cal"),
    ("the joker is nothing else", "card.played", {"rank": "J"}, "player", [turned("QH"), JOKER], ""),
    ("under an unknown card it has no rank", "card.played", {"rank": "J"}, "player", [UNKNOWN], ""),
    ("nor when it takes the trick", "trick.taken", {"with_rank": "J"}, "player", [UNKNOWN], ""),
    ("yet it is a card", "card.played", {}, "player", [UNKNOWN], "ann bob cal"),
    ("a rule about a trick's number", "trick.taken", {"trick": 2}, "player", tricks("bob cal ann"), "cal"),
    ("the card that took it", "trick.taken", {"with_rank": "Q"}, "player", [TURNED, QUEEN], "ann"),
    ("which nobody wrote down", "trick.taken", {"with_suit": "D"}, "player", tricks("bob"), ""),
    ("or was the joker", "trick.taken", {"with_rank": "Q", "with_suit": "H"}, "player", [turned("QH"), JOKER], "cal"),
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
    *(("in the short form", "declared", {}, who, [scored(THREE, declared="bob")], drinker)
      for who, drinker in (("dealer", "ann"), ("leader", "cal"), ("taker", ""))),
    ("at a call the leader leads next", "declared", {}, "leader", [call("cal", "declare")], "bob"),
    ("at a reveal, too", "revealed", {}, "leader", [call("cal", "reveal")], "bob"),
    ("after a reveal the one chosen", "trick.taken", {}, "leader", [REVEALED, CAL_LEADS, trick(1, "bob")], "cal"),
    ("or without a choice the first dealt to", "trick.taken", {}, "leader", [REVEALED, trick(1, "ann")], "bob"),
    ("or the first of the plays", "trick.taken", {}, "leader", [TURNED, REVEALED, LED_BY_CAL], "cal"),
)  # fmt: skip
def test_a_rule_is_set_off_and_makes_drink(what, on, about, who, events, drinkers):
    result = played(rule({"on": on, **about}, who), *events, players=THREE)

    assert by_rule(result) == dict.fromkeys(drinkers.split(), 1), what


def test_a_rule_is_charged_at_the_entry_that_sets_it_off_after_the_games_own_fine():
    late = played(rule({"on": "bid.missed"}), *BOBS, *ZEROS, players=THREE)
    call_made = played(rule({"on": "declared"}), call("cal", "declare"), players=THREE)
    both = played(rule({"on": "bid.missed"}), scored("ann bob"), players=THREE)

    assert {row["seq"] for row in late["charges"]} == {12}
    assert [(row["seq"], row["player"]) for row in call_made["charges"]] == [(7, "cal")]
    assert [(row["player"], row["amount"], row["reason"]) for row in both["charges"]] == [
        ("cal", 3, "deal 1"),
        ("cal", 1, "a rule"),
    ]


def caught(who, *events):
    """Who drinks when a rule with that role is called on Ann."""
    made = {"type": "rule.made", "rule": "r", "text": "a rule", "who": who}
    return list(by_rule(played(made, *events, {"type": "rule.called", "rule": "r", "player": "ann"}, players=THREE)))


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
    ([scored("ann"), {"type": "player.left", "player": "cal"}], "bob", "ann"),
)
def test_a_rule_called_finds_the_dealer_of_the_deal_or_the_next_and_who_leads_next(events, dealer, led_by):
    assert (caught("dealer", *events), caught("leader", *events), caught("taker", *events)) == ([dealer], [led_by], [])


def test_everyone_are_those_dealt_into_the_deal_or_the_last_one():
    two = dealt(players=["ann", "bob"])

    assert caught("everyone") == ["ann", "bob", "cal"]
    assert caught("everyone", two) == ["ann", "bob"]
    assert caught("everyone", two, scored("")) == ["ann", "bob"]
