"""Which regions each page is made of, and the message that brings a phone up to date."""

from __future__ import annotations

from .big_screen import LANDING, OVAL, SHOWN_RULES
from .booth import OWN_VOTE, VOTE
from .calling import CATCH, OWN_CALL, OWN_SNEAK, OWN_VOICE
from .choosing import CHOOSING, OWN_CHOICE
from .drinks import DEBTS, LEDGER
from .fining import FORGIVING, GIVEN, REASONS
from .logbook import LOG
from .mine import MINE, OWN_DRINKS, OWN_FINES
from .news import LAST, SAY
from .own_game import OWN_GAME
from .pace import PACE
from .painting import NEVER, Painting, Region
from .players import PLAYERS
from .proposals import PROPOSALS
from .rulebook import BOOK, IN_FORCE, WHOSE
from .scene import Scene, Version
from .seats import OFFICE, SEATS
from .settling import SETTLING
from .table import OWN_RIGHT, RECORD, RIGHTS, STATUS

EVERYWHERE = (VOTE, OWN_VOTE, CHOOSING, OWN_CHOICE, OWN_CALL, OWN_VOICE, MINE, SAY)
PAGES: dict[str, tuple[Region, ...]] = {
    "table": (STATUS, PLAYERS, RIGHTS, LAST, OWN_SNEAK, CATCH, OWN_RIGHT, OWN_GAME, PROPOSALS, RECORD, *EVERYWHERE),
    "drinks": (OWN_DRINKS, LEDGER, OWN_FINES, DEBTS, PROPOSALS, *EVERYWHERE),
    "fines": (GIVEN, REASONS, FORGIVING, PROPOSALS, *EVERYWHERE),
    "proposals": (PROPOSALS, *EVERYWHERE),
    "settle": (SETTLING, *EVERYWHERE),
    "wishes": (PACE, *EVERYWHERE),
    "rules": (OWN_RIGHT, BOOK, WHOSE, *EVERYWHERE),
    "bring": (WHOSE, IN_FORCE, *EVERYWHERE),
    "log": (LOG, *EVERYWHERE),
    "seats": (SEATS, OFFICE, *EVERYWHERE),
    "share": EVERYWHERE,
}
SCREENS: dict[str, tuple[Region, ...]] = {"tv": (STATUS, OVAL, LANDING, VOTE, CHOOSING, RIGHTS, SHOWN_RULES, SAY)}
"""The pages of no phone: nothing on them is anybody's own, and there is nothing to tap."""

EVERY_PAGE = PAGES | SCREENS
SHARED = {page: tuple(region for region in regions if not region.own) for page, regions in EVERY_PAGE.items()}
OWN = {page: tuple(region for region in regions if region.own) for page, regions in EVERY_PAGE.items()}


def message(painting: Painting, page: str, scene: Scene, seat: str | None, since: Version = NEVER) -> str:
    """The HTML of every region of the page that changed after `since`, as this seat may see it."""
    return painting.regions(EVERY_PAGE[page], scene, seat, since)


def update(painting: Painting, page: str, scene: Scene, seat: str | None, since: Version) -> tuple[str, str]:
    """The same in two parts: what its whole group is sent, and what is this seat's own."""
    return painting.shared(page, SHARED[page], scene, since), painting.regions(OWN[page], scene, seat, since)


def looks(painting: Painting, page: str, scene: Scene, seat: str | None) -> dict[str, str]:
    """Each region of a page by its id, for the page as a whole."""
    return {region.id: painting.regions((region,), scene, seat) for region in EVERY_PAGE[page]}
