"""The drinks page: what this phone's player owes and how they settle it (private), and a row for everybody."""

from math import ceil, floor

import msgspec

from ..domain import events as of
from ..domain import measure
from ..domain.fines import PINT, TOKEN, Player, pints
from ..storage.members import Preferences
from .calls import ShownCall, calls_on_fine
from .context import ViewContext, counted_forfeit, shown_way
from .ending import Cost, costs
from .fragments import Fragment

OVER = "That’s past your limit."
PINT_ML = 500  # the glass of whoever has not chosen one
LEAST_LEVEL = 4  # percent of the drawn glass: less is hard to see


class Manner(msgspec.Struct, frozen=True):
    """What a player set for themselves, as it bears on a fine: a `note`, and the `task` to do instead of drinking.

    `past` says how many of a fine are past the limit, if the others are not.
    """

    note: str = ""
    task: str = ""
    past: str = ""


class Mine(msgspec.Struct, frozen=True):
    """What this seat owes: `verb` and `words` as in "Bob, drink 2 sips". The note of `manner` is hidden until tapped.

    Who does something else, has a break or is past the limit has no verb; `words` are "your way", or what all may read.
    `titles` were won with the newest fine, and the `calls` that charged some of it can still be contested; what an open
    case is about is not `owed` yet. `right`: the player may make a house rule. `spoken` is the newest fine as read
    aloud, which says no more than all may read: "Bob, 2 sips: trick 3 costs 2".
    """

    player: Player
    owed: int
    right: bool
    manner: Manner
    verb: str
    words: str
    titles: tuple[str, ...]
    calls: tuple[ShownCall, ...]
    spoken: str


class Meter(msgspec.Struct, frozen=True):
    """The drawn glass: its level in percent, how many `more` full ones follow, and whether it has a pint's scale."""

    level: int
    more: int
    scale: bool


class Own(msgspec.Struct, frozen=True):
    """This seat's sums in words, and its drink meter if its player settles fines by drinking."""

    owed: str
    ahead: int
    became: str
    meter: Meter | None


class Accounts(msgspec.Struct, frozen=True):
    """Everybody in seat order, each with what became of their fines; the `whitebait` owe some before they are dealt in.

    `costs` are what the night cost each player, once it is over.
    """

    whitebait: tuple[str, ...]
    rows: tuple[tuple[Player, str], ...]
    costs: dict[str, Cost]


def mine(context: ViewContext, seat: str | None) -> Mine | None:
    """What the player of this phone owes now, if they are here; once the night is over nobody is asked to drink."""
    if seat not in context.night.present() or context.night.closed or context.night.players[seat].owed <= 0:
        return None
    preferences, player, unit = context.phones.preferences_of(seat), context.night.players[seat], context.night.unit
    calls, left = calls_on_fine(context, seat), until_limit(context, seat, preferences)
    contested = [call.entry for call in calls if call.case]
    owed = sum(fine.amount for fine in player.open if fine.seq not in contested)
    own_way = _own_way(preferences, owed, left)
    newest = [fine for fine in player.open if fine.seq == player.open[-1].seq]
    said = context.amount(sum(fine.amount for fine in newest), seat)
    return Mine(
        player=player,
        owed=owed,
        right=any(right.player == seat for right in context.night.rights),
        manner=manner(preferences, owed, left, unit),
        verb="" if own_way else measure.words(unit).verb,
        words=own_way or f"{measure.counted(owed, unit)}{_poured(preferences, owed, unit)}",
        titles=_titles_with(context, player),
        calls=calls,
        spoken=f"{player.name}, {said}: {newest[-1].because}",
    )


def _poured(preferences: Preferences, owed: int, unit: str) -> str:
    """What the player owes in their own glass: " · about 142 ml"; "" if the unit is not a part of a pint."""
    poured = measure.poured(owed, unit, preferences.glass or PINT_ML)
    return "" if poured is None else f" · about {poured} ml"


def _own_way(preferences: Preferences, owed: int, left: int | None) -> str:
    """What stands behind the number of whoever does not drink it: "squats" if all may read it, else "your way"."""
    is_own = preferences.drinks == "forfeit" or preferences.paused or left == 0
    return shown_way(preferences, owed) or ("your way" if is_own else "")


def _titles_with(context: ViewContext, player: Player) -> tuple[str, ...]:
    """The titles that the player won with the newest of their fines and still has."""
    passed = context.log.line(player.open[-1].seq).titles
    rules = (context.night.rules[rule] for rule, holder in passed if holder == player.id)
    return tuple(rule.title or "" for rule in rules if rule.holder == player.id)


def manner(preferences: Preferences, owed: int, left: int | None, unit: str) -> Manner:
    """What bears on a fine: a pause comes first, then the limit (reached after `left` more), then what they drink."""
    instead = "Do something else, or leave it for later."
    if preferences.paused:
        return Manner("You’re taking a break.", _task(preferences, owed) or instead)
    if left is not None and left < owed:
        past = f"{left} of these {'is' if left == 1 else 'are'} all you wanted tonight." if left else OVER
        if preferences.drinks == "forfeit":  # what they do instead counts towards the limit, so it is no way out of it
            return Manner(f"{past} Leave {'the rest' if left else 'it'} for later.", _task(preferences, left))
        task, over = _task(preferences, owed - left), owed - left
        way = "" if task else ": your\N{NO-BREAK SPACE}way"
        crossed = f"{over} of them {'is' if over == 1 else 'are'} past your limit{way}." if left else ""
        return Manner(f"{past} {instead}", task, crossed)
    soft = "A soft drink, as you chose." if preferences.drinks == "soft" and measure.is_drunk(unit) else ""
    task = _task(preferences, owed) if preferences.drinks == "forfeit" else ""
    is_lost = preferences.cap is not None and most(preferences, unit) is None  # it cannot be converted
    limit = f"Your limit was in {measure.units(preferences.unit or unit)}: set it again." if is_lost else ""
    return Manner(" ".join(filter(None, (soft, limit))), task)


def _task(preferences: Preferences, times: int) -> str:
    """What the player does instead of drinking, once for each unit owed."""
    if not preferences.forfeit or not times:
        return ""
    if counted := counted_forfeit(preferences.forfeit, times):
        return f"Do {times} {counted}"
    return f"{measure.titled(preferences.forfeit)}{f' ({times} times)' if times > 1 else ''}"


def most(preferences: Preferences, unit: str) -> float | None:
    """The limit in the night's unit; None without a limit, or if it cannot be converted."""
    return None if preferences.cap is None else _counted(preferences.cap, preferences.unit or unit, unit)


def until_limit(context: ViewContext, seat: str, preferences: Preferences) -> int | None:
    """How many more of the night's unit the player can drink before the limit; None without a limit."""
    unit, limit = context.night.unit, most(preferences, context.night.unit)
    if limit is None:
        return None
    drunk, then = 0.0, ""
    for line in context.log.lines:
        event = line.counts
        if isinstance(event, of.DrinkTaken) and event.player == seat:
            drunk += _counted(event.amount, then, unit) or 0
        elif isinstance(event, of.NightOpened | of.UnitChanged):
            then = event.unit
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
    own_way = _own_way(preferences, owed, until_limit(context, seat, preferences))
    words = f"{owed} {own_way}" if own_way else measure.measured(owed, unit) + _poured(preferences, owed, unit)
    return Own(
        owed=words if owed else "",
        ahead=-player.owed,
        became=became(player, unit),
        meter=meter(owed, player.settled, unit) if not own_way and measure.is_drunk(unit) else None,
    )


def meter(owed: int, settled: int, unit: str) -> Meter:
    """The debt in pints if the unit is part of a pint; else as a share of what is owed and settled."""
    if not owed:
        return Meter(0, 0, unit in PINT)
    glasses = pints(owed, unit) or owed / (owed + settled)
    more = ceil(glasses) - 1
    return Meter(max(round(100 * (glasses - more)), LEAST_LEVEL), more, unit in PINT)


def accounts(context: ViewContext) -> Accounts:
    """A row for everybody in seat order."""
    night = context.night
    rows = tuple((night.players[who.id], became(night.players[who.id], night.unit)) for who in context.seated)
    bill = {cost.who.id: cost for cost in costs(context)} if night.closed else {}
    return Accounts(context.whitebait, rows, bill)


def became(player: Player, unit: str) -> str:
    """What became of a player's fines: "2 passed on, 1 settled"."""
    done = settled(player, unit)
    moved = (("taken over", player.took), ("passed on", player.moved), ("forgiven", player.let_off))
    found = (*moved, ("in tokens", player.taken - done), (measure.words(unit).done, done))
    return ", ".join(f"{number}\N{NO-BREAK SPACE}{what}" for what, number in found if number)


def settled(player: Player, unit: str) -> int:
    """What a player settled; tokens paid in a game are apart, unless all fines are in tokens."""
    return player.taken if unit == TOKEN else player.settled


MINE = Fragment("mine", "drinks/_mine.html", mine, own=True)
OWN_DRINKS = Fragment("own-drinks", "drinks/_own.html", own_drinks, own=True)
LEDGER = Fragment("ledger", "drinks/_ledger.html", accounts)
