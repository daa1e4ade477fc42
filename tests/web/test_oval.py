"""Round the table on the big screen: everybody has a place of their own, clockwise from the bottom."""

from companion.views.big_screen import MOST_ROUND, around

SIDES = ("below", "left", "above", "right", "below")


def test_everybody_has_a_place_of_their_own_clockwise():
    for players in range(1, MOST_ROUND + 1):
        wheres, rows = around(players)
        assert len(set(wheres)) == players, players
        assert 3 <= rows <= 5, players
        assert wheres[0].startswith("below"), players
        side = 0
        for where in wheres:
            while not where.startswith(SIDES[side]):
                side += 1
        assert side <= len(SIDES), players


def test_the_left_neighbour_of_the_first_sits_to_the_left_on_the_screen():
    assert around(4)[0] == ("below-1-of-1", "left-1", "above-1-of-1", "right-1")
    assert around(10)[0][:3] == ("below-2-of-3", "below-1-of-3", "left-2")
    assert around(10)[0][-1] == "below-3-of-3"


def test_more_than_fit_round_a_table_sit_in_rows():
    assert around(MOST_ROUND + 1) == (("",) * (MOST_ROUND + 1), 0)
