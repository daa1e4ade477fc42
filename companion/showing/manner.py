"""How one's own phone says what one owes: in whatever its player drinks or does, which is for nobody else's eyes."""

from __future__ import annotations

import msgspec

from ..rules import measure
from ..store.preferences import Wish
from .limit import most

OVER = "You are over what you set yourself for tonight:"


class Manner(msgspec.Struct, frozen=True):
    """`verb` as in "Bob, drink 2"; `says` what stands beside it, `task` what to do instead, `later` puts it off.

    `single` offers one of several, which is no help to somebody who would rather have none.
    """

    verb: str
    says: str = ""
    task: str = ""
    later: str = "Later"
    single: bool = True


def manner(wish: Wish, owed: int, room: int | None, unit: str) -> Manner:
    """A pause comes before the limit, the limit (`room` more reach it) before what one drinks; no debt is changed."""
    if wish.paused:
        return _instead(wish, owed, "You are pausing:")
    if room is not None and room < owed:
        drunk = 0 if wish.drinks == "forfeit" else room
        return _instead(
            wish, owed - drunk, f"{room} of these reach your limit. For the rest" if room else OVER, room > 0
        )
    if wish.drinks == "forfeit":
        return Manner("settle", _lost(wish, unit), _task(wish, owed))
    soft = "A soft drink, as you chose." if wish.drinks == "soft" and unit != measure.TOKEN else ""
    return Manner(measure.words(unit).verb, " ".join(filter(None, (soft, _lost(wish, unit)))))


def _instead(wish: Wish, rest: int, why: str, single: bool = False) -> Manner:
    does = "do your forfeit" if wish.forfeit else "do something else for it"
    return Manner("settle", f"{why} {does} or carry it over.", _task(wish, rest), "Carry over", single)


def _lost(wish: Wish, unit: str) -> str:
    """Of a limit in a unit that says nothing about the one in which the night counts now."""
    if wish.cap is None or most(wish, unit) is not None:
        return ""
    return f"Your limit was in {measure.units(wish.unit or unit)}: set it anew."


def _task(wish: Wish, times: int) -> str:
    """What the player does instead, once for each of the unit."""
    return f"Do: {wish.forfeit}{f' ({times} times)' if times > 1 else ''}" if wish.forfeit else ""
