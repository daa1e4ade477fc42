"""Who takes a trick of Frak You by its cards (rules, 3: Play, the special cards, and the worked checks)."""

from companion.rules.games.frak_you.judging import Taken, card_of, judged
from tests.rules.games.frak_you_table import spoken
from tests.table import cases


def verdict(plays: str) -> Taken | None:
    return judged([(play[0], tuple(play[1:])) for play in spoken(plays)])


def taker(plays: str) -> str | None:
    found = verdict(plays)
    return found.player if found else None


def test_the_highest_card_of_the_suit_led_takes_the_trick() -> None:
    assert taker("ann 4H, bob QH, cal 9H") == "bob"


def test_a_higher_card_of_another_suit_takes_nothing() -> None:
    assert taker("ann 4H, bob KD, cal 5H") == "cal"


def test_aces_are_high() -> None:
    assert taker("ann KH, bob AH, cal QH") == "bob"


def test_check_one_the_highest_other_card_of_the_pairs_suit_takes() -> None:
    assert taker("ann 4H, bob 9D, cal AS KD, dan QH") == "bob"


def test_check_two_a_three_of_clubs_in_the_pair_has_lost_its_power() -> None:
    assert taker("ann 4H, bob 9H, cal AS 3C, dan QH") == "dan"


def test_check_three_a_three_of_clubs_alone_beats_the_trump_of_a_pair() -> None:
    assert taker("ann 4H, bob 9D, cal AS KD, dan 3C") == "dan"


@cases("ann 4C, bob AC, cal 3C", "ann 3C, bob 2C, cal KC", "ann AH, bob 3C, cal 5H", "ann AS, bob 3C, cal KS")
def test_the_three_of_clubs_takes_whatever_was_led(plays: str) -> None:
    found = verdict(plays)

    assert found is not None
    assert found.card == "3C"


def test_the_ace_of_spades_alone_loses_to_any_other_spade() -> None:
    assert taker("ann 2S, bob AS, cal KD") == "ann"
    assert taker("ann AS, bob KD, cal 2S") == "cal"


def test_the_ace_of_spades_alone_loses_also_when_hearts_were_led() -> None:
    assert taker("ann 4H, bob AS, cal KD") == "ann"


def test_the_ace_of_spades_led_alone_without_another_spade_leaves_the_rules_silent() -> None:
    assert verdict("ann AS, bob KD, cal AH") is None


def test_a_pair_that_nobody_follows_leaves_the_trick_to_the_suit_led() -> None:
    assert taker("ann 4H, bob AS KD, cal 5H") == "cal"


def test_the_paired_card_never_wins_however_high() -> None:
    assert taker("ann 4D, bob AS KD, cal 5D") == "cal"
    assert taker("ann AS AD, bob 2D, cal KH") == "bob"


def test_a_pair_of_the_suit_led_can_leave_the_trick_to_the_leader() -> None:
    assert taker("ann 4D, bob AS KD, cal AH") == "ann"


def test_a_pair_led_makes_its_suit_trump() -> None:
    assert taker("ann AS KD, bob 9D, cal TD") == "cal"


def test_a_pair_led_that_nobody_follows_leaves_the_rules_silent() -> None:
    assert verdict("ann AS KD, bob AH, cal AC") is None


def test_a_three_of_clubs_takes_even_a_trick_whose_led_pair_nobody_follows() -> None:
    assert taker("ann AS KD, bob AH, cal 3C") == "cal"


def test_a_pair_of_spades_makes_spades_trump() -> None:
    assert taker("ann 4H, bob AS KS, cal 2S") == "cal"


def test_a_three_of_clubs_paired_and_led_is_a_club_and_no_more() -> None:
    assert taker("ann AS 3C, bob 2C, cal AH") == "bob"


@cases(
    ("ann 4H, bob QH, cal 9H", "Q♥ is the highest card of the suit led"),
    ("ann 4H, bob 3C, cal 9H", "3♣ takes every trick it is in"),
    ("ann 4H, bob 9D, cal AS KD", "A♠ in a pair makes diamonds trump, and 9♦ is the highest other card of it"),
)
def test_the_initiated_are_told_why(plays: str, because: str) -> None:
    found = verdict(plays)

    assert found is not None
    assert found.because == because


def test_a_pair_to_which_the_table_gives_a_silent_trick_took_it_with_the_card_beside_the_ace() -> None:
    assert card_of("ann", [("ann", ("AS", "KD")), ("bob", ("AH",))]) == "KD"
    assert card_of("ann", []) is None
