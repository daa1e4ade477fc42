"""The score sheet on real phones: what is typed for a round counts for that round alone."""

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import night_of
from tests.browser.test_main_pages import LEFT_OVER
from tests.browser.test_small_screens import REACHED

CUT = """(all) => all.filter((one) => {
    const words = document.createRange(), box = one.getBoundingClientRect();
    words.selectNodeContents(one);
    const said = words.getBoundingClientRect();
    const isOut = said.right > box.right + 2 || said.bottom > box.bottom + 2 || said.left < box.left - 2;
    return isOut || words.getClientRects().length > 1;
}).map((one) => one.textContent)"""


@pytest.fixture
def two(server, phone):
    """Ann and Bob at round 1 of darts."""
    two = night_of(server.home, phone, "Ann", "Bob")
    two[0].start(2, "score-sheet", **{"options.title": "Darts"})
    for one in two:
        one.goes_live()
    return two


def field(one, player):
    return one.page.locator(f".numbers input[name='points.{player}']")


def types(one, **numbers):
    for player, number in numbers.items():
        field(one, player).tap()
        for key in str(number):
            one.page.locator(f".numberpad .key[value='{key}']").tap()


def is_asked(one, round, **typed):
    """Waits until this phone asks for this round, with these numbers in its fields alone."""
    one.says("#r-record", f"Round {round}: how many points?")
    for player in ("p1", "p2"):
        expect(field(one, player)).to_have_value(typed.get(player, ""))


def test_the_fields_of_the_next_round_are_empty_on_every_phone_and_a_second_tap_stores_nothing(two):
    ann, bob = two
    types(ann, p1=2, p2=5)
    seq = ann.sends(ann.button("Save the round", "#r-record"))
    for one in two:
        is_asked(one, 2)
        one.is_silent("#r-answer")
    assert ann.sends(ann.button("Save the round", "#r-record"), status=409) == seq
    ann.says("#r-answer", "Ann and Bob: 0 each?")
    types(bob, p1=8)
    ann.enter("player.joined", name="Cal")  # what comes meanwhile takes nothing from a round that is still open
    bob.says("#r-sit-in", "Cal")
    is_asked(bob, 2, p1="8")
    types(ann, p1=1, p2=1)
    ann.sends(ann.button("Save the round", "#r-record"))
    ann.is_silent("#r-answer")


@pytest.mark.parametrize("by", [pytest.param("thumb"), pytest.param("keyboard", marks=pytest.mark.thorough)])
def test_what_bob_typed_for_a_round_that_ann_saved_is_told_him_and_never_counts_for_the_next(two, by):
    ann, bob = two
    if by == "thumb":
        types(bob, p1=45)
    else:
        field(bob, "p1").press_sequentially("45")
    ann.enter("round.scored", round=1, **{"points.p1": 44, "points.p2": -5})
    is_asked(bob, 2)
    bob.says("#r-answer", "What you typed for round 1 was not saved: Ann 45.")
    bob.page.keyboard.type("6")  # he types on, without looking
    bob.page.keyboard.press("Enter")
    is_asked(bob, 2)
    ann.enter("round.scored", round=2, **{"points.p1": 1, "points.p2": 2})
    is_asked(bob, 3)
    bob.is_silent("#r-answer")
    assert len([line for line in bob.log() if line.startswith("Round")]) == 2


@pytest.mark.thorough
def test_a_round_is_saved_with_enter_and_the_next_begins_in_its_first_field(two):
    ann, _ = two
    for number in (1, 2):
        field(ann, "p1").press_sequentially(str(number))
        field(ann, "p2").press_sequentially("0")
        ann.calm()
        ann.page.keyboard.press("Enter")
        is_asked(ann, number + 1)
        expect(field(ann, "p1")).to_be_focused()
        expect(field(ann, "p1")).to_have_css("outline-style", "none")  # the frame is that of its cell


@pytest.mark.thorough
def test_four_phones_enter_points_with_the_keypad_and_all_see_the_totals(server, phone):
    ann, bob, *_ = four = night_of(server.home, phone, "Ann", "Bob", "Cal", "Dan")
    ann.start(4, "score-sheet", **{"options.title": "Darts", "options.fine": "2", "options.target": "60"})
    first = ann.enter("round.scored", round=1, **{f"points.p{n}": 40 - 10 * n for n in range(1, 5)})
    for one in four:
        one.goes_live()
    types(ann, p1=60, p2=-5, p3=26, p4=0)
    seq = ann.sends(ann.button("Save the round", "#r-record"))
    for one in four:
        one.shows(seq)
        one.says("#winners", "Ann wins!")
    bob.says("#r-mine", "take 2 drinks")
    ann.go(f"log/{first}")
    types(ann, p1=-40, p3=40)  # the first is chosen already
    for player, number in (("p1", "-40"), ("p3", "40")):
        expect(field(ann, player)).to_have_value(number)  # in the place of 30 and of 10
    ann.sends(ann.button("Save"), status=409)
    ann.page.locator("#r-answer").get_by_text("Leave it").tap()
    ann.go(f"log/{first}")
    expect(field(ann, "p1")).to_have_value("30")


@pytest.mark.thorough
def test_seven_players_save_a_round_without_scrolling_all_see_who_drinks_and_no_name_is_cut_or_broken(server, phone):
    ann, bob = night_of(server.home, phone, "Ann", "Bob")
    ann.add("Cal", "Dan", "Maximilian", "Eve", "Fay")
    ann.start(7, "score-sheet", **{"options.fine": "2"})
    bob.page.set_viewport_size({"width": 320, "height": 568})
    headline = bob.page.locator("h1").bounding_box()["y"]
    for number in (1, 2):
        ann.enter("round.scored", round=number, **{f"points.p{n}": n * number for n in range(1, 8)})
    bob.go()
    assert bob.page.locator("h1").bounding_box()["y"] == headline
    for width, height in ((320, 568), (320, 640), (390, 844), (844, 390)):
        for one in (ann, bob):  # she has a fine
            one.page.set_viewport_size({"width": width, "height": height})
            one.go()
            for what in (".numbers label", ".usual .key", ".keys .key", ".button.primary"):
                for box in one.page.locator(f"#r-record {what}").all():
                    expect(box).to_be_in_viewport(ratio=0.99)
        ann.page.locator("#r-mine .own summary").tap()
        assert ann.page.locator("#r-mine h2").evaluate(REACHED), width
        assert width > height or bob.page.evaluate(LEFT_OVER) >= 0, width
    ann.enter("game.ended")
    ann.start(7, "score-sheet", **{"options.title": "Darts", "options.down": "301"})
    ann.enter("round.scored", round=1, **{f"points.p{n}": n for n in range(1, 8)})
    for width in (320, 390):
        ann.page.set_viewport_size({"width": width, "height": 844})
        for page, names in (("", ".numbers b"), ("sheet", ".sheet thead .who")):
            ann.go(page)
            assert ann.page.locator(names).evaluate_all(CUT) == [], page
            assert ann.page.locator(names).count() == 7
