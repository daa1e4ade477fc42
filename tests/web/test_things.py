"""What a game declares for house rules is understood, said among the ideas, and sets a rule off when it happens."""

import pytest

from companion.domain.games import GAMES
from companion.domain.house_rules.english import Meaning, in_words, read
from companion.domain.house_rules.model import Part
from companion.reports.forecast import Setup, SimulatedGame
from tests.domain.english.declared import unread
from tests.table import row

pytestmark = pytest.mark.each_game

DECLARING = [game for game in GAMES.values() if game.things]
DRINKS = (Part("player", 1),)


def silent(game, players=5):
    """Those of the declared things that never set off a rule of their own in many simulated deals."""
    things = list(game.things.items())
    deals = SimulatedGame(Setup(game.id, players), [(when, DRINKS) for when, _ in things]).deals()
    missing = {str(number) for number in range(len(things))}
    while missing and (deal := next(deals, None)):
        missing -= {charge.rule for charge in deal.charges}
    return [said.does for number, (_, said) in enumerate(things) if str(number) in missing]


def test_what_each_game_declares_is_understood_said_among_its_ideas_and_fires(ann):
    for game in DECLARING:
        ideas = ann.get(f"ready-made?game={game.id}").words
        for when, said in game.things.items():
            with row(game.id, when):
                reading = read(f"Whoever {said.does} drinks.", game.id)
                if reading.meaning != Meaning(when, DRINKS):
                    raise AssertionError(unread(said, game.id) or f"read as {reading}")
                assert in_words(Meaning(when, DRINKS)) == f"Whoever {said.does} drinks 1."
                assert (said.like or said.does) in ideas
        with row(game.id):
            assert silent(game) == [], (
                "this never happened, neither in its `simulation` nor as a Happening of its steps"
            )


def test_a_game_that_declares_nothing_says_nothing_of_it(ann):
    silent = next(game for game in GAMES.values() if game.starters and not game.things)

    assert "A rule of your own can be about" not in ann.get(f"ready-made?game={silent.id}").words
