"""The pages that everybody sees of an evening: each fits the smallest phone and a thumb, and is for everybody."""

import pytest

from tests.browser.conftest import night_of
from tests.browser.pages import OPEN_DRAWERS
from tests.browser.test_readable import AXE, HEARD, SERIOUS, TOO_SMALL, WIDER

PAGES = ("", "rules", "drinks", "log", "seats", "share", "pad", "start/five-card-yak", "deal")
LEFT_OVER = """() => document.querySelector('.thumb').getBoundingClientRect().top
    - document.querySelector('#r-last').getBoundingClientRect().bottom"""


def test_on_320_pixels_no_main_page_is_too_wide_for_a_phone_too_small_for_a_thumb_or_hard_to_read(three):
    ann, *_ = three
    ann.enter("rule.made", text="Whoever points at somebody drinks two.", amount=2)
    ann.tricks("p2", "p3", "p1")
    ann.page.set_viewport_size({"width": 320, "height": 640})
    faults = []
    for page in PAGES:
        ann.go(page)
        ann.calm()
        ann.page.evaluate(OPEN_DRAWERS)
        ann.page.evaluate(AXE)
        for measure, told in ((WIDER, None), (TOO_SMALL, None), (SERIOUS, {}), (HEARD, True)):
            faults += [f"{page}: {fault}" for fault in ann.page.evaluate(measure, told)]

    assert not faults, "\n".join(faults)


FIVE = "Bob Christopher Dan Eve"
TEN = "Bartholomew Christopher Dominique Eve Featherstone Gwendolyn Max Bernadette Theo"


@pytest.mark.parametrize(("width", "names"), [(320, FIVE), pytest.param(390, TEN, marks=pytest.mark.thorough)])
def test_all_rows_the_last_entry_and_all_buttons_fit(server, phone, width, names):
    (ann,) = night_of(server.home, phone, "Ann")
    ann.add(*names.split())
    ann.start(1 + len(names.split()))
    ann.page.set_viewport_size({"width": width, "height": 640 if width == 320 else 844})
    ann.goes_live()
    for trick, winner in enumerate(("p2", "p3"), start=1):
        ann.shows(ann.tricks(winner, first=trick))
        ann.calm()
        assert ann.page.evaluate(LEFT_OVER) >= 0, trick
    assert not ann.page.locator("#r-record b").evaluate_all("all => all.some((b) => b.scrollWidth > b.clientWidth)")
    assert ann.page.evaluate("document.querySelector('.thumb').getBoundingClientRect().bottom <= innerHeight")
