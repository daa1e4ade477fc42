"""A table of Five-Card Yak: sitting down, and random next taps of a phone, chosen from what it shows."""

import re
from collections.abc import Iterable
from random import Random

from .clock import Clock
from .history import History
from .phone import Phone, Way
from .regions import owed, seq_of
from .wire import Fields

SLOT = re.compile(r'data-slot="deal (\d+) trick (\d+)')
AMOUNT = re.compile(r'name="amount" value="(\d+)"')
NAMES = ("Ann", "Bob", "Cal", "Dot", "Eve", "Fay", "Gus", "Hal", "Ida", "Joe", "Kit", "Lou", "Max")
MOST = 10  # players of Five-Card Yak; others sit out
SAID_AGAIN = ("drink.taken", "rule.called", "fine.given", "fine.forgiven")
THINGS = ("pointing", "swearing", "first names", "elbows", "phones", "whistling", "left hands", "the word yes")
ANYBODY: Fields = [("dealer", "random"), ("open_rules", "yes")]  # deals first, and may make rules


def phones_on(ways: Iterable[Way], clock: Clock, history: History) -> list[Phone]:
    """One phone for each way to the server; its random choices depend on the seed of the history."""
    return [
        Phone(f"p{number}", way, clock, Random(f"{history.seed} phone {number}"), history)
        for number, way in enumerate(ways, 1)
    ]


async def seated(phones: list[Phone], night: str, start: Fields = ANYBODY) -> None:
    """Seats all phones at one table, opens its page and starts a game with these options."""
    host, *guests = phones
    await host.sit_down("/nights", [("night", night), ("name", NAMES[0]), ("unit", "sip")])
    link = await invitation(host)
    for phone, name in zip(guests, NAMES[1:], strict=False):
        await phone.sit_down(link, [("name", name)])
    playing = [("players", phone.player) for phone in phones[:MOST]]
    await host.tap([("type", "game.started"), ("game", "five-card-yak"), *start, *playing])
    for phone in phones:
        await phone.load()


async def invitation(phone: Phone) -> str:
    """The address behind the QR code."""
    page = await phone.ask("GET", f"/n/{phone.night}/share", script=False)
    link = re.search(r'(/j/[^"]+)"', page.text)
    assert link is not None
    return link[1]


def players(phone: Phone) -> list[str]:
    """All players at the table, as this phone shows them."""
    return [*owed(phone.regions.get("r-players", ""))] or [phone.player]


def next_tap(phone: Phone, chance: Random) -> Fields:
    """A random next tap of one phone. It can be outdated, since the phone can show an old state."""
    slot, debt = SLOT.search(phone.regions.get("r-record", "")), AMOUNT.search(phone.regions.get("r-mine", ""))
    deal, trick = (int(slot[1]), int(slot[2])) if slot else (1, 1)
    late = chance.random() < 0.1 and trick > 1  # for the trick before it
    taker, player, rule = (
        chance.choice([*players(phone), ""]),
        chance.choice(players(phone)),
        f"r{chance.randint(1, 5)}",
    )
    some, entry = str(chance.randint(1, 3)), str(max(1, seq_of(phone.version) - chance.randint(0, 4)))
    text = f"No {chance.choice(THINGS)} in round {chance.randint(1, 40)}."
    fined = chance.choice(["fine.given", "fine.given", "fine.given", "fine.forgiven"])
    kinds: list[tuple[int, str, Fields]] = [
        (40, "trick.taken", [("deal", str(deal)), ("trick", str(trick - late)), ("winner", taker)]),
        (22 if debt else 0, "drink.taken", [("player", phone.player), ("amount", debt[1] if debt else "")]),
        (12, "rule.called", [("rule", rule), ("player", player)]),
        (8, fined, [("player", player), ("amount", some)]),
        (8, "entry.undone", [("entry", entry)]),
        (8, "rule.made", [("text", text), ("amount", some)]),
        (4, "trick.taken", [("corrects", entry), ("winner", player)]),  # the entry is not always a trick
        (2, "rule.repealed", [("rule", rule)]),
    ]
    ((_, kind, fields),) = chance.choices(kinds, [often for often, _, _ in kinds])
    again = [("again", "yes")] * (kind in SAID_AGAIN and chance.random() < 0.5)
    return [("type", kind), *fields, *again]
