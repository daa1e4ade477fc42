"""Every page of every game is for everybody: for eyes that need contrast, and for ears."""

from pathlib import Path

import pytest
from playwright.sync_api import expect

from tests.browser.game_pages import game_pages
from tests.browser.pages import evening_pages

pytestmark = pytest.mark.thorough
AXE = (Path(__file__).parent / "vendor" / "axe.min.js").read_text()
SERIOUS = """async (only) => {
    const options = {resultTypes: ['violations'], selectors: false, preload: false, ...only};
    const {violations} = await axe.run(document, options);
    return violations.filter(({impact}) => impact === 'serious' || impact === 'critical')
        .map(({id, nodes}) => `${id}: ${nodes.slice(0, 3).map((node) => node.html.slice(0, 160)).join(' | ')}`);
}"""
BY_EYE = {"runOnly": ["color-contrast", "link-in-text-block", "scrollable-region-focusable"]}
# Measured with the whole page in sight: what lies half under the thumb zone is scrolled out from under it.
BY_THUMB, WHOLE = {"runOnly": ["target-size"]}, 3000
SEVENFOLD = {"runOnly": ["color-contrast-enhanced"]}
LIGHTS, WIDTHS = ("dark", "light"), (390, 320, 1280)
IN_SIGHT = {"table with drinks for later", "table with a right", "rules", "drinks", "yogis-whist fine table"}
# What a screen reader goes by; axe asks for the names of controls, but only advises on these.
HEARD = """(inNight) => {
    const found = [], count = (selector) => document.querySelectorAll(selector).length;
    // A drink lies over the page, before its first heading.
    const levels = [...document.querySelectorAll('h1, h2, h3, h4')]
        .filter((one) => one.checkVisibility() && !one.closest('.fine-alert'))
        .map((one) => Number(one.localName[1]));
    const skips = levels.some((level, at) => level > (levels[at - 1] ?? 0) + 1);
    if (skips || levels.filter((level) => level === 1).length !== 1)
        found.push(`levels of headings: ${levels.join(' ')}`);
    for (const [landmark, times] of [['main', 1], ['header.bar', 1], ['nav.tabs', Number(inNight)]])
        if (count(landmark) !== times) found.push(`${landmark} is there ${count(landmark)} times`);
    if (document.documentElement.lang !== 'en') found.push('it does not say its language');
    if (count('#r-say:is([aria-live=polite], [role=status])') !== count('#r-mine'))
        found.push('the news are not in one polite region');
    return found;
}"""
WORDLESS = {"yogis-whist forehead"}  # one sign as large as the screen
NO_NIGHT = {"home", "join, refused", "moving", "nothing here"}


def set_to(one, width, height=844, **media):
    one.page.set_viewport_size({"width": width, "height": height})
    one.page.emulate_media(reduced_motion="reduce", **media)


def serious(one, name):
    """What axe finds at every width in either light; what these cannot change is looked for once."""
    faults = one.page.evaluate(SERIOUS, {"rules": {"target-size": {"enabled": False}}})
    for width in WIDTHS:
        set_to(one, width, WHOLE)
        faults += [f"{width}: {fault}" for fault in one.page.evaluate(SERIOUS, BY_THUMB)]
    for light in LIGHTS:
        for width in WIDTHS:
            set_to(one, width, color_scheme=light)
            faults += [f"{light}, {width}: {fault}" for fault in one.page.evaluate(SERIOUS, BY_EYE)]
        if name in IN_SIGHT:
            set_to(one, 390, color_scheme=light, contrast="more")
            faults += [f"{light}, more contrast: {fault}" for fault in one.page.evaluate(SERIOUS, SEVENFOLD)]
            one.page.emulate_media(contrast="no-preference")
    set_to(one, 390, color_scheme="dark")
    return faults


def which(one):
    """The page of the night that is open, whatever entry, rule or game it is about."""
    path = one.page.url.partition("?")[0].removeprefix(one.night or one.home)
    return path.removeprefix("play/").partition("/")[0]


@pytest.mark.parametrize("pages", [evening_pages, game_pages])
def test_axe_finds_nothing_serious_on_any_page_and_each_has_its_headings_landmarks_and_title(server, phone, pages):
    faults, titles = [], {}
    for name, one in pages(phone, server.home):
        one.calm()
        expect(one.page.locator(".busy")).to_have_count(0)
        one.page.evaluate(AXE)
        found = serious(one, name)
        found += one.page.evaluate(HEARD, name not in NO_NIGHT) if name not in WORDLESS else []
        faults += [f"{name}: {fault}" for fault in found]
        if name not in NO_NIGHT:
            titles.setdefault(one.page.title(), set()).add(which(one))

    assert not faults, "\n".join(faults)
    assert {title: shared for title, shared in titles.items() if len(shared) > 1} == {}
