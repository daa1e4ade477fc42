"""A tap counts for what stood under the finger when it came down."""

import pytest


class Finger:
    """A finger of a touch screen on the middle of a button."""

    def __init__(self, one, button):
        self.cdp = one.context.new_cdp_session(one.page)
        box = button.bounding_box()
        self.at = {"x": box["x"] + box["width"] / 2, "y": box["y"] + box["height"] / 2}

    def down(self):
        self.cdp.send("Input.dispatchTouchEvent", {"type": "touchStart", "touchPoints": [self.at]})

    def up(self):
        self.cdp.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})


class Mouse(Finger):
    def __init__(self, one, button):
        super().__init__(one, button)
        self.mouse = one.page.mouse

    def down(self):
        self.mouse.move(**self.at)
        self.mouse.down()

    def up(self):
        self.mouse.up()


class SpaceBar:
    def __init__(self, one, button):
        button.focus()
        self.keyboard = one.page.keyboard

    def down(self):
        self.keyboard.down(" ")

    def up(self):
        self.keyboard.up(" ")


@pytest.fixture
def ann(three):
    """Ann's phone before trick 1; `sent` is what its page sent."""
    ann, *_ = three
    ann.goes_live()
    ann.sent = []
    ann.page.on("request", lambda request: ann.sent.append(request.url) if request.method == "POST" else None)
    return ann


def test_a_tap_that_came_down_on_one_trick_does_not_record_the_next(three, ann):
    _, bob, _ = three
    for trick, pointer in enumerate((Finger, Mouse, SpaceBar), 1):
        ann.calm()
        pressing = pointer(ann, ann.taker("Ann"))
        pressing.down()
        bob.tricks("p2", first=trick)
        ann.page.locator(f"#record-1-{trick + 1}").wait_for()
        ann.calm()  # so that it is not the settling that saves us
        pressing.up()

        ann.says("#r-answer", f"trick {trick}")
        assert ann.sent == []
        assert f"Trick {trick + 1}" in ann.page.inner_text("#r-status")
    ann.sends(ann.taker("Cal"))  # the next tap counts again
    ann.says("#r-last", "Cal took trick 4")


def test_after_a_change_of_trick_the_buttons_are_visibly_inert_for_600_ms(three, ann):
    _, bob, _ = three
    stop_the_clock(ann)
    ann.taker("Cal").focus()
    with ann.page.expect_response("**/keyboard.js"):
        ann.page.keyboard.press("Shift")  # for players with a keyboard the focus stays on the same button
    bob.tricks("p2")
    ann.page.locator("#record-1-2.settling").wait_for()
    assert ann.taker("Cal").evaluate("(button) => Number(getComputedStyle(button).opacity)") < 0.6
    ann.page.keyboard.press("Enter")
    ann.says("#r-answer", "Tap again")
    assert ann.page.evaluate("document.activeElement.closest('form').id") == "record-1-2"
    ann.page.clock.run_for(500)
    ann.taker("Cal").tap()
    ann.says("#r-answer", "Tap again")
    assert ann.sent == []

    ann.page.clock.run_for(150)
    ann.page.locator("#record-1-2:not(.settling)").wait_for()
    assert ann.taker("Cal").evaluate("(button) => getComputedStyle(button).opacity") == "1"
    ann.taker("Cal").tap()
    bob.says("#r-last", "Cal took trick 2")


def stop_the_clock(one):
    """Time passes on this phone only when the test says so."""
    one.page.clock.install()
    one.goes_live()
    one.page.clock.pause_at(one.page.evaluate("Date.now() / 1000 + 1"))
