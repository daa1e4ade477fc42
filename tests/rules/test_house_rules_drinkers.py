"""Who drinks for a house rule: the circle it is counted in, the offices of the deal, and how much at most."""

from tests.table import cases

from .conftest import (
    ANN,
    BOB,
    CAL,
    DAN,
    ENDED,
    EVE,
    FIVE,
    caught,
    charges,
    deal,
    event,
    game,
    joined,
    left,
    night,
    plays,
    returned,
    rule,
    trick,
    tricks,
    voided,
)


def who(who, *events, **fields):
    """Who drinks by the rule `r1` with this `who`, one name for each row that is charged."""
    return [player for player, _ in charges(night(rule("r1", who=who, **fields), *events), "r1")]


@cases(
    ("player", BOB, "bob"),
    ("left", BOB, "cal"),
    ("right", BOB, "ann"),
    ("left", EVE, "ann"),
    ("right", ANN, "eve"),
    ("neighbours", ANN, "bob eve"),
    ("across", BOB, ""),
    ("everyone", BOB, "ann bob cal dan eve"),
    ("others", BOB, "ann cal dan eve"),
    ("dealer", BOB, ""),
    ("leader", BOB, ""),
    ("taker", BOB, ""),
)
def test_without_a_game_the_circle_is_everyone_not_away(whom, player, drinkers):
    assert who(whom, caught("r1", player)) == drinkers.split()


def test_who_left_is_out_of_the_circle():
    assert who("left", left(CAL), caught("r1", BOB)) == [DAN]
    assert who("across", left(EVE), caught("r1", BOB)) == [DAN]
    assert who("everyone", left(CAL), returned(CAL), caught("r1", BOB)) == list(FIVE)


@cases(
    ("player", "cal"),
    ("left", ""),
    ("right", ""),
    ("neighbours", ""),
    ("across", ""),
    ("everyone", "ann bob dan eve"),
    ("others", "ann bob dan eve"),
)
def test_somebody_away_has_no_neighbours_and_others_is_everybody_there(whom, drinkers):
    assert who(whom, left(CAL), caught("r1", CAL)) == drinkers.split()
    assert who(whom, game(ANN, BOB, DAN, EVE), trick(1, ANN), left(CAL), caught("r1", CAL)) == drinkers.split()


def test_alone_one_has_no_others_and_of_two_the_other_is_every_neighbour_once():
    for whom in ("left", "right", "neighbours", "across", "others"):
        assert who(whom, *map(left, FIVE[1:]), caught("r1", ANN)) == [], whom
    for whom in ("neighbours", "left", "across"):
        assert who(whom, *map(left, FIVE[2:]), caught("r1", ANN)) == [BOB], whom


def test_a_deal_makes_its_own_circle_until_the_next_one():
    three = [game(), deal(1, players=[ANN, CAL, EVE]), *tricks("ann ann cal")]

    assert who("left", *three, caught("r1", ANN)) == [CAL]
    assert who("left", *three, *tricks("- - - ann eve")[3:], caught("r1", ANN)) == [CAL]
    assert who("left", *three, voided(1), caught("r1", ANN)) == [CAL]
    assert who("left", *three, voided(1), trick(1, ANN, deal=2), caught("r1", ANN)) == [BOB]


def test_who_left_during_a_deal_is_still_in_its_circle():
    assert who("left", game(), trick(1, ANN), left(BOB), caught("r1", ANN)) == [BOB]


def test_before_the_first_deal_the_circle_is_the_game_s_players_not_away():
    assert who("left", game(ANN, CAL, EVE), caught("r1", ANN)) == [CAL]
    assert who("left", game(ANN, CAL, EVE), left(CAL), caught("r1", ANN)) == [EVE]
    assert who("left", game(ANN, CAL, EVE), voided(1), caught("r1", ANN)) == [CAL]


def test_who_is_not_in_the_game_s_circle_counts_among_everyone_not_away():
    three = [game(ANN, CAL, EVE), trick(1, ANN)]

    assert who("left", *three, caught("r1", BOB)) == [CAL]
    assert who("right", *three, left(ANN), caught("r1", BOB)) == [EVE]
    assert who("everyone", *three, caught("r1", BOB)) == list(FIVE)
    assert who("everyone", *three, caught("r1", ANN)) == [ANN, CAL, EVE]


def test_a_running_game_keeps_its_order_when_seats_move():
    moved = event("seats.moved", order=[ANN, CAL, BOB, EVE, DAN])

    assert who("left", game(), trick(1, ANN), moved, caught("r1", ANN)) == [BOB]
    assert who("left", game(), trick(1, ANN), moved, ENDED, caught("r1", ANN)) == [CAL]


def test_the_dealer_is_that_of_the_deal_and_between_deals_of_the_next():
    assert who("dealer", game(dealer=CAL), caught("r1", ANN)) == [CAL]
    assert who("dealer", game(dealer=CAL), trick(1, DAN), caught("r1", ANN)) == [CAL]
    assert who("dealer", game(dealer=CAL), *tricks("ann bob cal dan eve"), caught("r1", ANN)) == [EVE]
    assert who("dealer", game(dealer=CAL), left(CAL), caught("r1", ANN)) == [DAN]
    assert who("dealer", game(dealer=CAL), trick(1, DAN), voided(1), caught("r1", ANN)) == [CAL]
    assert who("dealer", game(), *map(left, FIVE), caught("r1", ANN)) == []
    assert who("dealer", game(), ENDED, caught("r1", ANN)) == []


def test_the_leader_is_who_led_the_trick_and_otherwise_who_leads_next():
    taken = {"on": "trick.taken"}

    assert who("leader", game(), *tricks("bob cal"), when=taken) == [ANN, BOB]
    assert who("leader", game(), trick(1, BOB), caught("r1", EVE)) == [BOB]
    assert who("leader", game(dealer=CAL), caught("r1", EVE)) == [CAL]
    assert who("leader", game(), *tricks("bob - - - -"), caught("r1", EVE)) == [BOB]
    assert who("leader", game(), *tricks("ann ann ann bob eve"), left(EVE), caught("r1", ANN)) == [ANN]


def test_the_dealer_and_leader_of_a_last_trick_are_still_those_of_its_deal():
    last = {"on": "trick.taken", "trick": 5}

    assert who("dealer", game(), *tricks("bob cal dan eve cal"), when=last) == [ANN]
    assert who("leader", game(), *tricks("bob cal dan eve cal"), when=last) == [EVE]


def test_the_taker_is_there_only_at_the_trick():
    assert who("taker", game(), *tricks("bob - cal"), when={"on": "trick.taken"}) == [BOB, CAL]
    assert who("taker", game(), trick(1, None), when={"on": "trick.nobody"}) == []
    assert who("taker", game(), trick(1, BOB), caught("r1", ANN)) == []
    assert who("taker", game(ANN, BOB), plays(1, "ann QH bob 2S"), when={"on": "card.played", "rank": "2"}) == [ANN]


def test_a_dummy_stands_for_its_controller():
    two = game(ANN, BOB, options={"dummies": True})
    cards = plays(1, "ann 3H bob:dummy KH bob 2H ann:dummy 4H")

    assert who("player", two, cards, when={"on": "card.played", "rank": "4"}) == [ANN]
    assert who("taker", two, cards, when={"on": "card.played", "rank": "2"}) == [BOB]
    assert who("left", two, cards, when={"on": "trick.taken"}) == [ANN]
    assert who("leader", two, trick(1, "ann:dummy"), caught("r1", BOB)) == [ANN]
    assert who("player", two, *tricks("ann:dummy -"), when={"on": "trick.nobody"}) == [ANN]
    assert who("everyone", two, trick(1, "ann:dummy"), caught("r1", BOB)) == [ANN, BOB]


def test_a_newcomer_to_the_table_is_in_the_circle_without_a_game():
    assert who("left", joined("zoe"), caught("r1", EVE)) == ["zoe"]
