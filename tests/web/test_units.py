"""Changing the unit: the page previews what is owed in it; every debt is converted, or none."""

import pytest


@pytest.fixture
def fingers(start_table):
    """A night in fingers: Ann owes 4, Bob 1, Cal nothing."""
    night = start_table(unit="finger")
    night.ann.tap("fine.given", player="p1", amount=4)
    night.ann.tap("fine.given", player="p2", amount=1)
    return night


def change(phone, unit, how="keep", **fields):
    return phone.post("unit", {"unit": unit, "how": how, **fields})


def test_the_page_offers_the_parts_of_a_pint_and_any_word_and_shows_what_happens_before_the_tap(fingers):
    before, page = fingers.file, fingers.ann.get("unit")
    assert "8 fingers = 16 pencils" in page.words
    for unit in ("pencil", "waffer", "pint", "sip", "token"):
        assert f'unit?to={unit}"' in page.html
    assert 'unit?to=finger"' not in page.html
    assert 'name="own"' in page.html

    words = fingers.ann.get("unit?to=pencil").words
    assert "Ann 4 fingers → 8 pencils Bob 1 finger → 2 pencils Convert to pencils" in words
    assert "Drink first, then change" in words
    assert "Ann 4 fingers → 4 pencils Bob 1 finger → 1 pencil Keep the numbers" in words
    assert fingers.file == before


def test_converting_writes_what_makes_up_the_difference_and_nobody_pays_for_a_half(fingers):
    answer = change(fingers.ann, "pencil", "convert")
    assert (answer.status, answer.goes_to) == (303, f"/n/{fingers.nid}/drinks")
    assert fingers.night.unit == "pencil"
    assert "4 fingers are 8 pencils" in fingers.ann.get().words
    assert "1 finger is 2 pencils" in fingers.bob.get().words

    for unit, how, owed in (
        ("pencil", "convert", {"p1": 8, "p2": 2}),
        ("finger", "convert", {"p1": 4, "p2": 1}),
        ("pencil", "keep", {"p1": 4, "p2": 1}),
        ("finger", "convert", {"p1": 2}),
    ):
        change(fingers.ann, unit, how)
        assert (fingers.night.unit, fingers.owed) == (unit, owed)
    assert fingers.night.players["p1"].forgiven == 6


def test_a_player_who_is_ahead_loses_nothing_and_large_debts_are_converted_too(fingers):
    fine = fingers.seq
    fingers.bob.tap("drink.taken", player="p2", amount=1)
    fingers.ann.tap("entry.undone", entry=fine)
    fingers.ann.tap("fine.given", player="p3", amount=1000)
    assert fingers.owed == {"p1": 4, "p2": -1, "p3": 1000}

    assert change(fingers.ann, "waffer", "convert").status == 303
    assert fingers.owed == {"p1": 16, "p2": -1, "p3": 4000}


def test_keeping_the_numbers_changes_the_unit_alone_and_the_same_unit_nothing(fingers):
    seq = fingers.seq
    assert "already" in fingers.ann.get("unit?to=finger").words
    assert change(fingers.ann, "finger").status == 303
    assert fingers.seq == seq

    change(fingers.ann, "pencil")
    assert fingers.seq == seq + 1
    assert (fingers.night.unit, fingers.owed) == ("pencil", {"p1": 4, "p2": 1})


def test_any_word_can_be_the_unit_but_is_not_converted(fingers):
    page = fingers.ann.get("unit?own=thimble")
    assert "Convert" not in page.words
    assert "Ann 4 fingers → 4 thimbles" in page.words

    assert change(fingers.ann, "thimble", "convert").refuses("can’t be changed into thimbles")

    change(fingers.ann, "thimble")
    assert fingers.night.unit == "thimble"


def test_if_nobody_owes_the_unit_changes_with_one_tap(start_evening):
    night = start_evening(unit="sip")

    assert "Nobody owes anything. From now on fines are in pencils." in night.ann.get("unit?to=pencil").words
    change(night.ann, "pencil")
    assert night.night.unit == "pencil"


@pytest.mark.parametrize("key", ["one", "s6"])
def test_a_double_tap_converts_once(fingers, key):
    for _ in range(2):
        assert change(fingers.ann, "pencil", "convert", key=key).status == 303

    assert fingers.owed == {"p1": 8, "p2": 2}


def test_only_the_finesmaster_changes_the_unit_and_only_between_games(fingers):
    game = {"game": "five-card-yak", "players": ["p1", "p2"], "dealer": "p1"}
    for phone, taps, page, words in (
        (fingers.bob, [], "Only the finesmaster (Ann)", "Only the finesmaster (Ann)"),
        (fingers.ann, [("game.started", game)], "can change between games", "can only change between games"),
        (fingers.ann, [("game.ended", {}), ("night.closed", {})], "The night is over", "night is over"),
    ):
        for kind, fields in taps:
            fingers.ann.tap(kind, **fields)
        assert page in phone.get("unit?to=pencil").words
        assert change(phone, "pencil", "convert").refuses(words)
        assert (fingers.night.unit, fingers.owed) == ("finger", {"p1": 4, "p2": 1})


def test_a_bad_unit_is_refused_in_words(fingers):
    for unit in ["x" * 41, "\x00", "a\u2028b"]:
        for answer in (fingers.ann.get(f"unit?own={unit}"), change(fingers.ann, unit)):
            assert answer.refuses("Unit is too long, empty"), unit
    assert "fill in the unit" in change(fingers.ann, " ").says
    assert fingers.night.unit == "finger"
