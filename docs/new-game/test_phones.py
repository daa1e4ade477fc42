"""Slowpoke on the phones: a tap for who was last, and the question on the right phone."""

from tests.conftest import plain


def test_a_round_is_a_tap_and_whoever_was_last_picks_on_their_phone(evening, ann, bob):
    evening.start("slowpoke")
    assert "Who was last?" in ann.get().words

    assert ann.tap("round.lost", round=1, loser="p2").status == 200
    assert "Who drinks along?" in plain(bob.get().regions["r-own-choice"])
    assert bob.tap("round.shared", round=1, picked="p1").status == 200
    assert evening.owed == {"p2": 1, "p1": 1}
    assert "Bob was last in round 1." in ann.get("log").words
