"""The card of a rule tells what the rule would have done so far tonight."""

from companion.domain.house_rules import tonight as trying
from companion.domain.house_rules.model import BidMissed, DealStarted, HouseRule, Part, TrickWon
from companion.views import rule_book
from companion.views.context import ViewContext
from companion.views.rule_book import tonight
from tests.web.yogis_whist_evening import all_bid, begun


def said(evening, when, *parts, seat="p1", **more):
    """What a phone is told of the rule."""
    rule = HouseRule("r", "Any", when, tuple(Part(*part) for part in parts) or (Part("player", 1),), **more)
    return tonight(ViewContext(evening.nid, evening.log, evening.members, seat), rule)


def test_it_says_how_often_it_would_have_fired_and_whom_it_would_have_cost_how_much(evening):
    assert said(evening, TrickWon()) == ""

    evening.start("five-card-yak")
    assert said(evening, TrickWon()) == ""

    evening.play("p2")
    assert said(evening, TrickWon()) == "Tonight it would have fired once, and cost Bob 1 sip."

    evening.play("p1", "p2", first=2)
    fired = "Tonight it would have fired 3 times"
    assert said(evening, TrickWon(), ("left", 2)) == f"{fired}, and cost Cal 4 sips and Bob 2 sips."
    assert said(evening, TrickWon(), ("everyone", 2)) == f"{fired}, and cost everybody 6 sips."
    assert said(evening, TrickWon(), title="Thumb master", costly=False) == f"{fired}."


def test_the_card_of_a_rule_has_it(evening, ann):
    evening.start("five-card-yak")
    evening.play("p2")

    costs = "Tonight it would have fired once, and cost Bob 1 sip."
    assert costs in ann.get("rules/new?text=Whoever takes a trick drinks.").words
    assert "Tonight" not in ann.get("rules/new?text=Whoever touches a phone drinks.").words


def test_a_long_night_is_replayed_once_for_a_rule_and_beside_the_server(evening, monkeypatch):
    beside = []
    monkeypatch.setattr(rule_book.TONIGHT, "_long", 0)
    monkeypatch.setattr(rule_book.TONIGHT, "_aside", lambda work, *asked: beside.append(work) or work(*asked))
    evening.start("five-card-yak")
    evening.play("p2", "p3")

    one = said(evening, TrickWon())
    assert said(evening, TrickWon(), seat="p2") == one
    assert len(beside) == 1
    evening.play("p2", first=3)
    assert said(evening, TrickWon()) != one
    assert len(beside) == 2


def test_a_night_that_is_too_long_to_be_replayed_while_somebody_types_says_nothing(evening, monkeypatch):
    evening.start("five-card-yak")
    evening.play("p2")
    monkeypatch.setattr(trying, "LONGEST", evening.seq - 1)

    assert said(evening, TrickWon()) == ""


def test_bids_that_lie_face_down_are_told_to_nobody_and_not_to_their_owners_either(evening):
    begun(evening)
    all_bid(evening, 1, 1, 1)
    for seat in ("p1", "p2", None):
        assert said(evening, BidMissed(), seat=seat) == "Tonight it would not have fired."
        assert said(evening, DealStarted(), ("dealer", 1), seat=seat).endswith("fired once, and cost Ann 1 sip.")
