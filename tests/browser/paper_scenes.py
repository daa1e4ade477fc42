"""What is kept of an evening, for its pictures: the page of files, and what is printed, as it comes on paper."""

from __future__ import annotations

from playwright.sync_api import Browser

from .phone import Phone
from .scenes import NAMES, RULES, Look, make


def kept(chromium: Browser, url: str, look: Look) -> None:
    ann = Phone(chromium, url)
    ann.open_night("Friday at the Harbor", "Ann", unit="pencil")
    ann.go("files")
    look(ann, "files-empty")
    ann.add("Bob", "Cal", *NAMES[:2])
    for rule in RULES:
        make(ann, rule)
    ann.tell("rule.amended", rule="r1", amount=2)
    ann.tell("rule.repealed", rule="r2")
    played(ann)
    for page in ("files", "files/rules", "files/fines/yogis-whist"):
        ann.go(page)
        look(ann, page.replace("/", "-"))
    printed(ann, look)


def played(ann: Phone) -> None:
    """A short game of Yogi's Whist, in which Bob reveals and Ann declares."""
    ann.start(5, "yogis-whist")
    ann.tell("deal.scored", deal=1, made="p1", revealed="p2")
    ann.tell("deal.scored", deal=2, made="p3", declared="p1")
    ann.tell("game.ended")


def printed(ann: Phone, look: Look) -> None:
    """The pages meant for paper, as the printer gets them."""
    ann.page.emulate_media(media="print")
    for page in ("files/rules", "files/fines/yogis-whist", "sheet/yak", "sheet/card-yacht"):
        ann.go(page)
        look(ann, f"paper-{page.replace('/', '-')}")
    ann.page.emulate_media(media="null")
