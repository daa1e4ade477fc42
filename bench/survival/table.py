"""A table of Five-Card Yak: sitting down, and random next taps of a phone, chosen from what it shows."""

import re
from collections.abc import Callable, Iterable
from random import Random

from .clock import Clock
from .history import History
from .phone import Phone, Way
from .regions import seq_of

SLOT = re.compile(r'data-slot="deal (\d+) trick (\d+)')
AMOUNT = re.compile(r'name="amount" value="(\d+)"')
SEAT = re.compile(r'id="seat-([^"]+)"')
NAMES = ("Ann", "Bob", "Cal", "Dot", "Eve", "Fay", "Gus", "Hal", "Ida", "Joe", "Kit", "Lou", "Max")
MOST = 10  # players of Five-Card Yak; others sit out
THINGS = ("pointing", "swearing", "first names", "elbows", "phones", "whistling", "left hands", "the word yes")
Fields = list[tuple[str, str]]


def phones_on(ways: Iterable[Way], clock: Clock, history: History) -> list[Phone]:
    """One phone for each way to the server; its random choices depend on the seed of the history."""
    return [
        Phone(f"p{number}", way, clock, Random(f"{history.seed} phone {number}"), history)
        for number, way in enumerate(ways, 1)
    ]


async def seated(phones: list[Phone], night: str) -> None:
    """Seats all phones at one table, opens its page and starts a game."""
    host, *guests = phones
    await host.sit_down("/nights", [("night", night), ("name", NAMES[0]), ("unit", "sip")])
    page = await host.ask("GET", f"/n/{host.night}/share", script=False)
    link = re.search(r'(/j/[^"]+)"', page.text)
    assert link is not None
    for phone, name in zip(guests, NAMES[1:], strict=False):
        await phone.sit_down(link[1], [("name", name)])
    playing = [("players", phone.player) for phone in phones[:MOST]]
    yak = [("game", "five-card-yak"), ("dealer", "random"), ("open_rules", "yes")]
    await host.tap([("type", "game.started"), *yak, *playing])
    for phone in phones:
        await phone.load()


def players(phone: Phone) -> list[str]:
    """All players at the table, as this phone shows them."""
    return SEAT.findall(phone.regions.get("r-players", "")) or [phone.player]


def a_trick(phone: Phone, chance: Random) -> Fields:
    """The next trick on this phone; sometimes the one before it, like a late tap."""
    found = SLOT.search(phone.regions.get("r-record", ""))
    deal, trick = (int(found[1]), int(found[2])) if found else (1, 1)
    late = chance.random() < 0.1 and trick > 1
    winner = chance.choice([*players(phone), ""])
    return [("type", "trick.taken"), ("deal", str(deal)), ("trick", str(trick - late)), ("winner", winner)]


def a_drink(phone: Phone, chance: Random) -> Fields:
    """A drink that this phone shows as owed; if there is none, a fine."""
    found = AMOUNT.search(phone.regions.get("r-mine", ""))
    if not found:
        return a_fine(phone, chance)
    return [("type", "drink.taken"), ("player", phone.player), ("amount", found[1])]


def a_fine(phone: Phone, chance: Random) -> Fields:
    kind = chance.choice(["fine.given", "fine.given", "fine.given", "fine.forgiven"])
    return [("type", kind), ("player", chance.choice(players(phone))), ("amount", str(chance.randint(1, 3)))]


def a_call(phone: Phone, chance: Random) -> Fields:
    """A call of a rule that may be in force, or now and then a new rule."""
    if chance.random() < 0.3:
        return a_rule(phone, chance)
    return [("type", "rule.called"), ("rule", any_rule(chance)), ("player", chance.choice(players(phone)))]


def any_rule(chance: Random) -> str:
    return f"r{chance.randint(1, 5)}"


def a_rule(phone: Phone, chance: Random) -> Fields:
    text = f"No {chance.choice(THINGS)} in round {chance.randint(1, 40)}."
    return [("type", "rule.made"), ("text", text), ("amount", str(chance.randint(1, 3)))]


def an_end_of_a_rule(phone: Phone, chance: Random) -> Fields:
    return [("type", "rule.repealed"), ("rule", any_rule(chance))]


def an_undo(phone: Phone, chance: Random) -> Fields:
    return [("type", "entry.undone"), ("entry", str(max(1, seq_of(phone.version) - chance.randint(0, 3))))]


def a_change(phone: Phone, chance: Random) -> Fields:
    """Changes the taker in one of the last entries, which is not always a trick."""
    entry = max(1, seq_of(phone.version) - chance.randint(0, 5))
    return [("type", "trick.taken"), ("corrects", str(entry)), ("winner", chance.choice(players(phone)))]


KINDS: dict[Callable[[Phone, Random], Fields], int] = {
    a_trick: 40, a_drink: 22, a_call: 12, a_fine: 8, an_undo: 8, a_change: 4, a_rule: 4, an_end_of_a_rule: 2,
}  # fmt: skip


def next_tap(phone: Phone, chance: Random) -> Fields:
    """A random next tap of one phone. It can be outdated, since the phone can show an old state."""
    (kind,) = chance.choices(list(KINDS), list(KINDS.values()))
    again = [("again", "yes")] if kind in (a_call, a_fine, a_drink) and chance.random() < 0.5 else []
    return [*kind(phone, chance), *again]
