"""The twenty seconds in which somebody who is accused says why it is not true."""

import re
from datetime import UTC, datetime, timedelta

import pytest


@pytest.mark.thorough
def test_the_twenty_seconds_are_not_given_again_by_a_reload_and_end_nothing(three):
    ann, bob, cal = three
    ann.page.emulate_media(reduced_motion="no-preference")
    ann.enter("rule.made", text="Whoever points at somebody drinks.", read="yes")
    caught = cal.enter("rule.called", rule="r1", player="p2")
    bob.enter("call.contested", entry=caught, player="p2")
    bar, state = ann.page.locator(".plead"), "one => one.getAnimations()[0].playState"
    bar.wait_for(state="attached")
    ann.page.clock.set_fixed_time(datetime.now(UTC) + timedelta(hours=1))
    ann.page.reload()

    assert bar.evaluate(state) == "finished"
    ann.sends(ann.button("Guilty"))
    cal.says("#r-last", re.compile("The Table v. Bob, case.1.*Guilty", re.IGNORECASE | re.DOTALL))
