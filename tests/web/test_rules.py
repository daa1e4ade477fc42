"""Rule rights and house rules: made by a holder, called on anybody in two taps."""

import pytest


@pytest.fixture
def right(game):
    """Bob took four tricks and holds a right; one trick of the deal is left."""
    game.play("p2", "p2", "p2", "p2")
    assert [right.player for right in game.night.rights] == ["p2"]
    return game


def test_the_holders_phone_offers_it_and_the_others_see_who_is_thinking(right, bob, cal):
    assert "rules#make" in bob.get().regions["r-own-right"]
    assert "rules#make" not in cal.get().regions["r-own-right"]
    assert "thinking" in cal.get().words


def test_only_the_holder_makes_the_rule(right, bob, cal):
    answer = cal.tap("rule.made", text="No elbows on the table")
    assert answer.status == 422
    assert "Bob holds the right" in answer.says

    assert bob.tap("rule.made", text="No elbows on the table", who="player", amount=2).status == 200
    assert right.night.rules["r1"].maker == "p2"
    assert right.night.rights == ()


@pytest.mark.parametrize("kind", ["rule.amended", "rule.repealed"])
def test_amending_and_repealing_spend_the_right_too(evening, ann, bob, cal, kind):
    ann.tap("rule.made", text="No elbows")
    ann.tap("game.started", game="five-card-yak", players=["p1", "p2", "p3"], dealer="p1")
    evening.play("p2", "p2", "p2", "p2")

    assert cal.tap(kind, rule="r1", text="No knees").status == 422
    assert bob.tap(kind, rule="r1", **({"text": "No knees"} if kind == "rule.amended" else {})).status == 200

    assert evening.night.rights == ()


def test_nobody_acts_for_a_holder_with_a_phone(right, cal):
    assert "Bob has a phone" in cal.tap("rule.made", text="No elbows", acting="p2").says


def test_anybody_acts_for_a_holder_without_a_phone(evening, ann, bob, cal):
    ann.tap("player.joined", name="Dan")
    ann.tap("game.started", game="five-card-yak", players=["p1", "p2", "p4"], dealer="p1")
    evening.play("p4", "p4", "p4", "p4")
    assert "Dan" in cal.get().regions["r-own-right"]

    assert cal.tap("rule.made", text="No elbows", acting="p4").status == 200

    assert evening.night.rules["r1"].maker == "p4"


def test_without_a_right_at_the_table_anybody_may(evening, cal):
    assert cal.tap("rule.made", text="No elbows").status == 200


def test_a_rule_that_cannot_be_is_refused_in_words(evening, ann):
    cases = [
        ({"amount": 6}, "5 at most"),
        ({"amount": 0}, "1 at least"),
        ({"amount": "many"}, "number"),
        ({"text": ""}, "fill in the text"),
        ({"text": "x" * 281}, "too long"),
        ({"text": "one\ntwo"}, "signs that cannot"),
        ({"who": "bob"}, "choices"),
        ({"when.on": "midnight"}, "choices"),
        ({"when.on": "card.played", "when.rank": "Z"}, "choices"),
        ({"when.on": "card.played", "when.rank": ["Q", "Q"]}, "twice"),
        ({"when.on": "called", "when.rank": "Q"}, "no field"),
        ({"when.on": "box.scored", "when.box": "nowhere"}, "No game has a box"),
        ({"text": "Bob drinks"}, "may not name Bob"),
        ({"also": "everyone"}, "Also is not as it should be"),
    ]
    for fields, words in cases:
        answer = ann.tap("rule.made", **{"text": "No elbows", "who": "player", "amount": 1, **fields})
        assert answer.status == 422, fields
        assert words in answer.says, fields
        assert evening.night.rules == {}, fields


def test_a_changed_rule_may_not_name_anybody_either(evening, ann):
    ann.tap("rule.made", text="No elbows")

    assert "may not name Bob" in ann.tap("entry.changed", entry=evening.seq, **{"event.text": "Bob drinks"}).says
    assert "may not name Bob" in ann.tap("rule.amended", rule="r1", text="Bob drinks").says


def test_the_companion_watches_for_a_rule_about_cards(game, ann, bob):
    ann.tap(
        "rule.made", text="Queens cost the left", who="left", amount=1, **{"when.on": "card.played", "when.rank": "Q"}
    )

    bob.tap("trick.taken", deal=1, trick=1, winner="p3", plays=["p1 QH", "p2 QS", "p3 2C"])

    assert game.owed == {"p2": 1, "p3": 2}


def test_the_number_of_a_rule_is_made_here(evening, ann):
    assert ann.tap("rule.made", text="No elbows", rule="mine").status == 200
    assert list(evening.night.rules) == ["r1"]


def test_the_number_of_an_undone_rule_is_not_used_again(evening, ann):
    ann.tap("rule.made", text="No elbows")
    ann.tap("entry.undone", entry=evening.seq)
    undo = evening.seq
    ann.tap("rule.made", text="No knees")

    assert ann.tap("entry.undone", entry=undo).status == 200
    assert [rule.text for rule in evening.night.rules.values()] == ["No elbows", "No knees"]


@pytest.fixture
def ruled(evening, ann):
    ann.tap("rule.made", text="No elbows", amount=2)
    return evening


def test_somebody_is_caught_in_two_taps(ruled, cal):
    html = cal.get("rules").html
    assert 'name="player" value="p2"' in html

    assert cal.tap("rule.called", rule="r1", player="p2").status == 200

    assert ruled.owed == {"p2": 2}
    assert "No elbows" in ruled.bob.get().words


def test_a_catch_that_cannot_be_is_refused(ruled, cal):
    cases = [
        ({"rule": "r9", "player": "p2"}, "no rule r9"),
        ({"rule": "r1", "player": "p9"}, "not joined"),
        ({"rule": "r1"}, "fill in the player"),
        ({"rule": "r1", "player": "p2", "chosen": ["p1"]}, "lets nobody choose"),
    ]
    for fields, words in cases:
        answer = cal.tap("rule.called", **fields)
        assert answer.status == 422, fields
        assert words in answer.says, fields
        assert ruled.owed == {}, fields


def test_a_rule_that_lets_choose_asks_who(evening, ann, cal):
    ann.tap("rule.made", text="The catcher chooses", who="chosen", amount=3)
    assert 'name="chosen" value="p1"' in cal.get("rules").html
    assert "who was chosen" in cal.tap("rule.called", rule="r1", player="p2").says
    assert "twice" in cal.tap("rule.called", rule="r1", player="p2", chosen=["p1", "p1"]).says

    assert cal.tap("rule.called", rule="r1", player="p2", chosen=["p1", "p3"]).status == 200

    assert evening.owed == {"p1": 3, "p3": 3}


def test_a_repealed_rule_is_gone_for_good(ruled, ann, cal):
    ann.tap("rule.repealed", rule="r1")

    assert "no longer in force" in cal.tap("rule.called", rule="r1", player="p2").says
    assert cal.get("rules/r1").status == 404
    assert "no longer in force" in cal.get("rules").words


def test_an_amended_rule_charges_anew(ruled, ann, cal):
    assert 'name="amount" value="2" checked' in cal.get("rules/r1").html
    ann.tap("rule.amended", rule="r1", text="No elbows", who="others", amount=1)

    cal.tap("rule.called", rule="r1", player="p2")

    assert ruled.owed == {"p1": 1, "p3": 1}
