"""The verdict on a history finds what it is there for: a lost tap, a doubled one, a false refusal, a wrong order."""

import datetime

from bench.survival.history import Attempt, History
from bench.survival.verdict import Row, faults
from tests.table import row

BEGAN = datetime.datetime(2026, 11, 21, 20, 0, tzinfo=datetime.UTC).timestamp()
FINE = (("type", "fine.given"), ("player", "p2"), ("amount", "1"))
GIVEN = '{"type":"fine.given","player":"p2","amount":1}'


def told(*taps):
    """A history of Ann's taps, each a key and its attempts: (sent, answered, status) in seconds."""
    history = History(1)
    for key, *attempts in taps:
        tap = history.tap("p1", key, FINE)
        for sent, answered, status in attempts:
            tap.attempts.append(Attempt(BEGAN + sent, BEGAN + answered, status, seq=9))
    return history


def log(*entries):
    """A log of Ann's taps, each a key and when it was written."""
    opened = Row(1, written(-1), None, None, None, '{"type":"night.opened","name":"Friday"}')
    return [opened, *(Row(seq, written(at), "p1", "p1", key, GIVEN) for seq, (key, at) in enumerate(entries, 2))]


def written(second):
    return datetime.datetime.fromtimestamp(BEGAN + second, datetime.UTC).isoformat(timespec="milliseconds")


ONE, TWO = ("one", (0, 0.1, 200)), ("two", (0.2, 0.3, 200))


def test_an_evening_without_a_fault_has_none():
    assert faults(told(ONE, TWO), log(("one", 0.05), ("two", 0.25))) == []


def test_nobody_knows_about_a_tap_without_an_answer():
    history = told(ONE, ("two", (0.2, 10.2, None)))

    assert faults(history, log(("one", 0.05))) == []
    assert faults(history, log(("one", 0.05), ("two", 0.25))) == []


def test_a_refused_tap_whose_first_try_arrives_after_the_refusal_is_nobodys_fault():
    history = told(("one", (0, 10, None), (10.5, 10.6, 422)))

    assert faults(history, log(("one", 11))) == []


WRONG = [
    (told(ONE, TWO), [("one", 0.05)], "two was acknowledged and is lost"),
    (told(ONE), [("one", 0.05), ("one", 0.06)], "one counts 2 times"),
    (told(ONE), [("one", 0.05), ("two", 0.06)], "nobody tapped entry 3"),
    (told(("one", (0, 0.1, 422))), [("one", 0.05)], "one was refused although it stands"),
    (told(("one", (0, 10, None), (10.5, 10.6, 422))), [("one", 0.05)], "one was refused although it stands"),
    (told(ONE, TWO), [("two", 0.25), ("one", 0.05)], "two stands at 2, before 3"),
]


def test_every_fault_is_named():
    for history, entries, words in WRONG:
        with row(words):
            (fault,) = faults(history, log(*entries))
            assert words in fault


def test_a_gap_in_the_log_is_a_fault():
    first, second, third = log(("one", 0.05), ("two", 0.25))

    assert "[1, 3]" in faults(told(ONE, TWO), [first, third])[0]


def test_an_entry_recorded_as_another_event_or_player_is_a_fault():
    opened, entry = log(("one", 0.05))

    assert "stands as something else" in faults(told(ONE), [opened, entry._replace(event=GIVEN.replace("p2", "p3"))])[0]
    assert "stands as p2's" in faults(told(ONE), [opened, entry._replace(by="p2")])[0]
