"""A random evening: games, taps and changes of members, without refused ones, and with its own clock."""

import json
from collections.abc import Callable, Iterator
from contextlib import suppress
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from random import Random
from typing import Any

import pytest

from companion.domain.event_log import Log, stored
from companion.domain.events import Entry, read
from companion.domain.playing import own_events
from companion.domain.proposals import Proposal
from companion.domain.refused import Refused
from companion.storage.members import Phone, Phones, Preferences
from companion.views.context import ViewContext

NAMES = ["Ann", "Bob", "Cal", "Dot", "Eve", "Fay"]
Raw = dict[str, Any]
Options = dict[str, list[Raw]]
Tap = Callable[["Evening"], Raw]
OPTIONS: Options = {
    "five-card-yak": [
        {}, {}, {"tokens": {"mode": "pass-out", "count": 9}}, {"tokens": {"mode": "kegger", "count": 30}},
    ],
    "yogis-whist": [{}, {"variant": "bft"}, {"septic": True, "members": ["p1", "p2"]}, {"remind_nines": True}],
    "frak-you": [{}, {"initiated": ["p1", "p2"]}, {"initiated": ["p3"], "stake": 1}],
    "yak": [{}, {"dice": "independent"}, {"stake": 2, "confirm": True}],
    "card-yacht": [{}, {"stake": 2}],
    "kings": [{}, {"ranks": {"A": "mate", "5": "choose 3"}}],
}  # fmt: skip


def seeds(first: int, few: int, many: int) -> pytest.MarkDecorator:
    """Random evenings from this seed on: a few of them always, and the long series with all that is thorough."""
    rest = pytest.param(range(first + few, first + many), marks=pytest.mark.thorough, id="the-others")
    return pytest.mark.parametrize("seeds", [pytest.param(range(first, first + few), id="a-few"), rest])


class Evening:
    """A table of four, which more players join; `step` does the next thing, if the rules allow it.

    They play any games and tap anything, unless `games` with their options and `taps` are named.
    """

    def __init__(self, seed: int, games: Options | None = None, taps: list[Tap] | None = None) -> None:
        self.chance, self.log = Random(seed), Log()
        self.games, self.taps = games or OPTIONS, taps or TAPS
        self.clock = datetime(2026, 5, 23, 20, tzinfo=UTC)
        devices = tuple(Phone(place, "n", f"p{place}", place == 2, f"h{place}") for place in (1, 2, 3))
        self.phones = Phones(devices, {}, 1)
        self._play: Iterator[Raw] = iter(())
        self._joined = 0
        self.enter({"type": "night.opened", "name": "Friday", "unit": self.chance.choice(["sip", "finger", "token"])})
        for _ in range(4):
            self.enter(self.joins())

    @property
    def now(self) -> str:
        return self.clock.isoformat(timespec="milliseconds").replace("+00:00", "Z")

    @property
    def seats(self) -> list[str]:
        return list(self.log.night.players)

    def context(self, seat: str | None) -> ViewContext:
        """The night as this seat's group sees it now."""
        return ViewContext("n", self.log, self.phones, seat)

    def enter(self, raw: Raw, by: str | None = None) -> bool:
        """Enters an event; returns whether the log accepted it."""
        try:
            event = read(raw, own_events(self.log.night))
            self.log.adopt(self.log.candidate(Entry(self.log.seq + 1, event, self.now, by)))
        except Refused:
            return False
        return True

    def step(self) -> None:
        """The next thing that happens: the game goes on, somebody taps something else, or phones come and go."""
        self.clock += timedelta(seconds=self.chance.choice([1, 5, 25, 70]))
        if self.chance.random() < 0.15:
            self._members_change()
        else:
            any(self._happens() for _ in range(12))

    def _happens(self) -> bool:
        if self.log.night.closed:
            return self.enter({"type": "entry.undone", "entry": self.log.seq}, "p1")
        if self.chance.random() < 0.45:
            return self._goes_on()
        return self.enter(self.chance.choice(self.taps)(self), self.chance.choice([*self.seats, None]))

    def _goes_on(self) -> bool:
        playing = self.log.night.game
        if playing is None:
            self._play = iter(())
            return self.enter(self._starts())
        raw = None
        with suppress(Exception):  # a simulation does not know who has left since
            raw = next(self._play, None)
        if raw is not None and self.enter(self._with_or_without_cards(raw), self.chance.choice(self.seats)):
            return True
        simulation = playing.game.simulation
        assert simulation is not None
        with suppress(AssertionError):  # nor that nobody of the game is left to deal
            self._play = simulation.deal(playing.state, self.log.night.table(), self.chance.choice)
        return False

    def _with_or_without_cards(self, raw: Raw) -> Raw:
        """A trick with its cards, or just with its taker."""
        if raw["type"] == "trick.taken" and "plays" in raw and self.chance.random() < 0.6:
            game = self.log.night.game.game  # type: ignore[union-attr]
            judged = game.judged and game.judged(self.log.night.game.state, tuple(map(tuple, raw["plays"])))  # type: ignore
            taker = raw.get("winner", judged.taker if judged else None)
            return {**{key: raw[key] for key in ("type", "deal", "trick")}, "winner": taker}
        return raw

    def _starts(self) -> Raw:
        kind = self.chance.choice(list(self.games))
        players = self.chance.sample(self.seats, self.chance.randint(2, len(self.seats)))
        options = self.chance.choice(self.games[kind])
        return {"type": "game.started", "game": kind, "players": players, "options": options}

    def joins(self) -> Raw:
        self._joined += 1
        return {"type": "player.joined", "player": f"p{self._joined}", "name": NAMES[self._joined % len(NAMES) - 1]}

    def who(self) -> str:
        return self.chance.choice(self.seats)

    def some(self) -> list[str]:
        return self.chance.sample(self.seats, self.chance.randint(1, len(self.seats)))

    def back(self, most: int = 12) -> int:
        """A recent entry, but none by which the first three joined, who have the phones."""
        return max(5, self.log.seq - self.chance.randint(0, most))

    def _members_change(self) -> None:
        """Changes data outside the log: phones, loans, preferences and proposals."""
        self.phones = replace(self.phones, members_version=self.phones.members_version + 1)
        self.phones = replace(self.phones, **self.chance.choice(MEMBER_CHANGES)(self))


# -- what can be tapped, most of it anywhere and at any time; the rules refuse the rest

REASONS = ["late", "spilled", "late again"]
TEXTS = ["No elbows", "No phones", "Thumbs up"]
WHENS = [
    {"on": "called"}, {"on": "trick.taken"}, {"on": "trick.nobody"}, {"on": "card.played", "rank": "Q"},
    {"on": "trick.taken", "with_rank": "K"}, {"on": "trick.taken", "trick": 2},
    {"on": "card.played", "matches": "suit"}, {"on": "trick.taken", "row": 2},
    {"on": "trick.taken", "trick": "last", "with_suit": ["H", "D"]},
    {"on": "bid.made", "call": "no"}, {"on": "bid.missed"}, {"on": "dice.rolled", "face": 6, "count": 2},
    {"on": "dice.rolled", "sum": 18, "same": 2}, {"on": "deal.started"}, {"on": "deal.voided"}, {"on": "deal.over"},
    {"on": "deal.over", "tricks": "most"}, {"on": "game.over"}, {"on": "game.over", "place": "last"},
    {"on": "thing.happened", "thing": "double"}, {"on": "thing.happened", "thing": "worst"},
]  # fmt: skip
DRINKERS = ["player", "left", "neighbours", "everyone", "others", "dealer", "leader", "taker", "previous", "chosen"]
TITLES = ["Thumb master", "Fool"]
PREFERENCES = [
    Preferences(), Preferences("soft"), Preferences("forfeit", "sing"), Preferences(cap=3, unit="sip"),
    Preferences(paused=True),
]  # fmt: skip
Changes = dict[str, Any]


def rule(evening: Evening) -> str:
    """The id of an existing rule, or of the next one."""
    made = list(evening.log.night.rules)
    return evening.chance.choice([*made, f"r{len(made) + 1}"])


def called(evening: Evening) -> int:
    """The number of a call, or of another entry."""
    return evening.chance.choice([*list(evening.log.night.calls)[-4:], evening.back()])


def changed(evening: Evening) -> Raw:
    """An earlier entry with one of its fields changed."""
    entry = evening.chance.choice([evening.back(4), evening.back(40), evening.chance.randint(1, evening.log.seq)])
    line = evening.log.lines[entry - 1]
    was = json.loads(stored(line.counts or line.entry.event))
    other = {
        "amount": evening.chance.randint(1, 5), "reason": evening.chance.choice(REASONS),
        "text": evening.chance.choice(TEXTS),
        "name": evening.chance.choice(["Zoe", "Yan", "Xia"]), "winner": evening.chance.choice([*evening.seats, None]),
        "player": evening.who(), "unit": evening.chance.choice(["sip", "pint"]), "who": evening.chance.choice(DRINKERS),
    }  # fmt: skip
    changes = {key: new for key, new in other.items() if key in was}
    pick = evening.chance.choice(list(changes) or [""])
    return {"type": "entry.changed", "entry": entry, "event": {**was, **({pick: changes[pick]} if pick else {})}}


def tap(kind: str, **fields: Callable[[Evening], Any]) -> Callable[[Evening], Raw]:
    return lambda evening: {"type": kind, **{name: field(evening) for name, field in fields.items()}}


def one_of(choices: list[Any]) -> Callable[[Evening], Any]:
    return lambda evening: evening.chance.choice(choices)


def all_owed(evening: Evening) -> Raw:
    debts = [(who, sums.owed) for who, sums in evening.log.night.players.items() if sums.owed > 0]
    player, owed = evening.chance.choice(debts or [("p1", 1)])
    return {"type": "drink.taken", "player": player, "amount": owed}


def chosen(evening: Evening) -> Raw:
    """A choice that somebody was asked for."""
    asked = evening.chance.choice(evening.log.night.asking or (None,))
    if asked is None:
        return {"type": "rule.called", "rule": rule(evening), "player": evening.who(), "chosen": evening.some()}
    return {**asked.answer, asked.fills: evening.some() if asked.each else evening.who()}


def undone(most: int) -> Callable[[Evening], Raw]:
    return lambda evening: {"type": "entry.undone", "entry": evening.back(most)}


few = one_of([1, 2, 3, 4])
counted = one_of(["trick", "rank"])
TAPS: list[Tap] = [
    *[tap("fine.given", player=Evening.who, amount=few, reason=one_of(REASONS))] * 4,
    *[tap("drink.taken", player=Evening.who, amount=few)] * 3,
    *[all_owed] * 5,
    tap("fine.forgiven", player=Evening.who, amount=few),
    tap("drink.moved", player=Evening.who, to=Evening.who, amount=few),
    tap("player.left", player=Evening.who),
    *[tap("player.returned", player=Evening.who)] * 2,
    lambda evening: evening.joins(),
    tap("seats.moved", order=lambda evening: evening.chance.sample(evening.seats, len(evening.seats))),
    tap("seats.moved", order=lambda evening: list(evening.log.night.order)),
    *[tap("rule.made", rule=rule, text=one_of(TEXTS), when=one_of(WHENS), who=one_of(DRINKERS), amount=few)] * 3,
    tap("rule.made", rule=rule, text=one_of(TEXTS), when=one_of(WHENS), title=one_of(TITLES)),
    tap("rule.made", rule=rule, text=one_of(TEXTS), when=one_of(WHENS), who=one_of(DRINKERS), amount=counted),
    tap("rule.amended", rule=rule, title=one_of(TITLES)),
    tap("rule.amended", rule=rule, text=one_of(TEXTS), who=one_of(DRINKERS)),
    tap("rule.amended", rule=rule, amount=few),
    tap("rule.repealed", rule=rule),
    *[tap("rule.called", rule=rule, player=Evening.who)] * 4,
    *[chosen] * 2,
    *[tap("rule.objected", rule=rule, player=Evening.who)] * 2,
    tap("rule.struck", rule=rule, votes=Evening.some),
    *[tap("call.contested", entry=called, player=Evening.who)] * 3,
    *[tap("call.settled", entry=called, stands=one_of([True, False]))] * 3,
    tap("office.claimed", player=Evening.who),
    tap("office.voted", player=Evening.who, votes=Evening.some),
    tap("finesmaster.named", player=Evening.who),
    tap("sneak.named", player=Evening.who),
    tap("player.initiated", player=Evening.who),
    tap("unit.changed", unit=one_of(["sip", "pencil", "token"])),
    tap("water.called", player=Evening.who),
    tap("game.ended"),
    *[undone(2)] * 2,
    undone(30),
    *[changed] * 3,
    tap("night.closed"),
]


# -- what can happen to phones: they come, go and are lent; preferences and proposals


def preferences(evening: Evening) -> Changes:
    kept = {**evening.phones.preferences, evening.who(): evening.chance.choice(PREFERENCES)}
    return {"preferences": kept, "preferences_version": evening.phones.preferences_version + 1}


def proposes(evening: Evening) -> Changes:
    maker, asked = evening.who(), evening.who()
    moved = {"type": "drink.moved", "player": evening.chance.choice([maker, asked]), "to": asked, "amount": 1}
    report = {"type": "fine.given", "player": asked, "amount": 1, "reason": "spilled"}
    event = json.dumps(evening.chance.choice([moved, report]))
    proposal = Proposal(evening.phones.members_version, maker, asked, event, "")
    return {"proposals": (*evening.phones.proposals[-2:], proposal)}


def phone_comes(evening: Evening) -> Changes:
    place, player = evening.phones.members_version + 10, evening.who()
    new = Phone(place, "n", player, evening.chance.random() < 0.5, f"h{place}")
    return {"devices": (*(phone for phone in evening.phones.devices if phone.player != player), new)}


MEMBER_CHANGES: list[Callable[[Evening], Changes]] = [
    preferences,
    proposes,
    phone_comes,
    lambda evening: {"devices": evening.phones.devices[1:] or evening.phones.devices},
    lambda evening: {"loans": {evening.who(): evening.chance.choice(evening.phones.devices).id}},
    lambda evening: {"loans": {}},
]
