"""What somebody is typing or reading survives what arrives meanwhile."""

import pytest

from tests.browser.phone import wait_until


def test_a_half_typed_rule_an_open_drawer_and_the_place_on_the_page_survive_what_others_do(three):
    ann, bob, _ = three
    for number in range(12):
        ann.enter("rule.made", text=f"Server rule number {number} of a long list.", amount=1)
    bob.enter("rule.called", rule="r1", player="p2")
    ann.go("rules")
    ann.says("#live-badge", "live")
    ann.page.locator("#caught-r6 > summary").evaluate("(one) => { one.parentElement.open = true; }")
    ann.page.evaluate("scrollTo(0, 400)")
    bob.enter("rule.called", rule="r1", player="p3")
    ann.says("#r-book", "Fired 2")
    assert ann.page.locator("#caught-r6").get_attribute("open") is not None
    assert ann.page.locator("#caught-r5").get_attribute("open") is None
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
def test_a_half_typed_name_inside_a_fragment_is_kept(three):
    ann, bob, _ = three
    ann.go("seats")
    ann.says("#live-badge", "live")
    for drawer in ("#office", "#desk-p2"):
        ann.page.locator(f"{drawer} > summary").tap()
    name = ann.page.locator("#desk-p2").get_by_label("Name")
    name.fill("Bobb")
    ann.page.evaluate("{ window.told = []; addEventListener('rendered', ({ detail }) => told.push(...detail.ids)); }")
    bob.enter("player.joined", name="Dan")
    ann.says("#r-seats", "Dan")
    wait_until(lambda: "r-seats" in ann.page.evaluate("told"))
    assert "r-office" not in ann.page.evaluate("told")
    name.press_sequentially("y")

    assert name.input_value() == "Bobby"
    ann.sends(ann.button("Rename", "#desk-p2"))
    bob.says("#r-players", "Bobby")
    ann.says("#r-office", "Dan")  # what was held back is shown in the end
    wait_until(lambda: "r-office" in ann.page.evaluate("told"))
