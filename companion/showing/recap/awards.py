"""The words of the awards: what somebody is called for a night, and why, in a sentence."""

from __future__ import annotations

import msgspec

from ...rules.games import GAMES
from ...rules.games.game import Game
from ...rules.recap import Award, Recap
from ..scene import Scene, Who
from .frame import figure

TITLES = {
    "bold": "Boldest bidder",
    "lucky": "Luckiest seat",
    "comeback": "Comeback",
    "turner": "Table turner",
    "lawmaker": "Best lawmaker",
    "eye": "Sharpest eye",
    "steady": "Steadiest bidder",
    "water": "Water carrier",
    "sport": "Best sport",
    "kind": "Kindest heart",
    "box": "Best box",
    "scribe": "Scribe",
}
PLACES = {1: "first", 2: "second", 3: "third"}


class Given(msgspec.Struct, frozen=True):
    """An award as it is read out."""

    title: str
    people: tuple[Who, ...]
    because: str


def given(scene: Scene, recap: Recap) -> tuple[Given, ...]:
    """The awards in words, in the order in which they are given."""
    return tuple(
        Given(TITLES[award.kind], tuple(scene.people[player] for player in award.players), because(recap, award))
        for award in recap.awards
    )


def because(recap: Recap, award: Award) -> str:
    """Why, in a sentence; where several share it, each of them did as much."""
    if award.game:
        kind = next(chapter.kind for chapter in recap.chapters if chapter.number == award.game)
        return _in_game(GAMES[kind], award)
    number, each = int(award.number), " each" if len(award.players) > 1 else ""
    rights = "a right" if number == 1 else f"{number} rights"
    rounds = "a water round" if number == 1 else f"{number} water rounds"
    return {
        "bold": f"Declared or revealed {times(number)}{each}.",
        "turner": f"Earned {rights} to make a rule{each}.",
        "lawmaker": f"Rules of theirs struck {times(number)}{each}.",
        "eye": f"Caught others {times(number)}{each}.",
        "steady": f"Made {number} of {int(award.among)} bids{each}.",
        "water": f"Called {rounds}{each}.",
        "sport": f"Was caught {times(number)}{each}, and never argued.",
        "kind": f"Let others off {times(number)}{each}.",
        "scribe": f"Wrote {number} entries{each} into the log.",
    }[award.kind]


def _in_game(game: Game, award: Award) -> str:
    if award.kind == "comeback":
        return f"From {_place(int(award.among))} at half-time to {_place(int(award.number))} in {game.name}."
    if award.kind == "box":
        return f"{int(award.number)} points in “{game.boxes[award.box]}” of {game.name}."
    assert game.recount is not None
    counts = game.recount.luck.counts.capitalize() if game.recount.luck else ""
    got, even = figure(award.number), figure(award.among)
    return f"{counts} in {game.name}: {got}, expected {even}."


def times(number: int) -> str:
    """How often, in words."""
    return {1: "once", 2: "twice"}.get(number, f"{number} times")


def _place(number: int) -> str:
    return PLACES.get(number, f"{number}th")
