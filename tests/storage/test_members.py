"""Members: which phone is whose, who may take a seat, lending one, moving to another phone, and who is out."""

import re

import pytest

from companion.domain.refused import Refused
from companion.storage import members, nights
from companion.storage.models import Device
from tests.conftest import at_once


def phones(database, night):
    return members.phones(database, night.id)


def test_a_phone_is_known_by_its_token_of_which_only_the_hash_is_kept(database, night):
    admitted = members.admit(database, night.id, "p1")
    phone = phones(database, night).by_token(admitted.token)

    assert (phone.id, phone.player) == (admitted.device_id, "p1")
    assert len(admitted.token) == 43
    rows = database.read(lambda session: [tuple(row) for row in session.execute(Device.__table__.select())])
    assert admitted.token not in repr(rows)
    assert re.fullmatch("[0-9a-f]{64}", phone.token_hash)
    assert phones(database, nights.open_night(database)).by_token(admitted.token) is None


def test_a_removed_phone_is_out_with_its_loans_and_tickets_and_the_old_links_open_nothing(database, night):
    ann, bob = members.admit(database, night.id, "p1"), members.admit(database, night.id, "p2")
    members.lend(database, night.id, "p3", bob.device_id)
    secret = members.ticket(database, night.id, "p2")
    members.remove(database, night.id, bob.device_id)
    renewed = nights.find(database, id=night.id)

    assert phones(database, night).by_token(bob.token) is None
    assert phones(database, night).by_token(ann.token) is not None
    assert phones(database, night).loans == {}
    assert nights.by_code(database, night.code) is nights.find(database, token=night.token) is None
    assert nights.by_code(database, renewed.code) == nights.find(database, token=renewed.token) == renewed
    with pytest.raises(Refused):
        members.use_ticket(database, secret)
    with pytest.raises(Refused, match="no longer at this table"):
        members.lend(database, night.id, "p3", bob.device_id)


def test_a_phone_of_another_night_cannot_be_removed_or_lent_to(database, night):
    other = nights.open_night(database)
    stranger = members.admit(database, other.id, "p1")
    members.remove(database, night.id, stranger.device_id)

    assert phones(database, other).by_token(stranger.token) is not None
    with pytest.raises(Refused, match="no longer at this table"):
        members.lend(database, night.id, "p2", stranger.device_id)


def test_a_player_has_one_phone_until_it_is_removed(database, night):
    ann = members.admit(database, night.id, "p1")
    for over in (False, True):
        with pytest.raises(Refused, match="has a phone already"):
            members.admit(database, night.id, "p1", over=over)
    assert len(phones(database, night).devices) == 1

    members.remove(database, night.id, ann.device_id)
    assert members.admit(database, night.id, "p1", over=True).device_id != ann.device_id


def test_a_token_opens_no_second_seat_and_lets_no_removed_phone_back(database, night):
    ann = members.admit(database, night.id, "p1", "brought")
    with pytest.raises(Refused, match="sent already"):
        members.admit(database, night.id, "p2", "brought")
    members.remove(database, night.id, ann.device_id)

    for over in (False, True):
        with pytest.raises(Refused, match="sent already"):
            members.admit(database, night.id, "p1", "brought", over)
    assert phones(database, night).devices == ()
    assert members.admit(database, nights.open_night(database).id, "p1", "brought").token == "brought"


def test_every_change_is_counted(database, night):
    ann, tickets = members.admit(database, night.id, "p1"), list[str]()
    for count, change in enumerate(
        (
            lambda: None,
            lambda: members.lend(database, night.id, "p2", ann.device_id),
            lambda: members.take_back(database, night.id, "p2"),
            lambda: members.admit(database, night.id, "p2", over=True),
            lambda: tickets.append(members.ticket(database, night.id, "p1")),
            lambda: members.use_ticket(database, *tickets),
            lambda: members.remove(database, night.id, ann.device_id),
        ),
        start=1,
    ):
        change()
        assert phones(database, night).members_version == count


def test_the_new_phone_is_the_player_and_the_old_one_is_out(database, night):
    old = members.admit(database, night.id, "p1")
    members.lend(database, night.id, "p2", old.device_id)
    moved = members.use_ticket(database, members.ticket(database, night.id, "p1"))
    found = phones(database, night)

    assert (moved.night_id, moved.player) == (night.id, "p1")
    assert found.by_token(old.token) is None
    assert [phone.id for phone in found.devices] == [moved.device_id]
    assert found.by_token(moved.token) is not None
    assert found.loans == {"p2": moved.device_id}


def test_of_two_phones_with_one_ticket_one_is_moved(database, night):
    secret = members.ticket(database, night.id, "p1")
    moved = at_once(*[lambda: members.use_ticket(database, secret)] * 2)

    assert sorted(type(one).__name__ for one in moved) == ["Admitted", "Refused"]
    assert len(phones(database, night).devices) == 1
