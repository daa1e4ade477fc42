"""What I owe: the moment that my phone says so, and my own account on the page of drinks."""

from __future__ import annotations

import msgspec

from ..rules import measure
from ..store.preferences import Wish
from .became import became
from .fragments import Fragment
from .glass import Glass, glass
from .limit import room
from .manner import Manner, manner
from .owing import Owing, owing
from .scene import Scene, Who


class Mine(msgspec.Struct, frozen=True):
    """What this seat owes, the newest fine first; `newest` is the entry of the newest.

    `aloud` is what the phone may say for all to hear, so it never tells how the player settles it.
    """

    night_id: str
    corrections: int
    who: Who | None = None
    owed: int = 0
    newest: int = 0
    fines: tuple[Owing, ...] = ()
    manner: Manner = Manner("drink")
    aloud: str = ""


class Own(msgspec.Struct, frozen=True):
    """This seat's account: the fines it owes, in measures, and its glass, if what it owes is drunk.

    `ahead` is what was settled beyond what is now charged; `poured` are the millilitres of a glass that was chosen.
    `became` says what else than settled it was: forgiven, passed on, paid in tokens.
    """

    mine: Mine
    words: measure.Words
    measured: str
    ahead: int = 0
    taken: int = 0
    became: tuple[tuple[str, int], ...] = ()
    glass: Glass | None = None
    poured: str = ""


def mine(scene: Scene, seat: str | None) -> Mine:
    """What the seat of this phone has to drink now."""
    if seat is None or seat not in scene.people:
        return Mine(scene.night_id, scene.corrections)
    who, wish, fines = scene.people[seat], scene.phones.wish_of(seat), owing(scene, seat)
    owed = max(scene.night.players[seat].owed, 0)
    return Mine(
        night_id=scene.night_id,
        corrections=scene.corrections,
        who=who,
        owed=owed,
        newest=fines[0].seq if fines else 0,
        fines=fines,
        manner=manner(wish, owed, room(scene, seat, wish), scene.night.unit),
        aloud=_aloud(who, fines, scene.night.unit),
    )


def _aloud(who: Who, fines: tuple[Owing, ...], unit: str) -> str:
    """What is new, as in "Bob, drink 2: trick 3 costs 2"; in the same words for every player."""
    new = [fine for fine in fines if fine.seq == fines[0].seq]
    amount = sum(fine.amount for fine in new)
    return f"{who.name}, {measure.words(unit).verb} {amount}: {new[0].because}" if new else ""


def own_drinks(scene: Scene, seat: str | None) -> Own:
    """The account of this phone's seat, with its glass."""
    own, unit = mine(scene, seat), scene.night.unit
    words, measured = measure.words(unit), measure.measured(own.owed, unit)
    if own.who is None:
        return Own(own, words, measured)
    player, wish = scene.night.players[own.who.id], scene.phones.wish_of(own.who.id)
    drinks = wish.drinks != "forfeit" and unit != measure.TOKEN
    return Own(
        mine=own,
        words=words,
        measured=measured,
        ahead=max(-player.owed, 0),
        taken=player.taken if unit == measure.TOKEN else player.settled,
        became=_became(scene, player.id),
        glass=glass(own.owed, player.settled, unit) if drinks else None,
        poured=_poured(own.owed, unit, wish) if drinks else "",
    )


def _became(scene: Scene, player: str) -> tuple[tuple[str, int], ...]:
    """What became of the rest of somebody's fines, beside what they settled."""
    headings, numbers = became(scene.night)
    rest = zip(headings[1:], numbers[player][1:], strict=True)
    return tuple((heading.lower(), number) for heading, number in rest if number)


def _poured(owed: int, unit: str, wish: Wish) -> str:
    """As in "about 142 ml, your glass being 568 ml"; nothing for a unit that is no part of a pint."""
    millilitres = measure.poured(owed, unit, wish.glass) if wish.glass and owed else None
    return "" if millilitres is None else f"about {millilitres} ml, your glass being {wish.glass} ml"


MINE = Fragment("mine", "drinks/_mine.html", mine, own=True)
OWN_FINES = Fragment("own-fines", "drinks/_fines.html", mine, own=True)
OWN_DRINKS = Fragment("own-drinks", "drinks/_own.html", own_drinks, own=True)
