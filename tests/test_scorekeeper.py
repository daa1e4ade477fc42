"""The scorekeeper: a tap is checked, written, and only then rung out; races end with one entry."""

import threading
from datetime import timedelta

import pytest

from companion.realtime.pubsub import PubSub
from companion.rules import events as of
from companion.rules.refused import Refused
from companion.rules.tricks import TrickTaken
from companion.scorekeeper import Conflict, Doubt, Scorekeeper, Tap
from companion.store import event_store, members, moment, nights
from companion.store.database import Database, database_of
from companion.store.errors import DatabaseUnavailable

ANN = Tap("ann", None, None)


@pytest.fixture
def disk(web) -> Database:
    return database_of(web)


@pytest.fixture
def bell():
    return PubSub()


@pytest.fixture
def keeper(disk, bell):
    return Scorekeeper(disk, bell)


@pytest.fixture
def nid(disk, keeper):
    """A night with Ann, Bob and Cal."""
    night = nights.open_night(disk).id
    say(keeper, night, of.NightOpened(name="Friday"), Tap(None))
    for name in ("ann", "bob", "cal"):
        say(keeper, night, of.PlayerJoined(player=name, name=name.capitalize()), Tap(None))
    return night


@pytest.fixture
def phones(disk, nid):
    """The device numbers of Bob's and Cal's phones."""
    return [members.admit(disk, nid, player).device_id for player in ("bob", "cal")]


def say(keeper, nid, event, tap=ANN):
    return keeper.enter(nid, lambda log: event, tap)


def fine(amount=1, player="bob"):
    return of.FineGiven(player=player, amount=amount)


def test_an_entry_is_in_the_log_and_on_the_disk(keeper, disk, nid):
    entered = say(keeper, nid, fine())

    assert (entered.seq, entered.before) == (5, False)
    assert keeper.night(nid).night.players["bob"].owed == 1
    assert event_store.after(disk, nid, 4)[0].event == '{"type":"fine.given","player":"bob","amount":1}'


def test_what_is_rung_is_written(keeper, disk, bell, nid):
    heard = []
    bell.publish = lambda night: heard.append((night, len(event_store.after(disk, night))))

    say(keeper, nid, fine())

    assert heard == [(nid, 5)]


def test_a_refusal_writes_and_rings_nothing(keeper, disk, bell, nid):
    with bell.subscription(nid) as ear:
        with pytest.raises(Refused):
            say(keeper, nid, of.DrinkTaken(player="bob", amount=1))
        assert not ear.wait(0)

    assert len(event_store.after(disk, nid)) == keeper.night(nid).seq == 4


def test_what_the_disk_refuses_is_not_in_the_log(keeper, bell, nid, monkeypatch):
    def full(*_):
        raise DatabaseUnavailable("The disk is full.")

    monkeypatch.setattr(event_store, "append", full)
    with bell.subscription(nid) as ear:
        with pytest.raises(DatabaseUnavailable):
            say(keeper, nid, fine())
        assert not ear.wait(0)
    monkeypatch.undo()

    assert keeper.night(nid).seq == 4
    assert say(keeper, nid, fine()).seq == 5


def test_a_proposal_is_made_of_the_log_as_it_stands(keeper, nid):
    seen = []
    for _ in range(3):
        keeper.enter(nid, lambda log: seen.append(log.seq) or fine(), ANN)

    assert seen == [4, 5, 6]


def test_the_same_tap_is_the_same_entry_whichever_process_it_reaches(keeper, disk, nid, phones):
    other = Scorekeeper(disk, PubSub())
    keeper.night(nid)
    for seq, process in enumerate((keeper, other), start=5):
        tap = Tap("bob", phones[0], f"key {seq}", again=True)

        assert say(process, nid, fine(), tap) == (seq, False)
        assert say(keeper, nid, fine(), tap) == (seq, True)
        assert keeper.night(nid).seq == seq


def test_a_key_stands_for_one_event_only_whichever_process_it_reached(keeper, disk, nid, phones):
    other = Scorekeeper(disk, PubSub())
    keeper.night(nid)
    for seq, process in enumerate((keeper, other), start=5):
        key = f"key {seq}"
        say(process, nid, fine(), Tap("bob", phones[0], key, again=True))

        with pytest.raises(Refused, match="already counted for something else"):
            say(keeper, nid, fine(2), Tap("bob", phones[0], key, again=True))
        assert len(event_store.after(disk, nid)) == seq


def test_another_process_that_wrote_first_is_read_before_asking_again(keeper, disk, nid):
    other = Scorekeeper(disk, PubSub())
    keeper.night(nid)
    say(other, nid, fine(3))

    assert say(keeper, nid, fine(1, "cal")).seq == 6
    assert say(keeper, nid, of.DrinkTaken(player="bob", amount=3)).seq == 7


def test_a_filled_slot_counts_the_same_once_and_shows_another(keeper, nid, phones):
    say(keeper, nid, of.GameStarted(game="five-card-yak", players=("ann", "bob", "cal")))
    trick = {"deal": 1, "trick": 1}
    say(keeper, nid, TrickTaken(winner="bob", **trick), Tap("bob", phones[0], "a"))

    assert say(keeper, nid, TrickTaken(winner="bob", **trick), Tap("cal", phones[1], "b")).before
    with pytest.raises(Conflict) as both:
        say(keeper, nid, TrickTaken(winner="cal", **trick), Tap("cal", phones[1], "c"))
    assert both.value.line.counts.winner == "bob"
    assert both.value.event.winner == "cal"


def test_the_same_from_another_phone_is_doubted_for_ten_seconds(keeper, nid, phones, monkeypatch):
    began, later = moment.now(), {"seconds": 0.0}
    monkeypatch.setattr(moment, "now", lambda: began + timedelta(**later))
    say(keeper, nid, fine(), Tap("bob", phones[0], "a"))

    later["seconds"] = 9.9
    with pytest.raises(Doubt) as doubt:
        say(keeper, nid, fine(), Tap("cal", phones[1], "b"))
    assert doubt.value.line.entry.seq == 5
    assert say(keeper, nid, fine(), Tap("cal", phones[1], "b", again=True)).seq == 6
    later["seconds"] = 20.1
    assert say(keeper, nid, fine(), Tap("bob", phones[0], "c")).seq == 7


def test_a_night_that_is_forgotten_is_read_again_as_it_was(keeper, nid, phones):
    say(keeper, nid, fine(), Tap("bob", phones[0], "key"))
    before = keeper.night(nid)
    keeper.forget(nid)

    assert keeper.night(nid) is not before
    assert keeper.night(nid).lines == before.lines
    assert say(keeper, nid, fine(), Tap("bob", phones[0], "key")) == (5, True)


def test_a_night_that_nobody_looks_at_leaves_the_memory_and_comes_back_as_it_was(keeper, nid, phones):
    say(keeper, nid, fine(), Tap("bob", phones[0], "key"))
    before = keeper.night(nid)

    assert keeper.let_rest(60) == []
    assert keeper.let_rest(-1) == [nid]
    assert keeper.in_use() == ()
    assert keeper.night(nid).lines == before.lines
    assert say(keeper, nid, fine(), Tap("bob", phones[0], "key")) == (5, True)


def test_a_night_at_which_a_phone_listens_stays_in_memory(keeper, bell, nid):
    with bell.subscription(nid):
        assert keeper.let_rest(-1) == []
    assert keeper.let_rest(-1) == [nid]


def test_a_night_in_which_a_tap_is_under_way_stays_in_memory(keeper, nid):
    rested = []
    keeper.enter(nid, lambda log: rested.append(keeper.let_rest(-1)) or fine(), ANN)

    assert rested == [[]]
    assert keeper.night(nid).seq == 5


def test_whoever_comes_upon_a_night_as_it_leaves_the_memory_writes_to_the_one_that_comes_back(keeper, nid):
    left = keeper.sitting(nid)
    found = iter([left])
    keeper.let_rest(-1)
    again = keeper.sitting
    keeper.sitting = lambda night: next(found, None) or again(night)

    assert say(keeper, nid, fine()).seq == 5
    assert (left.log.seq, keeper.night(nid).seq) == (4, 5)


def test_nights_come_and_go_while_phones_tap_and_nothing_is_lost(keeper, disk, nid):
    over = threading.Event()

    def sweep():
        while not over.is_set():
            keeper.let_rest(-1)

    sweeper = threading.Thread(target=sweep)
    sweeper.start()
    devices = [members.admit(disk, nid, f"guest {n}").device_id for n in range(4)]
    for turn in range(4):
        taps = [(n, Tap("ann", device, f"{turn}")) for n, device in enumerate(devices, 1)]
        together(*(lambda n=n, tap=tap: say(keeper, nid, fine(n), tap) for n, tap in taps))
    over.set()
    sweeper.join()

    assert [row.seq for row in event_store.after(disk, nid)] == list(range(1, 21))
    assert keeper.night(nid).night.players["bob"].owed == 40


def test_a_change_at_the_door_is_read_and_rung(keeper, disk, bell, nid):
    door_before = keeper.phones(nid).door
    with bell.subscription(nid) as ear:
        members.admit(disk, nid, "bob")
        keeper.door_changed(nid)
        assert ear.wait(0)

    assert keeper.phones(nid).door > door_before
    assert keeper.phones(nid).has_phone("bob")


def test_a_night_that_is_not_there_is_not_known(keeper):
    assert not keeper.knows("nowhere1")


def together(*works):
    """Runs them at once, each in a thread, and answers what each returned or raised."""
    barrier, answers = threading.Barrier(len(works)), [None] * len(works)

    def run(place, work):
        barrier.wait()
        try:
            answers[place] = work()
        except Refused as refused:
            answers[place] = refused

    threads = [threading.Thread(target=run, args=each) for each in enumerate(works)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    return answers


def test_two_phones_with_different_takers_make_one_trick_whoever_wins(keeper, nid, phones):
    say(keeper, nid, of.GameStarted(game="five-card-yak", players=("ann", "bob", "cal")))
    slots = [(deal, trick) for deal in range(1, 3) for trick in range(1, 6)]

    def sent_by(place: int, slot: tuple[int, int]):
        player, (deal, trick) = ("bob", "cal")[place], slot
        event = TrickTaken(deal=deal, trick=trick, winner=player)
        return lambda: say(keeper, nid, event, Tap(player, phones[place], f"{deal}-{trick}"))

    for slot in slots:
        answers = together(sent_by(0, slot), sent_by(1, slot))
        assert sorted(type(answer).__name__ for answer in answers) == ["Conflict", "Entered"]

    assert keeper.night(nid).seq == 5 + len(slots)


def test_ten_phones_at_once_leave_no_gap_and_count_every_tap_once(keeper, disk, nid):
    devices = [members.admit(disk, nid, f"guest {n}").device_id for n in range(10)]
    amounts = range(1, 11)

    for _ in range(2):  # every phone sends its tap twice
        answers = together(
            *(
                lambda amount=amount, device=device: say(keeper, nid, fine(amount), Tap("ann", device, "one"))
                for amount, device in zip(amounts, devices, strict=True)
            )
        )
        assert sorted(answer.seq for answer in answers) == list(range(5, 15))

    assert [row.seq for row in event_store.after(disk, nid, 0)] == list(range(1, 15))
    assert keeper.night(nid).night.players["bob"].owed == sum(amounts)
