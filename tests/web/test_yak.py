"""Yak on the phones: options, throws by the server, held dice, other players' seats, and the pages of a turn."""

import re

import pytest

from companion.domain.games.yak.events import MOST
from tests.web.forms import fields
from tests.web.yak_evening import NONE_HELD, begun, fills, throws

DICE = ["6", "6", "6", "6", "2"]
SECOND_TAP = re.compile(r"<details class=\"sure\".*?<button[^>]*>(.*?)</button></div></details>", re.S)


def start(evening, players=("p1", "p2"), **options):
    said = {f"options.{name}": value for name, value in options.items()}
    return evening.ann.tap("game.started", game="yak", players=list(players), **said)


@pytest.fixture
def real(evening):
    assert start(evening).status == 200
    return evening


@pytest.fixture
def phone_dice(evening, monkeypatch):
    """Whatever is thrown shows sixes."""
    monkeypatch.setattr("companion.commands.forms.dice", lambda number: (6,) * number)
    assert start(evening, dice="independent").status == 200
    return evening


def test_the_start_page_asks_for_the_options_and_strange_ones_are_refused(evening, ann):
    page = ann.get("start/yak").html
    assert "Yak" in ann.get("start").words
    for field in ("options.dice", "options.confirm", "options.stake"):
        assert f'name="{field}"' in page
    assert 'name="dealer"' not in page
    for options in [{"dice": "loaded"}, {"stake": "21"}, {"stake": "many"}]:
        answer = start(evening, **options)
        assert answer.status == 422, options
        assert not re.search("ValidationError|`", answer.says), options

    assert start(evening, ("p1", "p2", "p3"), dice="independent", confirm="true", stake="3").status == 200

    options = evening.night.game.state.options
    assert (options.dice, options.confirm, options.stake) == ("independent", True, 3)
    ann.tap("game.ended")
    assert "Yak again" in ann.get().words
    assert 'name="options.dice" value="independent"' in ann.get().html  # with one tap, as it was


def test_with_confirm_a_second_tap_fills_the_box_and_nobody_is_offered_to_confirm_what_all_confirm(evening, ann):
    start(evening, confirm="true")
    page = ann.get("play/turn?dice=6&dice=6&dice=6&dice=6&dice=2").html

    assert len(SECOND_TAP.findall(page)) == len(MOST)
    assert "Ask before a box is filled" not in ann.get().words


def test_a_second_tap_can_be_switched_on_for_ones_own_phone_during_a_game(phone_dice, ann, bob):
    for phone, player in ((ann, "p1"), (bob, "p2")):
        throws(phone, player)
    assert "Ask before a box is filled off" in ann.get().words
    answer = ann.post("preferences", confirm="yes")
    assert (answer.status, answer.goes_to) == (303, f"/n/{phone_dice.nid}/")

    own = ann.get()
    assert "Ask before a box is filled on" in own.words
    for page in (own.regions["r-own-game"], ann.get("play/turn").html):
        assert len(SECOND_TAP.findall(page)) == len(MOST) + 1  # the main button of the yak, too
    assert {*SECOND_TAP.findall(bob.get().html)} == {"Fill it with 0"}
    ann.post("preferences", drinks="soft")
    ann.tap("game.ended")
    start(phone_dice)
    assert len(SECOND_TAP.findall(ann.get("play/turn?dice=6&dice=6&dice=6&dice=6&dice=2").html)) == len(MOST)
    ann.post("preferences", confirm="no")
    assert {*SECOND_TAP.findall(ann.get("play/turn?dice=6&dice=6&dice=6&dice=6&dice=2").html)} == {"Fill it with 0"}


def test_real_dice_are_entered_on_the_table_and_scored_by_one_tap_also_without_script(real, ann, bob):
    half = ann.get("play/turn?dice=6&dice=6&dice=7&dice=x&dice=6")
    whole = ann.get("play/turn?dice=6&dice=6&dice=6&dice=6&dice=2")
    assert ann.get().regions["r-own-game"].count('<select id="die-p1-') == 5
    assert half.html.count(" selected") == 3
    assert " of 30" not in half.words
    assert "Leave it Fill 1s with 0 points? (sum of your 1s, up to 5) Fill it with 0 2s 2 of 10 3s 0" in whole.words
    assert "2 pairs sure 20 of 20 2+3 same 31 % 0 points Leave it" in whole.words
    assert "Fill it with 0 4 same sure 30 of 30" in whole.words
    assert "Keep 6 6 6 6: sure" in whole.words
    assert whole.html.count('name="box"') == len(MOST)

    sent = fields(ann.get().html, "dice-p1-1")
    assert ann.post("entries", {**sent, "dice": DICE, "box": "4-same"}).status == 303
    assert fills(bob, "p2", "4-same", dice=DICE).status == 200
    assert [card.filled for card in real.night.game.state.cards.values()] == [{"4-same": 30}] * 2
    assert "Your sheet : 30 points" in ann.get().words


def test_throws_of_real_dice_are_counted_if_one_likes_and_the_held_dice_stay(real, ann):
    page = ann.get()
    assert ann.post("entries", {**fields(page.html, "dice-p1-1"), "dice": DICE, "throw": "1"}).status == 303
    assert (real.last.type, real.last.throw, real.last.dice) == ("dice.thrown", 1, (6, 6, 6, 6, 2))

    own = ann.get().regions["r-own-game"]
    assert re.findall(r'data-was="(\d)"', own) == DICE
    assert own.count('name="held" value="true"') == 5
    second = {**fields(own, "throw-p1-1-2"), "dice": ["6", "6", "6", "6", "5"]}
    held = ["false", "true"] * 4 + ["false"]
    assert ann.post("entries", {**second, "held": ["false", *held[:6], "false", "true"]}).refuses(
        "Die 5 is kept: it stays a 2."
    )
    assert ann.post("entries", {**second, "held": held}).status == 303
    assert (real.last.throw, real.last.keeps) == (2, (True,) * 4 + (False,))
    assert "4 same sure 30 of 30" in ann.get().words
    assert ann.post("entries", {**fields(ann.get().html, "fill-p1"), "box": "4-same"}).status == 303
    assert real.night.game.state.cards["p1"].filled == {"4-same": 30}


def test_everybodys_points_are_on_the_table_all_the_time_unless_they_are_secret(real, ann, bob):
    fills(ann, "p1", "6s", dice=DICE)
    assert "Ann 24 Bob 0" in bob.get().words
    assert "Ann 24 points" in ann.get("tv").words
    ann.tap("game.ended")
    start(real, dice="identical")
    assert "Ann ? Bob ?" in bob.get().words
    assert "Ann ? points" in ann.get("tv").words


def test_the_server_throws_three_times_whatever_the_form_sends_and_a_tapped_die_stays_held(phone_dice, ann):
    for _ in range(2):
        assert throws(ann, "p1", dice=["1"] * 5).status == 200
        assert (phone_dice.last.dice, phone_dice.last.throw) == ((6,) * 5, 1)
    assert throws(ann, "p1", 2, held=["false", "true"] * 5).refuses("score them")  # all five are held

    first_and_third = ["false", "true", "false", "false", "true", "false", "false"]
    for throw, held in ((2, first_and_third), (3, NONE_HELD)):
        assert "Throw" in ann.get().regions["r-own-game"]
        assert throws(ann, "p1", throw, held=held).status == 200
        boxes = re.findall(r'<input type="checkbox" name="held"[^>]*>', ann.get().html)
        assert ["checked" in box for box in boxes] == ([True, False, True, False, False] if throw == 2 else [])
    own = ann.get().regions["r-own-game"]
    assert "Throw" not in own
    assert own.count('name="box"') == len(MOST) + 1


def test_a_box_tapped_for_the_dice_of_one_throw_is_not_filled_with_those_of_the_next(evening, ann, monkeypatch):
    sets = iter([(2, 6, 2, 4, 6), (3, 6, 2, 2, 4)])
    monkeypatch.setattr("companion.commands.forms.dice", lambda number: next(sets))
    start(evening, dice="independent")
    throws(ann, "p1")
    own, turn = ann.get(), ann.get("play/turn")
    throws(ann, "p1", 2, held=NONE_HELD)

    for page in (own, turn):
        assert 'data-slot="Ann’s box after throw 1 of round 1"' in page.html
        assert taps_a_box(ann, page).refuses("The last throw showed 3 6 2 2 4")
    assert taps_a_box(ann, ann.get()).status == 303
    assert evening.last.dice == (3, 6, 2, 2, 4)


def taps_a_box(one, page):
    """Taps a box of this page, which may be an old one."""
    shown = re.findall(r'name="dice" value="(\d)"', page.html)
    return one.post("entries", {**fields(page.html, "fill-p1"), "dice": shown, "box": "2-pairs"})


def test_two_phones_that_throw_for_one_player_count_once_but_real_dice_can_differ(phone_dice, ann, bob):
    throws(ann, "p1")
    throws(ann, "p1", 2, held=["true", *NONE_HELD[1:]])
    for box in ("", "all"):
        if box:
            fills(ann, "p1", box)
        seq = phone_dice.seq
        for throw, held in ((1, None), (2, None), (2, NONE_HELD)):
            assert throws(bob, "p1", throw, held=held).says == "Ann had tapped first ✓"
        assert phone_dice.seq == seq
    ann.tap("game.ended")

    start(phone_dice)
    assert throws(ann, "p1", dice=DICE).status == 200
    assert throws(bob, "p1", dice=DICE).status == 200
    assert throws(bob, "p1", dice=["1"] * 5).status == 409


def test_a_player_can_finish_first_and_the_last_box_ends_the_game(real, ann, bob):
    page = ann.get("deal").words
    assert "End the game" in page
    assert "Deal" not in page
    for player in ("p1", "p2"):
        assert real.night.game is not None
        for round, box in enumerate(MOST, 1):
            assert fills(ann, player, box, round, dice=DICE).status == 200
        assert player == "p2" or " points , full" in ann.get().words.replace("points, full", "points , full")

    table = bob.get().words
    for said in ("Ann and Bob win!", "Score sheet", "Yak again"):
        assert said in table
    assert "Total" in bob.get("sheet").words


def test_anybody_plays_for_a_seat_without_a_phone(evening, bob):
    evening.ann.tap("player.joined", name="Dan")
    start(evening, ["p1", "p2", "p4"])
    record = bob.get().regions["r-record"]

    assert 'name="for" value="p4"' in record
    assert "Tap for Ann: the throw" in record
    assert "Dan" in bob.get("play/turn?for=p4").words
    assert fills(bob, "p4", "all", dice=DICE).status == 200
    assert evening.night.game.state.cards["p4"].filled == {"all": 26}


def test_with_identical_dice_a_seat_without_a_phone_needs_to_be_lent(evening, ann, bob):
    ann.tap("player.joined", name="Dan")
    start(evening, ["p1", "p4"], dice="identical")

    assert "Dan has no phone: under Seats , pick who taps for them." in bob.get().words
    assert throws(ann, "p4").status == 422
    assert throws(ann, "p4", acting="p4").status == 422


def test_a_phone_with_two_secret_cards_is_handed_on_and_shows_neither(evening, ann, bob, cal, monkeypatch):
    ann.post("seats/remove", player="p2")
    ann.post("seats/lend", player="p2", to="p1")
    begun(evening, monkeypatch)
    cover = ann.get().regions["r-own-game"]

    assert "Hand the phone to Ann" in cover
    assert "I am Bob" in cover
    assert throws(ann, "p1").status == 200
    assert 'class="die"' not in ann.get().regions["r-own-game"]
    assert fills(ann, "p1", "all").status == 200
    assert "Hand the phone to Bob" in ann.get().words
    assert throws(ann, "p2", acting="p2").status == 200
    mine = ann.get("play/turn?seat=p2")
    assert 'name="acting" value="p2"' in mine.html
    assert mine.html.count('aria-label="keep') == 5
    assert cal.get("play/turn?seat=p2").status == 403


def test_a_player_who_joined_later_watches_and_sees_the_yak(real, ann):
    eve = real.join("Eve")
    fills(ann, "p1", "5-same", dice=["3"] * 5)

    assert "Ann has a yak!" in eve.get().words
    assert "Not in this game" in eve.get("play/turn").words
    assert "sits out" in eve.get().words
    assert fills(eve, "p4", "all", dice=DICE).status == 422


def test_an_empty_sheet_can_be_printed_before_the_game(evening, ann):
    assert "5 same" in ann.get("sheet/yak").words
    assert ann.get("sheet/five-card-yak").status == 404
    assert ann.get("sheet").status == 303


def test_leaving_asks_first_where_it_would_end_the_game_and_an_undo_goes_on(real, ann, bob):
    boxes = [*MOST]
    for round, box in enumerate(boxes, start=1):
        assert fills(ann, "p1", box, round, dice=DICE).status == 200
        if round < len(boxes):
            assert fills(bob, "p2", box, round, dice=DICE).status == 200

    asked = ann.tap("player.left", player="p2")

    assert asked.refuses("That ends Yak: Bob has one box open. If Bob comes back, undo this in the log", 409)
    assert real.night.game is not None
    assert ann.says_yes(asked).status == 200
    assert real.night.game is None
    ann.tap("entry.undone", entry=real.seq)
    assert real.night.game is not None


def test_a_phone_is_told_that_undone_dice_come_back(phone_dice, ann):
    throws(ann, "p1")
    first = throws(ann, "p1", throw=2, held=NONE_HELD)
    assert "come back" not in first.words
    ann.tap("entry.undone", entry=phone_dice.seq)

    again = throws(ann, "p1", throw=2, held=["true"] * 4 + ["false"])

    assert "These dice were thrown before: they come back as they lay." in again.words


def test_the_log_says_which_box_was_undone_unless_it_is_hidden(real, ann, bob):
    fills(ann, "p1", "6s", dice=DICE)
    ann.tap("entry.undone", entry=real.seq)
    assert "Ann took back: Ann: 24 in 6s (round 1): 6 6 6 6 2." in bob.get("log").words
    ann.tap("game.ended")
    start(real, dice="identical")
    throws(bob, "p2")
    fills(bob, "p2", "6s")
    bob.tap("entry.undone", entry=real.seq)
    assert "Bob took back: Bob filled a box in round 1." in ann.get("log").words


def headline(phone):
    return " ".join(re.search("<h1>(.*?)</h1>", phone.get().regions["r-status"], re.S)[1].split())


def test_the_headline_says_whom_the_round_waits_for_and_with_one_set_of_dice_who_has_it(evening, bob, cal):
    evening.start("yak", dice="real")
    assert "Ann has the dice Round 1" in bob.get().words
    assert "data-pad" not in bob.get().regions["r-own-game"]
    assert "Out of turn: enter your dice" in bob.get().words
    assert "data-pad" in bob.get("play/turn").html
    throws(bob, "p2", dice=DICE)
    assert "Bob has the dice Round 1" in cal.get().words
    fills(bob, "p2", "4-same")
    assert "Cal has the dice Round 1 · waiting for Cal and Ann" in bob.get().words.replace(" , ", ", ")
    fills(cal, "p3", "4-same", dice=DICE)
    assert "<b>Ann</b> has the dice" in headline(bob)
    fills(bob, "p1", "4-same", dice=DICE)
    assert "Bob has the dice Round 2" in cal.get().words


def test_with_the_dice_of_the_phones_nobody_has_them(evening, ann, bob, monkeypatch):
    monkeypatch.setattr("companion.commands.forms.dice", lambda number: (1, 2, 3, 4, 6)[:number])
    start(evening, dice="independent")
    assert headline(bob) == "Round 1"
    throws(ann, "p1")
    fills(ann, "p1", "all")

    assert headline(bob) == "Round 1&nbsp;<small>· waiting for <b>Bob</b></small>"
    assert re.search('class="waits"><details .*>Tap for Bob: round 1', ann.get().html)  # whose phone may be dead
    assert ["own-sheet open late" in phone.get().html for phone in (ann, bob)] == [False, True]  # it hides that


def test_a_yak_makes_its_box_the_main_button_once_and_not_where_it_is_filled(phone_dice, ann):
    throws(ann, "p1")
    own = ann.get().regions["r-own-game"]
    main = r'<button class="button primary wide" name="box" value="5-same" form="fill-p1">5 same: 50</button>'
    assert own.count(main) == own.count("primary") - own.count("Fill it with 0") == 1
    assert 'id="fill-p1"' in own
    fills(ann, "p1", "5-same")
    throws(ann, "p1", round=2)

    assert "5 same: 50" not in ann.get().words


def test_the_star_stands_after_the_last_throw_and_before_it_the_best_box_says_most_now(phone_dice, ann):
    for throw, early in ((1, 1), (2, 1), (3, 0)):
        throws(ann, "p1", throw, held=NONE_HELD if throw > 1 else None)
        assert ann.get().regions["r-own-game"].count('class="scorecard early"') == early
