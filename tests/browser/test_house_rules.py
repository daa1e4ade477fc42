"""House rules on three phones: one fires by itself, one is called and contested, one is amended on a right."""

import re
from datetime import UTC, datetime, timedelta

import pytest

JACKS = "When a player plays a jack, the player to his left drinks twice."
POINTING = "Whoever points at somebody drinks."


@pytest.mark.thorough
def test_three_phones_make_call_contest_and_amend_house_rules(three):
    ann, bob, cal = three
    a_rule_in_english_fires_by_itself(ann, bob, cal)
    a_call_is_contested_and_falls(ann, bob, cal)
    a_rule_is_amended_on_a_right(ann, bob, cal)


def a_rule_in_english_fires_by_itself(ann, bob, cal):
    """Ann made it, Bob enters a trick card by card, and Cal, on the left of Bob's jack, is told to drink."""
    ann.enter("rule.made", text=JACKS, read="yes")
    bob.enters_cards("7S", "JD", "KC")
    for one in (ann, bob, cal):
        one.says("#r-last", JACKS)
    cal.says("#r-mine", re.compile(r"Cal,\s+take\s+3"))
    cal.says("#r-mine", JACKS)
    bob.go("rules")
    bob.says("#r-book", "Fired 1 time: 2 in all.")
    bob.go()
    cal.sends(cal.button("Done", "#r-mine"))


def a_call_is_contested_and_falls(ann, bob, cal):
    """The companion cannot see pointing: Cal catches Bob in two taps, Bob says no, and Ann, finesmaster, decides."""
    cal.enter("rule.made", text=POINTING, read="yes")
    cal.sends(cal.catching(POINTING, "Bob"))
    bob.says("#r-mine", re.compile(r"Bob,\s+take\s+1"))
    bob.sends(bob.button("That’s not true", "#r-mine"))
    cal.says("#r-last", "Bob says it’s not true")
    ann.says("#r-own-call", re.compile(r"The Table v. Bob, case.1.*Cal caught Bob\..*You decide\.", re.DOTALL))
    assert cal.button("Let it go").count() == 0
    ann.sends(ann.button("Let it go"))
    bob.is_silent("#r-mine")
    cal.says("#r-last", "Bob was caught, but it was let go")


@pytest.mark.thorough
def test_the_twenty_seconds_are_not_given_again_by_a_reload_and_end_nothing(three):
    ann, bob, cal = three
    ann.page.emulate_media(reduced_motion="no-preference")
    ann.enter("rule.made", text=POINTING, read="yes")
    caught = cal.enter("rule.called", rule="r1", player="p2")
    bob.enter("call.contested", entry=caught, player="p2")
    bar, state = ann.page.locator(".plead"), "one => one.getAnimations()[0].playState"
    bar.wait_for(state="attached")
    ann.page.clock.set_fixed_time(datetime.now(UTC) + timedelta(hours=1))
    ann.page.reload()

    assert bar.evaluate(state) == "finished"
    ann.sends(ann.button("Guilty"))
    cal.says("#r-last", re.compile("The Table v. Bob, case.1.*Guilty", re.IGNORECASE | re.DOTALL))


def a_rule_is_amended_on_a_right(ann, bob, cal):
    """Bob takes the other four tricks of the deal: while he thinks, nobody else may touch the rules."""
    bob.tricks("p2", "p2", "p2", "p2", first=2)
    for one in (ann, cal):
        one.says("#r-rights", "Bob may make a house rule")
    ann.go("rules")
    ann.says("#r-whose", "Bob may make a rule")
    assert not ann.page.get_by_role("link", name="+ New rule").is_visible()
    ann.go()
    bob.go("rules/r2")
    bob.page.fill("#text", "Whoever points at somebody drinks two.")
    bob.button("Check my rule").tap()
    bob.says("#card", "You call it")
    with bob.page.expect_response(lambda answer: answer.url.endswith("/entries")) as sent:
        bob.button("Save").tap()
    assert sent.value.status == 200
    bob.page.wait_for_url("**/rules")
    bob.says("#r-book", "Whoever points at somebody drinks two.")
    bob.says("#r-book", "Changed by Bob")
    for one in (ann, cal):
        one.is_silent("#r-rights")
        one.sends(one.button("Done", "#r-mine"))  # four tricks of one player are for the others to drink
    bob.go()
