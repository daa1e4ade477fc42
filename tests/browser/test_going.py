"""What goes and what goes on: a player erased, a night deleted, and a night that moves to another companion."""

import pytest


@pytest.mark.thorough
def test_who_erases_themselves_reads_that_it_is_done_and_the_others_see_it(three):
    ann, bob, _ = three
    bob.expected.append("status of 403")
    ann.tell("fine.given", player="p2", amount=1, reason="Bob was late")

    bob.go("privacy")
    bob.page.get_by_role("link", name="Erase me from this night").tap()
    bob.page.get_by_label("Yes, erase me").check()
    bob.button("Erase").tap()

    bob.says("main", "you are somebody 2 now")
    ann.says("#r-players", "somebody 2")
    assert "Bob" not in ann.page.inner_text("main")


@pytest.mark.thorough
def test_a_deleted_night_shows_every_phone_out(three):
    ann, bob, cal = three
    for phone in three:
        phone.expected.append("status of 403")
    for phone in (bob, cal):
        phone.goes_live()

    ann.go("privacy")
    ann.page.get_by_role("link", name="Delete the whole night").tap()
    ann.page.get_by_label("Yes, delete it for good").check()
    ann.button("Delete this night").tap()

    ann.says("main", "Friday is gone from this companion")
    for phone in (bob, cal):
        phone.says("main", "the night was deleted")


@pytest.mark.thorough
def test_the_laptop_died_and_the_party_goes_on_at_another_one(three, phone, tmp_path):
    ann, bob, _ = three
    ann.tricks("p2")
    bob.go("privacy")
    with bob.page.expect_download() as saved:
        bob.page.get_by_role("link", name="Save it as a file").tap()
    saved.value.save_as(tmp_path / "night.json")

    from tests.browser.server import Server

    other = Server(tmp_path / "nights")
    other.start()
    try:
        new = phone(other.home)
        new.page.goto(other.home)
        new.page.locator("#file > summary").tap()
        new.page.set_input_files("#night-file", tmp_path / "night.json")
        new.button("Open the file").tap()
        new.button("Bob").tap()
        new.says("#r-players", "Bob")
        new.page.locator("#record-1-2").wait_for()
        assert new.page.url.startswith(f"{other.home}/n/")
        new.page.goto("about:blank")
    finally:
        other.stop()
