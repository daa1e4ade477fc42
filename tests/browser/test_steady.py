"""Nothing jumps under the thumb: the buttons that record keep their places from one trick to the next."""

import pytest

pytestmark = pytest.mark.thorough

PLACES = """() => Object.fromEntries([...document.querySelectorAll('#r-record .choice')].map((one) => {
    const {x, y, width, height} = one.getBoundingClientRect();
    return [one.value, [x, y, width, height]];
}))"""
WATCH = """() => {
    window.moved = [];
    new PerformanceObserver((list) => {
        for (const {value, sources} of list.getEntries())
            moved.push([value, sources.map(({node}) => node?.id || node?.className || node?.nodeName)]);
    }).observe({type: 'layout-shift', buffered: false});
}"""
TELLS = """() => {
    const box = document.querySelector('.dealt'), style = getComputedStyle(box);
    return [style.visibility, [...new Set(box.getAnimations().map((one) => one.playState))].join()];
}"""
LEAST = 0.1  # what browsers call good, for the whole of a page's life


def places(one):
    one.calm()
    # A button is pressed in for a moment.
    one.page.wait_for_function("() => !document.querySelector('button:active') && !document.getAnimations().length")
    return one.page.evaluate(PLACES)


def test_the_buttons_that_record_keep_their_places_through_a_deal(three):
    ann, bob, _ = three
    before = places(ann)
    for name in ("Bob", "Cal", "Bob"):
        ann.sends(ann.taker(name))
        if ann.page.locator("#r-mine form").count():
            ann.sends(ann.button("Done", "#r-mine"))
        now = places(ann)
        assert now.keys() == before.keys()
        for player, box in now.items():
            assert all(abs(one - other) <= 1 for one, other in zip(box, before[player], strict=True)), (name, player)


def test_a_refusal_and_a_drink_do_not_move_them_either(three):
    ann, bob, _ = three
    before = places(bob)
    bob.shows(ann.tricks("p2"))
    bob.says("#r-mine", "take 1")
    assert places(bob) == before
    bob.page.evaluate("document.querySelector('#r-record [name=trick]').value = 5")
    bob.sends(bob.taker("Cal"), 422)
    bob.says("#r-answer", "comes first")

    assert places(bob) == before


def test_who_watches_a_deal_sees_little_move(three):
    ann, _, cal = three
    cal.goes_live()
    cal.page.evaluate(WATCH)
    for trick in (1, 2, 3):
        cal.shows(ann.tricks("p2", first=trick))
        cal.calm()
    moved = cal.page.evaluate("moved")

    assert sum(value for value, _ in moved) <= LEAST, moved


def test_how_a_deal_went_lies_over_the_players_until_it_is_gone_and_never_over_a_fine_or_the_buttons(three):
    ann, bob, cal = three
    for one in (ann, bob):
        one.page.emulate_media(reduced_motion="no-preference")
        one.goes_live()
    cal.goes_live()
    last = cal.tricks("p2", "p2", "p2", "p2", "p3")
    for one in (ann, bob, cal):
        one.shows(last)

    # They are fined: it waits until they can see it.
    for one in (ann, bob):
        one.page.locator("#r-mine.full:not(.later)").wait_for()
        assert one.page.evaluate(TELLS) == ["visible", "paused"]
        one.button("Later", "#r-mine").click()
        one.page.wait_for_function("() => document.querySelector('#r-mine.later')")
        assert one.page.evaluate(TELLS)[1] != "paused"
        head, over = (one.page.locator(part).bounding_box() for part in ("#r-status h1", ".dealt"))
        assert head["y"] + head["height"] <= over["y"]  # what is next stays in sight
    bob.page.evaluate("() => { for (const one of document.querySelector('.dealt').getAnimations()) one.finish() }")
    assert bob.page.evaluate(TELLS)[0] == "hidden"
    ann.shows(ann.sends(ann.taker("Bob")))
    assert ann.page.locator(".dealt").count() == 0

    # Without motion it is a line that opens on tap.
    ann.wrong()
    cal.shows(ann.sends(ann.button("Take it back", "#page-sheet")))
    line, first = cal.page.get_by_text("Deal 1: how it went"), cal.page.locator(".dealt li").first
    assert not first.is_visible()
    cal.page.locator("#r-mine.full [data-later]").click()
    line.click()
    assert first.is_visible()
    assert "turned it round" in first.inner_text()
