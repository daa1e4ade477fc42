"""The big screen: it follows the phones by itself, fits screens of every size, and reads the news aloud."""

import re
from functools import partial

import pytest

from tests.browser.conftest import night_of
from tests.browser.pages import GUESTS, TOO_WIDE
from tests.browser.screen_pages import PLAYS, SCENARIOS, Table, big_screens
from tests.browser.test_readable import AXE, SERIOUS

SIZES = ((1920, 1080), (1280, 720), (1024, 768))
SPEAKS = """addEventListener('DOMContentLoaded', () => { window.spoken ||= []; });
    window.spoken = []; window.SpeechSynthesisUtterance = class { constructor(text) { this.text = text; } };
    Object.defineProperty(window, 'speechSynthesis',
        {value: {cancel() {}, speak(said) { window.spoken.push(said.text); }}, configurable: true});"""
DUMB = "delete Window.prototype.speechSynthesis; delete window.speechSynthesis;"
FLOWN = """() => {
    window.flown = 0;
    new MutationObserver((changes) => { for (const {addedNodes} of changes) for (const one of addedNodes)
        window.flown += Number(one.matches?.('i.flying') || 0);
    }).observe(document.body, {subtree: true, childList: true});
}"""
# What lies outside the screen, which plates or news lie over each other, and which plates are cut or not as tall.
MISFITS = """() => {
    const boxes = (selector) => [...document.querySelectorAll(selector)]
        .filter((one) => one.checkVisibility({ visibilityProperty: true }))
        .map((one) => [one, one.getBoundingClientRect()]);
    const name = (one) => (one.closest('.chair') || one).id || one.className;
    const leaves = ({ width, right, bottom }) => width && (right > innerWidth + 1 || bottom > innerHeight + 1);
    const out = boxes('.wall *').filter(([one, box]) => leaves(box) && !one.closest('.shown-rules'))
        .map(([one]) => `outside: ${name(one)}`);
    const solid = boxes('.plate, .landed, .corner, .top');
    const over = solid.flatMap(([one, a], at) => solid.slice(0, at)
        .filter(([, b]) => a.left < b.right - 1 && b.left < a.right - 1 && a.top < b.bottom - 1 && b.top < a.bottom - 1)
        .map(([other]) => `${name(one)} over ${name(other)}`));
    const plates = boxes('.plate'), tall = plates.some(([, { height }]) => Math.abs(height - plates[0][1].height) > 3);
    const cut = plates.filter(([{ children: [named, stands] }, { top }]) =>
        named.getBoundingClientRect().top < top - 2 || stands.scrollWidth > stands.clientWidth + 1);
    return [...out, ...over, ...cut.map(([one]) => `cut: ${name(one)}`), ...(tall ? ['unequal plates'] : [])];
}"""
SMALL = """() => {
    const rem = innerWidth / 120, small = [];
    for (const [selector, least] of [['.named .who', 40], ['.stands .amount', 40], ['.headline, .because, .share', 32],
        ['.stands, .shown-rules li, .facts, .address', 32], ['h1', 48], ['.typed', 48]]) {
        for (const one of document.querySelectorAll(selector)) {
            const size = parseFloat(getComputedStyle(one).fontSize) * 16 / rem;
            if (size < least - 0.5) small.push(`${selector}: ${size}`);
        }
    }
    return small;
}"""


QR_WIDTH = "document.querySelector('.joining .qr').offsetWidth / innerWidth"
UNCOVERED = """() => {
    const { left, top, width, height } = document.querySelector('#winners h1').getBoundingClientRect();
    return Boolean(document.elementFromPoint(left + width / 2, top + height / 2)?.closest('#winners'));
}"""


@pytest.fixture
def screen(three, phone, server):
    """Ann, Bob and Cal play; a television shows their table."""
    return watching(three[0], phone(server.home))


def watching(ann, screen):
    """Opens the big screen by its link."""
    screen.page.set_viewport_size({"width": 1920, "height": 1080})
    screen.page.goto(ann.screen_link())
    screen.page.wait_for_url("**/tv")
    screen.says("#live-badge", "live")
    return screen


@pytest.mark.thorough
def test_the_cards_of_a_trick_fly_to_its_taker_and_a_screen_whose_link_was_renewed_shows_nothing(three, screen):
    ann, *_ = three
    ann.enter("trick.taken", deal=1, trick=1, plays=("p1 QH", "p2 KH", "p3 7D"))
    screen.page.wait_for_selector(".took .laid .card")
    assert screen.page.locator(".flying").count() == 0  # these screens ask for less motion

    screen.page.emulate_media(reduced_motion="no-preference")
    screen.page.evaluate(FLOWN)
    ann.tricks("p3", first=2)
    screen.page.wait_for_function("() => window.flown === 3")
    screen.page.wait_for_function("() => !document.querySelector('.flying')")

    screen.expected.append("status of 403")
    ann.go("screen")
    ann.button("Make a new link").tap()
    screen.says("main", "This screen’s link no longer works.")
    assert "Cal" not in screen.page.content()


def test_the_winner_is_on_every_phone_and_the_big_screen_once_and_no_fine_covers_it(server, phone):
    ann, bob = night_of(server.home, phone, "Ann", "Bob")
    screen = watching(ann, phone(server.home))
    ann.goes_live()
    ann.start(2, **{"options.tokens.mode": "kegger", "options.tokens.count": "5"})
    ann.tricks("p2", "p1", "p2")
    bob.goes_live()

    for one in (ann, bob, screen):
        one.says(".winners.news h1", "Ann wins!")
        assert one.page.locator(".confetti i").first.evaluate("(one) => getComputedStyle(one).animationName") == "none"
    assert not screen.page.locator(".plate").first.is_visible(), "no seat lies under the winners"
    screen.page.emulate_media(reduced_motion="no-preference")
    assert screen.page.locator(".confetti i").first.evaluate("(one) => getComputedStyle(one).animationName") == "fall"

    ann.shows(ann.enter("fine.given", player="p1", amount=2))
    ann.page.locator("#r-mine.later .primary").wait_for()
    assert ann.page.evaluate(UNCOVERED)
    bob.page.reload()
    bob.page.locator("#winners:not(.news)").wait_for()


# ---- aloud


@pytest.mark.thorough
def test_a_trick_is_shown_and_read_aloud_once_that_is_switched_on_and_after_a_reload_too(three, server, phone):
    ann, *_ = three
    screen = phone(server.home)
    screen.context.add_init_script(SPEAKS)
    watching(ann, screen)
    ann.tricks("p2")
    screen.says("#r-newest-entry", re.compile(r"Bob took trick 1\.\s*Bob, 1 drink"))
    screen.says("#chair-p2", "+1")
    screen.says("#r-status", re.compile(r"Bob leads.*trick 2", re.S))
    screen.says("#r-say", "Bob took trick 1")
    screen.page.wait_for_selector("body:not(.fresh)")
    assert screen.page.evaluate("window.spoken") == []

    screen.button("Read aloud").tap()
    ann.tricks("p3", first=2)
    screen.page.wait_for_function("(words) => window.spoken.includes(words)", arg="Cal took trick 2. Cal, 2 drinks.")
    screen.page.reload()
    screen.says("#live-badge", "live")
    assert screen.page.get_attribute("#aloud", "aria-pressed") == "true"
    assert screen.page.evaluate("window.spoken") == []  # old news is not read again
    ann.tricks("p1", first=3)
    screen.page.wait_for_function("() => window.spoken.length === 1")
    screen.button("Read aloud").tap()
    ann.tricks("p1", first=4)
    screen.says("#r-say", "trick 4")
    assert len(screen.page.evaluate("window.spoken")) == 1


@pytest.mark.thorough
def test_a_browser_that_cannot_speak_has_no_switch_for_it(three, server, phone):
    screen = phone(server.home)
    screen.context.add_init_script(DUMB)
    watching(three[0], screen)

    assert not screen.page.locator("#aloud").is_visible()


# ---- how it looks


@pytest.mark.thorough
@pytest.mark.parametrize("scenario", SCENARIOS, ids=lambda scenario: scenario[0].__name__)
def test_everything_fits_on_every_screen_in_letters_for_four_metres_and_can_be_read(server, phone, scenario):
    faults = []
    for name, screen in big_screens(partial(phone, first=AXE), server.home, (scenario,)):
        for width, height in SIZES:
            screen.page.set_viewport_size({"width": width, "height": height})
            found = screen.page.evaluate(MISFITS)
            if (width, height) == (1920, 1080):
                found += [*screen.page.evaluate(SMALL), *screen.page.evaluate(SERIOUS)]
            faults.extend(f"{name} at {width}: {fault}" for fault in found)
        screen.page.set_viewport_size({"width": 390, "height": 844})
        screen.page.emulate_media(color_scheme="light", reduced_motion="reduce")
        background = screen.page.evaluate("getComputedStyle(document.documentElement).backgroundColor")
        faults += [] if background == "rgb(21, 18, 13)" else [f"{name} is not dark: {background}"]
        faults += [f"{name} on a phone: {fault}" for fault in screen.page.evaluate(SERIOUS)]
        faults += [f"{name} is too wide for a phone"] if screen.page.evaluate(TOO_WIDE) > 0 else []

    assert not faults, "\n".join(faults)


@pytest.mark.thorough
@pytest.mark.parametrize("players", [2, 10])
def test_a_card_is_in_each_seat_and_the_qr_code_is_small_from_the_first_trick_on(server, phone, players):
    table = Table(phone, server.home, GUESTS[:players])
    table.begin("five-card-yak")
    before = table.shown("begun")[1].page.evaluate(QR_WIDTH)
    table.trick(1, "p2", *PLAYS[:players])
    _, screen = table.shown("a trick")

    assert screen.page.locator(".plate .laid .card").count() == players
    for width, height in SIZES:
        screen.page.set_viewport_size({"width": width, "height": height})
        assert screen.page.evaluate(MISFITS) == []
    small = screen.page.evaluate(QR_WIDTH)
    table.ann.tricks("p2", "p2", "p2", "p2", first=2)
    table.enter("game.ended")
    assert before > small == table.shown("after", at_rest=False)[1].page.evaluate(QR_WIDTH)
    assert screen.page.locator(".winners.news ~ .costs").is_visible()
