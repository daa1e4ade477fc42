"""The log: every entry at its own place, every tap once."""

from dataclasses import replace

import pytest

from companion.storage import event_store, members, nights
from companion.storage.event_store import NewEntry, NightVersion, Raced

AT = "2026-11-20T20:00:00.000Z"
TRICK = '{"type":"trick.taken","winner":"p1"}'


def tap(night, seq, device_id=None, key=None):
    return NewEntry(night.id, seq, AT, "p1", device_id, key, TRICK)


def test_a_taken_place_or_key_of_a_phone_is_a_lost_race(database, night):
    ann, bob = (members.admit(database, night.id, player).device_id for player in ("p1", "p2"))
    event_store.append(database, tap(night, 1, ann, "k1"))
    for lost in (replace(tap(night, 1), event="{}"), tap(night, 1, ann, "k1"), tap(night, 2, ann, "k1")):
        with pytest.raises(Raced):
            event_store.append(database, lost)
    for seq, (device_id, key) in enumerate(((bob, "k1"), (ann, None), (ann, None)), start=2):
        event_store.append(database, tap(night, seq, device_id, key))

    assert [row.event for row in event_store.after(database, night.id)] == [TRICK] * 4


def test_a_night_that_is_not_there_has_no_log(database, night):
    with pytest.raises(Raced):
        event_store.append(database, replace(tap(night, 1), night_id="nowhere"))


def test_a_whole_log_is_written_or_none_of_it(database, night):
    with pytest.raises(Raced):
        event_store.append(database, tap(night, 1), tap(night, 2), tap(night, 1))
    assert len(event_store.after(database, night.id)) == 0

    event_store.append(database, *(tap(night, seq) for seq in range(1, 4)))
    assert [entry.seq for entry in event_store.after(database, night.id, 0)] == [1, 2, 3]


def test_how_new_a_night_is_is_seen_without_reading_it_and_of_a_deleted_one_nothing(database, night):
    members.admit(database, night.id, "ann")
    event_store.append(database, tap(night, 1))
    gone = nights.open_night(database)
    nights.delete_night(database, gone.id)

    assert event_store.versions(database, [night.id, gone.id]) == {night.id: NightVersion(1, 1, 0)}
    assert event_store.versions(database, []) == {}
    assert event_store.version(database, night.id) == NightVersion(1, 1, 0)
    assert event_store.version(database, gone.id) is None
