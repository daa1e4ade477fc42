"""A phone in another browser than Chromium, used as its player does: by what is to be seen on it."""

from __future__ import annotations

import time
from pathlib import Path
from typing import Any

from tests.browser.phone import TIMEOUT, Phone
from tests.browser.server import Network
from tests.engines.browsers import Browser, Element, Refused

SHOTS = Path(__file__).parents[2] / "shots" / "engines"
# What goes wrong on a page is kept until the test asks, also after the next page has been opened.
LISTEN = """if (!window.listening && location.protocol.startsWith('http')) {
    window.listening = true;
    const faults = () => sessionStorage.faults || '';
    const keep = (words) => { sessionStorage.faults = `${faults()}${location.pathname}: ${words}\\n`; };
    // WebKit tells in this way that an observer of a size hears the rest in the next frame, as it does.
    addEventListener('error', (event) => event.message.startsWith('ResizeObserver loop') || keep(event.message));
    addEventListener('unhandledrejection', (event) => keep(event.reason));
    addEventListener('securitypolicyviolation', (event) => keep(`${event.violatedDirective} ${event.blockedURI}`));
}
"""
SEEN = "const isSeen = (one) => one.checkVisibility({visibilityProperty: true}) && one.getClientRects().length;"
# The button that would record this event, by the fields of its form; a value that is not given can be any.
BUTTON = f"""{SEEN}
    const [type, fields] = arguments;
    const has = (form, name, value) => [...form.elements].some((one) => one.name === name && one.value === value);
    const forms = [...document.forms].filter((form) => has(form, 'type', type));
    const fits = (form, button) => Object.entries(fields).every(([name, value]) =>
        button.name === name ? button.value === value : has(form, name, value));
    return forms.flatMap((form) => [...form.elements]
        .filter((one) => one.type === 'submit' && isSeen(one) && fits(form, one)))[0];"""
WORDS = f"""{SEEN}
    const [words] = arguments, spoken = (one) => (one.ariaLabel || one.innerText).replace(/\\s+/g, ' ').trim();
    return [...document.querySelectorAll('button,summary,a[href],label')]
        .filter((one) => isSeen(one) && spoken(one).startsWith(words))[0];"""


class EnginePhone:
    """One player's phone behind a network of its own."""

    def __init__(self, browser: Browser, network: Network, kind: str) -> None:
        self.browser, self.network, self._kind, self._pictures = browser, network, kind, 0
        self.night = ""

    # ---- what it does

    def go(self, page: str = "") -> None:
        """Opens a page of the night, or any other whose path begins with a slash."""
        self.browser.go(self.network.home + page if page.startswith("/") else self.night + page)
        self.fits()

    def run(self, script: str, *args: Any) -> Any:
        return self.browser.run(LISTEN + script, *args)

    def until(self, script: str, *args: Any) -> Any:
        """Waits until this returns something that is true; a page that is being left has no answer."""
        end, value = time.monotonic() + TIMEOUT / 1000, None
        while time.monotonic() < end:
            try:
                if value := self.run(script, *args):
                    return value
            except Refused as refused:
                value = refused
            time.sleep(0.05)
        self.picture("given up")
        said = self.run("return document.body.innerText")
        raise AssertionError(f"It did not come to hold: {script} {args}: {value}. The page says: {said}")

    def tap(self, words: str) -> None:
        """Taps what begins with these words."""
        self._tap(WORDS, words)

    def enter(self, kind: str, **fields: str) -> None:
        """Taps the button that records this event."""
        self._tap(BUTTON, kind, fields)

    def press(self, css: str) -> None:
        self._tap(f"{SEEN} return [...document.querySelectorAll(arguments[0])].find(isSeen)", css)

    def _tap(self, script: str, *args: Any) -> None:
        """An update may replace the button in this very moment: then the tap is made again, as a person would."""
        for _ in range(20):
            self.calm()
            try:
                self.until(script, *args).click()
                return
            except Refused as refused:
                lost = refused
        self.picture("not tapped")
        raise lost

    def type(self, css: str, text: str) -> Element:
        field: Element = self.until("return document.querySelector(arguments[0])", css)
        field.type(text)
        return field

    def calm(self) -> None:
        """Waits until all buttons work again: for a moment after a new trick they do not record."""
        self.until("return !document.querySelector('.settling, body > .moment')")

    # ---- what it shows

    def says(self, words: str, css: str = "main") -> None:
        """Waits until these words can be read there, whatever their spaces and capitals."""
        self.until(
            "return [...document.querySelectorAll(arguments[0])].some((one) =>"
            " one.innerText.replace(/\\s+/g, ' ').toLowerCase().includes(arguments[1].toLowerCase()))", css, words,
        )  # fmt: skip

    def is_live(self) -> None:
        self.says("live", "#live-badge[data-state=live]")

    def shows(self, seq: int) -> None:
        """Waits until it shows the night as it was after that entry, or later."""
        self.until("return parseInt(document.body.dataset.version) >= arguments[0]", seq)

    def sits(self) -> None:
        """Waits until it is at a table, on whatever page; that is its night from now on."""
        found = self.until("return location.pathname.match(/^\\/n\\/[^/]+\\//)?.[0]")
        self.night = self.network.home + found

    def fits(self) -> None:
        """Nothing is wider than the screen."""
        wide = self.run("const {scrollWidth, clientWidth} = document.documentElement; return scrollWidth - clientWidth")
        assert wide <= 0, f"{self.run('return location.pathname')} is {wide} px too wide"

    def picture(self, name: str) -> None:
        self._pictures += 1
        self.browser.picture(SHOTS / f"{self._kind}-{self._pictures:02}-{name.replace(' ', '-')}.png")

    @property
    def faults(self) -> list[str]:
        """What went wrong on its pages."""
        kept = self.run("return location.protocol === 'about:' ? '' : sessionStorage.faults || ''").splitlines()
        return [*kept, *self.browser.console()]

    def over_http(self, home: str) -> Phone:
        """The same player, for what is sent without the page: at this address of the same server."""
        player = Phone(None, home, like=self)  # type: ignore[arg-type]
        player.night = home + "/n/" + self.night.rstrip("/").rpartition("/")[2] + "/"
        return player

    @property
    def cookies(self) -> dict[str, str]:
        return self.browser.cookies()
