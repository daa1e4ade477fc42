"""What somebody is typing or reading survives what arrives meanwhile."""

import pytest
from playwright.sync_api import Locator, expect

from tests.browser.conftest import night_of


def test_a_half_typed_rule_an_open_drawer_and_the_place_on_the_page_survive_what_others_do(three):
    ann, bob, _ = three
    for number in range(12):
        ann.enter("rule.made", text=f"Server rule number {number} of a long list.", amount=1)
    bob.enter("rule.called", rule="r1", player="p2")
    ann.go("rules")
    ann.says("#live-badge", "live")
    ann.page.locator("#caught-r6-0 > summary").evaluate("(one) => { one.parentElement.open = true; }")
    ann.page.evaluate("scrollTo(0, 400)")
    bob.enter("rule.called", rule="r1", player="p3")
    ann.says("#r-book", "Fired 2")
    assert ann.page.locator("#caught-r6-0").get_attribute("open") is not None
    assert ann.page.locator("#caught-r5-0").get_attribute("open") is None
    assert ann.page.evaluate("scrollY") == 400
    ann.go("rules/new")
    ann.says("#live-badge", "live")
    text = ann.page.locator("#text")
    text.press_sequentially("Whoever says ")
    ann.shows(bob.enter("rule.called", rule="r1", player="p3"))
    text.press_sequentially("drink drinks.")

    assert text.input_value() == "Whoever says drink drinks."
    assert ann.page.evaluate("document.activeElement.name") == "text"


@pytest.mark.thorough
def test_what_is_half_typed_survives_a_reload_and_a_refusal_and_is_gone_once_it_is_sent(three):
    ann, *_ = three
    ann.go("rules/new")
    ann.page.locator("#text").press_sequentially("Whoever says")
    ann.page.reload()
    expect(ann.page.locator("#text")).to_have_value("Whoever says")
    ann.button("Check my rule").tap()
    ann.page.wait_for_url("**/rules/new?text=*")
    ann.go("rules/new")
    expect(ann.page.locator("#text")).to_have_value("")

    def reason() -> Locator:
        ann.page.locator("#seat-p2 > a").tap()
        return ann.sheet().get_by_label("Why")

    ann.goes_live()
    reason().press_sequentially("sang")
    ann.page.reload()
    ann.says("#live-badge", "live")
    expect(reason()).to_have_value("sang")
    ann.page.route("**/entries", lambda tap: tap.fulfill(status=409, headers={"X-Companion": "1"}))
    ann.page.locator("#fine button").first.tap()
    ann.says(".thumb", "Refused")
    kept = "Object.keys(sessionStorage).filter((name) => name.startsWith('typed')).map((name) => sessionStorage[name])"
    ann.page.wait_for_function(f"() => {kept}.filter(Boolean).join() === 'sang'")


@pytest.mark.thorough
def test_the_points_of_a_round_survive_a_reload_and_what_others_do_and_are_not_those_of_the_next(server, phone):
    ann, bob = night_of(server.home, phone, "Ann", "Bob")
    ann.start(2, "score-sheet")
    ann.goes_live()
    points = ann.page.locator("#r-record input[name='points.p1']")
    points.press_sequentially("1")
    bob.enter("player.joined", name="Bobby", player="p2", corrects="joining")
    ann.says("#r-players", "Bobby")
    assert "Bobby" not in ann.page.inner_text("#r-record")  # it would be drawn under the finger
    points.press_sequentially("2")
    points.blur()
    ann.says("#r-record", "Bobby")
    ann.page.locator("#r-record input[name='points.p2']").press_sequentially("3")
    ann.page.reload()
    expect(points).to_have_value("12")
    ann.says("#live-badge", "live")
    ann.sends(ann.button("Save the round"))
    ann.says("#r-record", "Round 2")
    expect(points).to_have_value("")
    ann.page.reload()
    expect(points).to_have_value("")
