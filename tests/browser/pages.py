"""Every page and state of an evening at a full table, for the tests that look at all of them."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from tests.browser.phone import Phone

LONG = ("Maximi", "Barth ", "Alexan", "Wolfga", "Konsta", "Ann-Ka", "Llanfa", "Hohenz", "Feathe", "Montgo")
NAMES = tuple(f"{start}{'W' * 18}" for start in LONG)  # 24 letters, the widest there are, and nowhere to break
PAGES = (
    "drinks",
    "wishes",
    "rules",
    "rules/r1",
    "rules/bring",
    "rules/keep",
    "log",
    "log/2",
    "log/14",
    "recap",
    "recap/1",
    "files",
    "files/rules",
    "files/fines/yogis-whist",
    "seats",
    "share",
    "start",
    "deal",
    "pad",
    "fines",
    "proposals",
    "settle",
    "unit",
)
TOO_WIDE = "document.scrollingElement.scrollWidth - document.documentElement.clientWidth"
OPEN_DRAWERS = "for (const drawer of document.querySelectorAll('details')) drawer.open = true"


def stroll(make: Callable[..., Phone], home: str) -> Iterator[tuple[str, Phone]]:
    """Brings one phone after the other to a page; each is to be looked at before the next is asked for."""
    ann, bob, guest = (make(home) for _ in range(3))
    for name, one in _stroll(ann, bob, guest):
        one.page.evaluate(OPEN_DRAWERS)
        yield name, one


def _stroll(ann: Phone, bob: Phone, guest: Phone) -> Iterator[tuple[str, Phone]]:
    yield from _coming_in(ann, bob, guest)
    three_tricks(ann, bob)
    yield "table with drinks", ann
    ann.page.locator("[data-later]").tap()
    yield "table with drinks for later", ann
    yield "table with a right", bob
    for page in PAGES:
        ann.go(page)
        yield page, ann
    yield from _moving(bob, guest)
    yield from _going(ann)


def _coming_in(ann: Phone, bob: Phone, guest: Phone) -> Iterator[tuple[str, Phone]]:
    guest.page.goto(guest.home)
    yield "home", guest
    ann.open_night("The fortieth birthday of Maximiliane", NAMES[0])
    yield "table alone", ann
    link = ann.invitation()
    bob.join(link, NAMES[1])
    guest.page.goto(link)
    guest.page.fill("[name=name]", NAMES[0])
    guest.button("Sit down").tap()
    guest.says("main", "is called")
    yield "join, refused", guest
    ann.go()
    ann.add(*NAMES[2:])
    ann.tell("rule.made", text="Whoever says drink drinks, and whoever laughs about it drinks as well.", amount=2)


def three_tricks(ann: Phone, bob: Phone) -> None:
    """At ten the third trick already turns the penalty round: nine drink, and one has a right."""
    ann.start(10)
    seq = ann.tricks("p2", "p2", "p2")
    for one in (ann, bob):
        one.go()
        one.shows(seq)
    ann.says("#r-mine", "drink 4")
    bob.page.locator("[data-later]").tap()


def _moving(bob: Phone, guest: Phone) -> Iterator[tuple[str, Phone]]:
    bob.go("seats")
    bob.button("Move me to another phone").tap()
    ticket = bob.page.locator(".address").inner_text()
    yield "ticket", bob
    guest.page.goto(ticket)
    yield "moving", guest
    guest.expected.append("status of 404")
    guest.page.goto(f"{guest.home}/nowhere")
    yield "nothing here", guest


def _going(ann: Phone) -> Iterator[tuple[str, Phone]]:
    ann.tell("game.ended")
    ann.go()
    yield "table after the game", ann
    ann.tell("night.closed")
    ann.go()
    yield "table of a closed night", ann
