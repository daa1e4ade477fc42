"""The pictures of the manifest, from static/icon.svg and the real table: `python -m tests.browser.icons`."""

from __future__ import annotations

import re

from playwright.sync_api import Browser

from .phone import Phone
from .server import ROOT, browser, served

OUT = ROOT / "static" / "icons"
ICON = (ROOT / "static" / "icon.svg").read_text()
DARK = "#15120d"
SIZES = {"table-narrow": {"width": 390, "height": 844}, "table-wide": {"width": 1280, "height": 800}}


def bled(edge: int) -> str:
    """The icon on a ground that goes to the very edge, for phones that cut it into a shape of their own."""
    box = f"{-edge} {-edge} {64 + 2 * edge} {64 + 2 * edge}"
    ground = f'<rect x="{-edge}" y="{-edge}" width="{64 + 2 * edge}" height="{64 + 2 * edge}" fill="{DARK}"/>'
    return re.sub(r"<rect [^>]*/>", ground, ICON, count=1).replace("0 0 64 64", box)


DRAWINGS = {
    "icon-192": (ICON, 192),
    "icon-512": (ICON, 512),
    "maskable-512": (bled(8), 512),
    "apple-touch-180": (bled(3), 180),
}


def draw(chromium: Browser) -> None:
    for name, (drawing, size) in DRAWINGS.items():
        page = chromium.new_page(viewport={"width": size, "height": size})
        page.set_content(f'<body style="margin:0">{drawing.replace("<svg", f"<svg width={size} height={size}", 1)}')
        page.screenshot(path=OUT / f"{name}.png", omit_background=True)
        page.close()


def show(chromium: Browser, home: str) -> None:
    """The table in the middle of a deal, upright as on a phone and wide as on a screen for all."""
    ann = Phone(chromium, home)
    ann.open_night("Friday at the Harbor", "Ann")
    ann.add("Bob", "Cal", "Dot", "Eve")
    ann.start(5)
    ann.tricks("p2", "p4")
    for name, size in SIZES.items():
        ann.page.set_viewport_size(size)
        ann.page.screenshot(path=OUT / f"{name}.jpg", type="jpeg", quality=70)
    ann.close()


if __name__ == "__main__":
    OUT.mkdir(exist_ok=True)
    with served() as home, browser() as chromium:
        draw(chromium)
        show(chromium, home)
