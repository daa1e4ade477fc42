"""Checks every page and state with the Nu HTML checker: `python -m tests.browser.valid VNU.JAR`.

The jar comes from npm (`npm install vnu-jar`, then node_modules/vnu-jar/build/dist/vnu.jar) and needs Java 17.
Prints every error with the page it is on, and how many pages were checked; exit 1 if there is any.
"""

import json
import re
import subprocess
import sys
import tempfile
from functools import partial
from itertools import chain
from pathlib import Path
from typing import Any

from playwright.sync_api import Response

from tests.browser.gallery import all_pages
from tests.browser.phone import Phone
from tests.browser.screen_pages import big_screens
from tests.browser.server import browser, served

CHECK = ("--format", "json", "--exit-zero-always", "--stdout")


class Served(Phone):
    """A phone that keeps the newest document it was sent, also in answer to a form."""

    def __init__(self, *args: Any, **more: Any) -> None:
        super().__init__(*args, **more)
        self.document: Response | None = None
        self.page.on("response", self._got)

    def _got(self, answer: Response) -> None:
        if answer.request.is_navigation_request() and "html" in answer.headers.get("content-type", ""):
            self.document = answer

    def html(self) -> str:
        """The open page, fetched again in its newest state; the answer to a form as it came."""
        assert self.document is not None
        asked = self.document.request
        again = self.context.request.get(self.page.url) if asked.method == "GET" else None
        return again.text() if again and "html" in again.headers["content-type"] else self.document.text()


def collect(out: Path) -> int:
    """Writes the HTML of every page and state into a folder, and returns how many there are."""
    number = 0
    with served() as url, browser() as chromium:
        make = partial(Served, chromium)
        for number, (name, one) in enumerate(chain(all_pages(make, url), big_screens(make, url)), 1):
            file = f"{number:03} {re.sub(r'[^a-z0-9]+', ' ', name.lower()).strip()}.html"
            assert isinstance(one, Served)
            (out / file).write_text(one.html())
    return number


def errors(jar: Path, pages: Path) -> list[str]:
    """The errors that the checker finds in the pages: one line each, and once for all pages that share it."""
    command = ["java", "-jar", jar, *CHECK, pages]
    report = subprocess.run(command, capture_output=True, text=True, check=True).stdout
    found: dict[str, list[str]] = {}
    for message in json.loads(report)["messages"]:
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
