"""Yogi's Whist on three phones: how a deal went, the first card of the next, and a phone that is handed over."""

import re

import pytest

from tests.browser.conftest import night_of

FACE_DOWN = re.compile(r"\b(?:bid [0-3]|(?:no|one|two|three) tricks?)\b")


@pytest.fixture
def three(server, phone):
    """Ann, who deals, Bob and Cal, each with a phone that keeps what its stream brings."""
    phones = night_of(server.home, phone, "Ann", "Bob", "Cal", unit="pencil")
    phones[0].start(3, "yogis-whist")
    for one in phones:
        one.heard = one.overhear()
        one.goes_live()
    return phones


def seen(seq, phones):
    for one in phones:
        one.shows(seq)


def plain(html):
    """HTML as it is read, without the keys of one's own bid."""
    html = re.sub(r'<div class="keys">.*?</div>', " ", html, flags=re.S)
    return re.sub(r"<[^>]+>", " ", html).replace("(one trick", "")


@pytest.mark.thorough
def test_how_a_deal_went_stands_on_every_table_until_next_deal_is_tapped_and_bob_wears_his_suit(three):
    """No fine covers it; until then nothing speaks of the next deal, and then nothing of the last but what is open."""
    ann, bob, cal = three
    seen(ann.enter("card.turned", deal=1, card="9H"), three)
    keys = ann.page.locator("#r-own-turn .keys")
    before = keys.bounding_box()
    for one, player, tricks in ((cal, "p3", 0), (bob, "p2", 1)):
        seen(one.enter("bid.placed", deal=1, player=player, tricks=tricks), three)
    bob.says(".thumb", "Is Ann’s phone dead?")
    assert keys.bounding_box() == before
    ann.enter("bid.placed", deal=1, player="p1", tricks=3)
    cal.enter("call.made", deal=1, player="p2", call="reveal")
    seen(ann.tricks("p2", "p3", "p3"), three)
    for one in three:
        one.says("#r-status h1.told", "Bob made it")
    assert "Deal 2" not in ann.page.locator(".table").inner_text()
    ann.page.set_viewport_size({"width": 568, "height": 320})  # too low for the result with its note
    assert ann.page.locator(".dealt > summary").evaluate("one => one.getBoundingClientRect().bottom < innerHeight")
    ann.next_deal()
    ann.says("#r-status h1:visible", "Bob deals")
    ann.says("#r-status", "Deal 2")
    assert re.search("Bob made it|deal 1 cost", ann.page.locator(".table").inner_text()) is None
    bob.page.get_by_role("link", name="You made it").tap()
    poster = bob.page.locator(".poster")
    assert "♠" in poster.inner_text()
    bob.page.wait_for_load_state()  # with its style
    assert [poster.bounding_box()[side] for side in ("width", "height")] == [390, 844]
    poster.tap()
    bob.page.wait_for_url(bob.night)
    bob.page.get_by_text("What the bids of deal 1 cost", exact=True).tap()
    seen(cal.enter("bid.placed", deal=2, player="p3", tricks=0), three)
    bob.says("#r-status", "Bob revealed and made it: 4 more for everybody else.")  # who reads it goes on reading
    assert "deal 1 cost" not in ann.page.locator("#r-status").inner_text()


@pytest.mark.thorough
def test_a_bid_on_a_phone_that_was_handed_over_is_not_on_it_afterwards_nor_while_it_waits(server, network, phone):
    """Dan has no phone and taps on Bob's, first without network."""
    ann, bob = night_of(server.home, phone, "Ann", "Bob")
    ann.add("Dan")
    ann.start(3, "yogis-whist")
    far = phone(network.home, like=bob)
    far.sits_where(bob)
    far.heard = far.overhear()
    far.goes_live()
    far.sends(far.button("hearts: two tricks", "#r-own-turn"))
    far.page.get_by_text("Peek").tap()
    far.page.get_by_text("Pass the phone to Dan").tap()
    assert far.page.locator("[id^=peek]").evaluate("one => one.open") is False  # Bob’s own bid is covered
    network.turn("cut")
    far.page.locator("#bid-1-p3").get_by_role("button", name="spades: one trick").tap()
    waiting = far.page.locator(".answer", has_text="Dan’s bid")
    waiting.wait_for()
    assert FACE_DOWN.search(waiting.inner_text()) is None
    network.turn("pass")
    far.says("#seat-p3", "bid is in")
    far.page.get_by_text("Pass the phone to Dan").wait_for(state="detached")
    bids = [FACE_DOWN.search(plain(words)) for words in (*far.heard, far.page.content())]
    assert [bid[0] for bid in bids if bid and "one" in bid[0]] == []
