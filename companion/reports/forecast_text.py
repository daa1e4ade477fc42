"""A forecast in words: what a game costs each player, shown before the game begins.

More than `MANY_PINTS` for one player in two hours is a lot: in beer about eight UK units of alcohol, and the advised
limit is fourteen a week. Any unit that is not a known part of a pint counts as one UK unit.
"""

from collections.abc import Iterator

import msgspec

from ..domain.fines import PINT
from ..domain.games import GAMES
from ..domain.house_rules.model import Called
from ..domain.measure import TOKEN, amount, is_drunk, units, worded
from ..domain.night import Night
from .forecast import HOURS, Evening, Spread, simulation_of

PINT_ML = 568  # millilitres
STRENGTH = 4.5  # percent of alcohol, in an ordinary beer
UK_UNIT_ML = 10.0  # of alcohol
US_DRINK_ML = 17.7  # of alcohol: 0.6 fluid ounces
MANY_PINTS = 3.0
MANY_OTHERS = 8
SIPS = {"sip": 20, "half sip": 40}  # about so many to a pint


class Other(msgspec.Struct, frozen=True):
    """The same fines counted in a smaller `unit`, with its plural, and how much that is in two hours."""

    unit: str
    units: str
    makes: str


class ForecastText(msgspec.Struct, frozen=True):
    """What a game costs: a sentence `costs`, then `more` about an evening of it, and `notes` on how it is computed.

    If it is a lot, there is a friendly `warning`, and `others` are smaller units that would make it less.
    If this phone can change the unit now, `changes` is set, and `owing` if debts stand in the way of doing it in one
    tap; else `ask` names who can. Without a forecast only `more` is set: the reason why.
    """

    costs: str
    more: str
    notes: tuple[str, ...] = ()
    warning: str = ""
    others: tuple[Other, ...] = ()
    changes: bool = False
    owing: bool = False
    ask: str = ""


def forecast_text(night: Night, found: Evening, master: bool) -> ForecastText:
    """A forecast in the night's unit and in pints; `master` means that it is for the finesmaster's phone."""
    costs, more = _lasts(found) if found.paid else _costs(found, night.unit)
    others = tuple(_others(found, night.unit)) if _is_a_lot(found, night.unit) else ()
    warning = _warning(found, night.unit, others)
    free = night.game is None and not night.closed and not found.paid
    return ForecastText(
        costs=costs,
        more=more,
        notes=tuple(_notes(night, found)),
        warning=warning,
        others=others,
        changes=free and master,
        owing=any(player.owed for player in night.players.values()),
        ask=night.table().name(night.finesmaster) if warning and free and not master else "",
    )


def _parts(unit: str) -> int | None:
    """How many of this unit are a pint; None if nobody knows."""
    return PINT.get(unit) or SIPS.get(unit)


def _costs(found: Evening, unit: str) -> tuple[str, str]:
    """Such as "About 4 sips a deal each." and "Two hours: about 58, like 2.9 pints of beer."."""
    mean = found.whole.mean
    if not mean:
        last = worded("Whoever comes last drinks", unit), "only if rounds or points end the game."
        return last if found.dearest else ("Nobody is fined,", "as it is set here.")
    like = f", like {counted(mean / parts, 'pint')} of beer" if (parts := _parts(unit)) else ""
    whole = f"about {amount(round(mean), unit)}" if mean >= 0.95 else f"less than one {unit}"
    return f"{_each(found, found.each, unit)}.", f"Two hours: {whole}{like}."


def _lasts(found: Evening) -> tuple[str, str]:
    """How long the tokens last, and the tokens paid in a deal if they last more than three deals."""
    minutes = 60 / found.an_hour
    deals = minutes / simulation_of(GAMES[found.game]).minutes(found.players)
    a_deal = f"about {counted(found.each.mean * found.players / deals, TOKEN)} go in a deal"
    if not found.ends:
        return "The tokens last all night", f"and longer: {a_deal}."
    time = counted(minutes / 60, "hour") if minutes > 90 else f"{max(round(minutes / 5), 1) * 5} minutes"
    lasts = f"A game lasts about {amount(max(round(deals), 1), 'deal')}"
    return lasts, f"or {time}{f'; {a_deal}' if deals > 3 else ''}."


def _each(found: Evening, spread: Spread, unit: str) -> str:
    number = f"About {amount(round(spread.mean), unit)}" if spread.mean >= 0.95 else f"Less than one {unit}"
    return f"{number} a {_part(found)} each"


def _part(found: Evening) -> str:
    """What the costs of each are counted by: a game, or if it never ends by itself, what its parts are called."""
    return "game" if found.ends else GAMES[found.game].part


def _most(spread: Spread) -> str:
    return f" (between {spread.low} and {spread.high} for most)" if spread.low < spread.high else ""


def _notes(night: Night, found: Evening) -> Iterator[str]:
    """The largest fine, the alcohol if people drink beer, and what the forecast assumes."""
    unit = TOKEN if found.paid else night.unit
    rules = [rule for rule in night.rules.values() if rule.active]
    called = sum(1 for rule in rules if isinstance(rule.when, Called))
    if found.paid and found.ends:
        yield f"{_each(found, found.each, TOKEN)}{_most(found.each)}, and {worded('nobody drinks', night.unit)} for it."
    if found.dearest and found.whole.mean:
        yield f"Worst single fine: {amount(found.dearest, unit)}{', before house rules' if rules else ''}."
    if found.whole.mean and is_drunk(unit):
        yield _stuff(found.whole.mean, unit)
    if found.whole.mean and not found.paid:
        yield _reckoned(found, len(rules) - called)
    if called:
        yield "Plus what you catch each other at."


def _stuff(mean: float, unit: str) -> str:
    """The alcohol in this amount; for a unit of no known size that is drunk, that the table decides how much one is."""
    parts = _parts(unit)
    if parts is None:
        return f"You decide how big a {unit} is."
    alcohol = mean / parts * PINT_ML * STRENGTH / 100
    uk, us = counted(alcohol / UK_UNIT_ML, "UK unit"), counted(alcohol / US_DRINK_ML, "US standard drink")
    size = f" and {amount(parts, unit)} to a pint" if unit in SIPS else ""
    return f"In beer of {STRENGTH}%, with {PINT_ML} ml to a pint{size}: about {uk}, or {us}."


def _reckoned(found: Evening, watched: int) -> str:
    """For how many players and deals the evening is computed, and how much it varies."""
    turns = amount(max(round(found.an_hour * HOURS), 1), _part(found))
    rules = f", {amount(watched, 'house rule')}" if watched else ""
    most = f" Most of you get {found.whole.low} to {found.whole.high}." if found.whole.low < found.whole.high else ""
    return f"Two hours are {turns} of {amount(found.players, 'player')} without a break{rules}.{most}"


def _is_a_lot(found: Evening, unit: str) -> bool:
    """Whether this is a lot for one evening; never for what nobody drinks."""
    parts = _parts(unit)
    return is_drunk(unit) and found.whole.mean > (parts * MANY_PINTS if parts else MANY_OTHERS)


def _warning(found: Evening, unit: str, others: tuple[Other, ...]) -> str:
    """A friendly warning if this is a lot for one evening, with what to do about it where no smaller unit helps."""
    if not _is_a_lot(found, unit):
        return ""
    smallest = _parts(others[-1].unit) if others else None
    if smallest and found.whole.mean / smallest <= MANY_PINTS:
        return "That’s a lot."
    return "That’s a lot. Play for tokens, or drink something soft."


def _others(found: Evening, unit: str) -> Iterator[Other]:
    """The same fines counted in each smaller unit of its kind; drinks become sips."""
    family = PINT if unit in PINT else SIPS if unit in (*SIPS, "drink") else {}
    for other, parts in family.items():
        if parts > family.get(unit, 0):
            yield Other(other, units(other), counted(found.whole.mean / parts, "pint"))


def counted(number: float, word: str) -> str:
    """A rounded number with its word: "78 pencils", "2.5 pints", "1 pint"; whole from ten on, else to one decimal."""
    near = f"{number:.0f}" if number >= 9.95 else f"{number:.1f}".removesuffix(".0")
    return f"{near} {word if near == '1' else units(word)}"
