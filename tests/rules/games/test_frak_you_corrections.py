"""Counts that are refused, and tricks and counts of Frak You undone and changed (night format, Undo and change)."""

from companion.rules.games.frak_you.refusals import HARMLESS
from companion.rules.log import InTheWay
from tests.rules.games.frak_you_table import ANN, BOB, CAL, DAN, EVE, four, three


def test_only_somebody_still_in_is_counted_with_two_numbers_that_a_deck_can_hold() -> None:
    night = four()
    night.count(BOB, 0)
    counted = {"deal": 1, "hand": 4, "table": 0}

    assert str(night.refused("cards.counted", player=BOB, **counted)) == "Bob is out of this deal"
    assert str(night.refused("cards.counted", player=EVE, **counted)) == "Eve is not in this deal"
    assert str(night.refused("cards.counted", player="zoe", **counted)) == "zoe is not in this deal"
    too_many = night.refused("cards.counted", deal=1, player=ANN, hand=50, table=3)
    assert str(too_many) == "nobody can hold 53 cards: there are 52"
    for wrong in (-1, 53, 1.5, True, None):
        assert "hand" in str(night.refused("cards.counted", deal=1, player=ANN, hand=wrong, table=0))
        assert "table" in str(night.refused("cards.counted", deal=1, player=ANN, hand=1, table=wrong))
    assert "needs field table" in str(night.refused("cards.counted", deal=1, player=ANN, hand=3))


def test_nobody_is_counted_for_a_deal_that_cannot_be_dealt() -> None:
    night = three()
    night.say("player.left", player=CAL)

    assert "2 cannot play" in str(night.refused("cards.counted", deal=1, player=ANN, hand=3, table=0))


def test_a_count_keeps_its_player_when_it_is_changed() -> None:
    night = four()
    entry = night.count(BOB, 9).entry.seq
    other = {"type": "cards.counted", "deal": 1, "player": ANN, "hand": 9, "table": 0}

    assert "keeps" in str(night.refused("entry.changed", entry=entry, event=other))
    night.say("entry.changed", entry=entry, event={**other, "player": BOB, "hand": 0})
    assert night.deal.still_in == (ANN, CAL, DAN)


def test_undoing_the_count_that_ended_a_deal_takes_its_fines_back() -> None:
    night = three()
    entry = night.count(BOB, 0).entry.seq

    night.say("entry.undone", entry=entry)

    assert night.lost() == {ANN: 0, BOB: 0, CAL: 0}
    assert night.result()["charges"] == []
    assert night.result()["players"][ANN]["owed"] == 0


def test_an_undo_that_leaves_a_later_trick_impossible_is_refused_and_harmless_to_hear() -> None:
    night = three()
    night.trick(winner=ANN)
    night.count(BOB, 1, 3)
    counted = night.count(BOB, 2, 3).entry.seq
    night.trick(winner=ANN, paired=BOB)

    refusal = night.refused("entry.undone", entry=counted)

    assert isinstance(refusal, InTheWay)
    assert refusal.entry == counted + 1
    assert "cannot pair" in str(refusal)
    assert refusal.public == f"{HARMLESS} (after the undo in event {night.log.seq + 1})"


def test_a_change_may_give_a_trick_its_cards_but_not_such_as_a_later_trick_shows_to_be_wrong() -> None:
    night = three()
    seq = night.trick(winner=ANN).entry.seq
    night.trick("ann KD, bob 4D, cal 5D")
    first = {"type": "trick.taken", "deal": 1, "trick": 1}

    wrong = [["bob", "2C"], ["cal", "4D"], ["ann", "3C"]]
    refusal = night.refused("entry.changed", entry=seq, event={**first, "plays": wrong})
    assert isinstance(refusal, InTheWay)
    assert refusal.entry == seq + 1

    right = [["bob", "2C"], ["cal", "4C"], ["ann", "3C"]]
    night.say("entry.changed", entry=seq, event={**first, "plays": right})
    assert night.deal.taken == (ANN, ANN)


def test_events_of_other_games_are_refused() -> None:
    refusal = str(three().refused("bids.rotated", deal=1, votes=[]))

    assert refusal == "bids.rotated is not an event of the night or of the game that is on"
