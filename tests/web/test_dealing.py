"""Who is dealt in: what is ticked counts, nobody ticked is nobody, and who came late is ticked for the next game."""

import re

import pytest

TICKED = re.compile(r'type="checkbox" name="players" value="(p\d+)" checked')
NOBODY = {"type": "deal.started", "deal": "2", "players": "", "dealer": "p2", "key": "k1"}


@pytest.fixture
def owing(game):
    """The first deal is over, and everybody owes something."""
    game.play("p1", "p2", "p3", "p1", "p2")
    assert set(game.owed) == {"p1", "p2", "p3"}
    return game


def ticked(phone, page):
    return TICKED.findall(phone.get(page).html)


def test_nobody_ticked_deals_to_nobody_and_says_so(owing, ann):
    before = owing.file
    assert ticked(ann, "deal") == []
    assert '<input type="hidden" name="players" value="">' in ann.get("deal").html

    answer = ann.tap("deal.started", deal=2, players="", dealer="p2")

    assert answer.status == 422
    assert answer.says == "Nobody is ticked. Tick who plays."
    assert owing.file == before


def test_without_script_the_page_says_so_too_and_keeps_who_deals(owing, ann):
    before = owing.file

    answer = ann.post("entries", NOBODY)

    assert answer.status == 422
    assert answer.says == "Nobody is ticked. Tick who plays."
    assert "Deal to these" in answer.words
    assert '<option value="p2" selected>' in answer.html
    assert owing.file == before


def test_a_deal_refused_for_another_reason_keeps_its_ticks_without_script(owing, ann):
    answer = ann.post("entries", {**NOBODY, "players": ["", "p1"]})

    assert answer.status == 422
    assert TICKED.findall(answer.html) == ["p1"]


def test_who_is_ticked_is_dealt_in(owing, ann):
    answer = ann.post("entries", {**NOBODY, "players": ["", "p1", "p2"]})

    assert answer.status == 303
    assert owing.last.players == ("p1", "p2")


def test_a_game_with_nobody_ticked_is_refused(evening, ann):
    before = evening.file

    assert ann.tap("game.started", game="five-card-yak", dealer="lot").status == 422
    assert evening.file == before


def test_who_came_late_is_ticked_for_the_next_game(owing, ann):
    ann.tap("game.ended")
    owing.join("Dan")

    assert ticked(ann, "start/five-card-yak") == ["p1", "p2", "p3", "p4"]


def test_where_not_all_can_play_those_who_have_just_played_are_ticked(owing, ann):
    ann.tap("game.ended")
    owing.join("Dan")
    owing.join("Eve")
    ann.tap("seats.moved", order=["p4", "p5", "p1", "p2", "p3"])

    assert ticked(ann, "start/card-yacht") == ["p4", "p1", "p2", "p3"]


def test_who_has_left_is_not_ticked(owing, ann, bob):
    ann.tap("game.ended")
    bob.tap("player.left", player="p2")

    assert ticked(ann, "start/five-card-yak") == ["p1", "p3"]
