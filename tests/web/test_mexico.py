"""Mexico on the phones: two dice a turn, throws of the companion that are final, and whoever is lowest drinks."""

import pytest

from tests.conftest import plain


@pytest.fixture
def mexico(evening):
    """Ann begins, with real dice."""
    return evening.start("mexico")


@pytest.fixture
def phone_dice(evening):
    """Ann begins, and the companion throws."""
    return evening.start("mexico", dice="phone")


def threw(phone, player, *dice, round=1, throw=1):
    return phone.tap("pair.thrown", round=round, player=player, throw=throw, dice=list(map(str, dice)))


def turn(phone):
    return plain(phone.get().regions["r-own-turn"])


def test_whoever_begins_taps_two_dice_and_how_many_throws_it_took(mexico, ann, bob):
    assert "Your turn: up to 3 throws" in turn(ann)
    assert "Waiting for Ann" in bob.get().words
    assert threw(ann, "p1", 6, 4, throw=2).status == 200
    assert "Your turn: up to 2 throws" in turn(bob)
    assert "Ann threw 64: 2 throws for everybody." in ann.get("log").words


def test_the_lowest_drinks_and_begins_the_next_round(mexico, ann, bob, cal):
    for phone, player, dice in ((ann, "p1", (2, 1)), (bob, "p2", (3, 1)), (cal, "p3", (6, 6))):
        assert threw(phone, player, *dice).status == 200
    assert mexico.owed == {"p2": 2}
    assert "Your turn: up to 3 throws" in turn(bob)
    assert "lowest in round 1 with 31, doubled for Mexico" in ann.get("log").words
    assert "31, lowest" in plain(ann.get().regions["r-players"])  # until somebody throws in the next round
    assert "Lowest in round 1: Bob" in plain(ann.get().regions["r-status"])  # where no thumb zone lies over it
    threw(bob, "p2", 6, 4, round=2)
    assert "Lowest in round 1" not in ann.get().words
    assert "31, lowest" not in plain(ann.get().regions["r-players"])


def test_a_phone_chooses_no_dice_of_the_companion_and_a_throw_comes_back_after_an_undo(
    phone_dice, ann, bob, monkeypatch
):
    monkeypatch.setattr("companion.commands.forms.dice", lambda number: (3, 1))
    threw(ann, "p1", 2, 1)
    first = phone_dice.last.dice
    assert "Throw again 2 of 3" in turn(ann)
    assert ann.tap("entry.undone", entry=phone_dice.log.seq).status == 200
    assert "These dice were thrown before" in threw(ann, "p1", 2, 1).words
    assert first == phone_dice.last.dice == (3, 1)
    assert ann.tap("pair.kept", round=1, player="p1").status == 200
    assert "Your turn: 1 throw" in turn(bob)


def test_anybody_taps_for_whose_turn_it_is_and_a_throw_out_of_turn_is_refused_with_a_sentence(mexico, ann, bob):
    assert threw(bob, "p2", 6, 4).refuses("Ann’s turn")
    for player, dice in (("p1", (6, 4)), ("p2", (3, 1))):
        assert threw(ann, player, *dice).status == 200


def test_once_the_companion_threw_nobody_takes_the_others_out(phone_dice, ann, bob):
    start = phone_dice.seq
    assert bob.tap("entry.changed", **{"entry": start, "event.players": ["p1", "p2"]}).status == 200
    threw(ann, "p1")
    three = {"entry": start, "event.players": ["p1", "p2", "p3"]}
    assert bob.tap("entry.changed", **three).refuses("The phones threw these dice, so only the finesmaster (Ann)")
    assert ann.tap("entry.changed", **three).status == 200
    assert ann.tap("entry.changed", entry=start, **{"event.options.dice": "real"}).refuses("A game keeps its dice")


def test_a_rule_about_a_mexico_fires_is_counted_and_sleeps_in_another_game(mexico, ann, bob, cal):
    card = bob.get("rules/new?text=Mexico: everyone else drinks 2").words
    bob.tap("rule.made", text="Mexico: everyone else drinks 2", read="yes")
    threw(ann, "p1", 2, 1)
    threw(bob, "p2", 4, 4)

    assert "The app watches When someone throws a Mexico, everyone else drinks 2." in card
    assert mexico.owed == {"p2": 2, "p3": 2}
    assert "Bob 2, Cal 2 · Mexico: everyone else drinks 2" in ann.get("log").words
    new = cal.get("rules/new?text=doubles: everybody drinks").words
    assert "Tonight it would have fired once, and cost everybody 1 sip." in new
    assert "Fired 1 time: 4 in all." in cal.get("rules").words
    assert "The app watches." in cal.get("rules").words

    ann.tap("game.ended")
    mexico.start("yak")
    assert "Not heard in this game. Fired 1 time: 4 in all." in cal.get("rules").words
    assert "The app watches" not in cal.get("rules/new?text=Whoever throws a Mexico drinks 2").words
    assert "Mexico: everyone else drinks 2" in ann.get("recap").words
    assert "Fired 1 time: 4 in all." in ann.get("files/rules").words


def test_a_game_that_ends_before_its_last_round_was_stopped_and_the_recap_says_what_it_cost(evening, ann, bob):
    evening.start("mexico", rounds="9")
    for player, dice in (("p1", (2, 1)), ("p2", (3, 1)), ("p3", (6, 6))):
        threw(ann, player, *dice)
    ann.tap("player.joined", name="Dan")
    ann.tap("game.joined", player="p4")  # too late to be ahead
    ann.tap("game.ended")
    assert "Ann and Cal were ahead Fewest rounds lost, by 1, after 1 round of Mexico." in bob.get().words
    assert "Bob rounds lost: 1 2 owed" in bob.get("tv").words
    assert "1 round, 2 sips in all. Stopped with Ann and Cal ahead" in bob.get("recap").words
    assert "Luckiest seat" not in bob.get("recap").words
    ann.tap("entry.undone", entry=evening.seq)
    threw(ann, "p2", 6, 4, round=2)
    ann.tap("game.ended")
    assert "Fewest rounds lost, by 1, in round 2 of Mexico." in bob.get().words
