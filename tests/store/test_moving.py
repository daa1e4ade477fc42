"""Moving to another phone: once, soon, and the old phone is out."""

from datetime import UTC, datetime, timedelta
from threading import Barrier, Thread

import pytest

from companion.rules.refused import Refused
from companion.store import members
from companion.store.database import Database
from companion.store.nights import NightLinks

NOW = datetime(2026, 11, 20, 20, 0, tzinfo=UTC)


def test_the_new_phone_is_the_player_and_the_old_one_is_out(disk: Database, night: NightLinks) -> None:
    old = members.admit(disk, night.id, "p1")
    members.lend(disk, night.id, "p2", old.device_id)
    moved = members.use_ticket(disk, members.ticket(disk, night.id, "p1"), "Ann's tablet")

    assert (moved.night_id, moved.player) == (night.id, "p1")
    assert members.phones(disk, night.id).by_token(old.token) is None
    phones = members.phones(disk, night.id)
    assert [(phone.id, phone.label) for phone in phones.devices] == [(moved.device_id, "Ann's tablet")]
    assert phones.by_token(moved.token) is not None
    assert phones.loans == {"p2": moved.device_id}


def test_a_ticket_moves_only_once(disk: Database, night: NightLinks) -> None:
    secret = members.ticket(disk, night.id, "p1")
    members.use_ticket(disk, secret)

    with pytest.raises(Refused, match="has been used or is too old"):
        members.use_ticket(disk, secret)
    assert len(members.phones(disk, night.id).devices) == 1


def test_the_phone_that_spent_a_ticket_is_the_same_with_its_token(disk: Database, night: NightLinks) -> None:
    old, secret = members.admit(disk, night.id, "p1"), members.ticket(disk, night.id, "p1")
    moved = members.use_ticket(disk, secret, "", "brought")
    standing = members.phones(disk, night.id)

    assert members.use_ticket(disk, secret, "", "brought") == moved
    assert members.phones(disk, night.id) == standing
    assert standing.by_token(old.token) is None
    for token in (None, "another"):
        with pytest.raises(Refused, match="has been used"):
            members.use_ticket(disk, secret, "", token)
    members.remove(disk, night.id, moved.device_id)
    with pytest.raises(Refused, match="has been used"):
        members.use_ticket(disk, secret, "", "brought")


def test_of_two_phones_with_one_ticket_one_is_moved(disk: Database, night: NightLinks) -> None:
    secret = members.ticket(disk, night.id, "p1")
    ready, refused = Barrier(2), []

    def use() -> None:
        ready.wait()
        try:
            members.use_ticket(disk, secret)
        except Refused as refusal:
            refused.append(refusal)

    phones = [Thread(target=use) for _ in range(2)]
    for phone in phones:
        phone.start()
    for phone in phones:
        phone.join(60)

    assert len(refused) == 1
    assert len(members.phones(disk, night.id).devices) == 1


def test_a_ticket_lasts_five_minutes(disk: Database, night: NightLinks) -> None:
    secret = members.ticket(disk, night.id, "p1", at=NOW)
    for seconds in (300, 3600):
        with pytest.raises(Refused):
            members.use_ticket(disk, secret, at=NOW + timedelta(seconds=seconds))

    assert members.use_ticket(disk, secret, at=NOW + timedelta(seconds=299)).player == "p1"


def test_a_newer_ticket_takes_the_place_of_the_older(disk: Database, night: NightLinks) -> None:
    older, newer = members.ticket(disk, night.id, "p1"), members.ticket(disk, night.id, "p1")

    with pytest.raises(Refused):
        members.use_ticket(disk, older)
    assert members.use_ticket(disk, newer).player == "p1"


def test_an_invented_ticket_moves_nobody(disk: Database, night: NightLinks) -> None:
    with pytest.raises(Refused):
        members.use_ticket(disk, "invented")
