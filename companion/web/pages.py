"""The pages of a night: which fragments each is made of, the data that only it shows, and its refused forms."""

from flask import Blueprint, Response, make_response, redirect

from ..views.calls import CHOOSING, OWN_CALLS, OWN_CAUGHT, OWN_CHOICES, OWN_SNEAK
from ..views.drinks import LEDGER, MINE, OWN_DRINKS
from ..views.ending import DEALT, END
from ..views.entries import EARLIER, LOG
from ..views.fragments import Page
from ..views.news import MOMENT, SAY
from ..views.proposals import PROPOSALS
from ..views.rule_book import BOOK, IN_FORCE, WHOSE
from ..views.seats import ARRIVALS, GREETING, MOVED, OFFICE, SEATS, STARTING, TAKEOVER
from ..views.table import BOARD, OWN_GAME, OWN_RIGHT, OWN_TURN, RECORD, RIGHTS, SIT_IN, STATUS, TITLES, WAYS
from . import auth, drinks, home, people, preferences, privacy, rendering, rule_books, rules, table, tv
from .security import policy
from .services import services

bp = Blueprint("pages", __name__)
EVERYWHERE = (TAKEOVER, CHOOSING, OWN_CHOICES, OWN_CALLS, MINE, MOMENT)
ELSEWHERE = (*EVERYWHERE, SAY)  # at the table BOARD says the news
LISTED = (
    Page(
        "table",
        (
            *(STATUS, GREETING, BOARD, TITLES, RIGHTS, OWN_SNEAK, OWN_RIGHT, SIT_IN, OWN_GAME, PROPOSALS, DEALT),
            *(OWN_TURN, RECORD, WAYS, OWN_CAUGHT, *EVERYWHERE),
        ),
        again={
            "game.started": table.start_again,
            "deal.started": table.deal_again,
            "fine.given": people.again,
            "player.joined": people.again,
        },
    ),
    # What the pages have on which one thing of the table is entered.
    Page("entering", (STATUS, OWN_GAME, *ELSEWHERE)),
    Page("drinks", (OWN_DRINKS, LEDGER, PROPOSALS, *ELSEWHERE)),
    # While people say good night, nothing asks anybody to drink.
    Page("settle", (END, *(each for each in ELSEWHERE if each is not MINE)), drinks.settle_form),
    Page("preferences", ELSEWHERE, preferences.mine_or_typed),
    # A rule is made and changed on a page of its own.
    Page("rules", (BOOK, WHOSE, *ELSEWHERE), again={"rule.made": rules.again, "rule.amended": rules.again}),
    Page("ready-made", (WHOSE, IN_FORCE, *ELSEWHERE), rule_books.offers),
    Page("log", (LOG, EARLIER, *ELSEWHERE), again={"privacy.delete": privacy.delete_form}),
    Page("seats", (SEATS, OFFICE, MOVED, *ELSEWHERE)),
    Page("share", (ARRIVALS, STARTING, *ELSEWHERE), tv.share, {"unit.changed": drinks.units_again}),
    Page("screen", ELSEWHERE, tv.screen),
)
PAGES = {page.name: page for page in LISTED}


@policy("joined")
def page(nid: str, name: str) -> Response:
    """A page made of fragments, such as the table itself; guests are invited to the evening, not to practice.

    The page that opens the next night leads there once it is open.
    """
    evening = services().nights.phones(nid).practises_for
    if name == "settle" and auth.context(nid).night.closed and (after := tv.following(nid)):
        return make_response(redirect(f"/j/{after.token}", 303))
    return home.to_night(evening, name) if evening and name == "share" else rendering.page(nid, name)


for name in PAGES:
    if name not in ("ready-made", "log", "entering"):  # two have views of their own, and "entering" no address
        bp.add_url_rule(f"/n/<nid>/{'' if name == 'table' else name}", name, page, defaults={"name": name})
