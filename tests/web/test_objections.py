"""Objections: the table votes on its phones, and the last vote that it takes strikes the rule or keeps it."""

import pytest

from tests.web.painted import fields, region
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


def test_a_new_rule_asks_whether_anybody_objects(ruled, bob):
    html = bob.get().html

    assert 'form="object" name="rule" value="r1"' in region(bob, "last")
    assert bob.post("entries", {**fields(html, "object"), "rule": "r1"}).status == 303
    assert ruled.night.rules["r1"].objectors == ("p2",)


def test_an_open_vote_is_on_every_page_of_every_phone(objected, ann, cal):
    for page in ["", "drinks", "rules", "log", "seats", "share", "start", "rules/r1"]:
        for phone in (ann, cal):
            words = phone.get(page).words
            assert (
                "Bob objects. Strike this rule? “No elbows” 1 of 3 wants it struck. Still to vote: Ann and Cal" in words
            ), page
            assert "Strike it Keep it" in words, page


def test_whoever_objects_is_in_favour(objected, bob, ann):
    assert 'value="yes" aria-pressed="true"' in region(bob, "own-vote")
    assert 'aria-pressed="true"' not in region(ann, "own-vote")


def test_a_majority_strikes_the_rule_and_the_night_knows_who_was_in_favour(objected, ann):
    assert vote(ann, True).status == 200

    assert not objected.night.rules["r1"].active
    assert objected.last.votes == ("p1", "p2")
    assert objected.log.lines[-1].entry.by == "p1"
    assert "voted down: “No elbows”" in ann.get().words
    assert "Strike it" not in ann.get().words


def test_without_a_majority_the_rule_stays(objected, ann, bob, cal):
    vote(ann, False)
    assert "1 of 3 wants it struck. Still to vote: Cal" in bob.get().words
    seq = objected.seq

    assert vote(cal, False).status == 200

    assert objected.night.rules["r1"].active
    assert objected.seq == seq
    assert "Strike it" not in bob.get().words
    assert "The rule stays: only 1 of 3 wants it struck." in bob.get().words


def test_a_vote_may_be_changed_while_it_is_open(objected, ann, bob):
    vote(bob, False)
    assert "0 of 3 want it struck" in ann.get().words

    vote(bob, True)
    assert "1 of 3 wants it struck" in ann.get().words


def test_the_same_vote_twice_counts_once(objected, ann, cal):
    for _ in range(2):
        assert vote(ann, False).status == 200

    assert "Still to vote: Cal" in cal.get().words


def test_it_works_without_script(objected, ann):
    paper = fields(region(ann, "own-vote", "drinks"), "vote-6")

    answer = ann.post("votes", {**paper, "vote": "yes"}, {"Referer": f"http://localhost/n/{objected.nid}/drinks"})

    assert (answer.status, answer.goes_to) == (303, f"/n/{objected.nid}/drinks")
    assert not objected.night.rules["r1"].active


def test_a_phone_is_sent_only_what_a_vote_changed(objected, ann):
    before = ann.get("poll?page=table").version
    ann.post("votes", {"entry": 6, "vote": "no"})

    assert set(ann.get(f"poll?page=table&since={before}").regions) == {"r-vote", "r-own-vote"}


def test_a_later_objection_opens_a_new_vote_with_everybody_who_objected(objected, ann, bob, cal):
    vote(ann, False)
    vote(cal, False)
    assert "has already objected" in bob.tap("rule.objected", rule="r1", player="p2").says

    assert ann.tap("rule.objected", rule="r1", player="p1").status == 200

    assert not objected.night.rules["r1"].active  # Ann and Bob are two of three
    assert objected.last.votes == ("p1", "p2")


def test_an_objection_while_the_table_votes_is_a_vote_to_cast(objected, ann):
    answer = ann.tap("rule.objected", rule="r1", player="p1")

    assert answer.status == 422
    assert "The table is voting about that already" in answer.says


def test_the_same_objection_sent_twice_counts_once(ruled, bob):
    for _ in range(2):
        assert bob.tap("rule.objected", key="one", rule="r1", player="p2").status == 200

    assert ruled.seq == 6


def test_an_objection_undone_ends_the_vote(objected, bob, ann):
    bob.tap("entry.undone", entry=6)

    assert "Strike it" not in ann.get().words
    assert "That vote is over" in vote(ann, True).says
    assert objected.night.rules["r1"].active


def test_a_strike_undone_leaves_the_rule_in_force(objected, ann, cal):
    vote(ann, True)
    assert "for the finesmaster" in cal.tap("entry.undone", entry=objected.seq).says

    assert ann.tap("entry.undone", entry=objected.seq).status == 200
    cal.tap("rule.called", rule="r1", player="p2")

    assert objected.night.rules["r1"].active
    assert objected.owed == {"p2": 2}


def test_a_repealed_rule_is_voted_about_no_more(objected, ann):
    ann.tap("rule.repealed", rule="r1")

    assert "Strike it" not in ann.get().words
    assert "That vote is over" in vote(ann, True).says


def test_a_closed_night_votes_no_more(objected, ann, bob):
    ann.tap("night.closed")

    assert "Strike it" not in bob.get().words
    assert "That vote is over" in vote(bob, True).says


def test_the_right_goes_back_to_whoever_made_the_rule(game, ann, bob, cal):
    game.play("p2", "p2", "p2", "p2")
    bob.tap("rule.made", text="No elbows")
    cal.tap("rule.objected", rule="r1", player="p3")
    vote(ann, True, entry=game.seq)

    assert [right.player for right in game.night.rights] == ["p2"]


def test_one_alone_at_the_table_decides_at_once(evening, ann, cal):
    cal.tap("rule.made", text="No elbows")
    for player in ("p2", "p3"):
        ann.tap("player.left", player=player)

    ann.tap("rule.objected", rule="r1", player="p1")

    assert not evening.night.rules["r1"].active
