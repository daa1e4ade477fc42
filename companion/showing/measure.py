"""Amounts in words: so many of the night's unit, and what that is in pints."""

from ..rules.fines import pints


def units(unit: str) -> str:
    """More than one of the unit: "pencils"; a typed "beers" stays as it is."""
    return unit if unit.endswith("s") else f"{unit}s"


def amount(number: int, unit: str) -> str:
    """So many of the unit: "1 pencil", "13 pencils"."""
    return f"{number} {unit if number == 1 else units(unit)}"


def measured(number: int, unit: str) -> str:
    """The same with its pints where the unit is part of one: "13 pencils, 0.8 pint"."""
    share = pints(number, unit)
    if share is None or unit == "pint":
        return amount(number, unit)
    return f"{amount(number, unit)}, {share:.1f} pint{'' if round(share, 1) <= 1 else 's'}"
