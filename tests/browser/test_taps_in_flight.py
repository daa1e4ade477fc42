"""A tap counts for what stood under the finger when it came down, or stood there until a moment before."""

import re
from urllib.parse import urlencode, urlsplit

import pytest

from tests.browser.conftest import night_of
from tests.browser.phone import FORM

later = pytest.mark.thorough


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


def follow(one):
    """Collects what this phone's page sends in `sent`."""
    one.goes_live()
    one.sent = []
    one.page.on("request", lambda request: one.sent.append(request.post_data) if request.method == "POST" else None)
    return one


@pytest.fixture
def ann(three):
    """Ann's phone before trick 1."""
    return follow(three[0])


def stop_the_clock(one):
    """Time passes on this phone only when the test says so."""
    one.page.clock.install()
    one.goes_live()
    one.page.clock.pause_at(one.page.evaluate("Date.now() / 1000 + 1"))


def test_a_press_that_began_on_one_trick_is_answered_for_it_and_never_records_the_next(three, ann):
    _, bob, _ = three
    for trick, pointer in enumerate((Finger, Mouse, SpaceBar), 1):
        ann.calm()
        pressing = pointer(ann, ann.taker("Ann"))
        pressing.down()
        bob.tricks("p2", first=trick)
        ann.page.locator(f"[data-slot='deal 1 trick {trick + 1}']").wait_for()
        ann.calm()  # so that it is not the moment after a change that saves us
        with ann.page.expect_response("**/entries"):
            pressing.up()

        ann.says("#r-answer", f"Bob says Bob took trick {trick}, you said Ann.")
        assert len(ann.sent) == trick
        assert len(bob.tricks_told()) == trick
    ann.sends(ann.button("It was Ann", "#r-answer"))
    bob.says("#r-last", "Ann changed trick 3: Ann, not Bob.")
    ann.sends(ann.taker("Cal"))  # the next tap counts for the next trick
    ann.says("#r-last", "Cal took trick 4")


def test_within_600_ms_after_a_change_a_tap_counts_for_the_trick_before(three, ann):
    _, bob, _ = three
    stop_the_clock(ann)
    bob.tricks("p2")
    ann.page.locator("[data-slot='deal 1 trick 2'].settling").wait_for()
    with ann.page.expect_response("**/entries"):
        ann.taker("Bob").tap()
    ann.says("#r-answer", "Bob had tapped first ✓")
    assert ann.page.get_attribute("#r-answer", "role") == "status"
    ann.page.clock.run_for(500)
    with ann.page.expect_response("**/entries"):
        ann.taker("Cal").tap()
    ann.says("#r-answer", "Bob says Bob took trick 1, you said Cal.")
    assert ann.page.get_attribute("#r-answer", "role") == "alert"
    assert bob.tricks_told() == ["Bob took trick 1 of deal 1."]

    ann.page.clock.run_for(150)
    ann.page.locator("[data-slot='deal 1 trick 2']:not(.settling)").wait_for()
    ann.taker("Cal").tap()
    bob.says("#r-last", "Cal took trick 2")


@later
def test_quick_taps_on_two_names_of_a_trick_are_both_answered_and_a_double_tap_counts_once(three, ann):
    _, bob, _ = three
    ann.taker("Bob").tap()
    ann.taker("Cal").tap()
    ann.says("#r-answer", "You said Bob took trick 1, and now Cal.")
    ann.sends(ann.button("It was Cal", "#r-answer"))
    bob.says("#r-last", "Ann changed trick 1: Cal, not Bob.")

    ann.calm()
    ann.taker("Bob").dblclick()
    ann.says("#r-answer", "Tapped twice, counted once.")
    bob.says("#r-last", "Bob took trick 2")
    assert len(bob.tricks_told()) == 2


@later
def test_a_button_held_down_over_two_tricks_is_answered_for_the_first_and_a_held_key_counts_once(three, ann):
    _, bob, _ = three
    pressing = Finger(ann, ann.taker("Cal"))
    pressing.down()
    for trick in (1, 2):
        bob.tricks("p2", first=trick)
        ann.page.locator(f"[data-slot='deal 1 trick {trick + 1}']").wait_for()
        ann.calm()
    pressing.up()
    ann.says("#r-answer", "Bob says Bob took trick 1, you said Cal.")

    ann.taker("Cal").focus()
    for _ in range(20):  # the key repeats, also after the next trick is shown
        ann.page.keyboard.down("Enter")
        ann.page.wait_for_timeout(50)
    ann.page.keyboard.up("Enter")
    bob.says("#r-last", "Cal took trick 3")
    assert len(bob.tricks_told()) == 3


@later
def test_a_finger_that_slides_off_sends_nothing_and_a_click_without_a_press_counts_for_what_is_shown(three, ann):
    _, bob, _ = three
    ann.calm()
    pressing = Mouse(ann, ann.taker("Ann"))
    pressing.down()
    bob.tricks("p2")
    ann.page.locator("[data-slot='deal 1 trick 2']").wait_for()
    ann.page.mouse.move(5, 5)
    pressing.up()
    for name in ("Cal", "Bob"):
        ann.calm()
        ann.taker(name).evaluate("(button) => button.click()")  # as a screen reader does
        bob.says("#r-last", f"{name} took trick")
    assert len(ann.sent) == 2
    ann.page.route("**/entries", lambda route: (bob.tricks("p2", first=4), route.continue_()), times=1)
    ann.page.locator("[data-slot='deal 1 trick 4']").wait_for()
    ann.calm()
    ann.taker("Cal").evaluate("(button) => button.click()")
    ann.says("#r-answer", "Bob says Bob took trick 4, you said Cal.")


@later
def test_done_for_one_fine_does_not_settle_the_next_which_came_under_the_finger(three, ann):
    _, bob, _ = three
    ann.enter("fine.given", player="p1", amount=2)
    ann.page.get_by_text("take 2").first.wait_for()
    ann.calm()
    pressing = Finger(ann, ann.button("Done", "#r-mine"))
    pressing.down()
    ann.enter("fine.given", player="p1", amount=5)
    ann.page.get_by_text("take 7").first.wait_for()
    pressing.up()
    ann.page.get_by_text("take 5").first.wait_for()
    assert bob.log()[0] == "Ann settled 2 drinks."


@later
def test_a_throw_that_is_tapped_on_as_it_falls_is_thrown_once(phone, server):
    ann, *_ = seats(phone, server, "yak", **{"options.dice": "independent"})
    follow(ann)
    stop_the_clock(ann)
    with ann.page.expect_response("**/entries"):
        ann.button("Throw").tap()
    ann.page.locator("#throw-p1.settling").wait_for()
    ann.button("Throw again").tap()
    ann.says("#r-answer", re.compile("That changed just as you tapped|counts once|had tapped first"))
    assert len([line for line in ann.log() if "threw" in line]) == 1


def seats(phone, server, game, **options):
    phones = night_of(server.home, phone, "Ann", "Bob", "Cal")
    phones[0].start(game=game, **options)
    return phones


@later
def test_a_bid_tapped_as_the_next_deal_comes_up_is_asked_about_without_its_number_and_is_nobody_elses(phone, server):
    ann, bob, cal = night_of(server.home, phone, "Ann", "Bob", "Cal")
    ann.add("Dan")
    ann.start(4, "yogis-whist")
    for player, one in (("p1", ann), ("p2", bob), ("p3", cal), ("p4", ann)):
        one.enter("bid.placed", deal=1, player=player, tricks=0)
    ann.enter("call.made", deal=1, player="p1", call="no")
    ann.tricks("p1", "p2", "p3")
    stop_the_clock(bob)
    dan = bob.page.locator("[data-slot='deal 2 Dan’s bid']")
    dan.wait_for(state="attached")
    phone(server.home).asks(urlsplit(ann.invitation()).path, urlencode({"seat": "p4"}), **FORM)
    dan.wait_for(state="detached")  # until now Dan could bid on Bob’s phone
    cal.enter("bid.placed", deal=2, player="p3", tricks=1)
    bob.page.locator("#bid-2-p2.settling").wait_for()
    bob.button("hearts: two tricks", "#r-own-turn").tap()

    bob.says("#r-answer", "That changed just as you tapped. Did you mean your bid? No Yes")
    bob.button("Yes", "#r-answer").tap()
    bob.says("#r-own-game", "Your bid is in.")


@later
def test_a_second_tap_that_hits_the_page_to_which_the_first_led_is_asked_about(phone, server):
    ann, *_ = seats(phone, server, "card-yacht")
    ann.go("play/turns")
    ann.context.add_init_script(
        """addEventListener('load', () => document.querySelector('#page-draw-p3- .key')?.click())"""
    )
    ann.button("3", "#page-draw-p2-").tap()
    ann.says("h1 >> nth=0", "Cal")
    ann.says("#r-answer", "That changed just as you tapped. Did you mean 1 for Cal’s turn of round 1?")
    assert [line for line in ann.log() if "drew" in line] == ["Bob drew 3 cards in round 1."]
    ann.button("Yes", "#r-answer").tap()
    ann.says("h1 >> nth=0", "Ann")
    assert ann.log()[0] == "Cal drew 1 card in round 1."
