"""How the night went, on real phones: it fits, it prints on one page, and its picture goes out as a PNG."""

import re
import struct

import pytest

from tests.browser.pages import NAMES
from tests.recap_night import night_file, six, ten

OUTSIDE = """[...document.querySelectorAll('svg.plot text')].filter((text) => {
    const drawn = text.getBoundingClientRect();
    return drawn.left < -0.5 || drawn.right > innerWidth + 0.5;
}).map((text) => text.textContent)"""
COVERED = """[...document.querySelectorAll('svg.plot')].flatMap((plot) => {
    const boxes = [...plot.querySelectorAll('text')].map((text) => [text.textContent, text.getBoundingClientRect()]);
    return boxes.flatMap(([one, a], at) => boxes.slice(at + 1).filter(([, b]) =>
        a.left + 1 < b.right && b.left + 1 < a.right && a.top + 4 < b.bottom && b.top + 4 < a.bottom)
        .map(([other]) => `${one} / ${other}`));
})"""
AT_THE_TOP = """(number) => document.elementFromPoint(190, 400).closest('.award-alone')
    === document.querySelectorAll('.award-alone')[number]"""
SHARES = """navigator.canShare = ({files}) => files[0].type === 'image/png';
navigator.share = async ({files}) => { document.querySelector('h1').textContent = `shared ${files[0].name}`; };"""


def size_of(png):
    """Width and height, as its header says them."""
    assert png[:8] == b"\x89PNG\r\n\x1a\n"
    return struct.unpack(">II", png[16:24])


@pytest.fixture
def recap(server, phone):
    """Ann's phone at the recap of a night of six."""
    ann = phone(server.home)
    ann.open_file(night_file(six()))
    ann.go("recap")
    return ann


@pytest.mark.thorough
def test_a_night_of_six_prints_on_one_page_and_stays_in_its_pictures(recap):
    for paper in ("A4", "Letter"):
        assert len(re.findall(rb"/Type\s*/Page\b", recap.page.pdf(format=paper))) == 1
    stays_in_its_pictures(recap, 320, "recap", "recap/1", "recap/2", "recap/3")


def stays_in_its_pictures(one, width, *pages):
    one.page.set_viewport_size({"width": width, "height": 800})
    for page in pages:
        one.go(page)

        assert one.page.locator("svg.plot").count() >= 1
        assert one.page.evaluate(OUTSIDE) == []
        assert one.page.evaluate(COVERED) == []
        assert one.page.evaluate("document.scrollingElement.scrollWidth <= innerWidth")


@pytest.mark.thorough
def test_ten_long_names_stay_in_the_pictures_and_off_one_another(server, phone):
    ann = phone(server.home)
    ann.open_file(night_file(ten(NAMES)))
    for width in (320, 390, 1280):
        stays_in_its_pictures(ann, width, "recap", "recap/1")


@pytest.mark.thorough
def test_three_awards_fill_a_live_phone_a_tap_or_a_key_goes_on_and_they_do_not_come_again(recap):
    recap.page.emulate_media(reduced_motion="no-preference")
    recap.goes_live()
    recap.page.locator("#r-players a").first.tap()
    recap.sheet()  # it closes for them
    closed = recap.enter("night.closed")
    for number in range(3):
        recap.page.wait_for_function(AT_THE_TOP, arg=number)
        if number == 1:
            recap.page.keyboard.press("Enter")
        else:
            recap.page.mouse.click(190, 400)
    recap.says("main h1", "Safe home!")
    recap.page.wait_for_function("() => !document.elementFromPoint(190, 400).closest('.award-alone')")

    recap.go()

    assert recap.page.locator(".award-alone").first.is_hidden()
    recap.page.emulate_media(reduced_motion="reduce")  # then they are stills, as long
    recap.enter("entry.undone", entry=closed)
    recap.go("rules")
    recap.goes_live()
    recap.enter("night.closed")
    recap.says("h1", "Safe home!")  # from whatever page
    for number in range(3):
        recap.page.wait_for_function(AT_THE_TOP, arg=number)
        assert recap.page.evaluate("document.getAnimations().length") == 3, "each only goes"
        recap.page.mouse.click(190, 400)
    recap.page.wait_for_function("() => !document.elementFromPoint(190, 400).closest('.award-alone')")


def test_its_picture_is_saved_as_a_png_or_goes_out_by_the_sheet_of_a_phone_that_shares_pictures(recap):
    with recap.page.expect_download() as saved:
        recap.button("Save the picture").tap()

    assert saved.value.suggested_filename == "Friday at the Harbor 20 November 2026.png"
    assert size_of(saved.value.path().read_bytes()) == (1080, 1350)

    recap.page.add_init_script(SHARES)
    recap.go("recap")
    recap.button("Share the picture").tap()
    recap.says("h1", "shared Friday at the Harbor 20 November 2026.png")
