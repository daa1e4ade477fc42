"""The finesmaster's office, claimed on a phone and given by the votes of the table."""

import pytest

from tests.web.painted import fields, region
from tests.web.voting_evening import vote


@pytest.fixture
def claimed(evening, bob):
    """Bob claims the finesmaster's office, entry 5."""
    paper = fields(region(bob, "office", "seats"), "claim")
    assert bob.post("entries", {**paper, "player": "p2"}).status == 303
    return evening


def test_a_claim_to_the_office_is_voted_about(claimed, ann, cal):
    assert "Bob claims the office from Ann." in cal.get("log").words
    assert "1 of 3 wants Bob to be finesmaster." in cal.get().words

    assert vote(cal, True, entry=5).status == 200

    assert claimed.night.finesmaster == "p2"
    assert claimed.last.votes == ("p2", "p3")
    assert "was voted finesmaster" in ann.get().words


def test_a_claim_may_fail(claimed, ann, cal):
    vote(ann, False, entry=5)
    vote(cal, False, entry=5)

    assert claimed.night.finesmaster == "p1"
    assert "Ann stays finesmaster: only 1 of 3 wants Bob to be finesmaster." in cal.get().words
    assert "That vote is over. Ann stays finesmaster." in vote(ann, True, entry=5).says


def test_who_claims_must_be_patient_and_not_hold_it(claimed, ann, cal):
    assert "You are the finesmaster already." in ann.tap("office.claimed", player="p1").says
    assert "voting about that already" in cal.tap("office.claimed", player="p3").says
    assert 'id="claim"' not in region(ann, "office", "seats")


def test_an_office_handed_over_ends_the_vote(claimed, ann, cal):
    ann.tap("finesmaster.named", player="p3")

    assert "That vote is over" in vote(cal, True, entry=5).says
    assert claimed.night.finesmaster == "p3"
