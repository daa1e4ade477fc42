"""The nights in memory: one that is deleted while it is read is not kept, and one opened again is read again."""

from concurrent.futures import ThreadPoolExecutor
from threading import Event

import pytest

from companion.commands import night_cache
from companion.commands.night_cache import LoadedNight
from companion.domain.event_log import extend, stored
from companion.domain.settlement import next_night
from companion.storage import nights as night_store
from companion.storage.database import database_of
from companion.storage.errors import UnknownNight
from companion.storage.event_store import NewEntry

WHEN = "2026-11-21T20:00:00.000Z"


@pytest.fixture
def nights(evening):
    return evening.app.extensions["companion"].nights


@pytest.fixture
def carried_over(evening):
    """Opens the next night under a name, or finds it if there is one."""

    def carry(name):
        first = next_night(evening.log, name, "2026-11-21")
        night_id = night_store.next_id(evening.links)
        rows = [NewEntry(night_id, entry.seq, WHEN, entry.by, None, None, stored(entry.event)) for entry in first]
        return night_store.open_after(database_of(evening.app), evening.links, rows).id

    return carry


@pytest.fixture
def deleted(evening):
    def delete(night_id):
        night_store.delete_night(database_of(evening.app), night_id)
        evening.app.extensions["companion"].drop_night(night_id)

    return delete


@pytest.fixture
def meanwhile(monkeypatch):
    """Does something once, just after a night was read and before it is kept."""

    def let(happen):
        works, read = [happen], LoadedNight.refresh

        def refresh(night, *asked):
            read(night, *asked)
            if works:
                works.pop()()

        monkeypatch.setattr(LoadedNight, "refresh", refresh)

    return let


def test_a_night_deleted_while_it_is_read_is_not_kept(nights, carried_over, deleted, meanwhile):
    night_id = carried_over("Saturday")
    meanwhile(lambda: deleted(night_id))

    with pytest.raises(UnknownNight):
        nights.loaded(night_id)
    assert nights.in_memory(night_id) is None

    night_id = carried_over("Saturday")  # under the same id
    meanwhile(lambda: (deleted(night_id), carried_over("Sunday")))
    assert nights.log(night_id).night.name == "Sunday"


def test_a_night_is_read_while_another_is_deleted(nights, carried_over, deleted, meanwhile, start_evening):
    night_id, other = carried_over("Saturday"), start_evening(name="Elsewhere").nid
    meanwhile(lambda: deleted(other))

    assert nights.log(night_id).night.name == "Saturday"
    assert nights.in_memory(night_id) is not None


def test_many_phones_that_ask_at_once_for_a_night_in_the_database_read_it_once(evening, nights, monkeypatch):
    nid, read = evening.nid, LoadedNight.refresh
    nights.evict_idle(-1)
    readings, second_asks = [], Event()

    def slow(night, *asked):
        readings.append(night)
        second_asks.wait(30)
        read(night, *asked)

    monkeypatch.setattr(LoadedNight, "refresh", slow)
    with ThreadPoolExecutor(4) as phones:
        asked = [phones.submit(nights.loaded, nid) for _ in range(4)]
        second_asks.set()
        found = {id(one.result()) for one in asked}

    assert (len(found), len(readings)) == (1, 1)


def test_a_long_night_is_read_outside_the_main_thread(evening, nights, monkeypatch):
    asked = []
    monkeypatch.setattr(night_cache, "LONG", evening.seq)
    monkeypatch.setattr(night_cache, "aside_replay", lambda work, *given: asked.append(work) or work(*given))
    nights.evict_idle(-1)

    assert nights.log(evening.nid).seq == 4
    assert asked == [extend]
