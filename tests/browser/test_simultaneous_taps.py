"""Two phones tap at the same moment; the requests are held on their way out and let go together."""

import re

import pytest


def let_go_together(one, other, first, second):
    """Both tap before either's request leaves; then both leave, the first a little ahead."""
    held = []
    for each in (one, other):
        each.page.route("**/entries", lambda route: held.append(route), times=1)
    for each, button, number in ((one, first, 1), (other, second, 2)):
        each.calm()
        button.tap()
        while len(held) < number:
            each.page.evaluate("1")  # lets the browser hand over what it holds
    for route in held:
        route.continue_()


def test_the_same_trick_tapped_on_two_phones_is_one_entry(three):
    ann, bob, cal = three
    let_go_together(ann, bob, ann.taker("Cal"), bob.taker("Cal"))

    for one in three:
        one.says("#r-last", "Cal took trick 1")
        one.page.locator("#record-1-2").wait_for()
    assert ann.table() == bob.table() == cal.table()
    assert [line for line in ann.log() if "took trick" in line] == ["Cal took trick 1 of deal 1."]
    for one in three:
        one.is_silent("#r-answer")


def test_when_two_phones_differ_the_second_sees_both_and_decides_with_one_tap(three):
    ann, bob, cal = three
    let_go_together(ann, bob, ann.taker("Bob"), bob.taker("Cal"))

    second, name, wanted = loser(ann, bob)
    second.says("#r-answer", f"{name} took trick 1")
    second.sends(second.button("Change it to", "#r-answer"))
    for one in three:
        one.says("#r-last", f"{wanted} took trick 1")
    assert ann.table() == bob.table() == cal.table()
    tricks = [line for line in cal.log() if re.match(r"\w+ took trick", line)]
    assert tricks == [f"{wanted} took trick 1 of deal 1."]


@pytest.fixture
def asked(three):
    """Whoever of Ann and Bob came second with trick 1, and is asked whether to change it."""
    ann, bob, _ = three
    let_go_together(ann, bob, ann.taker("Bob"), bob.taker("Cal"))
    second, *_ = loser(ann, bob)
    second.button("Change it to", "#r-answer").wait_for()
    return second


def test_what_is_offered_about_a_trick_stays_while_the_game_goes_on(three, asked):
    *_, cal = three
    cal.calm()
    asked.shows(cal.sends(cal.taker("Nobody")))

    asked.sends(asked.button("Change it to", "#r-answer"))


@pytest.mark.parametrize("ending", ["game.ended", "night.closed"])
def test_what_is_offered_about_a_trick_goes_with_the_game(three, asked, ending):
    ann, *_ = three
    asked.shows(ann.tell(ending))

    asked.is_silent("#r-answer")


def test_what_is_offered_about_a_trick_goes_when_what_stands_is_undone(three, asked):
    *_, cal = three
    cal.go("log")
    asked.shows(cal.sends(cal.button("Undo the last")))

    asked.is_silent("#r-answer")


def loser(ann, bob):
    """Whoever came second is asked; which of the two it is, chance decides."""
    ann.page.locator("#r-last h2", has_text="took trick 1").wait_for()
    bob.page.locator("#r-last h2", has_text="took trick 1").wait_for()
    if "Bob took" in bob.page.locator("#r-last h2").inner_text():
        return bob, "Bob", "Cal"
    return ann, "Cal", "Bob"


def test_a_double_tap_is_one_tap(three):
    ann, *_ = three
    ann.calm()
    ann.taker("Bob").dblclick()

    ann.page.locator("#record-1-2").wait_for()
    ann.calm()
    assert len([line for line in ann.log() if "took trick" in line]) == 1


@pytest.fixture
def caught_twice(three):
    """Bob and Cal have both caught Ann, and Cal is asked whether it is the same one."""
    ann, bob, cal = three
    ann.tell("rule.made", text="No pointing.", amount=1)
    for one in (bob, cal):
        one.page.locator("#r-catch").get_by_text("No pointing.").tap()
    bob.sends(bob.button("Ann", "#r-catch"))
    cal.sends(cal.button("Ann", "#r-catch"), status=409)
    cal.says("#r-answer", "Is it the same one?")
    ann.says("#r-mine", re.compile(r"Ann,\s+drink 1"))
    return three


def test_the_same_catch_from_two_phones_asks_whether_it_is_the_same_one(caught_twice):
    ann, _, cal = caught_twice
    cal.sends(cal.button("No, it happened again", "#r-answer"))
    ann.says("#r-mine", re.compile(r"Ann,\s+drink 2"))


def test_whether_it_is_the_same_one_is_not_asked_any_more_when_the_game_is_over(caught_twice):
    ann, _, cal = caught_twice
    cal.shows(ann.tell("game.ended"))

    cal.is_silent("#r-answer")
