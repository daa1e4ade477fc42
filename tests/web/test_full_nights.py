"""A full night: it holds no more than the file of a night that another companion opens."""

import json

import pytest

from companion.commands import night_files
from companion.domain import limits
from companion.domain.replay import replayed


@pytest.fixture
def small(evening, monkeypatch):
    """Ann, Bob and Cal are here, and one more may come."""
    for module in (limits, night_files):
        monkeypatch.setattr(module, "MOST_PLAYERS", 4)
        monkeypatch.setattr(module, "MOST_ENTRIES", 20)
    monkeypatch.setattr(limits, "RESERVE", 5)
    return evening


def test_one_player_too_many_is_refused_by_every_way_to_the_table(small):
    small.join("Dan")
    seq = small.seq

    by_the_link = small.stranger().post(f"/j/{small.links.token}", name="Eve")
    on_the_seats_page = small.ann.tap("player.joined", player="p5", name="Eve")
    small.ann.tap("entry.undone", entry=seq)
    assert small.join("Eve").get().status == 200
    by_an_undo = small.ann.tap("entry.undone", entry=seq + 1)

    for answer in (by_the_link, on_the_seats_page, by_an_undo):
        assert answer.refuses("has room for 4 players")
    assert len(small.night.players) == 4


def test_in_a_full_night_players_can_only_leave_and_close_it(small):
    statuses = [small.ann.tap("fine.given", player="p2", amount=1, again="yes").status for _ in range(20)]
    refused = small.bob.tap("drink.taken", player="p2", amount=1)

    assert statuses == [200] * (15 - 4) + [422] * 9
    assert (refused.status, small.seq) == (422, 15)
    assert "This night is full" in refused.says
    assert small.cal.tap("player.left", player="p3").status == 200
    assert small.ann.tap("night.closed").status == 200
    assert night_files.read_from_stranger(small.file).log.seq == small.seq


def test_a_file_with_too_many_players_replays_but_is_not_opened_for_a_stranger(small):
    opened = {"seq": 1, "type": "night.opened", "name": "Friday"}
    joined = [{"seq": n + 1, "type": "player.joined", "player": f"p{n}", "name": f"Player {n}"} for n in range(1, 6)]
    file = json.dumps({"format": "companion-night/1", "events": [opened, *joined]}).encode()

    assert len(replayed(file).night.players) == 5
    with pytest.raises(night_files.NotOpened):
        night_files.read_from_stranger(file)
