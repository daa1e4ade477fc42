"""A forecast in words: what an evening of a game costs each player, shown before the game begins.

More than `MANY_PINTS` for one player in two hours is a lot: in beer about eight UK units of alcohol, and the advised
limit is fourteen a week. A sip counts as a twentieth of a pint; any other unit that is not part of a pint counts as
one UK unit.
"""

from collections.abc import Iterator

import msgspec

from ..domain.fines import PINT, pints
from ..domain.games import GAMES
from ..domain.house_rules.model import Called
from ..domain.measure import TOKEN, amount, units
from ..domain.night import Night
from .forecast import HOURS, Evening, Spread, simulation_of

PINT_ML = 568  # millilitres
STRENGTH = 4.5  # percent of alcohol, in an ordinary beer
UK_UNIT_ML = 10.0  # of alcohol
US_DRINK_ML = 17.7  # of alcohol: 0.6 fluid ounces
MANY_PINTS = 3.0
MANY_SIPS = 60
MANY_OTHERS = 8
SMALLEST = max(PINT, key=lambda unit: PINT[unit])


class Other(msgspec.Struct, frozen=True):
    """The same fines counted in another `unit`: whether it is `smaller` than the night's, or the one in use `now`."""

    unit: str
    words: str
    smaller: bool
    now: bool


class ForecastText(msgspec.Struct, frozen=True):
    """What an evening of a game costs: a sentence that begins with `costs` and ends with `more`, then `notes`.

    `lot` is a friendly warning if it is a lot, and `others` the same fines in each part of a pint. `changes` means that
    this phone can change the unit now, else `ask` names who can. Without a forecast only `more` is set: the reason why.
    """

    costs: str
    more: str
    notes: tuple[str, ...] = ()
    lot: str = ""
    others: tuple[Other, ...] = ()
    changes: bool = False
    ask: str = ""


def forecast_text(night: Night, found: Evening, master: bool) -> ForecastText:
    """A forecast in the night's unit and in pints; `master` means that it is for the finesmaster's phone."""
    costs, more = _lasts(found) if found.paid else _costs(found, night.unit)
    lot = "" if found.paid else _lot(found, night.unit)
    free = night.game is None and not night.closed and not found.paid
    return ForecastText(
        costs=costs,
        more=more,
        notes=tuple(_notes(night, found)),
        lot=lot,
        others=tuple(_others(found, night.unit)) if lot else (),
        changes=free and master,
        ask=night.table().name(night.finesmaster) if lot and free and not master else "",
    )


def _costs(found: Evening, unit: str) -> tuple[str, str]:
    """Such as "About 14 pencils each" and "in 2 hours (between 9 and 20 for most), that is 0.9 pints"."""
    mean = found.whole.mean
    if not mean:
        return "Nobody is fined", "by the rules, as the game is set here."
    share = pints(1, unit)
    poured = "" if share is None or unit == "pint" else f", that is {counted(share * mean, 'pint')}"
    return _each(found.whole, unit), f"in {HOURS} hours{_most(found.whole)}{poured}."


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


def _each(spread: Spread, unit: str) -> str:
    mean = spread.mean
    return f"About {amount(round(mean), unit)} each" if mean >= 0.95 else f"Less than one {unit} each"


def _most(spread: Spread) -> str:
    return f" (between {spread.low} and {spread.high} for most)" if spread.low < spread.high else ""


def _notes(night: Night, found: Evening) -> Iterator[str]:
    """The largest fine, the alcohol if people drink beer, and what the forecast assumes."""
    unit = TOKEN if found.paid else night.unit
    rules = [rule for rule in night.rules.values() if rule.active]
    called = sum(1 for rule in rules if isinstance(rule.when, Called))
    if found.paid and found.ends:
        yield f"{_each(found.each, TOKEN)}{_most(found.each)}, and nobody drinks for it."
    if found.dearest:
        besides = ", before house rules" if rules else ""
        yield f"The largest single fine possible is {amount(found.dearest, unit)}{besides}."
    if found.whole.mean and unit != TOKEN:
        yield _stuff(found.whole.mean, unit)
    if found.whole.mean and not found.paid:
        yield _reckoned(found, len(rules) - called)
    if called:
        yield "What you catch one another at comes on top."


def _stuff(mean: float, unit: str) -> str:
    """The alcohol in this amount; if the unit is not part of a pint, that the table decides how much one is."""
    share = pints(1, unit)
    if share is None:
        return f"One {unit} is what the table calls one."
    alcohol = share * mean * PINT_ML * STRENGTH / 100
    uk, us = counted(alcohol / UK_UNIT_ML, "UK unit"), counted(alcohol / US_DRINK_ML, "US standard drink")
    return f"In beer of {STRENGTH}%, a pint being {PINT_ML} ml: about {uk}, or {us}."


def _reckoned(found: Evening, watched: int) -> str:
    turns = amount(max(round(found.an_hour * HOURS), 1), "game" if found.ends else "deal")
    rules = f", with {amount(watched, 'house rule')}" if watched else ""
    return f"Reckoned for {amount(found.players, 'player')}: {turns} without a break{rules}."


def _lot(found: Evening, unit: str) -> str:
    """A friendly warning if this is a lot for one evening; empty if not, and for tokens, which nobody drinks."""
    mean, share = found.whole.mean, pints(1, unit)
    if unit == TOKEN or mean <= (MANY_SIPS if unit == "sip" else MANY_OTHERS if share is None else MANY_PINTS / share):
        return ""
    known = share is not None or unit in ("drink", "sip")
    lot = "That is a lot" if known else "If it is for drinking, that is a lot"
    if mean / PINT[SMALLEST] > MANY_PINTS:
        return f"{lot}, even in {units(SMALLEST)}: tokens, or something soft, may be wiser."
    return f"{lot}. A smaller unit may be wiser."


def _others(found: Evening, unit: str) -> Iterator[Other]:
    """The same fines counted in each part of a pint."""
    for other, parts in PINT.items():
        words = f"in {units(other)}: {counted(found.whole.mean / parts, 'pint')}"
        yield Other(other, words, parts > PINT.get(unit, 1), other == unit)


def counted(number: float, word: str) -> str:
    """A rounded number with its word: "78 pencils", "2.5 pints", "1 pint"; whole from ten on, else to one decimal."""
    near = f"{number:.0f}" if number >= 9.95 else f"{number:.1f}".removesuffix(".0")
    return f"{near} {word if near == '1' else units(word)}"
