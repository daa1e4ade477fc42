"""Who is initiated into Frak You: whoever starts it is offered to be, and the initiated may initiate others."""

import re

import pytest

from tests.web.frak_you_evening import begun, by_cards


@pytest.fixture
def game(evening):
    return begun(evening)


def ticked(html, field):
    """The values of the boxes of that name, and whether each is ticked."""
    found = re.findall(rf'name="{re.escape(field)}" value="([^"]*)"( checked)?', html)
    return {value: bool(mark) for value, mark in found}


def test_nobody_need_be_initiated(evening, bob):
    assert bob.tap("game.started", game="frak-you", players=["p1", "p2", "p3"], dealer="p2").status == 200
    assert "A♠" not in bob.get().words
    assert by_cards(bob, 1, "p3 2C, p1 4C, p2 5C").status == 422


def test_an_uninitiated_player_starts_the_next_game_without_initiating_anybody(game, ann, bob):
    ann.tap("game.ended")

    assert ticked(bob.get("start/frak-you").html, "options.initiated") == {}
    assert ticked(ann.get("start/frak-you").html, "options.initiated") == {"p1": True, "p2": False, "p3": False}
    refused = bob.tap("game.started", game="frak-you", players=["p1", "p2", "p3"], **{"options.initiated": "p2"})
    assert refused.says == "Only who was initiated may initiate others."
    assert bob.tap("game.started", game="frak-you", players=["p1", "p2", "p3"], dealer="p1").status == 200
    assert "A♠ paired:" in ann.get().words  # initiated once, initiated all night


def test_the_initiated_initiate_others_and_their_phone_changes_at_once(game, ann, bob):
    before = bob.tap("trick.taken", deal=1, trick=1, winner="p3").version
    assert 'value="p2"' in ann.get("play/initiate").html

    assert ann.tap("player.initiated", player="p2").status == 200

    fresh = bob.get(f"poll?page=table&since={before}")
    assert "A♠ paired:" in fresh.regions["r-record"].replace("&#xFE0E;", "")
    assert "Bob was initiated." in game.cal.get("log").words
    assert bob.tap("player.initiated", player="p3").status == 200
    assert "Everybody here is initiated." in ann.get("play/initiate").words


def test_an_undone_initiation_takes_the_reasons_off_the_phone_again(game, ann, bob):
    ann.tap("player.initiated", player="p2")
    before = bob.get("poll?page=table&since=").version
    ann.tap("entry.undone", entry=game.seq)

    fresh = bob.get(f"poll?page=table&since={before}")

    assert "A♠" not in fresh.regions["r-record"]
    assert bob.tap("player.initiated", player="p3").status == 422


def test_nobody_is_initiated_by_who_is_not(game, bob, cal):
    for fields in ({"player": "p2"}, {"player": "p3"}, {"player": "p2", "acting": "p2"}):
        answer = bob.tap("player.initiated", **fields)
        assert (answer.status, answer.says) == (422, "Only who was initiated may initiate others.")
    assert game.night.initiated == frozenset()


def test_before_any_game_of_frak_you_nobody_initiates(evening, ann):
    assert ann.tap("player.initiated", player="p2").status == 422
