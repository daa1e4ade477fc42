"""Starters: ready-made house rules for every game, in words that the companion understands."""

import re

from companion.domain.events import Entry, GameStarted, NightOpened, PlayerJoined, RuleMade
from companion.domain.games import GAMES
from companion.domain.house_rules.english.starters import starters
from companion.domain.house_rules.model import BoxScored, Called
from companion.domain.limits import check_limits
from companion.domain.night import Night
from companion.domain.transitions import check, evolve
from tests.domain.conftest import FIVE
from tests.table import row

GAMES_WITH_STARTERS = [game for game in GAMES.values() if game.starters]
STARTERS = [(game, starter) for game in GAMES.values() for starter in starters(game.id)]


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
            assert 8 <= len(set(names)) == len(names) <= 12
            assert len(watched) == 2 or game.hears == {"called", "game.over"}


def test_one_of_the_first_six_starters_of_a_game_gives_a_title_and_costs_nothing():
    for game in GAMES_WITH_STARTERS:
        with row(game.id):
            assert [bool(starter.parts) for starter in starters(game.id)[:6]].count(False) == 1
            assert [bool(starter.title) for starter in starters(game.id)].count(True) == 1


def test_all_starters_of_a_game_are_allowed_together():
    for game in GAMES_WITH_STARTERS:
        with row(game.id):
            makes_all_starters(game)


def makes_all_starters(game):
    night, seq = Night(), 0
    seats = [PlayerJoined(player=player, name=player.capitalize()) for player in FIVE]
    started = GameStarted(game=game.id, players=FIVE[: game.seats[-1]], options=dict(game.example))
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
