"""A look ahead: before a game starts its page says what an evening of it costs, in words of the table."""

import re

import pytest

from companion.native import aside
from companion.reports import forecast
from companion.rules.games import GAMES
from companion.rules.house_rules import HouseRule, Part, TrickWon
from companion.web import outlook as web_outlook

SCRIPT = {"HX-Request": "true"}
FIVE = ("five-card-yak", "yogis-whist", "frak-you", "card-yacht", "yak")
GLORY = re.compile(r"\b(only|just|enjoy|cheers|fun|brave|hero|legend|wasted|drunk|party)\b|!", re.I)


@pytest.fixture
def counting_in(start_table):
    """Ann's night with Bob and Cal, counted in some unit."""
    return lambda unit: start_table(unit=unit)


def look(phone, game="frak-you", *more, **options):
    """What the phone's script is answered: with these options, and `more` pairs of a form."""
    pairs = [("game", game), *((f"options.{name}", value) for name, value in options.items()), *more]
    query = "&".join(f"{name}={value}" for name, value in pairs)
    answer = phone.get(f"outlook?{query}", **SCRIPT)
    assert answer.status == 200
    assert "<html" not in answer.html
    return answer


def ticked(*players):
    return (("type", "game.started"), *(("players", player) for player in players))


def test_ann_reads_what_an_evening_costs_each_in_pencils_and_pints(counting_in):
    night = counting_in("pencil")
    found = forecast.evening("frak-you", 3)

    said = look(night.ann).words

    mean = found.whole.mean
    assert said.startswith(
        f"About {mean:.0f} pencils each in 2 hours (between {found.whole.low} and {found.whole.high}"
    )
    assert f"that is {mean / 16:.1f} pints." in said
    assert "The largest single fine possible is 3 pencils." in said
    assert "Reckoned for 3 players: 12 deals without a break." in said


def test_standard_drinks_say_of_what_beer_they_are(counting_in):
    said = look(counting_in("pencil").ann).words

    alcohol = forecast.evening("frak-you", 3).whole.mean / 16 * 568 * 0.045
    assert "In beer of 4.5%, a pint being 568 ml:" in said
    assert f"about {alcohol / 10:.1f} UK units, or {alcohol / 17.7:.1f} US standard drinks." in said


def test_of_other_units_the_table_says_how_much_one_is(counting_in):
    for unit in ["drink", "sip", "shot"]:
        said = look(counting_in(unit).ann, "yak", stake=1).words
        assert f"One {unit} is what the table calls one." in said, unit
        assert "pint" not in said, unit
        assert "UK unit" not in said, unit


def test_every_game_is_told_in_every_unit_without_a_word_that_glorifies(counting_in):
    for unit in ("pint", "finger", "pencil", "waffer", "drink", "sip", "token", "shot"):
        night = counting_in(unit)
        for game in FIVE:
            more = {"stake": 2} if game in ("yak", "card-yacht") else {}
            for phone in (night.ann, night.bob):
                said = look(phone, game, **more).words
                assert re.match(rf"About \d+ {unit}s? each in 2 hours \(between", said), (unit, game)
                assert not GLORY.search(said), (unit, game)


def test_many_pencils_are_a_lot_and_a_smaller_unit_may_be_wiser(counting_in):
    answer = look(counting_in("pencil").ann, "yogis-whist")

    assert "That is a lot. A smaller unit may be wiser." in answer.words
    mean = forecast.evening("yogis-whist", 3).whole.mean
    assert f"in pints: {mean:.0f} pints in fingers: {mean / 8:.1f} pints in pencils: {mean / 16:.1f}" in answer.words
    assert 'unit?to=waffer"' in answer.html
    for larger in ("pint", "finger", "pencil"):
        assert f'unit?to={larger}"' not in answer.html


def test_where_even_waffers_are_a_lot_something_else_may_be_wiser(counting_in):
    assert (
        "even in waffers: tokens, or something soft, may be wiser."
        in look(counting_in("drink").ann, "five-card-yak").words
    )


def test_few_are_not_called_a_lot(counting_in):
    said = look(counting_in("waffer").ann).words

    assert "a lot" not in said
    assert "in fingers" not in said


def test_of_a_word_of_their_own_nobody_knows_whether_it_is_for_drinking(counting_in):
    assert "If it is for drinking, that is a lot." in look(counting_in("push-up").ann).words


def test_the_finesmaster_can_change_the_unit_and_the_others_read_who_can(counting_in):
    night = counting_in("pencil")
    ann, bob = look(night.ann, "yogis-whist"), look(night.bob, "yogis-whist")

    assert f'href="/n/{night.nid}/unit"' in ann.html
    assert night.ann.get("unit").status == 200
    assert "/unit" not in bob.html
    assert "Ann, the finesmaster, can change the unit." in bob.words
    assert "can change the unit" not in look(night.bob).words  # nothing needs changing


def test_while_a_game_is_on_nobody_is_sent_to_another_unit(game, ann, bob):
    assert "/unit" not in look(ann, "five-card-yak").html
    assert "can change" not in look(bob, "five-card-yak").words


def test_a_night_in_tokens_counts_tokens_and_no_pints(counting_in):
    said = look(counting_in("token").ann, "yogis-whist").words

    assert re.match(r"About \d+ tokens each in 2 hours", said)
    for word in ("pint", "UK", "a lot", "beer", "drink"):
        assert word not in said


def test_pass_out_says_how_long_the_tokens_last(counting_in):
    mode = {"tokens.mode": "pass-out", "tokens.count": 40}

    said = look(counting_in("pencil").ann, "five-card-yak", **mode).words

    lasts = re.match(r"A game lasts about (\d+) deals or (\d+) minutes; about ([\d.]+) tokens go in a deal\.", said)
    assert lasts, said
    deals, minutes, a_deal = map(float, lasts.groups())
    assert 100 < deals * a_deal < 120  # of 3 x 40
    assert minutes == pytest.approx(deals * 4.5, abs=5)
    assert "nobody drinks for it" in said
    assert "pint" not in said
    assert "pencil" not in said


def test_a_small_pot_is_gone_within_a_deal_or_two(counting_in):
    mode = {"tokens.mode": "kegger", "tokens.count": 10}
    said = look(counting_in("token").ann, "five-card-yak", **mode).words

    assert said.startswith("A game lasts about 1 deal or 5 minutes. About 3 tokens each")


def test_more_tokens_than_a_night_takes_last_all_night(counting_in):
    mode = {"tokens.mode": "pass-out", "tokens.count": 1000}
    players = ticked(*(f"p{number}" for number in range(5)))

    assert look(counting_in("sip").ann, "five-card-yak", *players, **mode).words.startswith("The tokens last all night")


def test_drinks_are_meant_as_long_as_no_mode_is_chosen(counting_in):
    mode = {"tokens.mode": "", "tokens.count": 20}

    assert look(counting_in("sip").ann, "five-card-yak", **mode).words.startswith("About 116 sips each")


def test_without_a_stake_nobody_is_fined(counting_in):
    ann = counting_in("pencil").ann
    for game in ["yak", "card-yacht"]:
        said = look(ann, game).words
        assert said.startswith("Nobody is fined by the rules, as the game is set here."), game
        assert "largest" not in said, game
        assert "pint" not in said, game


def test_a_fine_now_and_then_is_less_than_one_each(counting_in):
    assert look(counting_in("pint").ann, "card-yacht", stake=1).words.startswith("Less than one pint each in 2 hours")


def test_it_goes_by_who_is_ticked_and_without_a_form_by_who_is_here(counting_in):
    night = counting_in("sip")

    two, three = (
        look(night.ann, "yogis-whist", *ticked("p1", "p2")),
        look(night.ann, "yogis-whist", *ticked("p1", "p2", "p3")),
    )

    assert "Reckoned for 2 players" in two.words
    assert "Reckoned for 3 players" in three.words
    assert look(night.ann, "yogis-whist").words == three.words


def test_who_is_alone_learns_what_the_fewest_pay(start_evening):
    assert "Reckoned for 3 players" in look(start_evening(unit="sip").ann).words


def test_house_rules_in_force_are_reckoned_in_and_those_that_are_called_come_on_top(counting_in):
    night = counting_in("sip")
    before = look(night.ann).words
    third = {"when.on": "trick.taken", "when.trick": "3", "who": "player", "amount": "2"}
    night.ann.tap("rule.made", text="The third trick", **third)
    night.ann.tap("rule.made", text="No pointing")
    night.ann.tap("rule.made", text="Gone", **third | {"amount": "5"})
    night.ann.tap("rule.repealed", rule="r3")

    said = look(night.ann).words

    rule = HouseRule("r1", "The third trick", TrickWon(trick=3), (Part("player", 2),))
    assert said.startswith(f"About {forecast.evening('frak-you', 3, rules=[rule]).whole.mean:.0f} sips each")
    assert said.split(" each")[0] != before.split(" each")[0]
    assert "3 sips, before house rules." in said
    assert "12 deals without a break, with 1 house rule." in said
    assert "What you catch one another at comes on top." in said


def test_what_cannot_be_started_is_answered_with_a_sentence(counting_in):
    cases = [
        ("frak-you", {"stake": "21"}, "Stake is 20 at most."),
        ("frak-you", {"stake": "-1"}, "Stake is 0 at least."),
        ("yak", {"stake": "two"}, "Stake must be a number."),
        ("yak", {"dice": "loaded"}, "Dice is not one of the choices."),
        ("five-card-yak", {"tokens.mode": "kegger", "tokens.count": "1001"}, "Count is 1000 at most."),
        ("five-card-yak", {"tokens.mode": "kegger", "tokens.count": ""}, "Please fill in the count."),
        ("five-card-yak", {"tokens.mode": "cask", "tokens.count": "20"}, "Mode is not one of the choices."),
        ("five-card-yak", {"dummies": "true"}, "Dummies are for two players."),
        ("yogis-whist", {"colour": "red"}, "The event has no field colour."),
    ]
    ann = counting_in("sip").ann
    for game, options, says in cases:
        assert look(ann, game, **options).words == says, game


def test_too_few_too_many_or_nobody_is_a_sentence_too(counting_in):
    ann = counting_in("sip").ann

    assert look(ann, "frak-you", *ticked()).words == "Tick who plays."
    assert look(ann, "frak-you", *ticked("p1", "p2")).words == "Frak You is for 3 to 5 players, not 2."
    assert look(ann, "yak", *ticked(*"abcdefgh")).words == "Yak is for 1 to 4 players, not 8."
    assert look(ann, "yak", ("more.or", "less")).words == "There is no field called more.or."


def test_a_game_that_there_is_not_is_nowhere(evening, ann):
    for query in ["", "?game=poker", "?players=p1"]:
        answer = ann.get(f"outlook{query}")
        assert answer.status == 404, query
        assert "There is no such game here." in answer.words, query


def test_only_who_sits_at_the_table_may_ask(stranger):
    assert stranger.get("outlook?game=yak").status == 403


def test_without_script_a_button_of_the_start_form_leads_to_a_page(counting_in):
    night = counting_in("pencil")
    start = night.ann.get("start/frak-you").html
    button = re.search(r"<noscript>(<button[^>]*>)What does an evening of this cost\?</button></noscript>", start)

    page = night.ann.get("outlook?game=frak-you&type=game.started&players=p1&players=p2&players=p3&options.stake=3")

    assert button
    for said in ('formmethod="get"', f'formaction="/n/{night.nid}/outlook"', 'name="game" value="frak-you"'):
        assert said in button[1]
    assert page.html.startswith("<!doctype html>")
    assert look(night.ann, "frak-you").words in page.words
    assert f'href="/n/{night.nid}/start/frak-you"' in page.html


def test_the_start_page_is_there_before_anything_is_worked_out(evening, ann, monkeypatch):
    def never(*asked):
        raise AssertionError("the start page asked for a forecast")

    monkeypatch.setattr(web_outlook, "aside", never)
    for game in FIVE:
        page = ann.get(f"start/{game}")
        assert page.status == 200, game
        assert f'data-hx-get="/n/{evening.nid}/outlook?game={game}"' in page.html, game
        assert f"Play {GAMES[game].name}" in page.words.replace("&#39;", "'"), game


def test_it_is_worked_out_in_the_background_and_only_once(evening, ann, monkeypatch):
    asked = []
    monkeypatch.setattr(web_outlook, "aside", lambda *one: asked.append(one) or aside(*one))

    look(ann, "frak-you", stake=17)
    worked_out = forecast._evening.cache_info().misses
    look(ann, "frak-you", stake=17)

    assert [one[0] for one in asked] == [forecast.evening] * 2
    assert forecast._evening.cache_info().misses == worked_out


def test_a_look_ahead_writes_nothing(evening, ann):
    before = evening.file

    look(ann, "frak-you", *ticked("p1", "p2", "p3"), stake=4)

    assert evening.file == before


def test_a_unit_and_a_name_are_text(start_evening):
    night = start_evening(unit="<b>jug", host="<i>Ann")
    night.bob = night.join("Bob")

    for phone in (night.ann, night.bob):
        for answer in (look(phone, "yogis-whist"), phone.get("outlook?game=yogis-whist")):
            assert "<b>jug" not in answer.html
            assert "<i>Ann" not in answer.html
            assert "&lt;b&gt;jug" in answer.html


def test_what_somebody_keeps_to_themselves_changes_nothing_for_anybody(counting_in):
    night = counting_in("pencil")
    before = look(night.bob).html
    assert night.ann.post("wishes", drinks="soft", cap="3").status == 303

    assert look(night.bob).html == before
