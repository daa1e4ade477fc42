"""Drinks: done with one tap, all or only one of them; everybody's sums; and fines by hand."""

import re


def test_the_phone_that_has_to_drink_says_how_much_and_why(owing, bob):
    mine = bob.get().regions["r-mine"]

    assert "Bob" in mine
    assert "drink 4" in mine
    assert "trick 3 costs 3" in mine


def test_a_phone_that_owes_nothing_says_nothing(owing, ann):
    assert "drink" not in ann.get().regions["r-mine"]


def test_done_is_one_tap(owing, bob):
    answer = bob.tap("drink.taken", player="p2", amount=4)

    assert answer.status == 200
    assert owing.owed == {"p3": 2}
    assert "drink 4" not in bob.get().words


def test_only_one_of_them(owing, bob):
    bob.tap("drink.taken", player="p2", amount=1)

    assert owing.owed == {"p2": 3, "p3": 2}


def test_the_buttons_without_script_are_those_two(owing, bob):
    mine = bob.get().regions["r-mine"]

    assert 'name="amount" value="4"' in mine
    assert 'name="amount" value="1"' in mine


def test_the_same_paper_sent_twice_drinks_once(owing, bob):
    fields = {"player": "p2", "amount": 1, "key": "s0-9-4", "script": False}

    bob.tap("drink.taken", **fields)
    bob.tap("drink.taken", **fields)

    assert owing.owed["p2"] == 3


def test_more_than_is_owed_or_nothing_at_all_cannot_be_drunk(owing, bob):
    cases = [
        ("5", "owes 4 only, not 5"), ("0", "at least"), ("-1", "at least"), ("", "fill in the amount"),
        ("x", "number"),
    ]  # fmt: skip
    for amount, words in cases:
        answer = bob.tap("drink.taken", player="p2", amount=amount)
        assert answer.status == 422, amount
        assert words in answer.says, amount
        assert owing.owed["p2"] == 4, amount


def test_a_stranger_cannot_drink(owing, bob):
    assert bob.tap("drink.taken", player="p9", amount=1).status == 422


def test_anybody_acts_for_a_player_without_a_phone(owing, ann, bob):
    ann.tap("player.joined", name="Dan")
    ann.tap("fine.given", player="p4", amount=3)

    assert bob.tap("drink.taken", player="p4", amount=3, acting="p4").status == 200
    assert "p4" not in owing.owed


def test_a_change_that_makes_an_older_fine_larger_is_news_for_the_phone(evening, ann, bob):
    for amount in (2, 1):
        ann.tap("fine.given", player="p2", amount=amount)
    assert newest_of(bob) == (6, 3)

    ann.tap("entry.changed", entry=5, **{"event.amount": "4"})

    assert newest_of(bob) == (6, 5)


def newest_of(phone):
    """What the phone compares with what it has said before: the entry of my newest fine, and what I owe."""
    return tuple(map(int, re.search(r'data-buzz="(\d+)\.(\d+)"', phone.get().html).groups()))


def test_a_phone_that_owes_nothing_has_nothing_new(owing, ann, bob):
    bob.tap("drink.taken", player="p2", amount=4)

    assert newest_of(bob) == newest_of(ann) == (0, 0)


def test_everybody_stands_as_they_sit(owing, ann, bob):
    ann.tap("seats.moved", move="p2 up")

    names = re.findall(r'<th scope="row">.*?class="name">(\w+)<', bob.get("drinks").regions["r-ledger"])

    assert names == ["Bob", "Ann", "Cal"]


def test_whoever_is_whitebait_is_marked_among_everybody(owing, bob):
    assert "whitebait" not in bob.get("drinks").regions["r-ledger"]

    owing.play(None, None, first=4)

    assert 'aria-label="4, whitebait">4<' in bob.get("drinks").regions["r-ledger"]


def test_the_drinks_page_tells_owed_drunk_and_forgiven_of_everybody(owing, ann, bob):
    bob.tap("drink.taken", player="p2", amount=3)
    ann.tap("fine.forgiven", player="p3", amount=1)

    words = bob.get("drinks").words

    assert "Bob 1 3 0" in words
    assert "Cal 1 0 1" in words


def test_the_finesmaster_fines_by_hand_with_a_reason(evening, ann, bob):
    assert ann.tap("fine.given", player="p2", amount=3, reason="phone at the table").status == 200

    assert evening.owed == {"p2": 3}
    assert "phone at the table" in bob.get().regions["r-mine"]


def test_the_finesmaster_forgives(owing, ann):
    assert ann.tap("fine.forgiven", player="p2", amount=4, reason="").status == 200
    assert owing.owed == {"p3": 2}


def test_a_fine_that_cannot_be_is_refused_in_words(evening, ann):
    cases = [
        ({"amount": 1001}, "1000 at most"),
        ({"amount": 1, "reason": "x" * 281}, "too long"),
        ({"amount": 1, "player": "p9"}, "not joined"),
        ({"amount": 1, "player": ""}, "fill in the player"),
    ]
    for fields, words in cases:
        answer = ann.tap("fine.given", **{"player": "p2", **fields})
        assert answer.status == 422, fields
        assert words in answer.says, fields
        assert evening.owed == {}, fields


def test_nobody_is_forgiven_more_than_they_owe(owing, ann):
    assert "owes 2 only" in ann.tap("fine.forgiven", player="p3", amount=3).says


def test_who_owes_before_the_next_deal_is_whitebait(owing, bob):
    assert "whitebait" not in bob.get().words

    owing.play(None, None, first=4)

    assert "whitebait" in bob.get().words


def test_the_unit_changes_between_games_only(owing, ann, bob):
    assert "between games only" in ann.tap("unit.changed", unit="finger").says
    ann.tap("game.ended")
    assert "finesmaster" in bob.tap("unit.changed", unit="finger").says

    assert ann.tap("unit.changed", unit="finger").status == 200
    assert owing.night.unit == "finger"


def test_what_was_passed_on_was_not_forgiven(owing, ann, bob, cal):
    ann.tap("fine.forgiven", player="p2", amount=1)
    bob.post("proposals", player="p2", to="p3", amount=2)
    number = owing.app.extensions["companion"].nights.phones(owing.nid).proposals[0].id
    cal.post(f"proposals/{number}", answer="yes")

    words = bob.get("drinks").words

    assert "Everybody Owed Drunk Forgiven Ann 0 0 0 Bob 1 0 1 Cal 4 0 0" in words
    assert "And besides Passed on Bob 2" in words
    assert "Tonight: 0 drunk, 1 forgiven, 2 passed on." in words
