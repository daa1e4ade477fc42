"""BFT, SEPTIC and the 19th of May on the phones."""

import datetime
import re

from tests.web.painted import fields
from tests.web.yogis_whist_evening import all_bid, begun, bid, call, played


def test_in_bft_the_dealer_says_how_many_and_the_gift_is_said_aloud(evening, ann, bob, cal):
    begun(evening, variant="bft")
    assert "How many cards does everybody get?" in bob.get().words
    assert "how many cards does everyone get?" in bob.tap("deal.started", deal=1).says.lower()
    assert "How many cards each" in bob.get("deal").words
    assert ann.tap("deal.started", deal=1, cards=5).status == 200

    assert "Bob bids" in cal.get().words
    page = bob.get("play/lay").html
    assert re.findall(r'data-filled="([^"]*)"', page)[1] == "2 turtle doves. Say it aloud."
    assert bob.post("entries", {**fields(page, "lay"), "suits": ["1", "2", "", "", ""]}).status == 303
    assert "Your bid is laid: 2 turtle doves" in bob.get().words
    assert "2 turtle doves" in cal.get().words
    bid(cal, "p3", cards=["4D", "5D", "6D"])
    bid(ann, "p1", tricks=1, count=1)
    call(evening, "p1", "no")
    played(evening, "p2", "p2", "p1")
    last = cal.get()
    assert "trick 4 of 4" in last.words
    assert 'name="winner" value="p2"' not in last.html
    played(evening, "p1", first=4)
    assert evening.owed == {"p1": 2, "p2": 2}


def test_in_bft_the_finesmaster_lays_the_bid_of_who_has_no_phone(evening, ann, cal):
    begun(evening, "Dan", variant="bft")
    ann.tap("deal.started", deal=1, cards=3)

    assert "Lay Dan’s bid" in ann.get().words
    assert "Lay Dan’s bid" not in cal.get().words
    assert "Dan’s bid" in ann.get("play/lay?for=p4").words
    bid(ann, "p4", tricks=2, count=1)


def test_the_members_vote_on_one_form_and_the_bids_move(evening, bob):
    begun(evening, septic="true", members=["p1", "p2"])
    all_bid(evening, 0, 1, 2)
    played(evening, "p2", "p3", "p3")
    page = bob.get()
    assert "Do the bids move?" in page.words
    assert 'type="checkbox" name="votes" value="p3"' not in page.html

    assert bob.tap("bids.rotated", deal=1, votes=["", "p1", "p2"]).status == 200
    assert "The bids had moved one place to the left" in bob.get().words
    assert evening.owed == {"p1": 1, "p2": 1, "p3": 1}


def test_a_vote_that_nobody_wants_is_one_tap(evening, bob, cal):
    begun(evening, septic="true", members="p1")
    all_bid(evening, 0, 1, 2)
    played(evening, "p2", "p3", "p3")

    assert bob.tap("bids.rotated", deal=1, votes="").status == 200
    assert evening.owed == {}
    conflict = cal.tap("bids.rotated", deal=1, votes=["", "p1"])
    assert conflict.status == 409
    assert cal.says_yes(conflict).status == 200
    assert evening.owed == {"p1": 1, "p2": 1, "p3": 1}


def test_on_the_19th_of_may_the_game_is_celebrated_and_the_score_kept(start_evening, monkeypatch):
    class Anniversary(datetime.date):
        @classmethod
        def today(cls):
            return cls(2026, 5, 19)

    monkeypatch.setattr(datetime, "date", Anniversary)
    night = start_evening()
    night.join("Bob")
    begun(night)
    night.ann.tap("deal.scored", deal=1, made=["p2"])

    assert "19 May: Yogi’s Whist is 40 today. Bids made: Ann 0, Bob 1" in night.ann.get().words


def test_on_any_other_day_nobody_makes_a_fuss(evening, bob):
    begun(evening)

    assert "19 May" not in bob.get().words


def test_in_bft_a_late_joiner_is_dealt_in_when_the_dealer_says_how_many(evening, ann):
    begun(evening, variant="bft")
    evening.join("Dan")

    assert 'name="players" value="p4"' in ann.get().html
    assert ann.tap("deal.started", deal=1, cards=3, players=["p1", "p2", "p3", "p4"]).status == 200


def test_in_bft_nobody_is_told_that_it_is_their_call_before_everybody_has_bid(evening, ann, bob, cal):
    begun(evening, variant="bft")
    between = bob.get().words
    ann.tap("deal.started", deal=1, cards=3)
    bid(bob, "p2", tricks=1, count=1)
    bid(cal, "p3", tricks=1, count=1)
    bidding = bob.get().words
    bid(ann, "p1", tricks=1, count=1)

    assert "It is your call" not in between + bidding
    assert "What your call can cost" in bidding
    assert "It is your call" in bob.get().words
    assert "It is your call" not in cal.get().words
