"""A phone in Chromium that notices everything that goes wrong on it.

What a test is not about is sent to the server over HTTP; a phone opens its browser only when its page is needed.
"""

from __future__ import annotations

import re
import ssl
import time
from collections.abc import Callable
from contextlib import closing, suppress
from functools import cached_property
from html import unescape
from http.client import HTTPConnection, HTTPMessage, HTTPSConnection
from typing import Any, NamedTuple
from urllib.parse import urlencode, urlsplit

from playwright.sync_api import Browser, BrowserContext, ConsoleMessage, Dialog, Error, Locator, Page, Request, expect

from companion.domain import replay
from companion.domain.games import GAMES

# Console messages of the browser about refusals and lost connections that a test expects.
OWN_LINE = re.compile(
    r"Failed to load resource: the server responded with a status of (409|422|429)"
    r"|Failed to load resource: net::ERR_(CONNECTION_\w+|EMPTY_RESPONSE|SOCKET_NOT_CONNECTED|INTERNET_DISCONNECTED"
    r"|INCOMPLETE_CHUNKED_ENCODING)"
)
LOG_VIOLATIONS = """addEventListener('securitypolicyviolation',
    (event) => console.error('against the policy:', event.violatedDirective, event.blockedURI, event.sample))"""
OVERHEAR = """{
    const own = window.fetch;
    window.fetch = async (...asked) => {
        const answer = await own(...asked);
        if (!String(asked[0]).includes('/live')) return answer;
        const reader = answer.clone().body.pipeThrough(new TextDecoderStream()).getReader();
        const pass = ({ done, value }) => { if (!done) { overheard(value); reader.read().then(pass, () => {}); } };
        reader.read().then(pass, () => {});
        return answer;
    };
}"""
PUBLIC = ("r-status", "r-players", "r-rights", "r-last", "r-record")
READ = """(ids) => ids.map((id) => document.getElementById(id).textContent.replace(/\\s+/g, ' ').trim())"""
KEPT = """(key) => new Promise((done) => {
    indexedDB.open('companion', 1).onsuccess = ({target}) => {
        const asked = target.result.transaction('nights').objectStore('nights').get(key);
        asked.onsuccess = () => { target.result.close(); done(asked.result || null); };
    };
})"""
SIZE = {"width": 390, "height": 844}
TIMEOUT = 60_000  # ms to wait for anything on a very busy machine
FORM = {"Content-Type": "application/x-www-form-urlencoded"}
expect.set_options(timeout=TIMEOUT)


class Answer(NamedTuple):
    status: int
    text: str
    headers: HTTPMessage


def seq_of(version: str | None) -> int:
    return int((version or "0").partition(".")[0])


def wait_until(holds: Callable[[], object]) -> None:
    for _ in range(TIMEOUT // 100):
        if holds():
            return
        time.sleep(0.1)
    raise AssertionError("It did not come to hold.")


class Phone:
    """One phone at the table; `faults` must be empty when the test is over. `first` runs before a page's scripts."""

    def __init__(
        self, chromium: Browser, home: str, script: bool = True, like: Phone | None = None, first: str = "", **more: Any
    ) -> None:
        self.home, self.night, self.faults, self.expected = home, "", list[str](), list[str]()
        self._chromium, self._page, self._first = chromium, None, first
        self._cookies: dict[str, str] = dict(like.cookies) if like else {}
        usual = {"viewport": SIZE, "has_touch": True, "reduced_motion": "reduce", "color_scheme": "dark"}
        self._settings: dict[str, Any] = {"java_script_enabled": script, **usual, **more}

    # ---- its browser

    @cached_property
    def context(self) -> BrowserContext:
        context = self._chromium.new_context(**self._settings)
        context.set_default_timeout(TIMEOUT)
        context.add_init_script(f"{LOG_VIOLATIONS};{self._first}")
        context.on("console", self._logged)
        context.on("weberror", lambda raised: self.faults.append(f"{self.page.url}: {raised.error}"))
        context.on("request", self._asked)
        context.on("dialog", self._dialog)
        for name, value in self._cookies.items():
            self._give(context, name, value)
        return context

    @property
    def page(self) -> Page:
        """The page that is open; at first that of its night."""
        if self._page is None:
            self._tab()
            if self.night:
                self.go()
        return self._tab()

    def _tab(self) -> Page:
        if self._page is None:
            self._page = self.context.new_page()
        return self._page

    def go(self, page: str = "") -> Page:
        self._tab().goto(self.night + page)
        return self._tab()

    def goes_live(self) -> None:
        """Opens the night and waits until its stream of updates is open."""
        self.go()
        self.says("#live-badge", "live")

    def open_again(self) -> None:
        """The night in a new tab, after the old one was closed."""
        self._page = None
        self.go()

    @property
    def is_open(self) -> bool:
        return self._page is not None and not self._page.is_closed()

    def close(self) -> None:
        if "context" in vars(self):
            for page in self.context.pages:  # Chromium sometimes never closes a page that has just come by a redirect
                with suppress(Error):
                    page.goto("about:blank")
            self.context.close()

    def _logged(self, message: ConsoleMessage) -> None:
        own = OWN_LINE.match(message.text) or any(words in message.text for words in self.expected)
        if message.type in ("error", "warning") and not own:
            self.faults.append(f"{self.page.url}: {message.text}")

    def _asked(self, request: Request) -> None:
        if not request.url.startswith((f"{self.home}/", "data:")):
            self.faults.append(f"{self.page.url} asked another host: {request.url}")

    def _dialog(self, dialog: Dialog) -> None:
        self.faults.append(f"{self.page.url}: a dialog says {dialog.message}")
        dialog.dismiss()

    def overhear(self) -> list[str]:
        """Returns a list to which all data on the streams of pages opened from now on is added."""
        heard: list[str] = []
        self.context.expose_function("overheard", lambda words: heard.append(words))
        self.context.add_init_script(OVERHEAR)
        return heard

    def kept(self, what: str) -> Any:
        """What this phone has stored of its night: `file` or `table`."""
        return self.page.evaluate(KEPT, f"{self.nid} {what}")

    # ---- over HTTP

    @property
    def cookies(self) -> dict[str, str]:
        if "context" in vars(self):
            self._cookies = {one["name"]: one["value"] for one in self.context.cookies(self.home)}
        return self._cookies

    def _give(self, context: BrowserContext, name: str, value: str) -> None:
        context.add_cookies([{"name": name, "value": value, "url": self.home, "httpOnly": True, "sameSite": "Lax"}])

    def asks(self, path: str, body: str | bytes | None = None, **headers: str) -> Answer:
        """A request outside the page with this phone's cookies; a POST if there is a body."""
        address = urlsplit(self.home)
        cookies = "; ".join(f"{name}={value}" for name, value in self.cookies.items())
        known_as = {"Host": address.netloc, "Origin": self.home, "Cookie": cookies}
        with closing(self._line(address.port)) as line:
            line.request("GET" if body is None else "POST", path, body, {**known_as, **headers})
            got = line.getresponse()
            answer = Answer(got.status, got.read().decode(), got.headers)
        for cookie in got.headers.get_all("Set-Cookie", []):
            name, _, value = cookie.partition(";")[0].partition("=")
            self._cookies[name] = value
            if "context" in vars(self):
                self._give(self.context, name, value)
        return answer

    def _line(self, port: int | None) -> HTTPConnection:
        if self.home.startswith("https"):
            trusting = ssl._create_unverified_context()
            return HTTPSConnection("127.0.0.1", port, timeout=TIMEOUT / 1000, context=trusting)
        return HTTPConnection("127.0.0.1", port, timeout=TIMEOUT / 1000)

    def open_night(self, night: str, name: str, unit: str = "drink") -> None:
        self._sits(self.asks("/nights", urlencode({"night": night, "name": name, "unit": unit}), **FORM))

    def join(self, link: str, name: str) -> None:
        self._sits(self.asks(urlsplit(link).path, urlencode({"name": name}), **FORM))

    def open_file(self, file: bytes, seat: str = "p1") -> None:
        """Opens a night from its file, and takes a seat."""
        head = b'--cut\r\nContent-Disposition: form-data; name="file"; filename="night.json"\r\n\r\n'
        more = {"Content-Type": "multipart/form-data; boundary=cut"}
        opened = self.asks("/nights/file", head + file + b"\r\n--cut--\r\n", **more)
        self._sits(self.asks(opened.headers["Location"], urlencode({"seat": seat}), **FORM))

    def _sits(self, answer: Answer) -> None:
        assert answer.status == 303, answer.text
        self.night = f"{self.home}/n/{urlsplit(answer.headers['Location']).path.split('/')[2]}/"

    def sits_where(self, other: Phone) -> None:
        """Puts this phone at the same night and seat as the other."""
        self.night = other.night.replace(other.home, self.home)

    def invitation(self) -> str:
        """The link that is in the QR code."""
        return self._found("share", r'data-share="([^"]+/j/[^"]+)"')

    def screen_link(self) -> str:
        """The link of the big screen."""
        return self._found("screen", r'data-share="([^"]+/w/[^"]+)"')

    def _found(self, page: str, pattern: str) -> str:
        found = re.search(pattern, self.asks(f"/n/{self.nid}/{page}").text)
        assert found
        return found[1]

    @property
    def nid(self) -> str:
        return self.night.rstrip("/").rpartition("/")[2]

    def posts(self, kind: str, **fields: object) -> Answer:
        """What the server answers to an event that is sent as the page's own forms send it."""
        pairs = [("type", kind)]
        for name, value in fields.items():
            pairs += [(name, str(one)) for one in (value if isinstance(value, tuple) else (value,))]
        script = {"HX-Request": "true", "X-Version": "-"}
        if kind == "entry.changed":
            pairs = [(name.removeprefix("event."), one) for name, one in pairs if name != "type"]
            pairs = [("corrects" if name == "entry" else name, one) for name, one in pairs]
        answer = self.asks(f"/n/{self.nid}/entries", urlencode(pairs), **FORM, **script)
        if kind in ("entry.undone", "entry.changed") and "Do it?" in answer.text:
            yes = [("again", one) for one in re.findall(r'name="again" value="(\w+)"', answer.text)]
            return self.asks(f"/n/{self.nid}/entries", urlencode(pairs + yes), **FORM, **script)
        return answer

    def enter(self, kind: str, **fields: object) -> int:
        """Enters an event that the test is not about; returns the seq after it."""
        answer = self.posts(kind, **fields)
        assert answer.status == 200, answer.text
        return seq_of(answer.headers["X-Version"])

    def add(self, *names: str) -> None:
        for name in names:
            self.enter("player.joined", name=name)

    def start(self, players: int = 3, game: str = "five-card-yak", **options: str) -> int:
        """This many players begin a game; Ann deals. Anybody may make rules in it, unless `open_rules` is empty."""
        options = {"open_rules": "yes", **options}
        dealer = {"dealer": "p1"} if GAMES[game].first else {}
        seats = tuple(f"p{number}" for number in range(1, players + 1))
        return self.enter("game.started", game=game, players=seats, **dealer, **options)

    def tricks(self, *winners: str, deal: int = 1, first: int = 1) -> int:
        """Enters who took these tricks of a deal; returns the seq after them."""
        return [
            self.enter("trick.taken", deal=deal, trick=trick, winner=winner)
            for trick, winner in enumerate(winners, first)
        ][-1]

    def log(self) -> list[str]:
        """The sentences of the log, the newest first."""
        lines = re.findall(r'<a data-sheet href="[^"]*/log/\d+">(.*?)</a>', self.asks(f"/n/{self.nid}/log").text, re.S)
        return [unescape(line).strip() for line in lines]

    def tricks_told(self) -> list[str]:
        """Those of them that say who took a trick."""
        return [line for line in self.log() if re.match(r"\w+ took trick", line)]

    def replayed(self) -> Any:
        """The result of replaying the exported file."""
        return replay.result(replay.replayed(self.asks(f"/n/{self.nid}/night.json").text.encode()))

    # ---- with a thumb

    def button(self, name: str, within: str = "main") -> Locator:
        """The button whose accessible name begins with `name`."""
        return self.page.locator(within).get_by_role("button", name=re.compile(f"^{re.escape(name)}"))

    def taker(self, name: str) -> Locator:
        """The button that says who took the trick."""
        return self.button(name, "#r-record")

    def enters_cards(self, *cards: str) -> None:
        """Lays the cards of the next trick on the pad, one tap each; the trick judges itself."""
        self.page.get_by_role("link", name="Enter cards").tap()
        self.lays(*cards)
        with self.page.expect_response(lambda answer: answer.url.endswith("/entries")) as sent:
            self.button("Record").tap()
        assert sent.value.status == 200, sent.value.text()
        self.page.wait_for_url(self.night)

    def lays(self, *cards: str | int) -> None:
        """Taps these keys of the pad that is open; each lies there at once."""
        self.calm()
        for card in cards:
            self.page.locator(f".keypad .key[value='{card}']").tap()

    def catching(self, rule: str, name: str) -> Locator:
        """Opens the sheet of Caught!; its button for this rule and player."""
        self.calm()  # links that have just come up under the thumb take no tap either
        self.page.locator(".thumb").get_by_role("link", name="Caught!").tap()
        self.page.locator("#page-sheet[open]:not(.settling)").wait_for()
        return self.page.locator("#page-sheet form", has_text=rule).get_by_role("button", name=name)

    def next_deal(self) -> None:
        """Reads how the deal went, and goes on; a fine that covers it is put off."""
        if self.page.locator("#r-mine.full:not(.later)").count():
            self.button("Later", "#r-mine").tap()
        while self.page.locator(".dealt[open]").count():  # for a moment after it came up it takes no tap
            self.page.locator(".dealt > summary").tap()
            self.page.wait_for_timeout(100)
        self.calm()

    def wrong(self) -> Locator:
        """Opens the sheet of the last entry."""
        self.page.locator("#r-last").get_by_role("link", name="Wrong?").tap()
        return self.sheet()

    def sheet(self) -> Locator:
        """The sheet that opens, once it takes taps."""
        self.page.locator("#page-sheet[open]:not(.settling)").wait_for()
        return self.page.locator("#page-sheet")

    def calm(self) -> None:
        """Waits until all buttons work again: for a moment after a new trick they do not record."""
        self.page.wait_for_function("() => !document.querySelector('.settling')")  # looks more often than `expect`

    def sends(self, button: Locator, status: int = 200) -> int:
        """Taps, and waits for the answer and until it is shown; returns the newest entry's number."""
        self.calm()
        with self.page.expect_response(lambda answer: answer.url.endswith("/entries")) as sent:
            button.tap()
        assert sent.value.status == status, sent.value.text()
        seq = seq_of(sent.value.headers["x-version"])
        self.shows(seq)
        return seq

    # ---- what it shows

    def shows(self, seq: int) -> None:
        """Waits until this phone shows the night as it was after that entry, or later."""
        self.page.wait_for_function("(seq) => parseInt(document.body?.dataset.version) >= seq", arg=seq)

    def says(self, region: str, words: str | re.Pattern[str]) -> None:
        """Waits until a region of the page holds these words."""
        expect(self.page.locator(region)).to_contain_text(words, use_inner_text=True)

    def is_silent(self, region: str) -> None:
        """Waits until a region of the page holds nothing."""
        expect(self.page.locator(region)).to_be_empty()

    def table(self) -> list[str]:
        """The words of the table that everybody sees."""
        found: list[str] = self.page.evaluate(READ, PUBLIC)
        return found
