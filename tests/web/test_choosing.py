"""Choosing a game: what is said of each before it is chosen, and the form that starts it."""

import re

import pytest

from companion.domain.games import GAMES
from tests.web.forms import ticked


@pytest.mark.each_game
def test_every_game_says_what_it_is_and_those_that_do_not_suit_the_table_come_last(evening, start_evening, ann):
    page = ann.get("start")
    for game in GAMES.values():
        for said in (game.name, game.offer.pitch, game.offer.lasts, game.offer.costs):
            assert said in page.words, said
    for number in range(4, 12):
        evening.join(f"Guest {number}")
    names = re.findall(r'<h2><a href="[^"]*/start/([\w-]+)"', ann.get("start").html)
    assert names[0] == "yogis-whist"
    assert names == sorted(GAMES, key=lambda name: 11 not in GAMES[name].seats)
    assert "For 5 players at most · 15 minutes a deal" in ann.get("start").words
    assert "Needs 3 players · 15 minutes a deal" in start_evening().ann.get("start").words


def test_a_table_that_is_too_large_for_a_game_is_told_so_before_it_starts(evening, ann):
    for number in range(4, 7):
        assert "two tables" not in ann.get("start/five-card-yak").words
        evening.join(f"Guest {number}")
    assert "With more than 5, two tables may be more fun." in ann.get("start/five-card-yak").words


def test_a_refused_start_keeps_what_was_ticked_and_typed(evening, ann):
    sent = {
        "next": "table", "back": "table", "game": "five-card-yak", "players": ["p1", "p2", "p3"], "dealer": "p2",
        "options.dummies": "true", "options.tokens.mode": "kegger", "options.tokens.count": "33", "open_rules": "yes",
    }  # fmt: skip
    answer = ann.tap("game.started", script=False, **sent)
    assert (answer.status, answer.says) == (422, "Dummies are only for two players.")
    assert ticked(answer.html, "options.dummies") == {"true": True}
    assert ticked(answer.html, "options.tokens.mode") == {"": False, "pass-out": False, "kegger": True}
    assert ticked(answer.html, "open_rules") == {"yes": True}
    assert '<option value="p2" selected>' in answer.html
    assert 'value="33"' in answer.html
    assert '<details class="panel" id="options" open>' in answer.html

    for game, options in (
        ("frak-you", {"options.stake": "21", "options.initiated": "p3"}),
        ("yak", {"options.stake": "21", "options.dice": "identical", "options.confirm": "true"}),
        ("card-yacht", {"options.stake": "21"}),
    ):
        answer = ann.tap("game.started", script=False, next="table", game=game, players=["p1", "p2", "p3"], **options)
        assert answer.says.endswith("stake is 20 at most."), game
        assert 'max="20" value="21"' in answer.html, game
        for field in options.keys() - {"options.stake"}:
            assert ticked(answer.html, field)[options[field]], field
