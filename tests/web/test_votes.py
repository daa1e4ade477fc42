"""Votes: who may vote, what comes too late, and what is decided when people leave or tap at once."""

import threading

import pytest

from tests.web.voting_evening import vote


@pytest.fixture
def ruled(evening, cal):
    """Cal made a rule, entry 5."""
    cal.tap("rule.made", text="No elbows", amount=2)
    return evening


@pytest.fixture
def objected(ruled, bob):
    """Bob objects to it, entry 6: one of three is in favour."""
    assert bob.tap("rule.objected", rule="r1", player="p2").status == 200
    return ruled


def test_a_vote_that_cannot_be_is_refused_in_words(objected, ann):
    cases = [
        ({"vote": "maybe"}, "one of the two buttons"),
        ({"vote": ""}, "one of the two buttons"),
        ({"entry": 5}, "That vote is over."),
        ({"entry": "x"}, "That vote is over."),
        ({"acting": "p2"}, "Bob has a phone: that is for them to tap."),
        ({"acting": "p9"}, "nobody of that name"),
    ]
    for given, words in cases:
        answer = ann.post("votes", {"entry": 6, "vote": "yes", **given}, {"HX-Request": "true"})
        assert answer.status == 422, given
        assert words in answer.says, given
        assert objected.night.rules["r1"].active, given


def test_a_vote_after_the_rule_was_struck_is_told_so(objected, ann, cal):
    vote(ann, True)

    answer = vote(cal, False)

    assert answer.status == 422
    assert "That vote is over. What the table decided stands in the log." in answer.says


def test_a_vote_after_the_rule_was_kept_is_told_so(objected, ann, cal):
    vote(ann, False)
    vote(cal, False)

    assert "That vote is over. The rule stays." in vote(ann, True).says
    assert objected.night.rules["r1"].active


def test_whoever_is_away_does_not_vote(objected, ann, bob):
    ann.tap("player.left", player="p3")

    answer = vote(objected.cal, True)

    assert answer.status == 422
    assert "Cal is away: only those at the table vote." in answer.says
    assert "1 of 2 wants it struck" in bob.get().words


def test_it_is_decided_when_somebody_leaves(evening, ann, bob, cal):
    dan = evening.join("Dan")
    cal.tap("rule.made", text="No elbows")
    bob.tap("rule.objected", rule="r1", player="p2")
    vote(ann, True, entry=7)
    assert evening.night.rules["r1"].active  # two of four is no majority

    dan.tap("player.left", player="p4")

    assert not evening.night.rules["r1"].active
    assert evening.last.votes == ("p1", "p2")


def test_a_rule_that_was_kept_stays_so_whoever_leaves_later(evening, ann, bob, cal):
    dan = evening.join("Dan")
    cal.tap("rule.made", text="No elbows")
    bob.tap("rule.objected", rule="r1", player="p2")
    vote(ann, True, entry=7)
    vote(cal, False, entry=7)
    vote(dan, False, entry=7)

    dan.tap("player.left", player="p4")

    assert evening.night.rules["r1"].active
    assert "Strike it" not in ann.get().words


def test_anybody_votes_for_a_seat_without_a_phone(evening, ann, bob, cal):
    ann.tap("player.joined", name="Dot")
    cal.tap("rule.made", text="No elbows")
    bob.tap("rule.objected", rule="r1", player="p2")
    assert "Vote for somebody without a phone Dot" in bob.get().words

    assert vote(bob, True, entry=7, acting="p4").status == 200
    assert vote(ann, True, entry=7).status == 200

    assert evening.last.votes == ("p1", "p2", "p4")


def test_two_last_votes_at_once_make_one_entry(evening, ann, bob, cal):
    dan = evening.join("Dan")
    cal.tap("rule.made", text="No elbows")
    bob.tap("rule.objected", rule="r1", player="p2")
    start, statuses = threading.Barrier(3), []

    def cast(phone):
        start.wait()
        statuses.append(vote(phone, True, entry=7).status)

    voters = [threading.Thread(target=cast, args=(phone,)) for phone in (ann, cal, dan)]
    for one in voters:
        one.start()
    for one in voters:
        one.join()

    struck = [line for line in evening.log.lines if line.entry.event.type == "rule.struck"]
    assert len(struck) == 1
    assert set(statuses) <= {200, 422}
    assert 200 in statuses


def test_votes_and_their_end_survive_a_restart(objected, ann, new_app):
    vote(ann, False)

    assert "Still to vote: <b>Cal</b>." in ann.at(new_app()).get().html
