"""Rules from one night to another: kept as a file, a link or a QR code, brought along, or taken off a game's shelf."""

from __future__ import annotations

import base64
import binascii
import re
import zlib
from collections.abc import Iterable, Iterator
from typing import Any, Literal
from urllib.parse import parse_qs, urlencode, urlsplit

import msgspec
from flask import Blueprint, Response, abort, make_response, render_template, request
from werkzeug.datastructures import MultiDict

from ..commands import forms
from ..commands.rule_forms import Pairs, chips_of, encoded, fields, hidden_fields, tapped
from ..domain.events import Also, Amount, Text
from ..domain.games import BOXES, GAMES
from ..domain.house_rules.english import Meaning, as_json, said
from ..domain.house_rules.english.starters import Starter, starters
from ..domain.house_rules.model import Called, HouseRule, Part, When, Who, check_when
from ..domain.limits import bare
from ..domain.measure import units
from ..domain.refused import Refused, in_words
from ..reports import forecast
from ..system.native_threads import aside
from ..views.context import ViewContext
from ..views.table import holders
from . import auth, home, rendering, rules, tv
from .qr import svg
from .rendering import Answer, sentence
from .security import policy
from .services import services

bp = Blueprint("rule_books", __name__)
FROM_PAGE = re.compile(r"s[0-9]{1,9}")  # the same page sent twice brings each of its rules in once
Rows = tuple["BookRule", ...]


class Bring(msgspec.Struct, frozen=True):
    """What may be brought in: the rules of a book (packed, its `word`), and the shelf of one game.

    `wrong` says why a book is none, `several` how many of its rules may come in at once. `acting` is whose right this
    phone would use: its own (empty), or somebody's without a phone.
    """

    book: tuple[Offer, ...]
    word: str
    wrong: str
    shelf: Shelf
    games: tuple[tuple[str, str], ...]
    several: int
    acting: str


@bp.get("/n/<nid>/rules/bring")
@policy("joined")
def bring(nid: str) -> Response:
    """The shelf, and the book in a link that was pasted or kept."""
    link = request.args.get("book", "")
    if not link:
        return _page(nid)
    try:
        word = word_in(link)
        return _page(nid, read_book(unpacked(word)), word)
    except Refused as refused:
        return _page(nid, wrong=sentence(str(refused)))


@bp.get("/n/<nid>/bring")
@policy("joined")
def back(nid: str) -> Response:
    """Where a phone without script comes back to when it brought a rule in."""
    return home.to_night(nid, "rules/bring")


@bp.post("/n/<nid>/rules/bring")
@policy("joined")
def take(nid: str) -> Response:
    """Opens a book that is sent as a file, or brings all rules of an open one in."""
    if "all" in request.form:
        return _all(nid, request.form.get("book", ""))
    file = request.files.get("file")
    try:
        rows = read_book(file.read(LARGEST + 1) if file else b"")
    except Refused as refused:
        return _page(nid, wrong=sentence(str(refused)))
    return _page(nid, rows, packed(rewritten(rows)))


@bp.get("/n/<nid>/rules/shelf/<name>")
@policy("joined")
def notes(nid: str, name: str) -> Response:
    """The shelf of a game with how hard its rules bite: a fragment that a phone's script asks for in its own time."""
    if name not in shelves():
        abort(404, "There is no such game.")
    context = auth.context(nid)
    return make_response(render_template("bring/_shelf.html", view=shelf(context, name, _acting(context), noted=True)))


def more(nid: str, typed: dict[str, str]) -> Bring:
    """The page as it is after a refusal: a phone without script is offered the refused rule again."""
    said = {"text": typed.get("text"), **fields(tapped(request.form))} if typed.get("type") == "rule.made" else {}
    return _bring(auth.context(nid), from_form(said))


rendering.OWN_DATA["bring"] = more


def _page(nid: str, rows: Rows = (), word: str = "", wrong: str = "") -> Response:
    return rendering.page(nid, "bring", None, 422 if wrong else 200, more=_bring(auth.context(nid), rows, word, wrong))


def _bring(context: ViewContext, rows: Rows, word: str = "", wrong: str = "") -> Bring:
    acting = _acting(context)
    return Bring(
        book=tuple(offers(context, rows)),
        word=word,
        wrong=wrong,
        shelf=shelf(context, game_of(context, request.args.get("game", "")), acting, noted="bites" in request.args),
        games=tuple(shelves().items()),
        several=_several(context, rows),
        acting=acting,
    )


def _several(context: ViewContext, rows: Rows) -> int:
    """How many of these rules may come in at once: those not in force, while nobody holds a right."""
    if context.night.rights or context.night.closed:
        return 0
    return sum(not one.in_force for one in offers(context, rows))


def _acting(context: ViewContext) -> str:
    """Whose right brings a rule in: this phone's own if it has one, else that of somebody without a phone."""
    if auth.seat() in {who.id for who in holders(context)}:
        return ""
    return next((who.id for who in rules.phoneless_holders(context)), "")


def _all(nid: str, word: str) -> Response:
    """Every rule of a book that the table may have and has not yet; the others are told with the reason."""
    if auth.context(nid).night.rights:
        return _said(nid, "Somebody holds the right to the next rule: these can only come in one by one.", 422)
    try:
        rows = read_book(unpacked(word))
    except Refused as refused:
        return _said(nid, sentence(str(refused)), 422)
    rows = tuple(row for row, one in zip(rows, offers(auth.context(nid), rows), strict=True) if not one.in_force)
    refusals = [refusal for row in rows if (refusal := _enter(nid, row))]
    if not refusals:
        return home.to_night(nid, "rules")
    came = len(rows) - len(refusals)
    return _said(nid, f"{came} of {len(rows)} came in. {' '.join(refusals)}", 200 if came else 422)


def _enter(nid: str, row: BookRule) -> str:
    """Writes one rule as if its own button had been tapped; the refusal in words, or nothing."""
    key = request.form.get("key", "")
    form = [("type", "rule.made"), ("key", key if FROM_PAGE.fullmatch(key) else ""), *offer(row).fields]
    try:
        services().commands.handle(nid, forms.command(MultiDict(form)), auth.sender())
    except Refused as refused:
        return f"“{row.text}”: {sentence(str(refused))}"
    return ""


def _said(nid: str, words: str, status: int) -> Response:
    return rendering.page(nid, "rules", Answer(words), status)


FORMAT = "companion-rules/1"
MOST_RULES = 100
LARGEST = 128 * 1024  # bytes of a book, unpacked; a file is refused unread above half of that
LONGEST = 6000  # letters of a packed book in an address, which has to fit into what servers and browsers take
NOT_A_BOOK = "That is not a rule book of a companion."


class BookRule(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One rule of a book, as the night format writes it."""

    text: Text
    when: When = Called()
    who: Who = "player"
    amount: Amount = 1
    also: Also = ()

    @property
    def meaning(self) -> Meaning:
        """What it does."""
        return Meaning(self.when, (Part(self.who, self.amount), *self.also))


class Book(msgspec.Struct, frozen=True):
    """The file: its format and its rules."""

    format: Literal["companion-rules/1"]
    rules: tuple[BookRule, ...]


def book_file(rules: Iterable[HouseRule]) -> bytes:
    """A book of the active ones of these rules, as a file."""
    return _file((rule.text, Meaning(rule.when, rule.parts)) for rule in rules if rule.active)


def rewritten(rules: Iterable[BookRule]) -> bytes:
    """The same of a book that was read."""
    return _file((rule.text, rule.meaning) for rule in rules)


def _file(rules: Iterable[tuple[str, Meaning]]) -> bytes:
    rows: list[dict[str, Any]] = [{"text": text, **as_json(meaning)} for text, meaning in rules]
    return msgspec.json.encode({"format": FORMAT, "rules": rows})


def read_book(data: bytes) -> tuple[BookRule, ...]:
    """The rules of a file; raises Refused, in words, for anything that is not a book the table could use."""
    if len(data) > LARGEST:
        raise Refused("That is more than a rule book holds.")
    try:
        book = msgspec.json.decode(data, type=Book)
    except msgspec.ValidationError as wrong:
        raise Refused(f"{NOT_A_BOOK} {in_words(str(wrong))}") from None
    except (msgspec.DecodeError, RecursionError):
        raise Refused(NOT_A_BOOK) from None
    if not book.rules:
        raise Refused("There is no rule in that book.")
    if len(book.rules) > MOST_RULES:
        raise Refused(f"A rule book holds {MOST_RULES} rules at most.")
    for rule in book.rules:
        check_when(rule.when, BOXES)
    return book.rules


def packed(data: bytes) -> str:
    """A file as one word for an address."""
    return base64.urlsafe_b64encode(zlib.compress(data, 9)).rstrip(b"=").decode()


def unpacked(word: str) -> bytes:
    """The file in such a word; raises Refused for any other word, and for one that would swell beyond all measure."""
    if len(word) > LARGEST:
        raise Refused("That is more than a rule book holds.")
    try:
        squeezed = base64.b64decode(word + "=" * (-len(word) % 4), altchars=b"-_", validate=True)
        unpacking = zlib.decompressobj()
        data = unpacking.decompress(squeezed, LARGEST + 1)
    except (ValueError, binascii.Error, zlib.error):
        raise Refused(NOT_A_BOOK) from None
    if len(data) > LARGEST or not unpacking.eof:
        raise Refused(NOT_A_BOOK)
    return data


def word_in(link: str) -> str:
    """The packed book in a link that somebody pasted, or the word itself."""
    try:
        found = parse_qs(urlsplit(link.strip()).query).get("book", [])
    except ValueError:
        raise Refused(NOT_A_BOOK) from None
    return found[0] if found else link.strip()


def from_form(fields: Any) -> tuple[BookRule, ...]:
    """The one rule that the fields of an event say, or none where they say no rule."""
    try:
        rule = msgspec.convert(fields, BookRule, strict=False)
        check_when(rule.when, BOXES)
    except (msgspec.ValidationError, Refused):
        return ()
    return (rule,)


LEAST = 0.05  # drinks a deal; below, there is nothing to tell


class Offer(msgspec.Struct, frozen=True):
    """A rule that one tap brings in: its form's fields, what it does where its words do not say just that, its bite.

    `bare` are its words alone, by which a phone tells whether it is `in_force`; `change` is the form with it typed in.
    """

    text: str
    says: str
    watched: bool
    bare: str
    fields: Pairs
    change: str
    title: str = ""
    in_force: bool = False
    bite: str = ""
    hard: bool = False


class Shelf(msgspec.Struct, frozen=True):
    """The starters of one game; `noted` once it is known how hard they bite, `acting` whose right brings them in."""

    night_id: str
    key: str
    acting: str
    game: str
    name: str
    noted: bool
    offers: tuple[Offer, ...]


def offer(
    rule: BookRule | Starter, title: str = "", in_force: bool = False, bite: str = "", hard: bool = False
) -> Offer:
    """One rule on offer."""
    means = rule.meaning if isinstance(rule, BookRule) else Meaning(rule.when, rule.parts)
    chips, says = chips_of(means), said(means) if isinstance(rule, BookRule) else rule.text  # a starter says it all
    fields = (("text", rule.text), *hidden_fields(chips))
    return Offer(
        text=rule.text,
        says="" if bare(says) == bare(rule.text) else says,
        watched=not isinstance(means.when, Called),
        bare=bare(rule.text),
        fields=fields,
        change=urlencode([*fields, ("read", rule.text), ("chips", encoded(chips))]),
        title=title,
        in_force=in_force,
        bite=bite,
        hard=hard,
    )


def offers(context: ViewContext, rules: Iterable[BookRule]) -> Iterator[Offer]:
    """The rules of a book, as this night could take them."""
    active = _active(context)
    for rule in rules:
        yield offer(rule, in_force=bare(rule.text) in active)


def _active(context: ViewContext) -> set[str]:
    return {bare(rule.text) for rule in context.night.rules.values() if rule.active}


def shelves() -> dict[str, str]:
    """The games that have starters, and their names."""
    return {game.id: game.name for game in GAMES.values() if game.starters}


def game_of(context: ViewContext, asked: str) -> str:
    """The game whose shelf is shown first: the one asked for, else the one that is on, else any."""
    found = shelves()
    running = context.game.id if context.game else ""
    return next((game for game in (asked, running) if game in found), next(iter(found), ""))


def shelf(context: ViewContext, game: str, acting: str, noted: bool) -> Shelf:
    """The starters of a game; `noted` waits until it is worked out how hard they bite, while others are served."""
    own = aside(starters, game)
    bites = _bites(context, game) if noted else {}
    active = _active(context)
    found = (offer(one, one.title, bare(one.text) in active, *bites.get(one.text, ("", False))) for one in own)
    name = GAMES[game].name if game in GAMES else ""
    return Shelf(context.night_id, auth.forms_key(context.log), acting, game, name, noted, tuple(found))


def _bites(context: ViewContext, game: str) -> dict[str, tuple[str, bool]]:
    """What each starter adds to a deal for each player, in words, and whether that is hard."""
    seats = GAMES[game].seats
    players = min(max(len(context.night.present()), seats.start), seats.stop - 1)
    try:
        found = aside(forecast.starter_forecasts, game, players)
    except Refused:
        return {}
    return {starter.text: (_in_words(context, game, bite), bite.is_hard) for starter, bite in found}


def _in_words(context: ViewContext, game: str, bite: forecast.RuleForecast) -> str:
    if bite.caught or bite.each < LEAST:
        return ""
    return f"about {bite.each:.1f} {units(context.night.unit)} each a {'round' if GAMES[game].boxes else 'deal'}"


SCANNABLE = 1200  # letters of a link; above, hardly a phone reads its QR code off another one


class Keep(msgspec.Struct, frozen=True):
    """The book of a night to take away; `qr` is empty where no phone could read it, `word` where no link is so long."""

    rules: int
    word: str
    link: str
    qr: str


class Opened(msgspec.Struct, frozen=True):
    """A book opened outside a night, and the nights it may be brought to."""

    book: tuple[Offer, ...]
    word: str
    nights: tuple[home.Mine, ...]


@bp.get("/n/<nid>/rules/book.json")
@policy("joined")
def book(nid: str) -> Response:
    """The rules in force as a file."""
    response = make_response(book_file(auth.context(nid).night.rules.values()))
    response.mimetype = "application/json"
    response.headers["Content-Disposition"] = 'attachment; filename="house-rules.json"'
    return response


@bp.get("/n/<nid>/rules/keep")
@policy("joined")
def keep(nid: str) -> Response:
    """The rules in force, in all the ways they can be kept."""
    active = [rule for rule in auth.context(nid).night.rules.values() if rule.active]
    word = packed(book_file(active))
    link = f"{tv.origin()}/rules?book={word}"
    qr = svg(link) if len(link) <= SCANNABLE else ""
    whole = Keep(len(active), word if len(word) <= LONGEST else "", link, qr)
    return rendering.page(nid, "rules", more=whole, template="bring/keep.html")


@bp.get("/rules")
@policy("anybody")
def opened() -> Response:
    """A book in a link, for a phone that may be at a table or at none."""
    word = request.args.get("book", "")
    try:
        rows = read_book(unpacked(word))
    except Refused as refused:
        abort(404, sentence(str(refused)))
    more = Opened(tuple(map(offer, rows)), word, tuple(home.mine()))
    return rendering.plain("bring/opened.html", "House rules", more)
