"""The night after a night: there is one at most, it begins with its entries, and the night before it finds it."""

from companion.store import door, ledger, sequel
from companion.store.disk import Disk
from companion.store.ledger import NewEntry


def first(before) -> list[NewEntry]:
    return [
        NewEntry(sequel.next_id(before), 1, "2026-11-21T20:00:00.000Z", None, None, None, '{"type":"night.opened"}')
    ]


def test_a_night_has_no_next_one_until_it_is_opened(disk: Disk) -> None:
    before = door.open_night(disk)
    assert sequel.night_after(disk, before) is None

    opened = sequel.open_after(disk, before, first(before))

    assert sequel.night_after(disk, before) == opened
    assert opened.id != before.id
    assert len(ledger.after(disk, opened.id)) == 1


def test_opened_again_it_is_the_same_with_nothing_added(disk: Disk) -> None:
    before = door.open_night(disk)

    assert sequel.open_after(disk, before, first(before)) == sequel.open_after(disk, before, first(before))
    assert len(ledger.after(disk, sequel.next_id(before))) == 1


def test_a_phone_removed_in_between_does_not_make_a_second_one(disk: Disk) -> None:
    before = door.open_night(disk)
    opened = sequel.open_after(disk, before, first(before))
    renewed = door.remove(disk, before.id, door.admit(disk, before.id, "bob").device_id)

    assert renewed.token != before.token
    assert sequel.night_after(disk, renewed) == opened


def test_every_night_has_its_own(disk: Disk) -> None:
    one, other = door.open_night(disk), door.open_night(disk)

    assert sequel.next_id(one) != sequel.next_id(other)
    assert len(sequel.next_id(one)) == 8
    assert sequel.open_after(disk, one, first(one)).code != sequel.open_after(disk, other, first(other)).code
