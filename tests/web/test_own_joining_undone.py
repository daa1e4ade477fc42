"""Whoever undoes their own joining is at the table no more, and is told so."""

import pytest


@pytest.mark.parametrize("script", [True, False])
def test_who_undoes_their_own_joining_is_told_that_they_have_left_the_table(evening, ann, cal, script):
    ann.tap("game.started", game="yak", players=["p1", "p2"], **{"options.dice": "identical"})
    joined = next(line.entry.seq for line in evening.log.lines if getattr(line.entry.event, "player", "") == "p3")

    answer = cal.tap("entry.undone", entry=joined, script=script)

    assert answer.status == 403
    assert "not at that table" in answer.words
    assert "p3" not in evening.night.players
    assert cal.get().status == 403
    assert ann.get().status == 200
