"""Two phones tap at the same moment; the requests are held on their way out and let go together."""

import re

import pytest


def let_go_together(one, other, first, second):
    """Both tap who took the trick before either's request leaves."""
    for each in (one, other):
        each.goes_live()
    taps_leave_together((one, one.taker(first)), (other, other.taker(second)))


def taps_leave_together(*taps):
    """Each phone taps its button before any of the requests leaves; then they leave in this order."""
    held = []
    for each, _ in taps:
        each.page.route("**/entries", lambda route: held.append(route), times=1)
    for number, (each, button) in enumerate(taps, 1):
        button.tap()
        while len(held) < number:
            each.page.evaluate("1")  # lets the browser hand over what it holds
    for route in held:
        route.continue_()


def test_the_same_trick_tapped_on_two_phones_is_one_entry(three):
    ann, bob, cal = three
    let_go_together(ann, bob, "Cal", "Cal")

    for one in three:
        one.says("#r-last", "Cal took trick 1")
        one.page.locator("[data-slot='deal 1 trick 2']").wait_for()
    says_already = [one for one in (ann, bob) if "had tapped first ✓" in one.page.inner_text("#r-answer")]
    assert len(says_already) == 1  # the slower of the two
    assert ann.table() == bob.table() == cal.table()
    assert ann.tricks_told() == ["Cal took trick 1 of deal 1."]


@pytest.fixture
def asked(three):
    """Whoever of Ann and Bob came second with trick 1, and is asked whether to change it; with what was wanted."""
    ann, bob, _ = three
    let_go_together(ann, bob, "Bob", "Cal")
    for one in (ann, bob):
        one.page.locator("#r-last h2", has_text="took trick 1").wait_for()
    bob_is = "Bob took" in bob.page.locator("#r-last h2").inner_text()  # which of the two it is, chance decides
    second, name, second.wanted = (bob, "Bob", "Cal") if bob_is else (ann, "Cal", "Bob")
    who = "Bob" if second is ann else "Ann"
    second.says("#r-answer", f"{who} says {name} took trick 1")
    second.says("#r-answer", f"you said {second.wanted}.")
    second.stands = name
    return second


def test_when_two_phones_differ_the_second_sees_both_and_decides(three, asked):
    ann, bob, cal = three
    asked.shows(cal.tricks("", first=2))  # the offer stays while the game goes on, and it is an older entry by then
    asked.calm()
    asked.button("It was", "#r-answer").tap()
    asked.says("#r-answer", re.compile(r"instead of .*Do it\?", re.S))
    asked.sends(asked.button("Do it", "#r-answer"))

    for one in three:
        one.says("#r-last", f"changed trick 1: {asked.wanted}, not ")
    assert ann.table() == bob.table() == cal.table()
    assert cal.tricks_told()[-1] == f"{asked.wanted} took trick 1 of deal 1."


@pytest.mark.thorough
def test_what_stands_is_kept_with_one_tap_that_sends_nothing(three, asked):
    ann, *_ = three
    asked.page.get_by_role("link", name=f"Keep {asked.stands}").tap()

    asked.is_silent("#r-answer")
    assert ann.tricks_told() == [f"{asked.stands} took trick 1 of deal 1."]
    assert not asked.page.url.endswith("#")


ANN_IT_WAS = {"event.type": "trick.taken", "event.deal": 1, "event.trick": 1, "event.winner": "p1"}
ENDINGS = {
    "its deal": lambda one: one.tricks("", "", "", "p3", first=2),
    "a change": lambda one: one.enter("entry.changed", entry=6, **ANN_IT_WAS),
    "an undo": lambda one: one.enter("entry.undone", entry=6),
    "the game": lambda one: one.enter("game.ended"),
}


@pytest.mark.thorough
@pytest.mark.parametrize("ending", ENDINGS)
def test_what_is_offered_about_a_trick_goes_with_its_deal_the_game_and_what_stands(three, asked, ending):
    asked.shows(ENDINGS[ending](three[0]))

    asked.is_silent("#r-answer")


@pytest.mark.thorough
def test_a_game_that_two_phones_end_or_start_at_once_is_so_once_and_the_second_is_told_by_whom(three):
    ann, bob, cal = three
    bob.tricks("p1")
    for one in (ann, bob):
        one.page.goto(f"{one.night}deal")
    taps_leave_together((ann, ann.button("End the game")), (bob, bob.button("End the game")))
    for one in (ann, bob):
        one.page.wait_for_url(one.night)
        one.button("Five-Card Yak again").wait_for()
    one_was_told("{} had tapped first ✓", ann, bob)
    assert cal.log().count("Five-Card Yak is over: stopped early.") == 1

    for one in three:
        one.go()  # without what was told of the end
        one.goes_live()
        one.calm()
    taps_leave_together((ann, ann.button("Five-Card Yak again")), (bob, bob.button("Five-Card Yak again")))
    for one in three:
        one.says("#r-status", "Deal 1")
    one_was_told("{} had tapped first ✓", ann, bob)
    assert len([line for line in cal.log() if "Five-Card Yak began:" in line]) == 2


def one_was_told(words, ann, bob):
    told = [one.page.inner_text("#r-answer") for one in (ann, bob)]
    assert [said for said in told if said] in ([words.format("Ann")], [words.format("Bob")])
