"""Whose phone is it: removed, moved, come back."""

from urllib.parse import urlsplit

import pytest

from tests.browser.phone import FORM, wait_until

NOT_AT_TABLE = "This phone isn’t at that table"


@pytest.mark.thorough
def test_a_removed_phone_is_out_and_keeps_nothing_of_the_night_and_its_seat_stays(three):
    ann, bob, cal = three
    bob.expected += ["status of 403", "status of 404"]
    invitation = cal.invitation()
    bob.goes_live()
    wait_until(lambda: bob.kept("file"))
    ann.go("seats")
    ann.page.locator("#seat-p2").get_by_role("link", name="Bob").tap()
    sheet = ann.sheet()
    sheet.get_by_text("Name, phone, finesmaster").tap()
    sheet.get_by_role("button", name="Remove Bob’s phone").tap()

    bob.says("main", NOT_AT_TABLE)
    assert bob.kept("file") is None
    ann.says("#r-seats", "no phone")
    assert cal.tricks("p2") > 0
    bob.page.goto(invitation)
    bob.says("main", "This link no longer works")


def ticket_of(one):
    """The address on which somebody's next phone takes over the seat."""
    one.go("seats")
    one.button("Move me to another phone").tap()
    ticket = one.page.locator(".address").inner_text()
    one.page.goto("about:blank")  # or it would be loaded anew at the moment at which its seat is gone
    return ticket


def lost_once(one, address, double):
    """The first answer to a post there gets lost on its way, with its cookie; `double` is a phone that sends it."""

    def lose(route):
        if route.request.method != "POST":
            return route.continue_()
        assert double.asks(urlsplit(route.request.url).path, route.request.post_data, **FORM).status == 303
        route.abort("aborted")
        return one.page.unroute(address)

    one.page.route(address, lose)


@pytest.mark.thorough
def test_an_answer_lost_while_sitting_down_or_moving_locks_nobody_out(server, phone, three):
    _, bob, cal = three
    dot, new = phone(server.home), phone(server.home)
    bob.expected.append("status of 403")
    bob.goes_live()
    dot.page.goto(cal.invitation())
    lost_once(dot, "**/j/*", phone(server.home))
    dot.page.get_by_label("Your name").fill("Dot")
    dot.button("Sit down").tap()
    dot.button("Sit down").tap()
    dot.page.wait_for_url(bob.night)

    new.page.goto(ticket_of(bob))
    lost_once(new, "**/m/*", phone(server.home))
    new.button("Play on here").tap()
    new.button("Play on here").tap()
    new.page.wait_for_url(bob.night)

    cal.tricks("p2")
    new.says("#r-mine", "Bob")
    dot.says("#r-players", "Bob")
