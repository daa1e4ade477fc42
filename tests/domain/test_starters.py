"""Starters: ready-made house rules for every game, in words that the companion understands."""

import re

import pytest
from msgspec.structs import replace

from companion.domain.events import Entry, NightOpened, PlayerJoined, RuleMade, read
from companion.domain.games import GAMES
from companion.domain.house_rules.english import read as understood
from companion.domain.house_rules.english.starters import starters
from companion.domain.house_rules.model import BoxScored, Called, Part, ThingHappened
from companion.domain.limits import check_limits
from companion.domain.measure import worded
from companion.domain.night import Night
from companion.domain.transitions import check, evolve
from tests.domain.people import FIVE
from tests.sample_games import starting
from tests.table import row

pytestmark = pytest.mark.each_game

GAMES_WITH_STARTERS = [game for game in GAMES.values() if game.starters]
STARTERS = [(game, starter) for game in GAMES_WITH_STARTERS for starter in starters(game.id)]


def made(starter, name):
    first, *also = starter.parts or (None,)
    cost = {"who": first.who, "amount": first.amount} if first else {}
    title = {"title": starter.title} if starter.title else {}
    return RuleMade(rule=name, text=starter.text, when=starter.when, also=tuple(also), **cost, **title)


def test_every_game_has_about_ten_starters_of_which_people_watch_two():
    for game in GAMES_WITH_STARTERS:
        names = [starter.name for starter in starters(game.id)]
        watched = [starter for starter in starters(game.id) if isinstance(starter.when, Called)]

        with row(game.id):
            # Of a game that the companion knows nothing of, most rules can only be called.
            assert 8 <= len(set(names)) == len(names) <= 12, "`starters`: eight to twelve, each with a name of its own"
            is_heard = game.happens or game.dice or game.things or game.scoring.boxes
            assert len(watched) == 2 or not is_heard, "two `starters` are for people to watch"


def test_of_a_game_without_starters_a_rule_about_each_thing_that_it_declares_is_suggested(monkeypatch):
    monkeypatch.setitem(GAMES, "score-sheet", replace(GAMES["score-sheet"], starters={}))
    starters.cache_clear()
    suggested = [(starter.text, starter.when, starter.parts) for starter in starters("score-sheet")]
    starters.cache_clear()

    assert suggested == [
        ("Whoever is best in the round drinks.", ThingHappened("best"), (Part("player", 1),)),
        ("Whoever is worst in the round drinks.", ThingHappened("worst"), (Part("player", 1),)),
    ]


def test_one_of_the_first_six_starters_of_a_game_gives_a_title_and_costs_nothing():
    for game in GAMES_WITH_STARTERS:
        with row(game.id):
            assert [bool(starter.parts) for starter in starters(game.id)[:6]].count(False) == 1, (
                "one of the first six costs nothing"
            )
            assert [bool(starter.title) for starter in starters(game.id)].count(True) == 1, "one of all gives a title"


def test_all_starters_of_a_game_are_allowed_together():
    for game in GAMES_WITH_STARTERS:
        with row(game.id):
            makes_all_starters(game)


def makes_all_starters(game):
    night, seq = Night(), 0
    seats = [PlayerJoined(player=player, name=player.capitalize()) for player in FIVE]
    started = read(starting(game.id, FIVE[: game.seats[-1]]), {})
    rules = [made(starter, starter.name) for starter in starters(game.id)]
    for seq, event in enumerate((NightOpened(name="Friday"), *seats, started, *rules), start=1):
        check(night, Entry(seq, event))
        check_limits(night, event)
        night, _ = evolve(night, Entry(seq, event))

    assert [(rule.text, rule.when, rule.charges, rule.title) for rule in night.rules.values()] == [
        (starter.text, starter.when, starter.parts, starter.title) for starter in starters(game.id)
    ]


def test_a_starter_about_a_box_is_about_a_box_of_its_game():
    named = [(game, starter.when.box) for game, starter in STARTERS if isinstance(starter.when, BoxScored)]

    assert [box for game, box in named if box and box not in game.scoring.boxes] == []


def test_no_starter_of_frak_you_gives_a_special_card_away():
    special = re.compile(r"\b(aces?|spades?|clubs?|pairs?|deuce)\b|\b(a|the|with a) (two|three)\b", re.I)
    special_ones = [starter for starter in starters("frak-you") if special.search(f"{starter.name} {starter.text}")]

    assert special_ones == []
    ranks = {getattr(starter.when, name, "") for starter in starters("frak-you") for name in ("rank", "with_rank")}
    assert not {"A", "2", "3"} & ranks


def test_a_starter_in_the_words_of_a_night_in_cents_star_jumps_or_points_is_the_same_rule():
    for unit in ("cent", "star jump", "point"):
        for game, starter in STARTERS:
            text = worded(starter.text, unit)
            with row(text):
                assert "drink" not in text
                told, at_first = understood(text, game.id), understood(starter.text, game.id)
                assert (told.verdict, told.meaning) == (at_first.verdict, at_first.meaning)
