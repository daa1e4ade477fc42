"""Every phone keeps the newest night file, and offers it when the companion is gone for good."""

import json
import re

import pytest

from tests.browser.conftest import night_of, seated
from tests.browser.phone import FORM, TIMEOUT, seq_of

KEPT = """(key) => new Promise((done) => {
    indexedDB.open('companion', 1).onsuccess = ({target}) => {
        const asked = target.result.transaction('nights').objectStore('nights').get(key);
        asked.onsuccess = () => { target.result.close(); done(asked.result ? JSON.parse(asked.result.text) : null); };
    };
})"""


def kept(one):
    """The night file on this phone, as data."""
    return one.page.evaluate(KEPT, f"{one.nid} file")


def keeps(one, entries):
    """Waits until the file on this phone has so many entries."""
    for _ in range(TIMEOUT // 100):
        if len((kept(one) or {"events": []})["events"]) >= entries:
            return kept(one)
        one.page.wait_for_timeout(100)
    raise AssertionError(f"This phone keeps {kept(one)}.")


@pytest.mark.thorough
def test_the_file_on_a_phone_is_new_after_each_deal(three):
    ann, *_ = three
    ann.context.add_init_script("Math.random = () => 0")  # or it would fetch at some moment of five seconds
    ann.goes_live()
    keeps(ann, 5)
    seq = ann.tricks(*["p2"] * 5)

    assert len(keeps(ann, seq)["events"]) == seq


@pytest.mark.thorough
def test_the_file_on_a_phone_is_new_after_each_round(server, phone):
    (ann,) = night_of(server.home, phone, "Ann")
    ann.start(1, "yak", **{"options.dice": "independent"})
    for _ in range(2):
        keeps(ann, entries_of(ann))
        ann.sends(ann.button("Throw", "#r-own-game"))
        ann.sends(ann.page.locator("#r-own-game .boxes button").first)

    assert len(keeps(ann, entries_of(ann))["events"]) == entries_of(ann)


def entries_of(one):
    """How many entries the night has, as this phone shows it."""
    return seq_of(one.page.get_attribute("body", "data-version"))


@pytest.mark.thorough
def test_when_the_laptop_dies_the_table_still_offers_the_night(own_server, phone):
    ann, *_ = seated(own_server.home, phone)
    file = keeps(ann, 5)
    own_server.stop()
    ann.says("#live-badge", "not live")
    save = ann.page.get_by_role("link", name=re.compile("Save the night as it was at"))
    save.wait_for()
    with ann.page.expect_download() as saved:
        save.tap()
    assert json.loads(saved.value.path().read_text()) == file

    own_server.start()
    ann.says("#live-badge", "live")
    save.wait_for(state="detached")


@pytest.mark.thorough
def test_a_removed_phone_keeps_nothing_of_the_night(three):
    ann, bob, _ = three
    keeps(bob, 5)
    bob.expected.append("status of 403")
    ann.asks(f"/n/{ann.nid}/seats/remove", "player=p2", **FORM)
    bob.says("main", "not at that table")
    assert kept(bob) is None


@pytest.mark.thorough
def test_a_newcomers_phone_says_with_its_file_who_has_the_whole_night(own_server, phone):
    ann, bob = night_of(own_server.home, phone, "Ann", "Bob")
    ann.add("Cal")
    ann.start(3, "frak-you", **{"options.initiated": "p1"})
    bob.go()
    keeps(bob, 4)
    own_server.stop()

    bob.says("main", "It ends before the secret game. The phone of Ann has the whole night.")
    own_server.start()
    bob.says("#live-badge", "live")
