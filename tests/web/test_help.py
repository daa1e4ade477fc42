"""Help pages made of docs/games/, without the secrets of a game, and the page of the design language."""

import re
from html import unescape
from types import SimpleNamespace

import pytest

from companion import create_app
from companion.domain.games import GAMES
from companion.web import table

SCRIPT = {"HX-Request": "true"}


def brief(phone, game):
    """The card of thirty seconds, as HTML."""
    html = phone.get(f"help/{game}").html
    return html.partition('<section class="brief"')[2].partition("</section>")[0]


def readable(html):
    return unescape(re.sub("<[^>]+>", "", html))


@pytest.mark.each_game
def test_every_game_has_a_page_of_help_without_what_is_for_developers(evening):
    for game in GAMES:
        page = evening.ann.get(f"help/{game}")
        article = page.html.partition('<article class="help">')[2].partition("</article>")[0]
        assert page.status == 200, game
        assert f"<h1>{GAMES[game].name}</h1>" in unescape(article), game
        assert "<h2>" in article or GAMES[game].has_insiders, game
        assert "night file" not in article, game
    assert evening.ann.get("help/poker").status == 404


def test_a_page_without_thirty_seconds_is_shown_whole(evening, ann, monkeypatch, tmp_path):
    (tmp_path / "yak.md").write_text("# Yak\n\nDice.\n\n## The boxes\n\nFourteen.\n")
    monkeypatch.setattr(table, "resource_folders", lambda: SimpleNamespace(docs=tmp_path))
    table._help_text.cache_clear()
    try:
        for headers in ({}, SCRIPT):
            page = ann.get("help/yak", **headers)
            assert page.status == 200
            assert "Fourteen." in page.words
            assert "In thirty seconds" not in page.words
    finally:
        table._help_text.cache_clear()


@pytest.mark.each_game
def test_help_opens_with_a_card_of_thirty_seconds_that_has_the_names_of_this_table(start_table):
    night = start_table()
    night.join("<b>Zoë & Co")
    night.ann.tap("seats.moved", order=["p4", "p3", "p2", "p1"])
    for game in GAMES:
        card = brief(night.bob, game)
        words = len(readable(card).split())  # of which a reader takes half a minute
        assert 20 < words <= 95, f"docs/games/{game}.md: *In thirty seconds* has {words} words, of 21 to 95"
        assert "<b>Zoë" not in card, game
        if game != "frak-you":
            for mark, name in ((4, "&lt;b&gt;Zoë &amp; Co"), (3, "Cal")):
                assert f'<b class="named who-{mark}">{name}</b>' in card, game
            assert "Ann" not in card, game

    night.start("yak", "p1", "p2", dice="real")
    card = readable(brief(night.bob, "yak"))
    assert "Ann has 4 4 4 2 2" in card
    assert "Bob may be done while Cal still thinks" in card  # there is no third player, so the example stays


def test_as_a_sheet_help_is_the_card_alone_and_the_table_and_the_start_of_a_game_link_it(game, ann):
    assert '<a href="help" data-sheet>Help</a>' in ann.get().html
    for page in ("help", "help/five-card-yak"):
        sheet = ann.get(page, **SCRIPT)
        assert "In thirty seconds" in sheet.words
        assert "What it costs" not in sheet.words
        assert f'href="/n/{ann.nid}/help/five-card-yak">The whole rules</a>' in sheet.html
    assert "What it costs" in ann.get("help").words
    ann.tap("game.ended")
    assert ann.get("help").goes_to == f"/n/{ann.nid}/start"
    assert f'data-sheet href="/n/{ann.nid}/help/yak"' in ann.get("start/yak").html
    assert f'href="/n/{ann.nid}/start/yak">Back<' in ann.get("help/yak").html


@pytest.mark.each_game
def test_the_companions_own_words_explain_themselves_wherever_they_are_linked(evening, ann):
    linked = set()
    evening.start("yogis-whist")
    for page in ("seats", "", *(f"start/{game}" for game in GAMES)):
        linked |= set(re.findall(r'/words/([\w-]+)"', ann.get(page).html))
    assert {"finesmaster", "sneak", "dummy", "pass-out", "kegger", "bft", "septic"} <= linked
    for term in linked:
        assert ann.get(f"words/{term}").status == 200, term
    sheet = ann.get("words/whitebait", **SCRIPT)
    assert "Somebody who still owes something when the next deal begins" in sheet.words
    assert "Back to the table" not in sheet.words
    assert ann.get("words/poker").status == 404


def test_only_the_initiated_read_the_rules_of_frak_you(evening):
    newcomer = evening.ann.get("help/frak-you").html
    evening.ann.tap("game.started", game="frak-you", players=["p1", "p2", "p3"], **{"options.initiated": ["p1"]})

    assert "For the initiated" not in newcomer
    assert "♠" not in newcomer
    for secret in ("rid of", "come back", "ace", "loses", "last two", "two are left", "trump", "pair"):
        assert secret not in newcomer.partition('<article class="help">')[2].partition("</article>")[0], secret
    initiated = evening.ann.get("help/frak-you").words
    for rule in (
        "For the initiated",
        "unless it was a renege",
        "unless somebody disputes it",
        "only when a club may be",
    ):
        assert rule in initiated, rule
    assert "For the initiated" not in evening.bob.get("help/frak-you").html


def test_the_design_language_is_a_page_where_it_is_configured(web, tmp_path):
    assert web.test_client().get("/design").status_code == 404
    page = create_app({"DATA": tmp_path, "DESIGN": 1}).test_client().get("/design").text

    for mark in range(1, 11):
        assert f"who-{mark}" in page
    assert "queen of diamonds" in page
    assert "style=" not in page
