"""Forecasts: before a game starts its page says what an evening of it costs."""

import re
from html import unescape

import pytest

from companion.domain.games import GAMES
from companion.domain.house_rules.model import HouseRule, Part, TrickWon
from companion.reports import forecast, forecast_text
from companion.system.native_threads import aside
from companion.web import reports
from tests.table import row
from tests.web.forms import ticked as box_values

SCRIPT = {"HX-Request": "true"}
FIVE = ("five-card-yak", "yogis-whist", "frak-you", "card-yacht", "yak")
GLORY = re.compile(r"\b(only|just|enjoy|cheers|fun|brave|hero|legend|wasted|drunk|party)\b|!", re.I)


def tokens(mode, count):
    return {"tokens.mode": mode, "tokens.count": count}


@pytest.fixture
def counting_in(start_table):
    """Ann's night with Bob and Cal, counted in some unit; the same night again for the same unit."""
    nights = {}
    return lambda unit: nights.get(unit) or nights.setdefault(unit, start_table(unit=unit))


def look(phone, game="frak-you", *more, **options):
    """What the phone's script is answered: with these options, and `more` pairs of a form."""
    pairs = [("game", game), *((f"options.{name}", value) for name, value in options.items()), *more]
    answer = phone.get(f"forecast?{'&'.join(f'{name}={value}' for name, value in pairs)}", **SCRIPT)
    assert answer.status == 200
    assert "<html" not in answer.html
    return answer


def ticked(*players):
    return (("type", "game.started"), *(("players", player) for player in players))


def test_it_says_what_a_deal_and_an_evening_cost_in_the_unit_of_the_night_and_in_pints(counting_in):
    found, yogis = forecast.evening("frak-you", 3), forecast.evening("yogis-whist", 3).whole.mean
    frak, five = found.whole, forecast.evening("five-card-yak", 3).whole.mean
    pints, beer = frak.mean / 16, frak.mean / 16 * 568 * 0.045
    stake = {"stake": 1}
    table = [
        ("pencil", "frak-you", {}, [f"About {found.each.mean:.0f} pencils a deal each.",
            f"Two hours: about {frak.mean:.0f} pencils, like {pints:.1f} pints of beer.",
            "Worst single fine: 3 pencils.",
            f"Two hours are 12 deals of 3 players without a break. Most of you get {frak.low} to {frak.high}.",
            f"with 568 ml to a pint: about {beer / 10:.1f} UK units, or {beer / 17.7:.1f} US standard drinks."],
            ["a lot"]),
        *((unit, "yak", stake, [f"You decide how big a {unit} is."], ["pint", "UK unit"])
            for unit in ("drink", "shot")),
        ("sip", "yak", stake, ["and 20 sips to a pint"], ["You decide"]),
        ("pencil", "yogis-whist", {},
            ["That’s a lot.", f"Waffers: about {forecast_text.counted(yogis / 32, 'pint')}"], ["fingers", "tokens"]),
        ("pint", "yogis-whist", {}, ["That’s a lot.", "Fingers: about", "Pencils: about", "Waffers: about"], []),
        ("sip", "five-card-yak", tokens("", 20), [
            f"Two hours: about {five:.0f} sips, like {five / 20:.1f} pints of beer.",
            f"That’s a lot. Half sips: about {five / 40:.1f} pints"], []),
        ("half sip", "five-card-yak", {}, [f"like {five / 40:.1f} pints of beer."], ["a lot"]),
        ("drink", "five-card-yak", {}, ["That’s a lot.", "Sips: about", "Half sips: about"], ["pints of beer"]),
        ("waffer", "frak-you", {}, [], ["a lot", "in fingers"]),
        ("waffer", "five-card-yak", {}, ["That’s a lot. Play for tokens, or drink something soft."], ["fingers"]),
        ("shot", "frak-you", {}, ["That’s a lot. Play for tokens"], ["Sips: about"]),
        ("push-up", "frak-you", {}, [], ["a lot", "how big", "Sips: about"]),
        ("pint", "card-yacht", stake, ["Less than one pint a game each. Two hours: less than one"], []),
        ("sip", "score-sheet", {"title": "Darts", "fine": 2}, ["a round each.", "rounds of 3 players"], ["deal"]),
        ("sip", "score-sheet", {"stake": 3}, ["Whoever comes last drinks only if rounds or points"], ["Worst"]),
        ("token", "yogis-whist", {}, ["tokens a deal each"], ["pint", "UK", "a lot", "beer", "drink"]),
        *(("pencil", game, {}, ["Nobody is fined, as it is set here."], ["Worst", "pint"])
            for game in ("yak", "card-yacht")),
    ]  # fmt: skip
    for unit, game, options, says, never in table:
        text = look(counting_in(unit).ann, game, **options).words
        with row(unit, game, text):
            assert [words for words in says if words not in text] == []
            assert [words for words in never if words in text] == []


def test_every_game_has_a_forecast_in_every_unit_without_a_word_that_glorifies(counting_in):
    for unit in ("pint", "finger", "pencil", "waffer", "drink", "sip", "token", "shot"):
        night = counting_in(unit)
        for game in FIVE:
            more = {"stake": 2} if game in ("yak", "card-yacht") else {}
            for phone in (night.ann, night.bob):
                text = look(phone, game, **more).words
                assert re.match(rf"(About \d+ {unit}s?|Less than one {unit}) a (deal|game) each\.", text), (unit, game)
                assert not GLORY.search(text), (unit, game)


def test_the_finesmaster_changes_to_a_smaller_unit_in_one_tap_and_comes_back_to_the_same_choices(start_table):
    night = start_table(unit="drink")
    chosen = (*ticked("p1", "p3"), ("options.dummies", "true"), ("options.tokens.mode", ""), ("dealer", "p3"))
    page = look(night.ann, "five-card-yak", *chosen)
    leads_to = unescape(re.search(r'form="counting" name="next" value="([^"]+)"', page.html)[1])

    assert re.findall(r'<button class="button" form="counting" name="unit" value="([^"]+)"', page.html) == [
        "sip",
        "half sip",
    ]
    answer = night.ann.post("entries", type="unit.changed", unit="half sip", next=leads_to)

    assert night.night.unit == "half sip"
    back = night.ann.get(answer.goes_to.removeprefix(f"/n/{night.nid}/")).html
    assert box_values(back, "players") == {"p1": True, "p2": False, "p3": True}
    assert box_values(back, "options.dummies") == {"true": True}
    assert '<option value="p3" selected>' in back
    assert '<form id="counting" method="post"' in back


def test_if_somebody_owes_a_smaller_unit_is_looked_at_first_and_others_read_who_can_change_it(
    counting_in, game, ann, bob
):
    night = counting_in("pencil")
    other = look(night.bob, "yogis-whist")
    assert "/unit" not in other.html
    assert 'name="unit"' not in other.html
    assert "Ann can change what you count in." in other.words
    assert "can change what" not in look(night.bob).words  # nothing needs changing
    assert "/unit" not in look(ann, "five-card-yak").html  # a game is on
    assert "can change" not in look(bob, "five-card-yak").words

    ann.tap("fine.given", player="p2", amount=1)
    ann.tap("game.ended")
    page = look(ann, "five-card-yak").html
    assert re.findall(r'unit\?to=([^"&]+)&amp;next=start/five-card-yak"', page) == ["half%20sip"]
    assert 'name="unit"' not in page
    assert ann.get("unit?to=half%20sip&next=start/five-card-yak").status == 200


def test_a_game_for_tokens_says_how_long_they_last(counting_in):
    text = look(counting_in("pencil").ann, "five-card-yak", **tokens("pass-out", 40)).words
    pot = look(counting_in("token").ann, "five-card-yak", **tokens("kegger", 10)).words
    many = look(counting_in("sip").ann, "five-card-yak", *ticked(*"abcde"), **tokens("pass-out", 1000)).words

    lasts = re.match(r"A game lasts about (\d+) deals or (\d+) minutes; about ([\d.]+) tokens go in a deal\.", text)
    deals, minutes, a_deal = map(float, lasts.groups())
    assert 100 < deals * a_deal < 120  # of 3 x 40
    assert minutes == pytest.approx(deals * 4.5, abs=5)
    assert "nobody drinks for it" in text
    assert not re.search("pint|pencil", text)
    assert pot.startswith("A game lasts about 1 deal or 5 minutes.")
    assert "About 3 tokens a game each" in pot
    assert many.startswith("The tokens last all night")


def test_it_is_for_the_players_who_are_ticked_or_without_a_form_for_those_who_are_here(counting_in, start_evening):
    ann = counting_in("sip").ann
    three = look(ann, "yogis-whist", *ticked("p1", "p2", "p3")).words

    assert "deals of 2 players" in look(ann, "yogis-whist", *ticked("p1", "p2")).words
    assert "deals of 3 players" in three
    assert look(ann, "yogis-whist").words == three
    assert "deals of 3 players" in look(start_evening(unit="sip").ann).words  # alone: the fewest who can play


def test_house_rules_that_the_companion_watches_are_included_and_others_come_on_top(counting_in):
    ann = counting_in("sip").ann
    third = {"when.on": "trick.taken", "when.trick": "3", "who": "player", "amount": "2"}
    ann.tap("rule.made", text="The third trick", **third)
    ann.tap("rule.made", text="No pointing")
    ann.tap("rule.made", text="Gone", **third | {"amount": "5"})
    ann.tap("rule.repealed", rule="r3")

    text = look(ann).words

    rule = HouseRule("r1", "The third trick", TrickWon(trick=3), (Part("player", 2),))
    assert f"Two hours: about {forecast.evening('frak-you', 3, rules=[rule]).whole.mean:.0f} sips, like" in text
    assert "Worst single fine: 3 sips, before house rules." in text
    assert "12 deals of 3 players without a break, 1 house rule." in text
    assert "Plus what you catch each other at." in text


def test_a_game_that_cannot_be_started_is_answered_with_a_sentence(counting_in):
    for game, options, more, sentence in (
        ("frak-you", {"stake": "21"}, (), "Stake is 20 at most."),
        ("yak", {"stake": "two"}, (), "Stake must be a number."),
        ("yak", {"dice": "loaded"}, (), "Dice is not one of the choices."),
        ("five-card-yak", tokens("kegger", ""), (), "Please fill in the count."),
        ("five-card-yak", {"dummies": "true"}, (), "Dummies are only for two players."),
        ("yogis-whist", {"colour": "red"}, (), "The event has no field colour."),
        ("frak-you", {}, ticked(), "Tick who plays."),
        ("frak-you", {}, ticked("p1", "p2"), "Frak You is for 3 to 5 players, not 2."),
        ("yak", {}, [("more.or", "less")], "There is no field called more.or."),
    ):
        assert look(counting_in("sip").ann, game, *more, **options).words == sentence, game


def test_an_unknown_game_has_no_forecast_and_a_stranger_gets_none(evening, ann, stranger):
    for query in ["", "?game=poker", "?players=p1"]:
        answer = ann.get(f"forecast{query}")
        assert answer.status == 404, query
        assert "There is no such game here." in answer.words, query
    assert stranger.get("forecast?game=yak").status == 403


@pytest.mark.each_game
def test_what_a_game_costs_stands_below_all_that_is_typed_for_it(ann):
    for game in GAMES:
        page = ann.get(f"start/{game}").html
        assert page.rindex("<input", 0, page.index("</form>")) < page.index('id="forecast"'), game


def test_without_script_a_button_of_the_start_form_leads_to_a_page(counting_in):
    night = counting_in("pencil")
    start = night.ann.get("start/frak-you").html
    button = re.search(r"<noscript>(<button[^>]*>)What will it cost\?</button></noscript>", start)

    page = night.ann.get("forecast?game=frak-you&type=game.started&players=p1&players=p2&players=p3&options.stake=3")

    assert button
    for text in ('formmethod="get"', f'formaction="/n/{night.nid}/forecast"'):
        assert text in button[1]
    assert '<input type="hidden" name="game" value="frak-you">' in start
    assert page.html.startswith("<!doctype html>")
    assert look(night.ann, "frak-you").words in page.words
    assert f'href="/n/{night.nid}/start/frak-you?game=frak-you&amp;type=game.started&amp;players=p1&amp;' in page.html


def test_it_is_simulated_once_in_the_background_and_the_start_page_does_not_wait(evening, ann, monkeypatch):
    asked = []
    monkeypatch.setattr(reports, "aside", lambda *one: asked.append(one) or aside(*one))
    for game in FIVE:
        page = ann.get(f"start/{game}")
        assert f'data-hx-get="/n/{evening.nid}/forecast"' in page.html, game
        assert f"Play {GAMES[game].name}" in page.words.replace("&#39;", "'"), game
    assert asked == []

    look(ann, "frak-you", stake=17)
    simulated = forecast._evening.cache_info().misses
    look(ann, "frak-you", stake=17)

    assert [one[0] for one in asked] == [forecast.evening] * 2
    assert forecast._evening.cache_info().misses == simulated


def test_it_writes_nothing_and_preferences_do_not_change_it(counting_in):
    night = counting_in("pencil")
    file, before = night.file, look(night.bob, "frak-you", *ticked("p1", "p2", "p3"), stake=4).html
    assert night.file == file
    assert night.ann.post("preferences", drinks="soft", cap="3").status == 200

    assert look(night.bob, "frak-you", *ticked("p1", "p2", "p3"), stake=4).html == before
