"""Printed pages: on A4 and on Letter nothing is cut, all of it is black, and it takes few pages."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import pytest

from tests.browser.pages import NAMES

if TYPE_CHECKING:
    from playwright.sync_api import Locator

    from tests.browser.phone import Phone

pytestmark = pytest.mark.thorough
PAPERS = ("A4", "Letter")
WIDTHS = {"A4": 703, "Letter": 725}  # CSS pixels between margins of 12 mm
PAGE = re.compile(rb"/Type\s*/Page\b(?!s)")
CLIPPED = """() => [...document.querySelectorAll('main *')].filter((one) => {
    const box = one.getBoundingClientRect(), style = getComputedStyle(one);
    if (!box.width || one.closest('.visually-hidden, [hidden]')) return false;
    const hides = style.overflowX !== 'visible' || style.overflowY !== 'visible';
    return (hides && (one.scrollWidth > one.clientWidth + 1 || one.scrollHeight > one.clientHeight + 1))
        || box.right > document.documentElement.clientWidth + 1 || box.left < -1;
}).map((one) => one.outerHTML.slice(0, 120))"""
OVERLAPPING = """() => [...document.querySelectorAll('th, td')].filter((cell) => {
    const box = cell.getBoundingClientRect();
    return [...cell.querySelectorAll('span, small, b')].map((one) => one.getBoundingClientRect()).some((part) =>
        part.right > box.right + 1 || part.left < box.left - 1
        || part.bottom > box.bottom + 1 || part.top < box.top - 1);
}).map((cell) => cell.outerHTML.slice(0, 120))"""
VISIBLE_BUTTONS = """() => [...document.querySelectorAll('button, .button, nav, header')]
    .filter((one) => one.getClientRects().length).map((one) => one.outerHTML.slice(0, 120))"""
GREY = """() => [...new Set([...document.querySelectorAll('main :is(p, th, td, li, h1, h2)')]
    .filter((one) => one.getClientRects().length).map((one) => getComputedStyle(one).color))]"""
BLACK = {"rgb(0, 0, 0)", "rgb(51, 51, 51)"}


def check_paper(phone: Phone, paper: str) -> None:
    """Nothing of the page as it is printed is cut, or is there only for the screen."""
    phone.page.set_viewport_size({"width": WIDTHS[paper], "height": 1000})
    phone.page.emulate_media(media="print", reduced_motion="reduce")
    assert phone.page.evaluate(CLIPPED) == []
    assert phone.page.evaluate(OVERLAPPING) == []
    assert phone.page.evaluate(VISIBLE_BUTTONS) == []
    assert set(phone.page.evaluate(GREY)) <= BLACK
    phone.page.emulate_media(media="null", reduced_motion="reduce")
    phone.page.set_viewport_size({"width": 390, "height": 844})


def fits(phone: Phone, *most: int) -> None:
    """On either paper it takes one of these numbers of pages, or one page."""
    for paper in PAPERS:
        check_paper(phone, paper)
        assert len(PAGE.findall(phone.page.pdf(format=paper))) in (most or (1,)), phone.page.url


def printed(phone: Phone, selector: str) -> list[Locator]:
    """These parts of the page as they are printed."""
    phone.page.emulate_media(media="print")
    return phone.page.locator(selector).all()


@pytest.fixture
def full(server, phone):
    """Ann's phone at a table of ten with the longest names there are."""
    ann = phone(server.home)
    ann.open_night("The fortieth birthday of Maximiliane", NAMES[0])
    ann.add(*NAMES[1:])
    return ann


def everybody(count: int) -> tuple[str, ...]:
    return tuple(f"p{number}" for number in range(1, count + 1))


def test_a_score_sheet_of_four_long_names_is_one_page(full):
    for number, game in enumerate(("card-yacht", "yak"), 1):
        full.enter("game.started", game=game, players=everybody(4))
        for player in everybody(4) if game == "card-yacht" else ():
            full.enter("hand.scored", round=1, player=player, box="five-flush", points=100)
        for page in ("sheet", f"files/sheet/{number}", f"sheet/{game}"):
            full.go(page)
            fits(full)
        full.enter("game.ended")


@pytest.mark.parametrize(("players", "deals"), [(5, 12), (13, 8)])
def test_the_fine_table_and_the_fines_of_an_evening_are_one_page(full, players, deals):
    full.go("files/fines/yogis-whist")
    fits(full)
    assert full.page.locator(".deals tbody tr").count() == 12  # to write on, before the first deal
    full.add(*(f"Number {number} of the table" for number in range(11, players + 1)))
    full.enter("game.started", game="yogis-whist", players=everybody(players), dealer="p1")
    for deal in range(1, deals + 1):
        full.enter("deal.scored", deal=deal, made=("p2",), revealed=f"p{1 + deal % players}")
    full.go("files/fines/yogis-whist")
    full.says(".deals tbody", "R")
    fits(full)


def test_the_rule_book_is_one_page_and_a_long_one_breaks_between_rules(full):
    words = "Whoever says drink drinks, and whoever laughs about it drinks as well, number"
    for number in range(1, 6):
        full.enter("rule.made", text=f"{words} {number}.", amount=2)
    full.enter("rule.amended", rule="r2", amount=3)
    full.enter("rule.repealed", rule="r5")
    full.go("files/rules")
    fits(full)
    full.says(".gone", "number 5.")

    for number in range(6, 17):
        full.enter("rule.made", text=f"{words} {number}; {words} {number} again; {words} {number} for good.", amount=2)
    full.go("files/rules")
    fits(full, 2, 3)
    whole = [rule.evaluate("one => getComputedStyle(one).breakInside") for rule in printed(full, ".law li")]
    assert set(whole) == {"avoid"}


def test_the_print_button_prints_and_is_not_there_without_script(server, phone):
    ann = phone(server.home)
    ann.open_night("Friday", "Ann")
    ann.page.add_init_script("window.print = () => { document.body.dataset.printed = 'yes' }")
    for page in ("files/rules", "files/fines/yogis-whist", "sheet/yak"):
        ann.go(page)
        ann.button("Print").tap()
        assert ann.page.get_attribute("body", "data-printed") == "yes"

    plain = phone(server.home, script=False, like=ann)
    for page in ("files/rules", "files/fines/yogis-whist", "sheet/yak"):
        plain.page.goto(ann.night + page)
        assert plain.button("Print").count() == 0
        assert plain.page.locator("h1").is_visible()
