"""An evening by keyboard alone: Tab, Enter, Space and the arrows; and where the keys are when the table moves."""

import pytest

from tests.browser.keyboard import Keys

WHERE = "document.activeElement.value + ' of ' + document.activeElement.closest('form')?.dataset.slot"
IN = "document.activeElement.closest('#r-mine')?.id"


def until(one, holds):
    one.page.wait_for_function(f"() => {holds}")


def label(one, field):
    return one.page.locator(f"label[for={field}]").inner_text()


@pytest.fixture
def ann(server, phone):
    """Ann opened a night; she has nothing but keys."""
    ann = phone(server.home)
    ann.open_night("Friday", "Ann")
    ann.keys = Keys(ann)
    yield ann
    assert ann.keys.faults == []


@pytest.mark.thorough
def test_a_deal_of_five_card_yak_is_played_by_keyboard_alone(server, phone):
    ann = phone(server.home)
    ann.page.goto(server.home)
    keys = ann.keys = Keys(ann)
    keys.types(label(ann, "name"), "Ann")
    keys.press("Open a table")
    ann.page.wait_for_url("**/n/*/share")
    ann.night = ann.page.url.removesuffix("share")
    keys.types(label(ann, "names"), "Bob, Cal")
    ann.page.keyboard.press("Enter")
    ann.says("#r-arrivals", "Cal")
    keys.press("Start")
    ann.page.wait_for_url("**/start")
    keys.press("Five-Card Yak")
    ann.page.wait_for_url("**/start/*")
    ann.page.locator("#forecast .scripted").wait_for(state="detached")
    keys.press("Play Five-Card Yak")
    ann.page.wait_for_url(ann.night)
    ann.tricks("p2", "p3")
    ann.page.locator("[data-slot='deal 1 trick 3']").wait_for()
    for trick, taker in enumerate(("Bob", "Ann"), 3):
        keys.records(taker, "Enter" if trick % 2 else " ")
        ann.says("#r-last", f"{taker} took trick {trick}")
        assert ann.page.evaluate(WHERE).endswith(f" of deal 1 trick {trick + 1}")
    keys.records("Nobody")
    she_drinks(ann, keys)
    the_last_is_undone(ann, keys)
    assert keys.faults == []


def she_drinks(ann, keys):
    ann.says("#r-mine", "drink")
    keys.records("Done")
    ann.is_silent("#r-mine")
    until(ann, "document.activeElement.closest('.thumb')")


def the_last_is_undone(ann, keys):
    keys.press("Log")
    ann.page.wait_for_url("**/log")
    keys.press("Ann settled")
    ann.sheet()
    keys.records("Take it back")
    ann.says("#r-answer", "Done.")
    keys.press("Table")
    ann.page.wait_for_url(ann.night)
    ann.says("#r-mine", "drink")


@pytest.mark.thorough
def test_a_round_of_yak_is_played_by_keyboard_alone(ann):
    keys = ann.keys
    ann.go("seats")
    keys.press("Skip to")  # the way past the head of the page leads to its content
    assert ann.page.evaluate("document.activeElement.id") == "main"
    ann.page.keyboard.press("Tab")
    assert ann.page.evaluate("document.activeElement.closest('#main') !== null")
    ann.go()
    keys.press("Practise alone")
    ann.page.wait_for_url("**/start")
    ann.night = ann.page.url.removesuffix("start")
    ann.go("start/yak")
    keys.to("Real dice")
    keys.to("The phones throw the same", "ArrowDown")
    keys.press("Play Yak")
    ann.page.wait_for_url(ann.night)
    keys.records("Throw")
    keys.to("keep")
    ann.calm()
    ann.page.keyboard.press(" ")
    assert ann.page.locator(".hold :checked").count() == 1
    keys.records("Throw again")
    ann.calm()
    box = ann.page.locator("#r-own-game .scorecard button.box").first.inner_text().split()[0]
    keys.records(box, " ")
    ann.says("#r-status", "Round 2")


@pytest.fixture
def bob(ann, phone):
    """Bob sits down with a keyboard too; a game is on."""
    bob = phone(ann.home)
    bob.join(ann.invitation(), "Bob")
    bob.keys = Keys(bob)
    ann.add("Cal")
    ann.start()
    for one in (ann, bob):
        one.goes_live()
    return bob


def test_the_keys_stay_where_they_are_while_another_phone_plays(ann, bob):
    ann.keys.to("Cal", tag="button")
    for trick, player in enumerate(("p2", "p3"), 1):
        ann.shows(bob.tricks(player, first=trick))
        assert ann.page.evaluate(WHERE) == f"p3 of deal 1 trick {trick + 1}"
    ann.keys.to("More…")
    ann.shows(bob.tricks("p2", first=3))

    assert ann.keys.at["name"] == "More…"


@pytest.mark.thorough
def test_a_drink_takes_the_keys_of_what_it_covers_and_escape_gives_them_back(ann, bob):
    bob.keys.to("Rules")
    a_drink_comes(ann, bob, 1)
    bob.page.keyboard.press("Escape")
    until(bob, "document.activeElement.innerText === 'Rules'")
    assert bob.page.locator("#r-mine h2").inner_text().split() == ["Bob,", "take", "1", "drink"]
    assert "later" in bob.page.get_attribute("#r-mine", "class")

    a_drink_comes(ann, bob, 2)
    for _ in range(16):  # round and round: nothing under it is reached, what is below it is
        bob.page.keyboard.press("Tab")
        assert bob.page.evaluate("!document.activeElement.closest('.bar, .tabs, .page')")
    bob.keys.to("Cal", tag="button")
    bob.page.keyboard.press("Escape")
    bob.keys.to("Rules")  # it is put off, and the rest is there again
    assert bob.keys.faults == []

    bob.keys.to("Cal", tag="button")  # keys that are about to record a trick are left alone
    bob.shows(ann.tricks("p2", first=3))
    bob.page.locator("#r-mine.full:not(.later)").wait_for()
    assert bob.page.evaluate(WHERE) == "p3 of deal 1 trick 4"
    bob.calm()
    bob.page.keyboard.press("Enter")
    ann.says("#r-last", "Cal took trick 4")


def a_drink_comes(ann, bob, trick):
    bob.shows(ann.tricks("p2", first=trick))
    until(bob, f"{IN} === 'r-mine'")
    bob.calm()


@pytest.fixture
def scoring(ann):
    """Ann enters her hand in Card Yacht, with Bob at the table."""
    ann.add("Bob")
    ann.start(2, "card-yacht")
    ann.go("play/score")
    cdp = ann.context.new_cdp_session(ann.page)  # a slow Wi-Fi: what is sent arrives late
    cdp.send("Network.enable")
    slow = {"offline": False, "latency": 200, "downloadThroughput": -1, "uploadThroughput": -1}
    cdp.send("Network.emulateNetworkConditions", slow)
    return ann


def lay(one, *cards):
    """Presses Enter on whatever card has the keys; they are those named, and each is laid."""
    for card in cards:
        until(one, f"document.activeElement.value === '{card}'")
        one.page.keyboard.press("Enter")
        one.page.locator(f".keypad .key[value='{card}']:disabled").wait_for(state="attached")


@pytest.mark.thorough
def test_the_keys_go_on_to_the_next_card_also_when_others_tap_and_at_last_to_the_best_box(scoring):
    scoring.page.locator(".key[value='KC']").focus()
    lay(scoring, "KC", "AS")  # after the last card of all comes the first
    for card in ("AS", "KC"):  # what is taken back has the keys
        scoring.page.locator("#hand .laid button").last.focus()
        scoring.page.keyboard.press("Enter")
        until(scoring, f"document.activeElement.matches('.key[value=\"{card}\"]')")
    scoring.page.locator(".key[value='3H']").focus()
    lay(scoring, "3H")
    until(scoring, "document.activeElement.value === '4H'")
    for player in ("p2", "p1"):
        scoring.shows(scoring.enter("fine.given", player=player, amount=1))
    scoring.says("#r-mine", "take 1")
    lay(scoring, "4H", "5H", "6H", "7H")

    until(scoring, "document.activeElement.value === 'five-flush'")
    assert scoring.keys.at["name"].startswith("Five flush")
    scoring.keys.notice(scoring.keys.at)
    scoring.page.keyboard.press("Enter")
    scoring.page.wait_for_url(scoring.night)
    scoring.says("#r-last", "Ann scored")


@pytest.mark.thorough
def test_a_trick_is_entered_by_cards_and_recorded_without_leaving_the_pad(ann, bob):
    ann.keys.press("Enter cards")
    ann.page.wait_for_url("**/pad")
    ann.keys.to("9 of clubs")
    for laid in (1, 2, 3):
        ann.page.keyboard.press("Enter")
        ann.page.locator("#pad .laid button").nth(laid - 1).wait_for()
        until(ann, "document.activeElement.closest('#pad')")

    assert ann.keys.at["name"].startswith("Record it")
    ann.page.keyboard.press("Enter")
    ann.page.wait_for_url(ann.night)
    for one in (ann, bob):
        one.says("#r-last", "took trick 1")


@pytest.mark.thorough
def test_when_a_bid_is_laid_and_its_keys_are_gone_the_focus_is_in_the_thumb_zone(ann):
    ann.add("Bob")
    ann.start(2, "yogis-whist")
    ann.page.locator("#r-own-turn .key").first.wait_for()
    ann.keys.to("♥")
    ann.calm()
    ann.page.keyboard.press("Enter")

    until(ann, "document.activeElement.closest('.thumb')")
    ann.says("#r-own-game", "Your bid is in")
