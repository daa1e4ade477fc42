"""Nights that are played for their pictures: those of the README, what is kept and printed, and how a night went."""

from __future__ import annotations

from collections.abc import Callable

from playwright.sync_api import Browser

from tests.recap_night import event, night_file, opened, six, ten

from .phone import Phone

LONG = ("Maximiliane Hohenzollern", "Bartholomew Featherstone", "Alexandrina Montgomery-B", "Wolfgang Amadeus Mozarti")
NAMES = (*LONG, "Jo", "Konstantin Papadopoulos", "Ann-Kathrin Schmidbauer", "Ole", "Llanfairpwllgwyngyll Io", "Zoë")
QUEENS = {"when.on": "card.played", "when.rank": "Q", "who": "left", "amount": 1}
RULES = (
    {"text": "Whoever says “drink” drinks.", "when.on": "called", "who": "player", "amount": 1},
    {"text": "When a player plays a queen, the player to her left drinks.", **QUEENS},
)
Look = Callable[[Phone, str], None]
Show = Callable[[Browser, str, Look], None]


def for_the_readme(chromium: Browser, url: str, look: Look) -> None:
    ann, bob = Phone(chromium, url), Phone(chromium, url)
    ann.open_night("Friday at the Harbor", "Ann")
    bob.join(ann.invitation(), "Bob")
    ann.add("Cal", "Dan")
    ann.start(4)
    ann.tricks("p3", "p2", "p2")
    ann.go()
    look(ann, "table")
    ann.shows(ann.tricks("p2", "p2", first=4))
    look(ann, "drink")
    ann.go("drinks")
    ann.sends(ann.page.locator("#r-mine .primary"))
    for rule in RULES:
        bob.tell("rule.made", **rule)
    ann.tell("rule.called", rule="r1", player="p3")
    ann.go("rules")
    look(ann, "rules")


def kept(chromium: Browser, url: str, look: Look) -> None:
    """The page of files after a short game of Yogi's Whist, and what is printed, as the printer gets it."""
    ann = Phone(chromium, url)
    ann.open_night("Friday at the Harbor", "Ann", unit="pencil")
    ann.go("files")
    look(ann, "files-empty")
    ann.add("Bob", "Cal", *NAMES[:2])
    for rule in RULES:
        ann.tell("rule.made", **rule)
    ann.tell("rule.amended", rule="r1", amount=2)
    ann.tell("rule.repealed", rule="r2")
    ann.start(5, "yogis-whist")
    ann.tell("deal.scored", deal=1, made="p1", revealed="p2")
    ann.tell("deal.scored", deal=2, made="p3", declared="p1")
    ann.tell("game.ended")
    for page in ("files", "files/rules", "files/fines/yogis-whist"):
        ann.go(page)
        look(ann, page.replace("/", "-"))
    ann.page.emulate_media(media="print")
    for page in ("files/rules", "files/fines/yogis-whist", "sheet/yak", "sheet/card-yacht"):
        ann.go(page)
        look(ann, f"paper-{page.replace('/', '-')}")
    ann.page.emulate_media(media="null")


def recaps(chromium: Browser, url: str, look: Look) -> None:
    """How a night went: at six with three games, at ten with the longest names, and with little to tell."""
    alone = list(opened("Alone", ["Ann"]))
    for night, pages in (
        (six(), {"recap": "recap", "recap/1": "recap-1", "recap/2": "recap-2", "recap/3": "recap-3"}),
        (ten(NAMES), {"recap": "recap-ten"}),
        (alone, {"recap": "recap-empty"}),
        ([*alone, event("game.started", game="yak", players=["p1"])], {"recap/1": "recap-begun"}),
    ):
        ann = Phone(chromium, url)
        ann.bring(night_file(night))
        for page, name in pages.items():
            ann.go(page)
            look(ann, name)
