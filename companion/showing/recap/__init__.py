"""How the night went: the page of a night and of each of its games, as pictures with a table behind each."""

from __future__ import annotations

import datetime
from collections.abc import Iterator, Sequence
from typing import Any

import msgspec

from ...rules.games import GAMES
from ...rules.measure import TOKEN, amount, units
from ...rules.recap import Chapter, Cost, Recap, recap, recap_of
from ..scene import Scene, Who
from .awards import Given, given, times
from .boxes import BoxPlot, box_plot
from .fines import FinePlot, fine_plots
from .rows import RowPlot, bid_plot, luck_plot, trick_plot

BAR = 100.0
COUNTS_ALL = (
    "The places count all that was charged while it was on, "
    "also what was taken over from somebody else, and being caught where it fell."
)


class RuleBar(msgspec.Struct, frozen=True):
    """A house rule that struck: its words, what that came to, and how long its bar is (100 for the dearest)."""

    text: str
    said: str
    bar: float
    active: bool


class GameLine(msgspec.Struct, frozen=True):
    """A game of the night: who came first in it, as far as it is over."""

    number: int
    name: str
    said: str
    first: tuple[Who, ...]


class Place(msgspec.Struct, frozen=True):
    """A place in a game that is over."""

    who: Who
    score: int
    place: int


class Told(msgspec.Struct, frozen=True):
    """A recap as it is shown: of the night, or of game `number` of it (0: the night). What there is not, is empty.

    `still` says that it is not over yet, `counts` what the places count where that is more than its fines.
    """

    night_id: str
    title: str
    ask: str
    still: str
    facts: tuple[str, ...]
    awards: tuple[Given, ...]
    fines: tuple[FinePlot, ...]
    rules: tuple[RuleBar, ...]
    rows: tuple[RowPlot, ...]
    number: int = 0
    boxes: BoxPlot | None = None
    games: tuple[GameLine, ...] = ()
    places: tuple[Place, ...] = ()
    counts: str = ""
    ending: str = ""

    @property
    def is_empty(self) -> bool:
        """Whether there is nothing to be seen yet."""
        return not (self.awards or self.fines or self.rows or self.boxes or self.games)


def night_told(scene: Scene) -> Told:
    """The recap of the night as it stands."""
    found = recap(scene.log)
    rows = (bid_plot(scene, found.sums.bids), trick_plot(scene, found.sums.tricks))
    return _told(
        scene,
        found,
        title="How the night went",
        ask=", ".join((scene.night.name, *dated(scene.night.date))),
        still="" if scene.night.closed else "The night is still on: this is how it stands.",
        facts=facts(found),
        rows=tuple(row for row in rows if row),
        games=tuple(_game(scene, chapter) for chapter in found.chapters),
        per="game" if len(found.chapters) > 1 else _per(found),
    )


def game_told(scene: Scene, number: int) -> Told:
    """The recap of one game of the night; LookupError if there is no such game."""
    found = recap_of(scene.log, number)
    (chapter,) = found.chapters
    game = GAMES[chapter.kind]
    return _told(
        scene,
        found,
        number=number,
        title=game.name,
        ask=f"Game {number} of {scene.night.name}",
        still="" if chapter.over or scene.night.closed else "The game is still on: this is how it stands.",
        facts=(_deals(chapter),),
        rows=tuple(_rows(scene, chapter)),
        boxes=box_plot(scene, chapter),
        places=tuple(Place(scene.people[player], score, place) for player, score, place in chapter.places),
        counts=COUNTS_ALL if chapter.places and chapter.counts_charges and chapter.sums.apart else "",
        ending=chapter.ending,
        per=_per(found),
    )


def _told(scene: Scene, found: Recap, per: str, **more: Any) -> Told:
    named = " and ".join(map(units, found.units))
    return Told(
        night_id=scene.night_id,
        awards=given(scene, found),
        fines=fine_plots(scene, found.sums, per, named),
        rules=tuple(_rules(scene, found.sums.costs)),
        **more,
    )


def _rows(scene: Scene, chapter: Chapter) -> Iterator[RowPlot]:
    """The pictures of a game with a row for each player: where its luck is its tricks, these stand in that."""
    recount = GAMES[chapter.kind].recount
    luck = recount.luck if recount else None
    drawn = luck_plot(scene, luck, chapter.luck) if luck else None
    tricks = None if luck and luck.counts.startswith("tricks") and drawn else trick_plot(scene, chapter.sums.tricks)
    yield from (row for row in (bid_plot(scene, chapter.sums.bids), tricks, drawn) if row)


def _rules(scene: Scene, costs: Sequence[Cost]) -> Iterator[RuleBar]:
    most = max((cost.cost for cost in costs), default=0)
    for cost in costs:
        drinks = [amount(cost.cost, scene.night.unit)] if cost.cost or not cost.tokens else []
        tokens = [amount(cost.tokens, TOKEN)] if cost.tokens else []
        said = f"Struck {times(cost.times)}, {' and '.join([*drinks, *tokens])} in all"
        yield RuleBar(cost.rule.text, said, round(BAR * cost.cost / most, 1) if most else 0.0, cost.rule.active)


def _game(scene: Scene, chapter: Chapter) -> GameLine:
    first = tuple(scene.people[player] for player, _, place in chapter.places if place == 1)
    shared = first if len(first) < len(chapter.places) else ()
    state = "" if chapter.over else ", unfinished" if scene.night.closed else ", still on"
    return GameLine(chapter.number, GAMES[chapter.kind].name, f"{_deals(chapter)}{state}", shared)


def _per(found: Recap) -> str:
    kinds = {GAMES[chapter.kind].boxes != {} for chapter in found.chapters}
    return "round" if kinds == {True} else "deal"


def _deals(chapter: Chapter) -> str:
    return _many(chapter.deals, "round" if GAMES[chapter.kind].boxes else "deal")


def facts(found: Recap) -> tuple[str, ...]:
    """How many sat there, what they played, and the rules they made."""
    counts = ((len(found.order), "player"), (len(found.chapters), "game"), (found.made, "house rule"))
    return tuple(_many(number, what) for number, what in counts if number)


def _many(number: int, what: str) -> str:
    return f"{number} {what}{'' if number == 1 else 's'}"


def dated(date: str | None) -> tuple[str, ...]:
    """The night's date in words; nothing where it has none."""
    if date is None:
        return ()
    day = datetime.date.fromisoformat(date)
    return (f"{day.day} {day:%B} {day.year}",)
