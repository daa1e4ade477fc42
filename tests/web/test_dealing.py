"""Who is dealt in: what is ticked counts, nobody ticked is nobody, and who came late is ticked for the next game."""

import pytest

from tests.web.forms import ticked

NOBODY = {"type": "deal.started", "deal": "2", "players": "", "dealer": "p2", "key": "k1"}


@pytest.fixture
def owing(game):
    """The first deal is over, and everybody owes something."""
    game.play("p1", "p2", "p3", "p1", "p2")
    assert set(game.owed) == {"p1", "p2", "p3"}
    return game


def chosen(html):
    return [player for player, is_ticked in ticked(html, "players").items() if is_ticked]


def test_nobody_ticked_deals_to_nobody_and_says_so(owing, ann):
    page, before = ann.get("deal").html, owing.file
    assert chosen(page) == []
    assert '<input type="hidden" name="players" value="">' in page

    assert ann.tap(**NOBODY).says == "Nobody is ticked. Tick who plays."
    assert owing.file == before


def test_without_script_the_page_says_so_too_and_keeps_who_deals_and_who_is_ticked(owing, ann):
    before = owing.file

    answer = ann.post("entries", NOBODY)

    assert (answer.status, answer.says) == (422, "Nobody is ticked. Tick who plays.")
    assert "Deal to these" in answer.words
    assert '<option value="p2" selected>' in answer.html
    assert chosen(ann.post("entries", {**NOBODY, "players": ["", "p1"]}).html) == ["p1"]
    assert owing.file == before
    assert ann.post("entries", {**NOBODY, "players": ["", "p1", "p2"]}).status == 303
    assert owing.last.players == ("p1", "p2")


def test_a_game_with_nobody_ticked_is_refused(evening, ann):
    before = evening.file

    assert ann.tap("game.started", game="five-card-yak", dealer="lot").status == 422
    assert evening.file == before


def test_who_came_late_is_ticked_for_the_next_game_and_who_has_left_is_not(owing, ann, bob):
    ann.tap("game.ended")
    owing.join("Dan")
    assert chosen(ann.get("start/five-card-yak").html) == ["p1", "p2", "p3", "p4"]

    bob.tap("player.left", player="p2")
    assert chosen(ann.get("start/five-card-yak").html) == ["p1", "p3", "p4"]


def test_where_not_all_can_play_those_who_have_just_played_are_ticked(owing, ann):
    ann.tap("game.ended")
    for name in ("Dan", "Eve"):
        owing.join(name)
    ann.tap("seats.moved", order=["p4", "p5", "p1", "p2", "p3"])

    assert chosen(ann.get("start/card-yacht").html) == ["p4", "p1", "p2", "p3"]
