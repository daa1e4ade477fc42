"""Housekeeping: backups while the table plays, nights that go when they are old, and what other processes did."""

import sqlite3
from contextlib import closing
from datetime import timedelta

import pytest

from companion.server import cli, housekeeping
from companion.server.housekeeping import HOUR, Housekeeper
from companion.storage import backups as storage_backups
from companion.storage import files, nights
from companion.storage.clock import now
from companion.storage.database import database_of
from companion.storage.errors import DatabaseUnavailable
from tests.conftest import Evening, make_app, subscribed


@pytest.fixture
def app(tmp_path):
    app = make_app(tmp_path / "data")
    yield app
    database_of(app).close()


@pytest.fixture
def evening(app):
    evening = Evening(app)
    evening.bob = evening.join("Bob")
    return evening


@pytest.fixture
def clock(monkeypatch):
    """How many hours the app has been open, and how many days later it is on the calendar."""
    later = {"hours": 0.0, "days": 0}
    monkeypatch.setattr(housekeeping, "monotonic", lambda: 1e6 + later["hours"] * HOUR)
    monkeypatch.setattr(housekeeping, "now", lambda: now() + timedelta(days=later["days"]))
    return later


@pytest.fixture
def keeper(app, clock):
    return Housekeeper(app)


def backups(app):
    return sorted((app.config["DATA"] / "backups").glob("companion-*.db"))


def entries(path):
    with closing(sqlite3.connect(path)) as copy:
        return copy.execute("SELECT count(*) FROM entry").fetchone()[0]


def test_every_hour_what_is_new_is_backed_up_and_ten_backups_are_kept(app, keeper, clock):
    keeper.round()
    assert backups(app) == []  # there is nothing yet

    evening = Evening(app)
    for hours in (1, 1.5, 2, 2.5, 3, 4, 5, 6):  # with news until the third hour
        clock["hours"] = hours
        keeper.round()
        if hours < 3:
            evening.ann.tap("fine.given", player="p1", amount=1, again="yes")
    assert [entries(path) for path in backups(app)] == [2, 4, 6]
    Housekeeper(app).round()
    assert len(backups(app)) == 3  # a new start knows the last backup

    for hours in range(7, 20):
        clock["hours"] = hours
        evening.ann.tap("fine.given", player="p1", amount=1, again="yes")
        keeper.round()
    assert len(backups(app)) == 10


def test_the_end_of_a_night_is_backed_up_at_once_and_once(evening, keeper):
    keeper.round()
    evening.ann.tap("night.closed")
    keeper.round()
    keeper.round()

    assert [entries(path) for path in backups(evening.app)] == [3, 4]


def test_a_backup_that_fails_is_reported_and_tried_again_an_hour_later(evening, keeper, clock, monkeypatch, capsys):
    def full(*_):
        raise DatabaseUnavailable("The disk is full.")

    evening.ann.tap("night.closed")
    monkeypatch.setattr(housekeeping.backups, "backup", full)
    for _ in range(3):
        keeper.round()
    assert capsys.readouterr().err == "  Housekeeping: The disk is full.\n"

    monkeypatch.undo()
    monkeypatch.setattr(housekeeping, "monotonic", lambda: 1e6 + HOUR)
    keeper.round()
    assert len(backups(evening.app)) == 1


def test_a_night_that_nobody_touched_for_half_a_year_goes(evening, keeper, clock):
    for kept, days in ((0, 9999), (180, 179)):
        evening.app.config["KEEP_DAYS"] = kept
        clock.update(days=days, hours=clock["hours"] + 48)
        keeper.round()
        assert evening.ann.get().status == 200

    clock.update(days=181, hours=999)
    keeper.round()
    clock.update(hours=999 + 25)
    keeper.round()
    assert nights.find(database_of(evening.app), id=evening.nid) is None
    assert evening.ann.get().status == 403
    assert "the night was deleted" in evening.bob.get("drinks").words


def is_there(evening):
    return nights.find(database_of(evening.app), id=evening.nid) is not None


def test_a_clock_that_is_a_year_ahead_deletes_nothing_if_it_is_put_right_within_a_day(evening, clock):
    wrong = Housekeeper(evening.app)
    clock.update(days=366)
    wrong.round()
    assert is_there(evening)
    clock.update(days=1, hours=25)
    wrong.round()

    clock.update(days=2, hours=30)
    Housekeeper(evening.app).round()  # the mark is gone
    clock.update(days=366)
    again = Housekeeper(evening.app)
    again.round()
    assert is_there(evening)
    clock.update(hours=60)
    again.round()
    assert not is_there(evening)


def test_a_mark_from_the_future_says_nothing(evening, clock):
    clock.update(days=400)
    Housekeeper(evening.app).round()
    clock.update(days=200)  # the night is due now, too
    Housekeeper(evening.app).round()
    assert is_there(evening)


@pytest.mark.parametrize(("days_later", "goes"), [(0, False), (1, True)])
def test_a_laptop_that_is_started_for_an_evening_deletes_at_its_next_evening(evening, clock, days_later, goes):
    clock.update(days=181)
    Housekeeper(evening.app).round()
    clock.update(days=181 + days_later)
    Housekeeper(evening.app).round()
    assert is_there(evening) is not goes


def test_with_a_clock_that_is_behind_or_goes_back_what_is_new_is_backed_up(evening, keeper, clock, monkeypatch):
    def entered_at(days):
        monkeypatch.setattr(storage_backups, "now", lambda: now() + timedelta(days=days))
        evening.ann.tap("fine.given", player="p1", amount=1, again="yes")
        clock.update(days=days, hours=clock["hours"] + 2)
        keeper.round()

    for days in (0, -365, 30):
        entered_at(days)
    assert sorted(entries(path) for path in backups(evening.app)) == [4, 5, 6]
    Housekeeper(evening.app).round()
    assert len(backups(evening.app)) == 3


def test_after_a_night_was_deleted_what_is_entered_in_others_is_backed_up(evening, keeper, clock):
    other = Evening(evening.app)
    keeper.round()
    nights.delete_night(database_of(evening.app), evening.nid)
    other.ann.tap("fine.given", player="p1", amount=1)
    clock.update(hours=2)
    keeper.round()
    assert sorted(entries(path) for path in backups(evening.app)) == [3, 5]


def test_backups_whose_names_lie_in_the_future_go_before_those_that_hold_more(evening, keeper, clock, monkeypatch):
    folder = evening.app.config["DATA"] / "backups"
    for number in range(12):
        monkeypatch.setattr(storage_backups, "now", lambda year=365 if number < 3 else 0: now() + timedelta(days=year))
        evening.ann.tap("fine.given", player="p1", amount=1, again="yes")
        clock.update(hours=2 * number)
        keeper.round()
    (folder / "companion-20990101-000000-000000.db").write_text("no database")
    evening.ann.tap("fine.given", player="p1", amount=1, again="yes")
    clock.update(hours=99)
    keeper.round()
    assert sorted(entries(path) for path in backups(evening.app)) == list(range(7, 17))


def test_a_night_that_nobody_looks_at_leaves_the_memory_and_is_there_when_somebody_comes_back(evening, keeper, clock):
    services = evening.app.extensions["companion"]
    evening.app.config["IDLE_MINUTES"] = 0
    used = services.nights.loaded(evening.nid).used
    keeper.round()
    assert services.nights.ids() == (evening.nid,)
    assert services.nights.in_memory(evening.nid).used == used  # housekeeping itself does not count

    clock["hours"] += 1
    evening.app.config["IDLE_MINUTES"] = 0.0001
    kept = evening.app.extensions["companion"].nights, evening.app.extensions["companion"].fragments
    evening.app.extensions["companion"].stopping.wait(0.02)
    keeper.round()

    assert (kept[0].ids(), dict(kept[1])) == ((), {})
    assert "Bob" in evening.ann.get("seats").words
    assert evening.nid in kept[0].ids()


def test_a_night_that_another_process_deleted_is_gone_here_too(evening, keeper):
    with subscribed(evening.app.extensions["companion"].pubsub, evening.nid) as subscriber:
        nights.delete_night(database_of(evening.app), evening.nid)
        assert evening.ann.get().status == 200

        keeper.round()

        assert subscriber.wait(0)
    assert evening.ann.get().status == 403


def test_a_restored_night_is_played_on(evening, keeper, capsys, tmp_path):
    keeper.round()
    (backup,) = backups(evening.app)
    evening.ann.tap("fine.given", player="p2", amount=7)
    database_of(evening.app).close()

    assert cli.main(["restore", str(backup), "--data", str(tmp_path / "data")]) == 0
    assert "is the database now" in capsys.readouterr().out
    app = make_app(tmp_path / "data")
    ann = evening.ann.at(app)

    assert "Bob" in ann.get().words
    assert ann.tap("fine.given", player="p2", amount=1).status == 200
    night = app.extensions["companion"].nights.log(evening.nid).night
    assert night.players["p2"].owed == 1
    database_of(app).close()


def test_a_backup_is_copied_aside_while_phones_are_served(evening, keeper, monkeypatch):
    works, aside = [], storage_backups.aside
    monkeypatch.setattr(storage_backups, "aside", lambda *asked: (works.append(asked[0]), aside(*asked)))
    keeper.round()

    assert len(backups(evening.app)) == 1
    assert works == [files.copy]
