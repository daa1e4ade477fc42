"""Pictures of house rules (made, read back, called, contested, voted on) and of drinks (owed, settled)."""

from __future__ import annotations

from playwright.sync_api import Browser

from .phone import Phone
from .scenes import Look

JACKS = "When a player plays a jack, the player to his left drinks twice."


def three(chromium: Browser, url: str) -> tuple[Phone, Phone, Phone]:
    ann, bob, cal = (Phone(chromium, url) for _ in range(3))
    ann.open_night("Friday at the Harbor", "Ann", unit="pencil")
    link = ann.invitation()
    bob.join(link, "Bob")
    cal.join(link, "Cal")
    ann.add("Maximiliane Hohenzollern")
    return ann, bob, cal


def house_rules(chromium: Browser, url: str, look: Look) -> None:
    ann, bob, cal = three(chromium, url)
    ann.start(4)
    typed(ann, look)
    for text in (JACKS, "Whoever scores zero hands out three.", "If nobody takes the trick, everyone drinks."):
        ann.tell("rule.made", text=text, read="yes")
    ann.tell("rule.made", text="Whoever points at somebody drinks.", **{"when.on": "called"})
    ann.tell("rule.amended", rule="r4", text="Whoever points at somebody drinks two.", amount=2)
    ann.tricks("p2")
    ann.go()
    look(ann, "table-call-on-trick")
    cal.tell("rule.called", rule="r4", player="p2")
    bob.page.wait_for_selector("#r-own-call form")
    look(bob, "called")
    bob.sends(bob.button("That is not so"))
    ann.page.wait_for_selector("#r-own-call form")
    look(ann, "contested")
    bob.go("rules")
    look(bob, "rule-book")
    bob.tell("rule.objected", rule="r1", player="p2")
    cal.page.wait_for_selector("#r-own-vote form")
    look(cal, "vote")
    for page in ("rules/bring", "rules/keep", "rules/r1"):
        ann.go(page)
        look(ann, page.replace("/", "-"))


def typed(ann: Phone, look: Look) -> None:
    """A rule as one types it: understood, and not."""
    ann.go("rules")
    for name, text in (("understood", JACKS), ("not-understood", "Whoever touches their phone drinks, unless asked")):
        ann.page.fill("#text", "")
        ann.page.locator("#text").press_sequentially(text)
        ann.page.wait_for_selector("#reading p")
        ann.page.wait_for_timeout(600)
        look(ann, f"rule-{name}")
    ann.page.click("#tapping > summary")
    look(ann, "rule-chips")


def drinks(chromium: Browser, url: str, look: Look) -> None:
    ann, bob, _ = three(chromium, url)
    ann.go("start/five-card-yak")
    ann.page.wait_for_selector(".outlook, #outlook")
    ann.page.wait_for_timeout(1500)
    look(ann, "start-look-ahead")
    ann.start(4)
    ann.tricks("p2", "p3", "p2")
    for page in ("drinks", "wishes", "settle", "proposals"):
        bob.go(page)
        look(bob, page)
    ann.go("fines")
    look(ann, "fines")
    ann.tell("game.ended")
    ann.go("unit")
    look(ann, "unit")
    ann.tell("night.closed")
    ann.go()
    look(ann, "table-closed")
