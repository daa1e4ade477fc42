"""Which tricks and counts of Frak You are refused, and which stand (night format, Events of games; rules, 3)."""

from companion.rules.games.frak_you.refusals import Silent
from companion.rules.refused import Filled
from tests.rules.games.frak_you_table import ANN, BOB, CAL, DAN, FrakYou, four, three
from tests.table import cases

FIRST = "cal 2C, dan KC, ann 4C, bob 5C"


def after_one(winner: str, night: FrakYou | None = None) -> FrakYou:
    """A night of three (or this one) with a first trick told by its taker."""
    night = night or three()
    night.trick(winner=winner)
    return night


def test_the_first_lead_is_the_two_of_clubs_alone_or_beside_the_ace_of_spades() -> None:
    for plays in ("cal 2C, ann KC, bob 3C", "cal AS 2C, ann KC, bob 5C"):
        night = three()
        night.trick(plays)
        assert len(night.deal.taken) == 1
    for plays in ("cal KC, ann 2C, bob 3C", "cal AS, ann 2C, bob 3C", "cal AS KC, ann 2C, bob 4C"):
        assert str(three().no_trick(plays)) == "the first trick begins with 2♣; whoever holds it leads it"


def test_the_first_lead_is_seen_only_where_the_cards_are_entered() -> None:
    night = after_one(ANN)

    night.trick("ann KD, bob 4D, cal 2C")

    assert night.deal.taken == (ANN, ANN)


def test_anybody_may_hold_the_two_of_clubs_and_the_others_follow_clockwise() -> None:
    night = four()

    assert "Cal, Dan, Ann, Bob" in str(night.no_trick("cal 2C, ann KC, bob 4C, dan 5C"))
    night.trick(FIRST)


@cases(
    "ann KD, bob 4D, cal 5D", "bob KD, cal 4D", "bob KD, cal 4D, ann 5D, bob 6D", "bob KD, cal 4D, cal 5D"
)  # fmt: skip
def test_the_plays_name_everyone_still_in_exactly_once_in_turn(plays: str) -> None:
    refusal = after_one(BOB).no_trick(plays)

    assert str(refusal) == "the cards of this trick come from Bob, Cal, Ann, in this order"


def test_a_trick_without_any_play_is_refused_as_plays() -> None:
    refusal = three().refused("trick.taken", deal=1, trick=1, winner=ANN, plays=[])

    assert "come from Ann, Bob, Cal" in str(refusal)


def test_those_who_dropped_out_or_were_not_dealt_in_are_in_no_trick() -> None:
    out, three_of_four = after_one(BOB, four()), after_one(BOB)
    out.count(CAL, 0)
    for night, player, why in ((out, CAL, "Cal is out of"), (three_of_four, DAN, "Dan is not in")):
        assert str(night.no_trick("bob KD, cal 4D, dan 5D, ann 6D")) == f"{why} this deal"
        assert str(night.no_trick(winner=player)) == f"{why} this deal"
        assert str(night.no_trick(winner=BOB, paired=player)) == f"{why} this deal"
    assert str(three_of_four.no_trick("bob KD, cal 4D, ann 6D", winner="zoe")) == "zoe is not in this deal"

    out.trick("bob KD, dan 5D, ann 6D")


def test_tricks_come_in_order_and_the_second_sender_of_one_hears_who_took_it() -> None:
    assert str(three().no_trick(winner=ANN, trick=2)) == "Trick 1 comes first"

    refusal = after_one(BOB).no_trick(winner=CAL, trick=1)

    assert isinstance(refusal, Filled)
    assert str(refusal) == "Trick 1 is already written: Bob took it"


def test_somebody_takes_every_trick() -> None:
    assert "who took trick 1" in str(three().no_trick())
    assert "winner" in str(three().refused("trick.taken", deal=1, trick=1, winner=None))


def test_the_winner_may_be_left_out_or_must_agree_with_the_cards() -> None:
    night = four()

    assert str(night.no_trick(FIRST, winner=BOB)) == "by these cards Dan takes the trick"
    night.trick(FIRST, winner=DAN)


@cases("ann AS, bob KD, cal AH", "ann AS KD, bob AH, cal AC")
def test_where_the_rules_are_silent_the_table_says_who_takes_it(plays: str) -> None:
    night = after_one(ANN)
    refusal = night.no_trick(plays)
    assert isinstance(refusal, Silent)
    assert str(refusal) == "the rules are silent about these cards: who took trick 2?"
    assert str(night.no_trick(plays, winner=DAN)) == "Dan is not in this deal"

    night.trick(plays, winner=CAL)

    assert night.deal.leader == CAL


@cases(
    ("ann KD, bob KD, cal 5D", "K♦"), ("ann AS AS, bob KD, cal 5D", "A♠"), ("ann AS 4D, bob AS KD, cal 5D", "A♠")
)  # fmt: skip
def test_a_card_is_in_a_trick_once(plays: str, card: str) -> None:
    assert str(after_one(ANN).no_trick(plays)) == f"{card} is in this trick twice"


def test_a_card_that_lies_in_a_trick_on_the_table_is_refused_while_it_lies_there() -> None:
    night = four()
    night.trick(FIRST)
    for plays in ("dan 4C, ann 6D, bob 7D, cal 8D", "dan 9D, ann AS 5C, bob 7D, cal 8D"):
        assert "lies in a trick on the table" in str(night.no_trick(plays))

    night.trick("dan 9D, ann 6D, bob 7D, cal 8D")
    night.trick("dan KC, ann 6C, bob 7C, cal 8C")

    assert night.deal.taken == (DAN, DAN, DAN)


def test_cards_picked_up_may_be_played_again() -> None:
    night = four()
    night.counts(dan=(1, 0))
    night.trick(FIRST)

    night.trick("dan KC, ann 6C, bob 7C, cal 8C")

    assert night.deal.taken == (DAN, DAN)


def test_which_cards_lie_in_front_is_not_known_of_a_trick_told_or_of_somebody_counted_but_of_the_others() -> None:
    told, counted, another = four(), four(), four()
    told.trick(winner=DAN)
    for night in (counted, another):
        night.trick(FIRST)
    counted.count(DAN, 12, 4)
    another.count(ANN, 12)

    assert "lies in a trick" in str(another.no_trick("dan 4C, ann 6D, bob 7D, cal 8D"))
    for night in (told, counted):
        night.trick("dan 4C, ann 6D, bob 7D, cal 8D")
        assert len(night.deal.taken) == 2


@cases(
    *((f" {card}", f"{card}, which is not a card of this game") for card in ("JOKER", "1C", "as", "Q")),
    *((pair, "only A♠ is laid with another card, and it is named first") for pair in (" QD KC", " KC AS")),
    *((none_or_three, "plays[1]") for none_or_three in ("", " AS KC 4C")),
)
def test_one_of_the_52_cards_is_laid_or_the_ace_of_spades_and_another(laid: str, why: str) -> None:
    assert why in str(three().no_trick(f"ann 2C, bob{laid}, cal 4C"))


def test_a_player_with_one_card_cannot_pair() -> None:
    night = after_one(ANN)
    night.count(BOB, 1, 3)
    one = "Bob has one card only and cannot pair; if that is wrong, count their cards"

    assert str(night.no_trick(winner=ANN, paired=BOB)) == one
    assert str(night.no_trick("ann 4D, bob AS KD, cal 5D")) == one
    night.count(BOB, 2, 3)
    night.trick("ann 4D, bob AS KD, cal 5D")


def test_who_paired_is_named_only_without_cards() -> None:
    refusal = three().no_trick("ann AS 2C, bob KC, cal 4C", paired=ANN)

    assert str(refusal) == "who paired is seen from the cards; leave it out"
