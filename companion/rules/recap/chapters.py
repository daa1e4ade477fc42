"""A game of the night as a chapter of its recap: its sums, boxes, places, and luck against an even share."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

import msgspec

from ..games import GAMES
from ..games.game import placed
from ..night import Night, Played
from ..playing import ending, standings
from ..recounting import Deed, Filled, Share
from ..seating import Circle
from .course import Course, Stage
from .sums import Sums, sums


class Chapter(msgspec.Struct, frozen=True):
    """Game `number` of the night: `deals` were begun in it, `boxes` are each player's by the box.

    `places` and `ending` are empty while it is on; `halfway` is each player's place when half of it was played,
    where it can be told. `luck` is what each player got and an even share of it, in the order of the game's players.
    `counts_charges`: its scores are what everybody was charged while it was on.
    """

    number: int
    kind: str
    over: bool
    deals: int
    players: Circle
    sums: Sums
    boxes: dict[str, dict[str, Filled]]
    luck: tuple[Share, ...]
    places: tuple[tuple[str, int, int], ...] = ()
    halfway: dict[str, int] = {}
    ending: str = ""
    counts_charges: bool = False


def chapters(night: Night, told: Course) -> Iterator[Chapter]:
    """Every game of the night, the one that is on last."""
    stages: dict[int, list[Stage]] = {}
    for stage in told.stages:
        stages.setdefault(stage.game, []).append(stage)
    for number, played in enumerate(night.played, start=1):
        yield _chapter(night, number, played, stages.get(number, []), told)


def _chapter(night: Night, number: int, played: Played, stages: list[Stage], told: Course) -> Chapter:
    game, over = GAMES[played.kind], played.since is not None
    players = tuple(game.players(played.state))
    deeds = [deed for stage in stages for deed in stage.deeds]
    shares = game.recount.luck.shares(deeds) if game.recount and game.recount.luck else []
    return Chapter(
        number=number,
        kind=played.kind,
        over=over,
        deals=len(told.states[number]),
        players=players,
        sums=sums(night, stages),
        boxes=_boxes(players, deeds),
        luck=tuple(_luck(players, shares)),
        places=tuple(standings(night, played)) if over else (),
        halfway=_halfway(played, told.states[number]) if over else {},
        ending=ending(night, played) if over else "",
        counts_charges=_counts_charges(played, players),
    )


def _boxes(players: Circle, deeds: Iterable[Deed]) -> dict[str, dict[str, Filled]]:
    found: dict[str, dict[str, Filled]] = {player: {} for player in players}
    for deed in deeds:
        if isinstance(deed, Filled):
            found[deed.player][deed.box] = deed
    return {player: boxes for player, boxes in found.items() if boxes}


def _luck(players: Circle, shares: Iterable[Share]) -> Iterator[Share]:
    """The shares in the order of the players; nobody is measured against themselves alone."""
    found = {share.player: share for share in shares}
    if len(found) > 1:
        yield from (found[player] for player in players if player in found)


def _counts_charges(played: Played, players: Circle) -> bool:
    """Whether its scores are what each was charged while it was on: then even what nobody can be charged."""
    charged = dict.fromkeys(players, -1)
    return GAMES[played.kind].scores(played.state, charged) == charged


def _halfway(played: Played, states: list[object]) -> dict[str, int]:
    """Places in the middle of a game whose score is its own, and not what was charged."""
    game = GAMES[played.kind]
    if game.most_wins is not True or len(states) < 4:
        return {}
    middle = states[len(states) // 2]
    return {player: place for player, _, place in placed(game.scores(middle, {}), True)}
