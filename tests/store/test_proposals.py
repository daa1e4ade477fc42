"""Proposals: what is asked stays until it is answered or taken back, and is answered once."""

import pytest

from companion.store import members, nights, votes_and_proposals
from companion.store.database import Database
from companion.store.errors import UnknownNight


def test_a_proposal_waits_until_it_is_answered_once(disk: Database) -> None:
    night = nights.open_night(disk)

    number = votes_and_proposals.propose(disk, night.id, "ann", "bob", '{"type": "drink.moved"}')

    (waiting,) = members.phones(disk, night.id).proposals
    assert (waiting.id, waiting.maker, waiting.asked, waiting.event) == (
        number,
        "ann",
        "bob",
        '{"type": "drink.moved"}',
    )
    assert votes_and_proposals.end(disk, night.id, number)
    assert not votes_and_proposals.end(disk, night.id, number)
    assert members.phones(disk, night.id).proposals == ()


def test_another_night_cannot_answer_it(disk: Database) -> None:
    night, other = nights.open_night(disk), nights.open_night(disk)
    number = votes_and_proposals.propose(disk, night.id, "ann", "bob", "{}")

    assert not votes_and_proposals.end(disk, other.id, number)
    assert len(members.phones(disk, night.id).proposals) == 1


def test_nothing_is_proposed_at_a_night_that_is_not_there(disk: Database) -> None:
    with pytest.raises(UnknownNight):
        votes_and_proposals.propose(disk, "nowhere1", "ann", "bob", "{}")


def test_the_very_same_question_waits_once(disk: Database) -> None:
    night = nights.open_night(disk)
    first = votes_and_proposals.propose(disk, night.id, "ann", "bob", "{}")

    assert votes_and_proposals.propose(disk, night.id, "ann", "bob", "{}") == first
    assert votes_and_proposals.propose(disk, night.id, "bob", "ann", "{}") != first
    assert len(members.phones(disk, night.id).proposals) == 2
    votes_and_proposals.end(disk, night.id, first)
    assert votes_and_proposals.propose(disk, night.id, "ann", "bob", "{}") != first
