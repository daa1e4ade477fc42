"""Helpers for the tests of the domain: Ann, Bob, Cal, Dan and Eve, their events, and the results of replay.

A night opens with entry 1 and the five join with entries 2 to 6, so that the first event a test names is entry 7.
"""

import json
from typing import Any

from companion.domain import replay
from companion.domain.event_log import Log
from companion.domain.events import Entry, read
from companion.domain.playing import own_events
from companion.domain.replay import BadNight, result_text
from companion.domain.seating import Table

Event = dict[str, Any]
Result = dict[str, Any]
ANN, BOB, CAL, DAN, EVE = FIVE = ("ann", "bob", "cal", "dan", "eve")


def event(kind: str, **fields: Any) -> Event:
    """An event; its fields can include `by` and `at`."""
    return {"type": kind, **fields}


OPENED = event("night.opened", name="Friday")
MISFIT = "is too long, empty, or has signs that can’t be shown here"


def joined(player: str, **fields: Any) -> Event:
    return event("player.joined", **{"player": player, "name": player.capitalize(), **fields})


def left(player: str) -> Event:
    return event("player.left", player=player)


def returned(player: str) -> Event:
    return event("player.returned", player=player)


def fine(player: str, amount: int, **fields: Any) -> Event:
    return event("fine.given", player=player, amount=amount, **fields)


def drunk(player: str, amount: int) -> Event:
    return event("drink.taken", player=player, amount=amount)


def forgiven(player: str, amount: int) -> Event:
    return event("fine.forgiven", player=player, amount=amount)


def undone(entry: int, **fields: Any) -> Event:
    return event("entry.undone", entry=entry, **fields)


def changed(entry: int, new: Event, **fields: Any) -> Event:
    return event("entry.changed", entry=entry, event=new, **fields)


def game(*players: str, **fields: Any) -> Event:
    return event("game.started", **{"game": "five-card-yak", "players": list(players or FIVE), **fields})


ENDED = event("game.ended")
CLOSED = event("night.closed")


def deal(number: int = 1, **fields: Any) -> Event:
    return event("deal.started", deal=number, **fields)


def voided(number: int = 1) -> Event:
    return event("deal.voided", deal=number)


def trick(number: int, winner: str | None = None, deal: int = 1, **fields: Any) -> Event:
    return event("trick.taken", deal=deal, trick=number, winner=winner, **fields)


def tricks(takers: str, deal: int = 1) -> list[Event]:
    """Tricks 1, 2, 3 … of a deal by their takers, `-` where nobody takes one: `tricks("ann bob -")`."""
    return [
        trick(number, None if taker == "-" else taker, deal) for number, taker in enumerate(takers.split(), start=1)
    ]


def plays(number: int, cards: str, deal: int = 1, **fields: Any) -> Event:
    """A trick with its cards, and no winner named: `plays(1, "ann QH bob 2S")`."""
    words = cards.split()
    pairs = [list(pair) for pair in zip(words[::2], words[1::2], strict=True)]
    return event("trick.taken", deal=deal, trick=number, plays=pairs, **fields)


def rule(name: str, **fields: Any) -> Event:
    """A house rule with its own id as its text."""
    return event("rule.made", **{"rule": name, "text": f"rule {name}", **fields})


def caught(name: str, player: str, **fields: Any) -> Event:
    return event("rule.called", rule=name, player=player, **fields)


def written(*events: Event) -> bytes:
    """Exactly these events as a night file, numbered unless they say otherwise."""
    numbered = [{"seq": seq, **one} for seq, one in enumerate(events, start=1)]
    return json.dumps({"format": "companion-night/1", "events": numbered}).encode()


def replayed(data: bytes) -> Result:
    """What replay prints of a night file."""
    result: Result = json.loads(result_text(data))
    return result


def night(*events: Event) -> Result:
    """What replay prints of a night with the five at the table and then these events."""
    return replayed(written(OPENED, *map(joined, FIVE), *events))


def log_of(*events: Event) -> Log:
    """The log of a night with the five at the table and then these events."""
    return replay.replayed(written(OPENED, *map(joined, FIVE), *events))


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
    """The error of replaying a night of the five with these events."""
    return fault(written(OPENED, *map(joined, FIVE), *events))


def why_refused(*events: Event) -> str:
    """Why the last of these events is refused in a night of the five; fails if an earlier one is refused, or none."""
    return refusal(written(OPENED, *map(joined, FIVE), *events))


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


def by_trick(result: Result) -> list[dict[str, int]]:
    """What each charging entry charged by the game alone, in the order of the log."""
    rows: dict[int, dict[str, int]] = {}
    for row in result["charges"]:
        if row["rule"] is None:
            rows.setdefault(row["seq"], {})[row["player"]] = row["amount"]
    return list(rows.values())
