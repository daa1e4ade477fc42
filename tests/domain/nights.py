"""Nights of Ann, Bob, Cal, Dan and Eve, and what replay makes of them.

A night opens with entry 1 and the five join with entries 2 to 6, so that the first event a test names is entry 7.
"""

import json
from collections.abc import Callable
from typing import Any

from companion.domain import replay
from companion.domain.event_log import Log
from companion.domain.events import Entry, read
from companion.domain.playing import own_events
from companion.domain.replay import BadNight, result_text
from companion.domain.seating import Table

from .entries import OPENED, Event, event, joined
from .people import FIVE

Result = dict[str, Any]
MISFIT = "is too long, empty, or has signs that can’t be shown here"


def written(*events: Event) -> bytes:
    """Exactly these events as a night file, numbered unless they say otherwise."""
    numbered = [{"seq": seq, **one} for seq, one in enumerate(events, start=1)]
    return json.dumps({"format": "companion-night/1", "events": numbered}).encode()


def replayed(data: bytes) -> Result:
    """What replay prints of a night file."""
    result: Result = json.loads(result_text(data))
    return result


def of_five(*events: Event) -> bytes:
    """A night file with the five at the table and then these events."""
    return written(OPENED, *map(joined, FIVE), *events)


def night(*events: Event) -> Result:
    """What replay prints of such a night."""
    return replayed(of_five(*events))


def log_of(*events: Event) -> Log:
    """The log of such a night."""
    return replay.replayed(of_five(*events))


def add(log: Log, raw: Event) -> None:
    """Enters an event as a phone does; raises Refused."""
    fields = {name: value for name, value in raw.items() if name != "by"}
    log.adopt(log.candidate(Entry(log.seq + 1, read(fields, own_events(log.night)), None, raw.get("by"))))


def fault(data: bytes) -> str:
    """The error of replaying a file; fails if there is none."""
    try:
        result_text(data)
    except BadNight as bad:
        return str(bad)
    raise AssertionError("nothing was refused")


def refused(*events: Event) -> str:
    """The error of replaying such a night."""
    return fault(of_five(*events))


def why_refused(*events: Event) -> str:
    """Why the last of these events is refused in a night of the five; fails if an earlier one is refused, or none."""
    return refusal(of_five(*events))


def table_of(game: str, *events: Event, players: str, joined: str = "", dealer: str = "", **options: Any) -> bytes:
    """A night file: these play the game with its options (`joined` if more are there), and then come these events."""
    named = {"dealer": dealer} if dealer else {}
    there = [event("player.joined", player=player, name=player.capitalize()) for player in (joined or players).split()]
    start = event("game.started", game=game, players=players.split(), options=options, **named)
    return written(OPENED, *there, start, *events)


def standing(data: bytes) -> tuple[Any, Table]:
    """The state of the game that is on at the end of a file, and the table."""
    found = replay.replayed(data).night
    assert found.game is not None
    return found.game.state, found.table()


def refusal(data: bytes) -> str:
    """Why the last event of a file is refused; fails if an earlier one is refused, or none."""
    place, _, why = fault(data).partition(": ")
    assert place == f"event {len(json.loads(data)['events'])}", f"{place}: {why}"
    return why


def says(said: str, why: str) -> bool:
    """Whether a refusal is this sentence; `…` stands for words left out at its beginning or end."""
    return why.strip("…") in said if "…" in why else said == why


def owed(result: Result) -> dict[str, int]:
    """What everybody owes, without those who owe nothing."""
    return {player: sums["owed"] for player, sums in result["players"].items() if sums["owed"]}


def charges(result: Result, rule: str | None) -> list[tuple[str, int]]:
    """Whom a house rule charged how much; None: charges of the game or by hand."""
    return [(row["player"], row["amount"]) for row in result["charges"] if row["rule"] == rule]


def charged(result: Result) -> str:
    """Every charge with its reason, in the order of the log: "bob 3 me, dan 3 mate of Bob"."""
    return ", ".join(f"{row['player']} {row['amount']} {row['reason']}" for row in result["charges"])


def stand(result: Result) -> str:
    """The last game by player, score and place, and whether it is over: "cal 3 1, ann 0 2 over"."""
    last = result["games"][-1]
    rows = ", ".join(f"{row['player']} {row['score']} {row['place']}" for row in last["standings"])
    return rows + " over" * last["finished"]


def playing(game: str, players: str) -> tuple[Callable[..., Result], Callable[..., str]]:
    """What replay prints of a night in which these play the game, and why the last of its events is refused."""

    def played(*events: Event, players: str = players, **how: Any) -> Result:
        return replayed(table_of(game, *events, players=players, **how))

    def refused(*events: Event, players: str = players, **how: Any) -> str:
        return refusal(table_of(game, *events, players=players, **how))

    return played, refused


def drinks(*events: Event, rule: str | None = "r1") -> str:
    """The same of a night of the five as words: "bob 2 cal 1"."""
    return " ".join(f"{player} {amount}" for player, amount in charges(night(*events), rule))


def by_trick(result: Result) -> list[dict[str, int]]:
    """What each charging entry charged by the game alone, in the order of the log."""
    rows: dict[int, dict[str, int]] = {}
    for row in result["charges"]:
        if row["rule"] is None:
            rows.setdefault(row["seq"], {})[row["player"]] = row["amount"]
    return list(rows.values())
