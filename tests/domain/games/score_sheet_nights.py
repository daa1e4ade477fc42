"""A second count of a score sheet, written from docs/night-format.md alone."""

from typing import Any

from ..conftest import Event

Row = tuple[int, str, int, str]


def second_count(events: list[Event]) -> tuple[list[Row], dict[str, int], bool]:
    """What the game in this file charges, the totals, and whether it is over by itself."""
    order: list[str] = []
    totals: dict[str, int] = {}
    options: dict[str, Any] = {}
    rows: list[Row] = []
    over = False
    for number, one in enumerate(events, start=1):
        kind = one["type"]
        if kind == "player.joined":
            order.append(one["player"])
        elif kind == "seats.moved":
            order = list(one["order"])
        elif kind == "game.started":
            options, totals = one["options"], dict.fromkeys(one["players"], 0)
        elif kind == "game.joined":
            totals[one["player"]] = 0
        elif kind == "round.scored":
            got = dict(one["points"])
            for player in got:
                totals[player] += got[player]
            least = options.get("best", {"losses": "least"}.get(options.get("count", "points"), "most")) == "least"
            over = one["round"] == options.get("rounds", 0)
            over = over or ("target" in options and max(totals.values()) >= options["target"])
            for player in order:
                if (drinks := options.get("fine", 0)) and player in _last(got, least):
                    rows.append((number, player, drinks, f"lost round {one['round']}"))
                if over and (drinks := options.get("stake", 0)) and player in _last(totals, least):
                    rows.append((number, player, drinks, "lost game"))
    return rows, totals, over


def _last(points: dict[str, int], least: bool) -> list[str]:
    bad = max(points.values()) if least else min(points.values())
    found = [player for player in points if points[player] == bad]
    return [] if len(found) == len(points) else found
