"""Several entries for one tap: all of them stand or none does, each once, and the bell rings once."""

import threading

import pytest

from companion.realtime.pubsub import PubSub
from companion.rules import events as of
from companion.rules.refused import Refused
from companion.scorekeeper import Scorekeeper, Tap
from companion.store import event_store, members, nights
from companion.store.database import Database, database_of
from companion.store.errors import DatabaseUnavailable
from companion.together import Together
from tests.table import row


@pytest.fixture
def disk(web) -> Database:
    return database_of(web)


@pytest.fixture
def table(disk):
    """A night with Ann, Bob and Cal, at one app."""
    return Table(disk, nights.open_night(disk).id)


class Table:
    """One app's view of a night; what its bell rang for is in `heard`."""

    def __init__(self, disk: Database, nid: str) -> None:
        self.disk, self.nid, self.heard = disk, nid, []
        bell = PubSub()
        bell.publish = lambda night: self.heard.append(len(event_store.after(disk, night)))  # type: ignore[method-assign]
        self.keeper = Scorekeeper(disk, bell)
        self.together = Together(self.keeper, disk, bell)
        if not self.log.seq:
            self.say(
                of.NightOpened(name="Friday"), *(of.PlayerJoined(player=each, name=each) for each in ("ann", "bob"))
            )
            self.heard.clear()

    @property
    def log(self):
        return self.keeper.night(self.nid)

    @property
    def owed(self):
        return {player.id: player.owed for player in self.log.night.players.values()}

    def say(self, *events, tap=None):
        return self.together.enter(self.nid, lambda log: events, tap or Tap(None))


def fine(player, amount=1):
    return of.FineGiven(player=player, amount=amount)


def test_each_event_is_an_entry_of_its_own_and_the_bell_rings_once(table):
    entered = table.say(fine("ann"), fine("bob", 2))

    assert (entered.seq, entered.before) == (5, False)
    assert table.owed == {"ann": 1, "bob": 2}
    assert table.heard == [5]
    assert [row.seq for row in event_store.after(table.disk, table.nid, 3)] == [4, 5]


def test_what_comes_later_may_rest_on_what_comes_before(table):
    table.say(fine("bob", 2), of.DrinkTaken(player="bob", amount=2))

    assert table.owed == {"ann": 0, "bob": 0}


def test_if_one_cannot_stand_none_is_written_and_no_bell_rings(table):
    for place in range(3):
        events = [fine("ann"), fine("bob")]
        events.insert(place, of.DrinkTaken(player="bob", amount=9))
        with pytest.raises(Refused, match="bob owes"):
            table.say(*events)

    assert table.log.seq == len(event_store.after(table.disk, table.nid)) == 3
    assert table.heard == []


def test_if_the_disk_refuses_nothing_stands(table, monkeypatch):
    def full(*_):
        raise DatabaseUnavailable("The disk is full.")

    monkeypatch.setattr(event_store, "append_all", full)
    with pytest.raises(DatabaseUnavailable):
        table.say(fine("ann"), fine("bob"))

    assert (table.log.seq, table.heard) == (3, [])


def test_nothing_to_write_is_no_entry(table):
    assert table.say().before
    assert table.log.seq == 3


def test_the_same_tap_counts_once_here_and_after_a_restart(table):
    phone = members.admit(table.disk, table.nid, "ann").device_id
    for times, key in enumerate(("abc", "s3"), start=1):
        tap = Tap("ann", phone, key)
        table.say(fine("ann"), fine("bob"), tap=tap)

        assert table.say(fine("ann"), fine("bob"), tap=tap).before
        assert Table(table.disk, table.nid).say(fine("ann"), fine("bob"), tap=tap).before
        assert table.owed == {"ann": times, "bob": times}


def test_another_phones_tap_with_the_same_key_is_another_tap(table):
    phones = [members.admit(table.disk, table.nid, player).device_id for player in ("ann", "bob")]
    for phone in phones:
        table.say(fine("ann"), fine("bob"), tap=Tap("ann", phone, "abc"))

    assert table.owed == {"ann": 2, "bob": 2}


def test_one_key_for_two_different_taps_is_refused(table):
    tap = Tap("ann", members.admit(table.disk, table.nid, "ann").device_id, "abc")
    table.say(fine("ann"), tap=tap)

    for later in (("ann", "bob"), ("bob",), ("ann", "ann")):
        with row(later), pytest.raises(Refused, match="already counted"):
            table.say(*map(fine, later), tap=tap)
    assert table.owed == {"ann": 1, "bob": 0}


def test_of_two_apps_at_once_neither_loses_an_entry(table):
    other = Table(table.disk, table.nid)
    taps = [
        threading.Thread(target=each.say, args=(fine("ann"), fine("bob"))) for each in (table, other) for _ in range(5)
    ]
    for tap in taps:
        tap.start()
    for tap in taps:
        tap.join()

    assert Table(table.disk, table.nid).owed == {"ann": 10, "bob": 10}
    by_twos = [row.event for row in event_store.after(table.disk, table.nid, 3)]
    assert by_twos[::2] == [by_twos[0]] * 10  # no tap's entries are torn apart
    assert by_twos[1::2] == [by_twos[1]] * 10


def test_it_is_checked_again_against_what_another_app_wrote(table):
    other = Table(table.disk, table.nid)
    table.say(fine("bob", 2))
    other.say(fine("ann"))
    table.say(of.DrinkTaken(player="bob", amount=1))

    with pytest.raises(Refused, match="bob owes 1 only, not 2"):
        other.say(fine("ann"), of.DrinkTaken(player="bob", amount=2))
    assert Table(table.disk, table.nid).owed == {"ann": 1, "bob": 1}
