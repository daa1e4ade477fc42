"""An evening in real browsers: the app on this machine, a phone for everybody, and taps like a thumb's."""

from __future__ import annotations

import os
import shutil
import socket
import subprocess
import sys
import tempfile
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from time import monotonic, sleep

from playwright.sync_api import Browser, Page, sync_playwright

ROOT = Path(__file__).parents[2]
CHROMIUM = os.environ.get("CHROMIUM") or shutil.which("chromium")
PATIENCE = 20.0


@contextmanager
def served() -> Iterator[str]:
    """The app with an empty data folder; gives its address, and ends it afterwards."""
    with tempfile.TemporaryDirectory() as data:
        port = free_port()
        words = ["serve", "--host", "127.0.0.1", "--port", str(port), "--data", data]
        server = subprocess.Popen([sys.executable, "-m", "companion", *words], cwd=ROOT, stdout=subprocess.DEVNULL)
        try:
            wait_for(f"http://127.0.0.1:{port}/")
            yield f"http://127.0.0.1:{port}"
        finally:
            server.terminate()
            server.wait(10)


def free_port() -> int:
    with socket.socket() as one:
        one.bind(("127.0.0.1", 0))
        return int(one.getsockname()[1])


def wait_for(url: str) -> None:
    until = monotonic() + PATIENCE
    while True:
        try:
            urllib.request.urlopen(url, timeout=1).close()
            return
        except OSError:
            if monotonic() > until:
                raise
            sleep(0.05)


@contextmanager
def browser() -> Iterator[Browser]:
    """Chromium: the system's where there is one, else Playwright's own."""
    with sync_playwright() as playwright:
        chromium = playwright.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox"])
        try:
            yield chromium
        finally:
            chromium.close()


class Phone:
    """One phone at the table: its page, and what went wrong on it."""

    def __init__(self, chromium: Browser, home: str, script: bool = True, scheme: str = "dark") -> None:
        self.home, self.night, self.faults = home, "", list[str]()
        size = {"width": 390, "height": 844}
        self.context = chromium.new_context(
            viewport=size, color_scheme=scheme, java_script_enabled=script, has_touch=True, reduced_motion="reduce"
        )
        self.context.set_default_timeout(8000)
        self.page: Page = self.context.new_page()
        self.page.on("console", self._heard)
        self.page.on("pageerror", lambda error: self.faults.append(f"{self.page.url}: {error}"))

    def _heard(self, message) -> None:  # type: ignore[no-untyped-def]
        refused = "the server responded with a status of 4" in message.text
        if message.type in ("error", "warning") and not refused:
            self.faults.append(f"{self.page.url}: {message.text}")

    def open_night(self, night: str, name: str, unit: str = "drink") -> None:
        self.page.goto(self.home)
        self.page.fill("#night", night)
        self.page.fill("#name", name)
        self.page.select_option("#unit", unit)
        self.page.click("text=Open the night")
        self._seated()

    def join(self, link: str, name: str) -> None:
        self.page.goto(link)
        self.page.fill("#name", name)
        self.page.click("text=Sit down")
        self._seated()

    def _seated(self) -> None:
        self.page.wait_for_url("**/n/*/")
        self.night = self.page.url

    def invitation(self) -> str:
        """The link that is in the QR code."""
        self.go("share")
        return str(self.page.get_attribute("[data-share]", "data-share"))

    def go(self, page: str = "") -> Page:
        self.page.goto(self.night + page)
        return self.page

    def tell(self, kind: str, **fields: object) -> None:
        """Sends an event as the page's own forms do, for what the picture is not about."""
        answer = self.context.request.post(
            self.night + "entries", form={"type": kind, **fields}, headers={"Origin": self.home, "HX-Request": "true"}
        )
        assert answer.ok, answer.text()

    def add(self, *names: str) -> None:
        for name in names:
            self.tell("player.joined", name=name)

    def tap(self, selector: str) -> None:
        """A tap once nothing settles any more."""
        self.page.locator(".settling").wait_for(state="detached")
        self.page.click(selector)

    def take(self, name: str) -> None:
        """Records that somebody took the trick, and waits until the next is asked for."""
        form = self.page.locator("#r-record form[data-slot]")
        slot = form.get_attribute("id")
        self.tap(f"#r-record .choice:has-text('{name}')")
        self.page.locator(f"#{slot}").wait_for(state="detached")

    def nobody_took(self) -> None:
        self.take("Nobody")

    def settle(self) -> None:
        """Whatever this phone owes is drunk, without a picture."""
        self.go("drinks")
        if self.page.locator("#r-mine .primary").count():
            self.page.click("#r-mine .primary")
            self.page.locator("#r-mine *").first.wait_for(state="detached")
        self.go()

    def start(self, game: str = "five-card-yak") -> None:
        self.go(f"start/{game}")
        self.page.select_option("#dealer", index=1)
        self.page.click("main button.primary")
        self.page.wait_for_selector("#r-record form[data-slot]")
