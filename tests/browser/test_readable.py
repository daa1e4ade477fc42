"""Every page of every game is for everybody: eyes that need contrast, ears, thumbs, and letters twice as large."""

from functools import partial
from pathlib import Path

import pytest
from playwright.sync_api import expect

from tests.browser.game_pages import OTHERS, game_pages
from tests.browser.pages import evening_pages

pytestmark = pytest.mark.thorough
AXE = (Path(__file__).parent / "vendor" / "axe.min.js").read_text()
# A rule has one impact, whatever it finds: those of a lesser one need not run.
SERIOUS = """async (only) => {
    const lesser = axe._audit.rules.filter(({impact}) => !['serious', 'critical'].includes(impact));
    const rules = Object.fromEntries(lesser.map(({id}) => [id, {enabled: false}]));
    const {violations} = await axe.run({resultTypes: ['violations'], selectors: false, preload: false, rules, ...only});
    const where = (nodes) => nodes.slice(0, 3).map((node) => node.html.slice(0, 160)).join(' | ');
    return violations.map(({id, nodes}) => `${id}: ${where(nodes)}`);
}"""
BY_EYE = {"runOnly": ["color-contrast", "link-in-text-block", "scrollable-region-focusable"]}
WHOLE = 3000  # px, for the whole page in sight: what lies half under the thumb zone is scrolled out from under it
SEVENFOLD = {"runOnly": ["color-contrast-enhanced"]}
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
    const news = count('#r-say:is([aria-live=polite], [role=status])');
    if (news > 1 || news < count('#r-mine'))
        found.push('the news are not in one polite region');
    return found;
}"""
WORDLESS = {"yogis-whist forehead"}  # one sign as large as the screen
NO_NIGHT = {"home", "join, refused", "moving", "nothing here"}
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
    for (const one of document.querySelectorAll('button, a.button, .leave, summary, .pick, .choice, .tabs a')) {
        if (!one.checkVisibility() || one.querySelector('.who, .choice > b, .visually-hidden')) continue;
        const box = one.getBoundingClientRect(), words = document.createRange();
        words.selectNodeContents(one);
        const below = one.querySelector('.leave');  // a button of its own, in the thumb zone
        if (below) words.setEndBefore(below);
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
CUT = """() => [...document.querySelectorAll('.owes, .badge, time')]
    .filter((one) => one.scrollWidth > one.clientWidth + 1 || one.getClientRects().length > 1)
    .map((one) => `cut or broken: ${one.parentElement.outerHTML.slice(0, 200)}`)"""
LETTERS = "(size) => getComputedStyle(document.documentElement).fontSize === `${size}px`"
NORMAL, TWICE = {"standard": 16, "fixed": 13}, {"standard": 32, "fixed": 26}
EVENINGS = {"five-card-yak": evening_pages, **{game: partial(game_pages, game) for game in OTHERS}}


def set_to(one, width, height=844, **media):
    one.page.set_viewport_size({"width": width, "height": height})
    one.page.emulate_media(reduced_motion="reduce", **media)


def serious(one, name):
    """What axe finds: all of it in the dark on a phone; what light, width and contrast can change, once again."""
    set_to(one, 320, WHOLE)
    faults = one.page.evaluate(SERIOUS, {})
    set_to(one, 1280, color_scheme="light")
    faults += [f"in the light: {fault}" for fault in one.page.evaluate(SERIOUS, BY_EYE)]
    for light in ("light", "dark") if name in IN_SIGHT else ():
        set_to(one, 390, color_scheme=light, contrast="more")
        faults += [f"{light}, more contrast: {fault}" for fault in one.page.evaluate(SERIOUS, SEVENFOLD)]
    one.page.emulate_media(color_scheme="dark", contrast="no-preference", reduced_motion="reduce")
    return faults


def sizes(one):
    """What is too wide or too small for a small phone, or cut off with letters twice as large."""
    faults = [fault for what in (WIDER, CUT, TOO_SMALL) for fault in measured(one, 320, what, 640)]
    faults += measured(one, 390, TOO_SMALL)
    letters(one, TWICE)
    faults += [f"twice as large {fault}" for what in (WIDER, TORN) for fault in measured(one, 390, what)]
    letters(one, NORMAL)
    return faults


def measured(one, width, measure, height=844):
    one.page.set_viewport_size({"width": width, "height": height})
    return [f"at {width}: {fault}" for fault in one.page.evaluate(measure)]


def letters(one, sizes):
    """The size of letters that somebody chose for the whole phone."""
    session = one.context.new_cdp_session(one.page)
    session.send("Page.setFontSizes", {"fontSizes": sizes})
    session.detach()
    one.page.wait_for_function(LETTERS, arg=sizes["standard"])


def which(one):
    """The page of the night that is open, whatever entry, rule or game it is about."""
    path = one.page.url.partition("?")[0].removeprefix(one.night or one.home)
    return path.removeprefix("play/").partition("/")[0]


@pytest.mark.parametrize("game", EVENINGS)
def test_every_page_is_for_eyes_that_need_contrast_for_ears_for_thumbs_and_for_large_letters(server, phone, game):
    """With ten long names nothing scrolls sideways, every target is 44 pixels, and each page has a title of its own."""
    faults, titles = [], {}
    for name, one in EVENINGS[game](partial(phone, first=AXE), server.home):
        one.calm()
        expect(one.page.locator(".busy")).to_have_count(0)
        found = one.page.evaluate(HEARD, name not in NO_NIGHT) if name not in WORDLESS else []
        found += [*serious(one, name), *sizes(one)]
        faults += [f"{name}: {fault}" for fault in found]
        if name not in NO_NIGHT:
            titles.setdefault(one.page.title(), set()).add(which(one))

    assert not faults, "\n".join(faults)
    assert {title: shared for title, shared in titles.items() if len(shared) > 1} == {}
