"""Card Yacht: what five cards score in each box, and the suited bonus for 148 or more over the four suit boxes."""

from hypothesis import given
from hypothesis import strategies as some

from companion.domain.cards import DECK
from companion.domain.games.card_yacht.events import BOXES, MOST, can_score, points
from companion.domain.games.card_yacht.round import grand_total, suited
from tests.table import cases

hands = some.lists(some.sampled_from(DECK), min_size=5, max_size=5, unique=True)


def suits(*points):
    return dict(zip(("spades", "hearts", "diamonds", "clubs"), points, strict=False))


@cases(
    *(("an ace is one, pips count as marked, pictures ten", "spades", f"{card} 2H 3H 4D 5C", worth)
      for card, worth in (("AS", 1), ("2S", 2), ("9S", 9), ("TS", 10), ("JS", 10), ("KS", 10))),
    *(("the points of its suit", box, "AS KS 3H 4H TC", worth)
      for box, worth in (("spades", 11), ("hearts", 7), ("diamonds", 0), ("clubs", 10))),
    *(("the value of the box", box, cards, MOST[box]) for box, cards in (
        ("five-flush", "9H TH JH QH KH"), ("five-flush", "AC 2C 3C 4C 5C"), ("card-yacht", "7S 7H 7D 7C KS"),
        ("sequence", "AS 2H 3D 4C 5S"), ("sequence", "KS QH JD TC 9S"), ("sequence", "7S 5H 6D 9C 8S"),
        ("middle", "AS 2H 5D 7C TS"), ("low", "AS AH 2D 2C 4S"), ("low", "AS AH AD AC 2S"),
        ("three-and-two", "7S 7H 7D 2C 2S"), ("high", "TS JH QD KC KS"), ("flush", "2D 5D 9D JD KD"))),
    *(("nothing without what it needs", box, cards, 0) for box, cards in (
        ("five-flush", "9H TH JH QH KS"), ("five-flush", "2H 4H 6H 8H TH"), ("card-yacht", "7S 7H 7D 2C 2S"),
        ("sequence", "TS JH QD KC AS"), ("sequence", "QS KH AD 2C 3S"), ("sequence", "2S 3H 4D 5C 5S"),
        ("middle", "AS 2H 5D 7C 9S"), ("middle", "AS 3H 5D 7C TS"), ("low", "AS AH 2D 3C 4S"),
        ("three-and-two", "7S 7H 7D 7C 2S"), ("three-and-two", "7S 7H 7D 2C 3S"), ("high", "9S JH QD KC KS"),
        ("flush", "2D 5D 9D JD KH"))),
    *(("a five flush may go elsewhere, too", box, "5H 6H 7H 8H 9H", worth)
      for box, worth in (("flush", 25), ("sequence", 50), ("hearts", 35), ("spades", 0))),
)  # fmt: skip
def test_five_cards_score(why, box, cards, worth):
    assert points(box, cards.split()) == worth, why


@cases(
    ("148 over the four suit boxes earn a hundred more", suits(37, 37, 37, 37), 248),
    ("147 earn no bonus", suits(37, 37, 37, 36), 147),
    ("three suit boxes never make it alone", suits(49, 49, 49), 147),
    ("other boxes do not count for it", {**suits(49, 49), "five-flush": 100}, 198),
)
def test_the_grand_total_has_the_suited_bonus_for_148(why, sheet, total):
    assert grand_total(sheet) == total, why


def test_the_sheet_knows_how_far_it_is_to_148_and_whether_it_is_still_possible():
    way = suited(suits(40, 10))

    assert (way.points, way.bonus, way.most) == (50, 0, 148)
    assert suited(suits(40, 9)).most == 147


def test_of_boxes_with_nothing_the_one_that_gives_least_away_comes_first():
    seen = BOXES.best(["2S", "2H", "7D", "8C", "KS"], ["five-flush", "sequence", "flush"])

    assert [box for box, _, _ in seen] == ["flush", "sequence", "five-flush"]


def test_points_entered_are_zero_to_forty_nine_in_a_suit_and_all_or_nothing_elsewhere():
    assert [amount for amount in range(-1, 102) if can_score("hearts", amount)] == list(range(50))
    assert [amount for amount in range(-1, 102) if can_score("middle", amount)] == [0, 50]


def test_every_box_has_a_name_and_its_value():
    assert BOXES.spoken["three-and-two"] == "three and two"
    assert BOXES.spoken["card-yacht"] == "Card Yacht"
    assert list(BOXES.spoken) == list(MOST)
    assert list(MOST.values()) == [49] * 4 + [100, 75, 50, 50, 50, 25, 25, 25]


@given(hands)
def test_no_hand_scores_more_than_the_most_of_a_box_or_what_could_not_be_entered(hand):
    for box, scored, most in BOXES.best(hand, list(MOST)):
        assert 0 <= scored <= most
        assert can_score(box, scored)
