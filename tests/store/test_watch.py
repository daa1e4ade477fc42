"""The big screen's link: each night has one of its own, it is renewed, and nights of earlier versions get one."""

from flask import Flask
from flask_migrate import downgrade, upgrade

from companion.store import door
from companion.store.disk import Disk
from companion.store.door import NightDoor


def test_a_night_is_found_by_it_and_by_nothing_like_it(disk: Disk, night: NightDoor) -> None:
    assert door.by_watch(disk, night.watch) == night
    assert door.by_watch(disk, night.token) is None
    assert door.by_watch(disk, "") is None
    assert door.by_token(disk, night.watch) is None
    assert len(night.watch) == 22


def test_a_new_one_takes_its_place_and_counts_as_a_change_at_the_door(disk: Disk, night: NightDoor) -> None:
    door.renew_watch(disk, night.id)

    assert door.by_watch(disk, night.watch) is None
    renewed = door.by_id(disk, night.id)
    assert renewed is not None
    assert (renewed.code, renewed.token, renewed.door) == (night.code, night.token, night.door + 1)
    assert not door.phones(disk, night.id).shows_to(night.watch)
    assert door.phones(disk, night.id).shows_to(renewed.watch)


def test_whoever_removes_a_phone_renews_it(disk: Disk, night: NightDoor) -> None:
    bob = door.admit(disk, night.id, "p2")

    assert door.remove(disk, night.id, bob.device_id).watch != night.watch


def test_no_empty_secret_shows_anything(disk: Disk, night: NightDoor) -> None:
    assert not door.phones(disk, night.id).shows_to("")
    assert not door.Phones((), {}, 0).shows_to("")


def test_it_is_in_no_repr_of_the_phones(disk: Disk, night: NightDoor) -> None:
    assert night.watch not in repr(door.phones(disk, night.id))


def test_a_night_of_an_earlier_version_has_one_after_the_upgrade(app: Flask, disk: Disk, night: NightDoor) -> None:
    other = door.open_night(disk)
    with app.app_context():
        downgrade(revision="0004")
        upgrade()

    found = [door.by_id(disk, one.id) for one in (night, other)]
    watches = {one.watch for one in found if one}
    assert len(watches) == 2
    assert all(len(watch) == 22 for watch in watches)
