"""Moving to another phone: once, soon, and the old phone is out."""

from datetime import UTC, datetime, timedelta
from threading import Barrier, Thread

import pytest

from companion.rules.refused import Refused
from companion.store import door
from companion.store.disk import Disk
from companion.store.door import NightDoor

NOW = datetime(2026, 11, 20, 20, 0, tzinfo=UTC)


def test_the_new_phone_is_the_player_and_the_old_one_is_out(disk: Disk, night: NightDoor) -> None:
    old = door.admit(disk, night.id, "p1")
    door.lend(disk, night.id, "p2", old.device_id)
    moved = door.use_ticket(disk, door.ticket(disk, night.id, "p1"), "Ann's tablet")

    assert (moved.night_id, moved.player) == (night.id, "p1")
    assert door.phones(disk, night.id).by_token(old.token) is None
    phones = door.phones(disk, night.id)
    assert [(phone.id, phone.label) for phone in phones.devices] == [(moved.device_id, "Ann's tablet")]
    assert phones.by_token(moved.token) is not None
    assert phones.loans == {"p2": moved.device_id}


def test_a_ticket_moves_only_once(disk: Disk, night: NightDoor) -> None:
    secret = door.ticket(disk, night.id, "p1")
    door.use_ticket(disk, secret)

    with pytest.raises(Refused, match="has been used or is too old"):
        door.use_ticket(disk, secret)
    assert len(door.phones(disk, night.id).devices) == 1


def test_the_phone_that_spent_a_ticket_is_the_same_when_it_brings_its_token_again(disk: Disk, night: NightDoor) -> None:
    old, secret = door.admit(disk, night.id, "p1"), door.ticket(disk, night.id, "p1")
    moved = door.use_ticket(disk, secret, "", "brought")
    standing = door.phones(disk, night.id)

    assert door.use_ticket(disk, secret, "", "brought") == moved
    assert door.phones(disk, night.id) == standing
    assert standing.by_token(old.token) is None
    for token in (None, "another"):
        with pytest.raises(Refused, match="has been used"):
            door.use_ticket(disk, secret, "", token)
    door.remove(disk, night.id, moved.device_id)
    with pytest.raises(Refused, match="has been used"):
        door.use_ticket(disk, secret, "", "brought")


def test_of_two_phones_with_one_ticket_one_is_moved(disk: Disk, night: NightDoor) -> None:
    secret = door.ticket(disk, night.id, "p1")
    ready, refused = Barrier(2), []

    def use() -> None:
        ready.wait()
        try:
            door.use_ticket(disk, secret)
        except Refused as refusal:
            refused.append(refusal)

    phones = [Thread(target=use) for _ in range(2)]
    for phone in phones:
        phone.start()
    for phone in phones:
        phone.join(60)

    assert len(refused) == 1
    assert len(door.phones(disk, night.id).devices) == 1


def test_a_ticket_lasts_five_minutes(disk: Disk, night: NightDoor) -> None:
    secret = door.ticket(disk, night.id, "p1", at=NOW)
    for seconds in (300, 3600):
        with pytest.raises(Refused):
            door.use_ticket(disk, secret, at=NOW + timedelta(seconds=seconds))

    assert door.use_ticket(disk, secret, at=NOW + timedelta(seconds=299)).player == "p1"


def test_a_newer_ticket_takes_the_place_of_the_older(disk: Disk, night: NightDoor) -> None:
    older, newer = door.ticket(disk, night.id, "p1"), door.ticket(disk, night.id, "p1")

    with pytest.raises(Refused):
        door.use_ticket(disk, older)
    assert door.use_ticket(disk, newer).player == "p1"


def test_an_invented_ticket_moves_nobody(disk: Disk, night: NightDoor) -> None:
    with pytest.raises(Refused):
        door.use_ticket(disk, "invented")
