"""Ballots: each player votes once about an entry, may think again, and a deleted night takes its votes along."""

import pytest

from companion.store import ballots, door
from companion.store.disk import Disk
from companion.store.phones import UnknownNight


def test_votes_are_kept_by_entry_and_the_newest_counts(disk: Disk) -> None:
    night = door.open_night(disk)

    ballots.cast(disk, night.id, 7, "ann", True)
    ballots.cast(disk, night.id, 7, "bob", True)
    ballots.cast(disk, night.id, 7, "bob", False)
    ballots.cast(disk, night.id, 9, "bob", True)

    phones = door.phones(disk, night.id)
    assert phones.ballots == {7: {"ann": True, "bob": False}, 9: {"bob": True}}
    assert phones.door == 4


def test_a_vote_at_a_night_that_is_not_there_is_refused(disk: Disk) -> None:
    with pytest.raises(UnknownNight):
        ballots.cast(disk, "nowhere1", 7, "ann", True)


def test_a_deleted_night_takes_its_votes_along(disk: Disk) -> None:
    night = door.open_night(disk)
    ballots.cast(disk, night.id, 7, "ann", True)

    door.delete_night(disk, night.id)

    with pytest.raises(UnknownNight):
        door.phones(disk, night.id)
