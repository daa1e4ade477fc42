"""Which nights have grown old, and what another process did to them."""

from companion.store import event_store, members, nights
from companion.store.database import Database
from companion.store.event_store import NewEntry, Standing, standings
from companion.store.nights import NightLinks, newest, untouched

LONG_AGO, TODAY, TOMORROW, NEVER = "2020-01-01", "2030-01-01", "2030-01-02", "9999-12-31T00:00:00Z"


def wrote(disk: Database, night: NightLinks, at: str, seq: int = 1) -> None:
    event_store.append(disk, NewEntry(night.id, seq, at, None, None, None, "{}"))


def test_a_night_in_which_nobody_entered_anything_is_old(disk: Database, night: NightLinks) -> None:
    assert untouched(disk, LONG_AGO, TODAY) == []
    assert untouched(disk, TODAY, TOMORROW) == [night.id]


def test_a_night_that_was_played_on_is_not_old(disk: Database, night: NightLinks) -> None:
    wrote(disk, night, "2030-01-01T12:00:00Z")

    assert untouched(disk, TODAY, TOMORROW) == []


def test_an_entry_that_claims_to_come_from_the_future_keeps_no_night(disk: Database, night: NightLinks) -> None:
    wrote(disk, night, NEVER)

    assert untouched(disk, TODAY, TOMORROW) == [night.id]
    assert newest(disk, TOMORROW) == night.created_at


def test_the_newest_is_the_last_entry_or_the_last_night_opened(disk: Database) -> None:
    assert newest(disk, TOMORROW) == ""
    night = nights.open_night(disk)
    assert newest(disk, TOMORROW) == night.created_at
    wrote(disk, night, "2030-01-01T12:00:00Z")
    assert newest(disk, TOMORROW) == "2030-01-01T12:00:00Z"


def test_a_deleted_night_stands_nowhere(disk: Database, night: NightLinks) -> None:
    members.admit(disk, night.id, "ann")
    wrote(disk, night, "")
    gone = nights.open_night(disk)
    nights.delete_night(disk, gone.id)

    assert standings(disk, [night.id, gone.id]) == {night.id: Standing(1, 0, 1, 0)}
    assert standings(disk, []) == {}
