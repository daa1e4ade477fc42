"""The page that starts a game forecasts what it costs, again after every choice; without a forecast it works too."""

import re

import pytest
from playwright.sync_api import expect

pytestmark = pytest.mark.thorough


@pytest.fixture
def ann(server, phone):
    """Ann at a table of four that counts in pencils."""
    ann = phone(server.home)
    ann.open_night("Friday", "Ann", "pencil")
    ann.add("Bob", "Cal", "Dot")
    return ann


def test_the_start_page_shows_a_forecast_and_another_when_a_choice_changes(ann):
    ann.go("start/frak-you")
    ann.page.get_by_text("How this is worked out").tap()
    ann.says("#forecast", "deals of 4 players")

    ann.page.locator(".plays").get_by_text("Dot").tap()
    ann.says("#forecast", "deals of 3 players")  # what was opened stays open
    ann.page.get_by_text("Options").tap()
    ann.page.fill("#stake", "6")
    ann.says("#forecast", "Worst single fine: 6 pencils.")
    ann.page.fill("#stake", "60")
    ann.says("#forecast", "Stake is 20 at most.")

    ann.page.fill("#stake", "2")
    ann.says("#forecast", "About 1 pencil a deal each.")
    ann.button("Play Frak You").tap()
    ann.says("#r-status", "Deal 1")


def test_a_forecast_that_does_not_come_leaves_a_link_and_the_game_starts(ann):
    ann.expected.append("status of 500")
    ann.page.route(re.compile("/forecast"), lambda route: route.fulfill(status=500, body="<p>broken</p>"))

    with ann.page.expect_response(re.compile("/forecast")):
        ann.go("start/yak")

    expect(ann.page.locator("#forecast")).to_have_text("What will it cost?")
    ann.page.unroute_all()
    ann.page.locator("#forecast a").tap()
    ann.says("main", "Nobody drinks, as it is set here.")
    ann.page.go_back()
    ann.button("Play Yak").tap()
    ann.says("#r-status", "Round 1")
