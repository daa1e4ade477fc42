"""Drinks: done with one tap, each fine with its reason, my glass, and a row for everybody."""

import re

from companion.domain import fines
from companion.domain.measure import family, measured, poured
from companion.views.drinks import meter
from tests.conftest import plain
from tests.table import cases, row


def test_only_the_phone_of_the_player_who_drinks_shows_how_much_and_its_newest_reasons(owing, ann, bob):
    mine = bob.get().regions["r-mine"]
    assert "Bob, drink 4 sips" in plain(mine)
    assert 'class="full"' in bob.get("drinks").html  # the meter

    for text in ("trick 3 costs 3", 'with/p2#pass-on"', 'log/8">Wrong?', 'amount" value="4"', 'amount" value="1"'):
        assert text in mine, text
    assert "drink" not in ann.get().regions["r-mine"]
    for number in range(3):
        ann.tap("fine.given", player="p2", amount=1, reason=f"reason {number}")
    shown, _, folded = bob.get().regions["r-mine"].partition("and 3 more")
    assert [f"reason {number}" in shown for number in (2, 1)] == [True] * 2
    for older in ("reason 0", "trick 3 costs 3", "trick 1 costs 1"):
        assert older in folded


def test_what_is_owed_is_done_in_one_tap_and_the_same_form_counts_once(owing, bob):
    for _ in range(2):
        answer = bob.tap("drink.taken", player="p2", amount=1, key="s0-9-4", back="drinks", script=False)
        assert answer.goes_to.endswith("/drinks")
    assert owing.owed == {"p2": 3, "p3": 2}

    assert bob.tap("drink.taken", player="p2", amount=3).status == 200

    assert owing.owed == {"p3": 2}
    assert "drink 3" not in bob.get().words


def test_what_cannot_be_drunk_forgiven_or_fined_is_refused_in_words(owing, ann):
    before = owing.file
    for kind, fields, words in (
        ("drink.taken", {"amount": "5"}, "owes 4 only, not 5"),
        ("drink.taken", {"amount": "0"}, "at least"),
        ("drink.taken", {"amount": "-1"}, "at least"),
        ("drink.taken", {"amount": ""}, "fill in the amount"),
        ("drink.taken", {"amount": "x"}, "number"),
        ("drink.taken", {"amount": 1, "player": "p9"}, ""),
        ("fine.forgiven", {"amount": 3, "player": "p3"}, "owes 2 only"),
        ("fine.given", {"amount": 1, "player": ""}, "fill in the player"),
    ):
        with row(kind, fields):
            phone = owing.bob if kind == "drink.taken" else ann
            assert phone.tap(kind, **{"player": "p2", **fields}).refuses(words)
            assert owing.file == before


def test_a_phone_knows_its_newest_fine_and_what_it_owes_so_that_it_buzzes_for_what_is_new(evening, ann, bob):
    def newest(phone):
        return re.search(r'data-buzz="([\d.]+)"', phone.get().html)[1]

    for amount in (2, 1):
        ann.tap("fine.given", player="p2", amount=amount)
    assert newest(bob) == "6.3"

    ann.tap("entry.changed", entry=5, **{"event.amount": "4"})
    assert newest(bob) == "6.5"

    bob.tap("drink.taken", player="p2", amount=5)
    assert newest(bob) == newest(ann) == "0.0"


def test_a_player_who_still_owes_before_the_next_deal_is_whitebait(owing, bob):
    assert "whitebait" not in bob.get().words
    assert "whitebait" not in bob.get("drinks").regions["r-ledger"]

    owing.play(None, None, first=4)

    assert 'class="owes bait">4<' in bob.get().regions["r-players"]
    assert 'class="owes bait">4<' in bob.get("drinks").regions["r-ledger"]


def test_the_drinks_page_has_a_row_for_everybody_with_what_became_of_their_fines_in_order_of_the_seats(
    owing, ann, bob, cal
):
    bob.tap("drink.taken", player="p2", amount=1)
    ann.tap("fine.forgiven", player="p2", amount=1)
    bob.post("proposals", player="p2", to="p3", amount=2)
    cal.post(f"proposals/{owing.services.nights.phones(owing.nid).proposals[0].id}", answer="yes")
    ann.tap("seats.moved", move="p2 up")

    words = bob.get("drinks").words

    assert "Bob 2 passed on, 1 forgiven, 1 settled Ann Cal 2 taken over 4" in words
    assert "So far tonight: 2 passed on, 1 forgiven, 1 settled." in words


def own_fines(phone):
    """My fines as my own sheet lists them: how many, and what for."""
    rows = re.findall(r'<li class="muted">(\d+)(?: left of \d+)?&nbsp;– (.*?)</li>', phone.get("with/p2").html)
    return [(int(amount), because) for amount, because in rows]


def test_my_fines_are_listed_with_their_reasons_very_many_together_and_the_one_of_an_amount_is_settled_by_it(
    owing, ann, bob, monkeypatch
):
    for drunk, left in (
        (3, [(1, "trick 1 costs 1")]), (1, [(3, "trick 3 costs 3")]), (2, [(2, "trick 3 costs 3")]), (4, []),
    ):  # fmt: skip
        bob.tap("drink.taken", player="p2", amount=drunk)
        assert own_fines(bob) == left, drunk
        ann.tap("entry.undone", entry=owing.seq)

    monkeypatch.setattr(fines, "MOST_OPEN", 1)
    ann.tap("fine.given", player="p2", amount=2, reason="late")

    assert own_fines(bob) == [(2, "late"), (4, "older fines")]


def test_what_was_drunk_ahead_pays_for_the_next_fine_and_a_call_that_fell_is_none(owing, ann, bob, cal):
    bob.tap("drink.taken", player="p2", amount=4)
    ann.tap("entry.changed", entry=6, **{"event.winner": "p3"})
    assert owing.owed["p2"] == -1
    assert "You drank 1 extra" in bob.get("drinks").words
    assert "drank 1 extra" in ann.get("with/p2").words
    ann.tap("fine.given", player="p2", amount=3, reason="late")
    assert own_fines(bob) == [(2, "late")]

    ann.tap("rule.made", text="No elbows", amount=5)
    ann.tap("rule.called", rule="r1", player="p2")
    assert own_fines(bob)[0][0] == 5
    bob.tap("call.contested", entry=owing.seq, player="p2")
    cal.tap("call.settled", entry=owing.seq - 1, stands="false")
    assert own_fines(bob) == [(2, "late")]


@cases(
    (4, "finger", 50, 0), (4, "pencil", 25, 0), (4, "waffer", 12, 0), (1, "waffer", 4, 0), (1, "pint", 100, 0),
    (8, "finger", 100, 0), (9, "finger", 12, 1), (40, "pencil", 50, 2), (0, "finger", 0, 0), (0, "sip", 0, 0),
    (1, "sip", 25, 0),
)  # fmt: skip
def test_the_meter_is_a_pint_where_the_unit_is_a_part_of_one(owed, unit, level, more):
    drawn = meter(owed, 3, unit)

    assert (drawn.level, drawn.more, drawn.scale) == (level, more, unit != "sip")


def test_the_page_explains_the_parts_of_a_pint_where_the_unit_is_one(start_evening):
    words = "8 fingers = 16 pencils = 32 waffers = 1 pint"

    assert f"{words}." in start_evening(unit="finger").ann.get("drinks").words
    assert family("pencil") == family("waffer") == words
    assert [poured(*each) for each in ((1, "finger", 568), (32, "waffer", 330), (3, "drink", 568))] == [71, 330, None]


@cases(
    (13, "pencil", "13 pencils, 0.8 pint"), (1, "waffer", "1 waffer, 0.03 pint"),
    (20, "finger", "20 fingers, 2½ pints"), (4, "pencil", "4 pencils, ¼ pint"), (8, "finger", "8 fingers, 1 pint"),
    (0, "finger", "0 fingers"), (2, "sip", "2 sips"),
)  # fmt: skip
def test_an_amount_is_shown_in_parts_of_a_pint(amount, unit, text):
    assert measured(amount, unit) == text


def test_anybody_calls_a_water_round_in_their_own_name_once_a_minute(evening, ann, bob, cal, monkeypatch):
    assert "own phone" in cal.tap("water.called", player="p2").says
    for _ in range(2):
        assert "All phones say so" in bob.tap("water.called", player="p2", key="one").words

    for phone in (ann, bob, cal):
        assert "Water round, says Bob!" in phone.get("drinks").regions["r-moment"]
        assert "Water round, says Bob!" in phone.get().regions["r-last"]
        assert "Water round, says Bob!" in phone.get("rules").regions["r-say"]
    assert "Water round, says Bob!" in cal.get("log").words
    assert [line.entry.event.type for line in evening.log.lines].count("water.called") == 1
    assert evening.owed == {}

    assert cal.tap("water.called", player="p3").refuses("Bob’s water round is still on")
    monkeypatch.setattr("companion.commands.verdict.WATER_PAUSE", 0)
    assert cal.tap("water.called", player="p3").status == 200


def test_the_health_note_is_on_the_pages_about_drinks_and_whoever_joins_reads_that_nobody_has_to(
    evening, bob, stranger
):
    assert "during a pregnancy can harm the child" in bob.get("drinks").words
    assert "for those old enough where you are" in stranger.get("/").words
    assert "Old enough? Your call. Nobody has to drink." in stranger.get(f"/j/{evening.links.token}").words
    evening.ann.tap("night.closed")
    assert "don’t drive" in bob.get().words
