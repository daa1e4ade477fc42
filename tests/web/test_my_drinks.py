"""My drinks: each of my fines with its because and its own tap, my glass, and the words of a night of tokens."""

import re
from random import Random

from companion.rules.measure import family, measured, poured
from companion.showing import owing as fines_owed
from companion.showing.drinks import glass
from companion.showing.owing import owing as fines_of
from companion.web import auth


def own_fines(phone):
    """My fines as the page lists them: how many, and what for."""
    rows = re.findall(r'<b class="amount">(\d+)</b> <span>(.*?)</span>', phone.get("drinks").regions["r-own-fines"])
    return [(int(amount), because) for amount, because in rows]


def test_my_fines_stand_one_by_one_with_their_because(owing, bob):
    assert own_fines(bob) == [(3, "trick 3 costs 3"), (1, "trick 1 costs 1")]


def test_whoever_drinks_as_much_as_one_fine_has_drunk_that_one(owing, ann, bob):
    cases = [(3, [(1, "trick 1 costs 1")]), (1, [(3, "trick 3 costs 3")]), (2, [(2, "trick 3 costs 3")]), (4, [])]
    for drunk, left in cases:
        bob.tap("drink.taken", player="p2", amount=drunk)
        assert own_fines(bob) == left, drunk
        ann.tap("entry.undone", entry=owing.seq)


def test_what_was_drunk_ahead_pays_for_the_next_fine(owing, ann, bob):
    bob.tap("drink.taken", player="p2", amount=4)
    ann.tap("entry.changed", entry=6, **{"event.winner": "p3"})
    assert owing.owed["p2"] == -1
    assert "You are 1 ahead" in bob.get("drinks").words

    ann.tap("fine.given", player="p2", amount=3, reason="late")

    assert own_fines(bob) == [(2, "late")]


def test_a_call_that_fell_is_no_fine(owing, ann, bob):
    ann.tap("rule.made", text="No elbows", amount=5)
    ann.tap("rule.called", rule="r1", player="p2")
    assert own_fines(bob)[0][0] == 5
    bob.tap("call.contested", entry=owing.seq, player="p2")

    ann.tap("call.settled", entry=owing.seq - 1, stands="false")

    assert own_fines(bob) == [(3, "trick 3 costs 3"), (1, "trick 1 costs 1")]


def test_the_fines_always_add_up_to_what_is_owed(evening, ann, web, monkeypatch):
    monkeypatch.setattr(fines_owed, "MOST", 4)
    for seed in range(2):
        lot = Random(seed)
        for _ in range(60):
            kind = lot.choice(
                ["fine.given", "fine.given", "drink.taken", "drink.taken", "fine.forgiven", "entry.undone"]
            )
            about = {"entry": max(4, evening.seq - lot.randint(0, 8))}
            ann.tap(kind, **(about if kind == "entry.undone" else {"player": "p2", "amount": lot.randint(1, 4)}))
            with web.test_request_context():
                told = fines_of(auth.scene(evening.nid), "p2")
            assert sum(fine.amount for fine in told) == max(evening.night.players["p2"].owed, 0), seed
            assert all(fine.amount > 0 for fine in told), seed
            assert len(told) <= 5, seed


def test_of_many_fines_the_oldest_are_told_together(owing, bob, monkeypatch):
    monkeypatch.setattr(fines_owed, "MOST", 1)

    assert own_fines(bob) == [(3, "trick 3 costs 3"), (1, "older fines")]


def test_a_fine_is_told_however_long_ago_it_was(owing, ann, bob):
    for _ in range(210):
        ann.tap("water.called", player="p1")

    assert own_fines(bob) == [(3, "trick 3 costs 3"), (1, "trick 1 costs 1")]


def test_one_fine_is_done_with_one_tap_without_script(owing, bob):
    page = bob.get("drinks").regions["r-own-fines"]

    assert 'name="amount" value="3" aria-label="Done: 3 for trick 3 costs 3"' in page
    answer = bob.tap("drink.taken", player="p2", amount=3, key="s0-9-4", back="drinks", script=False)
    assert answer.goes_to.endswith("/drinks")
    assert own_fines(bob) == [(1, "trick 1 costs 1")]


def level_of(phone):
    """How full my glass is drawn."""
    return int(re.search(r'class="full".*? height="(\d+)"', phone.get("drinks").html)[1])


def test_my_glass_empties_as_i_drink(owing, bob):
    levels = [level_of(bob)]
    for _ in range(4):
        bob.tap("drink.taken", player="p2", amount=1)
        levels.append(level_of(bob))

    assert levels == sorted(set(levels), reverse=True)
    assert levels[0] == 84
    assert levels[-1] == 0


def test_the_glass_is_a_pint_where_the_unit_is_a_part_of_one():
    cases = [
        (4, "finger", 50, 0), (4, "pencil", 25, 0), (4, "waffer", 12, 0), (1, "waffer", 4, 0), (1, "pint", 100, 0),
        (8, "finger", 100, 0), (9, "finger", 12, 1), (40, "pencil", 50, 2), (0, "finger", 0, 0), (0, "sip", 0, 0),
        (1, "sip", 25, 0),
    ]  # fmt: skip
    for owed, unit, level, more in cases:
        drawn = glass(owed, 3, unit)
        assert (drawn.level, drawn.more, drawn.scale) == (level, more, unit != "sip"), owed


def test_the_page_says_what_the_parts_of_a_pint_are_to_one_another(start_evening):
    words = "8 fingers = 16 pencils = 32 waffers = 1 pint."

    assert words in start_evening(unit="finger").ann.get("drinks").words
    assert words not in start_evening(unit="sip").ann.get("drinks").words


def test_the_pint_family():
    assert family("pencil") == family("waffer") == "8 fingers = 16 pencils = 32 waffers = 1 pint"
    assert family("sip") == family("token") == ""
    assert measured(13, "pencil") == "13 pencils, 0.8 pint"
    assert measured(1, "waffer") == "1 waffer, 0.03 pint"
    assert measured(20, "finger") == "20 fingers, 2½ pints"
    assert measured(4, "pencil") == "4 pencils, ¼ pint"
    assert measured(8, "finger") == "8 fingers, 1 pint"
    assert measured(0, "finger") == "0 fingers"
    assert measured(2, "sip") == "2 sips"
    assert poured(1, "finger", 568) == 71
    assert poured(32, "waffer", 330) == 330
    assert poured(3, "drink", 568) is None


def test_in_a_night_of_tokens_nobody_drinks(start_evening):
    evening = start_evening(unit="token")
    evening.ann.tap("fine.given", player="p1", amount=2, reason="late")

    words = evening.ann.get("drinks").words

    assert "Ann, pay 2" in words
    assert "You owe 2 tokens Tonight: 0 paid." in words
    assert "Owed Paid Forgiven" in words
    assert "Paid all 2" in words
    assert 'data-aloud="Ann, pay 2: late"' in evening.ann.get().html
    shown = evening.ann.get("drinks").regions
    for region in ("r-mine", "r-own-drinks", "r-own-fines", "r-ledger", "r-debts"):
        assert not re.search(r">[^<]*\b(drink|drunk|drank)", shown[region], re.I)
