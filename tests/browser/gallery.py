"""Pictures of every page and state: `python -m tests.browser.gallery OUT [SIZE …] [--light] [--readme]`.

A size is `320`, `390`, `768`, `1280` or `side` (a phone on its side); without any, all of them. `--light` takes them in
the light scheme. `--readme` takes only those of docs/pictures: `table-390.png`, `drink-390.png` and `rules-390.png`.
"""

from __future__ import annotations

import argparse
import re
from itertools import chain
from pathlib import Path
from typing import Any

from playwright.sync_api import Browser

from .game_pages import games
from .pages import stroll
from .phone import Phone
from .scenes import NAMES, Look, Show, for_the_readme, kept, recaps
from .screen_scenes import big_screen
from .server import browser, served

SIZES = {"320": (320, 640), "390": (390, 844), "768": (768, 1024), "1280": (1280, 800), "side": (844, 390)}
WALLS = {"1920": (1920, 1080), "720": (1280, 720), "390": (390, 844)}  # of the big screen
PHONE = {"width": 390, "height": 844}
PEOPLE = ("Ann", NAMES[0], "Cal", NAMES[3])


class Wall:
    """Where the pictures hang; `look` takes one of the page as it stands at every size."""

    def __init__(self, out: Path, sizes: tuple[str, ...] = tuple(SIZES), scheme: str = "dark") -> None:
        self.out, self.sizes, self.scheme = out, sizes, scheme
        out.mkdir(parents=True, exist_ok=True)

    def look(self, phone: Phone, name: str) -> None:
        phone.page.locator(".settling").first.wait_for(state="detached")
        phone.page.emulate_media(color_scheme=self.scheme, reduced_motion="reduce")
        suffix = "" if self.scheme == "dark" else f"-{self.scheme}"
        for size in self.sizes:
            width, height = (SIZES | WALLS)[size]
            phone.page.set_viewport_size({"width": width, "height": height})
            phone.page.wait_for_timeout(60)
            phone.page.screenshot(path=self.out / f"{name}-{size}{suffix}.png")
        phone.page.set_viewport_size(PHONE)


def every_page(chromium: Browser, url: str, look: Look) -> None:
    """Every page and state of an evening at a full table, and the screens of every game."""

    def make(home: str, **more: Any) -> Phone:
        return Phone(chromium, home, **more)

    for name, one in chain(stroll(make, url), games(make, url, PEOPLE)):
        look(one, re.sub(r"\W+", "-", name.lower()).strip("-"))


SHOWN: tuple[Show, ...] = (for_the_readme, every_page, kept, recaps, big_screen)


def main() -> None:
    asked = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    asked.add_argument("out", type=Path)
    asked.add_argument("sizes", nargs="*", choices=[*SIZES, []], metavar="SIZE")
    asked.add_argument("--light", action="store_true")
    asked.add_argument("--readme", action="store_true")
    told = asked.parse_args()
    wall = Wall(told.out, tuple(told.sizes) or tuple(SIZES), "light" if told.light else "dark")
    with served() as url, browser() as chromium:
        for show in (for_the_readme,) if told.readme else SHOWN:
            show(chromium, url, wall.look)
        if not told.readme:
            big_screen(chromium, url, Wall(told.out, tuple(WALLS)).look)


if __name__ == "__main__":
    main()
