"""Slowpoke: what being last costs, whom that asks, how it ends, and what is refused."""

from companion.domain.playing import winners

from ..entries import event, rule
from ..nights import charges, log_of, night, owed, why_refused
from ..people import ANN, BOB, CAL, DAN, EVE, FIVE


def slowpoke(**options):
    return event("game.started", game="slowpoke", players=list(FIVE), options=options)


def lost(number, player):
    return event("round.lost", round=number, loser=player)


def shared(number, player):
    return event("round.shared", round=number, picked=player)


def test_being_last_costs_one_and_one_for_whoever_is_picked():
    result = night(slowpoke(), lost(1, BOB), shared(1, CAL), lost(2, BOB))

    assert owed(result)[BOB] == 2
    assert owed(result)[CAL] == 1


def test_a_house_rule_hears_who_was_last():
    made = rule("r1", when={"on": "thing.happened", "thing": "last"}, who="left")

    assert charges(night(made, slowpoke(), lost(1, BOB), shared(1, ANN)), "r1") == [(CAL, 1)]


def test_whoever_was_last_is_asked_until_somebody_was_picked():
    asking = log_of(slowpoke(), lost(1, BOB)).night.asking

    assert [(asked.player, asked.question) for asked in asking] == [(BOB, "who drinks along")]
    assert log_of(slowpoke(), lost(1, BOB), shared(1, CAL)).night.asking == ()


def test_the_last_round_asks_nobody_and_whoever_was_last_least_often_wins():
    played = log_of(slowpoke(rounds=2), lost(1, BOB), shared(1, ANN), lost(2, CAL)).night

    assert played.game is None
    assert played.asking == ()
    assert winners(played, played.games[0]) == (ANN, DAN, EVE)
    assert "is not an event of the night" in why_refused(slowpoke(rounds=1), lost(1, BOB), lost(2, BOB))


def test_what_cannot_be_is_refused():
    for events, why in (
        ([lost(2, BOB)], "round 1 comes first"),
        ([lost(1, BOB), lost(1, CAL)], "Bob was last in round 1"),
        ([lost(1, "zoe")], "zoe does not play"),
        ([shared(1, CAL)], "round 1 has not been played yet"),
        ([lost(1, BOB), shared(1, BOB)], "Bob has to pick somebody else"),
        ([lost(1, BOB), shared(1, CAL), shared(1, ANN)], "that was picked already"),
    ):
        assert why_refused(slowpoke(), *events) == why
