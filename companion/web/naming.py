"""What a player may be called: a name that shows as it was typed, and that no other at the table looks like."""

from __future__ import annotations

import unicodedata
from collections.abc import Collection, Iterable, Iterator

from ..rules.refused import Refused

LONGEST = 24
UNSEEN = {  # letters and marks that show nothing: fillers, joiners, variation selectors, the empty Braille sign
    0x34F, 0x115F, 0x1160, 0x17B4, 0x17B5, *range(0x180B, 0x1810), 0x2800,
    *range(0xFE00, 0xFE10), *range(0xE0100, 0xE01F0),
}  # fmt: skip


def proper_name(name: str, taken: Iterable[str], free: Collection[str] = ()) -> str:
    """A name as the table shows it: one spelling, no invisible signs, 1 to 24 letters, not like another's.

    The seats of those whose names are `free` may be taken over by whoever asks.
    """
    shown = " ".join("".join(_visible(unicodedata.normalize("NFKC", name))).split())
    letters = sum(1 for sign in shown if not unicodedata.combining(sign))
    if not letters:
        raise Refused("Please type a name.")
    if letters > LONGEST or len(shown) > 40:
        raise Refused(f"A name has {LONGEST} letters at most.")
    same = {other.casefold(): other for other in taken}.get(shown.casefold())
    if same is not None:
        over = ", or take over that seat" if same in free else ""
        raise Refused(f"Somebody at this table is called {same} already. Take another name{over}.")
    return shown


def _visible(text: str) -> Iterator[str]:
    for sign in text:
        category = unicodedata.category(sign)
        if category in ("Zs", "Zl", "Zp", "Cc"):
            yield " "
        elif category not in ("Cf", "Cs", "Co", "Cn") and ord(sign) not in UNSEEN:
            yield sign
