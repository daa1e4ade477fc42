"""Every phone keeps the newest night file, and offers it when the companion is gone for good."""

import json
import re

import pytest

from tests.browser.phone import seq_of

KEPT = """(key) => new Promise((done) => {
    indexedDB.open('companion', 1).onsuccess = ({target}) => {
        const asked = target.result.transaction('nights').objectStore('nights').get(key);
        asked.onsuccess = () => { target.result.close(); done(asked.result ? JSON.parse(asked.result.text) : null); };
    };
})"""


def kept(one):
    """The night file on this phone, as data."""
    return one.page.evaluate(KEPT, f"{one.nid} file")


def keeps(one, entries, within=15_000):
    """Waits until the file on this phone has so many entries."""
    for _ in range(within // 250):
        if len((kept(one) or {"events": []})["events"]) >= entries:
            return kept(one)
        one.page.wait_for_timeout(250)
    raise AssertionError(f"This phone keeps {kept(one)}.")


def test_the_file_on_a_phone_is_new_after_each_deal(three):
    ann, *_ = three
    keeps(ann, 5)
    for trick in range(1, 6):
        seq = ann.tell("trick.taken", deal=1, trick=trick, winner="p2")
    ann.shows(seq)

    assert len(keeps(ann, seq)["events"]) == seq


@pytest.mark.thorough
def test_the_file_on_a_phone_is_new_after_each_round(house, phone):
    ann = phone(house.home)
    ann.open_night("Friday", "Ann")
    ann.go("start/yak")
    ann.page.locator("[name='options.dice'][value='independent']").check()
    ann.button("Play Yak").tap()
    ann.page.wait_for_url(ann.night)
    for _ in range(2):
        keeps(ann, entries_of(ann))
        ann.calm()
        ann.sends(ann.button("Throw", "#r-own-game"))
        ann.calm()
        ann.sends(ann.page.locator("#r-own-game .boxes button").first)

    assert len(keeps(ann, entries_of(ann))["events"]) == entries_of(ann)


def entries_of(one):
    """How many entries the night has, as this phone shows it."""
    return seq_of(one.page.get_attribute("body", "data-version"))


@pytest.mark.thorough
def test_when_the_laptop_dies_the_table_still_offers_the_night(own_house, phone):
    from tests.browser.conftest import seated

    ann, *_ = seated(own_house.home, phone)
    file = keeps(ann, 5)
    own_house.stop()
    ann.says("#live-badge", "not live", within=15_000)
    save = ann.page.get_by_role("link", name=re.compile("Save the night as it was at"))
    save.wait_for(timeout=30_000)
    with ann.page.expect_download() as saved:
        save.tap()
    assert json.loads(saved.value.path().read_text()) == file

    own_house.start()
    ann.says("#live-badge", "live", within=15_000)
    save.wait_for(state="detached")


def test_a_removed_phone_keeps_nothing_of_the_night(three):
    ann, bob, _ = three
    keeps(bob, 5)
    bob.expected.append("status of 403")
    ann.go("seats")
    ann.page.evaluate("fetch('seats/remove', {method: 'POST', body: new URLSearchParams({player: 'p2'})})")
    bob.says("main", "not at that table", within=10_000)
    assert kept(bob) is None


@pytest.mark.thorough
def test_a_newcomers_phone_says_with_its_file_who_has_the_whole_night(own_house, phone):
    ann, bob = phone(own_house.home), phone(own_house.home)
    ann.open_night("Friday", "Ann")
    bob.join(ann.invitation(), "Bob")
    ann.tell("player.joined", name="Cal")
    told = {"options.initiated": "p1"}
    ann.tell("game.started", game="frak-you", players=("p1", "p2", "p3"), dealer="p1", **told)
    bob.go()
    keeps(bob, 4)
    own_house.stop()

    bob.says("main", "It ends before the secret game. The phone of Ann has the whole night.", within=45_000)
    own_house.start()
    bob.says("#live-badge", "live", within=15_000)
