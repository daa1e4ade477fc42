"""Pictures of how a night went: at six with three games, at ten with the longest names, and with little to tell."""

from __future__ import annotations

from playwright.sync_api import Browser

from tests.recap_night import at_night, event, opened, six, ten

from .evening import Phone
from .scenes import NAMES, Look


def recaps(chromium: Browser, url: str, look: Look) -> None:
    ann = at_night(Phone(chromium, url), *six())
    for page in ("recap", "recap/1", "recap/2", "recap/3"):
        ann.go(page)
        look(ann, page.replace("/", "-"))
    many = at_night(Phone(chromium, url), *ten(NAMES))
    many.go("recap")
    look(many, "recap-ten")
    alone = at_night(Phone(chromium, url), *opened("Alone", ["Ann"]))
    alone.go("recap")
    look(alone, "recap-empty")
    begun = at_night(Phone(chromium, url), *opened("Alone", ["Ann"]), event("game.started", game="yak", players=["p1"]))
    begun.go("recap/1")
    look(begun, "recap-begun")
