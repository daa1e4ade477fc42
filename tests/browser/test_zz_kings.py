import re
from playwright.sync_api import expect
from tests.browser.conftest import night_of
from tests.browser.test_big_screen import watching

OUT = "/tmp/shots-kings/"

def shot(one, name, width=390, height=844):
    one.page.set_viewport_size({"width": width, "height": height})
    one.page.wait_for_timeout(300)
    one.page.screenshot(path=f"{OUT}{name}-{width}.png")

def test_look(server, phone):
    ann, bob, cal = night_of(server.home, phone, "Ann", "Bob", "Cal")
    ann.add("Dan")
    ann.go("start/kings")
    shot(ann, "start")
    ann.page.locator("#ranks > summary").tap()
    shot(ann, "start-ranks", height=2000)
    ann.enter("game.started", game="kings", players=("p1", "p2", "p3", "p4"), dealer="p1", open_rules="yes")
    screen = phone(server.home)
    watching(ann, screen)
    for one in (ann, bob, cal):
        one.go()
    shot(bob, "first-bob"); shot(bob, "first-bob", 320, 640); shot(ann, "first-ann")
    bob.sends(bob.button("8", "#r-own-turn"))
    shot(bob, "mate-bob"); shot(ann, "mate-ann"); shot(bob, "mate-bob", 320, 640)
    bob.sends(bob.button("Dan", "#r-own-game"))
    cal.sends(cal.button("Q", "#r-own-turn"))
    shot(cal, "queen-cal"); shot(ann, "queen-ann")
    ann.sends(ann.button("7", "#r-record"))
    shot(ann, "dan-ann")
    ann.enter("player.joined", name="Eve")
    ann.enter("card.drawn", draw=4, player="p1", card="KH")
    for one in (ann, bob, cal):
        one.go()
    shot(bob, "king-bob"); shot(ann, "king-ann"); shot(ann, "king-ann", 320, 640)
    shot(screen, "tv", 1920, 1080)
    bob.go("play/suit"); shot(bob, "suit"); bob.go("play/ranks"); shot(bob, "list")
    for n, (p, c) in enumerate([("p2", "K"), ("p3", "K"), ("p4", "3"), ("p1","A"), ("p2","K")], 5):
        ann.enter("card.drawn", draw=n, player=p, card=c)
    for one in (ann, bob): one.go()
    shot(ann, "end-ann"); shot(bob, "end-bob"); shot(screen, "tv-end", 1920, 1080)
