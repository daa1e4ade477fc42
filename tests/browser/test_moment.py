"""What all talk about fills every live screen once, ends at a tap, and never comes by a reload or an undo."""

from tests.browser.test_cuts import HIDE

PLAYED = """() => {
    window.played = [];
    new MutationObserver((changes) => {
        for (const one of changes.flatMap(({ addedNodes }) => [...addedNodes]))
            if (one.matches?.('.moment')) played.push(one.textContent.trim());
    }).observe(document.body, { childList: true });
}"""


def watched(one):
    one.goes_live()
    one.page.evaluate(PLAYED)


def played(one):
    return one.page.evaluate("played")


def test_a_turn_round_plays_once_on_a_live_phone_and_neither_after_a_reload_nor_an_undo(three):
    ann, bob, cal = three
    ann.tricks("p3", "p3", "p3")
    watched(bob)
    bob.shows(ann.tricks("p3", first=4))
    bob.page.wait_for_function("() => played.length")
    assert played(bob) == ["Cal turned it round"]
    bob.page.locator("body > .moment").wait_for(state="detached")

    watched(bob)
    assert bob.page.locator("#r-moment p").count() == 1, "the page knows it, and keeps it to itself"
    fined = ann.enter("fine.given", player="p1", amount=1)
    bob.shows(ann.enter("entry.undone", entry=fined))
    bob.shows(ann.enter("entry.undone", entry=fined - 1))
    assert played(bob) == []


def test_what_happened_while_a_page_was_asleep_is_not_played_and_a_tap_ends_what_is(three):
    ann, bob, cal = three
    ann.tricks("p3", "p3", "p3")
    watched(bob)
    bob.page.evaluate(HIDE, True)
    seq = ann.tricks("p3", first=4)
    bob.page.evaluate(HIDE, False)
    bob.shows(seq)
    assert played(bob) == []

    bob.shows(ann.tricks("p3", first=5))
    bob.page.wait_for_function("() => played.length")
    assert played(bob) == ["Cal took all five"]
    bob.page.evaluate("document.querySelector('body > .moment')?.click()")
    assert bob.page.locator("body > .moment").count() == 0
