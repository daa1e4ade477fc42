"""Rewriting a log: all of it in one transaction, or nothing, and what lay beside the log goes too."""

from dataclasses import replace

import pytest
from sqlalchemy import select

from companion.store import event_store, members, nights, preferences, votes_and_proposals
from companion.store.database import Database
from companion.store.erasure import rewrite
from companion.store.errors import UnknownNight
from companion.store.event_store import NewEntry, Raced
from companion.store.models import entry
from companion.store.nights import NightLinks
from companion.store.preferences import Wish


@pytest.fixture
def written(disk: Database, night: NightLinks) -> list[NewEntry]:
    """Three entries, the second from Bob's phone with the key of its tap."""
    bob = members.admit(disk, night.id, "bob").device_id
    first = NewEntry(night.id, 1, "", "ann", None, None, '{"who":"bob"}')
    rows = [first, replace(first, seq=2, by="bob", device_id=bob, key="k1.digest"), replace(first, seq=3)]
    event_store.append_all(disk, rows)
    return rows


def erase(disk: Database, night: NightLinks, last: int = 3, new_id: str = "bob") -> None:
    events = {1: '{"who":"somebody 2"}', 2: '{"who":"somebody 2"}'}
    rewrite(disk, night.id, last, events, "bob", new_id, lambda text: text.replace("Bob", "somebody 2"))


def test_the_entries_say_what_they_are_to_say_and_count_the_rewriting(
    disk: Database, night: NightLinks, written: list[NewEntry]
) -> None:
    erase(disk, night)

    rows = event_store.after(disk, night.id)
    assert [row.event for row in rows] == ['{"who":"somebody 2"}'] * 2 + ['{"who":"bob"}']
    versions = select(entry.c.version).order_by(entry.c.seq)
    assert disk.read(lambda session: list(session.scalars(versions))) == [2, 2, 1]
    assert members.phones(disk, night.id).rewritten == 2


def test_the_keys_of_rewritten_taps_go_since_they_may_tell_what_was_typed(
    disk: Database, night: NightLinks, written: list[NewEntry]
) -> None:
    erase(disk, night)

    assert [row.key for row in event_store.after(disk, night.id)] == [None, None, None]


def test_phones_wishes_and_questions_of_the_player_go_and_nobody_elses(
    disk: Database, night: NightLinks, written: list[NewEntry]
) -> None:
    cal = members.admit(disk, night.id, "cal").device_id
    members.lend(disk, night.id, "bob", cal)
    preferences.keep(disk, night.id, "bob", Wish("soft"))
    preferences.keep(disk, night.id, "cal", Wish("forfeit", "hugs Bob"))
    for maker, asked, event in (("bob", "cal", "{}"), ("cal", "bob", "{}"), ("cal", "ann", '{"player":"bob"}')):
        votes_and_proposals.propose(disk, night.id, maker, asked, event)
    votes_and_proposals.propose(disk, night.id, "cal", "ann", '{"reason":"Bob said so"}')
    kept = votes_and_proposals.propose(disk, night.id, "cal", "ann", '{"player":"ann"}')

    erase(disk, night)

    phones = members.phones(disk, night.id)
    assert [phone.player for phone in phones.devices] == ["cal"]
    assert phones.loans == {}
    assert phones.wishes == {"cal": Wish("forfeit", "hugs somebody 2")}
    assert [each.id for each in phones.proposals] == [kept]
    assert event_store.after(disk, night.id)[1].device_id is None


def test_a_new_id_takes_the_old_ones_place(disk: Database, night: NightLinks, written: list[NewEntry]) -> None:
    votes_and_proposals.cast(disk, night.id, 1, "bob", True)

    erase(disk, night, new_id="p1")

    assert [row.by for row in event_store.after(disk, night.id)] == ["ann", "p1", "ann"]
    assert members.phones(disk, night.id).ballots == {1: {"p1": True}}


def test_a_log_that_has_gone_on_is_left_as_it_is(disk: Database, night: NightLinks, written: list[NewEntry]) -> None:
    before = members.phones(disk, night.id)

    with pytest.raises(Raced):
        erase(disk, night, last=2)
    assert [row.event for row in event_store.after(disk, night.id)] == ['{"who":"bob"}'] * 3
    assert members.phones(disk, night.id) == before


def test_a_night_that_is_gone_is_told_so(disk: Database, night: NightLinks) -> None:
    nights.delete_night(disk, night.id)

    with pytest.raises(UnknownNight):
        erase(disk, night)
