"""A night worth telling: six people, three games, three house rules, as the entries of a night file."""

from collections.abc import Iterable, Iterator
from typing import Any

from tests.domain.entries import Event, event
from tests.domain.nights import written

SIX = ("Ann", "Bob", "Maximiliane Hohenzollern", "Cal", "Dot", "Eve")
TAKERS = ("2 3 2 2 -", "1 4 5 6 2", "3 3 - 1 6", "5 2 5 5 5", "6 1 2 - 4", "4 4 3 1 2")
MADE = ("1 3", "2 3 5", "6", "1 2 3 4", "3 5", "1 6", "2 3", "")
LOUD = ({"declared": "p3"}, {}, {"revealed": "p6"}, {}, {"declared": "p5"}, {"declared": "p3"}, {}, {"revealed": "p3"})
BOXES = {
    "1s": "11123 11456 12346 23456", "2s": "22234 22256 12456 13456", "3s": "33312 33345 33456 12456",
    "4s": "44412 44456 44123 44256", "5s": "55512 55534 55123 55446", "6s": "66612 66634 66123 66345",
    "all": "55666 45566 34566 44556", "run-1-5": "12345 12356 12345 22345", "run-2-6": "23456 13456 23456 22456",
    "3-same": "33345 22256 44412 12356", "2-pairs": "33445 22556 44116 11223", "2+3-same": "33344 22255 44411 11223",
    "4-same": "33334 22225 44414 11112", "5-same": "33333 12345 22223 55555",
}  # fmt: skip
RULES = (
    {"rule": "r1", "text": "Whoever says “drink” drinks.", "by": "p1"},
    {
        "rule": "r2",
        "text": "If nobody takes the trick, everyone drinks.",
        "when": {"on": "trick.nobody"},
        "who": "everyone",
    },
    {"rule": "r3", "text": "Whoever misses a bid drinks one more.", "when": {"on": "bid.missed"}, "by": "p2"},
)


def seats(count: int) -> list[str]:
    return [f"p{number}" for number in range(1, count + 1)]


def night_file(events: Iterable[Event]) -> bytes:
    """These entries as a night file."""
    return written(*events)


def opened(name: str, people: Iterable[str], **fields: Any) -> Iterator[Event]:
    """A night with everybody at the table."""
    yield event("night.opened", name=name, **fields)
    for seat, person in enumerate(people, start=1):
        yield event("player.joined", player=f"p{seat}", name=person)


def tricks(takers: Iterable[str], first: int = 1) -> Iterator[Event]:
    """Deals of Five-Card Yak: the seats of the takers, `-` if nobody takes a trick."""
    for deal, row in enumerate(takers, start=first):
        for trick, taker in enumerate(row.split(), start=1):
            winner = None if taker == "-" else f"p{taker}"
            yield event("trick.taken", deal=deal, trick=trick, winner=winner, by="p1")


def whist() -> Iterator[Event]:
    """A game of Yogi's Whist, entered as the players who made their bids."""
    yield event("game.started", game="yogis-whist", players=seats(6))
    for deal, (made, loud) in enumerate(zip(MADE, LOUD, strict=True), start=1):
        yield event("deal.scored", deal=deal, made=[f"p{seat}" for seat in made.split()], **loud)
    yield event("game.ended")


def dice() -> Iterator[Event]:
    """A whole game of Yak at four."""
    yield event("game.started", game="yak", players=seats(4))
    for number, (box, throws) in enumerate(BOXES.items(), start=1):
        for seat, thrown in zip(seats(4), throws.split(), strict=True):
            yield event("throw.scored", player=seat, round=number, box=box, dice=[int(die) for die in thrown])


def six() -> Iterator[Event]:
    """The whole night."""
    yield from opened("Friday at the Harbor", SIX, unit="sip", date="2026-11-20")
    yield from (event("rule.made", **rule) for rule in RULES)
    yield event("game.started", game="five-card-yak", players=seats(6))
    yield from tricks(TAKERS[:3])
    yield from (event("rule.called", rule="r1", player=seat, by="p2") for seat in ("p3", "p4", "p3"))
    yield from tricks(TAKERS[3:], first=4)
    yield event("game.ended")
    yield event("fine.given", player="p4", amount=2, reason="late", by="p1")
    yield from (event("fine.forgiven", player=seat, amount=1, by="p1") for seat in ("p4", "p3"))
    yield event("water.called", player="p5", by="p5")
    yield from whist()
    yield from dice()


def ten(names: Iterable[str]) -> Iterator[Event]:
    """Ten at a table of Five-Card Yak, whose game is still on."""
    yield from opened("The fortieth birthday of Maximiliane", names, unit="waffer", date="2026-05-19")
    text = "Whoever says drink drinks, and whoever laughs about it drinks as well."
    yield event("rule.made", rule="r1", text=text, amount=2, by="p1")
    yield event("game.started", game="five-card-yak", players=seats(10))
    yield from tricks(("2 3 2 2 -", "1 10 5 6 9", "3 3 - 1 6", "5 8 5 5 5", "7 1 2 - 4"))
    yield event("rule.called", rule="r1", player="p3", by="p2")
