"""Amounts in words: in the night's unit, in pints, or in one's own glass, and how they are settled; and lists."""

from collections.abc import Sequence

import msgspec

from .fines import PINT, pints
from .fines import TOKEN as TOKEN

QUARTERS = {0: "", 0.25: "¼", 0.5: "½", 0.75: "¾"}
FAMILY = ("finger", "pencil", "waffer", "pint")


class Words(msgspec.Struct, frozen=True):
    """How a fine of this night is settled: "drink 2", "Bob drinks 2", "he drank 2", "2 are drunk"."""

    verb: str
    does: str
    did: str
    done: str


DRINK = Words("drink", "drinks", "drank", "drunk")
PAY = Words("pay", "pays", "paid", "paid")


def words(unit: str) -> Words:
    """In a night of tokens nobody drinks: they pay."""
    return PAY if unit == TOKEN else DRINK


def units(unit: str) -> str:
    """More than one of the unit: "pencils"; a typed "beers" stays as it is."""
    return unit if unit.endswith("s") else f"{unit}s"


def amount(number: int, unit: str) -> str:
    """So many of the unit: "1 pencil", "13 pencils"."""
    return f"{number} {unit if number == 1 else units(unit)}"


def listed(names: Sequence[str], conjunction: str = "and") -> str:
    """Names or words in a list: "Ann, Bob and Cal"."""
    return f" {conjunction} ".join(filter(None, (", ".join(names[:-1]), *names[-1:])))


def measured(number: int, unit: str) -> str:
    """The same with its pints where the unit is part of one: "13 pencils, 0.8 pint", "12 fingers, 1½ pints"."""
    share = pints(number, unit)
    if not share or unit == "pint":
        return amount(number, unit)
    whole, rest = divmod(share, 1)
    said = f"{int(whole) or ''}{QUARTERS[rest]}" if rest in QUARTERS else f"{share:.{2 if share < 0.1 else 1}f}"
    return f"{amount(number, unit)}, {said} pint{'' if round(share, 1) <= 1 else 's'}"


def poured(number: int, unit: str, glass: int) -> int | None:
    """The millilitres of so many, a pint being a glass of that size; None where the unit is no part of a pint."""
    share = pints(number, unit)
    return None if share is None else round(share * glass)


def family(unit: str) -> str:
    """What the pint's parts are to one another, for a night that counts in one of them; else nothing."""
    return " = ".join(amount(PINT[part], part) for part in FAMILY) if unit in PINT else ""
