"""Nothing jumps under the thumb: the buttons that record keep their places from one trick to the next."""

import pytest
from playwright.sync_api import expect

pytestmark = pytest.mark.thorough

PLACES = """() => [...document.querySelectorAll('#r-record .choice')].map(
    (one) => [one.value, JSON.stringify(one.getBoundingClientRect())])"""
WATCH = """() => {
    window.moved = [];
    new PerformanceObserver((list) => {
        for (const {value, sources} of list.getEntries())
            moved.push([value, sources.map(({node}) => node?.id || node?.className || node?.nodeName)]);
    }).observe({type: 'layout-shift', buffered: false});
}"""


def places(one):
    one.calm()
    # A button is pressed in for a moment.
    one.page.wait_for_function("() => !document.querySelector('button:active') && !document.getAnimations().length")
    return one.page.evaluate(PLACES)


@pytest.mark.parametrize("size", [(390, 844), (320, 568), (844, 390), (568, 320)])
def test_the_buttons_that_record_keep_their_places_and_those_of_a_question_are_seen(three, size):
    ann, bob, _ = three
    for one in (ann, bob):
        one.page.set_viewport_size({"width": size[0], "height": size[1]})
    before = places(bob)
    bob.shows(ann.tricks("p2"))
    bob.says("#r-mine", "take 1")
    assert places(bob) == before
    bob.page.evaluate("document.querySelector('#r-record [name=trick]').value = 5")
    bob.sends(bob.taker("Cal"), 422)
    bob.says("#r-answer", "comes first")
    assert places(bob) == before
    ann.enter("rule.made", text="No elbows")
    ann.enter("rule.called", rule="r1", player="p2")
    ann.enter("drink.taken", player="p2", amount=1)
    bob.says("#r-mine", "Ann caught you")
    assert places(bob) == before

    before = places(ann)
    for name in ("Bob", "Cal", "Bob"):
        ann.sends(ann.taker(name))
        if ann.page.locator("#r-mine form").count():
            ann.sends(ann.button("Done", "#r-mine"))
        assert places(ann) == before, name

    bob.go("rules").locator("#page-sheet").wait_for(state="attached")
    bob.page.locator(".page summary").first.evaluate("fold => fold.click()")
    scrolled = bob.page.evaluate("new Promise((go) => setTimeout(() => go(scrollY), 100))")
    assert scrolled == 0 or size != (390, 844)  # on smaller phones what unfolds is below the screen

    ann.shows(ann.enter("night.closed", debts="forgiven"))
    ann.wrong()
    ann.button("Take it back", "#page-sheet").tap()
    for part in ("div > p", "a", "button"):
        expect(ann.page.locator(f"#r-answer {part}")).to_be_in_viewport(ratio=1)


def test_who_watches_a_deal_sees_little_move(three):
    ann, _, cal = three
    cal.goes_live()
    cal.page.evaluate(WATCH)
    for trick in (1, 2, 3):
        cal.shows(ann.tricks("p2", first=trick))
        cal.calm()
    moved = cal.page.evaluate("moved")
    assert sum(value for value, _ in moved) <= 0.1, moved  # what browsers call good, for the whole of a page's life


def test_how_a_deal_went_is_told_once_and_next_deal_brings_its_buttons_not_under_the_thumb(three):
    ann, bob, cal = three
    last = cal.tricks("p2", "p2", "p2", "p2", "p3")
    for one in (ann, bob, cal):
        one.goes_live()
        one.shows(last)

    # Below a fine it is the button alone.
    cal.page.locator("#r-mine.full:not(.later)").wait_for()
    assert not cal.page.locator(".dealt li").first.is_visible()
    cal.page.locator("#r-mine.full button[data-later]").click()
    cal.says(".dealt", "turned it round")
    assert cal.page.get_by_role("link", name="leave, stop").is_visible()
    assert not cal.taker("Bob").is_visible()
    button = cal.page.locator(".dealt > summary")
    box = button.bounding_box()
    button.tap()
    cal.taker("Bob").wait_for()
    x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
    cal.page.touchscreen.tap(x, y)  # a second tap at the same place leads nowhere and records nothing
    assert cal.page.evaluate("([x, y]) => document.elementFromPoint(x, y).closest('form')", [x, y]) is None
    assert cal.page.url == cal.night
    cal.go()
    assert cal.taker("Bob").is_visible()  # it was read

    # The first entry of the next deal takes it away on every phone.
    cal.shows(cal.sends(cal.taker("Bob")))
    for one in (ann, bob):
        one.page.locator(".dealt").wait_for(state="detached")
        assert one.taker("Bob").count() == 1


def test_a_question_to_me_is_alone_in_the_thumb_zone_until_it_is_answered_or_put_off(three):
    ann, bob, _ = three
    rule = {"when.on": "trick.taken", "when.with_rank": "Q", "who": "chosen", "amount": 1}
    ann.enter("rule.made", text="A trick with a queen hands out", **rule)
    seq = ann.enter("trick.taken", deal=1, trick=1, plays=("p1 2C", "p2 QS", "p3 JC"))
    for one in (ann, bob):
        one.goes_live()
        one.shows(seq)

    assert bob.button("Cal", "#r-own-choice").is_visible()
    assert not bob.page.locator("#r-record").is_visible()
    assert ann.page.locator("#r-record").is_visible()
    bob.page.locator(".question > summary").tap()
    bob.page.locator("#r-record").wait_for()
    assert not bob.button("Cal", "#r-own-choice").is_visible()
    bob.go()  # it stays folded, once its script has run
    bob.page.locator("#r-record").wait_for()
    bob.page.locator(".question > summary").tap()
    bob.sends(bob.button("Cal", "#r-own-choice"))
    bob.page.locator("#r-record").wait_for()
