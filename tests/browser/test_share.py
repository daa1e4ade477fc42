"""The invitation's link goes out by the phone's own sheet; without one it is copied, or at least stands selected."""

from hashlib import blake2b

import pytest

from tests.browser.pages import TOO_WIDE
from tests.browser.test_readable import AXE, SERIOUS

SHEET = "navigator.share = async (what) => { window.shared = what; }"
NO_SHEET = "delete Navigator.prototype.share"


def invites(phone, home, sheet):
    """Ann's phone with the invitation open, and the link that is in its QR code."""
    ann = phone(home)
    ann.context.add_init_script(sheet)
    ann.open_night("Friday", "Ann")
    ann.go("share")
    return ann, ann.invitation()


@pytest.mark.thorough
def test_on_https_the_link_is_handed_to_the_phones_own_sheet_or_copied_where_there_is_none(https_server, https_phone):
    ann, link = invites(https_phone, https_server.home, SHEET)
    ann.button("Send the link").first.tap()
    assert ann.page.evaluate("window.shared.url") == link
    assert "/j/" in link

    ann.context.grant_permissions(["clipboard-read", "clipboard-write"])
    ann.page.evaluate("delete navigator.share")
    ann.page.evaluate(NO_SHEET)
    ann.button("Send the link").first.tap()
    ann.says("main", "Copied")
    assert ann.page.evaluate("navigator.clipboard.readText()") == link


def test_on_plain_http_the_address_stands_selected(server, phone):
    ann, _ = invites(phone, server.home, NO_SHEET)
    ann.button("Send the link").first.tap()

    assert ann.page.evaluate("String(getSelection())") == ann.page.inner_text("#address")


COUNT_NOTES = """
    window.notes = 0;
    const { createOscillator } = AudioContext.prototype;
    AudioContext.prototype.createOscillator = function () { window.notes += 1; return createOscillator.call(this); };
"""


@pytest.mark.thorough
def test_who_sits_down_appears_beside_the_code_and_is_heard_unless_the_phone_is_quiet(server, phone):
    ann = phone(server.home)
    ann.context.add_init_script(COUNT_NOTES)
    ann.open_night("Friday", "Ann")
    ann.go("share")
    ann.says("#live-badge", "live")
    ann.page.locator("h1").tap()  # no page may sound before the first touch
    phone(server.home).join(ann.invitation(), "Bob")
    ann.says("#r-arrivals", "Bob")
    ann.says("#r-starting", "2 are here")
    ann.page.wait_for_function("() => window.notes === 2")

    ann.page.evaluate("localStorage.sound = 'quiet'")
    seq = ann.enter("player.joined", names="Cal, Dan")
    ann.shows(seq)
    ann.says("#r-arrivals", "Dan")
    assert ann.page.evaluate("window.notes") == 2


@pytest.mark.thorough
def test_the_computer_that_serves_shows_the_code_and_whoever_comes(own_server, phone):
    key = (own_server.data / "secret_key").read_bytes()
    room = phone(own_server.home)
    room.page.goto(f"{own_server.home}/welcome/{blake2b(b'welcome', key=key[:64], digest_size=16).hexdigest()}")
    room.says("#came", "Whoever scans it first")
    ann = phone(own_server.home)
    ann.open_night("Friday", "Ann")
    room.says("#came", "Ann")
    own_server.stop()
    room.page.wait_for_event("requestfailed")
    own_server.start()
    ann.add("Bob")
    room.says("#came", "Bob")

    room.page.evaluate(AXE)
    for width, height in ((1366, 768), (390, 844), (320, 640)):
        room.page.set_viewport_size({"width": width, "height": height})
        assert room.page.evaluate(SERIOUS) == []
        assert room.page.evaluate(TOO_WIDE) <= 0
