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
    ann.says("#outlook", "Reckoned for 4 players")

    ann.page.locator("[name=players]").last.uncheck()
    ann.says("#outlook", "Reckoned for 3 players")
    ann.page.fill("#stake", "6")
    ann.says("#outlook", "The largest single fine possible is 6 pencils.")
    ann.page.fill("#stake", "60")
    ann.says("#outlook", "Stake is 20 at most.")

    ann.page.fill("#stake", "2")
    ann.says("#outlook", "possible is 2 pencils.")
    ann.button("Play Frak You").tap()
    ann.says("#r-status", "Deal 1")


def test_a_forecast_that_does_not_come_leaves_a_link_and_the_game_starts(ann):
    ann.expected.append("status of 500")
    ann.page.route(re.compile("/outlook"), lambda route: route.fulfill(status=500, body="<p>broken</p>"))

    with ann.page.expect_response(re.compile("/outlook")):
        ann.go("start/yak")

    expect(ann.page.locator("#outlook")).to_have_text("What does an evening of this cost?")
    ann.page.unroute_all()
    ann.page.locator("#outlook a").tap()
    ann.says("main", "Nobody is fined by the rules")
    ann.page.go_back()
    ann.button("Play Yak").tap()
    ann.says("#r-status", "Round 1")
