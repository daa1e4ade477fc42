"""Drinks: done with one tap, each fine with its reason, my glass and my pace, everybody's sums, and fines by hand."""

import datetime
import re

from companion.domain import fines
from companion.domain.measure import family, measured, poured
from companion.views.drinks import meter, pace
from companion.web import auth
from tests.table import cases, row


def test_only_the_phone_of_the_player_who_drinks_shows_how_much_and_why(owing, ann, bob):
    mine = bob.get().regions["r-mine"]
    assert 'class="full"' in bob.get("drinks").html  # the meter

    for text in ("Bob", "drink 4", "sips", "trick 3 costs 3", 'name="amount" value="4"', 'name="amount" value="1"'):
        assert text in mine, text
    assert "drink" not in ann.get().regions["r-mine"]


def test_one_fine_or_all_are_done_in_one_tap_and_the_same_form_counts_once(owing, bob):
    page = bob.get("drinks").regions["r-own-fines"]
    assert 'name="amount" value="3" aria-label="Done: 3 for trick 3 costs 3"' in page
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


def test_anybody_acts_for_a_player_without_a_phone(owing, ann, bob):
    ann.tap("player.joined", name="Dan")
    ann.tap("fine.given", player="p4", amount=3)

    assert bob.tap("drink.taken", player="p4", amount=3, acting="p4").status == 200
    assert "p4" not in owing.owed


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
    assert 'aria-label="4, whitebait">4<' in bob.get("drinks").regions["r-ledger"]


def test_the_drinks_page_lists_what_everybody_owes_drank_and_passed_on_in_order_of_the_seats(owing, ann, bob, cal):
    bob.tap("drink.taken", player="p2", amount=1)
    ann.tap("fine.forgiven", player="p2", amount=1)
    bob.post("proposals", player="p2", to="p3", amount=2)
    cal.post(f"proposals/{owing.services.nights.phones(owing.nid).proposals[0].id}", answer="yes")
    ann.tap("seats.moved", move="p2 up")

    words = bob.get("drinks").words

    assert "Everybody Owed Settled Forgiven Bob 0 1 1 Ann 0 0 0 Cal 4 0 0" in words
    assert "Also Passed on Taken over Bob 2 0 Cal 0 2" in words
    assert "So far tonight: 1 settled, 1 forgiven, 2 passed on." in words


def own_fines(phone):
    """My fines as the page lists them: how many, and what for."""
    rows = re.findall(r'<b class="amount">(\d+)</b> <span>(.*?)</span>', phone.get("drinks").regions["r-own-fines"])
    return [(int(amount), because) for amount, because in rows]


def test_my_fines_are_listed_one_by_one_with_their_reason_and_very_many_together(owing, ann, bob, monkeypatch):
    assert own_fines(bob) == [(3, "trick 3 costs 3"), (1, "trick 1 costs 1")]
    for _ in range(210):
        ann.tap("water.called", player="p1")
    assert own_fines(bob) == [(3, "trick 3 costs 3"), (1, "trick 1 costs 1")]

    monkeypatch.setattr(fines, "MOST_OPEN", 1)
    ann.tap("fine.given", player="p2", amount=2, reason="late")

    assert own_fines(bob) == [(2, "late"), (4, "older fines")]


def test_an_amount_that_equals_one_fine_settles_that_one(owing, ann, bob):
    for drunk, left in (
        (3, [(1, "trick 1 costs 1")]), (1, [(3, "trick 3 costs 3")]), (2, [(2, "trick 3 costs 3")]), (4, []),
    ):  # fmt: skip
        bob.tap("drink.taken", player="p2", amount=drunk)
        assert own_fines(bob) == left, drunk
        ann.tap("entry.undone", entry=owing.seq)


def test_what_was_drunk_ahead_pays_for_the_next_fine_and_a_call_that_fell_is_none(owing, ann, bob, cal):
    bob.tap("drink.taken", player="p2", amount=4)
    ann.tap("entry.changed", entry=6, **{"event.winner": "p3"})
    assert owing.owed["p2"] == -1
    assert "You’re 1 ahead" in bob.get("drinks").words
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
    assert words not in start_evening(unit="sip").ann.get("drinks").words
    assert family("pencil") == family("waffer") == words
    assert [poured(*each) for each in ((1, "finger", 568), (32, "waffer", 330), (3, "drink", 568))] == [71, 330, None]


@cases(
    (13, "pencil", "13 pencils, 0.8 pint"), (1, "waffer", "1 waffer, 0.03 pint"),
    (20, "finger", "20 fingers, 2½ pints"), (4, "pencil", "4 pencils, ¼ pint"), (8, "finger", "8 fingers, 1 pint"),
    (0, "finger", "0 fingers"), (2, "sip", "2 sips"),
)  # fmt: skip
def test_an_amount_is_shown_in_parts_of_a_pint(amount, unit, text):
    assert measured(amount, unit) == text


def test_in_a_night_of_tokens_nobody_drinks(start_evening):
    evening = start_evening(unit="token")
    evening.ann.tap("fine.given", player="p1", amount=2, reason="late")

    words = evening.ann.get("drinks").words

    assert "Ann, pay 2" in words
    assert "You owe 2 tokens So far tonight: 0 paid." in words
    assert "Owed Paid Forgiven" in words
    assert "I paid 1 of 2" in words
    assert 'data-spoken="Ann, pay 2 tokens: late"' in evening.ann.get().html
    shown = evening.ann.get("drinks").regions
    for region in ("r-mine", "r-own-drinks", "r-own-fines", "r-ledger", "r-debts"):
        assert not re.search(r">[^<]*\b(drink|drunk|drank)", shown[region], re.I)


def test_the_pace_is_in_plain_words_and_counts_each_unit_by_itself(evening, ann, bob):
    assert "So far tonight Nothing yet." in bob.get("preferences").words
    for unit, amount in (("sip", 2), ("sip", 1), ("finger", 1)):
        ann.tap("unit.changed", unit=unit)
        ann.tap("fine.given", player="p2", amount=amount)
        bob.tap("drink.taken", player="p2", amount=amount)

    words = bob.get("preferences").words

    assert "You settled 3 sips and 1 finger, the first just now. In the last hour: 3 sips and 1 finger." in words
    assert "A glass of water or a pause is always fine." in words
    assert "sips" not in ann.get("preferences").words.split("My limit")[0]


def test_the_last_hour_is_counted_by_the_servers_clock_and_days_are_days(evening, ann, bob, web, monkeypatch):
    for player in ("p2", "p3"):
        ann.tap("fine.given", player=player, amount=9)
    for at, player, amount in [("22:00", "p2", 3), ("23:00", "p3", 5), ("23:30", "p2", 1), ("23:40", "p2", 2)]:
        monkeypatch.setattr("companion.commands.verdict.instant", lambda at=at: f"2026-11-20T{at}:00.000Z")
        bob.tap("drink.taken", player=player, amount=amount)
    ann.tap("entry.undone", entry=evening.seq)

    for at, hour, first, last in (
        ("20T22:59:59", "4 sips", "59 minutes ago", "just now"),
        ("20T23:45:00", "1 sip", "1 hour 45 minutes ago", "15 minutes ago"),
        ("20T23:31:00", "1 sip", "1 hour 31 minutes ago", "1 minute ago"),
        ("24T22:00:00", "", "4 days ago", "3 days ago"),
    ):
        with web.test_request_context():
            shown = pace(auth.context(evening.nid), "p2", datetime.datetime.fromisoformat(f"2026-11-{at}Z"))
        assert (shown.hour, shown.night, shown.first, shown.last) == (hour, "4 sips", first, last), at
