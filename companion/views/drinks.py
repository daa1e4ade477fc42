"""The drinks page: what this phone's player owes and how they settle it (private), and everybody's sums."""

import re
from collections.abc import Iterable, Iterator
from datetime import datetime, timedelta
from math import ceil, floor
from typing import NamedTuple

import msgspec

from ..domain import events as of
from ..domain import measure
from ..domain.fines import PINT, TOKEN, Player, pints, total
from ..domain.night import Night
from ..storage.clock import now
from ..storage.members import Preferences
from .calls import ShownCall, calls_on_fine
from .context import ViewContext
from .fragments import Fragment

HOUR = timedelta(hours=1)
SETS_UNIT = (of.NightOpened, of.UnitChanged)
OVER = "That’s past your limit."
PINT_ML = 500  # the glass of whoever has not chosen one
COUNTED = re.compile(r"[^\W\d]+(-[^\W\d]+)*(?<!s)s")  # a forfeit that can follow a number: "squats", "push-ups"
LEAST_LEVEL = 4  # percent of the drawn glass: less is hard to see
ALWAYS = 2  # columns that the table of sums always has; the others are left out while they are empty


class Manner(msgspec.Struct, frozen=True):
    """What a player set for themselves, as it bears on a fine: a `note`, and the `task` to do instead of drinking."""

    note: str = ""
    task: str = ""


class Mine(msgspec.Struct, frozen=True):
    """What this seat owes: `verb` and `words` as in "Bob, drink 2 sips". `manner` is hidden until it is tapped.

    `titles` were won with the newest fine, and the `calls` that charged some of it can still be contested.
    """

    player: Player
    manner: Manner
    unit: str
    verb: str
    words: str
    titles: tuple[str, ...]
    calls: tuple[ShownCall, ...]

    @property
    def spoken(self) -> str:
        """The newest fine as read aloud: "Bob, drink 2 sips: trick 3 costs 2"; the same however the player settles."""
        newest = self.player.open[-1]
        amount = sum(fine.amount for fine in self.player.open if fine.seq == newest.seq)
        return f"{self.player.name}, {measure.due(amount, self.unit)}: {newest.because}"


class Meter(msgspec.Struct, frozen=True):
    """The drawn glass: its level in percent, how many `more` full ones follow, and whether it has a pint's scale."""

    level: int
    more: int
    scale: bool


class Own(msgspec.Struct, frozen=True):
    """This seat's sums in words, and its drink meter if its player settles fines by drinking.

    `poured` is the debt in millilitres, measured with the player's own glass. `became` has the amounts forgiven, passed
    on and paid in tokens.
    """

    words: measure.Words
    owed: str
    player: Player
    taken: int
    became: tuple[tuple[str, int], ...]
    meter: Meter | None
    poured: str


class Pace(msgspec.Struct, frozen=True):
    """What this seat settled in the last `hour` and the whole `night`, and how long ago the `first` and `last` were."""

    did: str
    hour: str
    night: str
    first: str
    last: str


class Accounts(msgspec.Struct, frozen=True):
    """Everybody's sums in seat order; `became` are the columns, named by `headings`, of the fines no longer owed.

    `between` means that the next deal has not begun.
    """

    words: measure.Words
    family: str
    headings: tuple[str, ...]
    between: bool
    players: tuple[Player, ...]
    became: dict[str, tuple[int, ...]]
    away: frozenset[str]


class Drink(NamedTuple):
    """What a player settled with one entry: the amount, its unit, and the time if known."""

    amount: int
    unit: str
    at: datetime | None


def mine(context: ViewContext, seat: str | None) -> Mine | None:
    """What the player of this phone owes now."""
    if seat is None or seat not in context.people:
        return None
    preferences, player, unit = context.phones.preferences_of(seat), context.night.players[seat], context.night.unit
    owed = max(player.owed, 0)
    poured = measure.poured(owed, unit, preferences.glass or PINT_ML)
    return Mine(
        player=player,
        manner=manner(preferences, owed, until_limit(context, seat, preferences), unit),
        unit=unit,
        verb=measure.words(unit).verb,
        words=f"{measure.counted(owed, unit)}{'' if poured is None else f' · about {poured} ml'}",
        titles=_titles_with(context, player),
        calls=calls_on_fine(context, seat),
    )


def _titles_with(context: ViewContext, player: Player) -> tuple[str, ...]:
    """The titles that the player won with the newest of their fines and still has."""
    passed = context.log.line(player.open[-1].seq).titles if player.open else ()
    rules = (context.night.rules[rule] for rule, holder in passed if holder == player.id)
    return tuple(rule.title or "" for rule in rules if rule.holder == player.id)


def manner(preferences: Preferences, owed: int, left: int | None, unit: str) -> Manner:
    """What bears on a fine: a pause comes first, then the limit (reached after `left` more), then what they drink."""
    instead = "Do something else, or leave it for later."
    if preferences.paused:
        return Manner(f"You’re taking a break. {instead}", _task(preferences, owed))
    if left is not None and left < owed:
        past = f"{left} of these {'is' if left == 1 else 'are'} all you wanted tonight." if left else OVER
        if preferences.drinks == "forfeit":  # what they do instead counts towards the limit, so it is no way out of it
            return Manner(f"{past} Leave {'the rest' if left else 'it'} for later.", _task(preferences, left))
        return Manner(f"{past} {instead}", _task(preferences, owed - left))
    note = _limit_note(preferences, unit)
    if preferences.drinks == "forfeit":
        return Manner(note, _task(preferences, owed))
    soft = "A soft drink, as you chose." if preferences.drinks == "soft" and unit != TOKEN else ""
    return Manner(" ".join(filter(None, (soft, note))))


def _limit_note(preferences: Preferences, unit: str) -> str:
    """A note if the limit was set in a unit that cannot be converted to the night's unit; else empty."""
    if preferences.cap is None or most(preferences, unit) is not None:
        return ""
    return f"Your limit was in {measure.units(preferences.unit or unit)}: set it again."


def _task(preferences: Preferences, times: int) -> str:
    """What the player does instead of drinking, once for each unit owed."""
    if not preferences.forfeit or not times:
        return ""
    if COUNTED.fullmatch(preferences.forfeit):
        return f"Do {measure.amount(times, preferences.forfeit)}"
    return f"Do: {preferences.forfeit}{f' ({times} times)' if times > 1 else ''}"


def most(preferences: Preferences, unit: str) -> float | None:
    """The limit in the night's unit; None without a limit, or if it cannot be converted."""
    return None if preferences.cap is None else _counted(preferences.cap, preferences.unit or unit, unit)


def until_limit(context: ViewContext, seat: str, preferences: Preferences) -> int | None:
    """How many more of the night's unit the player can drink before the limit; None without a limit."""
    unit, limit = context.night.unit, most(preferences, context.night.unit)
    if limit is None:
        return None
    drunk = sum(_counted(drink.amount, drink.unit, unit) or 0 for drink in drinks_of(context, seat))
    return max(floor(limit - drunk), 0)


def _counted(amount: int, old: str, new: str) -> float | None:
    """An amount converted from the old unit to the new; None unless they are the same or both parts of a pint."""
    if old == new:
        return amount
    return amount * PINT[new] / PINT[old] if old in PINT and new in PINT else None


def own_drinks(context: ViewContext, seat: str | None) -> Own | None:
    """The sums of this phone's player, with the drink meter."""
    if seat is None or seat not in context.people:
        return None
    unit, player, preferences = context.night.unit, context.night.players[seat], context.phones.preferences_of(seat)
    owed = max(player.owed, 0)
    headings, numbers = became(context.night)
    rest = zip(headings[1:], numbers[seat][1:], strict=True)  # without what they settled
    drinks = preferences.drinks != "forfeit" and unit != TOKEN
    return Own(
        words=measure.words(unit),
        owed=measure.measured(owed, unit) if owed else "",
        player=player,
        taken=player.taken if unit == TOKEN else player.settled,
        became=tuple((heading.lower(), number) for heading, number in rest if number),
        meter=meter(owed, player.settled, unit) if drinks else None,
        poured=_poured(owed, unit, preferences) if drinks else "",
    )


def _poured(owed: int, unit: str, preferences: Preferences) -> str:
    """A text like "about 142 ml, your glass being 568 ml"; empty if the unit is not a part of a pint."""
    millilitres = measure.poured(owed, unit, preferences.glass) if preferences.glass and owed else None
    return "" if millilitres is None else f"about {millilitres} ml, your glass being {preferences.glass} ml"


def meter(owed: int, settled: int, unit: str) -> Meter:
    """The debt in pints if the unit is part of a pint; else as a share of what is owed and settled."""
    share = pints(owed, unit)
    if share is None:
        return Meter(_level(owed / (owed + settled)) if owed > 0 else 0, 0, False)
    more = max(ceil(share) - 1, 0)
    return Meter(_level(share - more) if owed > 0 else 0, more, True)


def _level(share: float) -> int:
    return max(round(100 * share), LEAST_LEVEL)


def pace(context: ViewContext, seat: str | None, at: datetime | None = None) -> Pace:
    """How much this seat settled, up to now or to the time `at`; only numbers, without judging."""
    at = at or now()
    settled = [*drinks_of(context, seat)]
    times = sorted(drink.at for drink in settled if drink.at)
    return Pace(
        did=measure.words(context.night.unit).done,
        hour=_summed(drink for drink in settled if drink.at and drink.at > at - HOUR),
        night=_summed(settled),
        first=ago(at - times[0]) if times else "",
        last=ago(at - times[-1]) if times else "",
    )


def drinks_of(context: ViewContext, player: str | None) -> Iterator[Drink]:
    """What a player settled, the oldest first, each in the unit that the night had then."""
    unit = ""
    for line in context.log.lines:
        event = line.counts
        if isinstance(event, of.DrinkTaken):
            if event.player == player:
                at = line.entry.at
                yield Drink(event.amount, unit, datetime.fromisoformat(at) if at else None)
        elif isinstance(event, SETS_UNIT):
            unit = event.unit


def _summed(drinks: Iterable[Drink]) -> str:
    """The sum for each unit, as in "3 pencils and 1 finger"; empty if there are no drinks."""
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
    return Accounts(
        words=measure.words(night.unit),
        family=measure.family(night.unit),
        headings=headings,
        between=context.screen.between,
        players=tuple(night.players[who.id] for who in context.seated),
        became=numbers,
        away=night.away,
    )


def became(night: Night) -> tuple[tuple[str, ...], dict[str, tuple[int, ...]]]:
    """What became of the fines, and what was taken over: column headings, and each player's row of numbers.

    Columns after the first two are left out while they are empty.
    """
    headings = (measure.words(night.unit).done.capitalize(), "Forgiven", "Passed on", "Taken over", "In tokens")
    rows = {player.id: _columns(player, night.unit) for player in night.players.values()}
    kept = [place for place in range(len(headings)) if place < ALWAYS or any(row[place] for row in rows.values())]
    numbers = {player: tuple(row[place] for place in kept) for player, row in rows.items()}
    return tuple(headings[place] for place in kept), numbers


def _columns(player: Player, unit: str) -> tuple[int, ...]:
    """A player's numbers; tokens paid in a game have a column of their own, unless all fines are in tokens."""
    if unit == TOKEN:
        return player.taken, player.let_off, player.moved, player.took, 0
    return player.settled, player.let_off, player.moved, player.took, player.paid


MINE = Fragment("mine", "drinks/_mine.html", mine, own=True)
OWN_FINES = Fragment("own-fines", "drinks/_fines.html", mine, own=True)
OWN_DRINKS = Fragment("own-drinks", "drinks/_own.html", own_drinks, own=True)
ACCOUNTS = Fragment("ledger", "drinks/_ledger.html", accounts)
DEBTS = Fragment("debts", "drinks/_debts.html", accounts)
PACE = Fragment("pace", "preferences/_pace.html", pace, own=True)
