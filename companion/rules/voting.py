"""Votes on the phones: about a rule somebody objects to, and about who is finesmaster."""

from __future__ import annotations

from collections.abc import Mapping

from .night import Night
from .seating import Circle


def voters(night: Night) -> Circle:
    """Who may vote: everybody at the table, whoever is away not."""
    return night.present()


def verdict(voters: Circle, votes: Mapping[str, bool]) -> bool | None:
    """Whether more than half of the voters are in favour; None while that is open.

    Votes of those who may not vote (any more) do not count.
    """
    cast = [votes[voter] for voter in voters if voter in votes]
    if 2 * cast.count(True) > len(voters):
        return True
    return False if 2 * cast.count(False) >= len(voters) else None


def in_favour(voters: Circle, votes: Mapping[str, bool]) -> Circle:
    """Those whose vote was yes, in seat order."""
    return tuple(voter for voter in voters if votes.get(voter))
