"""The night file itself: what is no night is event 0, and an entry out of number is named by its place."""

import json

from companion.rules.replay import main_text
from tests.table import cases

from .conftest import ANN, OPENED, event, fault, fine, joined, written

OPEN = '{"format": "companion-night/1", "events": [{"seq": 1, "type": "night.opened", "name": "Friday"}]}'


@cases(
    "",
    "night",
    "[]",
    "null",
    OPEN[:-1],
    OPEN + "x",
    OPEN.replace("/1", "/2"),
    OPEN.replace("companion-night", "another-night"),
    OPEN.replace('"format": "companion-night/1", ', ""),
    '{"format": "companion-night/1"}',
    '{"format": "companion-night/1", "events": []}',
    '{"format": "companion-night/1", "events": {}}',
    '{"format": "companion-night/1", "events": null}',
    OPEN.replace('"events"', '"secret": 1, "events"'),
    OPEN.replace('"name"', '"type": "night.opened", "name"'),
    OPEN.replace('"Friday"', "NaN"),
    OPEN.replace('"Friday"', "[" * 100_000),
    OPEN.replace('"Friday"', "1" * 5_000),
)
def test_what_is_no_night_file_is_a_fault_of_the_file(text):
    assert fault(text.encode()).startswith("event 0: ")


@cases("utf-16", "utf-8-sig")
def test_a_file_in_another_encoding_than_plain_utf_8_is_a_fault_of_the_file(encoding):
    assert fault(OPEN.encode(encoding)).startswith("event 0: ")


def test_bytes_that_are_no_text_are_a_fault_of_the_file():
    assert fault(OPEN.encode().replace(b"Friday", b"\xff\xfe")) == "event 0: the file is not UTF-8 text"


def test_the_fault_is_told_in_one_line():
    assert "\n" not in fault(OPEN.replace("Friday", "Fri\nday").encode())


def test_a_number_of_thousands_of_digits_is_a_fault_in_plain_words():
    endless = OPEN.replace('"Friday"', "1" * 5_000).encode()

    assert fault(endless) == "event 0: the file is not JSON: no number has more than 4300 digits"


@cases(50, 900, 990)
def test_deep_nesting_is_an_error_like_any_other(depth):
    nested = OPEN.replace('"Friday"', "[" * depth + "]" * depth).encode()

    assert fault(nested).split(":")[0] in ("event 0", "event 1")


@cases(0, 3, -1, "2", None, True, [2], 2.5, 1e9)
def test_an_entry_out_of_number_is_named_by_its_place(seq):
    assert fault(written(OPENED, {**joined(ANN), "seq": seq})).startswith("event 2: ")


def test_a_missing_number_is_named_by_its_place_too():
    events = [{"seq": 1, **OPENED}, joined(ANN)]

    assert fault(json.dumps({"format": "companion-night/1", "events": events}).encode()).startswith("event 2: ")


@cases(None, 7, "night.opened", [])
def test_an_entry_that_is_no_object_is_named_by_its_place(entry):
    events = [{"seq": 1, **OPENED}, entry]

    assert fault(json.dumps({"format": "companion-night/1", "events": events}).encode()).startswith("event 2: ")


def test_a_night_begins_with_night_opened_and_opens_once():
    assert fault(written(joined(ANN))).startswith("event 1: ")
    assert fault(written(OPENED, OPENED)).startswith("event 2: ")


def test_the_same_file_gives_the_same_bytes():
    data = written(OPENED, joined(ANN, name="Änn 🍺"), fine(ANN, 2, reason="spilt"))

    assert main_text(data) == main_text(data)
    assert "Änn 🍺" in main_text(data)


def test_replay_prints_players_charges_games_rules_and_rights():
    result = json.loads(
        main_text(written(OPENED, joined(ANN), fine(ANN, 2), event("drink.taken", player=ANN, amount=1)))
    )

    assert result["players"] == {"ann": {"name": "Ann", "charged": 2, "taken": 1, "forgiven": 0, "owed": 1}}
    row = {key: result["charges"][0][key] for key in ("seq", "player", "amount", "reason", "rule")}
    assert row == {"seq": 3, "player": "ann", "amount": 2, "reason": "fine", "rule": None}
    assert [result[key] for key in ("games", "rules", "rights")] == [[], [], []]
