"""A rule typed in English or tapped together: each way follows the other, and a book goes along to the next night."""

import pytest

from tests.browser.phone import wait_until

JACKS = "When a player plays a jack, the player to his left drinks twice."


def chip(one, name, value):
    return one.page.locator(f".tapping label:has([name='{name}'][value='{value}'])")


def is_tapped(one, name, value):
    return one.page.locator(f"[name='{name}'][value='{value}']").is_checked()


def test_what_is_typed_is_read_back_and_taps_write_the_sentence(three):
    ann, bob, _ = three
    ann.go("rules")
    ann.page.locator("#text").press_sequentially(JACKS)
    ann.says("#reading", "The companion watches")
    ann.page.locator("[name='when.on'][value='card.played']:checked").wait_for(state="attached")
    assert is_tapped(ann, "when.rank", "J")
    assert is_tapped(ann, "who", "left")
    assert is_tapped(ann, "amount", "2")

    ann.page.locator("#tapping > summary").tap()
    assert not ann.page.locator("[name='when.box']").is_visible()  # only the chips of the chosen trigger are shown
    chip(ann, "when.rank", "J").tap()
    chip(ann, "when.rank", "Q").tap()
    wait_until(lambda: "queen" in ann.page.locator("#text").input_value())
    ann.page.locator("[data-own-words]").tap()
    assert ann.page.locator("#text").input_value() == JACKS
    ann.says("#reading .verdict", "When someone plays a jack, the player to the left drinks 2.")

    ann.sends(ann.button("Make this rule", "#make"))
    bob.go("rules")
    bob.says("#r-book", JACKS)
    bob.says("#r-book", "The companion watches.")
    assert ann.page.locator("#text").input_value() == ""
    ann.page.locator("#reading p").first.wait_for(state="detached")


@pytest.mark.thorough
def test_what_is_typed_or_tapped_while_an_answer_is_on_its_way_counts(three):
    ann, _, _ = three
    ann.go("rules")
    text = ann.page.locator("#text")
    text.fill("Whoever fumbles")
    ann.page.locator("#tapping > summary").tap()
    held = []
    ann.page.route("**/rules/read*", lambda route: route.continue_() if held else held.append(route))
    chip(ann, "when.on", "trick.nobody").tap()
    while not held:
        ann.page.evaluate("1")  # lets the browser hand over what it holds
    with ann.page.expect_response("**/rules/read*"):
        text.press_sequentially(" the cards")
        held[0].continue_()
    ann.page.locator("#reading:not(.busy)").wait_for()

    assert text.input_value() == "Whoever fumbles the cards"
    assert is_tapped(ann, "when.on", "trick.nobody")


@pytest.mark.thorough
def test_a_sentence_that_takes_the_place_of_another_does_not_get_its_chips(three):
    ann, bob, _ = three
    ann.go("rules")
    text = ann.page.locator("#text")
    text.press_sequentially(JACKS)
    ann.page.locator("[name='when.on'][value='card.played']:checked").wait_for(state="attached")
    text.fill("")
    ann.page.locator("[name='when.on'][value='called']:checked").wait_for(state="attached")
    text.press_sequentially("Elbows on the table: drink 1")
    ann.says("#reading", "Whoever is caught at Elbows on the table drinks 1.")
    assert is_tapped(ann, "who", "player")
    assert is_tapped(ann, "amount", "1")
    ann.sends(ann.button("Make this rule", "#make"))
    bob.go("rules")
    bob.says("#r-book", "Whoever is caught drinks 1.")


@pytest.mark.thorough
def test_a_rule_made_before_it_was_read_back_is_asked_about_and_leaves_the_form_empty(three):
    ann, _, _ = three
    ann.go("rules")
    text, held = ann.page.locator("#text"), []
    ann.page.route("**/rules/read*", lambda route: held.append(route))
    text.fill("Elbows on the table: drink 1")
    while not held:
        ann.page.evaluate("1")  # lets the browser hand over what it holds
    ann.button("Make this rule", "#make").tap()
    ann.says("#r-answer", "“Elbows on the table: drink 1” Whoever is caught drinks 1. Is that right?")
    held[0].continue_()  # the answer about it comes last
    ann.page.unroute("**/rules/read*")
    ann.button("Yes, make it", "#r-answer").tap()
    ann.says("#r-book", "Whoever is caught drinks 1.")
    wait_until(lambda: text.input_value() == "")

    text.fill("when a jack is played everyone drinks 9")
    ann.says("#reading .question", "one rule costs nobody more than 5 at a time")


@pytest.mark.thorough
def test_a_refused_rule_in_the_address_is_gone_once_another_is_made(three):
    ann, *_ = three
    ann.go("rules?text=Everyone+drinks+9#text")
    ann.says("#reading", "is too many")
    ann.page.locator("#text").fill("Whoever swears drinks 2")
    ann.says("#reading", "You call it")
    with ann.page.expect_navigation(url=f"{ann.night}rules"):
        ann.button("Make this rule", "#make").tap()
    ann.says("#r-answer", "Made")
    ann.says("#r-book", "Whoever swears drinks 2")
    assert ann.page.locator("#text").input_value() == ""
    ann.page.reload()
    assert ann.page.locator("#text").input_value() == ""


@pytest.mark.thorough
def test_what_was_typed_is_read_again_after_going_back(three):
    ann, _, _ = three
    ann.go("rules")
    ann.page.locator("#text").press_sequentially(JACKS)
    ann.says("#reading", "The companion watches")
    ann.go("log")
    ann.page.go_back()
    shown = ann.page.locator("#reading [name='read']")
    wait_until(lambda: shown.input_value() == ann.page.locator("#text").input_value())


@pytest.mark.thorough
def test_what_is_asked_about_a_rule_is_answered_with_one_tap(three):
    ann, bob, _ = three
    ann.go("rules")
    text, reading = ann.page.locator("#text"), ann.page.locator("#reading")
    assert ann.page.evaluate("document.activeElement.id") == "text"
    for typed, kind, tapped, becomes, then in (
        ("phone on the table = chug", "question", "2", "phone on the table: that player drinks 2.", "called"),
        (None, "called", "4", "phone on the table: that player drinks 4.", "called"),
        (
            "if the phone rings, 2 drinks",
            "question",
            "the dealer",
            "if the phone rings, the dealer drinks 2.",
            "called",
        ),
        (
            "everyone drinks 3",
            "question",
            "when someone takes a trick",
            "When someone takes a trick, everyone drinks 3.",
            "watches",
        ),
        (
            "whoever plays a quen drinks 2",
            "meant",
            "Whoever plays a queen",
            "Whoever plays a queen drinks 2.",
            "watches",
        ),
    ):
        if typed:
            text.fill(typed)
            assert not ann.page.locator("#ready").is_visible()
        reading.locator(f".verdict.{kind}").wait_for()
        ann.button(tapped, "#reading .verdict").tap()
        assert text.input_value() == becomes
        reading.locator(f".verdict.{then}").wait_for()
        wait_until(lambda becomes=becomes: reading.locator("[name=read]").input_value() == becomes)
    ann.page.locator("[data-own-words]").tap()
    assert text.input_value() == "whoever plays a quen drinks 2"
    reading.locator("summary", has_text="quen").tap()
    ann.button("it means “queen”", "#reading").tap()
    reading.locator(".verdict.watches").wait_for()
    ann.sends(ann.button("Make this rule", "#make"))
    bob.go("rules")
    bob.says("#r-book", "whoever plays a queen drinks 2")


@pytest.mark.thorough
def test_two_rules_in_one_sentence_and_a_ready_rule_are_made_with_a_tap_each(three):
    ann, *_ = three
    ann.go("rules")
    ann.says("#ready", "about")
    ann.sends(ann.page.locator("#ready .button").first)
    ann.page.locator("#r-book li.rule").wait_for()
    text = ann.page.locator("#text")
    text.fill("phone on the table 2 drinks, swearing 3 drinks")
    ann.sends(ann.button("Make “phone", "#reading"))
    ann.says("#r-book", "phone on the table 2 drinks")
    assert text.input_value()
    ann.sends(ann.button("Make “swearing", "#reading"))
    wait_until(lambda: text.input_value() == "")
    text.fill("red: drink, black: give")
    ann.button("Make both", "#reading").tap()
    ann.says("#r-book", "black: give")
    assert ann.page.locator("#r-book li.rule").count() == 5


@pytest.mark.thorough
def test_without_script_the_questions_are_answered_by_requests(phone, server):
    ann = phone(server.home, script=False)
    ann.open_night("Friday", "Ann")
    ann.go("rules")
    ann.page.fill("#text", "phone on the table = chug")
    ann.button("Make this rule", "#make").tap()
    ann.says("#reading .question", "How many?")
    ann.button("3", "#reading").tap()
    ann.says("#reading .called", "Whoever is caught at phone on the table drinks 3.")
    ann.button("Make this rule", "#make").tap()
    ann.says("#r-book", "phone on the table: that player drinks 3.")
    ann.page.locator("#ready .button").first.tap()
    ann.page.locator("#r-book li.rule").nth(1).wait_for()


@pytest.mark.thorough
def test_a_book_kept_on_a_phone_is_brought_to_the_next_night(three):
    ann, *_ = three
    for text in ("No elbows on the table.", "No knees either."):
        ann.enter("rule.made", text=text)
    ann.go("rules/keep")
    ann.page.get_by_role("button", name="Save on this phone").tap()
    ann.says("main", "Saved on this phone ✓")
    ann.open_night("Saturday", "Ann")
    ann.go("rules/bring")
    ann.page.locator("#kept a", has_text="Friday").tap()
    ann.says("main", "From your link")
    ann.sends(ann.button("Add", "[data-bare='no elbows on the table']"))
    ann.says("[data-bare='no elbows on the table']", "In ✓")
    ann.page.get_by_role("button", name="Add all 2").tap()
    ann.says("#r-book", "No knees either.")
    assert ann.page.locator("#r-book li.rule").count() == 2


@pytest.mark.thorough
def test_a_rule_that_waits_for_the_network_is_called_by_its_words(three):
    ann, _, _ = three
    ann.go("rules")
    ann.page.locator("#text").fill("Whoever swears drinks 2")
    ann.says("#reading", "You call it")
    ann.context.set_offline(True)
    ann.button("Make this rule", "#make").tap()
    ann.says("main", "1 tap waits for the network: Whoever swears drinks 2: Make this rule")
    ann.context.set_offline(False)
    ann.says("#r-book", "Whoever swears drinks 2")
