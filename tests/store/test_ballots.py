"""Ballots: each player votes once about an entry, may think again, and a deleted night takes its votes along."""

import pytest

from companion.store import members, nights, votes_and_proposals
from companion.store.database import Database
from companion.store.errors import UnknownNight


def test_votes_are_kept_by_entry_and_the_newest_counts(disk: Database) -> None:
    night = nights.open_night(disk)

    votes_and_proposals.cast(disk, night.id, 7, "ann", True)
    votes_and_proposals.cast(disk, night.id, 7, "bob", True)
    votes_and_proposals.cast(disk, night.id, 7, "bob", False)
    votes_and_proposals.cast(disk, night.id, 9, "bob", True)

    phones = members.phones(disk, night.id)
    assert phones.ballots == {7: {"ann": True, "bob": False}, 9: {"bob": True}}
    assert phones.door == 4


def test_a_vote_at_a_night_that_is_not_there_is_refused(disk: Database) -> None:
    with pytest.raises(UnknownNight):
        votes_and_proposals.cast(disk, "nowhere1", 7, "ann", True)


def test_a_deleted_night_takes_its_votes_along(disk: Database) -> None:
    night = nights.open_night(disk)
    votes_and_proposals.cast(disk, night.id, 7, "ann", True)

    nights.delete_night(disk, night.id)

    with pytest.raises(UnknownNight):
        members.phones(disk, night.id)
