"""The night file: faults of the file are event 0, and what an entry needs: number, time, player, fields and texts."""

import json

from companion.domain.replay import result_text
from tests.table import cases

from .entries import OPENED, amended, caught, changed, drunk, event, fine, joined, rule, undone
from .nights import fault, night, replayed, why_refused, written
from .people import ANN, BOB, DAN, FIVE
from .play import deal, game, plays, trick

OPEN = '{"format": "companion-night/1", "events": [{"seq": 1, "type": "night.opened", "name": "Friday"}]}'
NO_TEXT = "event 0: the file is not UTF-8 text"
ENDLESS = "event 0: the file is not JSON: no number has more than 4300 digits"
LONG_AGO, TONIGHT = "2020-01-01T00:00:00Z", "2026-11-20T20:00:00Z"


def of(*events):
    """A night file of exactly these events, which number themselves."""
    return json.dumps({"format": "companion-night/1", "events": events}).encode()


@cases(
    *(text.encode() for text in (
        "", "night", "[]", "null", OPEN[:-1], OPEN + "x", OPEN.replace("/1", "/2"),
        OPEN.replace("companion-night", "another-night"), OPEN.replace('"format": "companion-night/1", ', ""),
        '{"format": "companion-night/1"}', '{"format": "companion-night/1", "events": []}',
        '{"format": "companion-night/1", "events": {}}', '{"format": "companion-night/1", "events": null}',
        OPEN.replace('"events"', '"secret": 1, "events"'),
        OPEN.replace('"name"', '"type": "night.opened", "name"'), OPEN.replace('"Friday"', "NaN"),
        OPEN.replace('"Friday"', "[" * 100_000))),
    OPEN.encode("utf-16"),
    OPEN.encode("utf-8-sig"),
)  # fmt: skip
def test_what_is_no_night_file_is_a_fault_of_the_file(data):
    assert fault(data).startswith("event 0: ")


def test_a_fault_is_one_line_of_plain_words():
    assert "\n" not in fault(OPEN.replace("Friday", "Fri\nday").encode())
    assert fault(OPEN.encode().replace(b"Friday", b"\xff\xfe")) == NO_TEXT
    assert fault(OPEN.replace('"Friday"', "1" * 5_000).encode()) == ENDLESS


@cases(50, 900, 990)
def test_deep_nesting_is_an_error_like_any_other(depth):
    nested = OPEN.replace('"Friday"', "[" * depth + "]" * depth).encode()

    assert fault(nested).split(":")[0] in ("event 0", "event 1")


@cases(
    *((2, written(OPENED, {**joined(ANN), "seq": seq})) for seq in (0, 3, -1, "2", None, True, [2], 2.5, 1e9)),
    (2, of({"seq": 1, **OPENED}, joined(ANN))),
    *((2, of({"seq": 1, **OPENED}, entry)) for entry in (None, 7, "night.opened", [])),
    (1, written(joined(ANN))),
    (2, written(OPENED, OPENED)),
    (2, written({**OPENED, "by": "zoe"}, joined(ANN, by="zoe"))),
    *((1, written({**OPENED, nulled: None})) for nulled in ("unit", "date")),
    *((1, written({**OPENED, "date": date}))
      for date in ("2026-02-29", "20261120", "2026-W01-1", "2026-1-1", "", 20261120)),
    *((2, written(OPENED, of_id)) for player in (" ann", "ann ", "ann:dummy", ":", "\u00a0ann")
      for of_id in (joined(player, name="Zoe"), rule(player, text="a rule"))),
)  # fmt: skip
def test_an_entry_out_of_order_or_badly_written_is_named_by_its_place(place, data):
    assert fault(data).startswith(f"event {place}: ")


def test_the_same_file_gives_the_same_bytes():
    data = written(OPENED, joined(ANN, name="Änn 🍺"), fine(ANN, 2, reason="spilt"))

    assert result_text(data) == result_text(data)
    assert "Änn 🍺" in result_text(data)


def test_replay_prints_players_charges_games_rules_and_rights():
    result = replayed(written(OPENED, joined(ANN), fine(ANN, 2), drunk(ANN, 1)))

    assert result["players"] == {"ann": {"name": "Ann", "charged": 2, "taken": 1, "forgiven": 0, "owed": 1}}
    row = {key: result["charges"][0][key] for key in ("seq", "player", "amount", "reason", "rule")}
    assert row == {"seq": 3, "player": "ann", "amount": 2, "reason": "fine", "rule": None}
    assert [result[key] for key in ("games", "rules", "rights")] == [[], [], []]


@cases(
    *([fine(ANN, 1, at=at)] for at in (TONIGHT, "2026-11-20T20:00:00.123Z", "2024-02-29T23:59:59Z")),
    [fine(ANN, 1, at=TONIGHT), fine(ANN, 1, at=LONG_AGO)],
    [fine(ANN, 1, by=ANN), fine(ANN, 1, by=None)],
    [rule("r1", when={"on": "trick.taken", "trick": 10**9})],
    [game(), trick(1, None)],
    [game(), plays(1, "ann 2H bob 2S cal 3H dan 3S eve KH")],
    [rule("r1"), rule("R1"), rule(ANN)],
    [joined("ANN", name="ann"), joined("zoe", name="Ann ")],
)  # fmt: skip
def test_an_entry_is_valid(events):
    assert night(*events)["players"]


def test_who_opens_the_night_or_joins_need_not_have_joined_before_and_a_date_is_one_there_is():
    assert replayed(written({**OPENED, "by": "zoe"}, joined(ANN, by=ANN)))["players"]
    for date in ("2026-11-20", "2024-02-29"):
        assert replayed(written({**OPENED, "date": date}))["players"] == {}


HALF = "\ud800"
NO_ZOE, TOO_HIGH = "zoe has not joined this night", "no number is above 1000000000"


@cases(
    *(([fine(ANN, 1, at=at)], f"at must be a time like {TONIGHT}") for at in (
        None, "", 7, "2026-11-20T20:00:00", "2026-11-20 20:00:00Z", "2026-11-20T20:00Z", "2026-11-20T20:00:00.1Z",
        "2026-11-20T20:00:00.123456Z", "2026-11-20T20:00:00+00:00", "2026-11-20T24:00:00Z", "2026-11-20T20:60:00Z",
        "2026-02-30T20:00:00Z", "2026-11-20T20:00:00Z\n", "２026-11-20T20:00:00Z")),
    *(([fine(ANN, 1, by=by)], "by must be a player or null")
      for by in ("", " ann", "ann:dummy", 1, True, ["ann"], "a" * 41)),
    ([fine(ANN, 1, by="zoe")], NO_ZOE),
    ([fine(ANN, 1), undone(7, by="zoe")], NO_ZOE),
    ([fine(ANN, 1), changed(7, fine(ANN, 2), by="zoe")], NO_ZOE),
    *(([fine(ANN, amount)], f"amount must be `int`, got `{kind}`") for amount, kind in (
        (True, "bool"), (1.5, "float"), ("1", "str"), (None, "null"), ([1], "array"))),
    *(([fine(ANN, amount)], f"amount must be `int` {bound}")
      for amount, bound in ((0, ">= 1"), (-1, ">= 1"), (1001, "<= 1000"))),
    ([fine(ANN, 1_000_000_001)], TOO_HIGH),
    *(([late], TOO_HIGH) for number in (1_000_000_001, 10**30, 1e300, -(10**12))
      for late in (rule("r1", when={"on": "trick.taken", "trick": number}), game(options={"dummies": number}))),
    ([{"type": "night.danced"}], "night.danced is not an event of the night or of the game that is on"),
    *(([untyped], "the event has no type") for untyped in ({"type": 7}, {"type": None}, {})),
    ([trick(1, ANN)], "trick.taken is not an event of the night or of the game that is on"),
    ([{"type": "fine.given", "player": ANN}], "the event needs field amount"),
    ([fine(ANN, 1, colour="red")], "the event has no field colour"),
    ([fine("zoe", 1)], NO_ZOE),
    ([fine(7, 1)], "player must be `str`, got `int`"),
    ([caught("r9", ANN)], "there is no rule r9"),
    ([event("seats.moved", order="ann")], "order must be `array`, got `str`"),
    ([joined(ANN, name="Zoe")], "ann has already joined"),
    ([joined("zoe", name="Ann")], "somebody at this table is called Ann already; take another name"),
    ([rule("r1"), rule("r1", text="another")], "the rule id r1 was used before"),
    *(([halved], "half a character (a lone surrogate) cannot be written here") for halved in (
        {**fine(ANN, 1), HALF: 1}, game(options={HALF: 1}), rule("r1", when={HALF: "card.played"}),
        changed(1, {**OPENED, HALF: 1}), {"type": HALF})),
)  # fmt: skip
def test_an_entry_is_refused(events, why):
    assert why_refused(*events) == why


@cases(
    *(([], last, field) for last, fields in (
        (fine(ANN, 1), "reason"), (joined("zoe"), "forfeit"), (rule("r1"), "when who amount also"),
        (game(), "options dealer"), (rule("r1", when={"on": "card.played"}), "when.rank when.suit when.led"),
        (rule("r1", when={"on": "trick.taken"}), "when.trick when.with_rank when.with_suit"),
        (rule("r1", when={"on": "box.scored"}), "when.box when.zero when.at_least")) for field in fields.split()),
    *(([rule("r1")], amended(amount=2), field) for field in ("text", "who", "also")),
    *(([rule("r1")], amended(text="new"), field) for field in ("when", "amount")),
    ([rule("r1")], caught("r1", ANN), "chosen"),
    ([game()], deal(1), "players"),
    ([game()], deal(1), "dealer"),
    ([game()], trick(1, ANN), "plays"),
)  # fmt: skip
def test_an_optional_field_is_left_out_never_null(before, last, field):
    outer, _, inner = field.partition(".")
    nulled = {**last, outer: {**last[outer], inner: None} if inner else None}

    assert night(*before, last)
    why = why_refused(*before, nulled)
    assert (why.startswith(f"{field} must be "), why.endswith(", got `null`")) == (True, True), why


TEXTS = [
    (80, lambda text: written({**OPENED, "name": text})),
    (40, lambda text: written({**OPENED, "unit": text})),
    (40, lambda text: written(OPENED, joined(text, name="Zoe"))),
    (40, lambda text: written(OPENED, joined("zoe", name=text))),
    (40, lambda text: written(OPENED, joined("zoe", forfeit=text))),
    (280, lambda text: written(OPENED, joined(ANN), fine(ANN, 1, reason=text))),
    (280, lambda text: written(OPENED, rule("r1", text=text))),
    (40, lambda text: written(OPENED, rule(text, text="a rule"))),
]


@cases(*TEXTS)
def test_a_text_is_one_line_that_can_be_read_with_its_length_in_characters_not_bytes(most, file):
    assert replayed(file("🍺" * most))
    for wrong in ("x" * (most + 1), "", " ", "\u3000\u00a0", "a\nb", "a\x00", "a\x7f", "a\x85b", "a\u2028b", "a\u2029",
                  HALF):  # fmt: skip
        assert fault(file(wrong)).startswith("event "), wrong


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
    assert why_refused(*named_twice) in ("the list names somebody twice", "the deal names somebody twice")
