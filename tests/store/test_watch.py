"""The big screen's link: each night has one of its own, it is renewed, and nights of earlier versions get one."""

from companion.store import members, nights
from companion.store.database import Database
from companion.store.nights import NightLinks


def test_a_night_is_found_by_it_and_by_nothing_like_it(disk: Database, night: NightLinks) -> None:
    assert nights.by_watch(disk, night.watch) == night
    assert nights.by_watch(disk, night.token) is None
    assert nights.by_watch(disk, "") is None
    assert nights.by_token(disk, night.watch) is None
    assert len(night.watch) == 22


def test_a_new_one_takes_its_place_and_counts_as_a_change_at_the_door(disk: Database, night: NightLinks) -> None:
    nights.renew_watch(disk, night.id)

    assert nights.by_watch(disk, night.watch) is None
    renewed = nights.by_id(disk, night.id)
    assert renewed is not None
    assert (renewed.code, renewed.token, renewed.door) == (night.code, night.token, night.door + 1)
    assert not members.phones(disk, night.id).shows_to(night.watch)
    assert members.phones(disk, night.id).shows_to(renewed.watch)


def test_whoever_removes_a_phone_renews_it(disk: Database, night: NightLinks) -> None:
    bob = members.admit(disk, night.id, "p2")

    assert members.remove(disk, night.id, bob.device_id).watch != night.watch


def test_no_empty_secret_shows_anything(disk: Database, night: NightLinks) -> None:
    assert not members.phones(disk, night.id).shows_to("")
    assert not members.Phones((), {}, 0).shows_to("")


def test_it_is_in_no_repr_of_the_phones(disk: Database, night: NightLinks) -> None:
    assert night.watch not in repr(members.phones(disk, night.id))
