"""Which fragments each page is made of."""

from .big_screen import NEWEST_ENTRY, OVAL, SHOWN_RULES, SHOWN_TITLES
from .calls import CHOOSING, OWN_CALLS, OWN_CHOICES, OWN_SNEAK
from .drinks import ACCOUNTS, DEBTS, MINE, OWN_DRINKS, OWN_FINES, PACE
from .entries import EARLIER, LOG
from .fines import FORGIVING, GIVEN, REASONS
from .fragments import Page
from .news import SAY
from .proposals import PROPOSALS
from .rule_book import BOOK, IN_FORCE, WHOSE
from .seats import ARRIVALS, OFFICE, SEATS, STARTING, TAKEOVER
from .settling import SETTLING
from .table import BOARD, OWN_GAME, OWN_RIGHT, OWN_TURN, RECORD, RIGHTS, SIT_IN, STATUS, TITLES, WAYS

AT_THE_TABLE = (TAKEOVER, CHOOSING, OWN_CHOICES, OWN_CALLS, MINE)
EVERYWHERE = (*AT_THE_TABLE, SAY)  # the board says it at the table
PAGES = {
    "table": Page(
        *(STATUS, BOARD, TITLES, RIGHTS, OWN_SNEAK, OWN_RIGHT, SIT_IN, OWN_GAME, PROPOSALS, OWN_TURN, RECORD, WAYS),
        *AT_THE_TABLE,
    ),
    # Pages on which one thing of the table is entered; none has this as its address.
    "entering": Page(STATUS, OWN_GAME, *EVERYWHERE),
    "drinks": Page(OWN_DRINKS, ACCOUNTS, OWN_FINES, DEBTS, PROPOSALS, *EVERYWHERE),
    "fines": Page(GIVEN, REASONS, FORGIVING, PROPOSALS, *EVERYWHERE),
    "proposals": Page(PROPOSALS, *EVERYWHERE),
    "settle": Page(SETTLING, *EVERYWHERE),
    "preferences": Page(PACE, *EVERYWHERE),
    "rules": Page(BOOK, WHOSE, *EVERYWHERE),
    "ready-made": Page(WHOSE, IN_FORCE, *EVERYWHERE),
    "log": Page(LOG, EARLIER, *EVERYWHERE),
    "seats": Page(SEATS, OFFICE, *EVERYWHERE),
    "share": Page(ARRIVALS, STARTING, *EVERYWHERE),
    "screen": Page(*EVERYWHERE),
}
# This page has no seat: it has no private fragments, and nothing to tap.
BIG_SCREEN = Page(STATUS, OVAL, NEWEST_ENTRY, CHOOSING, RIGHTS, SHOWN_TITLES, SHOWN_RULES, SAY)
