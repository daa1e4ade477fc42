"""How games for tokens are started."""

from typing import Any

from ..entries import Event
from ..people import ANN, BOB, CAL
from ..play import game

SWEEP = "ann ann ann ann ann"


def pass_out(count: int, *players: str, **fields: Any) -> Event:
    return game(*players or (ANN, BOB, CAL), options={"tokens": {"mode": "pass-out", "count": count}}, **fields)


def kegger(count: int, *players: str, **fields: Any) -> Event:
    return game(*players or (ANN, BOB, CAL), options={"tokens": {"mode": "kegger", "count": count}}, **fields)
