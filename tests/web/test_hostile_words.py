"""Sixty hostile words in every text that somebody can enter: every page, stream and file shows them as words only.

A few of them here, at one game; all of them, at every game, with the thorough tests.
"""

import io
import json
import re
from html.parser import HTMLParser
from itertools import islice
from typing import Any
from urllib.parse import quote

import msgspec
import pytest
from msgspec import inspect

from companion.commands.night_files import open_night, read_night
from companion.domain.events import EVENTS, Id, Name, Text
from companion.domain.games import GAMES
from companion.storage import nights
from companion.storage.database import database_of
from companion.web import rule_books
from companion.web.pages import PAGES
from tests.conftest import Phone, forget_wrong_codes
from tests.hostile_night import OWN_STAGES, Words, fits, fitted, hostile, night_file, tame
from tests.hostile_words import CORPUS, INTO_ATTRIBUTES, SCRIPTS, UNPRINTABLE
from tests.web.routes import ways

AT_ONCE = 6
SOME = CORPUS[::7]
STAGE = "yogis-whist"
BATCHES = [CORPUS[at : at + AT_ONCE] for at in range(0, len(CORPUS), AT_ONCE)]
ONE_OF_A_FEW = {"game.started.game", "rule.made.when", "rule.amended.when"}  # a stranger's word is refused there
some_or_all = pytest.mark.parametrize("words", [SOME, pytest.param(CORPUS, marks=pytest.mark.thorough)], ids=len)
VALUES = ("href", "src", "action", "formaction", "srcdoc", "data", "xlink:href", "poster", "content", "style")
LEADS = re.compile(  # within this companion, and where somebody may tap their play into their own collection
    r"(?:/|#|\?|\Z)(?!/)|(?:with|words|play|log|took)/[\w%.~/-]+\Z|(?:caught|deal|pad|help)\Z|https?://localhost(?:[/?#]|\Z)|data:image/"
    r"|https://app\.bgstatsapp\.com/createPlay\.html\?data=[\w%.~-]*\Z"
)


class Anatomy(HTMLParser):
    """What a page is made of: `parts` are its elements with one attribute each, `leads` the addresses they point to,
    `inline` its own scripts and styles, `words` what a player reads."""

    def __init__(self, html: str) -> None:
        super().__init__(convert_charrefs=True)
        self.parts: set[tuple[str, str]] = set()
        self.leads: set[str] = set()
        self.inline: list[str] = []
        self.words: list[str] = []
        self.values: list[str] = []
        self.remarks: list[str] = []
        self.feed(html)
        self.close()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.parts |= {(tag, ""), *((tag, name) for name, _ in attrs)}
        self.values += [value for _, value in attrs if value]
        self.leads |= {value or "" for name, value in attrs if name in VALUES and tag not in ("meta", "svg")}
        if tag == "style" or (tag == "script" and "src" not in dict(attrs)):
            self.inline.append(tag)

    def handle_data(self, data: str) -> None:
        self.words.append(data)

    def handle_comment(self, data: str) -> None:
        self.remarks.append(data)

    unknown_decl = handle_pi = handle_comment

    def handle_decl(self, decl: str) -> None:
        if decl.lower() != "doctype html":
            self.remarks.append(decl)

    @property
    def elsewhere(self) -> list[str]:
        """Where it leads outside this companion, or to a script."""
        return sorted(lead for lead in self.leads if not LEADS.match(lead))

    def shows(self, word: str) -> bool:
        """Whether a player reads this word, or it is in the value of an attribute."""
        plain = " ".join(word.split())
        return any(plain in " ".join(text.split()) for text in ("".join(self.words), *self.values))


# -- every field


def takes(kind: Any) -> bool:
    """Whether a field of this kind takes any words."""
    if isinstance(kind, inspect.StrType):
        return kind.pattern is None or bool(re.search(kind.pattern, fitted(Id, CORPUS[0])))
    if isinstance(kind, inspect.AnyType):
        return True
    inner = [getattr(kind, name, None) for name in ("item_type", "value_type", "key_type", "type")]
    inner += [*getattr(kind, "types", ()), *getattr(kind, "item_types", ())]
    inner += [field.type for field in getattr(kind, "fields", ())]
    return any(takes(one) for one in inner if one is not None)


def declared() -> set[str]:
    """Every field of every event that takes any words."""
    kinds = [*EVENTS.values(), *(kind for game in GAMES.values() for kind in game.entered.values())]
    return {
        f"{kind.__struct_config__.tag}.{field.encode_name}"
        for kind in kinds
        for field in msgspec.structs.fields(kind)
        if takes(inspect.type_info(field.type))
    }


@pytest.mark.each_game
def test_every_field_for_words_is_hostile_in_the_night_of_these_tests():
    """An event or field that is new, and takes somebody's words, has to be added to tests/hostile_night.py."""
    text = {word[:12] for word in CORPUS[:AT_ONCE]}
    hostile_fields = {
        f"{event['type']}.{field}"
        for event in hostile(Words(CORPUS[:AT_ONCE]))
        for field, value in event.items()
        if any(word in str(value) for word in text)
    }

    assert len(set(CORPUS)) == 60
    assert all(fits(Text, word) for word in CORPUS)
    assert len(declared()) > 50
    assert declared() - hostile_fields == ONE_OF_A_FEW


# -- every page


def made_of(web, stage) -> set[tuple[str, str]]:
    found = set().union(*(sound(page) for phone in seated(web, tame(), stage) for page in tour(phone)))
    assert ("script", "src") in found
    assert not {part for part in found if part[1].startswith("on")}
    return found


def seated(web, words, stage):
    """The phones of the finesmaster and of another at a night with these words, and of a stranger."""
    who = Words(words).ids
    link = f"/j/{open_night(database_of(web), read_night(night_file(words, stage))).token}"
    phones = [Phone(web), Phone(web)]
    for phone, player in zip(phones, who, strict=False):
        phone.client.environ_base["HTTP_USER_AGENT"] = words[0]
        phone.nid = phone.post(link, seat=player).goes_to.split("/")[2]
        phone.post("preferences", drinks="forfeit", forfeit=fitted(Name, words[-1]), cap="9")
    master, guest = phones
    guest.post("proposals", kind="report", type="fine.given", player=who[2], amount="1", reason=words[1])
    guest.post("proposals", type="drink.moved", player=who[1], to=who[0], amount="1")
    stranger = Phone(web, master.nid)
    stranger.client.get(f"/j/{link.rpartition('/')[2]}")
    return master, guest, stranger


def tour(phone):
    """Every address that can be opened, every page's poll and stream, a forecast, and every fifth entry."""
    known = phone.client.application.extensions["companion"].nights
    token = nights.find(database_of(phone.client.application), id=phone.nid).token
    rule = next((rule for rule in known.log(phone.nid).night.rules if "/" not in rule), "r1")  # no address holds one
    for way in ways(phone.client.application, phone.nid, token=token, rule=rule):
        if way.method == "GET" and way.answers and not way.streams:
            yield phone.client.get(way.path)
    for page in PAGES:
        yield phone.client.get(f"/n/{phone.nid}/poll?page={page}")
        yield phone.client.get(f"/n/{phone.nid}/live?page={page}", buffered=False)
    yield phone.client.get(f"/n/{phone.nid}/forecast?game=yogis-whist")
    for seq in range(8, known.log(phone.nid).seq + 1, 5):
        yield phone.client.get(f"/n/{phone.nid}/log/{seq}")
    for game in range(1, 6):
        yield phone.client.get(f"/n/{phone.nid}/recap/{game}")
    for player in islice(known.log(phone.nid).night.players, 2):
        yield phone.client.get(f"/n/{phone.nid}/play/turn", query_string={"for": player, "seat": player})


def sound(response) -> set[tuple[str, str]]:
    """What an answer is made of, if nothing in it leads elsewhere or would run. A stream is read and closed."""
    assert response.status_code < 500, response.request.path
    assert response.headers["X-Content-Type-Options"] == "nosniff"
    assert not any("\n" in value or "\r" in value for _, value in response.headers)
    kind = response.mimetype
    text = streamed(response) if kind == "text/event-stream" else response.get_data(as_text=True)
    if kind in ("text/html", "image/svg+xml", "text/event-stream"):
        anatomy = Anatomy(text)
        assert (anatomy.inline, anatomy.remarks, anatomy.elsewhere) == ([], [], []), response.request.path
        return anatomy.parts
    if kind == "application/json":
        json.loads(text)
    else:  # formulas in spreadsheets: tests/reports/test_exports.py
        assert kind in ("text/plain", "text/csv", "text/javascript", "application/manifest+json", "text/css"), kind
    return set()


def streamed(response):
    """The HTML of the first messages of a stream, in which no text has become a field of its own."""
    frames = [frame.decode() for frame in islice(response.iter_encoded(), 2)]
    response.close()
    if response.status_code != 200:
        return "".join(frames)
    lines = "".join(frames).strip("\n").split("\n")
    assert lines[0] == "retry: 1000"
    assert lines[2].startswith(("id: ", "event: "))
    assert all(line.startswith("data: ") for line in lines[3:]), [line for line in lines[3:] if line[:6] != "data: "]
    return "\n".join(line.removeprefix("data: ") for line in lines[3:])


def only_words(web, words, stage, parts) -> None:
    for phone in seated(web, words, stage):
        for response in tour(phone):
            assert sound(response) - parts == set(), (words, stage, response.request.path)


def test_on_every_page_stream_sheet_and_file_they_are_only_words_and_what_is_not_escaped_is_found(web):
    parts = made_of(web, STAGE)
    for word in SCRIPTS:
        page = Anatomy(f"<p>{word}</p>")
        assert page.parts - parts or page.inline or page.elsewhere, word
    for word in INTO_ATTRIBUTES[:4]:
        pages = [Anatomy(f"<p title={quote}{word}{quote}></p>") for quote in "\"'"]
        assert any(page.parts - parts for page in pages), word
    assert Anatomy('<a href="javascript:alert(1)">').elsewhere
    assert Anatomy("<p><!--x-->").remarks
    only_words(web, CORPUS[:: len(CORPUS) // AT_ONCE], STAGE, parts)


@pytest.mark.thorough
@pytest.mark.parametrize("stage", OWN_STAGES)
def test_all_sixty_are_only_words_whatever_is_played(web, stage):
    parts = made_of(web, stage)
    for words in BATCHES[OWN_STAGES.index(stage) :: len(OWN_STAGES)]:
        only_words(web, words, stage, parts)


@some_or_all
def test_nothing_of_them_is_lost_where_they_are_read(start_evening, words):
    for word in words:
        night = start_evening(name=word, unit=fitted(Name, word))
        bob = night.join("Bob")
        night.ann.tap("rule.made", text=word)
        night.ann.tap("fine.given", player="p2", amount=2, reason=word)

        pages = {page: Anatomy(bob.get(page).html) for page in ("", "rules", "log", "drinks", "settle", "unit")}
        for page, shown in (("rules", word), ("log", word), ("", word), ("drinks", fitted(Name, word))):
            assert pages[page].shows(shown), (word, page)
        for page, found in pages.items():
            assert (found.inline, found.remarks, found.elsewhere) == ([], [], []), (word, page)
        kept = json.loads(bob.get("night.json").html)["events"]
        assert {event[field] for event in kept for field in ("text", "reason") if field in event} == {word}


def brought(night, words):
    """The pages that show a rule book with allowed rules and with rules that name a player."""
    rules = [{"text": f"{says} {word}"} for word in words for says in ("No", "Ann")]
    data = json.dumps({"format": "companion-rules/1", "rules": rules}).encode()
    book = rule_books.packed(data)
    yield night.ann.get(f"ready-made?book={book}").response
    yield night.ann.post("ready-made", {"file": (io.BytesIO(data), words[0])}).response
    yield night.stranger().get(f"/rules?book={book}").response
    yield night.ann.post("ready-made", book=book, all="yes").response
    yield night.ann.get("files/rules").response


def test_a_rule_book_that_somebody_brings_is_only_words_too(evening, start_evening):
    parts = set().union(*(sound(response) for response in brought(start_evening(), tame())))

    for response in brought(evening, SOME):
        assert sound(response) - parts == set(), response.request.path
    assert [rule.text for rule in evening.night.rules.values()] == [f"No {word}" for word in SOME]


def repeated(night, word):
    """Refusals, questions, and forms that keep what was typed, for a word in every field that a form may have."""
    forms = {
        "/nights": {"night": word * 9, "name": word, "own_unit": word * 9, "unit": word},
        "/join": {"code": word},
        f"/j/{night.links.token}": {"name": word * 3},
        f"/m/{'x' * 22}": {},
        "entries": {"type": word, "player": word, "back": word, "key": word[:9]},
        "entries?unit": {"type": "unit.changed", "unit": word * 9},
        "preferences": {"drinks": word, "forfeit": word * 3, "cap": word, "glass": word},
        "proposals": {"type": word, "player": word, "to": word, "amount": word, "reason": word * 99},
        "office": {},
        "settle": {"unit": word, "name": word},
        "ready-made": {"book": word, "all": "yes"},
        "seats/lend": {"player": word, "to": word},
    }
    forget_wrong_codes(night.app)
    for path, form in forms.items():
        yield night.ann.post(path, form).response
    yield night.ann.post("entries", forms["entries"], {"HX-Request": "true"}).response
    named = (
        "text", "read", "call", "when.on", "who", "book", "game", "card", "page", "before", "player", "since", "own",
    )  # fmt: skip
    for page in ["rules/new", "rules", "ready-made", "pad", "forecast", "log", "poll", "unit"]:
        yield night.bob.client.get(f"/n/{night.nid}/{page}", query_string=dict.fromkeys(named, word))
    yield night.bob.client.get(f"/x{quote(word, errors='replace')}")


@pytest.fixture(scope="module")
def tame_answers(start_table):
    """What these answers are made of for a harmless word, one that is too long, and rules with each verdict."""
    night = start_table()
    rules = (
        "x = 1",
        "x = 1 unless y",
        "jack = 1",
        "jack = chug",
        "red: drink, black: give",
        "whoever plays a quen drinks 2",
    )
    typed = (text.replace(" ", "  ") for text in rules)  # else than what was read before, so they count as typed
    tame = ("word", "word " * 60, *rules, *typed)
    return set().union(*(sound(response) for word in tame for response in repeated(night, word)))


@some_or_all
def test_what_is_repeated_is_only_words_too(evening, tame_answers, words):
    for word in (*words, *(UNPRINTABLE if words is CORPUS else UNPRINTABLE[::2])):
        for response in repeated(evening, word.encode("utf-8", "replace").decode()):
            assert sound(response) - tame_answers == set(), (word, response.request.path)
