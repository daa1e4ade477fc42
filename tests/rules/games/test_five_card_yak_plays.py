"""Five-Card Yak: the highest untied card takes the trick, whatever its suit."""

from tests.table import cases

from ..conftest import ANN, BOB, CAL, by_trick, event, game, night, plays, refused, refuses_last, trick, voided

THREE = game(ANN, BOB, CAL)


def taker(cards):
    """Who drinks for trick 1 with these cards."""
    return by_trick(night(THREE, plays(1, cards)))


@cases(
    ("ann 2H bob 3S cal 4D", CAL),
    ("ann AH bob KS cal QD", ANN),
    ("ann AH bob AS cal 2D", CAL),
    ("ann TH bob 9S cal JD", CAL),
    ("ann KH bob 2S cal KD", BOB),
)
def test_the_highest_untied_card_takes_it(cards, drinker):
    assert taker(cards) == [{drinker: 1}]


def test_if_every_card_is_cancelled_nobody_takes_it_and_the_leader_leads_again():
    two = game(ANN, BOB)

    assert by_trick(night(two, plays(1, "ann 2H bob 2S"), plays(2, "ann 3H bob 4S"))) == [{BOB: 2}]
    assert taker("ann 2H bob 2S cal 2D") == []


def test_the_taker_leads_next():
    assert night(THREE, plays(1, "ann 2H bob 3H cal 4H"), plays(2, "cal 5H ann 6H bob 7H"))
    assert refuses_last(THREE, plays(1, "ann 2H bob 3H cal 4H"), plays(2, "ann 5H bob 6H cal 7H"))


def test_a_winner_named_beside_the_cards_must_agree():
    for winner in (ANN, BOB, None, "zoe"):
        assert refuses_last(THREE, plays(1, "ann 2H bob 3H cal 4H", winner=winner))
    assert night(THREE, plays(1, "ann 2H bob 3H cal 4H", winner=CAL))
    assert night(THREE, plays(1, "ann 2H bob 2S cal 2D", winner=None))
    assert refuses_last(THREE, plays(1, "ann 2H bob 2S cal 2D", winner=ANN))
    assert "Cal takes the trick" in refused(THREE, plays(1, "ann 2H bob 3H cal 4H", winner=ANN))


@cases(
    "",
    "ann 2H",
    "ann 2H bob 3H",
    "bob 3H cal 4H ann 2H",
    "ann 2H cal 4H bob 3H",
    "ann 2H bob 3H bob 4H",
    "ann 2H bob 3H cal 4H ann 5H",
    "ann 2H bob 3H dan 4H",
    "ann 2H bob 3H zoe 4H",
)
def test_the_cards_name_everyone_in_the_trick_once_clockwise_from_the_leader(cards):
    assert refuses_last(THREE, plays(1, cards))


@cases("JOKER", "10H", "1H", "hq", "QX", "Q", "", "QH ")
def test_a_card_is_one_of_the_fifty_two(card):
    bad = event("trick.taken", deal=1, trick=1, plays=[[ANN, card], [BOB, "3H"], [CAL, "4H"]])

    assert refuses_last(THREE, bad)


@cases([ANN], [ANN, "2H", "3H"], ANN, None, {"ann": "2H"}, [ANN, None])
def test_a_play_is_a_player_and_a_card(pair):
    assert refuses_last(THREE, event("trick.taken", deal=1, trick=1, plays=[pair, [BOB, "3H"], [CAL, "4H"]]))


def test_a_card_falls_once_in_a_deal_and_again_in_the_next():
    first = plays(1, "ann 2H bob 3H cal 4H")

    assert refuses_last(THREE, plays(1, "ann 2H bob 3H cal 2H"))
    assert refuses_last(THREE, first, plays(2, "cal 5H ann 6H bob 2H"))
    assert refuses_last(THREE, first, trick(2, CAL), plays(3, "cal 5H ann 6H bob 2H"))
    assert night(THREE, first, voided(1), plays(1, "ann 2H bob 3H cal 4H", deal=2))


def test_nobody_looks_whether_suits_were_followed():
    assert night(THREE, plays(1, "ann 2H bob 3S cal 4D"), plays(2, "cal 5D ann 6H bob 7H"))


def test_a_trick_without_cards_may_stand_between_two_with_cards():
    assert night(THREE, plays(1, "ann 2H bob 3H cal 4H"), trick(2, BOB), plays(3, "bob 5H cal 6H ann 7H"))
