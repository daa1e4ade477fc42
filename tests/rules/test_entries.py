"""How an entry is written: its time, who tapped it, its fields, numbers and texts."""

from tests.table import cases

from .conftest import (
    ANN,
    BOB,
    DAN,
    FIVE,
    OPENED,
    caught,
    changed,
    deal,
    event,
    fault,
    fine,
    game,
    joined,
    night,
    plays,
    refused,
    refuses_last,
    replayed,
    rule,
    trick,
    written,
)


def test_an_entry_may_say_when_it_was_made_and_times_need_not_increase():
    for at in ("2026-11-20T20:00:00Z", "2026-11-20T20:00:00.123Z", "2024-02-29T23:59:59Z"):
        assert night(fine(ANN, 1, at=at))["charges"], at
    assert night(fine(ANN, 1, at="2026-11-20T20:00:00Z"), fine(ANN, 1, at="2020-01-01T00:00:00Z"))["charges"]


@cases(
    None,
    "",
    7,
    "2026-11-20T20:00:00",
    "2026-11-20 20:00:00Z",
    "2026-11-20T20:00Z",
    "2026-11-20T20:00:00.1Z",
    "2026-11-20T20:00:00.123456Z",
    "2026-11-20T20:00:00+00:00",
    "2026-11-20T24:00:00Z",
    "2026-11-20T20:60:00Z",
    "2026-02-30T20:00:00Z",
    "2026-11-20T20:00:00Z\n",
    "２026-11-20T20:00:00Z",
)
def test_a_time_written_otherwise_is_refused(at):
    assert refuses_last(fine(ANN, 1, at=at))


@cases("zoe", "", " ann", "ann:dummy", 1, True, ["ann"], "a" * 41)
def test_an_entry_is_by_somebody_who_joined_or_by_nobody_and_never_by_a_stranger(by):
    assert night(fine(ANN, 1, by=ANN), fine(ANN, 1, by=None))["charges"]
    assert refuses_last(fine(ANN, 1, by=by))


def test_who_opens_the_night_or_joins_need_not_have_joined_before():
    assert replayed(written({**OPENED, "by": "zoe"}, joined(ANN, by=ANN)))["players"]
    assert fault(written({**OPENED, "by": "zoe"}, joined(ANN, by="zoe"))).startswith("event 2: ")


def test_undo_and_change_are_by_somebody_who_joined_too():
    assert refuses_last(fine(ANN, 1), event("entry.undone", entry=7, by="zoe"))
    assert refuses_last(fine(ANN, 1), changed(7, fine(ANN, 2), by="zoe"))


@cases(True, 1.5, "1", None, 0, -1, 1001, 1_000_000_001, [1])
def test_a_fine_is_a_number_from_1_to_1000(amount):
    assert refuses_last(fine(ANN, amount))


@cases(1_000_000_001, 10**30, 1e300, -(10**12))
def test_no_number_is_above_a_thousand_million(number):
    assert night(rule("r1", when={"on": "trick.taken", "trick": 10**9}))["rules"]
    assert refuses_last(rule("r1", when={"on": "trick.taken", "trick": number}))
    assert refuses_last(game(options={"dummies": number}))


@cases(
    {"type": "night.danced"},
    {"type": 7},
    {"type": None},
    {},
    {"type": "trick.taken", "deal": 1, "trick": 1, "winner": ANN},
    {"type": "fine.given", "player": ANN},
    {"type": "fine.given", "player": ANN, "amount": 1, "colour": "red"},
    {"type": "fine.given", "player": "zoe", "amount": 1},
    {"type": "fine.given", "player": 7, "amount": 1},
    {"type": "rule.called", "rule": "r9", "player": ANN},
    {"type": "seats.moved", "order": "ann"},
)
def test_unknown_or_missing_or_wrong_is_refused(wrong):
    assert refuses_last(wrong)


@cases(
    ([], fine(ANN, 1), "reason"),
    ([], joined("zoe"), "forfeit"),
    ([], rule("r1"), "when"),
    ([], rule("r1"), "who"),
    ([], rule("r1"), "amount"),
    ([], rule("r1"), "also"),
    ([rule("r1")], event("rule.amended", rule="r1", text="new"), "when"),
    ([rule("r1")], event("rule.amended", rule="r1", amount=2), "text"),
    ([rule("r1")], event("rule.amended", rule="r1", amount=2), "who"),
    ([rule("r1")], event("rule.amended", rule="r1", amount=2), "also"),
    ([rule("r1")], event("rule.amended", rule="r1", text="new"), "amount"),
    ([rule("r1")], caught("r1", ANN), "chosen"),
    ([], game(), "options"),
    ([], game(), "dealer"),
    ([game()], deal(1), "players"),
    ([game()], deal(1), "dealer"),
    ([game()], trick(1, ANN), "plays"),
    ([], rule("r1", when={"on": "card.played"}), "when.rank"),
    ([], rule("r1", when={"on": "card.played"}), "when.suit"),
    ([], rule("r1", when={"on": "card.played"}), "when.led"),
    ([], rule("r1", when={"on": "trick.taken"}), "when.trick"),
    ([], rule("r1", when={"on": "trick.taken"}), "when.with_rank"),
    ([], rule("r1", when={"on": "trick.taken"}), "when.with_suit"),
    ([], rule("r1", when={"on": "box.scored"}), "when.box"),
    ([], rule("r1", when={"on": "box.scored"}), "when.zero"),
    ([], rule("r1", when={"on": "box.scored"}), "when.at_least"),
)
def test_an_optional_field_is_left_out_never_null(before, last, field):
    outer, _, inner = field.partition(".")
    nulled = {**last, outer: {**last[outer], inner: None} if inner else None}

    assert night(*before, last)
    assert refuses_last(*before, nulled)


def test_the_night_opens_without_nulls_and_may_have_a_date_that_there_is():
    for nulled in ("unit", "date"):
        assert fault(written({**OPENED, nulled: None})).startswith("event 1: ")
    for date in ("2026-11-20", "2024-02-29"):
        assert replayed(written({**OPENED, "date": date}))["players"] == {}
    for date in ("2026-02-29", "20261120", "2026-W01-1", "2026-1-1", "", 20261120):
        assert fault(written({**OPENED, "date": date})).startswith("event 1: "), date


def test_only_the_winner_may_be_null():
    assert night(game(), trick(1, None))["games"]
    assert night(game(), plays(1, "ann 2H bob 2S cal 3H dan 3S eve KH"))["charges"]


SAID = [
    ("event", "name", 80, lambda text: written({**OPENED, "name": text})),
    ("unit", "unit", 40, lambda text: written({**OPENED, "unit": text})),
    ("id", "player", 40, lambda text: written(OPENED, joined(text, name="Zoe"))),
    ("name", "name", 40, lambda text: written(OPENED, joined("zoe", name=text))),
    ("forfeit", "forfeit", 40, lambda text: written(OPENED, joined("zoe", forfeit=text))),
    ("reason", "reason", 280, lambda text: written(OPENED, joined(ANN), fine(ANN, 1, reason=text))),
    ("text", "text", 280, lambda text: written(OPENED, rule("r1", text=text))),
    ("rule", "rule", 40, lambda text: written(OPENED, rule(text, text="a rule"))),
]


@cases(*SAID)
def test_a_text_has_its_length_in_characters_not_bytes(what, field, most, file):
    assert replayed(file("🍺" * most))
    assert fault(file("x" * (most + 1))).startswith("event ")


@cases("", " ", "\u3000\u00a0", "a\nb", "a\x00", "a\x7f", "a\x85b", "a\u2028b", "a\u2029", "\ud800")
def test_a_text_is_one_line_that_can_be_read(text):
    for what, _, _, file in SAID:
        assert fault(file(text)).startswith("event "), what


@cases(" ann", "ann ", "ann:dummy", ":", "\u00a0ann")
def test_an_id_has_no_colon_and_no_outer_blanks(player):
    assert fault(written(OPENED, joined(player, name="Zoe"))).startswith("event 2: ")
    assert fault(written(OPENED, rule(player, text="a rule"))).startswith("event 2: ")


def test_ids_and_names_are_compared_letter_by_letter():
    assert len(night(joined("ANN", name="ann"), joined("zoe", name="Ann "))["players"]) == 7
    assert refuses_last(joined(ANN, name="Zoe"))
    assert refuses_last(joined("zoe", name="Ann"))
    assert refuses_last(rule("r1"), rule("r1", text="another"))
    assert night(rule("r1"), rule("R1"), rule(ANN))["rules"]


def test_half_a_character_is_refused_wherever_it_stands():
    half = "\ud800"

    assert refuses_last({**fine(ANN, 1), half: 1})
    assert refuses_last(game(options={half: 1}))
    assert refuses_last(rule("r1", when={half: "card.played"}))
    assert refuses_last(changed(1, {**OPENED, half: 1}))
    assert refuses_last({"type": half})


@cases(
    [event("seats.moved", order=[*FIVE, ANN])],
    [event("office.voted", player=ANN, votes=[BOB, BOB])],
    [rule("r1"), event("rule.struck", rule="r1", votes=[BOB, BOB])],
    [rule("r1", who="chosen"), caught("r1", ANN, chosen=[BOB, BOB])],
    [game(ANN, BOB, ANN)],
    [game(ANN, BOB), deal(1, players=[ANN, BOB, BOB])],
    [game(ANN, BOB), deal(1, players=[ANN, BOB, DAN, DAN])],
)
def test_a_list_of_players_names_nobody_twice(named_twice):
    assert refuses_last(*named_twice)
    assert "twice" in refused(*named_twice)
