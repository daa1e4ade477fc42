"""A rule typed in English, checked, and made by its card; and a book that goes along to the next night."""

import pytest

JACKS = "When a player plays a jack, the player to his left drinks twice."
NO_SIDEWAYS = "document.scrollingElement.scrollWidth - document.documentElement.clientWidth"


def checks(one, text):
    one.page.fill("#text", text)
    one.button("Check my rule").tap()
    one.page.locator("#card").wait_for()


def makes(one, button="Make this rule"):
    with one.page.expect_navigation(url="**/rules"):
        one.button(button, "#card").tap()


def test_a_sentence_is_checked_and_made_with_one_tap_each(three):
    ann, bob, _ = three
    ann.go("rules")
    ann.page.get_by_role("link", name="+ New rule").tap()
    ann.page.wait_for_url("**/rules/new")
    assert ann.page.evaluate("document.activeElement.id") == "text"
    checks(ann, JACKS)
    ann.says("#card", "You call it, unless you enter cards")
    ann.says("#card", "When someone plays a jack, the player to the left drinks 2.")
    bob.go("rules")
    makes(ann)
    ann.says("#r-answer", "Made")
    for one in (ann, bob):
        one.says("#r-book", JACKS)
    ann.page.get_by_role("link", name="+ New rule").tap()
    assert ann.page.locator("#text").input_value() == ""


@pytest.mark.thorough
def test_what_people_call_is_chosen_by_chips_and_caught_on_another_phone(three):
    ann, bob, _ = three
    for width in (320, 390):
        ann.page.set_viewport_size({"width": width, "height": 700})
        ann.go("rules/new")
        checks(ann, f"No {width} elbows on the table")
        assert ann.page.evaluate(NO_SIDEWAYS) == 0
        ann.says("#card", f"“No {width} elbows on the table”")
        ann.page.locator("#card .pick", has_text="the others").tap()
        ann.page.locator("#card .pick", has_text="3").tap()
        makes(ann)
        assert ann.page.evaluate(NO_SIDEWAYS) == 0
    bob.go("rules")
    bob.page.locator("#caught-r1 > summary").tap()
    bob.sends(bob.button("Cal", "#catch-r1"))
    ann.says("#r-book", "Fired 1 time: 6 in all.")


@pytest.mark.thorough
def test_a_book_kept_on_a_phone_is_brought_to_the_next_night(three):
    ann, *_ = three
    for text in ("No elbows on the table.", "No knees either."):
        ann.enter("rule.made", text=text)
    ann.go("rules/keep")
    ann.page.get_by_role("button", name="Save on this phone").tap()
    ann.says("main", "Saved on this phone ✓")
    ann.open_night("Saturday", "Ann")
    ann.go("ready-made")
    ann.page.locator("#kept a", has_text="Friday").tap()
    ann.says("main", "Article 1")
    ann.sends(ann.button("Yes", "[data-bare='no elbows on the table']"))
    ann.says("[data-bare='no elbows on the table']", "In ✓")
    ann.page.get_by_role("button", name="All 2 are still in force").tap()
    ann.says("#r-book", "No knees either.")
    assert ann.page.locator("#r-book li.rule").count() == 2


@pytest.mark.thorough
def test_a_rule_that_waits_for_the_network_is_called_by_its_words(three):
    ann, _, _ = three
    ann.go("rules/new")
    checks(ann, "Whoever swears drinks 2")
    ann.says("#card", "You call it")
    ann.context.set_offline(True)
    ann.button("Make this rule", "#card").tap()
    ann.says("main", "1 tap waits for the network: Whoever swears drinks 2")
    ann.context.set_offline(False)
    ann.says("#r-book", "Whoever swears drinks 2")
