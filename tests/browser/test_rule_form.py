"""A rule typed in English, checked, and made by its card; and a book that goes along to the next night."""

import pytest

JACKS = "When a player plays a jack, the player to his left drinks twice."


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
def test_a_book_kept_on_a_phone_is_brought_to_the_next_night(three):
    ann, *_ = three
    for text in ("No elbows on the table.", "No knees either."):
        ann.enter("rule.made", text=text)
    ann.go("files/rules")
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
