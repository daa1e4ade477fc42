"""The page that starts a game on a small phone, and the sample night."""

import re

import pytest
from playwright.sync_api import expect


def test_what_cannot_apply_is_not_offered_and_play_and_its_cost_are_in_sight(server, phone):
    ann = phone(server.home)
    ann.open_night("Friday", "Ann", "sip")
    ann.add("Bob", "Cal")
    ann.page.set_viewport_size({"width": 320, "height": 640})
    ann.go("start/five-card-yak")
    play, cost = ann.button("Play Five-Card Yak"), ann.page.get_by_text("About 4 sips a deal each.")
    for seen in (play, cost):
        expect(seen).to_be_in_viewport(ratio=1)
    dummies = ann.page.get_by_label("open hand")
    ann.page.get_by_text("Options").tap()
    expect(dummies).to_be_hidden()

    ann.page.locator(".plays").get_by_text("Cal").tap()
    dummies.check()
    expect(play).to_be_in_viewport(ratio=1)
    ann.page.locator(".plays").get_by_text("Cal").tap()
    ann.says("#forecast", "Dummies are only for two players.")
    expect(dummies).to_be_visible()  # so that it can be unticked
    dummies.uncheck()
    expect(dummies).to_be_hidden()
    tokens = ann.page.get_by_label("How many tokens")
    expect(tokens).to_be_hidden()
    ann.page.get_by_text("one pot of tokens").tap()
    expect(tokens).to_be_visible()
    ann.page.locator("[name='options.tokens.mode']").first.check(force=True)

    ann.button("Half sips").tap()
    ann.says("#forecast", "half sips a deal each.")
    play.tap()
    ann.page.wait_for_url(ann.night)


@pytest.mark.thorough
def test_a_visitor_watches_a_sample_night_holds_it_and_taps_along(server, phone):
    visitor = phone(server.home)
    visitor.page.goto(server.home)
    visitor.button("Watch a sample night").tap()
    visitor.page.wait_for_url("**/n/*/")
    visitor.night = visitor.page.url
    visitor.says("#r-answer", "Five-Card Yak begins, with real cards.")  # it goes on by itself
    visitor.button("Pause").tap()
    visitor.page.wait_for_timeout(600)  # sooner it would be the same tap twice
    visitor.button("Next").tap()
    visitor.says("#r-last", "Bob took trick 1")
    visitor.sends(visitor.taker("Ann"))
    visitor.says("#r-mine", "drink 2")

    visitor.button("Go on").tap()
    visitor.says("#r-last", "Bob took trick 3")


@pytest.mark.thorough
def test_a_forecast_that_does_not_come_leaves_a_link_and_the_game_starts(server, phone):
    ann = phone(server.home)
    ann.open_night("Friday", "Ann", "pencil")
    ann.add("Bob", "Cal", "Dot")
    ann.expected.append("status of 500")
    ann.page.route(re.compile("/forecast"), lambda route: route.fulfill(status=500, body="<p>broken</p>"))
    with ann.page.expect_response(re.compile("/forecast")):
        ann.go("start/yak")
    expect(ann.page.locator("#forecast")).to_have_text("What will it cost?")
    ann.page.route(re.compile("/forecast"), lambda route: route.abort("internetdisconnected"))
    with ann.page.expect_event("requestfailed"):
        ann.page.reload()
    expect(ann.page.locator("#forecast")).to_have_text("What will it cost?")
    ann.page.unroute_all()
    ann.page.locator("#forecast a").tap()
    ann.says("main", "Nobody is fined, as it is set here.")
    ann.page.go_back()
    ann.button("Play Yak").tap()
    ann.says("#r-status", "Round 1")
