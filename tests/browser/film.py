"""A film of a trick that reaches three phones: `python -m tests.browser.film OUT.webp` (or .png, .gif); needs Pillow.

Ann taps who took the trick; the pictures are what the three phones then showed, over a caption, for about 20 seconds.
"""

from __future__ import annotations

import io
import sys
from collections.abc import Iterator
from pathlib import Path

from PIL import Image, ImageDraw, ImageFont
from playwright.sync_api import Browser

from .phone import Phone
from .server import browser, served

HEIGHT = 640  # of a phone's screen in the film; a phone of 390 × 844 is shrunk to it
STRIP, GAP, EDGE = 64, 14, 14
GROUND, INK, SOFT, AMBER = "#0d0b08", "#f5ead6", "#bfae92", "#f3b350"
NAMES = ("Ann", "Bob", "Cal")
MOST = 1_500_000  # bytes that a README may ask of its readers
Frame = tuple[Image.Image, int]  # and how long it is shown, in ms


def screen(phone: Phone) -> Image.Image:
    shot = Image.open(io.BytesIO(phone.page.screenshot())).convert("RGB")
    return shot.resize((round(shot.width * HEIGHT / shot.height), HEIGHT), Image.Resampling.LANCZOS)


def font(size: int) -> ImageFont.FreeTypeFont | ImageFont.ImageFont:
    return ImageFont.load_default(size)


def frame(screens: list[Image.Image], caption: str, finger: tuple[int, float, float] | None = None) -> Image.Image:
    """Three screens side by side over a caption; `finger` is a phone, and where on its screen (0 to 1) it taps."""
    width = screens[0].width
    picture = Image.new("RGB", (EDGE * 2 + 3 * width + 2 * GAP, EDGE + 30 + HEIGHT + STRIP), GROUND)
    draw = ImageDraw.Draw(picture)
    for number, shot in enumerate(screens):
        left = EDGE + number * (width + GAP)
        picture.paste(shot, (left, EDGE + 30))
        draw.text((left + 4, EDGE), f"{NAMES[number]}’s phone", INK, font(18))
        if finger and finger[0] == number:
            x, y = left + finger[1] * width, EDGE + 30 + finger[2] * HEIGHT
            draw.ellipse((x - 26, y - 26, x + 26, y + 26), outline=AMBER, width=5)
    draw.text((picture.width / 2, picture.height - STRIP / 2), caption, INK, font(24), anchor="mm")
    return picture


def at(phone: Phone, selector: str) -> tuple[float, float]:
    """Where on the screen, from 0 to 1, the middle of something is."""
    box, size = phone.page.locator(selector).first.bounding_box(), phone.page.viewport_size
    assert box
    assert size
    return (box["x"] + box["width"] / 2) / size["width"], (box["y"] + box["height"] / 2) / size["height"]


def film(chromium: Browser, url: str) -> Iterator[Frame]:
    """The evening: two tricks have been taken, the third is being taken."""
    phones = ann, bob, cal = tuple(Phone(chromium, url) for _ in NAMES)
    ann.open_night("Friday at the Harbor", "Ann")
    link = ann.invitation()
    for phone, name in zip(phones[1:], NAMES[1:], strict=True):
        phone.join(link, name)
    ann.start(3)
    ann.tricks("p2", "p3")
    for player, owed in (("p2", 1), ("p3", 2)):
        ann.tell("drink.taken", player=player, amount=owed)
    for phone in phones:
        phone.goes_live()
        phone.calm()
    yield frame([screen(one) for one in phones], "Trick 3 of a deal of Five-Card Yak. Bob takes it."), 3600
    bobs = "#r-record .choice:has-text('Bob')"
    finger = (0, *at(ann, bobs))
    yield frame([screen(one) for one in phones], "Ann taps Bob …", finger), 1800
    ann.page.tap(bobs)
    yield from landing(phones, "… and every phone knows it: Bob drinks, and because of what")
    yield from settled(phones)


def landing(phones: tuple[Phone, ...], caption: str) -> Iterator[Frame]:
    """What the phones show as the trick lands: quickly at first, then to be read."""
    phones[1].page.wait_for_selector("#r-mine h2")
    for _ in range(2):
        yield frame([screen(one) for one in phones], caption), 350
    for phone in phones:
        phone.calm()
    yield frame([screen(one) for one in phones], caption), 6000


def settled(phones: tuple[Phone, ...]) -> Iterator[Frame]:
    _, bob, _ = phones
    done = "#r-mine .primary"
    yield frame([screen(one) for one in phones], "Bob drinks, and taps Done …", (1, *at(bob, done))), 2200
    bob.page.tap(done)
    bob.page.locator("#r-mine *").first.wait_for(state="detached")
    for phone in phones:
        phone.page.wait_for_timeout(300)
    yield frame([screen(one) for one in phones], "… and nobody has to remember anything. Trick 4."), 5600


def save(frames: list[Frame], out: Path) -> None:
    """One animated picture, of as few bytes as its kind allows."""
    pictures, times = [picture for picture, _ in frames], [ms for _, ms in frames]
    more = {"quality": 70, "method": 6} if out.suffix == ".webp" else {"optimize": True}
    if out.suffix != ".webp":
        pictures = [picture.quantize(128, dither=Image.Dither.NONE) for picture in pictures]
    pictures[0].save(out, save_all=True, append_images=pictures[1:], duration=times, loop=0, **more)


def main(out: Path) -> None:
    with served() as url, browser() as chromium:
        frames = list(film(chromium, url))
    save(frames, out)
    size = out.stat().st_size
    print(f"{out}: {len(frames)} pictures, {sum(ms for _, ms in frames) / 1000:.0f} s, {size} bytes")
    if size > MOST:
        sys.exit(f"More than {MOST} bytes are too many for a README.")


if __name__ == "__main__":
    main(Path(sys.argv[1]))
