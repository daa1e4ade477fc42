"""Private things: each player's wishes are kept beside the log, and whoever takes a seat over does not learn them."""

import pytest

from companion.store import members, nights, preferences
from companion.store.database import Database
from companion.store.errors import UnknownNight
from companion.store.preferences import Wish


def test_whoever_never_said_anything_has_the_plain_wish(disk: Database) -> None:
    night = nights.open_night(disk)

    assert members.phones(disk, night.id).wish_of("ann") == Wish("alcohol", "", None, False, None, None)


def test_the_newest_wish_is_kept_and_the_door_counter_which_all_phones_show_stands_still(disk: Database) -> None:
    night = nights.open_night(disk)

    preferences.keep(disk, night.id, "ann", Wish("forfeit", "sings a verse", 8))
    preferences.keep(disk, night.id, "ann", Wish("soft", paused=True, glass=330))

    phones = members.phones(disk, night.id)
    assert phones.wish_of("ann") == Wish("soft", "", None, True, 330)
    assert phones.wish_of("bob") == Wish()
    assert phones.door == 0


def test_whoever_takes_a_seat_over_does_not_learn_its_wishes(disk: Database) -> None:
    night = nights.open_night(disk)
    preferences.keep(disk, night.id, "ann", Wish("forfeit", "sings a verse"))

    members.take_over(disk, night.id, "ann")

    assert members.phones(disk, night.id).wish_of("ann") == Wish()


def test_wishes_do_not_show_in_what_is_printed(disk: Database) -> None:
    night = nights.open_night(disk)
    preferences.keep(disk, night.id, "ann", Wish("forfeit", "sings a verse"))

    assert "sings a verse" not in repr(members.phones(disk, night.id))


def test_nothing_is_kept_of_a_night_that_is_not_there(disk: Database) -> None:
    with pytest.raises(UnknownNight) as raised:
        preferences.keep(disk, "nowhere1", "ann", Wish("forfeit", "sings a verse"))

    assert "sings a verse" not in str(raised.value.__context__)
