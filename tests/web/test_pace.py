"""The pace: what I settled in the last hour and since when, on my own phone, in plain words."""

import datetime

import pytest

from companion.showing.drinks import pace
from companion.web import auth


def test_the_pace_is_told_in_plain_words(evening, ann, bob):
    assert "So far tonight Nothing yet." in bob.get("wishes").words
    ann.tap("fine.given", player="p2", amount=5)
    bob.tap("drink.taken", player="p2", amount=2)
    bob.tap("drink.taken", player="p2", amount=1)

    words = bob.get("wishes").words

    assert "You drank 3 sips, the first just now. In the last hour: 3 sips." in words
    assert "A glass of water or a pause is always fine." in words
    assert "sips" not in ann.get("wishes").words.split("My limit")[0]


@pytest.fixture
def drunk(evening, ann, bob, monkeypatch):
    """Bob drank 3 at ten and 1 at half past eleven; Cal drank, too, and one of Bob's was undone."""
    ann.tap("fine.given", player="p2", amount=9)
    ann.tap("fine.given", player="p3", amount=9)
    for at, player, amount in [("22:00", "p2", 3), ("23:00", "p3", 5), ("23:30", "p2", 1), ("23:40", "p2", 2)]:
        monkeypatch.setattr("companion.commands.handler.instant", lambda at=at: f"2026-11-20T{at}:00.000Z")
        bob.tap("drink.taken", player=player, amount=amount)
    ann.tap("entry.undone", entry=evening.seq)
    return evening


def test_the_last_hour_is_counted_by_the_servers_clock(drunk, web):
    cases = [
        ("22:59:59", "4 sips", "59 minutes ago", "just now"),
        ("23:45:00", "1 sip", "1 hour 45 minutes ago", "15 minutes ago"),
        ("23:31:00", "1 sip", "1 hour 31 minutes ago", "1 minute ago"),
    ]
    for at, hour, first, last in cases:
        told = pace_at(drunk, web, datetime.datetime.fromisoformat(f"2026-11-20T{at}Z"))
        assert (told.hour, told.night, told.first, told.last) == (hour, "4 sips", first, last), at


def test_later_nothing_is_left_in_the_last_hour_and_days_are_days(drunk, web):
    told = pace_at(drunk, web, datetime.datetime.fromisoformat("2026-11-24T22:00:00Z"))

    assert (told.hour, told.night, told.first) == ("", "4 sips", "4 days ago")


def pace_at(evening, web, at):
    with web.test_request_context():
        return pace(auth.scene(evening.nid), "p2", at)


def test_the_pace_counts_each_unit_for_itself(start_evening):
    evening = start_evening(unit="finger")
    for unit in ("finger", "pencil"):
        evening.ann.tap("unit.changed", unit=unit)
        evening.ann.tap("fine.given", player="p1", amount=1)
        evening.ann.tap("drink.taken", player="p1", amount=1)

    assert "You drank 1 finger and 1 pencil," in evening.ann.get("wishes").words
