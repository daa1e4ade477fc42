"""Nights that are played for their pictures: every page and state, in few taps."""

from __future__ import annotations

from collections.abc import Callable

from playwright.sync_api import Browser

from .phone import Phone

LONG = ("Maximiliane Hohenzollern", "Bartholomew Featherstone", "Alexandrina Montgomery-B", "Wolfgang Amadeus Mozarti")
NAMES = (*LONG, "Jo", "Konstantin Papadopoulos", "Ann-Kathrin Schmidbauer", "Ole", "Llanfairpwllgwyngyll Io", "Zoë")
RULES = (
    {"text": "Whoever says “drink” drinks.", "when.on": "called", "who": "player", "amount": 1},
    {
        "text": "When a player plays a queen, the player to her left drinks.",
        "when.on": "card.played",
        "when.rank": "Q",
        "who": "left",
        "amount": 1,
    },
)
Look = Callable[[Phone, str], None]
Show = Callable[[Browser, str, Look], None]


def settle(phone: Phone) -> None:
    """Whatever this phone owes is drunk, without a picture."""
    phone.go("drinks")
    if phone.page.locator("#r-mine .primary").count():
        phone.sends(phone.page.locator("#r-mine .primary"))
    phone.go()


def make(phone: Phone, rule: dict[str, object]) -> None:
    phone.tell("rule.made", **rule)


def home_and_join(chromium: Browser, url: str, look: Look) -> None:
    ann, guest = Phone(chromium, url), Phone(chromium, url)
    ann.page.goto(url)
    look(ann, "home-empty")
    ann.page.fill("#code", "ABCD-EFGH")
    ann.page.click("button:text-is('Join')")
    look(ann, "home-wrong-code")
    ann.page.goto(url)
    ann.page.fill("#night", "Friday")
    ann.page.fill("#name", "a name that is far longer than it may")
    ann.page.click("text=Open the night")
    look(ann, "home-error")
    ann.open_night("Friday at the Harbor", "Ann")
    look(ann, "table-alone")
    link = ann.invitation()
    look(ann, "share")
    ann.add("Bob", "Cal")
    guest.page.goto(link)
    look(guest, "join")
    guest.page.fill("#name", "Ann")
    guest.page.click("text=Sit down")
    look(guest, "join-error")
    ann.page.goto(url)
    look(ann, "home-nights")
    ann.go("rules")
    look(ann, "rules-empty")
    ann.page.goto(ann.night.replace("/n/", "/n/nowhere"))
    look(ann, "error")


def three_phones(chromium: Browser, url: str, look: Look) -> None:
    ann, bob, cal = (Phone(chromium, url) for _ in range(3))
    ann.open_night("Friday at the Harbor", "Ann")
    link = ann.invitation()
    bob.join(link, "Bob")
    cal.join(link, "Cal")
    ann.go()
    look(ann, "table-before")
    ann.go("start/five-card-yak")
    look(ann, "start")
    ann.start(3)
    ann.go()
    look(ann, "table-first-deal")
    a_deal(ann, bob, cal, look)
    ann.go("deal")
    look(ann, "deal")
    corrections(ann, look)
    the_end(ann, bob, look)


def a_deal(ann: Phone, bob: Phone, cal: Phone, look: Look) -> None:
    ann.tricks("p2", "")
    ann.go()
    look(ann, "table-deal")
    look(bob, "drink")
    bob.page.click("[data-later]")
    look(bob, "drink-later")
    bob.page.evaluate("document.querySelector('#r-record [name=trick]').value = 1")
    bob.taker("Cal").tap()
    bob.page.wait_for_selector("#r-answer .conflict")
    look(bob, "table-conflict")
    cal.page.evaluate("document.querySelector('#r-record [name=trick]').value = 5")
    cal.taker("Cal").tap()
    cal.page.wait_for_selector("#r-answer .refused")
    look(cal, "table-refusal")
    cards(ann, look)
    ann.tricks("p2", first=3)
    settle(bob)
    ann.tricks("p2", "p2", first=4)
    ann.go()
    ann.page.wait_for_selector("#r-rights .chip")
    look(cal, "drink-many")
    settle(ann)
    look(ann, "table-right-other")
    look(ann, "table-between")
    look(bob, "table-right-mine")
    rules(ann, bob, look)


def cards(ann: Phone, look: Look) -> None:
    ann.go("pad")
    look(ann, "pad-empty")
    ann.lays("QH")
    look(ann, "pad-half")
    ann.lays("QS", "7D")
    look(ann, "pad-full")


def rules(ann: Phone, bob: Phone, look: Look) -> None:
    bob.go("rules")
    look(bob, "rules-right")
    make(bob, RULES[0])
    ann.go("rules")
    ann.page.fill("#text", "Ann drinks.")
    ann.page.click("text=Make the rule")
    ann.page.wait_for_selector("#r-answer > *")
    look(ann, "rules-error")
    ann.go("rules/r1")
    look(ann, "amend")


def corrections(ann: Phone, look: Look) -> None:
    ann.tell("rule.called", rule="r1", player="p3")
    ann.tell("fine.given", player="p2", amount=2, reason="spilled over the scoresheet of everybody")
    settle(ann)
    ann.go("log")
    ann.page.locator(".log li a").first.click()
    look(ann, "entry-fine")
    ann.tell("entry.undone", entry=ann.page.url.rpartition("/")[2])
    ann.go("log")
    ann.page.locator(".log li:has-text('trick 1') a").first.click()
    look(ann, "entry-trick")
    ann.page.click(".choice:has-text('Cal')")
    ann.page.wait_for_selector("#r-log")
    ann.page.wait_for_selector("#r-answer > *")
    look(ann, "log-changed")
    ann.go("log")
    look(ann, "log")
    ann.go()
    look(ann, "table-changed")


def the_end(ann: Phone, bob: Phone, look: Look) -> None:
    ann.go("drinks")
    look(ann, "drinks-master")
    bob.go("drinks")
    look(bob, "drinks")
    ann.go("seats")
    look(ann, "seats")
    ann.page.click("#office > summary")
    ann.page.click("#desk-p2 > summary")
    ann.page.locator("#desk-p2").scroll_into_view_if_needed()
    look(ann, "seats-desk")
    bob.go("seats")
    bob.page.click("text=Move me to another phone")
    look(bob, "ticket")
    bob.page.goto(bob.page.inner_text(".address"))
    look(bob, "moving")
    ann.tell("game.ended")
    ann.go()
    look(ann, "table-after")
    ann.tell("night.closed")
    look(ann, "table-closed")


def ten_at_the_table(chromium: Browser, url: str, look: Look) -> None:
    ann, bob = Phone(chromium, url), Phone(chromium, url)
    ann.open_night("The fortieth birthday of Maximiliane", NAMES[0], unit="waffer")
    bob.join(ann.invitation(), NAMES[1])
    ann.add(*NAMES[2:])
    ann.go("start/five-card-yak")
    look(ann, "start-ten")
    ann.start(10)
    ann.tricks("p2", "p5", "p2", "p2")
    settle(ann)
    look(ann, "table-ten")
    look(bob, "table-ten-right")
    make(bob, RULES[0])
    ann.go("rules")
    ann.page.click("#caught-r1 > summary")
    look(ann, "rules-ten-caught")
    for page in ("drinks", "log", "seats", "pad", "deal"):
        ann.go(page)
        look(ann, f"{page}-ten")


def without_script(chromium: Browser, url: str, look: Look) -> None:
    plain = Phone(chromium, url, script=False)
    plain.open_night("By hand", "Ann")
    plain.add("Bob")
    plain.start(2)
    plain.tricks("p1")
    plain.go()
    look(plain, "noscript-table")
    plain.go("pad")
    look(plain, "noscript-pad")


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
    settle(ann)
    for rule in RULES:
        make(bob, rule)
    ann.tell("rule.called", rule="r1", player="p3")
    ann.go("rules")
    look(ann, "rules")


SHOWS: tuple[Show, ...] = (home_and_join, three_phones, ten_at_the_table, without_script, for_the_readme)
