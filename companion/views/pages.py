"""Which fragments each page is made of."""

from .big_screen import LANDING, OVAL, SHOWN_RULES
from .calls import CATCH, CHOOSING, OWN_CALLS, OWN_CHOICES, OWN_SNEAK
from .drinks import ACCOUNTS, DEBTS, MINE, OWN_DRINKS, OWN_FINES, PACE
from .entries import LOG
from .fines import FORGIVING, GIVEN, REASONS
from .fragments import Page
from .news import LAST, SAY
from .proposals import AGREE, PROPOSALS
from .rule_book import BOOK, IN_FORCE, WHOSE
from .seats import OFFICE, SEATS
from .settling import SETTLING
from .table import OWN_GAME, OWN_RIGHT, PLAYERS, RECORD, RIGHTS, STATUS, TITLES
from .votes import OWN_VOTE, VOTE

EVERYWHERE = (VOTE, OWN_VOTE, CHOOSING, OWN_CHOICES, AGREE, OWN_CALLS, MINE, SAY)
PAGES = {
    "table": Page(
        STATUS, PLAYERS, TITLES, RIGHTS, LAST, OWN_SNEAK, CATCH, OWN_RIGHT, OWN_GAME, PROPOSALS, RECORD, *EVERYWHERE
    ),
    "drinks": Page(OWN_DRINKS, ACCOUNTS, OWN_FINES, DEBTS, PROPOSALS, *EVERYWHERE),
    "fines": Page(GIVEN, REASONS, FORGIVING, PROPOSALS, *EVERYWHERE),
    "proposals": Page(PROPOSALS, *EVERYWHERE),
    "settle": Page(SETTLING, *EVERYWHERE),
    "wishes": Page(PACE, *EVERYWHERE),
    "rules": Page(OWN_RIGHT, BOOK, WHOSE, *EVERYWHERE),
    "bring": Page(WHOSE, IN_FORCE, *EVERYWHERE),
    "log": Page(LOG, *EVERYWHERE),
    "seats": Page(SEATS, OFFICE, *EVERYWHERE),
    "share": Page(*EVERYWHERE),
}
# This page has no seat: it has no private fragments, and nothing to tap.
BIG_SCREEN = Page(STATUS, OVAL, LANDING, VOTE, CHOOSING, RIGHTS, TITLES, SHOWN_RULES, SAY)
