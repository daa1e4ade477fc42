"""The door: who may come in, who is out, and how often it has been touched."""

import re

import pytest
from sqlalchemy import select

from companion import chance
from companion.rules.refused import Refused
from companion.store import event_store, members, nights
from companion.store.database import Database
from companion.store.errors import UnknownNight
from companion.store.event_store import NewEntry
from companion.store.models import Device, Loan, Ticket, entry
from companion.store.nights import NightLinks


def count(disk: Database, night: NightLinks) -> int:
    return members.phones(disk, night.id).door


def phone_of(disk: Database, night: NightLinks, token: str) -> members.Phone | None:
    return members.phones(disk, night.id).by_token(token)


def test_an_open_night_is_found_by_its_code_its_token_and_its_link(disk: Database, night: NightLinks) -> None:
    assert nights.by_code(disk, night.code) == night
    assert nights.by_token(disk, night.token) == night
    assert nights.by_id(disk, night.id) == night
    assert re.fullmatch("[a-z]{8}", night.id)
    assert night.door == 0


def test_a_code_may_be_typed_with_dash_blanks_and_small_letters(disk: Database, night: NightLinks) -> None:
    assert nights.by_code(disk, f" {night.code[:4].lower()}-{night.code[4:]} ") == night


def test_another_code_finds_nothing(disk: Database, night: NightLinks) -> None:
    assert [typed for typed in ("", "-", "ABCD", "' OR 1=1") if nights.by_code(disk, typed)] == []


def test_a_taken_code_is_drawn_again(disk: Database, night: NightLinks, monkeypatch: pytest.MonkeyPatch) -> None:
    codes = iter([night.code, night.code, "FREECODE"])
    monkeypatch.setattr(chance, "code", lambda: next(codes))

    assert nights.open_night(disk).code == "FREECODE"


def test_a_phone_is_known_by_its_token_of_which_only_the_hash_is_kept(disk: Database, night: NightLinks) -> None:
    admitted = members.admit(disk, night.id, "p1", "Ann's phone")
    phone = phone_of(disk, night, admitted.token)

    assert phone is not None
    assert (phone.id, phone.player, phone.label) == (admitted.device_id, "p1", "Ann's phone")
    assert len(admitted.token) == 43
    rows = disk.read(lambda session: [tuple(row) for row in session.execute(Device.__table__.select())])
    assert admitted.token not in repr(rows)
    assert re.fullmatch("[0-9a-f]{64}", phone.token_hash)


def test_a_phone_of_one_night_is_unknown_in_another(disk: Database, night: NightLinks) -> None:
    admitted = members.admit(disk, night.id, "p1")

    assert phone_of(disk, nights.open_night(disk), admitted.token) is None


def test_all_phones_and_loans_are_read_together(disk: Database, night: NightLinks) -> None:
    ann, bob = members.admit(disk, night.id, "p1"), members.admit(disk, night.id, "p2")
    members.lend(disk, night.id, "p3", ann.device_id)
    phones = members.phones(disk, night.id)

    assert [phone.id for phone in phones.devices] == [ann.device_id, bob.device_id]
    assert phones.loans == {"p3": ann.device_id}
    assert phones.by_token(bob.token) == phones.of_player("p2")
    assert phones.by_token("nobody's") is None


def test_a_removed_phone_is_unknown_and_the_old_code_opens_nothing(disk: Database, night: NightLinks) -> None:
    ann, bob = members.admit(disk, night.id, "p1"), members.admit(disk, night.id, "p2")
    members.lend(disk, night.id, "p3", bob.device_id)
    renewed = members.remove(disk, night.id, bob.device_id)

    assert phone_of(disk, night, bob.token) is None
    assert phone_of(disk, night, ann.token) is not None
    assert members.phones(disk, night.id).loans == {}
    assert nights.by_code(disk, night.code) is None
    assert nights.by_token(disk, night.token) is None
    assert nights.by_code(disk, renewed.code) == nights.by_token(disk, renewed.token) == renewed
    assert renewed.id == night.id


def test_a_removed_phone_leaves_no_ticket_behind(disk: Database, night: NightLinks) -> None:
    bob = members.admit(disk, night.id, "p2")
    secret = members.ticket(disk, night.id, "p2")
    members.remove(disk, night.id, bob.device_id)

    with pytest.raises(Refused):
        members.use_ticket(disk, secret)


def test_a_phone_of_another_night_cannot_be_removed_or_lent_to(disk: Database, night: NightLinks) -> None:
    other = nights.open_night(disk)
    stranger = members.admit(disk, other.id, "p1")
    members.remove(disk, night.id, stranger.device_id)

    assert phone_of(disk, other, stranger.token) is not None
    with pytest.raises(Refused, match="no longer at this table"):
        members.lend(disk, night.id, "p2", stranger.device_id)


def test_a_seat_is_lent_to_one_phone_at_a_time_and_taken_back(disk: Database, night: NightLinks) -> None:
    ann, bob = members.admit(disk, night.id, "p1"), members.admit(disk, night.id, "p2")
    members.lend(disk, night.id, "p3", ann.device_id)
    members.lend(disk, night.id, "p3", bob.device_id)
    assert members.phones(disk, night.id).loans == {"p3": bob.device_id}

    members.take_back(disk, night.id, "p3")
    assert members.phones(disk, night.id).loans == {}


def test_nothing_is_lent_to_a_removed_phone(disk: Database, night: NightLinks) -> None:
    ann = members.admit(disk, night.id, "p1")
    members.remove(disk, night.id, ann.device_id)

    with pytest.raises(Refused, match="no longer at this table"):
        members.lend(disk, night.id, "p3", ann.device_id)


def test_a_phone_takes_a_seat_that_has_none_and_ends_its_loan(disk: Database, night: NightLinks) -> None:
    ann = members.admit(disk, night.id, "p1")
    members.lend(disk, night.id, "p2", ann.device_id)
    bob = members.take_over(disk, night.id, "p2", "Bob's phone")

    assert members.phones(disk, night.id).loans == {}
    phone = phone_of(disk, night, bob.token)
    assert phone == members.phones(disk, night.id).of_player("p2") is not None


def test_a_seat_with_a_phone_is_not_taken_over_until_that_is_removed(disk: Database, night: NightLinks) -> None:
    ann = members.admit(disk, night.id, "p1")
    with pytest.raises(Refused, match="has a phone already"):
        members.take_over(disk, night.id, "p1", "")

    members.remove(disk, night.id, ann.device_id)
    assert members.take_over(disk, night.id, "p1", "").device_id != ann.device_id


def test_a_player_has_one_phone(disk: Database, night: NightLinks) -> None:
    members.admit(disk, night.id, "p1")

    with pytest.raises(Refused, match="has a phone already"):
        members.admit(disk, night.id, "p1")
    assert len(members.phones(disk, night.id).devices) == 1


def test_the_same_token_brought_again_is_the_same_phone_and_nothing_changes(disk: Database, night: NightLinks) -> None:
    members.admit(disk, night.id, "p3")
    for let_in, player in ((members.admit, "p1"), (members.take_over, "p2")):
        first = let_in(disk, night.id, player, "a phone", f"of {player}")
        standing = members.phones(disk, night.id)

        assert let_in(disk, night.id, player, "a phone", f"of {player}") == first == (first.device_id, f"of {player}")
        assert members.phones(disk, night.id) == standing
        for token in ("another", None):
            with pytest.raises(Refused, match="has a phone already"):
                let_in(disk, night.id, player, "", token)


def test_a_token_opens_no_second_seat_and_lets_no_removed_phone_back(disk: Database, night: NightLinks) -> None:
    ann = members.admit(disk, night.id, "p1", "", "brought")
    with pytest.raises(Refused, match="sent before"):
        members.admit(disk, night.id, "p2", "", "brought")
    members.remove(disk, night.id, ann.device_id)

    for let_in in (members.admit, members.take_over):
        with pytest.raises(Refused, match="sent before"):
            let_in(disk, night.id, "p1", "", "brought")
    assert members.phones(disk, night.id).devices == ()
    assert members.admit(disk, nights.open_night(disk).id, "p1", "", "brought").token == "brought"


def test_every_change_at_the_door_is_counted(disk: Database, night: NightLinks) -> None:
    counts = [count(disk, night)]
    ann = members.admit(disk, night.id, "p1")
    counts.append(count(disk, night))
    members.lend(disk, night.id, "p2", ann.device_id)
    counts.append(count(disk, night))
    members.take_back(disk, night.id, "p2")
    counts.append(count(disk, night))
    members.take_over(disk, night.id, "p2", "")
    counts.append(count(disk, night))
    members.use_ticket(disk, members.ticket(disk, night.id, "p1"))
    counts.append(count(disk, night))
    members.remove(disk, night.id, ann.device_id)
    counts.append(count(disk, night))

    assert counts == list(range(7))


def test_a_deleted_night_leaves_nothing_behind(disk: Database, night: NightLinks) -> None:
    ann = members.admit(disk, night.id, "p1")
    members.lend(disk, night.id, "p2", ann.device_id)
    members.ticket(disk, night.id, "p1")
    event_store.append(disk, NewEntry(night.id, 1, "", "p1", ann.device_id, "k", "{}"))
    nights.delete_night(disk, night.id)

    assert nights.by_id(disk, night.id) is None
    for kept in (Device, entry, Loan, Ticket):
        assert disk.read(lambda session, kept=kept: session.execute(select(kept)).all()) == []


def test_a_night_that_is_not_there_has_no_door(disk: Database) -> None:
    for refused in (
        lambda: members.admit(disk, "nowhere", "p1"),
        lambda: members.phones(disk, "nowhere"),
        lambda: members.ticket(disk, "nowhere", "p1"),
        lambda: members.remove(disk, "nowhere", 1),
    ):
        with pytest.raises(UnknownNight):
            refused()
