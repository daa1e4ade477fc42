"""Nights for tokens: how such a game is started, and how it stands."""

from typing import Any

from ..conftest import ANN, BOB, CAL, Event, game, night

SWEEP = "ann ann ann ann ann"


def pass_out(count: int, *players: str, **fields: Any) -> Event:
    return game(*players or (ANN, BOB, CAL), options={"tokens": {"mode": "pass-out", "count": count}}, **fields)


def kegger(count: int, *players: str, **fields: Any) -> Event:
    return game(*players or (ANN, BOB, CAL), options={"tokens": {"mode": "kegger", "count": count}}, **fields)


def stand(*events: Event) -> str:
    """The last game as it stands: `cal 3 1, ann 0 2 over` for player, score and place, and whether it is over."""
    last = night(*events)["games"][-1]
    rows = ", ".join(f"{row['player']} {row['score']} {row['place']}" for row in last["standings"])
    return rows + " over" * last["finished"]
