"""The moment: a fine fills the screen, waits, is heard if its player wants it, and never covers the next tap."""

import re

import pytest

from tests.browser.conftest import night_of
from tests.browser.test_small_screens import LONG, REACHED, READABLE

EARS = """{
    const heard = (what) => sessionStorage.setItem('heard', `${sessionStorage.getItem('heard') || ''}|${what}`);
    speechSynthesis.speak = (line) => line.text && heard(line.text);
    navigator.vibrate = () => heard('buzz');
    window.AudioContext = class extends AudioContext {
        createGain() { heard('tone'); return super.createGain(); }
    };
}"""
BELOW = "document.getElementById('r-mine').getBoundingClientRect().bottom"
BESIDE = "document.getElementById('r-mine').getBoundingClientRect().right <= innerWidth / 2 + 1"
THUMB = "document.querySelector('.thumb').getBoundingClientRect().top"
FORM = "document.querySelector('#r-mine form:last-child').getBoundingClientRect().bottom"
CLEAR = "rgba(0, 0, 0, 0)"
CUT = """(parts) => parts.filter((part) => {
    const one = document.querySelector(part), {top, bottom} = one.getBoundingClientRect();
    const within = one.closest('.thumb, .fine-alert').getBoundingClientRect();
    return one.scrollHeight > one.clientHeight || top < within.top || bottom > within.bottom;
})"""


def heard(one):
    return (one.page.evaluate("sessionStorage.getItem('heard')") or "").strip("|").split("|")


def is_full_screen(one):
    return "later" not in one.page.locator("#r-mine").get_attribute("class").split()


def puts_off(one):
    one.calm()
    one.button("Later", "#r-mine").tap()
    assert not is_full_screen(one)


def chooses(one, word):
    one.go("preferences")
    one.button(word).tap()
    assert one.button(word).get_attribute("aria-pressed") == "true"
    one.page.evaluate("sessionStorage.removeItem('heard')")
    one.go()
    one.page.locator("#r-record .ask").tap()  # before a finger touched it a browser makes no sound


@pytest.mark.thorough
def test_a_fine_is_said_aloud_once_and_not_again_after_a_reload_or_by_a_tone_or_not_at_all(three):
    ann, bob, _ = three
    bob.context.add_init_script(EARS)
    chooses(bob, "says it aloud")
    ann.tricks("p2")
    bob.says("#r-mine", re.compile(r"Bob,\s+take\s+1"))
    assert heard(bob) == ["buzz", "Bob, 1 drink: trick 1 costs 1"]
    bob.page.reload()
    bob.says("#live-badge", "live")
    puts_off(bob)
    ann.tricks("p1", first=2)
    bob.says("#r-last", "Ann took trick 2")
    assert heard(bob) == ["buzz", "Bob, 1 drink: trick 1 costs 1"]

    chooses(bob, "plays a tone")
    ann.tricks("p2", first=3)
    bob.says("#r-mine", "take 4")
    assert heard(bob) == ["buzz", "tone"]
    puts_off(bob)
    chooses(bob, "is silent")
    ann.tricks("p2", first=4)
    bob.says("#r-last", "Bob took trick 4")
    assert heard(bob) == [""]


def test_it_waits_until_it_is_put_off_and_comes_back_for_a_new_fine_only(three):
    ann, bob, _ = three
    bob.goes_live()
    ann.tricks("p2")
    bob.says("#r-mine", "take 1")
    assert is_full_screen(bob)
    bob.page.reload()
    assert is_full_screen(bob)
    bob.page.set_viewport_size({"width": 320, "height": 568})
    bob.page.locator("#r-mine .own summary").tap()
    puts_off(bob)
    assert bob.page.locator("#r-mine .own[open]").count() == 0
    bob.page.reload()
    assert not is_full_screen(bob)

    ann.tricks("p3", first=2)
    bob.says("#r-last", "Cal took trick 2")
    assert not is_full_screen(bob)
    undone = ann.tricks("p2", first=3)
    bob.says("#r-mine", "take 4")
    assert is_full_screen(bob)

    puts_off(bob)
    bob.shows(ann.enter("entry.undone", entry=undone))  # what is taken back does not come to the fore again
    assert bob.page.locator("#r-mine h2").inner_text().split() == ["Bob,", "take", "1", "drink"]
    assert not is_full_screen(bob)
    bob.shows(ann.tricks("p2", first=3))
    assert is_full_screen(bob)

    bob.shows(ann.enter("game.ended"))
    bob.shows(ann.start())
    assert not is_full_screen(bob)  # it was seen between the games


@pytest.mark.thorough
def test_it_ends_where_the_next_trick_is_recorded_on_every_screen_and_no_reason_lies_under_its_buttons(three):
    ann, bob, _ = three
    ann.enter("rule.made", text="Whoever says mine drinks 1")
    ann.tricks("p2")
    ann.enter("rule.called", rule="r1", player="p2")
    for _ in range(3):
        ann.enter("fine.given", player="p2", amount=1, reason="spilled the water")
    bob.says("#r-mine", re.compile(r"take\s+5\s.*more", re.S))

    for width, height in ((320, 568), (320, 640), (390, 844), (844, 390), (568, 320), (1280, 800)):
        bob.page.set_viewport_size({"width": width, "height": height})
        bob.page.wait_for_function(f"() => {BELOW} <= {THUMB} + 1 || {BESIDE}")
        bob.page.wait_for_function(READABLE)
        for button in bob.page.locator("#r-record .choice").all():
            box = button.bounding_box()
            assert box["height"] >= 44
            assert 0 <= box["y"] <= height - box["height"]
    bob.page.set_viewport_size({"width": 320, "height": 568})
    ann.enter("rule.made", text=LONG)
    ann.enter("rule.called", rule="r2", player="p2")
    for number in range(3):
        ann.shows(ann.enter("fine.given", player="p2", amount=1, reason=f"{number}: {LONG}"))
    bob.page.locator("#older-reasons summary").tap()
    for down in (0, 150, 999):
        bob.page.locator("#r-mine").evaluate("(one, down) => one.scrollTo(0, down)", down)
        assert bob.page.locator("#r-mine .own").evaluate("one => one.getBoundingClientRect().top") > 20
        assert bob.page.locator("#r-mine .own").evaluate("one => getComputedStyle(one).backgroundColor") != CLEAR
        assert bob.page.evaluate(f"{BELOW} - {FORM}") == 0, "words are seen below the buttons"
        for button in ("Done", "1 of", "Later"):
            assert bob.button(button, "#r-mine").evaluate(REACHED), button
    bob.page.set_viewport_size({"width": 390, "height": 844})
    bob.sends(bob.taker("Cal"))
    ann.says("#r-last", "Cal took trick 2")


@pytest.mark.thorough
def test_over_a_refusal_nothing_has_to_be_scrolled_on_the_smallest_phone(server, phone):
    ann, bob = night_of(server.home, phone, "Ann", "Bartholomew Featherstone")
    ann.add("Cal", "Wilhelmina Rosalinde Bo", "Dan", "Eve", "Fay", "Gus", "Hal", "Ida")
    ann.start(10)
    bob.goes_live()
    bob.page.set_viewport_size({"width": 320, "height": 568})
    for trick in (1, 2):
        was_quicker(bob, lambda number=trick: ann.tricks("p2", first=number))
        bob.says("#r-answer", f"took trick {trick}")
        bob.says("#r-mine", f"take {trick}")
        assert is_full_screen(bob)
        parts = ["#r-mine", "#r-mine .because", "#r-mine form", "#r-answer"]
        bob.page.wait_for_function(f"(of) => !({CUT})(of).length", arg=parts)  # once the thumb zone is measured
        puts_off(bob)


def was_quicker(one, other_taps):
    """What one taps leaves the phone only when another phone has tapped something else."""
    held = []
    one.page.route("**/entries", lambda route: held.append(route), times=1)
    one.calm()
    one.taker("Cal").tap()
    while not held:
        one.page.evaluate("1")
    other_taps()
    held[0].continue_()


@pytest.mark.thorough
def test_only_the_compositor_moves_it(three):
    """Nothing is laid out while it comes and goes: an update of the table needs the processor at the same moment."""
    ann, bob, _ = three
    bob.page.emulate_media(reduced_motion="no-preference")
    bob.goes_live()
    watch = """() => {
        window.moved = new Set();
        const look = () => {
            for (const one of document.getAnimations())
                if (one.effect.target.id === 'r-mine') moved.add(one.transitionProperty);
            requestAnimationFrame(look);
        };
        look();
    }"""
    bob.page.evaluate(watch)
    ann.tricks("p2")
    bob.says("#r-mine", "take 1")
    bob.calm()
    assert bob.page.evaluate("[...moved]") == ["transform"]
    bob.page.evaluate("moved.clear()")
    bob.button("Done", "#r-mine").tap()
    bob.page.wait_for_function("() => getComputedStyle(document.getElementById('r-mine')).visibility === 'hidden'")
    assert sorted(bob.page.evaluate("[...moved]")) == ["transform", "visibility"]
