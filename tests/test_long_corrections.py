"""What an undo or a change makes of a long night is counted beside the server's main thread, and is the same."""

import pytest

from companion import scorekeeper
from companion.rules.events import EntryChanged, EntryUndone


@pytest.fixture
def beside(evening, monkeypatch):
    """What was counted beside the main thread, in a night that counts as long from its sixth entry on."""
    counted = []

    def aside(work, entry):
        counted.append(type(entry.event))
        return work(entry)

    monkeypatch.setattr(scorekeeper, "LONG", 5)
    monkeypatch.setattr(scorekeeper, "aside", aside)
    return counted


def test_an_undo_and_a_change_of_a_long_night_keep_no_other_table_waiting(evening, ann, beside):
    for player in ("p2", "p3"):
        assert ann.tap("fine.given", player=player, amount=2).status == 200
    fine = evening.seq
    changed = {"event.type": "fine.given", "event.player": "p3", "event.amount": 1}
    assert ann.tap("entry.changed", entry=fine, **changed).status == 200
    assert ann.tap("entry.undone", entry=fine - 1).status == 200
    refused = ann.tap("entry.undone", entry=fine - 1)

    assert set(beside) == {EntryUndone, EntryChanged}
    assert evening.owed == {"p3": 1}
    assert (refused.status, evening.seq) == (422, fine + 2)
