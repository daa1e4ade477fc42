"""How the night went: pages with plots and a table for each, and one picture to share."""

import re
from html import unescape
from xml.etree import ElementTree

import pytest

from companion.reports.plots import fitted, text_width
from companion.reports.share_picture import wrapped
from tests.web.frak_you_evening import TELLING, by_cards
from tests.web.frak_you_evening import begun as frak_you

SVG = "{http://www.w3.org/2000/svg}"
MEAN = "<b>&\"'</svg>"
PAGES = ("recap", "recap/1", "recap/picture.svg")


@pytest.fixture
def played(game, ann):
    """A deal of Five-Card Yak, a house rule caught, and the night closed."""
    game.play("p2", "p3", None, "p3", "p2")
    ann.tap("rule.made", text="No elbows", amount=2)
    ann.tap("rule.called", rule="r1", player="p3")
    ann.tap("game.ended")
    ann.tap("night.closed")
    return game


def plots(answer):
    """The pictures of a page by their names, as drawings."""
    found = re.findall(r'<svg class="plot.*?</svg>', answer.html, re.S)
    return {unescape(re.search("<title[^>]*>(.*?)</title>", svg)[1]): ElementTree.fromstring(svg) for svg in found}


def drawn(answer):
    return ElementTree.fromstring(answer.html.encode())


def words_of(picture):
    return [text.text for text in picture.iter(f"{SVG}text")]


def test_only_the_table_reads_the_recap_nobody_sends_anything_and_every_plot_has_its_words_and_a_table(
    played, ann, stranger
):
    for page in PAGES:
        assert ann.get(page).status == 200
        assert stranger.get(page).status == 403
        assert ann.post(page, acting="p1").status == 405
        for svg in re.findall(r'<svg class="plot.*?</details>', ann.get(page).html, re.S):
            names = re.search(r'aria-labelledby="(\S+) (\S+)"', svg)
            assert all(f'id="{name}">' in svg for name in names.groups())
            assert re.search(r"<desc[^>]*>.{20,}</desc>", svg)
            assert '<th scope="row">' in svg
    for number in (0, 2, 10**30):
        assert ann.get(f"recap/{number}").status == 404
    assert f'href="/n/{played.nid}/recap"' in ann.get("log").html


def test_the_night_and_each_game_have_plots_with_their_figures(played, bob):
    night, game = bob.get("recap"), bob.get("recap/1")

    plot = plots(night)["Fines over time, in sips"]
    assert len([path for path in plot.iter("path") if path.get("class", "").startswith("line ")]) == 2
    shown = unescape(night.html) + night.words
    for says in (
        "In the end: Bob 6, Cal 8.",
        "Deal Fines 1 Bob 6, Cal 8",
        "Ann 0, Bob 2, Cal 2",
        "No elbows Fired once, 2 sips in all. Ann’s rule cost Cal 2. Without it, Cal would have been fined 6, not 8.",
        "1. Five-Card Yak 1 deal, 4 tricks taken, 14 sips in all. Ann got off lightest Ann made a rule: “No elbows”",
        "The rule of the night “No elbows” Ann’s rule. It fired once, on Cal.",
    ):
        assert says in shown
    for says in (
        "Bob 2, expected 1.3",
        "Expected is an equal share of all tricks in the deals you were in.",
    ):
        assert says in game.words


def test_a_night_without_a_game_a_game_without_a_deal_and_one_alone(evening, start_evening, ann):
    assert "Nothing yet. Play a game first." in ann.get("recap").words
    closed = start_evening().ann
    closed.tap("night.closed")
    assert "Nothing was played." in closed.get("recap").words
    evening.start("five-card-yak")
    assert re.search(r" 0 deals, still on .*Nobody was fined\.", ann.get("recap").words)
    assert "Nothing yet. Play a game first." in ann.get("recap/1").words
    alone = start_evening().ann
    assert "Nothing yet. Play a game first." in alone.get("recap").words
    alone.tap("game.started", game="yak", players=["p1"])
    assert alone.get("recap/1").status == 200
    assert drawn(alone.get("recap/picture.svg")).get("height") == "1350"


def test_names_and_rules_stay_text_in_every_picture(start_evening):
    night = start_evening(name=MEAN, host=MEAN)
    night.join(f"{MEAN}2")
    night.ann.tap("rule.made", text=MEAN)
    night.ann.tap("game.started", game="five-card-yak", players=["p1", "p2"], dealer="p1")
    night.play("p2", "p1")
    night.ann.tap("rule.called", rule="r1", player="p2")

    for page in PAGES:
        assert "<b>&" not in night.ann.get(page).html.replace("</title>", "")
    assert len(plots(night.ann.get("recap"))) >= 2
    assert any(text.startswith('<b>&"') for text in words_of(drawn(night.ann.get("recap/picture.svg"))))


def test_the_picture_needs_no_other_file_and_names_the_night_but_not_what_anybody_drank(played, ann):
    answer = ann.get("recap/picture.svg")

    assert answer.response.mimetype == "image/svg+xml"
    assert not re.search(r"style=|<style|<script|<image|href=\"[^#]|url\((?!#)", answer.html)
    said = words_of(drawn(answer))
    assert "Friday" in said
    for words in ("The rule of the night", "“No elbows”", "Ann’s rule. It fired once, on Cal."):
        assert words in said
    assert not any("sip" in text or "drank" in text or "fine" in text.lower() for text in said)


def test_what_newcomers_cannot_know_of_frak_you_is_in_nobodys_recap(evening, ann, bob):
    frak_you(evening)
    for number, trick in enumerate(("p2 2C, p3 KC, p1 4C", "p3 4H, p1 3C, p2 KH", "p1 4D, p2 9D, p3 AS JD"), 1):
        assert by_cards(evening.ann, number, trick).status == 200

    for page in PAGES:
        html = ann.get(page).html
        assert not TELLING.search(re.sub(r'd="[^"]*"', "", html))
        assert main(html) == main(bob.get(page).html)


def main(html):
    return html.partition("<main")[2] or html


def test_texts_are_cut_to_the_room_there_is_and_hold_only_letters_that_xml_allows():
    assert fitted("Ann", 12, 60) == "Ann"
    assert fitted("Ann\uffff", 12, 100) == "Ann\ufffd"
    assert fitted("W" * 24, 12, 60).endswith("W…")
    assert text_width(fitted("W" * 24, 12, 60), 12) <= 60
    assert wrapped("The fortieth birthday of Maximiliane", 10, 95, 2) == ("The fortieth", "birthday of Max…")
    assert len(wrapped("word " * 40, 10, 120, 2)) == 2


def test_fines_over_time_say_what_they_do_not_count_and_nobody_is_ranked_by_what_they_drank(game, ann, bob, cal):
    game.play("p2", "p3", "p2", None, None)  # Bob 1 and 3, Cal 2
    assert "Five-Card Yak: 1 deal" in words_of(drawn(ann.get("recap/picture.svg")))  # while no rule has fired
    assert "The rule of the night" not in ann.get("recap").words
    assert "Without" not in bob.get("recap/1").words
    bob.post("proposals", player="p2", to="p3", amount=2)
    cal.post(f"proposals/{game.members.proposals[0].id}", answer="yes")
    ann.tap("rule.made", text="No elbows", amount=3)
    ann.tap("rule.called", rule="r1", player="p2")
    cal.tap("call.settled", entry=game.seq, stands="false")
    ann.tap("game.ended")

    recap = bob.get("recap/1")
    assert "In the end: Bob 4, Cal 2." in recap.html
    assert "Without fines taken over, and catches let go." in recap.words
    for page in (recap, bob.get()):
        assert "Place" not in page.words
    assert recap.words.index("Tricks taken") < recap.words.index("Who was fined when")


def test_a_chart_with_one_point_is_not_drawn(evening, ann):
    evening.start("five-card-yak").play("p2")
    ann.tap("game.ended")
    assert plots(ann.get("recap")) == plots(ann.get("recap/1")) == {}
    evening.start("yak", "p1", "p2")
    ann.tap("throw.scored", player="p1", round=1, box="1s", dice=[1, 1, 1, 2, 3])
    assert plots(ann.get("recap/2")) == {}
    ann.tap("throw.scored", player="p2", round=1, box="1s", dice=[1, 1, 1, 2, 3])
    for player in ("p1", "p2"):
        ann.tap("throw.scored", player=player, round=2, box="2s", dice=[1, 1, 2, 2, 3])
    assert list(plots(ann.get("recap/2"))) == ["Points, and the average"]
    assert f'href="/n/{evening.nid}/files/sheet/2"' in ann.get("recap/2").html
    assert "The score sheet" not in ann.get("recap/1").words


def test_the_recap_begins_with_who_won_and_the_awards_and_ends_with_safe_home(evening, ann):
    tokens = {"tokens__mode": "kegger", "tokens__count": "5"}
    evening.start("five-card-yak", **tokens).play("p2", "p3", "p2")
    ann.tap("water.called", player="p1")
    assert "Safe home!" not in ann.get("recap").words
    ann.tap("night.closed")

    words = ann.get("recap").words
    parts = (
        "How the night went",
        "Ann won",
        "Awards",
        "A picture to share",
        "Tricks taken",
        "Who was fined",
        "Safe home!",
    )
    assert list(map(words.index, parts)) == sorted(map(words.index, parts))
