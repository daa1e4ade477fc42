"""The film of the README: `python -m tests.browser.film [OUT]`, by default docs/pictures/trick.webp.

Three phones beside each other, a few moments of a deal of Five-Card Yak, and under them what happens. A ring is where
somebody taps.
"""

import sys
from collections.abc import Iterator
from io import BytesIO
from pathlib import Path
from typing import NamedTuple

from PIL import Image, ImageDraw, ImageFont
from playwright.sync_api import Locator

from .phone import Phone
from .server import browser, served

OUT = Path(__file__).parents[2] / "docs" / "pictures" / "trick.webp"
WIDTH, HEIGHT, GAP, CAPTION = 320, 640, 14, 56
NIGHT, PAPER, GOLD = "#0d0b08", "#f5ecd9", "#f2b24a"
SECONDS = 2.6


class Moment(NamedTuple):
    """What is said under the phones, the phone that is tapped, and where; None where nobody taps."""

    says: str
    phone: Phone | None = None
    tapped: Locator | None = None


def story(ann: Phone, bob: Phone, cal: Phone) -> Iterator[Moment]:
    ann.start(3)
    ann.tricks("p3", "p1")
    drunk(ann)
    for phone in (ann, bob, cal):
        phone.goes_live()
    yield Moment("Trick 3 of a deal of Five-Card Yak. Bob takes it: Ann taps his name.", ann, ann.taker("Bob"))
    seq = ann.sends(ann.taker("Bob"))
    for phone in (bob, cal):
        phone.shows(seq)
    yield Moment("Every phone knows at once who drinks how much, and why.")
    done = bob.page.locator("#r-mine .primary").first
    yield Moment("Bob drinks, and taps Done.", bob, done)
    bob.sends(done)
    cal.go("rules/new")
    cal.page.locator("#text").fill("When a player takes the last trick, everyone else drinks two")
    cal.button("Check my rule").tap()
    cal.says("#card", "The app watches")
    yield Moment("Cal types a house rule, and reads what the companion makes of it.", cal)
    with cal.page.expect_navigation(url="**/rules"):
        cal.button("Make this rule", "#card").tap()
    cal.goes_live()
    ann.tricks("p2", first=4)
    seq = drunk(ann)
    for phone in (ann, bob, cal):
        phone.shows(seq)
    yield Moment("The last trick of the deal. Cal takes it.", ann, ann.taker("Cal"))
    seq = ann.sends(ann.taker("Cal"))
    for phone in (bob, cal):
        phone.shows(seq)
    yield Moment("The house rule fires by itself.")


def drunk(ann: Phone) -> int:
    """Everybody drinks what they owe; returns the entry after that."""
    owed = {"p1": 2, "p2": 0, "p3": 1} if len(ann.log()) < 10 else {"p2": 1}
    return [ann.enter("drink.taken", player=player, amount=amount) for player, amount in owed.items() if amount][-1]


def picture(moment: Moment, phones: dict[str, Phone]) -> Image.Image:
    """The phones beside each other, with their owners above and the words below."""
    large, small = (ImageFont.load_default(size) for size in (22, 16))
    top = 34
    sheet = Image.new("RGB", (3 * WIDTH + 4 * GAP, top + HEIGHT + CAPTION), NIGHT)
    draw = ImageDraw.Draw(sheet)
    for place, (name, phone) in enumerate(phones.items()):
        left = GAP + place * (WIDTH + GAP)
        phone.calm()
        shown = Image.open(BytesIO(phone.page.screenshot(animations="disabled"))).convert("RGB")
        sheet.paste(shown, (left, top))
        draw.rounded_rectangle((left - 1, top - 1, left + WIDTH, top + HEIGHT), radius=4, outline="#3a3226", width=2)
        draw.text((left + 4, 8), f"{name}’s phone", fill=PAPER, font=small)
        if moment.phone is phone and moment.tapped is not None:
            box = moment.tapped.bounding_box()
            assert box is not None
            x, y = left + box["x"] + box["width"] / 2, top + box["y"] + box["height"] / 2
            for radius in (24, 25, 26, 27):
                draw.ellipse((x - radius, y - radius, x + radius, y + radius), outline=PAPER)
    width = draw.textlength(moment.says, font=large)
    draw.text(((sheet.width - width) / 2, top + HEIGHT + 14), moment.says, fill=GOLD, font=large)
    return sheet


def main() -> None:
    out = Path(sys.argv[1]) if sys.argv[1:] else OUT
    with served() as url, browser() as chromium:
        ann, bob, cal = (Phone(chromium, url) for _ in range(3))
        ann.open_night("Friday at the Harbor", "Ann")
        link = ann.invitation()
        bob.join(link, "Bob")
        cal.join(link, "Cal")
        phones = {"Ann": ann, "Bob": bob, "Cal": cal}
        for phone in phones.values():
            phone.page.set_viewport_size({"width": WIDTH, "height": HEIGHT})
        frames = [picture(moment, phones) for moment in story(ann, bob, cal)]
    frames[0].save(
        out, save_all=True, append_images=frames[1:], duration=int(SECONDS * 1000), loop=0, quality=72, method=6
    )


if __name__ == "__main__":
    main()
