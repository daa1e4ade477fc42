"""Proposals: what is asked stays until it is answered or taken back, and is answered once."""

import pytest

from companion.store import door, proposals
from companion.store.disk import Disk
from companion.store.phones import UnknownNight


def test_a_proposal_waits_until_it_is_answered_once(disk: Disk) -> None:
    night = door.open_night(disk)

    number = proposals.propose(disk, night.id, "ann", "bob", '{"type": "drink.moved"}')

    (waiting,) = door.phones(disk, night.id).proposals
    assert (waiting.id, waiting.maker, waiting.asked, waiting.event) == (
        number,
        "ann",
        "bob",
        '{"type": "drink.moved"}',
    )
    assert proposals.end(disk, night.id, number)
    assert not proposals.end(disk, night.id, number)
    assert door.phones(disk, night.id).proposals == ()


def test_another_night_cannot_answer_it(disk: Disk) -> None:
    night, other = door.open_night(disk), door.open_night(disk)
    number = proposals.propose(disk, night.id, "ann", "bob", "{}")

    assert not proposals.end(disk, other.id, number)
    assert len(door.phones(disk, night.id).proposals) == 1


def test_nothing_is_proposed_at_a_night_that_is_not_there(disk: Disk) -> None:
    with pytest.raises(UnknownNight):
        proposals.propose(disk, "nowhere1", "ann", "bob", "{}")


def test_the_very_same_question_waits_once(disk: Disk) -> None:
    night = door.open_night(disk)
    first = proposals.propose(disk, night.id, "ann", "bob", "{}")

    assert proposals.propose(disk, night.id, "ann", "bob", "{}") == first
    assert proposals.propose(disk, night.id, "bob", "ann", "{}") != first
    assert len(door.phones(disk, night.id).proposals) == 2
    proposals.end(disk, night.id, first)
    assert proposals.propose(disk, night.id, "ann", "bob", "{}") != first
