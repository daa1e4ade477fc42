"""Texts for amounts (in the night's unit, in pints, in a player's own glass), for settling them, and for lists."""

import re
from collections.abc import Sequence

import msgspec

from .fines import PINT, pints
from .fines import TOKEN as TOKEN

NOT_PLURAL = ("ss", "us", "is", "pils", "schnaps", "schnapps")  # endings of words that are not a plural
QUARTERS = {0: "", 0.25: "¼", 0.5: "½", 0.75: "¾"}
MONEY = frozenset(
    ("euro", "cent", "dollar", "pound", "quid", "franc", "penny", "pennie", "pence", "coin", "€", "$", "£")
)
DRUNK = re.compile(
    r"(?:ale|beer|booze|bottle|can|champagne|chug|cider|cocktail|coffee|cola|cup|dram|drink|drop|gin|glass|goblet|gulp"
    r"|j[aä]ger\w*|juice|lager|liquor|mouthful|mug|nip|pils|pint|pitcher|prosecco|rum|schnapp?s|shot|shotgun|sip"
    r"|slug|snifter|spirit|stein|swallow|swig|tea|tequila|thimble|toast|tot|vodka|water|whiske?y|wine)(?:e?s)?"
)
DRINKING = re.compile(r"(?<![‘“])\b(?:drinks[.?]|drink\.|drinks?\b)")
WRITTEN_DOWN = frozenset(("point", "star", "mark", "stamp", "sticker", "strike"))
FAMILY = ("finger", "pencil", "waffer", "pint")


class Words(msgspec.Struct, frozen=True):
    """The verb for a fine of this night: "drink 2 sips", "Bob drinks 2 sips", and "settled" however it was done."""

    verb: str
    verbs: str
    done: str = "settled"


DRINK = Words("drink", "drinks")
TAKE = Words("take", "takes")  # where it is drunk, of somebody by name: nobody reads who of them does not drink
DO = Words("do", "does")
PAY = Words("pay", "pays", done="paid")


def words(unit: str) -> Words:
    """The verb for this unit: sips are drunk, tokens and money are paid, points are taken, all else is done."""
    if unit == "drink" or counted(1, unit).casefold() in WRITTEN_DOWN:
        return TAKE
    return DRINK if is_drunk(unit) else PAY if unit == TOKEN or is_money(unit) else DO


def is_money(unit: str) -> bool:
    """Whether fines are counted in money."""
    return counted(1, unit).casefold() in MONEY


def is_drunk(unit: str) -> bool:
    """Whether fines in this unit are drunk, so that warnings and water belong to the night."""
    return unit in PINT or any(DRUNK.fullmatch(word) for word in unit.casefold().split())


def worded(text: str, unit: str, named: bool = False) -> str:
    """A text that speaks of drinking, in this unit: "Bob pays 2"; where it is drunk "Bob takes 2" if `named`."""
    say = words(unit) if not is_drunk(unit) else TAKE if named else DRINK
    if say is DRINK:
        return text
    forms = {"drink": say.verb, "drinks": say.verbs, "drinks?": "is fined?"}
    forms |= {"drink.": f"{say.verb} one.", "drinks.": f"{say.verbs} one."}
    return type(text)(DRINKING.sub(lambda found: forms[found[0]], text))


def in_sips(text: str, unit: str) -> str:
    """A sentence as the reader of rules knows it: "does 2 star jumps" is "does 2 sips" in a night that counts those."""
    own = re.compile(rf"\b(\d+|an?|one|two|three|four|five) {re.escape(counted(1, unit))}(?:e?s)?\b", re.IGNORECASE)
    return own.sub(r"\1 sips", text)


def units(unit: str) -> str:
    """The plural of the unit: "pencils", "glasses"; a typed "beers" stays as it is."""
    if _is_plural(unit):
        return unit
    return f"{unit}es" if unit.endswith(("s", "x", "z", "ch", "sh")) else f"{unit}s"


def counted(number: int, unit: str) -> str:
    """The unit as it is said after this number; "beers" is "beer" after 1, and "glasses" is "glass"."""
    if number != 1:
        return units(unit)
    return unit.removesuffix("es" if unit.endswith("sses") else "s") if _is_plural(unit) else unit


def _is_plural(unit: str) -> bool:
    return unit.endswith("s") and not unit.endswith(NOT_PLURAL)


def amount(number: int, unit: str) -> str:
    """A number and its unit: "1 pencil", "13 pencils"."""
    return f"{number} {counted(number, unit)}"


def listed(names: Sequence[str], conjunction: str = "and") -> str:
    """Names or words in a list: "Ann, Bob and Cal"."""
    return f" {conjunction} ".join(filter(None, (", ".join(names[:-1]), *names[-1:])))


def times(number: int) -> str:
    """How often, in words."""
    return {1: "once", 2: "twice"}.get(number, f"{number} times")


def measured(number: int, unit: str) -> str:
    """An amount, with pints if the unit is a part of a pint: "13 pencils, 0.8 pint", "12 fingers, 1½ pints"."""
    share = pints(number, unit)
    if not share or unit == "pint":
        return amount(number, unit)
    whole, rest = divmod(share, 1)
    if rest in QUARTERS:
        part = f"{int(whole) or ''}{QUARTERS[rest]}"
    else:
        part = f"{share:.2f}" if share < 0.1 else f"{share:.1f}"
    return f"{amount(number, unit)}, {part} pint{'' if round(share, 1) <= 1 else 's'}"


def poured(number: int, unit: str, glass: int) -> int | None:
    """The amount in ml, with a pint being one glass of `glass` ml; None if the unit is not a part of a pint."""
    share = pints(number, unit)
    return None if share is None else round(share * glass)


def family(unit: str) -> str:
    """The sizes of the parts of a pint, or "" if the unit is not one of them: "1 finger = 2 pencils = …"."""
    return " = ".join(amount(PINT[part], part) for part in FAMILY) if unit in PINT else ""


def titled(name: str) -> str:
    """The name at the beginning of a line."""
    return name[:1].upper() + name[1:]
