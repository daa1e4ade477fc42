"""The evening: three phones and what a table does with them in two deals of Five-Card Yak."""

import re


def test_three_phones_play_two_deals_of_five_card_yak(server, phone):
    ann, bob, cal = phones = they_sit_down(server, phone)
    the_first_deal(ann, bob, cal)
    bob_uses_his_right(ann, bob, cal)
    cal.page.reload()
    eve = a_latecomer_sits_down(phone, server, ann)
    the_second_deal(ann, bob, cal, eve)
    all_show_the_same(*phones, eve)
    the_file_says_what_the_phones_say(eve)


def they_sit_down(server, phone):
    """Ann opens the night, Bob has the link, Cal types the code, and Dan has no phone."""
    ann, bob, cal = (phone(server.home) for _ in range(3))
    ann.page.goto(server.home)
    ann.page.locator("#more > summary").tap()
    ann.page.fill("#night", "Friday at the Harbor")
    sits(ann, "Ann", "Open a table")
    bob.page.goto(ann.page.get_attribute("[data-share]", "data-share"))
    sits(bob, "Bob", "Sit down")
    code = re.search(r"\b[A-Z]{3}-[A-Z]{3}\b", ann.page.locator("main").inner_text()).group()
    cal.page.goto(server.home)
    cal.page.get_by_label("code").fill(code.lower())
    cal.page.get_by_role("button", name="Join").tap()
    cal.page.wait_for_url("**/j/*")
    sits(cal, "Cal", "Sit down")
    for name in ("Ann", "Bob", "Cal"):
        ann.says("#r-arrivals", name)
    bob.says("#r-greeting", "You are the blue square.")
    ann.page.fill("#names", "Dan")
    ann.sends(ann.button("Add"))
    ann.says("#r-arrivals", re.compile(r"Dan\s+no phone"))
    ann.says("#r-starting", re.compile(r"Start\s+4 are here"))
    for one in (bob, cal):
        one.says("#r-players", "Dan")
    return ann, bob, cal


def sits(one, name, button):
    one.page.fill("#name", name)
    one.button(button).tap()
    one.page.wait_for_url("**/n/*/*")
    one.night = one.page.url.removesuffix("share")


def the_first_deal(ann, bob, cal):
    """Bob takes four tricks, recorded on all three phones; nobody takes the fifth."""
    ann.go("start/five-card-yak")
    ann.page.get_by_text("Options").tap()
    ann.page.select_option("#dealer", label="Ann")
    ann.button("Play Five-Card Yak").tap()
    ann.page.wait_for_url(ann.night)
    ann.says("#r-status", "Ann deals")
    a_trick("Bob", ann, bob, cal)
    bob.says("#r-mine", re.compile(r"Bob,\s+drink\s+1"))
    for one in (ann, bob, cal):
        one.says("#r-last", "trick 1 costs 1")
    bob.sends(bob.button("Done", "#r-mine"))
    bob.is_silent("#r-mine")
    a_trick("Bob", cal, ann, bob)
    a_trick("Bob", bob, ann, cal)  # the drink on Bob's screen does not block the next trick
    bob.says("#r-mine", re.compile(r"Bob,\s+drink\s+2"))
    bob.sends(bob.button("1 of 2 done", "#r-mine"))
    bob.says("#r-mine", re.compile(r"Bob,\s+drink\s+1"))
    a_trick("Bob", ann, bob, cal)
    for one, name in ((ann, "Ann"), (cal, "Cal")):
        one.says("#r-mine", re.compile(rf"{name},\s+drink\s+5"))
        one.says("#r-mine", "Bob turned it round: 5 each")


def a_trick(name, recorder, *others):
    """One tap records who took it, and the others see it."""
    seq = recorder.sends(recorder.taker(name))
    for other in others:
        other.shows(seq)
    told = recorder.page.locator("#r-last h2").inner_text()
    assert told.startswith(f"{name} took trick")
    for other in others:
        other.says("#r-last", told)


def bob_uses_his_right(ann, bob, cal):
    """The others see who is thinking; he makes a rule; the fifth trick ends the deal."""
    bob.sends(bob.button("Done", "#r-mine"))
    for one in (ann, cal):
        one.says("#r-rights", "Bob may make a house rule")
        one.is_silent("#r-own-right")
    bob.page.get_by_label("Your house rule").fill("Whoever points drinks.")
    bob.button("Next", "#r-own-right").tap()
    bob.page.wait_for_url("**/rules/new*")
    bob.page.locator("#card .pick", has_text="2").tap()
    with bob.page.expect_navigation(url="**/rules"):
        bob.button("Make this rule", "#card").tap()
    bob.says("#r-book", "Whoever is caught drinks 2.")
    for one in (ann, cal):
        one.is_silent("#r-rights")
    bob.go()
    a_trick("Nobody", bob, ann, cal)
    ann.page.locator("#r-players .bait").first.wait_for()


def a_latecomer_sits_down(phone, server, ann):
    """Eve joins between two deals; nobody has to do anything for her to be dealt in."""
    eve = phone(server.home)
    eve.join(ann.invitation(), "Eve")
    eve.next_deal()
    eve.taker("Eve").wait_for()
    return eve


def the_second_deal(ann, bob, cal, eve):
    """The first trick from its cards, a rule called, an undo, and the rest of the deal by taps."""
    ann.next_deal()
    ann.enters_cards("QH", "QD", "7S", "5C", "2H")  # the queens cancel each other
    for one in (bob, cal, eve):
        one.says("#r-last", "Q♥")
    a_rule_is_called_in_two_taps(cal, eve)
    an_undo_says_what_it_changed(ann, eve)
    for name, recorder in zip(("Eve", "Cal", "Nobody", "Ann"), (eve, bob, cal, eve), strict=True):
        a_trick(name, recorder, *({bob, cal, eve} - {recorder}))
    ann.go()
    ann.next_deal()
    ann.says("#r-status", "Deal 3")


def a_rule_is_called_in_two_taps(caller, caught):
    caller.button("Later", "#r-mine").tap()  # what Cal owes himself has time
    caller.sends(caller.catching("Whoever points drinks.", "Eve"))
    caught.says("#r-mine", re.compile(r"Eve,\s+drink\s+2"))
    caught.says("#r-mine", "Whoever points drinks.")


def an_undo_says_what_it_changed(one, caught):
    """It was a finger at the menu: the call is undone, and the answer lists whose drinks changed."""
    one.go("log")
    one.page.locator("#r-log a", has_text="Eve was caught").tap()
    one.sheet()
    one.sends(one.button("Take it back", "#page-sheet"))
    one.says("#r-answer", re.compile(r"This changed what is owed:\s+Eve\s+[-−]2"))
    caught.is_silent("#r-mine")


def all_show_the_same(*phones):
    tables = [one.table() for one in phones]

    assert "Deal 3" in tables[0][0]
    assert tables == [tables[0]] * len(phones)


def the_file_says_what_the_phones_say(one):
    """The exported night, replayed, comes to the sums on the drinks page."""
    one.go("drinks")
    rows = [" ".join(row.split()) for row in one.page.locator("#r-ledger li").all_text_contents()]

    def read(row, words):
        found = re.search(words, row)
        return int(found[1]) if found else 0

    sums = (r" (\d+)$", r"(\d+) settled", r"(\d+) forgiven")
    shown = {row.split()[0]: tuple(read(row, words) for words in sums) for row in rows}
    players = one.replayed()["players"]

    assert len(shown) == 5
    assert shown == {each["name"]: (each["owed"], each["taken"], each["forgiven"]) for each in players.values()}
