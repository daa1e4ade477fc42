"""Drinks: what this phone's seat owes and how it settles it, for nobody else's eyes, and everybody's sums."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from datetime import datetime, timedelta
from math import ceil, floor
from typing import NamedTuple

import msgspec

from ..domain import events as of
from ..domain import measure
from ..domain.fines import PINT, TOKEN, Charge, Player, pints, total
from ..domain.night import Night
from ..storage.clock import now
from ..storage.preferences import Preferences
from .context import ViewContext, Who
from .fragments import Fragment

HOUR = timedelta(hours=1)
OVER = "You are over what you set yourself for tonight:"
LEAST_LEVEL = 4  # percent of a glass that is not empty
ALWAYS = 2  # columns of the table of sums; the others stand in one of their own, as far as there is anything in them


class Manner(msgspec.Struct, frozen=True):
    """`verb` as in "Bob, drink 2"; `says` what stands beside it, `task` what to do instead, `later` puts it off.

    `single` offers one of several, which is no help to somebody who would rather have none.
    """

    verb: str
    says: str = ""
    task: str = ""
    later: str = "Later"
    single: bool = True


class Mine(msgspec.Struct, frozen=True):
    """What this seat owes, the newest fine first; `newest` is the entry of the newest.

    `aloud` is what the phone may say for all to hear, so it never tells how the player settles it.
    """

    night_id: str
    corrections: int
    who: Who
    owed: int
    newest: int
    fines: tuple[Charge, ...]
    manner: Manner
    aloud: str


class Glass(msgspec.Struct, frozen=True):
    """`level` in percent; `more` full glasses wait behind it; `scale` whether it is a pint, with its eight fingers."""

    level: int
    more: int
    scale: bool


class Own(msgspec.Struct, frozen=True):
    """This seat's account in measures, and its glass, if what it owes is drunk.

    `ahead` is what was settled beyond what is now charged; `poured` are the millilitres of a glass that was chosen.
    `became` says what else than settled it was: forgiven, passed on, paid in tokens.
    """

    night_id: str
    words: measure.Words
    owed: str
    ahead: int
    taken: int
    became: tuple[tuple[str, int], ...]
    glass: Glass | None
    poured: str


class Pace(msgspec.Struct, frozen=True):
    """In words: `hour` what was settled in the last hour, `night` in all; `first` and `last` how long ago."""

    did: str
    hour: str
    night: str
    first: str
    last: str


class Account(msgspec.Struct, frozen=True):
    """One player's sums, what `became` of what they do not owe, and what they owe for; `whitebait`: before a deal."""

    who: Who
    player: Player
    became: tuple[int, ...]
    away: bool
    whitebait: bool
    fines: tuple[Charge, ...]


class Accounts(msgspec.Struct, frozen=True):
    """Everybody's sums in seat order; `headings` are those of what became of them."""

    night_id: str
    corrections: int
    unit: str
    words: measure.Words
    family: str
    headings: tuple[str, ...]
    accounts: tuple[Account, ...]


class Drink(NamedTuple):
    """What somebody settled with one entry: how many of which unit, and when, if that is known."""

    amount: int
    unit: str
    at: datetime | None


def mine(context: ViewContext, seat: str | None) -> Mine | None:
    """What the seat of this phone has to drink now."""
    if seat is None or seat not in context.people:
        return None
    who, preferences, fines = (
        context.people[seat],
        context.phones.preferences_of(seat),
        context.night.players[seat].open[::-1],
    )
    owed = max(context.night.players[seat].owed, 0)
    return Mine(
        night_id=context.night_id,
        corrections=context.corrections,
        who=who,
        owed=owed,
        newest=fines[0].seq if fines else 0,
        fines=fines,
        manner=manner(preferences, owed, room(context, seat, preferences), context.night.unit),
        aloud=_aloud(who, fines, context.night.unit),
    )


def _aloud(who: Who, fines: tuple[Charge, ...], unit: str) -> str:
    """What is new, as in "Bob, drink 2: trick 3 costs 2"; in the same words for every player."""
    new = [fine for fine in fines if fine.seq == fines[0].seq]
    amount = sum(fine.amount for fine in new)
    return f"{who.name}, {measure.words(unit).verb} {amount}: {new[0].because}" if new else ""


def manner(preferences: Preferences, owed: int, room: int | None, unit: str) -> Manner:
    """A pause comes before the limit, the limit (`room` more reach it) before what one drinks; no debt is changed."""
    if preferences.paused:
        return _instead(preferences, owed, "You are pausing:")
    if room is not None and room < owed:
        drunk = 0 if preferences.drinks == "forfeit" else room
        why = f"{room} of these reach your limit. For the rest" if room else OVER
        return _instead(preferences, owed - drunk, why, room > 0)
    if preferences.drinks == "forfeit":
        return Manner("settle", _lost(preferences, unit), _task(preferences, owed))
    soft = "A soft drink, as you chose." if preferences.drinks == "soft" and unit != TOKEN else ""
    return Manner(measure.words(unit).verb, " ".join(filter(None, (soft, _lost(preferences, unit)))))


def _instead(preferences: Preferences, rest: int, why: str, single: bool = False) -> Manner:
    does = "do your forfeit" if preferences.forfeit else "do something else for it"
    return Manner("settle", f"{why} {does} or carry it over.", _task(preferences, rest), "Carry over", single)


def _lost(preferences: Preferences, unit: str) -> str:
    """Of a limit in a unit that says nothing about the one in which the night counts now."""
    if preferences.cap is None or most(preferences, unit) is not None:
        return ""
    return f"Your limit was in {measure.units(preferences.unit or unit)}: set it anew."


def _task(preferences: Preferences, times: int) -> str:
    """What the player does instead, once for each of the unit."""
    return f"Do: {preferences.forfeit}{f' ({times} times)' if times > 1 else ''}" if preferences.forfeit else ""


def most(preferences: Preferences, unit: str) -> float | None:
    """The limit in the night's unit; None where there is none, or none that can be told in it."""
    return None if preferences.cap is None else _counted(preferences.cap, preferences.unit or unit, unit)


def room(context: ViewContext, seat: str, preferences: Preferences) -> int | None:
    """How many more of the night's unit reach the limit, if there is one."""
    unit, limit = context.night.unit, most(preferences, context.night.unit)
    if limit is None:
        return None
    drunk = sum(_counted(drink.amount, drink.unit, unit) or 0 for drink in drinks_of(context, seat))
    return max(floor(limit - drunk), 0)


def _counted(amount: int, old: str, new: str) -> float | None:
    """So many of one unit in another; None unless both are the same or parts of the pint."""
    if old == new:
        return amount
    return amount * PINT[new] / PINT[old] if old in PINT and new in PINT else None


def own_drinks(context: ViewContext, seat: str | None) -> Own | None:
    """The account of this phone's seat, with its glass."""
    if seat is None or seat not in context.people:
        return None
    unit, player, preferences = context.night.unit, context.night.players[seat], context.phones.preferences_of(seat)
    owed = max(player.owed, 0)
    drinks = preferences.drinks != "forfeit" and unit != TOKEN
    return Own(
        night_id=context.night_id,
        words=measure.words(unit),
        owed=measure.measured(owed, unit) if owed else "",
        ahead=max(-player.owed, 0),
        taken=player.taken if unit == TOKEN else player.settled,
        became=_became(context, seat),
        glass=glass(owed, player.settled, unit) if drinks else None,
        poured=_poured(owed, unit, preferences) if drinks else "",
    )


def _became(context: ViewContext, player: str) -> tuple[tuple[str, int], ...]:
    """What became of the rest of somebody's fines, beside what they settled."""
    headings, numbers = became(context.night)
    rest = zip(headings[1:], numbers[player][1:], strict=True)
    return tuple((heading.lower(), number) for heading, number in rest if number)


def _poured(owed: int, unit: str, preferences: Preferences) -> str:
    """As in "about 142 ml, your glass being 568 ml"; nothing for a unit that is no part of a pint."""
    millilitres = measure.poured(owed, unit, preferences.glass) if preferences.glass and owed else None
    return "" if millilitres is None else f"about {millilitres} ml, your glass being {preferences.glass} ml"


def glass(owed: int, settled: int, unit: str) -> Glass:
    """A pint where the unit is part of one; else a glass of all that this night has brought, drunk or still owed."""
    share = pints(owed, unit)
    if share is None:
        return Glass(_level(owed / (owed + settled)) if owed > 0 else 0, 0, False)
    more = max(ceil(share) - 1, 0)
    return Glass(_level(share - more) if owed > 0 else 0, more, True)


def _level(share: float) -> int:
    return max(round(100 * share), LEAST_LEVEL)


def pace(context: ViewContext, seat: str | None, at: datetime | None = None) -> Pace:
    """The pace of this seat at a moment, which is now unless it is said; nothing is said about it."""
    at, preferences = at or now(), context.phones.preferences_of(seat or "")
    settled = [*drinks_of(context, seat)]
    times = sorted(drink.at for drink in settled if drink.at)
    return Pace(
        did="settled" if preferences.drinks == "forfeit" else measure.words(context.night.unit).did,
        hour=_summed(drink for drink in settled if drink.at and drink.at > at - HOUR),
        night=_summed(settled),
        first=ago(at - times[0]) if times else "",
        last=ago(at - times[-1]) if times else "",
    )


def drinks_of(context: ViewContext, player: str | None) -> Iterator[Drink]:
    """What somebody settled, the oldest first, each in the unit of its time."""
    unit = ""
    for line in context.log.lines:
        event = line.counts
        if isinstance(event, of.DrinkTaken):
            if event.player == player:
                at = line.entry.at
                yield Drink(event.amount, unit, datetime.fromisoformat(at) if at else None)
        elif isinstance(event, of.NightOpened | of.UnitChanged):
            unit = event.unit


def _summed(drinks: Iterable[Drink]) -> str:
    """Units and amounts as in "3 pencils and 1 finger"; nothing for nothing."""
    return " and ".join(
        measure.amount(number, unit) for unit, number in total((drink.unit, drink.amount) for drink in drinks).items()
    )


def ago(passed: timedelta) -> str:
    """How long ago in words: "12 minutes ago", "2 hours 10 minutes ago", "3 days ago"."""
    minutes = int(passed.total_seconds() // 60)
    if minutes < 1:
        return "just now"
    hours, rest = divmod(minutes, 60)
    if hours >= 48:
        return f"{hours // 24} days ago"
    parts = (measure.amount(number, word) for number, word in ((hours, "hour"), (rest, "minute")) if number)
    return f"{' '.join(parts)} ago"


def accounts(context: ViewContext) -> Accounts:
    """Everybody's sums in seat order."""
    night, (headings, numbers) = context.night, became(context.night)
    between = getattr(context.screen, "between", False)
    return Accounts(
        night_id=context.night_id,
        corrections=context.corrections,
        unit=night.unit,
        words=measure.words(night.unit),
        family=measure.family(night.unit),
        headings=headings,
        accounts=tuple(
            Account(
                who=who,
                player=night.players[who.id],
                became=numbers[who.id],
                away=who.id in night.away,
                whitebait=night.players[who.id].owed > 0 and between,
                fines=night.players[who.id].open[::-1],
            )
            for who in context.seated
        ),
    )


def became(night: Night) -> tuple[tuple[str, ...], dict[str, tuple[int, ...]]]:
    """What became of everybody's fines, beside what is still owed: headings, and below them the numbers of each player.

    What nobody has no number in is left out.
    """
    headings = (measure.words(night.unit).done.capitalize(), "Forgiven", "Passed on", "In tokens")
    rows = {player.id: _columns(player, night.unit) for player in night.players.values()}
    kept = [place for place in range(len(headings)) if place < ALWAYS or any(row[place] for row in rows.values())]
    numbers = {player: tuple(row[place] for place in kept) for player, row in rows.items()}
    return tuple(headings[place] for place in kept), numbers


def _columns(player: Player, unit: str) -> tuple[int, int, int, int]:
    """Tokens paid in a game stand apart from drinks, but not where all fines are in tokens."""
    if unit == TOKEN:
        return player.taken, player.let_off + player.returned, player.moved, 0
    return player.settled, player.let_off, player.moved, player.paid


MINE = Fragment("mine", "drinks/_mine.html", mine, own=True)
OWN_FINES = Fragment("own-fines", "drinks/_fines.html", mine, own=True)
OWN_DRINKS = Fragment("own-drinks", "drinks/_own.html", own_drinks, own=True)
ACCOUNTS = Fragment("ledger", "drinks/_ledger.html", accounts)
DEBTS = Fragment("debts", "drinks/_debts.html", accounts)
PACE = Fragment("pace", "wishes/_pace.html", pace, own=True)
