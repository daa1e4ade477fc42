"""Rewriting a log: all of it in one transaction, or nothing, and what lay beside the log goes too."""

from dataclasses import replace

import pytest
from sqlalchemy import select

from companion.storage import event_store, members, nights, votes_and_proposals
from companion.storage.erasure import rewrite
from companion.storage.errors import UnknownNight
from companion.storage.event_store import NewEntry, Raced
from companion.storage.members import Preferences
from companion.storage.models import entry


@pytest.fixture
def written(database, night):
    """Three entries, the second from Bob's phone with the key of its tap."""
    bob = members.admit(database, night.id, "bob").device_id
    first = NewEntry(night.id, 1, "", "ann", None, None, '{"who":"bob"}')
    rows = [first, replace(first, seq=2, by="bob", device_id=bob, key="k1.digest"), replace(first, seq=3)]
    event_store.append(database, *rows)
    return rows


def erase(database, night, last=3, new_id="bob"):
    events = {1: '{"who":"somebody 2"}', 2: '{"who":"somebody 2"}'}
    rewrite(database, night.id, last, events, "bob", new_id, lambda text: text.replace("Bob", "somebody 2"))


def test_the_entries_say_what_they_are_to_say_and_count_the_rewriting(database, night, written):
    erase(database, night)

    rows = event_store.after(database, night.id)
    assert [row.event for row in rows] == ['{"who":"somebody 2"}'] * 2 + ['{"who":"bob"}']
    versions = select(entry.c.version).order_by(entry.c.seq)
    assert database.read(lambda session: list(session.scalars(versions))) == [2, 2, 1]
    assert members.phones(database, night.id).rewritten == 2
    assert [row.key for row in rows] == [None] * 3  # a key can hold a digest of typed text


def test_phones_preferences_and_questions_of_the_player_go_and_nobody_elses(database, night, written):
    cal = members.admit(database, night.id, "cal").device_id
    members.lend(database, night.id, "bob", cal)
    members.set_preferences(database, night.id, "bob", Preferences("soft"))
    members.set_preferences(database, night.id, "cal", Preferences("forfeit", "hugs Bob"))
    for maker, asked, event in (("bob", "cal", "{}"), ("cal", "bob", "{}"), ("cal", "ann", '{"player":"bob"}')):
        votes_and_proposals.propose(database, night.id, maker, asked, event)
    votes_and_proposals.propose(database, night.id, "cal", "ann", '{"reason":"Bob said so"}')
    kept = votes_and_proposals.propose(database, night.id, "cal", "ann", '{"player":"ann"}')

    erase(database, night)

    phones = members.phones(database, night.id)
    assert [phone.player for phone in phones.devices] == ["cal"]
    assert phones.loans == {}
    assert phones.preferences == {"cal": Preferences("forfeit", "hugs somebody 2")}
    assert [each.id for each in phones.proposals] == [kept]
    assert event_store.after(database, night.id)[1].device_id is None


def test_a_new_id_takes_the_old_ones_place(database, night, written):
    votes_and_proposals.cast(database, night.id, 1, "bob", True)

    erase(database, night, new_id="p1")

    assert [row.by for row in event_store.after(database, night.id)] == ["ann", "p1", "ann"]
    assert members.phones(database, night.id).ballots == {1: {"p1": True}}


def test_a_log_that_has_gone_on_is_left_as_it_is(database, night, written):
    before = members.phones(database, night.id)

    with pytest.raises(Raced):
        erase(database, night, last=2)
    assert [row.event for row in event_store.after(database, night.id)] == ['{"who":"bob"}'] * 3
    assert members.phones(database, night.id) == before


def test_a_deleted_night_cannot_be_rewritten(database, night):
    nights.delete_night(database, night.id)

    with pytest.raises(UnknownNight):
        erase(database, night)
