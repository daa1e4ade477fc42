"""Nights: how one is opened and found, the next one, the big screen's link, and which have grown old."""

import re

import pytest

from companion.storage import event_store, members, nights
from companion.storage.errors import UnknownNight
from companion.storage.event_store import NewEntry

LONG_AGO, TODAY, TOMORROW, NEVER = "2020-01-01", "2030-01-01", "2030-01-02", "9999-12-31T00:00:00Z"


def wrote(database, night_id, at="", seq=1):
    event_store.append(database, NewEntry(night_id, seq, at, None, None, None, "{}"))


def test_a_night_is_found_by_its_code_its_token_its_link_and_its_screens_link(database, night):
    assert nights.by_code(database, night.code) == nights.find(database, token=night.token) == night
    assert nights.find(database, id=night.id) == nights.find(database, watch=night.watch) == night
    assert nights.by_code(database, f" {night.code[:3].lower()}-{night.code[3:]} ") == night
    assert re.fullmatch("[a-z]{8}", night.id)
    assert len(night.watch) == 22


def test_nothing_else_finds_it(database, night):
    assert [typed for typed in ("", "-", "ABCD", "' OR 1=1") if nights.by_code(database, typed)] == []
    assert nights.find(database, watch=night.token) is nights.find(database, watch="") is None
    assert nights.find(database, token=night.watch) is None


def test_the_screens_link_is_renewed_by_itself_or_with_all_others(database, night):
    bob = members.admit(database, night.id, "p2")
    nights.renew_watch(database, night.id)
    renewed = nights.find(database, id=night.id)

    assert nights.find(database, watch=night.watch) is None
    phones = members.phones(database, night.id)
    assert (renewed.code, renewed.token, phones.members_version) == (night.code, night.token, 2)
    assert [phones.shows_to(secret) for secret in (renewed.watch, night.watch, "")] == [True, False, False]
    assert renewed.watch not in repr(phones)
    assert not members.Phones((), {}, 0).shows_to("")
    members.remove(database, night.id, bob.device_id)
    assert nights.find(database, watch=renewed.watch) is None


def after(night):
    return [NewEntry(nights.next_id(night), 1, TODAY, None, None, None, '{"type":"night.opened"}')]


def test_the_next_night_is_opened_once_with_its_entries_and_found_again(database, night):
    assert nights.find(database, id=nights.next_id(night)) is None
    opened = nights.open_after(database, night, after(night))
    again = nights.open_after(database, night, after(night))
    members.remove(database, night.id, members.admit(database, night.id, "bob").device_id)
    renewed = nights.find(database, id=night.id)

    assert opened == again == nights.find(database, id=nights.next_id(renewed))
    assert len(event_store.after(database, opened.id)) == 1
    assert len({opened.id, night.id, nights.next_id(nights.open_night(database))}) == 3


def test_a_night_in_which_nobody_entered_anything_since_is_old(database, night):
    def old(since, until):
        nights.due(database, LONG_AGO, "2020-01-02", "2020-01-02")  # takes the marks away
        return nights.due(database, since, until, until)

    assert old(LONG_AGO, TODAY) == (0, [])
    assert old(TODAY, TOMORROW) == (1, [])
    wrote(database, night.id, NEVER)  # what claims to come from the future keeps no night
    assert old(TODAY, TOMORROW) == (1, [])
    wrote(database, night.id, "2030-01-01T12:00:00Z", seq=2)
    assert old(TODAY, TOMORROW) == (0, [])


def test_an_old_night_is_marked_once_and_due_when_its_mark_is_ripe(database, night):
    sooner, later = "2030-01-01T06:00:00.000Z", "2030-01-01T12:00:00.000Z"
    assert nights.due(database, TODAY, sooner, TODAY) == (1, [])
    assert nights.due(database, TODAY, later, sooner) == (0, [])
    assert nights.due(database, TODAY, TOMORROW, later) == (0, [night.id])
    assert nights.due(database, TODAY, TODAY, TODAY) == (1, [])  # the mark was from the future
    assert nights.due(database, TODAY, TOMORROW, later) == (0, [night.id])


def test_a_night_that_is_not_there_has_no_members(database):
    for refused in (
        lambda: members.admit(database, "nowhere", "p1"),
        lambda: members.phones(database, "nowhere"),
        lambda: members.ticket(database, "nowhere", "p1"),
        lambda: members.remove(database, "nowhere", 1),
    ):
        with pytest.raises(UnknownNight):
            refused()
