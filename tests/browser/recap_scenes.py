"""Pictures of how a night went: at six with three games, at ten with the longest names, and with little to tell."""

from __future__ import annotations

from playwright.sync_api import Browser

from tests.recap_night import event, night_file, opened, six, ten

from .phone import Phone
from .scenes import NAMES, Look


def recaps(chromium: Browser, url: str, look: Look) -> None:
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
