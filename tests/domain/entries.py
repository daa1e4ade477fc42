"""What a night is told, beside what is played: its people, their drinks, its house rules, and corrections."""

from typing import Any

Event = dict[str, Any]


def event(kind: str, **fields: Any) -> Event:
    """An event; its fields can include `by` and `at`."""
    return {"type": kind, **fields}


OPENED = event("night.opened", name="Friday")
CLOSED = event("night.closed")


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


def rule(name: str, **fields: Any) -> Event:
    """A house rule with its own id as its text."""
    return event("rule.made", **{"rule": name, "text": f"rule {name}", **fields})


def amended(name: str = "r1", **fields: Any) -> Event:
    return event("rule.amended", rule=name, **fields)


def repealed(name: str = "r1", **fields: Any) -> Event:
    return event("rule.repealed", rule=name, **fields)


def caught(name: str, player: str, **fields: Any) -> Event:
    return event("rule.called", rule=name, player=player, **fields)
