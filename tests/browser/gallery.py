"""Screenshots of every page and state: `python -m tests.browser.gallery OUT [SIZE …] [--light] [--readme]`.

A size is `320`, `390`, `768`, `1280` or `side` (a phone on its side); without any, all of them. `--light` takes them in
the light scheme. `--readme` takes only those of docs/pictures: `table-390.png` and `drink-390.png`.
"""

import argparse
import re
from functools import partial
from itertools import chain
from pathlib import Path

from .game_pages import OTHERS, game_pages
from .pages import GUESTS, Make, Shown, evening_pages, kept_pages, recap_pages
from .phone import SIZE, Phone
from .screen_pages import big_screens
from .server import browser, served

SIZES = {"320": (320, 640), "390": (390, 844), "768": (768, 1024), "1280": (1280, 800), "side": (844, 390)}
BIG_SIZES = {"1920": (1920, 1080), "720": (1280, 720), "390": (390, 844)}
PEOPLE = ("Ann", GUESTS[0], "Cal", GUESTS[3])


def all_pages(make: Make, home: str) -> Shown:
    """Every page and state of a phone."""
    games = (game_pages(game, make, home, PEOPLE) for game in OTHERS)
    return chain(evening_pages(make, home), *games, kept_pages(make, home), recap_pages(make, home))


def readme_pages(make: Make, home: str) -> Shown:
    ann, bob = make(home), make(home)
    ann.open_night("Friday at the Harbor", "Ann")
    bob.join(ann.invitation(), "Bob")
    ann.add("Cal", "Dan")
    ann.start(4)
    ann.tricks("p3", "p2", "p2")
    ann.go()
    yield "table", ann
    ann.shows(ann.tricks("p2", "p2", first=4))
    yield "drink", ann


def photograph(shown: Shown, out: Path, sizes: dict[str, tuple[int, int]], scheme: str) -> None:
    """Saves a picture of every state at every size."""
    suffix = "" if scheme == "dark" else f"-{scheme}"
    for name, phone in shown:
        phone.page.locator(".settling").first.wait_for(state="detached")
        phone.page.emulate_media(color_scheme=scheme, reduced_motion="reduce")
        file = re.sub(r"\W+", "-", name.lower()).strip("-")
        for size, (width, height) in sizes.items():
            phone.page.set_viewport_size({"width": width, "height": height})
            phone.page.wait_for_timeout(60)
            phone.page.screenshot(path=out / f"{file}-{size}{suffix}.png")
        phone.page.set_viewport_size(SIZE)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("out", type=Path)
    parser.add_argument("sizes", nargs="*", choices=[*SIZES, []], metavar="SIZE")
    parser.add_argument("--light", action="store_true")
    parser.add_argument("--readme", action="store_true")
    words = parser.parse_args()
    words.out.mkdir(parents=True, exist_ok=True)
    sizes, scheme = {name: SIZES[name] for name in words.sizes or SIZES}, "light" if words.light else "dark"
    with served() as url, browser() as chromium:
        make = partial(Phone, chromium)
        photograph((readme_pages if words.readme else all_pages)(make, url), words.out, sizes, scheme)
        if not words.readme:
            photograph(big_screens(make, url), words.out, BIG_SIZES, "dark")


if __name__ == "__main__":
    main()
