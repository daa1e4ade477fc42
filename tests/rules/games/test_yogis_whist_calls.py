"""Yogi's Whist: who may declare or reveal, and who leads after it."""

from tests.table import cases

from .yogis_whist_nights import FIVE, bids, call, fines, leader, made, played, refused, trick, tricks, turned

THREE = "ann bob cal"
CARDS = turned("2C")


def stands(*events, **how):
    return played(*events, **how)["charges"] == []


def test_every_player_may_call_once_in_deal_order_and_calls_left_out_are_no():
    assert stands(*(call(player, "no") for player in ["bob", "cal", "dan", "eve", "ann"]))
    assert stands(call("cal", "declare"), call("ann", "no"))


@cases("no", "reveal")
def test_after_a_declaration_the_others_may_say_no_or_reveal(word):
    assert stands(call("bob", "declare"), call("cal", word))


@cases(
    (call("cal", "no"), call("bob", "declare"), "Cal has called; Bob's turn to call is over"),
    (call("bob", "no"), call("bob", "reveal"), "Bob has already called: no"),
    (call("bob", "reveal"), call("bob", "reveal"), "Bob has already called: reveal"),
    (call("bob", "declare"), call("dan", "declare"), "Bob has declared; now it is no or reveal"),
    *((call("bob", "reveal"), call("cal", word), "Bob has revealed; that ended the calling")
      for word in ("no", "declare", "reveal")),
    (trick(1, "bob"), call("ann", "no"), "calls come before trick 1"),
)  # fmt: skip
def test_a_call_comes_once_in_turn_before_the_first_trick_and_a_reveal_ends_the_calling(before, late, why):
    assert refused(before, late) == why


def test_only_those_dealt_in_call_and_only_with_the_three_words():
    assert refused(call("fay", "no"), joined=f"{FIVE} fay") == "Fay is not in this deal"
    assert refused(call("ann", "maybe")).startswith("call is not one of the choices")


def test_without_a_reveal_the_first_player_dealt_to_leads_whoever_declared():
    assert stands(CARDS, trick(1, plays="bob 4D cal 5D ann 6D"), players=THREE)
    assert refused(CARDS, trick(1, plays="cal 5D ann 6D bob 4D"), players=THREE) == (
        "the cards of this trick come from Bob, Cal, Ann, in this order"
    )
    assert refused(CARDS, call("cal", "declare"), trick(1, plays="cal 5D ann 6D bob 4D"), players=THREE)


@cases("ann", "bob", "cal")
def test_the_revealer_says_who_leads_perhaps_themselves(who):
    order = {"ann": "ann 4D bob 5D cal 6D", "bob": "bob 4D cal 5D ann 6D", "cal": "cal 4D ann 5D bob 6D"}
    chosen = [CARDS, call("cal", "reveal"), leader(who)]

    assert stands(*chosen, trick(1, plays=order[who]), players=THREE)
    for other in order.keys() - {who}:
        assert "in this order" in refused(*chosen, trick(1, plays=order[other]), players=THREE)


def test_after_a_reveal_that_named_nobody_the_first_of_the_plays_has_led_and_then_who_took_the_trick():
    one = [CARDS, call("cal", "reveal"), trick(1, plays="ann 4D bob 5D cal 6D")]

    assert stands(*one, trick(2, plays="cal 7D ann 8D bob 9D"), players=THREE)
    assert "come from Cal, Ann, Bob" in refused(*one, trick(2, plays="ann 7D bob 8D cal 9D"), players=THREE)


@cases(
    ([], "nobody has revealed, so Bob leads"),
    ([call("bob", "declare")], "nobody has revealed, so Bob leads"),
    ([call("bob", "reveal"), leader("cal")], "Cal was already chosen to lead"),
    ([call("bob", "reveal"), trick(1, "bob")], "who leads is said before trick 1"),
)
def test_a_leader_is_chosen_once_after_a_reveal_and_before_the_first_trick(before, why):
    assert refused(*before, leader("ann")) == why


def test_the_leader_is_somebody_in_the_deal():
    events = [call("bob", "reveal"), leader("fay")]
    assert refused(*events, joined=f"{FIVE} fay") == "Fay is not in this deal"


def test_a_reveal_makes_a_deal_dearer_than_a_declaration():
    rest = [*bids("ann 0 bob 3 cal 0"), *tricks("bob bob bob")]

    assert fines(played(call("bob", "declare"), *rest, players=THREE)) == {"ann": 2, "cal": 2}
    assert fines(played(call("bob", "reveal"), *rest, players=THREE)) == {"ann": 4, "cal": 4}


def test_a_declarer_overridden_by_a_reveal_pays_like_anybody():
    calls = [call("bob", "declare"), call("cal", "reveal")]
    result = played(*calls, *bids("ann 0 bob 0 cal 3"), *tricks("bob bob bob"), players=THREE)

    assert fines(result) == {"bob": 2, "cal": 10}
    assert made(result)["ann"] == 1
