"""A trick recorded without its cards offers every rule about cards in one tap."""

import re

import pytest

from tests.web.painted import fields, region

JACKS = {"text": "A jack costs the left", "who": "left", "when.on": "card.played", "when.rank": "J"}
WITH_CARDS = ["p2 QS", "p3 JC", "p1 7H"]


@pytest.fixture
def jacks(game, ann):
    """A rule about jacks is in force, and Bob took the first trick by one tap."""
    ann.tap("rule.made", **JACKS)
    game.play("p2")
    return game


def test_a_trick_by_one_tap_offers_the_rules_about_cards_right_there(jacks, cal):
    html = region(cal, "last")

    assert "On this trick" in html
    assert "A jack costs the left" not in region(cal, "catch")  # not twice
    assert cal.post("entries", {**fields(html, "call-r1"), "player": "p3"}).status == 303
    assert jacks.owed == {"p1": 1, "p2": 1}


def test_several_may_be_caught_on_one_trick_but_each_once(jacks, cal):
    cal.tap("rule.called", rule="r1", player="p3")

    html = region(cal, "last")

    assert re.search(r'value="p3" disabled', html)
    assert not re.search(r'value="p1" disabled', html)
    assert cal.tap("rule.called", rule="r1", player="p1").status == 200
    assert jacks.owed == {"p1": 1, "p2": 2}


def test_the_next_trick_offers_everybody_again(jacks, cal):
    cal.tap("rule.called", rule="r1", player="p3")
    jacks.play("p2", first=2)

    assert "disabled" not in region(cal, "last")


def test_a_trick_with_its_cards_offers_nothing_and_strikes_by_itself(jacks, ann, bob):
    ann.tap("trick.taken", deal=1, trick=2, plays=WITH_CARDS)

    assert "On this trick" not in region(bob, "last")
    assert "House rule: A jack costs the left" in region(bob, "last")
    assert "Cal set it off" in region(bob, "last")


def test_a_trick_without_rules_about_cards_offers_nothing(game, ann, bob):
    ann.tap("rule.made", text="No elbows")
    game.play("p2")

    assert "On this trick" not in region(bob, "last")


def test_only_the_taker_can_have_taken_it_with_a_queen(game, ann, bob):
    ann.tap("rule.made", text="A trick with a queen costs", **{"when.on": "trick.taken", "when.with_rank": "Q"})
    game.play("p2")

    html = region(bob, "last")

    assert 'name="player" value="p2"' in html
    assert 'name="player" value="p1"' not in html


def test_nobody_can_have_taken_with_a_queen_what_nobody_took(game, ann, bob):
    ann.tap("rule.made", text="A trick with a queen costs", **{"when.on": "trick.taken", "when.with_rank": "Q"})
    game.play(None)

    assert "On this trick" not in region(bob, "last")


def test_only_who_was_in_the_trick_may_be_caught_on_it_also_who_has_left_since(evening, ann):
    for name in ("Dot", "Eve"):
        ann.tap("player.joined", name=name)
    ann.tap("rule.made", **JACKS)
    ann.tap("game.started", game="five-card-yak", players=["p1", "p2", "p3", "p4", "p5"])
    ann.tap("deal.started", deal=1, players=["p1", "p2", "p4"])
    evening.play("p1", "p2", "p4", "p1")
    ann.tap("player.left", player="p2")
    evening.play("p4", first=5)

    html = region(ann, "last")

    assert "On this trick" in html
    assert {player for player in ("p1", "p2", "p3", "p4", "p5") if f'value="{player}"' in html} == {"p1", "p2", "p4"}
