"""A phone that notices everything that goes wrong on it."""

from __future__ import annotations

import re
from time import monotonic
from typing import Any

from playwright.sync_api import Browser, ConsoleMessage, Dialog, Locator, Request, expect

from tests.browser import evening

# What the browser itself writes to its console where a refusal or a lost connection is part of the story.
OWN_LINE = re.compile(
    r"Failed to load resource: the server responded with a status of (409|422|429)"
    r"|Failed to load resource: net::ERR_(CONNECTION_\w+|EMPTY_RESPONSE|INTERNET_DISCONNECTED"
    r"|INCOMPLETE_CHUNKED_ENCODING)"
)
TELL_VIOLATIONS = """addEventListener('securitypolicyviolation',
    (event) => console.error('against the policy:', event.violatedDirective, event.blockedURI, event.sample))"""
PUBLIC = ("r-status", "r-players", "r-rights", "r-last", "r-catch", "r-record")
READ = """(ids) => ids.map((id) => document.getElementById(id).textContent.replace(/\\s+/g, ' ').trim())"""
POST = """async ([path, fields]) => {
    const answer = await fetch(path, {method: 'POST', body: new URLSearchParams(fields),
                                      headers: {'HX-Request': 'true', 'X-Version': '-'}});
    return [answer.status, await answer.text(), answer.headers.get('X-Version')];
}"""
TIMEOUT = 10_000


def seq_of(version: str | None) -> int:
    return int((version or "0").partition(".")[0])


class Phone(evening.Phone):
    """One phone at the table; `faults` must be empty when the test is over."""

    def __init__(
        self, chromium: Browser, home: str, script: bool = True, scheme: str = "dark", state: Any = None
    ) -> None:
        super().__init__(chromium, home, script, scheme)
        self.expected: list[str] = []
        self.context.set_default_timeout(TIMEOUT)
        self.context.add_init_script(TELL_VIOLATIONS)
        if state:
            self.context.add_cookies(state["cookies"])
        self.context.on("request", self._asked)
        self.context.on("dialog", self._asked_aloud)

    def _heard(self, message: ConsoleMessage) -> None:
        own = OWN_LINE.match(message.text) or any(words in message.text for words in self.expected)
        if message.type in ("error", "warning") and not own:
            self.faults.append(f"{self.page.url}: {message.text}")

    def _asked(self, request: Request) -> None:
        if not request.url.startswith((f"{self.home}/", "data:")):
            self.faults.append(f"{self.page.url} asked another host: {request.url}")

    def _asked_aloud(self, dialog: Dialog) -> None:
        self.faults.append(f"{self.page.url}: a dialog says {dialog.message}")
        dialog.dismiss()

    def open_again(self) -> None:
        """The night in a new tab, after the old one was closed."""
        self.page = self.context.new_page()
        self.page.on("console", self._heard)
        self.page.on("pageerror", lambda error: self.faults.append(f"{self.page.url}: {error}"))
        self.go()

    @property
    def nid(self) -> str:
        return self.night.rstrip("/").rpartition("/")[2]

    def tell(self, kind: str, **fields: object) -> int:
        """Sends an event as the page's own forms do, for what the test is not about; the seq it led to."""
        lists = {name: value if isinstance(value, tuple) else (value,) for name, value in fields.items()}
        pairs = [["type", kind], *([name, str(value)] for name, values in lists.items() for value in values)]
        status, said, version = self.page.evaluate(POST, [f"/n/{self.nid}/entries", pairs])
        assert status == 200, said
        return seq_of(version)

    def button(self, name: str, within: str = "main") -> Locator:
        """The button whose spoken name begins so."""
        return self.page.locator(within).get_by_role("button", name=re.compile(f"^{re.escape(name)}"))

    def taker(self, name: str) -> Locator:
        """The button that says who took the trick."""
        return self.button(name, "#r-record")

    def enters(self, *cards: str) -> None:
        """Lays the cards of the next trick on the pad, one tap each; the trick judges itself."""
        self.page.get_by_role("link", name="Enter the cards").tap()
        for number, card in enumerate(cards, 1):
            self.page.locator(f"[name=card][value='{card}']").tap()
            self.page.locator("#pad [name=laid]").nth(number - 1).wait_for(state="attached")
        with self.page.expect_response(lambda answer: answer.url.endswith("/entries")) as sent:
            self.button("Record").tap()
        assert sent.value.status == 200, sent.value.text()
        self.page.wait_for_url(self.night)

    def calm(self) -> None:
        """Waits until nothing settles: until then no button records."""
        expect(self.page.locator(".settling")).to_have_count(0)

    def sends(self, button: Locator, status: int = 200) -> int:
        """Taps and waits for the answer and until it is painted; the seq the night stands at."""
        self.calm()
        with self.page.expect_response(lambda answer: answer.url.endswith("/entries")) as sent:
            button.tap()
        assert sent.value.status == status, sent.value.text()
        seq = seq_of(sent.value.headers["x-version"])
        self.shows(seq)
        return seq

    def shows(self, seq: int, within: int = TIMEOUT) -> None:
        """Waits until this phone shows the night as it was after that entry, or later."""
        until = monotonic() + within / 1000
        while (now := seq_of(self.page.get_attribute("body", "data-version"))) < seq:
            assert monotonic() < until, f"This phone still shows entry {now}, not {seq}."
            self.page.wait_for_timeout(20)

    def says(self, region: str, words: str | re.Pattern[str], within: int = TIMEOUT) -> None:
        """Waits until a region of the page holds these words."""
        expect(self.page.locator(region)).to_contain_text(words, timeout=within, use_inner_text=True)

    def is_silent(self, region: str) -> None:
        """Waits until a region of the page holds nothing."""
        expect(self.page.locator(region)).to_be_empty()

    def table(self) -> list[str]:
        """The words of the table that everybody sees."""
        found: list[str] = self.page.evaluate(READ, PUBLIC)
        return found

    def log(self) -> list[str]:
        """What the log says, the newest entry first, read beside the page that is open."""
        page = self.context.new_page()
        page.goto(f"{self.night}log")
        lines = page.locator("#r-log .says").all_inner_texts()
        page.close()
        return lines
