"""Rule books: house rules saved as a file, link or QR code and brought into another night; and the starter rules."""

import base64
import binascii
import zlib
from collections.abc import Collection, Iterable
from typing import Any, Literal
from urllib.parse import parse_qs, urlsplit

import msgspec
from flask import Blueprint, Response, abort, request
from msgspec.structs import replace
from werkzeug.datastructures import MultiDict

from ..commands import forms
from ..domain.events import Law
from ..domain.games import GAMES, NAMED
from ..domain.games.game import Game
from ..domain.house_rules.english.starters import Starter, starters
from ..domain.house_rules.model import Called, HouseRule, check_sense
from ..domain.house_rules.ruling import as_made
from ..domain.limits import are_rules_earned, bare
from ..domain.measure import amount, listed, worded
from ..domain.refused import Refused, in_words
from ..domain.rule_drafts import drafted, in_other_words, pairs, stated, undecided
from ..reports.forecast import HARD, starter_forecasts
from ..reports.print_sheets import convicted
from ..system.native_threads import aside, aside_text
from ..views.context import ViewContext
from ..views.report_cache import ReportCache
from ..views.rule_book import book as rule_book
from ..views.rule_book import in_force
from ..views.table import holders, phoneless_holders
from . import auth, home, rendering, tv
from .qr import svg
from .rendering import Answer, sentence
from .security import policy
from .services import services

bp = Blueprint("rule_books", __name__)
MOST_RULES = 100
LARGEST = 128 * 1024  # bytes of an unpacked book; a request with a file above half of that is refused
LONGEST = 6000  # letters of a packed book in an address; servers and browsers accept no longer ones
SCANNABLE = 1200  # letters of a link; phones can hardly scan the QR code of a longer one
LEAST = 0.05  # drinks per deal of all players; a rule that adds less is said to cost hardly anything
NOT_A_BOOK = "That’s not a list of rules."
CONVICTED = ReportCache(lambda context: convicted(context.log))
WITH_STARTERS = {game.id: game for game in GAMES.values() if game.starters or game.things}


# The file


class Book(msgspec.Struct, frozen=True):
    """The content of the file: its format and its rules."""

    format: Literal["companion-rules/1"]
    rules: tuple[Law, ...]


def book_file(rules: Iterable[HouseRule]) -> bytes:
    """A book file of those of these rules that are active."""
    rows = [{name: value for name, value in stated(rule).items() if value != []} for rule in rules if rule.active]
    return msgspec.json.encode({"format": "companion-rules/1", "rules": rows})


def read_book(data: bytes) -> tuple[HouseRule, ...]:
    """The rules of a book file; raises Refused for anything else, and for rules that no table could use."""
    if len(data) > LARGEST:
        raise Refused("That’s too many rules for one link.")
    try:
        book = msgspec.json.decode(data, type=Book)
    except msgspec.ValidationError as wrong:
        raise Refused(f"{NOT_A_BOOK} {in_words(str(wrong))}") from None
    except (msgspec.DecodeError, RecursionError):
        raise Refused(NOT_A_BOOK) from None
    if not book.rules:
        raise Refused("There are no rules in it.")
    if len(book.rules) > MOST_RULES:
        raise Refused(f"That’s too many: {MOST_RULES} rules at most.")
    rules = tuple(as_made(rule) for rule in book.rules)
    for rule in rules:
        check_sense(rule, NAMED)
    return rules


def packed(data: bytes) -> str:
    """A book file as one compressed word, for an address."""
    return base64.urlsafe_b64encode(zlib.compress(data, 9)).rstrip(b"=").decode()


def unpacked(word: str) -> bytes:
    """The book file in such a word; raises Refused for any other word and for a file that is too large."""
    if len(word) > LARGEST:
        raise Refused("That’s too many rules for one link.")
    try:
        compressed = base64.b64decode(word + "=" * (-len(word) % 4), altchars=b"-_", validate=True)
        unpacking = zlib.decompressobj()
        data = unpacking.decompress(compressed, LARGEST + 1)
    except (ValueError, binascii.Error, zlib.error):
        raise Refused(NOT_A_BOOK) from None
    if len(data) > LARGEST or not unpacking.eof:
        raise Refused(NOT_A_BOOK)
    return data


def word_in(link: str) -> str:
    """The packed book in a pasted link; a text that is no such link is returned as it is."""
    try:
        found = parse_qs(urlsplit(link.strip()).query).get("book", [])
    except ValueError:
        raise Refused(NOT_A_BOOK) from None
    return found[0] if found else link.strip()


# Bringing rules in


def offer(
    rule: HouseRule | Starter, active: Collection[str] = (), game: str = "", costs: tuple[str, bool] = ("", False)
) -> dict[str, Any]:
    """A rule that one tap brings in: `fields` are for its form; a starter means what it means in its `game`.

    `plain` is what it does, unless its text has the same words. `bare` is its text in the form of the `active` texts,
    so that a page finds out whether the rule is in force. `costs`: what it adds to a deal, and whether that is hard.
    """
    return {
        "rule": rule,
        "plain": "" if isinstance(rule, Starter) else in_other_words(rule.text, rule),
        "watched": not isinstance(rule.when, Called),
        "bare": bare(rule.text),
        "in_force": bare(rule.text) in active,
        "fields": list(pairs(drafted(rule.text, game).rules[0] if isinstance(rule, Starter) else rule)),
        "costs": costs,
    }


@bp.get("/n/<nid>/ready-made")
@policy("joined")
def ready_made(nid: str) -> Response:
    """The page with the starter rules, and the rules of a book in a pasted or saved link."""
    link = request.args.get("book", "")
    try:
        return _page(nid, read_book(unpacked(word_in(link))) if link else ())
    except Refused as refused:
        return rendering.page(nid, "ready-made", Answer(sentence(str(refused))))


@bp.post("/n/<nid>/ready-made")
@policy("joined")
def take(nid: str) -> Response:
    """Shows the rules of an uploaded book, or brings in all rules of a book that is shown."""
    if "all" in request.form:
        return _bring_all(nid, read_book(unpacked(request.form.get("book", ""))))
    file = request.files.get("file")
    return _page(nid, read_book(file.read(LARGEST + 1) if file else b""))


def _page(nid: str, book: tuple[HouseRule, ...]) -> Response:
    return rendering.page(nid, "ready-made", more=offers(nid, {}, book))


def offers(nid: str, typed: dict[str, str], book: tuple[HouseRule, ...] = ()) -> dict[str, Any]:
    """What can be brought in: the rules of a book, or else last time’s laws, and the starter rules of one game.

    `several` is how many rules of the book can come in at once. The game is the one asked for, else the current one.
    """
    context = auth.context(nid)
    asked = (request.args.get("game", ""), context.game.id if context.game else "", *WITH_STARTERS)
    game = next(WITH_STARTERS[each] for each in asked if each in WITH_STARTERS)
    active, unit = in_force(context), context.night.unit
    found = costs(context, game) if "costs" in request.args else {}
    book = book or undecided(context.log)
    offers = [offer(rule, active) for rule in book]
    locked = context.night.closed or are_rules_earned(context.log)
    return {
        "book": offers,
        "word": packed(book_file(book)),
        "several": 0 if locked else sum(not one["in_force"] for one in offers),
        "acting": acting(context),
        "games": WITH_STARTERS.values(),
        "game": game,
        "starters": [
            offer(replace(one, text=worded(one.text, unit)), active, game.id, found.get(one.text, ("", False)))
            for one in aside_text(starters, game.id)
        ],
        "things": listed(list(dict.fromkeys(said.like or said.does for said in game.things.values())), "or"),
        "forecast": "costs" in request.args,
    }


def costs(context: ViewContext, game: Game) -> dict[str, tuple[str, bool]]:
    """What each starter rule adds to a deal in words, and whether that is hard; simulated outside the main thread."""
    players = min(max(len(context.night.present()), game.seats.start), game.seats.stop - 1)
    found = aside(starter_forecasts, game.id, players)
    costing = {text: (_cost(adds * players, context, game), adds >= HARD) for text, adds in found.items()}
    return {one.text: ("costs nothing", False) for one in starters(game.id) if not one.parts} | costing


def _cost(adds: float, context: ViewContext, game: Game) -> str:
    unit, deal = context.night.unit, (game.simulation and game.simulation.plays) or game.part
    if adds < LEAST:
        return "costs hardly anything"
    often = (
        f"{amount(round(adds), unit)} a {deal}" if adds > 2 / 3 else f"{amount(1, unit)} in {round(1 / adds)} {deal}s"
    )
    return f"about {often}"


def acting(context: ViewContext) -> str:
    """The player without a phone whose right to a rule is used; "" if this phone's player has one, or nobody has."""
    if auth.seat() in {who.id for who in holders(context)}:
        return ""
    return next((who.id for who in phoneless_holders(context)), "")


def _bring_all(nid: str, book: tuple[HouseRule, ...]) -> Response:
    """Brings in every rule of a book that is not in force; the answer names refused rules with the reason."""
    context = auth.context(nid)
    if are_rules_earned(context.log):
        raise Refused("In this game rules are earned. Add them one by one, or all between games.")
    new = [one for one in (offer(rule, in_force(context)) for rule in book) if not one["in_force"]]
    refusals = [refusal for one in new if (refusal := _bring_one(nid, one))]
    if not refusals:
        return home.to_night(nid, "rules")
    came = len(new) - len(refusals)
    text = f"{came} of {len(new)} came in. {' '.join(refusals)}"
    return rendering.page(nid, "rules", Answer(text, status=200 if came else 422))


def _bring_one(nid: str, one: dict[str, Any]) -> str:
    """Brings in one rule as if its own button had been tapped; returns the refusal as text, or an empty text."""
    form = [("type", "rule.made"), ("key", request.form.get("key", "")), *one["fields"]]
    try:
        services().commands.handle(nid, forms.command(MultiDict(form)), auth.sender())
    except Refused as refused:
        return f"“{one['rule'].text}”: {sentence(str(refused))}"
    return ""


# Saving rules


@bp.get("/n/<nid>/rules/book.json")
@policy("joined")
def book(nid: str) -> Response:
    """The rules in force as a file."""
    rules = auth.context(nid).night.rules.values()
    return rendering.download(book_file(rules), "application/json", "house-rules.json")


@bp.get("/n/<nid>/files/rules")
@policy("joined")
def constitution(nid: str) -> Response:
    """The rules in force as articles to print, former ones in small print; below, ways to save those in force: as a
    file, and as a link and a QR code unless those would be too long."""
    context = auth.context(nid)
    word = packed(book_file(context.night.rules.values()))
    link = f"{tv.origin()}/rules?book={word}"
    more = {
        "book": rule_book(context),
        "convicted": CONVICTED.of(context),
        "word": word if len(word) <= LONGEST else "",
        "link": link,
        "qr": svg(link) if len(link) <= SCANNABLE else "",
    }
    return rendering.page(nid, "rules", more=more, template="files/rules.html")


@bp.get("/rules")
@policy("anybody")
def opened() -> Response:
    """The page of a book in a link, for any phone, whether it is at a table or not."""
    word = request.args.get("book", "")
    try:
        rules = read_book(unpacked(word))
    except Refused as refused:
        abort(404, sentence(str(refused)))
    more = {"book": [offer(rule) for rule in rules], "word": word, "nights": list(home.mine())}
    return rendering.plain("ready-made/opened.html", "House rules", more)
