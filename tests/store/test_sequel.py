"""The night after a night: there is one at most, it begins with its entries, and the night before it finds it."""

from companion.store import event_store, members, nights
from companion.store.database import Database
from companion.store.event_store import NewEntry


def first(before) -> list[NewEntry]:
    return [
        NewEntry(nights.next_id(before), 1, "2026-11-21T20:00:00.000Z", None, None, None, '{"type":"night.opened"}')
    ]


def test_a_night_has_no_next_one_until_it_is_opened(disk: Database) -> None:
    before = nights.open_night(disk)
    assert nights.night_after(disk, before) is None

    opened = nights.open_after(disk, before, first(before))

    assert nights.night_after(disk, before) == opened
    assert opened.id != before.id
    assert len(event_store.after(disk, opened.id)) == 1


def test_opened_again_it_is_the_same_with_nothing_added(disk: Database) -> None:
    before = nights.open_night(disk)

    assert nights.open_after(disk, before, first(before)) == nights.open_after(disk, before, first(before))
    assert len(event_store.after(disk, nights.next_id(before))) == 1


def test_a_phone_removed_in_between_does_not_make_a_second_one(disk: Database) -> None:
    before = nights.open_night(disk)
    opened = nights.open_after(disk, before, first(before))
    renewed = members.remove(disk, before.id, members.admit(disk, before.id, "bob").device_id)

    assert renewed.token != before.token
    assert nights.night_after(disk, renewed) == opened


def test_every_night_has_its_own(disk: Database) -> None:
    one, other = nights.open_night(disk), nights.open_night(disk)

    assert nights.next_id(one) != nights.next_id(other)
    assert len(nights.next_id(one)) == 8
    assert nights.open_after(disk, one, first(one)).code != nights.open_after(disk, other, first(other)).code
