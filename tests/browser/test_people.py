"""The sheet: it takes the focus and gives it back, closes in every way that people try, and a catch is two taps."""

from functools import partial

import pytest
from playwright.sync_api import expect

FOCUS = "document.activeElement.textContent.trim().replace(/\\s+/g, ' ')"


@pytest.mark.thorough
def test_a_sheet_opens_and_closes_as_people_expect_and_a_catch_is_two_taps(three):
    ann, bob, cal = three
    ann.enter("rule.made", text="No pointing.", amount=2)
    cal.goes_live()
    link, sheet = cal.page.locator(".thumb").get_by_role("link", name="Caught!"), cal.page.locator("#page-sheet")
    press = cal.page.keyboard.press
    cal.page.locator("link[href$='sheet.css']").wait_for(state="attached")
    cal.context.set_offline(True)
    cal.page.locator("#r-players a").last.tap()
    expect(sheet).to_contain_text("No connection")
    expect(sheet).to_have_css("max-width", "544px")
    cal.context.set_offline(False)
    press("Escape")
    cal.page.wait_for_function("() => !history.state?.sheet")
    close = cal.button("Close", "#page-sheet")
    for closes in (partial(press, "Escape"), cal.page.go_back, partial(cal.page.touchscreen.tap, 195, 5), close.tap):
        link.focus()
        press("Enter")
        expect(sheet).to_be_visible()
        assert cal.page.evaluate(FOCUS) == "Caught! Tap who broke which rule"
        expect(cal.page.locator("#page-sheet:not(.settling)")).to_have_count(1)
        closes()
        expect(sheet).to_be_hidden()
        assert cal.page.url == cal.night
        assert cal.page.evaluate(FOCUS) == "Caught!", closes
        cal.page.wait_for_function("() => !history.state?.sheet")

    cal.sends(cal.catching("No pointing.", "Bob"))

    expect(sheet).to_be_hidden()
    bob.says("#r-mine", "Cal caught you: “No pointing.”")


@pytest.mark.thorough
def test_a_dead_phone_is_replaced_from_the_sheet_of_its_player(three, phone, server):
    ann, bob, _ = three
    ann.goes_live()
    ann.page.locator("#r-board").get_by_role("link", name="Bob").tap()
    expect(ann.page.locator("#page-sheet[open]:not(.settling)")).to_have_count(1)
    ann.button("Bob has a new phone", "#page-sheet").tap()
    ann.says("h1", "Bob’s new phone")
    new = phone(server.home)
    new.page.goto(ann.page.locator(".address").inner_text())
    new.button("Play on here").tap()
    expect(new.page.locator("#r-board").get_by_role("link", name="Bob · you")).to_be_visible()
