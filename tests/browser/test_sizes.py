"""Every page fits a small phone, a thumb, and letters twice as large."""

import pytest

from tests.browser.game_pages import game_pages
from tests.browser.pages import evening_pages

pytestmark = pytest.mark.thorough
WIDER = """() => {
    if (document.scrollingElement.scrollWidth <= document.documentElement.clientWidth) return [];
    return [...document.querySelectorAll('body *')].filter((one) => one.getBoundingClientRect().right > innerWidth + 1)
        .slice(0, 4).map((one) => `wider than the screen: ${one.outerHTML.slice(0, 120)}`);
}"""
# A link in running text is as high as its line; what belongs to a label is tapped with it.
TOO_SMALL = """() => {
    const inText = (one) => one.matches('a') && getComputedStyle(one).display === 'inline'
        && [...one.parentElement.childNodes].some((near) => near.nodeType === 3 && near.data.trim());
    const found = new Set();
    const targets = 'a[href], button, input:not([type=hidden]), select, textarea, summary';
    for (const one of document.querySelectorAll(targets)) {
        const target = one.matches('[type=checkbox], [type=radio]') ? one.labels[0] || one : one;
        const aside = inText(one) || one.matches('.skip:not(:focus)');
        if (aside || !target.checkVisibility({visibilityProperty: true})) continue;
        const {width, height} = target.getBoundingClientRect();
        if (one.matches('td > a') && height >= 43.5) continue;  // a cell is as wide as its column
        const size = `${Math.round(width)}×${Math.round(height)}`;
        if (Math.min(width, height) < 43.5) found.add(`${size}: ${target.outerHTML.slice(0, 140)}`);
    }
    return [...found];
}"""
# Names are cut to two lines by design; a button's own words may not hang out of it, and the thumb zone must leave room.
TORN = """() => {
    const found = [];
    for (const one of document.querySelectorAll('button, a.button, summary, .pick, .choice, .tabs a')) {
        if (!one.checkVisibility() || one.querySelector('.who, .choice > b, .visually-hidden')) continue;
        const box = one.getBoundingClientRect(), words = document.createRange();
        words.selectNodeContents(one);
        for (const part of words.getClientRects()) {
            if (part.width < 2 || part.height < 2) continue;
            const beside = part.right > box.right + 2 || part.left < box.left - 2;
            if (!beside && part.bottom <= box.bottom + 4 && part.top >= box.top - 4) continue;
            found.push(`its words hang out: ${one.outerHTML.slice(0, 140)}`);
            break;
        }
    }
    const thumb = document.querySelector('.thumb').getBoundingClientRect().height;
    if (thumb > innerHeight * .65) found.push(`the thumb zone takes ${Math.round(thumb)} of ${innerHeight}`);
    return found;
}"""
NORMAL, TWICE = {"standard": 16, "fixed": 13}, {"standard": 32, "fixed": 26}


def measured(one, width, measure, height=844):
    one.page.set_viewport_size({"width": width, "height": height})
    return [f"at {width}: {fault}" for fault in one.page.evaluate(measure)]


@pytest.mark.parametrize("pages", [evening_pages, game_pages])
def test_every_page_fits_a_small_phone_a_thumb_and_letters_twice_as_large(server, phone, pages):
    """With ten long names nothing scrolls sideways, every target is 44 pixels, and large letters are all there."""
    faults = []
    for name, one in pages(phone, server.home):
        found = [*measured(one, 320, WIDER, 640), *measured(one, 320, TOO_SMALL), *measured(one, 390, TOO_SMALL)]
        letters(one, TWICE)
        found += [f"twice as large {fault}" for what in (WIDER, TORN) for fault in measured(one, 390, what)]
        letters(one, NORMAL)
        faults += [f"{name} {fault}" for fault in found]

    assert not faults, "\n".join(faults)


def letters(one, sizes):
    """The size of letters that somebody chose for the whole phone."""
    session = one.context.new_cdp_session(one.page)
    session.send("Page.setFontSizes", {"fontSizes": sizes})
    session.detach()
    one.page.wait_for_timeout(30)
