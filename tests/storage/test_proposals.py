"""Proposals and preferences lie beside the log: the newest counts, a question is answered once."""

import pytest

from companion.storage import members, nights
from companion.storage import proposals as store
from companion.storage.errors import UnknownNight
from companion.storage.members import Preferences


def test_a_proposal_waits_until_it_is_answered_once_at_its_own_night(database, night):
    number = store.propose(database, night.id, "ann", "bob", '{"type": "drink.moved"}')
    (waiting,) = members.phones(database, night.id).proposals

    assert waiting[:4] == (number, "ann", "bob", '{"type": "drink.moved"}')
    assert not store.end(database, nights.open_night(database).id, number)
    assert store.end(database, night.id, number)
    assert not store.end(database, night.id, number)
    assert members.phones(database, night.id).proposals == ()
    assert store.propose(database, night.id, "ann", "bob", '{"type": "drink.moved"}') > number


def test_what_was_noted_about_a_game_is_kept_once_and_goes_with_its_night(database, night):
    for game, note in ((2, "led 1"), (2, "led 1"), (2, "led 2"), (90, "anybody makes rules")):
        store.take_note(database, night.id, game, note)
    phones = members.phones(database, night.id)

    assert phones.notes == {2: {"led 1", "led 2"}, 90: {"anybody makes rules"}}
    assert phones.is_noted(2, "led 2")
    assert not phones.is_noted(90, "led 1")
    assert phones.members_version == 4
    with pytest.raises(UnknownNight):
        store.take_note(database, "nowhere", 2, "led 1")
    nights.delete_night(database, night.id)
    assert database.read(lambda session: store.game_notes(session, night.id)) == {}


def test_the_very_same_question_waits_once(database, night):
    first = store.propose(database, night.id, "ann", "bob", "{}")

    assert store.propose(database, night.id, "ann", "bob", "{}") == first
    assert store.propose(database, night.id, "bob", "ann", "{}") != first
    assert len(members.phones(database, night.id).proposals) == 2
    store.end(database, night.id, first)
    assert store.propose(database, night.id, "ann", "bob", "{}") != first


def test_the_newest_preferences_are_kept_without_a_new_version_of_the_members(database, night):
    assert members.phones(database, night.id).preferences_of("ann") == Preferences(
        "alcohol", "", None, False, None, None
    )
    members.set_preferences(database, night.id, "ann", Preferences("forfeit", "sings a verse", 8))
    assert "sings a verse" not in repr(members.phones(database, night.id))
    members.set_preferences(database, night.id, "ann", Preferences("soft", paused=True, glass=330, confirms=True))
    phones = members.phones(database, night.id)

    assert phones.preferences_of("ann") == Preferences("soft", "", None, True, 330, confirms=True)
    assert phones.preferences_of("bob") == Preferences()
    assert (phones.members_version, phones.preferences_version) == (0, 2)


def test_who_takes_a_seat_over_does_not_learn_its_preferences(database, night):
    members.set_preferences(database, night.id, "ann", Preferences("forfeit", "sings a verse"))
    members.admit(database, night.id, "ann", over=True)

    assert members.phones(database, night.id).preferences_of("ann") == Preferences()


def test_nothing_is_kept_of_a_night_that_is_not_there_or_no_longer(database, night):
    nights.delete_night(database, night.id)
    for refused in (
        lambda nid: store.propose(database, nid, "ann", "bob", "{}"),
        lambda nid: members.set_preferences(database, nid, "ann", Preferences("forfeit", "sings a verse")),
    ):
        for nid in ("nowhere1", night.id):
            with pytest.raises(UnknownNight) as raised:
                refused(nid)
            assert "sings a verse" not in str(raised.value.__context__)
