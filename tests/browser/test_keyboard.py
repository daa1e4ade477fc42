"""An evening by keyboard alone: Tab, Enter, Space and the arrows; and where the keys are when the table moves."""

import time

import pytest

from tests.browser.keyboard import Keys

WHERE = "document.activeElement.value + ' of ' + document.activeElement.closest('form')?.id"
IN = "document.activeElement.closest('#r-mine')?.id"


def until(one, holds):
    one.page.wait_for_function(f"() => {holds}")


def label(one, field):
    return one.page.locator(f"label[for={field}]").inner_text()


@pytest.fixture
def ann(house, phone):
    """Ann opens a night; she has nothing but keys."""
    ann = phone(house.home)
    ann.page.goto(house.home)
    ann.keys = Keys(ann)
    ann.keys.types(label(ann, "night"), "Friday")
    ann.keys.types(label(ann, "name"), "Ann")
    ann.keys.press("Open the night")
    ann._seated()
    yield ann
    assert ann.keys.faults == []


def starts(ann, game):
    ann.go("start")
    ann.keys.press(f"{game} ")
    ann.page.wait_for_url("**/start/*")
    ann.page.locator("#outlook .scripted").wait_for(state="detached")
    ann.keys.press(f"Play {game}")
    ann.page.wait_for_url(ann.night)


def test_a_deal_of_five_card_yak_is_played_by_keyboard_alone(ann):
    keys = ann.keys
    keys.press("Seats")
    ann.page.wait_for_url("**/seats")
    for name in ("Bob", "Cal"):
        keys.types(label(ann, "new-name"), name)
        ann.page.keyboard.press("Enter")
        ann.says("#r-seats", name)
    starts(ann, "Five-Card Yak")
    for trick, taker in enumerate(("Bob", "Cal", "Bob", "Ann"), 1):
        keys.records(taker, "Enter" if trick % 2 else " ")
        ann.says("#r-last", f"{taker} took trick {trick}")
        assert ann.page.evaluate(WHERE).endswith(f" of record-1-{trick + 1}")
    keys.records("Nobody")
    she_drinks(ann, keys)
    the_last_is_undone(ann, keys)


def she_drinks(ann, keys):
    ann.says("#r-mine", "drink")
    keys.records("Done")
    ann.is_silent("#r-mine")
    until(ann, "document.activeElement.closest('#r-record')")


def the_last_is_undone(ann, keys):
    keys.press("Log")
    ann.page.wait_for_url("**/log")
    keys.records("Undo the last")
    ann.says("#r-answer", "Done.")
    keys.press("Table")
    ann.page.wait_for_url(ann.night)
    ann.says("#r-mine", "drink")


def test_a_round_of_yak_is_played_by_keyboard_alone(ann):
    keys = ann.keys
    ann.go("start/yak")
    keys.to("Real dice")
    keys.to("The phones throw the same", "ArrowDown")
    keys.press("Play Yak")
    ann.page.wait_for_url(ann.night)
    keys.records("Throw")
    keys.to("hold")
    ann.calm()
    ann.page.keyboard.press(" ")
    assert ann.page.locator(".hold :checked").count() == 1
    keys.records("Throw again")
    ann.calm()
    box = ann.page.locator("#r-own-game .boxes button").first.inner_text().split()[0]
    keys.records(box, " ")
    ann.says("#r-status", "Round 2")


def test_the_way_past_the_head_of_the_page_leads_to_its_content(ann):
    ann.go("seats")
    ann.keys.press("Skip to")

    assert ann.page.evaluate("document.activeElement.id") == "main"
    ann.page.keyboard.press("Tab")
    assert ann.page.evaluate("document.activeElement.closest('#main') !== null")


@pytest.fixture
def bob(ann, phone):
    """Bob sits down with a keyboard too; a game is on."""
    bob = phone(ann.home)
    bob.join(ann.invitation(), "Bob")
    bob.keys = Keys(bob)
    ann.go()
    ann.add("Cal")
    ann.start()
    bob.page.wait_for_selector("#record-1-1")
    return bob


def test_the_keys_stay_on_the_same_button_while_another_phone_plays(ann, bob):
    ann.keys.to("Cal")
    for trick, name in enumerate(("Bob", "Cal"), 2):
        bob.calm()
        ann.shows(bob.sends(bob.taker(name)))
        assert ann.page.evaluate(WHERE) == f"p3 of record-1-{trick}"


def test_the_keys_stay_on_a_link_of_a_part_that_is_painted_anew(ann, bob):
    ann.keys.to("Deal and game")
    ann.shows(bob.sends(bob.taker("Bob")))

    assert ann.keys.at["name"] == "Deal and game"


def test_a_drink_takes_the_keys_of_what_it_covers_and_gives_them_back(ann, bob):
    bob.keys.to("Rules")
    bob.shows(ann.sends(ann.taker("Bob")))
    bob.says("#r-mine", "drink 1")
    until(bob, f"{IN} === 'r-mine'")
    for _ in range(40):  # round and round: nothing under it is reached, what is below it is
        bob.page.keyboard.press("Tab")
        assert bob.page.evaluate("!document.activeElement.closest('.bar, .tabs, .page')")
    bob.keys.to("Cal")
    bob.calm()
    bob.page.keyboard.press("Escape")

    bob.keys.to("Rules")  # it is put off, and the rest is there again
    assert "later" in bob.page.get_attribute("#r-mine", "class")
    assert bob.keys.faults == []


def test_escape_puts_a_drink_off_and_the_keys_return_to_where_they_were(ann, bob):
    bob.keys.to("Rules")
    bob.shows(ann.sends(ann.taker("Bob")))
    until(bob, f"{IN} === 'r-mine'")
    bob.calm()
    bob.page.keyboard.press("Escape")

    until(bob, "document.activeElement.innerText === 'Rules'")
    assert bob.page.locator("#r-mine h2").inner_text().split() == ["Bob,", "drink", "1"]


def test_a_drink_leaves_the_keys_alone_that_are_about_to_record_a_trick(ann, bob):
    bob.keys.to("Cal")
    bob.shows(ann.sends(ann.taker("Bob")))
    bob.says("#r-mine", "drink 1")

    assert bob.page.evaluate(WHERE) == "p3 of record-1-2"
    bob.calm()
    bob.page.keyboard.press("Enter")
    ann.says("#r-last", "Cal took trick 2")


def slowly(route):
    """As over a kitchen's Wi-Fi: the card is laid long after its key came up."""
    time.sleep(0.2)
    route.continue_()


@pytest.fixture
def scoring(ann):
    """Ann enters her hand in Card Yacht, with Bob at the table."""
    ann.add("Bob")
    starts(ann, "Card Yacht")
    ann.go("play/score")
    ann.page.route("**/play/score?*", slowly)
    return ann


def lay(one, *cards):
    """Presses Enter on whatever card has the keys; they are those named, and each is laid."""
    for card in cards:
        until(one, f"document.activeElement.value === '{card}'")
        one.page.keyboard.press("Enter")
        one.page.locator(f"#hand [name=drop][value='{card}']").wait_for()


@pytest.mark.thorough
def test_the_keys_go_on_to_the_next_card_and_then_to_the_best_box(scoring):
    scoring.keys.to("3 of hearts")
    lay(scoring, "3H", "4H", "5H", "6H", "7H")

    until(scoring, "document.activeElement.closest('.boxes')")
    assert scoring.keys.at["name"].startswith("Five flush")
    scoring.keys.notice(scoring.keys.at)
    scoring.page.keyboard.press("Enter")
    scoring.page.wait_for_url(scoring.night)
    scoring.says("#r-last", "Ann scored")


@pytest.mark.thorough
def test_after_the_last_card_of_all_the_keys_begin_again_with_the_first(scoring):
    scoring.keys.to("king of clubs")
    lay(scoring, "KC", "AS")


@pytest.mark.thorough
def test_a_card_taken_back_has_the_keys(scoring):
    scoring.keys.to("3 of hearts")
    lay(scoring, "3H", "4H")
    until(scoring, "document.activeElement.value === '5H'")
    scoring.page.locator("#hand [name=drop][value='3H']").focus()
    scoring.page.keyboard.press("Enter")

    until(scoring, "document.activeElement.matches('.key[value=\"3H\"]')")


@pytest.mark.thorough
def test_what_others_do_leaves_the_keys_on_the_card(scoring):
    scoring.keys.to("3 of hearts")
    lay(scoring, "3H")
    until(scoring, "document.activeElement.value === '4H'")
    for player in ("p2", "p1"):
        scoring.shows(scoring.tell("fine.given", player=player, amount=1))
    scoring.says("#r-mine", "drink 1")

    lay(scoring, "4H")


@pytest.mark.thorough
def test_a_trick_is_entered_by_cards_and_recorded_without_leaving_the_pad(ann, bob):
    ann.keys.press("Enter the cards")
    ann.page.wait_for_url("**/pad")
    ann.keys.to("9 of clubs")
    for laid in (1, 2, 3):
        ann.page.keyboard.press("Enter")
        ann.page.locator("#pad [name=laid]").nth(laid - 1).wait_for(state="attached")
        until(ann, "document.activeElement.closest('#pad')")

    assert ann.keys.at["name"].startswith("Record it")
    ann.page.keyboard.press("Enter")
    ann.page.wait_for_url(ann.night)
    for one in (ann, bob):
        one.says("#r-last", "took trick 1")


@pytest.mark.thorough
def test_when_a_bid_is_laid_the_keys_stay_beside_it(ann):
    ann.add("Bob")
    starts(ann, "Yogi's Whist")
    ann.page.locator("#r-own-game .key").first.wait_for()
    ann.keys.to("♥")
    ann.calm()
    ann.page.keyboard.press("Enter")

    until(ann, "document.activeElement.innerText?.startsWith('Your bid is laid')")
