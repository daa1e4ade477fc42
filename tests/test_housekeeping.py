"""Housekeeping: backups while the table plays, nights that go when they are old, and what other processes did."""

import sqlite3
from contextlib import closing
from datetime import timedelta

import pytest

from companion.server import cli, housekeeping
from companion.server.housekeeping import HOUR, Housekeeper
from companion.storage import backups as storage_backups
from companion.storage import clock as storage_clock
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
    """How many hours the app has been open, and how many days later it is by the clock of this computer."""
    later = {"hours": 0.0, "days": 0}
    monkeypatch.setattr(housekeeping, "monotonic", lambda: 1e6 + later["hours"] * HOUR)
    for module in (housekeeping, storage_backups, storage_clock, nights):
        monkeypatch.setattr(module, "now", lambda: now() + timedelta(days=later["days"]))
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


def test_what_was_entered_is_backed_up_whatever_the_clock_says(evening, clock):
    """Each time the companion is started anew: what the last backup holds is known from the backup alone."""
    ann, later = evening.ann, Evening(evening.app)

    def is_backed_up():
        before = len(backups(evening.app))
        Housekeeper(evening.app).round()
        return len(backups(evening.app)) == before + 1

    assert is_backed_up()
    for days in (0, 365, -365, -9999, 0):
        clock["days"] = days
        assert not is_backed_up(), days
        ann.tap("fine.given", player="p1", amount=1, again="yes")
        assert is_backed_up(), days
    ann.tap("entry.undone", entry=evening.seq)
    assert is_backed_up()
    nights.delete_night(database_of(evening.app), later.nid)
    assert not is_backed_up()
    ann.tap("fine.given", player="p1", amount=1, again="yes")
    assert is_backed_up()


def test_the_ten_that_were_made_last_are_kept_whatever_the_clock_named_them(evening, clock):
    other = Evening(evening.app)
    for _ in range(20):
        other.ann.tap("fine.given", player="p1", amount=1, again="yes")
    for number in range(25):
        clock["days"] = 9999 if number in (3, 4, 20) else -100 * number
        evening.ann.tap("fine.given", player="p1", amount=1, again="yes")
        if number == 12:  # from then on they hold fewer entries than before
            nights.delete_night(database_of(evening.app), other.nid)
        Housekeeper(evening.app).round()

    assert sorted(map(entries, backups(evening.app))) == list(range(evening.seq - 9, evening.seq + 1))


def test_of_the_backups_of_version_1_0_0_those_with_most_entries_are_kept(evening, clock):
    folder = evening.app.config["DATA"] / "backups"
    folder.mkdir()
    for number in range(12):
        clock["days"] = -number
        storage_backups.backup(database_of(evening.app), folder)
        evening.ann.tap("fine.given", player="p1", amount=1, again="yes")
    Housekeeper(evening.app).round()

    assert sorted(map(entries, backups(evening.app))) == list(range(evening.seq - 9, evening.seq + 1))


def test_the_end_of_a_night_is_backed_up_at_once_and_once(evening, keeper):
    keeper.round()
    evening.ann.tap("night.closed")
    keeper.round()
    keeper.round()

    assert [entries(path) for path in backups(evening.app)] == [3, 4]


def test_a_backup_that_fails_is_reported_and_tried_again_an_hour_later(evening, keeper, clock, monkeypatch, capsys):
    def full(*_, **__):
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


def is_kept(evening):
    return nights.find(database_of(evening.app), id=evening.nid) is not None


def test_a_night_that_nobody_touched_for_half_a_year_is_marked_and_goes_a_day_later(evening, keeper, clock, capsys):
    for kept, days in ((0, 9999), (180, 179)):
        evening.app.config["KEEP_DAYS"] = kept
        clock.update(days=days, hours=clock["hours"] + 48)
        keeper.round()
        assert evening.ann.get().status == 200
    assert capsys.readouterr().out == ""

    clock.update(days=181, hours=999)
    keeper.round()
    assert evening.ann.get().status == 200
    says = capsys.readouterr().out
    assert says.startswith("  1 night untouched for 180 days by the clock, which says 20")
    assert says.endswith(": deleted at a later start, or tomorrow (COMPANION_KEEP_DAYS).\n")

    clock.update(days=182, hours=999 + 24)
    keeper.round()
    assert not is_kept(evening)
    assert capsys.readouterr().out == "  1 night deleted: untouched for 180 days (COMPANION_KEEP_DAYS).\n"
    assert evening.ann.get().status == 403
    assert "the night was deleted" in evening.bob.get("drinks").words


STARTED, RUNS, PLAYED = True, False, True
CLOCKS = {  # days the clock is ahead, if the companion is started anew, if the night is kept, if it was played on
    "a laptop that is on now and then": [(181, STARTED, True), (195, STARTED, False)],
    "evenings in a row": [(181, STARTED, True), (182, STARTED, False)],
    "started again at once": [(181, STARTED, True), (181.1, STARTED, True), (182, STARTED, False)],
    "a server that runs for weeks": [(179, STARTED, True), (180.5, RUNS, True), (181.5, RUNS, False)],
    "a year ahead at the start, then right": [(365, STARTED, True), (1, STARTED, True), (181, STARTED, True)],
    "a year ahead, put right while it runs": [(365, STARTED, True), (1, RUNS, True), (367, STARTED, True)],
    "a year ahead again and again": [(365, STARTED, True), (1, RUNS, True), (365, RUNS, True), (2, RUNS, True)],
    "a few hours back while it is due": [(190, STARTED, True), (189.9, RUNS, True), (190.9, RUNS, False)],
    "a year behind": [(-365, STARTED, True), (-364, RUNS, True), (2, RUNS, True), (-200, STARTED, True)],
    "a year behind once it was marked": [(181, STARTED, True), (-184, RUNS, True), (182, RUNS, True)],
    "played on once it was marked": [(181, STARTED, True), (300, STARTED, True, PLAYED), (481, STARTED, True)],
}


@pytest.mark.parametrize("steps", CLOCKS.values(), ids=CLOCKS)
def test_a_night_goes_only_if_the_clock_says_twice_that_it_is_old(evening, keeper, clock, steps):
    for days, is_started, is_left, *is_played in steps:
        clock.update(days=days, hours=clock["hours"] + 24)
        if is_played:
            evening.ann.tap("fine.given", player="p1", amount=1)
        keeper = Housekeeper(evening.app) if is_started else keeper
        keeper.round()
        assert is_kept(evening) == is_left, days


def test_a_night_that_nobody_looks_at_leaves_the_memory_and_is_there_when_somebody_comes_back(evening, keeper, clock):
    services = evening.app.extensions["companion"]
    evening.app.config["IDLE_MINUTES"] = 0
    used = services.nights.loaded(evening.nid).used
    keeper.round()
    assert services.nights.ids() == (evening.nid,)
    assert services.nights.in_memory(evening.nid).used == used  # housekeeping itself does not count

    clock["hours"] += 1
    evening.app.config["IDLE_MINUTES"] = 0.0001
    services.stopping.wait(0.02)
    keeper.round()

    assert (services.nights.ids(), dict(services.fragments)) == ((), {})
    assert "Bob" in evening.ann.get("seats").words
    assert evening.nid in services.nights.ids()


def test_a_night_that_another_process_deleted_is_gone_here_too(evening, keeper):
    with subscribed(evening.app.extensions["companion"].pubsub, evening.nid) as subscriber:
        nights.delete_night(database_of(evening.app), evening.nid)
        assert evening.ann.get().status == 200

        keeper.round()

        assert subscriber.wait(0)
    assert evening.ann.get().status == 403


def test_a_restored_night_is_played_on_and_backed_up_although_an_older_backup_holds_more(
    evening, keeper, clock, capsys, tmp_path
):
    keeper.round()
    (backup,) = backups(evening.app)
    for _ in range(3):
        evening.ann.tap("fine.given", player="p2", amount=7, again="yes")
    Housekeeper(evening.app).round()
    database_of(evening.app).close()

    assert cli.main(["restore", str(backup), "--data", str(tmp_path / "data")]) == 0
    assert "is the database now" in capsys.readouterr().out
    app = make_app(tmp_path / "data")
    keeper, ann = Housekeeper(app), evening.ann.at(app)
    keeper.round()

    assert "Bob" in ann.get().words
    assert ann.tap("fine.given", player="p2", amount=1).status == 200
    assert app.extensions["companion"].nights.log(evening.nid).night.players["p2"].owed == 1
    clock["hours"] = 1
    keeper.round()
    assert [entries(path) for path in backups(app)] == [3, 6, 3, 4]
    database_of(app).close()


def test_a_night_that_a_backup_brings_back_does_not_go_at_once(evening, clock, tmp_path):
    data = tmp_path / "data"
    clock["days"] = 181
    Housekeeper(evening.app).round()  # marks it
    database_of(evening.app).close()
    assert cli.main(["backup", str(tmp_path / "copy.db"), "--data", str(data)]) == 0
    assert cli.main(["restore", str(tmp_path / "copy.db"), "--data", str(data)]) == 0

    app = make_app(data)
    for days, is_left in ((300, True), (301, False)):
        clock["days"] = days
        Housekeeper(app).round()
        assert (nights.find(database_of(app), id=evening.nid) is not None) == is_left
    database_of(app).close()


def test_a_backup_is_copied_aside_while_phones_are_served(evening, keeper, monkeypatch):
    works, aside = [], storage_backups.aside
    monkeypatch.setattr(storage_backups, "aside", lambda *asked: [works.append(asked[0]), aside(*asked)][1])
    keeper.round()

    assert len(backups(evening.app)) == 1
    assert works == [storage_backups.own, files.copy, storage_backups.own]
