"""Changing the unit: one tap between games, and what is owed keeps its number."""

import pytest


@pytest.fixture
def fingers(start_table):
    """A night in fingers: Ann owes 4, Bob 1, Cal nothing."""
    night = start_table(unit="finger")
    night.ann.tap("fine.given", player="p1", amount=4)
    night.ann.tap("fine.given", player="p2", amount=1)
    return night


def change(phone, unit, **fields):
    return phone.post("entries", {"type": "unit.changed", "unit": unit, "next": "drinks", **fields})


def test_the_page_offers_the_parts_of_a_pint_and_any_word(fingers):
    page = fingers.ann.get("unit")
    assert "8 fingers = 16 pencils" in page.words
    assert "Whoever owes 3 still owes 3, but of the new kind. Not what you want? Then" in page.words
    for unit in ("pencil", "waffer", "pint", "sip", "token"):
        assert f'name="unit" value="{unit}"' in page.html
    assert 'name="unit" value="finger"' not in page.html
    assert 'id="own" name="unit"' in page.html


@pytest.mark.parametrize("key", ["one", "s6"])
def test_the_unit_alone_changes_once_and_the_same_unit_is_refused(fingers, key):
    seq = fingers.seq
    assert change(fingers.ann, "finger").refuses("Fines count in that already.")
    assert fingers.seq == seq

    for _ in range(2):
        assert change(fingers.ann, "pencil", key=key).goes_to == f"/n/{fingers.nid}/drinks"
    assert fingers.seq == seq + 1
    assert (fingers.night.unit, fingers.owed) == ("pencil", {"p1": 4, "p2": 1})

    change(fingers.ann, "thimble")
    assert fingers.night.unit == "thimble"


def test_only_the_finesmaster_changes_the_unit_and_only_between_games(fingers):
    game = {"game": "five-card-yak", "players": ["p1", "p2"], "dealer": "p1"}
    for phone, taps, page, words in (
        (fingers.bob, [], "Only the finesmaster (Ann)", "Only the finesmaster (Ann)"),
        (fingers.ann, [("game.started", game)], "once the game is over", "can only change between games"),
        (fingers.ann, [("game.ended", {}), ("night.closed", {})], "The night is over", "night is over"),
    ):
        for kind, fields in taps:
            fingers.ann.tap(kind, **fields)
        assert page in phone.get("unit").words
        assert change(phone, "pencil").refuses(words)
        assert (fingers.night.unit, fingers.owed) == ("finger", {"p1": 4, "p2": 1})


def test_a_bad_unit_is_refused_in_words_and_stays_typed(fingers):
    for unit in ["x" * 41, "\x00", "a\u2028b"]:
        assert change(fingers.ann, unit).refuses("Unit is too long, empty"), unit
    assert f'value="{"x" * 41}"' in change(fingers.ann, "x" * 41).html
    assert "fill in the unit" in change(fingers.ann, " ").says
    assert fingers.night.unit == "finger"
