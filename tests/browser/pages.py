"""The pages of an evening in every state, as pairs of a name and a phone that shows it, for tests of all pages."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING

from tests.recap_night import event, night_file, opened, six, ten

if TYPE_CHECKING:
    from tests.browser.phone import Phone

LONG = ("Maximi", "Barth ", "Alexan", "Wolfga", "Konsta", "Ann-Ka", "Llanfa", "Hohenz", "Feathe", "Montgo")
NAMES = tuple(f"{start}{'W' * 18}" for start in LONG)  # 24 letters, the widest there are, and nowhere to break
GUESTS = (
    "Maximiliane Hohenzollern", "Bartholomew Featherstone", "Alexandrina Montgomery-B", "Wolfgang Amadeus Mozarti",
    "Jo", "Konstantin Papadopoulos", "Ann-Kathrin Schmidbauer", "Ole", "Llanfairpwllgwyngyll Io", "Zoë",
)  # fmt: skip
QUEENS = {"when.on": "card.played", "when.rank": "Q", "who": "left", "amount": 1}
RULES = (
    {"text": "Whoever says “drink” drinks.", "when.on": "called", "who": "player", "amount": 1},
    {"text": "When a player plays a queen, the player to her left drinks.", **QUEENS},
)
PAGES = (
    "drinks", "preferences", "rules", "rules/r1", "ready-made", "log", "log/2", "log/14", "recap",
    "recap/1", "files", "files/rules", "files/fines/yogis-whist", "seats", "share", "screen", "start", "deal", "pad",
    "settle", "unit", "with/p2", "caught", "rules/new", "rules/new?text=Whoever+sneezes",
)  # fmt: skip
TOO_WIDE = "document.scrollingElement.scrollWidth - document.documentElement.clientWidth"
OPEN_DRAWERS = "for (const drawer of document.querySelectorAll('details')) drawer.open = true"
Make = Callable[..., "Phone"]
Shown = Iterator[tuple[str, "Phone"]]


def evening_pages(make: Make, home: str) -> Shown:
    """An evening of ten long names. A state lasts until the next one is asked for."""
    ann, bob, guest = (make(home) for _ in range(3))
    for name, one in _evening(ann, bob, guest):
        one.page.evaluate(OPEN_DRAWERS)
        yield name, one


def _evening(ann: Phone, bob: Phone, guest: Phone) -> Shown:
    yield from _coming_in(ann, bob, guest)
    three_tricks(ann, bob)
    yield "table with drinks", ann
    ann.page.locator("button[data-later]").tap()
    yield "table with drinks for later", ann
    yield "table with a right", bob
    for page in PAGES:
        ann.go(page)
        yield page, ann
    yield from _moving(bob, guest)
    yield from _going(ann)


def _coming_in(ann: Phone, bob: Phone, guest: Phone) -> Shown:
    guest.page.goto(guest.home)
    yield "home", guest
    ann.open_night("The fortieth birthday of Maximiliane", NAMES[0])
    yield "table alone", ann
    link = ann.invitation()
    bob.join(link, NAMES[1])
    guest.page.goto(link)
    guest.page.fill("[name=name]", NAMES[0])
    guest.button("Sit down").tap()
    guest.says("main", "is here already")
    yield "join, refused", guest
    ann.go()
    ann.add(*NAMES[2:])
    ann.enter("rule.made", text="Whoever says drink drinks, and whoever laughs about it drinks as well.", amount=2)


def three_tricks(ann: Phone, bob: Phone) -> None:
    """At ten the third trick already turns the penalty round: nine drink, and one has a right."""
    ann.start(10)
    seq = ann.tricks("p2", "p2", "p2")
    for one in (ann, bob):
        one.go()
        one.shows(seq)
    ann.says("#r-mine", "take 4")
    bob.page.locator("button[data-later]").tap()


def _moving(bob: Phone, guest: Phone) -> Shown:
    bob.go("seats")
    bob.button("Move me to another phone").tap()
    ticket = bob.page.locator(".address").inner_text()
    yield "ticket", bob
    guest.page.goto(ticket)
    yield "moving", guest
    guest.expected.append("status of 404")
    guest.page.goto(f"{guest.home}/nowhere")
    yield "nothing here", guest


def _going(ann: Phone) -> Shown:
    ann.enter("game.ended")
    ann.go()
    yield "table after the game", ann
    ann.enter("night.closed")
    ann.go()
    yield "table of a closed night", ann


def kept_pages(make: Make, home: str) -> Shown:
    """The page of files before and after a short game of Yogi's Whist, and what is printed, in print style."""
    ann = make(home)
    ann.open_night("Friday at the Harbor", "Ann", unit="pencil")
    ann.go("files")
    yield "files-empty", ann
    ann.add("Bob", "Cal", *GUESTS[:2])
    for rule in RULES:
        ann.enter("rule.made", **rule)
    ann.enter("rule.amended", rule="r1", amount=2)
    ann.enter("rule.repealed", rule="r2")
    ann.start(5, "yogis-whist")
    ann.enter("deal.scored", deal=1, made="p1", revealed="p2")
    ann.enter("deal.scored", deal=2, made="p3", declared="p1")
    ann.enter("game.ended")
    for page in ("files", "files/rules", "files/fines/yogis-whist"):
        ann.go(page)
        yield page, ann
    ann.page.emulate_media(media="print")
    for page in ("files/rules", "files/fines/yogis-whist", "sheet/yak", "sheet/card-yacht"):
        ann.go(page)
        yield f"printed {page}", ann


def recap_pages(make: Make, home: str) -> Shown:
    """The recap of six players and three games, of ten long names, and of nights with little in them."""
    alone = list(opened("Alone", ["Ann"]))
    for name, night, pages in (
        ("", six(), ("recap", "recap/1", "recap/2", "recap/3")),
        ("of ten", ten(GUESTS), ("recap",)),
        ("of nothing", alone, ("recap",)),
        ("just begun", [*alone, event("game.started", game="yak", players=["p1"])], ("recap/1",)),
    ):
        ann = make(home)
        ann.open_file(night_file(night))
        for page in pages:
            ann.go(page)
            yield f"{page} {name}", ann
