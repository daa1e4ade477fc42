"""The command handler: a tap is checked, written, then published; a batch is written whole or not at all."""

import threading

import pytest

from companion.commands import together, verdict
from companion.commands.handler import CommandHandler, Recorded
from companion.commands.night_cache import NightCache
from companion.commands.verdict import AlreadyIn, Command
from companion.domain import events as of
from companion.domain.event_log import stored
from companion.domain.games.trick_game import TrickTaken
from companion.domain.refused import Refused
from companion.domain.rights import Sender
from companion.realtime.pubsub import PubSub
from companion.storage import event_store, members
from companion.storage.database import Database, database_of
from companion.storage.errors import DatabaseUnavailable
from companion.storage.nights import open_night
from companion.system.native_threads import Aside, aside, aside_replay, aside_text
from companion.views import report_cache
from tests.conftest import at_once, subscribed

ANN = Sender("ann")


@pytest.fixture
def database(web) -> Database:
    return database_of(web)


@pytest.fixture
def pubsub():
    return PubSub()


def process(database, pubsub=None):
    """The command handler of one process over this database."""
    pubsub = pubsub or PubSub()
    return CommandHandler(NightCache(database, pubsub), database, pubsub)


@pytest.fixture
def commands(database, pubsub):
    return process(database, pubsub)


@pytest.fixture
def nights(commands):
    return commands.nights


@pytest.fixture
def nid(database, commands):
    """A night with Ann, Bob and Cal."""
    night = open_night(database).id
    say(commands, night, of.NightOpened(name="Friday"), by=Sender(None))
    for name in ("ann", "bob", "cal"):
        say(commands, night, of.PlayerJoined(player=name, name=name.capitalize()), by=Sender(None))
    return night


@pytest.fixture
def phones(database, nid):
    """The device numbers of Bob's and Cal's phones."""
    return [members.admit(database, nid, player).device_id for player in ("bob", "cal")]


def say(commands, nid, *events, by=ANN, **command):
    """Proposes these events; what a phone would have said is the events themselves."""
    digest = f"{hash(tuple(map(stored, events))):x}"
    return commands.handle(nid, Command(lambda night: events, digest=digest, **command), by)


def fine(amount=1, player="bob"):
    return of.FineGiven(player=player, amount=amount)


def owed(nights, nid):
    return {player.id: player.owed for player in nights.log(nid).night.players.values() if player.owed}


def test_a_batch_of_which_one_event_is_refused_is_in_no_log_and_not_published(
    commands, nights, database, pubsub, nid, monkeypatch
):
    def full(*_, **__):
        raise DatabaseUnavailable("The disk is full.")

    with subscribed(pubsub, nid) as subscriber:
        for place in range(3):
            events = [fine(1, "ann"), fine()]
            events.insert(place, of.DrinkTaken(player="bob", amount=9))
            with pytest.raises(Refused, match="Bob owes"):
                say(commands, nid, *events)
        with monkeypatch.context() as patched:
            patched.setattr(event_store, "append", full)
            with pytest.raises(DatabaseUnavailable):
                say(commands, nid, fine())
        assert not subscriber.wait(0)

    assert len(event_store.after(database, nid)) == nights.log(nid).seq == 4
    assert say(commands, nid, fine()).seq == 5


def test_a_key_stands_for_one_tap_of_one_phone_whichever_process_it_reached(commands, nights, database, nid, phones):
    batch, other = [fine(1, "ann"), fine()], process(database)
    nights.log(nid)
    for times, (asked, key) in enumerate(((commands, "abc"), (other, "s3")), start=1):
        tap = {"by": Sender("bob", phones[0]), "key": key, "confirmed": True}

        assert say(asked, nid, *batch, **tap) == Recorded(4 + 2 * times)
        for again in (asked, commands, process(database)):
            assert say(again, nid, *batch, **tap) == Recorded(4 + 2 * times, new=False)
        for events in ([fine()], [fine(2)], [fine(1, "ann"), fine(1, "ann")]):
            with pytest.raises(Refused, match="That tap was counted already"):
                say(commands, nid, *events, **tap)
        assert owed(nights, nid) == {"ann": times, "bob": times}
    say(commands, nid, *batch, by=Sender("cal", phones[1]), key="abc", confirmed=True)
    assert owed(nights, nid) == {"ann": 3, "bob": 3}


def test_a_night_that_left_the_memory_comes_back_as_it_was(commands, nights, nid, phones):
    say(commands, nid, fine(), by=Sender("bob", phones[0]), key="key")
    before = nights.log(nid)
    assert nights.evict_idle(60) == []
    assert nights.evict_idle(-1) == [nid]

    assert nights.ids() == ()
    assert nights.log(nid) is not before
    assert nights.log(nid).lines == before.lines
    assert say(commands, nid, fine(), by=Sender("bob", phones[0]), key="key") == Recorded(5, new=False)


def test_a_night_stays_in_memory_while_a_phone_listens_or_taps(commands, nights, pubsub, nid):
    evicted = []
    with subscribed(pubsub, nid):
        evicted += nights.evict_idle(-1)
    commands.handle(nid, Command(lambda night: [evicted.extend(nights.evict_idle(-1)) or fine()]), ANN)

    assert evicted == []
    assert nights.log(nid).seq == 5
    assert nights.evict_idle(-1) == [nid]


def test_a_tap_that_finds_a_night_as_it_leaves_the_memory_is_written_to_the_one_that_comes_back(commands, nights, nid):
    left = nights.loaded(nid)
    found = iter([left])
    nights.evict_idle(-1)
    again = nights.loaded
    nights.loaded = lambda night: next(found, None) or again(night)

    assert say(commands, nid, fine()).seq == 5
    assert (left.log.seq, nights.log(nid).seq) == (4, 5)


def test_two_phones_with_different_takers_make_one_trick_whoever_wins(commands, nights, nid, phones):
    say(commands, nid, of.GameStarted(game="five-card-yak", players=("ann", "bob", "cal")))
    slots = [(deal, trick) for deal in range(1, 3) for trick in range(1, 6)]

    def sent_by(place: int, slot: tuple[int, int]):
        player, (deal, trick) = ("bob", "cal")[place], slot
        event = TrickTaken(deal=deal, trick=trick, winner=player)
        return lambda: say(commands, nid, event, by=Sender(player, phones[place]), key=f"{deal}-{trick}")

    for slot in slots:
        answers = at_once(sent_by(0, slot), sent_by(1, slot))
        assert sorted(type(answer).__name__ for answer in answers) == ["Conflict", "Recorded"]

    assert nights.log(nid).seq == 5 + len(slots)


def test_ten_phones_at_once_leave_no_gap_and_count_every_tap_once_though_the_night_leaves_the_memory(
    commands, nights, database, nid
):
    devices = [members.admit(database, nid, f"guest {n}").device_id for n in range(10)]
    over = threading.Event()

    def evict():
        while not over.is_set():
            nights.evict_idle(-1)

    def tap(amount, device):
        return lambda: say(commands, nid, fine(amount), by=Sender("ann", device), key="one")

    evicting = threading.Thread(target=evict)
    evicting.start()
    for _ in range(2):  # every phone sends its tap twice
        answers = at_once(*(tap(amount, device) for amount, device in enumerate(devices, start=1)))
        assert sorted(answer.seq for answer in answers) == list(range(5, 15))
    over.set()
    evicting.join()

    assert [row.seq for row in event_store.after(database, nid, 0)] == list(range(1, 15))
    assert owed(nights, nid) == {"bob": sum(range(11))}


def test_each_event_is_an_entry_written_before_all_are_published_at_once(commands, nights, database, pubsub, nid):
    published = []
    pubsub.publish = lambda night: published.append(len(event_store.after(database, night)))
    recorded = say(commands, nid, fine(1, "ann"), fine(2))

    assert recorded == Recorded(6)
    assert owed(nights, nid) == {"ann": 1, "bob": 2}
    assert published == [6]
    assert event_store.after(database, nid, 4)[1].event == '{"type":"fine.given","player":"bob","amount":2}'
    assert say(commands, nid) == AlreadyIn(6)  # no event is no entry
    assert say(commands, nid, fine(2), of.DrinkTaken(player="bob", amount=4)).seq == 8  # the later needs the earlier


def test_of_two_processes_at_once_neither_loses_an_entry_or_tears_a_batch_apart(commands, database, nid):
    asked = [one for one in (commands, process(database)) for _ in range(5)]
    at_once(*(lambda one=one: say(one, nid, fine(1, "ann"), fine()) for one in asked))

    written = [entry.event for entry in event_store.after(database, nid, 4)]
    assert written[::2] == [written[0]] * 10
    assert written[1::2] == [written[1]] * 10


def test_a_batch_is_checked_again_against_what_another_process_wrote(commands, nights, database, nid):
    other = process(database)
    say(commands, nid, fine(2))
    say(other, nid, fine(1, "ann"))
    say(commands, nid, of.DrinkTaken(player="bob", amount=1))

    with pytest.raises(Refused, match="[Bb]ob owes 1 only, not 2"):
        say(other, nid, fine(1, "ann"), of.DrinkTaken(player="bob", amount=2))
    assert owed(nights, nid) == {"ann": 1, "bob": 1}


def test_an_undo_and_a_change_of_a_long_night_keep_no_other_table_waiting(evening, ann, monkeypatch):
    beside = []
    monkeypatch.setattr(verdict, "LONG", 5)
    monkeypatch.setattr(verdict, "aside_replay", lambda work, entry: beside.append(type(entry.event)) or work(entry))
    for player in ("p2", "p3"):
        assert ann.tap("fine.given", player=player, amount=2).status == 200
    fined = evening.seq
    changed = {"event.type": "fine.given", "event.player": "p3", "event.amount": 1}
    assert ann.tap("entry.changed", entry=fined, **changed).status == 200
    assert ann.tap("entry.undone", entry=fined - 1).status == 200
    refused = ann.tap("entry.undone", entry=fined - 1)

    assert set(beside) == {of.EntryUndone, of.EntryChanged}
    assert evening.owed == {"p3": 1}
    assert (refused.status, evening.seq) == (422, fined + 2)


def test_while_a_night_is_locked_nothing_is_awaited_but_its_own_replay(evening, ann, monkeypatch):
    awaited = set()

    def call(self, work, *asked):
        awaited.add((self, evening.services.nights.loaded(evening.nid).lock.locked()))
        return work(*asked)

    monkeypatch.setattr(Aside, "__call__", call)
    for module in (verdict, together, report_cache):
        monkeypatch.setattr(module, "LONG", 1)
    for tap in (
        {"type": "rule.made", "text": "No elbows on the table", "title": "Queen of thumbs"},
        {"type": "rule.made", "text": "Whoever says jack drinks 2", "read": ""},
        {"type": "rule.amended", "rule": "r1", "text": "No elbows: 2"},
        {"type": "entry.changed", "entry": evening.seq + 1, "event.text": "No knees on the table"},
        {"type": "entry.undone", "entry": evening.seq + 3},
    ):
        answer = ann.tap(**tap)
        assert (ann.says_yes(answer) if answer.status == 409 else answer).status == 200, tap
    assert ann.get("recap").status == ann.get("rules").status == 200

    assert {kind for kind, is_locked in awaited if is_locked} == {aside_replay}
    assert {kind for kind, _ in awaited} == {aside, aside_text, aside_replay}
