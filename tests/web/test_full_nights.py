"""A night that phones fill holds as much as its file may bring elsewhere; more is refused in a sentence."""

import json

import pytest

from companion.commands import night_files
from companion.domain import limits
from companion.domain.replay import replayed

ROOM = "has room for 4 players"


@pytest.fixture
def small(evening, monkeypatch):
    """Ann, Bob and Cal are here, and one more may come."""
    for module in (limits, night_files):
        monkeypatch.setattr(module, "MOST_PLAYERS", 4)
        monkeypatch.setattr(module, "MOST_ENTRIES", 20)
    monkeypatch.setattr(limits, "RESERVE", 5)
    return evening


def test_one_player_too_many_is_refused_however_they_would_sit_down(small):
    small.join("Dan")
    seq = small.seq

    at_the_door = small.stranger().post(f"/j/{small.links.token}", name="Eve")
    on_the_seats_page = small.ann.tap("player.joined", player="p5", name="Eve")
    small.ann.tap("entry.undone", entry=seq)
    assert small.join("Eve").get().status == 200
    by_an_undo = small.ann.tap("entry.undone", entry=seq + 1)

    assert at_the_door.status == on_the_seats_page.status == by_an_undo.status == 422
    assert all(ROOM in answer.words for answer in (at_the_door, on_the_seats_page, by_an_undo))
    assert len(small.night.players) == 4


def test_a_full_night_takes_nothing_more_but_who_leaves_and_its_end(small):
    statuses = [small.ann.tap("fine.given", player="p2", amount=1, again="yes").status for _ in range(20)]
    refused = small.bob.tap("drink.taken", player="p2", amount=1)

    assert statuses == [200] * (15 - 4) + [422] * 9
    assert (refused.status, small.seq) == (422, 15)
    assert "This night is full" in refused.says
    assert small.cal.tap("player.left", player="p3").status == 200
    assert small.ann.tap("night.closed").status == 200
    assert night_files.read_from_stranger(small.file).log.seq == small.seq


def test_an_old_night_with_more_players_still_counts_and_its_file_from_elsewhere_is_not_opened(small):
    opened = {"seq": 1, "type": "night.opened", "name": "Friday"}
    joined = [{"seq": n + 1, "type": "player.joined", "player": f"p{n}", "name": f"Player {n}"} for n in range(1, 6)]
    file = json.dumps({"format": "companion-night/1", "events": [opened, *joined]}).encode()

    assert len(replayed(file).night.players) == 5
    with pytest.raises(night_files.NotOpened):
        night_files.read_from_stranger(file)
