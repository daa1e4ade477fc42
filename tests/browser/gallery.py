"""Pictures of every page and state at three widths, from the real app: `python -m tests.browser.gallery OUT`.

Those in docs/pictures are `table-390.png`, `drink-390.png` and `rules-390.png` of a run.
"""

from __future__ import annotations

import sys
from pathlib import Path

from .evening import Phone, browser, served
from .rule_scenes import drinks, house_rules
from .scenes import SHOWS

SIZES = ((320, 640), (390, 844), (1280, 800))


class Wall:
    """Where the pictures hang; `look` takes one of the page as it stands at every width."""

    def __init__(self, out: Path) -> None:
        self.out = out
        out.mkdir(parents=True, exist_ok=True)

    def look(self, phone: Phone, name: str) -> None:
        phone.page.locator(".settling").first.wait_for(state="detached")
        for width, height in SIZES:
            phone.page.set_viewport_size({"width": width, "height": height})
            phone.page.wait_for_timeout(60)
            phone.page.screenshot(path=self.out / f"{name}-{width}.png")
        phone.page.set_viewport_size({"width": 390, "height": 844})


def main(out: Path) -> None:
    with served() as url, browser() as chromium:
        for show in (*SHOWS, house_rules, drinks):
            show(chromium, url, Wall(out).look)


if __name__ == "__main__":
    main(Path(sys.argv[1]))
