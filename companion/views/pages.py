"""Which regions each page is made of, and what of it changed."""

from __future__ import annotations

from .big_screen import LANDING, OVAL, SHOWN_RULES
from .calls import CATCH, CHOOSING, OWN_CALLS, OWN_CHOICES, OWN_SNEAK, OWN_VOICE
from .context import Version, ViewContext
from .drinks import ACCOUNTS, DEBTS, MINE, OWN_DRINKS, OWN_FINES, PACE
from .entries import LOG
from .fines import FORGIVING, GIVEN, REASONS
from .fragments import NEVER, Fragment, FragmentCache
from .news import LAST, SAY
from .proposals import PROPOSALS
from .rule_book import BOOK, IN_FORCE, WHOSE
from .seats import OFFICE, SEATS
from .settling import SETTLING
from .table import OWN_GAME, OWN_RIGHT, PLAYERS, RECORD, RIGHTS, STATUS
from .votes import OWN_VOTE, VOTE

EVERYWHERE = (VOTE, OWN_VOTE, CHOOSING, OWN_CHOICES, OWN_CALLS, OWN_VOICE, MINE, SAY)
PAGES: dict[str, tuple[Fragment, ...]] = {
    "table": (STATUS, PLAYERS, RIGHTS, LAST, OWN_SNEAK, CATCH, OWN_RIGHT, OWN_GAME, PROPOSALS, RECORD, *EVERYWHERE),
    "drinks": (OWN_DRINKS, ACCOUNTS, OWN_FINES, DEBTS, PROPOSALS, *EVERYWHERE),
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
SCREENS: dict[str, tuple[Fragment, ...]] = {"tv": (STATUS, OVAL, LANDING, VOTE, CHOOSING, RIGHTS, SHOWN_RULES, SAY)}
"""The pages of no phone: nothing on them is anybody's own, and there is nothing to tap."""

EVERY_PAGE = PAGES | SCREENS
OWN = frozenset(fragment.id for fragments in PAGES.values() for fragment in fragments if fragment.own)


def changed_since(
    cache: FragmentCache, page: str, context: ViewContext, seat: str | None, since: Version = NEVER
) -> dict[str, str]:
    """The HTML, by id, of every fragment of the page that changed after `since`, as this seat may see them."""
    return cache.changed_since(EVERY_PAGE[page], context, seat, since)


def partials(changed: dict[str, str]) -> str:
    """The changed fragments as one message, of which htmx morphs each into the element with its id."""
    return "".join(f'<hx-partial id="r-{id}">{html.strip()}</hx-partial>' for id, html in changed.items())
