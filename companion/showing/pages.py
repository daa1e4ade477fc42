"""Which regions each page is made of, and the message that brings a phone up to date."""

from __future__ import annotations

from .drinks import LEDGER, MINE
from .logbook import LOG
from .news import LAST, SAY
from .own_game import OWN_GAME
from .painting import NEVER, Painting, Region
from .rulebook import BOOK, CATCH
from .scene import Scene, Version
from .seats import OFFICE, SEATS
from .table import OWN_RIGHT, PLAYERS, RECORD, RIGHTS, STATUS

PAGES: dict[str, tuple[Region, ...]] = {
    "table": (STATUS, PLAYERS, RIGHTS, LAST, CATCH, OWN_RIGHT, OWN_GAME, MINE, RECORD, SAY),
    "drinks": (MINE, LEDGER, SAY),
    "rules": (OWN_RIGHT, BOOK, MINE, SAY),
    "log": (LOG, MINE, SAY),
    "seats": (SEATS, OFFICE, MINE, SAY),
    "share": (MINE, SAY),
}


def message(painting: Painting, page: str, scene: Scene, seat: str | None, since: Version = NEVER) -> str:
    """The HTML of every region of the page that changed after `since`, as this seat may see it."""
    return painting.regions(PAGES[page], scene, seat, since)


def looks(painting: Painting, page: str, scene: Scene, seat: str | None) -> dict[str, str]:
    """Each region of a page by its id, for the page as a whole."""
    return {region.id: painting.regions((region,), scene, seat) for region in PAGES[page]}
