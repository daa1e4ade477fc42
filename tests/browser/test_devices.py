"""Whose phone is it: removed, moved, come back, put in a pocket."""

from contextlib import closing
from http.client import HTTPConnection
from urllib.parse import urlsplit

HIDE = """(hidden) => {
    Object.defineProperty(document, 'hidden', {configurable: true, get: () => hidden});
    Object.defineProperty(document, 'visibilityState', {configurable: true, get: () => hidden ? 'hidden' : 'visible'});
    document.dispatchEvent(new Event('visibilitychange'));
}"""


def test_a_removed_phone_is_out_within_5_seconds(three):
    ann, bob, cal = three
    bob.expected.append("status of 403")
    invitation = cal.invitation()
    ann.go("seats")
    for drawer in ("#office", "#desk-p2"):
        ann.page.locator(f"{drawer} > summary").tap()
    ann.button("Remove Bob", "#desk-p2").tap()

    bob.says("main", "This phone is not at that table", within=5_000)
    ann.says("#r-seats", "no phone")
    cal.go()
    cal.taker("Bob").wait_for()  # the seat stays
    bob.expected.append("status of 404")
    bob.page.goto(invitation)
    bob.says("main", "This invitation is no longer good")


def test_a_player_moves_to_another_phone_by_a_ticket_that_works_once(house, phone, three):
    ann, bob, _ = three
    new, third = phone(house.home), phone(house.home)
    bob.expected.append("status of 403")
    bob.go("seats")
    bob.button("Move me to another phone").tap()
    ticket = bob.page.locator(".address").inner_text()
    new.page.goto(ticket)
    new.button("Play on here").tap()
    new.page.wait_for_url(bob.night)
    new.night = bob.night
    ann.sends(ann.taker("Bob"))
    new.says("#r-mine", "Bob")
    bob.go()
    bob.says("main", "This phone is not at that table")

    third.expected.append("status of 404")
    third.page.goto(ticket)
    third.button("Play on here").tap()
    third.page.get_by_role("link", name="To the start page").wait_for()


def lost_once(one, address):
    """The first answer to a post there gets lost on its way, with its cookie."""

    def lose(route):
        asked = route.request
        if asked.method != "POST":
            return route.continue_()
        with closing(HTTPConnection("127.0.0.1", urlsplit(asked.url).port)) as line:
            line.request("POST", urlsplit(asked.url).path, asked.post_data, asked.headers)
            with line.getresponse() as answer:
                assert answer.status == 303
        route.abort("aborted")
        return one.page.unroute(address)

    one.page.route(address, lose)


def test_an_answer_lost_while_sitting_down_or_moving_locks_nobody_out(house, phone, three):
    _, bob, cal = three
    dot, new = phone(house.home), phone(house.home)
    dot.page.goto(cal.invitation())
    lost_once(dot, "**/j/*")
    dot.page.get_by_label("Your name").fill("Dot")
    dot.button("Sit down").tap()
    dot.button("Sit down").tap()
    dot.page.wait_for_url(bob.night)

    bob.expected.append("status of 403")
    bob.go("seats")
    bob.button("Move me to another phone").tap()
    new.page.goto(bob.page.locator(".address").inner_text())
    lost_once(new, "**/m/*")
    new.button("Play on here").tap()
    new.button("Play on here").tap()
    new.page.wait_for_url(bob.night)

    cal.go()
    cal.sends(cal.taker("Bob"))
    new.says("#r-mine", "Bob")
    dot.says("#r-players", "Bob")


def test_a_phone_that_comes_back_is_still_its_player(house, phone, three):
    ann, bob, _ = three
    kept = bob.context.storage_state()
    bob.context.close()
    ann.sends(ann.taker("Bob"))
    back = phone(house.home, state=kept)
    back.page.goto(house.home)
    back.page.get_by_role("link", name="Friday as").tap()

    back.says("#r-mine", "Bob")
    assert back.table() == ann.table()


def test_a_phone_taken_out_of_a_pocket_catches_up(three):
    ann, bob, _ = three
    ann.page.evaluate(HIDE, True)
    for name in ("Bob", "Cal", "Bob"):
        bob.sends(bob.taker(name))
    assert "Trick" not in ann.page.locator("#r-last").inner_text()
    ann.page.evaluate(HIDE, False)

    ann.says("#r-last", "Bob took trick 3", within=2_000)
    assert ann.table() == bob.table()
