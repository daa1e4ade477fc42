"""What may be tapped on a random evening, most of it anywhere and at any time; the rules refuse what cannot be."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from companion.rules.loading import stored

if TYPE_CHECKING:
    from .random_evening import Evening

REASONS = ["late", "spilled", "late again"]
TEXTS = ["No elbows", "No phones", "Thumbs up"]
WHENS = [
    {"on": "called"},
    {"on": "trick.taken"},
    {"on": "trick.nobody"},
    {"on": "card.played", "rank": "Q"},
    {"on": "trick.taken", "with_rank": "K"},
    {"on": "trick.taken", "trick": 2},
]
DRINKERS = ["player", "left", "neighbours", "everyone", "others", "dealer", "leader", "taker", "chosen"]
Raw = dict[str, Any]


def who(evening: Evening) -> str:
    return evening.who()


def rule(evening: Evening) -> str:
    """One of those made, or the next."""
    made = list(evening.log.night.rules)
    return evening.lot.choice([*made, f"r{len(made) + 1}"])


def called(evening: Evening) -> int:
    """A call, or an entry that is none."""
    return evening.lot.choice([*list(evening.log.night.calls)[-4:], evening.back()])


def changed(evening: Evening) -> Raw:
    """Another word for one that an entry says."""
    entry = evening.lot.choice([evening.back(4), evening.back(40), evening.lot.randint(1, evening.log.seq)])
    line = evening.log.lines[entry - 1]
    was = json.loads(stored(line.counts or line.entry.event))
    other = {
        "amount": evening.lot.randint(1, 5), "reason": evening.lot.choice(REASONS), "text": evening.lot.choice(TEXTS),
        "name": evening.lot.choice(["Zoe", "Yan", "Xia"]), "winner": evening.lot.choice([*evening.seats, None]),
        "player": evening.who(), "unit": evening.lot.choice(["sip", "pint"]), "who": evening.lot.choice(DRINKERS),
    }  # fmt: skip
    said = {key: new for key, new in other.items() if key in was}
    pick = evening.lot.choice(list(said) or [""])
    return {"type": "entry.changed", "entry": entry, "event": {**was, **({pick: said[pick]} if pick else {})}}


def tap(kind: str, **fields: Callable[[Evening], Any]) -> Callable[[Evening], Raw]:
    return lambda evening: {"type": kind, **{name: field(evening) for name, field in fields.items()}}


def one_of(choices: list[Any]) -> Callable[[Evening], Any]:
    return lambda evening: evening.lot.choice(choices)


def some(evening: Evening) -> list[str]:
    return evening.lot.sample(evening.seats, evening.lot.randint(1, len(evening.seats)))


def few(evening: Evening) -> int:
    return evening.lot.randint(1, 4)


def all_owed(evening: Evening) -> Raw:
    debts = [(who, sums.owed) for who, sums in evening.log.night.players.items() if sums.owed > 0]
    player, owed = evening.lot.choice(debts or [("p1", 1)])
    return {"type": "drink.taken", "player": player, "amount": owed}


def chosen(evening: Evening) -> Raw:
    """A choice that somebody was asked for."""
    asked = evening.lot.choice(evening.log.night.asking or (None,))
    if asked is None:
        return {
            "type": "rule.called",
            "rule": rule(evening),
            "player": evening.who(),
            "chosen": some(evening),
        }
    return {"type": "rule.called", "rule": asked.rule, "player": asked.player, "chosen": some(evening)}


def office(evening: Evening) -> Raw:
    claim = evening.log.night.claim
    return {"type": "office.voted", "player": claim.player if claim else evening.who(), "votes": some(evening)}


def undone(most: int) -> Callable[[Evening], Raw]:
    return lambda evening: {"type": "entry.undone", "entry": evening.back(most)}


TAPS: list[Callable[[Evening], Raw]] = [
    *[tap("fine.given", player=who, amount=few, reason=one_of(REASONS))] * 4,
    *[tap("drink.taken", player=who, amount=few)] * 3,
    *[all_owed] * 5,
    tap("fine.forgiven", player=who, amount=few),
    tap("drink.moved", player=who, to=who, amount=few),
    tap("player.left", player=who),
    *[tap("player.returned", player=who)] * 2,
    lambda evening: evening.joins(),
    tap("seats.moved", order=lambda evening: evening.lot.sample(evening.seats, len(evening.seats))),
    tap("seats.moved", order=lambda evening: list(evening.log.night.order)),
    *[tap("rule.made", rule=rule, text=one_of(TEXTS), when=one_of(WHENS), who=one_of(DRINKERS), amount=few)] * 3,
    tap("rule.amended", rule=rule, text=one_of(TEXTS), who=one_of(DRINKERS)),
    tap("rule.amended", rule=rule, amount=few),
    tap("rule.repealed", rule=rule),
    *[tap("rule.called", rule=rule, player=who)] * 4,
    *[chosen] * 2,
    *[tap("rule.objected", rule=rule, player=who)] * 2,
    tap("rule.struck", rule=rule, votes=some),
    *[tap("call.contested", entry=called, player=who)] * 3,
    *[tap("call.settled", entry=called, stands=one_of([True, False]))] * 3,
    tap("office.claimed", player=who),
    office,
    tap("finesmaster.named", player=who),
    tap("sneak.named", player=who),
    tap("player.initiated", player=who),
    tap("unit.changed", unit=one_of(["sip", "pencil", "token"])),
    tap("water.called", player=who),
    tap("game.ended"),
    *[undone(2)] * 2,
    undone(30),
    *[changed] * 3,
    tap("night.closed"),
]
