"""House rules on three phones: one fires by itself, one is called and contested, one is amended on a right."""

import re

import pytest

JACKS = "When a player plays a jack, the player to his left drinks twice."
POINTING = "Whoever points at somebody drinks."


@pytest.mark.thorough
def test_three_phones_make_call_contest_and_amend_house_rules(three):
    ann, bob, cal = three
    a_rule_in_english_fires_by_itself(ann, bob, cal)
    a_call_is_contested_and_falls(ann, bob, cal)
    a_rule_is_amended_on_a_right(ann, bob, cal)


def a_rule_in_english_fires_by_itself(ann, bob, cal):
    """Ann says it in words, Bob enters a trick card by card, and Cal, on the left of Bob's jack, is told to drink."""
    ann.go("rules/new")
    ann.page.fill("#text", JACKS)
    ann.button("Check my rule").tap()
    ann.says("#card", "You call it, unless you enter cards")
    with ann.page.expect_navigation(url="**/rules"):
        ann.button("Make this rule", "#card").tap()
    ann.says("#r-book", JACKS)
    ann.go()
    bob.enters_cards("7S", "JD", "KC")
    for one in (ann, bob, cal):
        one.says("#r-last", JACKS)
    cal.says("#r-mine", re.compile(r"Cal,\s+take 3"))
    cal.says("#r-mine", JACKS)
    bob.go("rules")
    bob.says("#r-book", "Fired 1 time: 2 in all.")
    bob.go()
    cal.sends(cal.button("Done", "#r-mine"))


def a_call_is_contested_and_falls(ann, bob, cal):
    """The companion cannot see pointing: Cal catches Bob in two taps, Bob says no, and Ann, finesmaster, decides."""
    cal.enter("rule.made", text=POINTING, read="yes")
    cal.sends(cal.catching(POINTING, "Bob"))
    bob.says("#r-mine", re.compile(r"Bob,\s+take 1"))
    bob.sends(bob.button("That’s not true", "#r-mine"))
    cal.says("#r-last", "Bob says it’s not true")
    ann.says("#r-own-call", "Cal caught them. You decide.")
    assert cal.button("Let it go").count() == 0
    ann.sends(ann.button("Let it go"))
    bob.is_silent("#r-mine")
    cal.says("#r-last", "Bob was caught, but it was let go")


def a_rule_is_amended_on_a_right(ann, bob, cal):
    """Bob takes the other four tricks of the deal: while he thinks, nobody else may touch the rules."""
    bob.tricks("p2", "p2", "p2", "p2", first=2)
    for one in (ann, cal):
        one.says("#r-rights", "Bob may make a house rule")
    ann.go("rules")
    ann.says("#r-whose", "Bob may make a rule")
    assert not ann.page.get_by_role("link", name="+ New rule").is_visible()
    ann.go()
    bob.go("rules/r2")
    bob.page.fill("#text", "Whoever points at somebody drinks two.")
    bob.button("Check my rule").tap()
    bob.says("#card", "You call it")
    with bob.page.expect_response(lambda answer: answer.url.endswith("/entries")) as sent:
        bob.button("Save").tap()
    assert sent.value.status == 200
    bob.page.wait_for_url("**/rules")
    bob.says("#r-book", "Whoever points at somebody drinks two.")
    bob.says("#r-book", "Changed by Bob")
    for one in (ann, cal):
        one.is_silent("#r-rights")
        one.sends(one.button("Done", "#r-mine"))  # four tricks of one player are for the others to drink
    bob.go()


@pytest.mark.thorough
def test_a_title_and_its_holder_stand_on_every_phone_and_on_the_big_screen(server, three, phone):
    """Whoever plays a jack is thumb master; the title passes on, comes back by an undo, and ends with the game."""
    ann, bob, cal = three
    screen = phone(server.home)
    screen.page.goto(ann.screen_link())
    text = "Whoever plays a jack becomes thumb master"
    made = {"text": text, "title": "Thumb master", "when.on": "card.played", "when.rank": "J"}
    ann.enter("rule.made", **made)
    for one in three:
        one.goes_live()
        one.is_silent("#r-titles")

    bob.enters_cards("7S", "JD", "KC")
    for one in (*three, screen):
        one.says(".titles", "Thumb master: Bob")
    for one in three:
        one.says("#r-last", "Bob is Thumb master now")
    screen.says("#r-newest-entry", "Bob is Thumb master now")
    screen.says("#r-newest-entry", text)
    ann.page.reload()
    ann.says("#r-titles", "Thumb master: Bob")

    seq = ann.enter("trick.taken", deal=1, trick=2, plays=("p3 JS", "p1 2H", "p2 3H"))
    for one in (*three, screen):
        one.says(".titles", "Thumb master: Cal")
    bob.enter("entry.undone", entry=seq)
    for one in (*three, screen):
        one.says(".titles", "Thumb master: Bob")
    cal.go("rules")
    cal.says("#r-book", "Thumb master: Bob")
    ann.enter("game.ended")
    for one, region in ((ann, "#r-titles"), (bob, "#r-titles"), (screen, "#r-shown-titles")):
        one.is_silent(region)
    cal.says("#r-book", "Thumb master: nobody yet")
