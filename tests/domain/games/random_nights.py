"""Random nights of one game, for what a second count says that they cost."""

from typing import Any

from companion.domain.events import written
from tests.views.random_evening import Evening, chosen, tap

from ..entries import Event

COMING_AND_GOING = [
    tap("player.left", player=Evening.who), *[tap("player.returned", player=Evening.who)] * 2, Evening.joins,
    tap("seats.moved", order=lambda evening: evening.chance.sample(evening.seats, len(evening.seats))),
    tap("game.joined", player=Evening.who), *[chosen] * 6,
]  # fmt: skip


def played_at_random(seed: int, game: str, options: list[dict[str, Any]], most: int) -> list[Event]:
    """The events of a night with one of these games, until it is over or so many have happened."""
    evening = Evening(seed, {game: options}, COMING_AND_GOING)
    while not evening.log.night.games and evening.log.seq < most:
        evening.step()
    return [written(line.entry.event) for line in evening.log.lines]
