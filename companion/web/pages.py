"""The pages of a night: which fragments each is made of, the data that only it shows, and its refused forms."""

from flask import Blueprint, Response

from ..views.calls import CHOOSING, OWN_CALLS, OWN_CHOICES, OWN_SNEAK
from ..views.drinks import ACCOUNTS, DEBTS, MINE, OWN_DRINKS, OWN_FINES, PACE
from ..views.entries import EARLIER, LOG
from ..views.fines import FORGIVING, GIVEN, REASONS
from ..views.fragments import Page
from ..views.news import SAY
from ..views.proposals import PROPOSALS
from ..views.rule_book import BOOK, IN_FORCE, WHOSE
from ..views.seats import ARRIVALS, OFFICE, SEATS, STARTING, TAKEOVER
from ..views.settling import SETTLING
from ..views.table import BOARD, OWN_GAME, OWN_RIGHT, OWN_TURN, RECORD, RIGHTS, SIT_IN, STATUS, TITLES, WAYS
from . import drinks, home, preferences, privacy, programs, proposals, rendering, rule_books, rules, table, tv
from .security import policy
from .services import services

bp = Blueprint("pages", __name__)
AT_THE_TABLE = (TAKEOVER, CHOOSING, OWN_CHOICES, OWN_CALLS, MINE)
EVERYWHERE = (*AT_THE_TABLE, SAY)  # the board says it at the table
LISTED = (
    Page(
        "table",
        (
            *(STATUS, BOARD, TITLES, RIGHTS, OWN_SNEAK, OWN_RIGHT, SIT_IN, OWN_GAME, PROPOSALS, OWN_TURN, RECORD, WAYS),
            *AT_THE_TABLE,
        ),
        again={"game.started": table.start_again, "deal.started": table.deal_again},
    ),
    # Pages on which one thing of the table is entered; none has this as its address.
    Page("entering", (STATUS, OWN_GAME, *EVERYWHERE)),
    Page("drinks", (OWN_DRINKS, ACCOUNTS, OWN_FINES, DEBTS, PROPOSALS, *EVERYWHERE)),
    Page("fines", (GIVEN, REASONS, FORGIVING, PROPOSALS, *EVERYWHERE), drinks.fines_form),
    Page("proposals", (PROPOSALS, *EVERYWHERE), proposals.debts),
    Page("settle", (SETTLING, *EVERYWHERE), drinks.settle_form),
    Page("preferences", (PACE, *EVERYWHERE), preferences.mine_or_typed),
    # A rule is made and changed on a page of its own.
    Page("rules", (BOOK, WHOSE, *EVERYWHERE), again={"rule.made": rules.again, "rule.amended": rules.again}),
    Page("ready-made", (WHOSE, IN_FORCE, *EVERYWHERE), rule_books.offers),
    Page("log", (LOG, EARLIER, *EVERYWHERE)),
    Page("seats", (SEATS, OFFICE, *EVERYWHERE), programs.settings, {"privacy.delete": privacy.delete_form}),
    Page(
        "share",
        (ARRIVALS, STARTING, *EVERYWHERE),
        tv.share,
        {"drinks.unit": drinks.units_again, "drinks.change": drinks.units_again},
    ),
    Page("screen", EVERYWHERE, tv.screen),
)
PAGES = {page.name: page for page in LISTED}


@policy("joined")
def page(nid: str, name: str) -> Response:
    """A page made of fragments, such as the table itself; guests are invited to the evening, not to practice."""
    evening = services().nights.phones(nid).practises_for
    return home.to_night(evening, name) if evening and name == "share" else rendering.page(nid, name)


for name in PAGES:
    if name not in ("ready-made", "log", "entering"):  # the first two have views of their own
        bp.add_url_rule(f"/n/<nid>/{'' if name == 'table' else name}", name, page, defaults={"name": name})
