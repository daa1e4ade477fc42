"""Nights for tokens: how such a game is started, and how it stands."""

from typing import Any

from ..conftest import ANN, BOB, CAL, Event, Result, game, night

SWEEP = "ann ann ann ann ann"


def pass_out(count: int, *players: str, **fields: Any) -> Event:
    return game(*players or (ANN, BOB, CAL), options={"tokens": {"mode": "pass-out", "count": count}}, **fields)


def kegger(count: int, *players: str, **fields: Any) -> Event:
    return game(*players or (ANN, BOB, CAL), options={"tokens": {"mode": "kegger", "count": count}}, **fields)


def standings(result: Result, nth: int = -1) -> list[tuple[str, int, int]]:
    """Player, score and place in the last game."""
    return [(row["player"], row["score"], row["place"]) for row in result["games"][nth]["standings"]]


def left_over(*events: Event) -> dict[str, int]:
    """The tokens left to each, as the standings of Pass out say them."""
    return {player: score for player, score, _ in standings(night(*events))}


def is_over(*events: Event) -> bool:
    """Whether the last game of this night is."""
    return bool(night(*events)["games"][-1]["finished"])
