"""A night in which nothing is drunk speaks on no page of drinks, of sips or of alcohol, and nobody is told to drink who
does something else.
"""

import re

import pytest

from companion.domain.games import GAMES
from companion.domain.measure import is_drunk, worded, words
from tests.conftest import plain
from tests.web.routes import ways
from tests.web.test_every_game import THREE, play

DRINK = re.compile(r"\b(?:drink|drunk|drank|sip|alcohol|pint|beer|toast|for the road|water for|water round)", re.I)
BLOCK = re.compile(r"</(?:p|li|h\d|dd|button|summary|label|nav|section)>|<(?:div|p|h\d)\b[^>]*>")
NAMED = re.compile(
    r"^(?!Drink up before the deal: ).*(?:\bCal\b|\b[Yy]ou\b)"
)  # that list is of all who owe, in one word
SHEET = {"HX-Request": "true"}
SHOWN = re.compile(r'(?:aria-label|placeholder|title|alt)="([^"]*)"')
ALLOWED = re.compile(r"/(?:unit|live)\b|\.\w+$")  # other units


def drinking(phone, paths) -> list[str]:
    """What the pages say of drinking."""
    found = []
    for path in sorted(paths):
        page = phone.get(path)
        told = page.words if page.response.mimetype == "text/html" else ""
        shown = ". ".join(SHOWN.findall(page.html)) if told else ""
        found += [f"{path}: {said.strip()}" for said in f"{told} . {plain(shown)}".split(".") if DRINK.search(said)]
    return found


def pages(evening, **values: str) -> set[str]:
    """Every address of the night."""
    found = ways(evening.app, evening.nid, **values)
    paths = {way.path for way in found if way.method == "GET" and way.answers and way.rule.startswith("/n/<nid>")}
    return {path for path in paths if not ALLOWED.search(path)}


@pytest.mark.each_game
@pytest.mark.parametrize(("unit", "games"), [("star jump", GAMES), ("token", ["mexico"]), ("point", ["five-card-yak"])])
def test_no_page_of_a_night_in_star_jumps_tokens_or_points_speaks_of_drinking(start_table, unit, games):
    evening = start_table(unit=unit)
    ann, bob = evening.ann, evening.bob
    ann.tap("rule.made", text=f"Whoever plays a queen does a {unit}", read="yes")
    assert evening.night.rules["r1"].parts[0].amount == 1
    found = drinking(ann, {f"/n/{evening.nid}/rules/new?text=no+pointing"})
    found += drinking(evening.stranger(), {f"/j/{evening.links.token}"})
    for game in games:
        found += drinking(ann, {f"/n/{evening.nid}/start/{game}", f"/n/{evening.nid}/ready-made?game={game}"})
        evening.start(game, *THREE, **({"initiated": "p1"} if GAMES[game].has_insiders else {}))
        found += drinking(ann, {f"/n/{evening.nid}/help/{game}"})
        assert "foam" not in ann.get().html
        play(evening, game)
        found += drinking(bob, pages(evening, seq=str(evening.seq), name=game))
        ann.tap("rule.called", rule="r1", player="p2")
        ann.tap("drink.taken", player="p2", amount=3)
        ann.tap("game.ended")
    found += drinking(bob, pages(evening, seq=str(evening.seq)))
    ann.tap("night.closed")
    found += drinking(ann, pages(evening, seq=str(evening.seq)))
    assert "foam" not in ann.get("recap/picture.svg").html

    assert not found, "\n".join(found)


@pytest.mark.parametrize("game", ["five-card-yak", "yogis-whist", "kings"])
def test_nobody_who_does_something_else_is_told_to_drink(start_table, game):
    evening, found = start_table(), []
    evening.cal.post("preferences", drinks="forfeit", forfeit="star jumps", openly="yes")
    evening.start(game, *THREE)
    for _ in range(2):
        play(evening, game)
        evening.ann.tap("fine.given", player="p3", amount=2)
        for page in ("", f"help/{game}", "tv", "drinks", "with/p3", "log", "settle", "recap"):
            for phone in (evening.ann, evening.cal):
                parts = map(plain, BLOCK.split(phone.get(page, **(SHEET if "help" in page else {})).html))
                found += [part for part in parts if NAMED.match(part) and re.search(r"\b(?:[Dd]rink|drank)", part)]

    assert f"You owe {evening.owed['p3']} star jumps" in evening.cal.get("drinks").words
    assert not found, "\n".join(found)


@pytest.mark.parametrize(
    ("unit", "drunk", "verbs"),
    [
        ("drink", True, "takes"), ("sip", True, "drinks"), ("pencil", True, "drinks"), ("beers", True, "drinks"),
        ("shots of rum", True, "drinks"), ("token", False, "pays"), ("cents", False, "pays"), ("€", False, "pays"),
        ("points", False, "takes"), ("star jump", False, "does"), ("jelly bean", False, "does"),
    ],
)  # fmt: skip
def test_drinks_are_drunk_money_is_paid_and_all_else_is_done(unit, drunk, verbs):
    assert is_drunk(unit) == drunk
    assert words(unit).verbs == verbs


def test_only_what_the_app_says_of_drinking_changes_its_words():
    said = "If somebody says ‘drink’, everyone else drinks. Who drinks?"
    assert (worded(said, "sip"), worded("Bob drinks 2", "sip", named=True)) == (said, "Bob takes 2")
    assert worded("If somebody says ‘drink’, both neighbours drink.", "cent") == (
        "If somebody says ‘drink’, both neighbours pay one."
    )
    assert worded("The dealer drinks 2. Who drinks?", "star jump") == "The dealer does 2. Who is fined?"
