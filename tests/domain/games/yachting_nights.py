"""Helpers for the tests of both yacht games."""

from typing import Any

from ..conftest import Event, Result, event


def rule(when: Event, who: str = "player") -> Event:
    return event("rule.made", rule="r1", text="a rule", when=when, who=who, amount=1)


def called(player: str) -> Event:
    return event("rule.called", rule="r1", player=player)


def stand(night: Result) -> str:
    """The standings of the game: `ann 30 1, bob 0 2 over` for player, score and place, and whether it is over."""
    (game,) = night["games"]
    rows = ", ".join(f"{row['player']} {row['score']} {row['place']}" for row in game["standings"])
    return rows + " over" * game["finished"]


def charged(night: Result) -> list[tuple[str, int, str]]:
    """Player, amount and reason of every charge, in the order of the log."""
    return [(row["player"], row["amount"], row["reason"]) for row in night["charges"]]


def charged_by_rule(night: Any) -> str:
    """Who drinks for the house rule, one name for each row."""
    return " ".join(row["player"] for row in night["charges"] if row["rule"] == "r1")
