"""Corrections: who a change made drink more or less is told on the page to which it leads."""

import re

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import night_of


def test_a_changed_trick_tells_on_the_log_whose_drinks_it_changed_until_the_next_entry(three):
    ann, bob, _ = three
    bob.tricks("p2")
    ann.go("log")
    ann.page.locator(".log li:has-text('took trick 1') a").first.tap()
    ann.page.locator(".choice", has_text="Cal").tap()
    ann.page.wait_for_url("**/log")

    ann.says("#r-answer", re.compile(r"This changed what is owed:.*Bob\s+[-−]1.*Cal\s+\+1", re.S))
    bob.says("#r-last", "It now says")
    ann.says("#live-badge", "live")
    ann.says("#r-answer", "This changed what is owed:")
    ann.shows(bob.tricks("p2", first=2))
    ann.is_silent("#r-answer")


@pytest.mark.thorough
def test_undo_stands_in_the_card_of_the_last_entry_for_ten_seconds_on_every_phone(three, phone):
    ann, bob, cal = three
    bob.page.clock.install()
    for one in three[:2]:
        one.goes_live()
    trick = cal.tricks("p3")
    for one in (ann, bob):
        one.shows(trick)
        expect(one.button("Undo")).to_be_visible()
    bob.page.clock.run_for(9_000)
    expect(bob.button("Undo")).to_be_visible()
    bob.page.clock.run_for(2_000)
    expect(bob.button("Undo")).to_have_count(0)

    ann.shows(cal.tricks("p3", first=2))
    expect(ann.page.locator("#undo button")).to_have_attribute("value", str(trick + 1))
    ann.sends(ann.button("Undo"))
    bob.says("#r-last", "was undone: Cal took trick 2")
    ann.says("#r-answer", "This changed what is owed:")


@pytest.mark.thorough
def test_undo_on_the_table_works_without_script_and_after_a_reload_only_for_a_new_entry(three, phone, server):
    ann, bob, _ = three
    plain = phone(server.home, script=False, like=bob)
    plain.sits_where(bob)
    bob.tricks("p2")
    plain.button("Undo").tap()
    plain.says("#r-answer", "This changed what is owed:")
    expect(ann.button("Undo")).to_be_visible()
    assert ann.log()[0].startswith("Entry")

    ann.page.clock.install()
    ann.page.reload()
    expect(ann.button("Undo")).to_be_visible()
    ann.page.clock.run_for(10_000)
    expect(ann.button("Undo")).to_have_count(0)


@pytest.mark.thorough
def test_a_throw_of_the_phone_is_taken_back_by_the_finesmaster_alone_and_comes_back_the_same(server, phone):
    ann, bob = night_of(server.home, phone, "Ann", "Bob")
    ann.start(2, "yak", **{"options.dice": "independent"})
    bob.go("log")
    ann.goes_live()
    ann.sends(ann.button("Throw", "#r-own-game"))
    first = ann.page.locator("#r-own-game .hold").all_inner_texts()

    bob.page.locator(".log li a").first.tap()
    bob.button("Undo this entry").tap()
    bob.says("#r-answer", "The phones threw these dice, so only the finesmaster (Ann) can put it right.")
    ann.calm()
    ann.sends(ann.button("Undo", ".board"))
    bob.go("log")
    bob.says("#r-log", "The phones threw these dice. The finesmaster, Ann, put it right.")
    ann.sends(ann.button("Throw", "#r-own-game"))
    assert ann.page.locator("#r-own-game .hold").all_inner_texts() == first


@pytest.mark.thorough
def test_an_older_trick_with_cards_is_given_to_somebody_else_after_two_questions(three):
    ann, bob, _ = three
    trick = ann.enter("trick.taken", deal=1, trick=1, plays=("p1 KH", "p2 AS", "p3 4D"))
    ann.tricks("p3", first=2)
    page = bob.go(f"log/{trick}")
    page.locator(".choice", has_text="Ann").tap()
    bob.says("#r-answer", "By its cards, Bob took trick 1.")
    expect(bob.page.get_by_role("link", name="Keep the cards")).to_be_visible()
    bob.button("It was Ann").tap()
    bob.says("#r-answer", re.compile(r"This changes what is owed.*Ann\s+\+1.*Bob\s+[-−]1", re.S))
    bob.button("Do it").tap()
    bob.page.wait_for_url("**/log")
    bob.says("#r-answer", "This changed what is owed:")
    assert "Ann took trick 1 of deal 1." in ann.log()
