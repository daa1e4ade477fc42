"""Every page is for everybody: no serious fault that axe-core knows of, and nothing wider than the screen."""

from pathlib import Path

import pytest

from tests.browser.pages import stroll

AXE = (Path(__file__).parent / "vendor" / "axe.min.js").read_text()
SERIOUS = """async () => {
    const {violations} = await axe.run(document, {resultTypes: ['violations']});
    return violations.filter(({impact}) => impact === 'serious' || impact === 'critical')
        .map(({id, nodes}) => `${id}: ${nodes.slice(0, 3).map((node) => node.html.slice(0, 160)).join(' | ')}`);
}"""
TOO_WIDE = "document.scrollingElement.scrollWidth - document.documentElement.clientWidth"
WIDEST = """[...document.querySelectorAll('body *')].filter((one) => one.getBoundingClientRect().right > innerWidth + 1)
    .slice(0, 4).map((one) => one.outerHTML.slice(0, 120))"""


@pytest.mark.parametrize("scheme", ["dark", "light"])
def test_axe_finds_nothing_serious_on_any_page(house, phone, scheme):
    faults = []
    for name, one in stroll(phone, house.home):
        one.page.emulate_media(color_scheme=scheme, reduced_motion="reduce")
        one.page.evaluate(AXE)
        for width in (320, 390, 1280):
            one.page.set_viewport_size({"width": width, "height": 844})
            faults += [f"{name} at {width}: {fault}" for fault in one.page.evaluate(SERIOUS)]
        one.page.set_viewport_size({"width": 390, "height": 844})

    assert faults == []


def test_at_320_pixels_no_page_scrolls_sideways_with_ten_long_names(house, phone):
    wide = []
    for name, one in stroll(phone, house.home):
        one.page.set_viewport_size({"width": 320, "height": 640})
        if one.page.evaluate(TOO_WIDE) > 0:
            wide.append((name, one.page.evaluate(WIDEST)))

    assert not wide, "\n".join(f"{name}: {ones}" for name, ones in wide)
