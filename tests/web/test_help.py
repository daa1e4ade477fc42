"""Help pages made of docs/games/, without the secrets of a game, and the page of the design language."""

from companion import create_app
from companion.domain.games import GAMES


def test_every_game_has_a_page_of_help_without_what_is_for_developers(evening):
    for game in GAMES:
        page = evening.ann.get(f"help/{game}")
        article = page.html.partition('<article class="help">')[2].partition("</article>")[0]
        assert page.status == 200, game
        assert f"<h1>{GAMES[game].name}</h1>" in article, game
        assert "<h2>" in article or GAMES[game].insiders, game
        assert "night file" not in article, game
    assert evening.ann.get("help/poker").status == 404


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
