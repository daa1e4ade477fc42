"""Five-Card Yak, Pass out: who is dealt in, who deals, and when the game is over."""

from ..conftest import (
    ANN,
    BOB,
    CAL,
    DAN,
    ENDED,
    by_trick,
    caught,
    changed,
    charges,
    deal,
    game,
    joined,
    left,
    night,
    plays,
    refused,
    refuses_last,
    returned,
    rule,
    trick,
    tricks,
    voided,
)
from .token_nights import is_over, left_over, pass_out, standings


def test_who_passed_out_plays_the_deal_out():
    bob_is_out = [pass_out(3), *tricks("ann bob ann bob")]

    assert left_over(*bob_is_out) == {ANN: 0, BOB: 0, CAL: 3}
    assert refused(*bob_is_out, plays(5, "bob 2H cal 3H")).endswith("come from Bob, Cal, Ann, in this order")
    assert is_over(*bob_is_out, plays(5, "bob 2H cal 3H ann 4H"))


def test_the_next_deal_is_for_those_who_have_tokens():
    first = [pass_out(3, ANN, BOB, CAL, DAN), *tricks("bob cal bob - dan")]  # Bob 1 and 2, Cal 2, Dan 3

    assert left_over(*first) == {ANN: 3, BOB: 0, CAL: 1, DAN: 0}
    assert night(*first, plays(1, "ann 2H cal 3H", deal=2))
    assert refuses_last(*first, plays(1, "ann 2H bob 4H cal 3H", deal=2))
    assert refused(*first, deal(2, players=[ANN, BOB])) == ("event 13: Bob has no token left and cannot be dealt in")
    assert refused(*first, trick(1, BOB, deal=2)).endswith("Bob is not in this deal")


def test_if_who_should_deal_is_out_the_next_to_the_left_with_tokens_does():
    dealer = rule("r1", who="dealer")
    first = [dealer, pass_out(3, ANN, BOB, CAL, DAN), *tricks("bob cal bob - dan")]

    assert charges(night(*first, caught("r1", ANN)), "r1") == [(ANN, 1)]
    assert night(*first, plays(1, "ann 2H cal 3H", deal=2))


def test_the_penalties_are_those_of_the_number_dealt_in():
    first = [pass_out(9, ANN, BOB, CAL), *tricks("bob bob bob cal bob")]  # Bob 1 1 1, Cal 4, then Ann 6 and Cal 2

    assert left_over(*first) == {ANN: 3, BOB: 6, CAL: 3}
    two = [pass_out(6), *tricks("cal - cal - cal")]  # Cal 1, 3 and of 5 only 2
    assert left_over(*two, *tricks("ann ann ann ann", deal=2)) == {ANN: 2, BOB: 6, CAL: 0}


def test_the_one_who_is_left_wins_once_the_deal_is_over():
    almost = [pass_out(3), *tricks("ann bob ann bob")]  # Ann 1 and 2, Bob 2 and 1
    result = night(*almost, trick(5))

    assert not is_over(*almost)
    assert result["games"][0]["finished"]
    assert standings(result) == [(CAL, 3, 1), (ANN, 0, 2), (BOB, 0, 2)]
    assert refuses_last(*almost, trick(5), trick(1, CAL, deal=2))


def test_with_two_left_it_goes_on_until_the_table_ends_it_and_the_most_tokens_win():
    two = [pass_out(3), *tricks("ann bob ann - -")]

    assert not is_over(*two)
    assert left_over(*two) == {ANN: 0, BOB: 1, CAL: 3}
    assert standings(night(*two, ENDED)) == [(CAL, 3, 1), (BOB, 1, 2), (ANN, 0, 3)]
    assert standings(night(*two, *tricks("bob - - - -", deal=2))) == [(CAL, 3, 1), (ANN, 0, 2), (BOB, 0, 2)]


def test_if_nobody_is_left_who_had_the_most_before_that_deal_wins():
    first = [rule("r1", when={"on": "trick.taken", "trick": 5}, who="everyone", amount=5), pass_out(8)]
    first += tricks("ann bob ann - -")
    assert left_over(*first) == {ANN: 4, BOB: 6, CAL: 8}

    result = night(*first, *tricks("bob cal - cal cal", deal=2))  # Bob 1, Cal 2 and 4 and 1; then five each

    assert result["games"][0]["finished"]
    assert standings(result) == [(CAL, 8, 1), (BOB, 6, 2), (ANN, 4, 3)]
    assert [(row["player"], row["amount"]) for row in result["charges"][-4:]] == [
        (ANN, 4),
        (BOB, 5),
        (CAL, 1),
        (CAL, 1),
    ]


def test_a_deal_that_is_voided_was_paid_and_may_have_been_the_last():
    assert left_over(pass_out(9), *tricks("ann bob"), voided(1)) == {ANN: 8, BOB: 7, CAL: 9}
    assert not is_over(pass_out(1), *tricks("ann bob"))
    assert is_over(pass_out(1), *tricks("ann bob"), voided(1))


def test_a_newcomer_starts_with_as_many_as_everybody_did():
    fay = joined("fay")
    first = [pass_out(9), *tricks("ann bob cal - -"), fay]

    assert left_over(*first) == {ANN: 8, BOB: 7, CAL: 6}
    result = left_over(*first, deal(2, players=[ANN, BOB, CAL, "fay"]), *tricks("cal fay", deal=2))
    assert result == {ANN: 8, BOB: 7, CAL: 5, "fay": 7}


def test_who_went_home_with_tokens_is_still_left():
    gone = [pass_out(1), left(CAL), *tricks("ann bob - - -")]

    assert is_over(*gone)
    assert standings(night(*gone)) == [(CAL, 1, 1), (ANN, 0, 2), (BOB, 0, 2)]
    two = [pass_out(1), left(CAL), *tricks("ann - - - -")]
    assert not is_over(*two)
    assert refuses_last(*two, trick(1, BOB, deal=2))
    assert night(*two, returned(CAL), trick(1, CAL, deal=2))


def test_two_with_dummies_may_play_for_tokens():
    dummies = {"dummies": True, "tokens": {"mode": "pass-out", "count": 3}}
    log = [game(ANN, BOB, options=dummies), *tricks("ann ann:dummy ann bob:dummy -")]

    assert by_trick(night(*log)) == [{ANN: 1}, {ANN: 2}]
    assert standings(night(*log)) == [(BOB, 3, 1), (ANN, 0, 2)]
    assert is_over(*log)


def test_a_change_after_which_somebody_would_have_played_without_tokens_names_the_entry_in_its_way():
    said = refused(
        pass_out(3), *tricks("ann bob - - -"), plays(1, "bob 2H cal 3H ann 4H", deal=2), changed(10, trick(3, BOB))
    )

    assert said == "event 13: the cards of this trick come from Cal, Ann, in this order (after the change in event 14)"
