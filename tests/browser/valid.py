"""The pages of an evening, as they are served, before the Nu HTML checker: `python -m tests.browser.valid VNU.JAR`.

The jar comes from npm (`npm install vnu-jar`, then node_modules/vnu-jar/build/dist/vnu.jar) and wants Java 17.
It prints every error with the page it is on, and how many pages were checked; exit 1 if there is any.
"""

from __future__ import annotations

import itertools
import json
import re
import subprocess
import sys
import tempfile
from itertools import chain
from pathlib import Path
from typing import Any

from playwright.sync_api import Response

from tests.browser.game_pages import games
from tests.browser.pages import stroll
from tests.browser.phone import Phone
from tests.browser.scenes import kept, recaps
from tests.browser.screen_scenes import big_screen
from tests.browser.server import browser, served

CHECK = ("--format", "json", "--exit-zero-always", "--stdout")


class Served(Phone):
    """A phone that keeps the newest document it was served, however it asked for it."""

    def __init__(self, *told: Any, **more: Any) -> None:
        super().__init__(*told, **more)
        self.document: Response | None = None
        self.page.on("response", self._got)

    def _got(self, answer: Response) -> None:
        if answer.request.is_navigation_request() and "html" in answer.headers.get("content-type", ""):
            self.document = answer

    def html(self) -> str:
        """The page that is open, asked for again in its newest state; an answer to a form as it came."""
        assert self.document is not None
        asked = self.document.request
        again = self.context.request.get(self.page.url) if asked.method == "GET" else None
        return again.text() if again and "html" in again.headers["content-type"] else self.document.text()


def collect(out: Path) -> int:
    """Writes the HTML of every page and state into a folder; how many there are."""
    numbers = itertools.count(1)

    def hang(name: str, html: str) -> None:
        (out / f"{next(numbers):03} {re.sub(r'[^a-z0-9]+', ' ', name.lower()).strip()}.html").write_text(html)

    def look(one: Any, name: str) -> None:
        hang(name, one.page.context.request.get(one.page.url).text())

    with served() as url, browser() as chromium:

        def make(home: str, **more: Any) -> Served:
            return Served(chromium, home, **more)

        for name, one in chain(stroll(make, url), games(make, url)):
            hang(name, one.html())
        for show in (kept, recaps, big_screen):
            show(chromium, url, look)
    return next(numbers) - 1


def errors(jar: Path, pages: Path) -> list[str]:
    """What the checker says against the pages: one line each, and once for all pages that share it."""
    said = subprocess.run(["java", "-jar", jar, *CHECK, pages], capture_output=True, text=True, check=True).stdout
    found: dict[str, list[str]] = {}
    for message in json.loads(said)["messages"]:
        if message["type"] == "error":
            extract = " ".join(message.get("extract", "").split())
            page = Path(message["url"].replace("%20", " ")).stem
            found.setdefault(f"{message['message']} In: {extract}", []).append(page)
    return [f"{words} On {', '.join(on)}" for words, on in found.items()]


def main(jar: Path) -> int:
    with tempfile.TemporaryDirectory() as pages:
        count = collect(Path(pages))
        found = errors(jar, Path(pages))
    print("\n".join([*found, f"{count} pages and states, {len(found)} errors"]))
    return 1 if found else 0


if __name__ == "__main__":
    if len(sys.argv) != 2:
        sys.exit(__doc__)
    sys.exit(main(Path(sys.argv[1])))
