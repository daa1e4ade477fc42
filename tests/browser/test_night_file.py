"""Every phone keeps the newest night file, and offers it when the companion is gone: the party moves to another one."""

import json

import pytest

from tests.browser.conftest import night_of, seated
from tests.browser.phone import wait_until

pytestmark = pytest.mark.thorough


def file_with(one, entries):
    """The night file on this phone, once it has this many entries."""
    wait_until(lambda: len((kept_file(one) or {"events": []})["events"]) >= entries)
    return kept_file(one)


def kept_file(one):
    kept = one.kept("file")
    return kept and json.loads(kept["text"])


def test_the_file_on_a_phone_is_new_after_each_deal(three):
    ann, *_ = three
    ann.context.add_init_script("Math.random = () => 0")  # or it would fetch at some moment of five seconds
    ann.goes_live()
    file_with(ann, 5)
    seq = ann.tricks(*["p2"] * 5)

    assert len(file_with(ann, seq)["events"]) == seq


def test_a_phone_that_could_not_load_the_script_of_the_file_loads_it_when_the_network_is_back(three):
    ann, *_ = three
    ann.page.route("**/static/file.js", lambda route: route.abort())
    ann.expected.append("Failed to load resource")
    with ann.page.expect_event("requestfailed"):
        ann.goes_live()
    ann.sends(ann.taker("Bob"))  # the table plays on without it
    assert kept_file(ann) is None

    ann.page.unroute("**/static/file.js")
    ann.context.set_offline(True)
    ann.context.set_offline(False)
    assert len(file_with(ann, 6)["events"]) == 6


def test_when_the_laptop_dies_phones_offer_the_night_and_a_newcomers_says_who_has_the_whole_of_it(own_server, phone):
    ann, *_ = seated(own_server.home, phone)
    dan, eve = night_of(own_server.home, phone, "Dan", "Eve")
    dan.add("Fay")
    dan.start(3, "frak-you", **{"options.initiated": "p1"})
    eve.go()
    file_with(eve, 4)
    file = file_with(ann, 5)
    own_server.stop()
    ann.says("#live-badge", "not live")
    save = ann.page.get_by_role("link", name="Save the night")
    save.wait_for()
    with ann.page.expect_download() as saved:
        save.tap()
    assert json.loads(saved.value.path().read_text()) == file
    eve.says("main", "before the game with the secret rules. To save the whole night, use Dan’s phone.")

    own_server.start()
    for one in (ann, eve):
        one.says("#live-badge", "live")
    save.wait_for(state="detached")


def test_the_laptop_died_and_the_party_goes_on_at_another_one(three, phone, own_server, tmp_path):
    ann, bob, _ = three
    ann.tricks("p2")
    bob.go("privacy")
    with bob.page.expect_download() as saved:
        bob.page.get_by_role("link", name="Save it as a file").tap()
    saved.value.save_as(tmp_path / "night.json")

    new = phone(own_server.home)
    new.page.goto(own_server.home)
    new.page.locator("#file > summary").tap()
    new.page.set_input_files("#night-file", tmp_path / "night.json")
    new.button("Go on with it").tap()
    new.button("Bob").tap()
    new.says("#r-players", "Bob")
    new.page.locator("[data-slot='deal 1 trick 2']").wait_for()
    assert new.page.url.startswith(f"{own_server.home}/n/")
    new.page.goto("about:blank")
