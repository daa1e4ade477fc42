"""An entry is told by the game it belongs to, also where another game knows the same event."""

import pytest

from tests.web.painted import region
from tests.web.yogis_whist_evening import begun

TRUMP_TAKES = {"deal": 1, "trick": 1, "winner": "p3", "plays": ["p2 KH", "p3 2S", "p1 AH"]}
ACE_TAKES = {"deal": 1, "trick": 1, "plays": ["p1 AH", "p2 KH", "p3 2S"]}


@pytest.fixture
def trumped(evening):
    """Spades are trump in Yogi's Whist, and Cal took the first trick with the two of spades over Ann's ace."""
    begun(evening)
    evening.ann.tap("card.turned", deal=1, card="5S")
    assert evening.ann.tap("trick.taken", **TRUMP_TAKES).status == 200
    return evening


def test_a_trick_of_yogis_whist_is_told_by_its_trump(trumped, bob):
    said = "Cal took trick 1 of deal 1: Bob K♥, Cal 2♠, Ann A♥"

    assert said in bob.get("log").words
    assert said in region(bob, "last")
    assert "Ann took" not in bob.get().words + bob.get("log").words


def test_an_undone_trick_is_told_by_its_game_too(trumped, ann, bob):
    ann.tap("entry.undone", entry=trumped.seq)

    assert "was undone: Cal took trick 1" in bob.get("log").words
    assert "Ann took" not in bob.get("log").words


def test_a_trick_is_told_by_its_game_when_another_game_is_on_by_now(trumped, ann, bob):
    ann.tap("game.ended")
    ann.tap("game.started", game="five-card-yak", players=["p1", "p2", "p3"])
    ann.tap("trick.taken", **ACE_TAKES)

    words = bob.get("log").words

    assert "Cal took trick 1 of deal 1: Bob K♥, Cal 2♠, Ann A♥" in words
    assert "Ann took trick 1 of deal 1: Ann A♥, Bob K♥, Cal 2♠" in words


def test_a_trick_of_a_game_that_was_undone_is_told_by_that_game(game, ann, bob):
    ann.tap("game.ended")
    begun(game)
    start = game.seq
    ann.tap("card.turned", deal=1, card="5S")
    ann.tap("trick.taken", **TRUMP_TAKES)
    for entry in range(game.seq, start - 1, -1):
        assert ann.tap("entry.undone", entry=entry).status == 200

    assert "was undone: Cal took trick 1" in bob.get("log").words
    assert "Ann took" not in bob.get("log").words


def test_another_taker_from_a_second_phone_is_told_by_the_same_game(trumped, cal):
    answer = cal.tap("trick.taken", deal=1, trick=1, winner="p1", plays=["p2 KH", "p3 2H", "p1 AH"])

    assert "something else: Cal took trick 1" in answer.says
    assert "Change it to: Ann took trick 1" in answer.says


def test_nobody_is_offered_where_a_trick_may_be_nobodys_only(trumped, ann, bob):
    assert ">Nobody</button>" not in bob.get(f"log/{trumped.seq}").html

    ann.tap("game.ended")
    ann.tap("game.started", game="five-card-yak", players=["p1", "p2", "p3"])
    ann.tap("trick.taken", **ACE_TAKES)

    assert ">Nobody</button>" in bob.get(f"log/{trumped.seq}").html


def test_a_trick_of_an_earlier_deal_is_changed_to_somebody_who_was_in_that_deal(evening, ann, bob):
    ann.tap("player.joined", name="Dot")
    ann.tap("game.started", game="five-card-yak", players=["p1", "p2", "p4"])
    evening.play("p1", "p2", "p4", "p1", "p2")
    trick_5 = evening.seq
    ann.tap("deal.started", deal=2, players=["p1", "p2", "p3"])

    html = bob.get(f"log/{trick_5}").html

    assert 'name="event.winner" value="p4"' in html
    assert 'name="event.winner" value="p3"' not in html


def test_a_trick_of_frak_you_is_never_nobodys(evening, ann, bob):
    ann.tap("game.started", game="frak-you", players=["p1", "p2", "p3"])
    assert ann.tap("trick.taken", deal=1, trick=1, winner="p2").status == 200

    html = bob.get(f"log/{evening.seq}").html

    assert [f'name="event.winner" value="p{each}"' in html for each in (1, 2, 3)] == [True] * 3
    assert ">Nobody</button>" not in html


def test_a_late_tap_of_a_misdeal_is_never_held_against_a_game_before(game, ann, bob):
    game.play("p2")
    ann.tap("game.ended")
    ann.tap("game.started", game="five-card-yak", players=["p1", "p2", "p3"])
    ann.tap("deal.voided", deal=1)

    for taker in ("p2", "p3"):
        answer = bob.tap("trick.taken", deal=1, trick=1, winner=taker)
        assert (answer.status, answer.says) == (422, "Deal 1 is over.")


def test_a_bid_of_a_game_that_was_undone_is_not_told_because_another_game_is_over(evening, ann, bob):
    begun(evening)
    ann.tap("game.ended")
    begun(evening)
    start = evening.seq
    assert bob.tap("bid.placed", deal=1, player="p2", tricks=2).status == 200
    assert bob.tap("entry.undone", entry=start + 1).status == 200
    assert ann.tap("entry.undone", entry=start).status == 200

    words = ann.get("log").words

    assert "Bob laid a bid" in words
    assert "Bob bid 2 tricks" not in words
