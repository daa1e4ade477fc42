"""The big screen: it follows the phones by itself, fits screens of every size, and reads the news aloud."""

import re

import pytest

from tests.browser.conftest import night_of, seated
from tests.browser.pages import TOO_WIDE
from tests.browser.screen_pages import SCENARIOS, big_screens
from tests.browser.test_readable import AXE, SERIOUS

LIVE = re.compile("^live$")
SIZES = ((1920, 1080), (1280, 720), (3840, 2160), (1366, 768), (1024, 768))
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
# What lies outside the screen, and which plates or news lie over each other.
MISFITS = """() => {
    const boxes = (selector) => [...document.querySelectorAll(selector)]
        .map((one) => [one, one.getBoundingClientRect()]);
    const name = (one) => (one.closest('.chair') || one).id || one.className;
    const leaves = ({ width, right, bottom }) => width && (right > innerWidth + 1 || bottom > innerHeight + 1);
    const out = boxes('.wall *').filter(([one, box]) => leaves(box) && !one.closest('.shown-rules'))
        .map(([one]) => `outside: ${name(one)}`);
    const solid = boxes('.plate, .landed, .corner, .top');
    const over = solid.flatMap(([one, a], at) => solid.slice(0, at)
        .filter(([, b]) => a.left < b.right - 1 && b.left < a.right - 1 && a.top < b.bottom - 1 && b.top < a.bottom - 1)
        .map(([other]) => `${name(one)} over ${name(other)}`));
    return [...out, ...over];
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
def test_the_cards_of_a_trick_fly_to_its_taker_unless_the_screen_asks_for_less_motion(three, screen):
    ann, *_ = three
    ann.enter("trick.taken", deal=1, trick=1, plays=("p1 QH", "p2 KH", "p3 7D"))
    screen.page.wait_for_selector(".took .laid .card")
    assert screen.page.locator(".flying").count() == 0  # these screens ask for less motion

    screen.page.emulate_media(reduced_motion="no-preference")
    screen.page.evaluate(FLOWN)
    ann.tricks("p3", first=2)
    screen.page.wait_for_function("() => window.flown === 3")
    screen.page.wait_for_function("() => !document.querySelector('.flying')")


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
    screen.page.emulate_media(reduced_motion="no-preference")
    assert screen.page.locator(".confetti i").first.evaluate("(one) => getComputedStyle(one).animationName") == "fall"

    ann.shows(ann.enter("fine.given", player="p1", amount=2))
    ann.page.locator("#r-mine.later .primary").wait_for()
    assert ann.page.evaluate(UNCOVERED)
    bob.page.reload()
    bob.page.locator("#winners:not(.news)").wait_for()


@pytest.mark.thorough
def test_a_screen_whose_link_was_renewed_shows_nothing_any_more(three, screen):
    ann, *_ = three
    screen.expected.append("status of 403")
    ann.go("screen")
    ann.button("Make a new link").tap()

    screen.says("main", "This screen’s link no longer works.")
    assert "Cal" not in screen.page.content()


@pytest.mark.thorough
def test_a_screen_comes_back_by_itself_after_the_server_was_away(own_server, phone):
    ann, *_ = seated(own_server.home, phone)
    screen = watching(ann, phone(own_server.home))
    screen.expected += ["ERR_", "status of 5"]
    own_server.stop()
    screen.says("#live-badge", "not live")
    own_server.start()
    screen.says("#live-badge", LIVE)

    ann.tricks("p3")
    screen.says("#r-newest-entry", "Cal took trick 1")


# ---- aloud


@pytest.mark.thorough
def test_a_trick_is_shown_and_read_aloud_once_that_is_switched_on_and_after_a_reload_too(three, server, phone):
    ann, *_ = three
    screen = phone(server.home)
    screen.context.add_init_script(SPEAKS)
    watching(ann, screen)
    ann.tricks("p2")
    screen.says("#r-newest-entry", re.compile(r"Bob took trick 1\.\s*Bob takes 1 drink"))
    screen.says("#chair-p2", "+1")
    screen.says("#r-status", re.compile(r"Bob leads.*trick 2", re.S))
    screen.says("#r-say", "Bob took trick 1")
    screen.page.wait_for_selector("body:not(.fresh)")
    assert screen.page.evaluate("window.spoken") == []

    screen.button("Read aloud").tap()
    ann.tricks("p3", first=2)
    screen.page.wait_for_function(
        "(words) => window.spoken.includes(words)", arg="Cal took trick 2. Cal takes 2 drinks."
    )
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
def test_everything_fits_on_every_screen_in_letters_for_four_metres(server, phone, scenario):
    faults = []
    for name, screen in big_screens(phone, server.home, (scenario,)):
        for width, height in SIZES:
            screen.page.set_viewport_size({"width": width, "height": height})
            fits = screen.page.evaluate(MISFITS)
            toast = screen.page.locator(".fresh").count()
            found = [fault for fault in fits if not (toast and "landed" in fault)]
            found += screen.page.evaluate(SMALL) if (width, height) == (1920, 1080) else []
            faults.extend(f"{name} at {width}: {fault}" for fault in found)
        screen.page.set_viewport_size({"width": 390, "height": 844})
        if screen.page.evaluate(TOO_WIDE) > 0:
            faults.append(f"{name} is too wide for a phone")

    assert not faults, "\n".join(faults)


@pytest.mark.thorough
@pytest.mark.parametrize("scheme", ["dark", "light"])
def test_axe_finds_nothing_serious(server, phone, scheme):
    faults = []
    for name, screen in big_screens(phone, server.home, SCENARIOS[:3]):
        screen.page.emulate_media(color_scheme=scheme, reduced_motion="reduce")
        screen.page.evaluate(AXE)
        for width, height in ((1920, 1080), (1280, 720), (390, 844)):
            screen.page.set_viewport_size({"width": width, "height": height})
            faults.extend(f"{name} at {width}: {fault}" for fault in screen.page.evaluate(SERIOUS))
        background = screen.page.evaluate("getComputedStyle(document.documentElement).backgroundColor")
        if background != "rgb(21, 18, 13)":
            faults.append(f"{name} is not dark: {background}")
    assert faults == []
