"""What a screen reader announces: the result of every game, once, politely; and no state is shown by colour alone."""

import re

import pytest

from tests.browser.conftest import night_of

ANNOUNCED = """() => {
    window.announced = [];
    const news = document.getElementById('r-say');
    new MutationObserver(() => announced.push([...news.children].map((one) => one.textContent.trim()).join(' ')))
        .observe(news, {childList: true, characterData: true, subtree: true});
}"""
RESULTS = {
    "five-card-yak": (
        "trick.taken",
        {"deal": 1, "trick": 1, "winner": "p2"},
        "Bob took trick 1. Bob, 1 · trick 1 costs 1",
    ),
    "yogis-whist": (
        "deal.scored",
        {"deal": 1, "made": ("", "p2"), "declared": "", "revealed": ""},
        "Deal 1: Bob made the bid. Ann and Cal, 2 each .*",
    ),
    "frak-you": ("trick.taken", {"deal": 1, "trick": 1, "winner": "p2"}, "Bob took trick 1."),
    "card-yacht": (
        "hand.scored",
        {"round": 1, "player": "p1", "box": "sequence", "points": 50},
        "Ann scored 50 in Sequence in round 1.",
    ),
    "yak": (
        "throw.scored",
        {"round": 1, "player": "p1", "box": "all", "dice": (1, 2, 3, 4, 6)},
        r"Ann: 16 in All \(round 1\): 1 2 3 4 6.",
    ),
}


def announced(one):
    return one.page.evaluate("announced")


def announces_a_result(server, phone, game):
    """Bob's phone announces the result of a game once."""
    ann, bob = night_of(server.home, phone, "Ann", "Bob")
    ann.add("Cal")
    ann.start(3, game)
    bob.go()
    bob.says("#live-badge", "live")
    bob.page.evaluate(ANNOUNCED)
    kind, fields, words = RESULTS[game]
    bob.shows(ann.enter(kind, **fields))

    (said,) = announced(bob)
    assert re.fullmatch(words, " ".join(said.split()))
    assert bob.page.locator("[aria-live=assertive]").count() == 0
    return ann, bob


def test_a_result_is_announced_once_and_politely_and_a_drink_taken_is_not(server, phone):
    ann, bob = announces_a_result(server, phone, "five-card-yak")
    bob.shows(ann.enter("drink.taken", player="p2", amount=1))
    bob.page.locator("#seat-p2 .owes").wait_for(state="detached")

    assert len(announced(bob)) == 1


@pytest.mark.thorough
def test_the_result_of_every_other_game_is_announced_once_and_politely(server, phone):
    for game in list(RESULTS)[1:]:
        announces_a_result(server, phone, game)


@pytest.mark.thorough
def test_every_state_is_shown_by_more_than_colour(three):
    ann, bob, _ = three
    ann.page.emulate_media(forced_colors="active")
    ann.tricks("p2")
    ann.goes_live()
    weight = "(selector) => getComputedStyle(document.querySelector(selector)).fontWeight"
    assert ann.page.evaluate(weight, ".tabs [aria-current]") != ann.page.evaluate(weight, ".tabs a:not([aria-current])")
    assert ann.page.locator("#r-players .mark").first.inner_text().split()[-1] in ("dealer", "leader")
    bob.page.emulate_media(forced_colors="active")
    bob.button("Later", "#r-mine").tap()
    bob.go("preferences")
    one = bob.page.locator("[aria-pressed]").first
    assert one.inner_text().strip()
    bob.go("pad")
    bob.page.locator(".pad .sign").first.wait_for()
    for key in bob.page.locator(".pad .key").all()[:14]:
        assert re.search(r" of (hearts|diamonds|spades|clubs)$", key.get_attribute("aria-label"))
    assert {sign.inner_text()[0] for sign in bob.page.locator(".pad .sign").all()} == set("♥♦♠♣")


@pytest.mark.thorough
def test_where_the_phone_forces_its_colours_a_drink_covers_the_table_and_dice_have_pips(server, phone):
    ann = phone(server.home)
    ann.page.emulate_media(forced_colors="active")
    ann.open_night("Friday", "Ann")
    ann.enter("fine.given", player="p1", amount=2, reason="late")
    ann.enter("game.started", game="yak", players=("p1",))
    ann.go()
    read = "(one) => getComputedStyle(one)"

    assert ann.page.locator("#r-mine").evaluate(f"{read}.backgroundColor") == "rgb(0, 0, 0)"
    die = ann.page.locator(".keys .die").first
    assert die.locator("path").evaluate(f"{read}.stroke") == "rgb(255, 255, 255)"
    assert die.evaluate(f"{read}.backgroundImage") == "none"
