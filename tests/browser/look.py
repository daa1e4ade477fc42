"""How the main screens look, beside tests/browser/pictures: `python -m tests.browser.look [--renew]`.

Machines have different letters, so the screens are set in the one that Pillow brings; only signs it lacks are the
machine's, and all times are the same one. Then a screen is cut into squares of 30 pixels; the mean colour of each may
differ a little, and what has a place (regions, buttons, the thumb zone) must be at it, give or take half a line. So it
notices what is gone, moved, covered or of another colour, and nothing subtler: for that there is the gallery. After a
change that was meant, renew them, and look at the new ones.
"""

import base64
import io
import json
import sys
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path

from PIL import Image, ImageFont

from tests.browser.game_pages import begin, both_see
from tests.browser.phone import Phone
from tests.browser.server import browser, served

PICTURES = Path(__file__).parent / "pictures"
PLACES = PICTURES / "places.json"
SQUARES = (13, 28)  # of 30 pixels on a screen of 390 × 844
SIZE = (195, 422)  # of a kept picture: half as large is enough to see it
FAR, MOST = 28, 0.05  # how far a square's colour may be off (of 255), and how many squares may be further
NEAR = 13  # px that a place may be off
LETTERS = base64.b64encode(ImageFont.load_default(16).font_bytes).decode()
SET = """async (letters) => {
    const bytes = Uint8Array.from(atob(letters), (one) => one.charCodeAt(0));
    document.fonts.add(await new FontFace('look', bytes.buffer).load());
    const sheet = new CSSStyleSheet();
    sheet.replaceSync('* { font-family: look, sans-serif !important; }');
    document.adoptedStyleSheets = [sheet];
}"""
WHERE = """() => Object.fromEntries([...document.querySelectorAll(
    'h1, .tabs, .thumb, main .region:not(.visually-hidden), main form, .panel, main .choice, main .primary')]
    .filter((one) => one.checkVisibility() && one.offsetHeight && one.getBoundingClientRect().top < innerHeight)
    .map((one, number) => {
        const {x, y, right, bottom} = one.getBoundingClientRect();
        const name = one.id && !/-\\d/.test(one.id) ? one.id : `${one.localName}.${one.classList[0] || ''} ${number}`;
        return [name, [x, y, right, bottom].map(Math.round)];
    }))"""
Make = Callable[..., Phone]
Places = dict[str, list[int]]


def main_screens(make: Make, home: str) -> Iterator[tuple[str, Phone]]:
    """The screens that people see most, in one evening of Ann, Bob and Cal."""
    ann, bob = make(home), make(home)
    ann.page.goto(home)
    yield "home", ann
    ann.open_night("Friday at the Harbor", "Ann")
    ann.go("share")
    ann.page.locator(".qr svg").evaluate("(one) => { one.style.visibility = 'hidden'; }")  # every night has its own
    ann.page.locator(".typed .code").evaluate("(one) => { one.textContent = 'ABC-DEF'; }")
    yield "share", ann
    link = ann.invitation()
    bob.page.goto(link)
    yield "join", bob
    bob.join(link, "Bob")
    ann.add("Cal")
    ann.enter("rule.made", text="Whoever points at somebody drinks two.", amount=2, **{"when.on": "called"})
    yield from _five_card_yak(ann, bob)
    yield from _others(ann, bob)


def _five_card_yak(ann: Phone, bob: Phone) -> Iterator[tuple[str, Phone]]:
    ann.start(3)
    both_see(ann.tricks("p3", "p2"), ann, bob)
    yield "table", ann
    yield "drink", bob
    for page in ("rules", "drinks", "pad"):
        bob.go(page)
        yield page, bob
    for player, owed in (("p2", 2), ("p3", 1)):
        bob.enter("drink.taken", player=player, amount=owed)
    ann.enter("game.ended")


def _others(ann: Phone, bob: Phone) -> Iterator[tuple[str, Phone]]:
    for game in ("yogis-whist", "frak-you", "card-yacht", "yak"):
        begin(ann, bob, game, 3)
        yield game, bob
        ann.enter("game.ended")


def seen(one: Phone) -> tuple[Image.Image, Places]:
    """A screenshot, and the places of the elements on it."""
    one.calm()
    one.page.evaluate(SET, LETTERS)
    one.page.locator("time").evaluate_all("(all) => all.forEach((one) => { one.textContent = '11:58 PM'; })")
    one.page.evaluate("scrollTo(0, 0)")
    one.page.wait_for_timeout(150)
    shot = Image.open(io.BytesIO(one.page.screenshot())).convert("RGB")
    return shot, one.page.evaluate(WHERE)


def differences(name: str, shot: Image.Image, places: Places, kept: Image.Image, were: Places) -> list[str]:
    """The differences in words; empty if there are none."""
    now, then = (picture.resize(SQUARES, Image.Resampling.BOX).tobytes() for picture in (shot, kept.convert("RGB")))
    squares = [now[at : at + 3] for at in range(0, len(now), 3)]
    before = [then[at : at + 3] for at in range(0, len(then), 3)]
    off = sum(max(abs(a - b) for a, b in zip(*pair, strict=True)) > FAR for pair in zip(squares, before, strict=True))
    found = [f"{name}: {off} of {len(squares)} squares look different"] if off > MOST * len(squares) else []
    found += [f"{name}: {what} is gone" for what in were.keys() - places.keys()]
    found += [f"{name}: {what} is new" for what in places.keys() - were.keys()]
    for what in were.keys() & places.keys():
        if max(abs(a - b) for a, b in zip(were[what], places[what], strict=True)) > NEAR:
            found.append(f"{name}: {what} was at {were[what]} and is at {places[what]}")
    return sorted(found)


def compared(make: Make, home: str) -> list[str]:
    """How the main screens differ from the kept pictures."""
    were = json.loads(PLACES.read_text())
    found: list[str] = []
    for name, one in main_screens(make, home):
        with Image.open(PICTURES / f"{name}.png") as kept:
            found += differences(name, *seen(one), kept, were[name])
    return found


def renew(make: Make, home: str) -> None:
    """Keeps the main screens as they are now."""
    PICTURES.mkdir(exist_ok=True)
    places = {}
    for name, one in main_screens(make, home):
        shot, places[name] = seen(one)
        small = shot.resize(SIZE, Image.Resampling.LANCZOS).quantize(160, dither=Image.Dither.NONE)
        small.save(PICTURES / f"{name}.png", optimize=True)
    PLACES.write_text(json.dumps(places, indent=1) + "\n")


def main(again: bool) -> int:
    with served() as url, browser() as chromium:
        make = partial(Phone, chromium)
        found = renew(make, url) if again else compared(make, url)
    print("\n".join(found or ["All as in tests/browser/pictures."]))
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main("--renew" in sys.argv[1:]))
