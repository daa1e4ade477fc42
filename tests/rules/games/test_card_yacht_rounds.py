"""Card Yacht: who is dealt into a round, when it closes, who deals, and how the game ends."""

from tests.table import cases

from .card_yacht_nights import THREE, Event, draw, exchange, knock, played, refused, rounds, told
from .yachting_nights import called, charged, is_finished, left, places, returned, rule, scores

ENDED = {"type": "game.ended"}
DEALER = rule({"on": "called"}, "dealer")


def dealer(*events: object, **how: object) -> str | None:
    """Who drinks for a rule about the dealer that is called after these events; None for nobody."""
    due = charged(played(DEALER, *events, called("ann"), **how))
    return due[-1][0] if due else None


@cases("ann", "ann bob cal dan eve")
def test_two_to_four_can_play(players: str) -> None:
    assert "is for 2 to 4 players" in refused(players=players, joined="ann bob cal dan eve fay")


def test_a_game_is_twelve_rounds_and_over_with_the_last_hand_and_then_nothing_is_entered() -> None:
    assert is_finished(played(*rounds(THREE)))
    assert not is_finished(played(*rounds(THREE)[:-1]))
    assert refused(*rounds(THREE), knock("ann", 13))


@cases(knock("ann", 2), draw("ann", 1, 2), told("ann", "low", 0, 2))
def test_another_round_than_the_one_being_played_is_refused(event: dict[str, object]) -> None:
    assert refused(event) == "Round 2 has to wait: round 1 comes first"
    assert refused(told("bob", "low"), event) == "Round 2 has to wait: round 1 is still on"
    assert refused(*rounds(THREE, 1, 2), event) == "Round 2 is over"


def test_rounds_count_from_one() -> None:
    assert "round" in refused(knock("ann", 0))


def test_a_round_waits_for_everybody_dealt_in_but_not_for_who_is_away() -> None:
    second = told("ann", "high", 0, 2)

    assert refused(told("ann", "low"), told("bob", "low"), second).endswith("round 1 is still on")
    played(draw("cal"), left("cal"), told("ann", "low"), told("bob", "low"), second)
    played(told("ann", "low"), told("bob", "low"), left("cal"), second)
    played(left("bob"), left("cal"), draw("ann"), told("ann", "low"), second)


@cases(
    (knock("ann"), left("bob"), left("cal")),
    (draw("bob"), left("ann"), left("bob"), left("cal"), returned("ann")),
)
def test_a_round_in_which_nobody_has_scored_stays_open_when_people_or_all_of_them_leave(*gone: Event) -> None:
    assert refused(*gone, told("ann", "low", 0, 2)).endswith("round 1 is still on")
    played(*gone, told("ann", "low"), told("ann", "high", 0, 2))


def test_a_round_closes_when_everybody_dealt_in_has_left_and_one_of_them_has_scored() -> None:
    gone = [told("ann", "low"), left("ann"), left("bob"), left("cal"), returned("bob")]

    played(*gone, told("bob", "low", 0, 2))


def test_who_came_back_before_the_round_closed_is_waited_for_again() -> None:
    back = [draw("cal"), left("cal"), told("ann", "low"), returned("cal"), told("bob", "low")]

    assert refused(*back, told("ann", "high", 0, 2)).endswith("round 1 is still on")
    played(*back, told("cal", "low"), told("ann", "high", 0, 2))


def test_who_was_dealt_in_may_be_scored_though_away() -> None:
    assert scores(played(draw("cal"), left("cal"), told("cal", "low", 50)))["cal"] == 50


def test_who_is_away_at_the_first_entry_is_not_dealt_in() -> None:
    for event in (knock("cal"), draw("cal"), told("cal", "low"), exchange("ann", "cal")):
        assert refused(left("cal"), event) == "Cal is not in round 1"
        assert refused(left("cal"), draw("ann"), returned("cal"), event) == "Cal is not in round 1"


def test_who_is_back_is_dealt_into_the_next_round() -> None:
    first = [left("cal"), draw("ann"), returned("cal"), told("ann", "low"), told("bob", "low")]

    played(*first, told("cal", "low", 0, 2))


def test_the_stock_is_what_those_dealt_in_leave() -> None:
    played(left("cal"), *[draw("bob", 5)] * 8, draw("ann", 2))
    assert refused(draw("ann", 2), left("cal"), *[draw("bob", 5)] * 7, draw("bob", 1)) == "the stock has no cards left"


def test_nobody_is_dealt_in_when_all_are_away() -> None:
    assert refused(left("ann"), left("bob"), left("cal"), knock("ann")) == "nobody who plays is here for round 1"


def test_somebody_who_does_not_play_the_game_cannot_act_in_it() -> None:
    for event in (knock("dan"), draw("dan"), told("dan", "low")):
        assert refused(event, joined=f"{THREE} dan") == "Dan is not in round 1"


def test_a_newcomer_waits_for_the_next_game() -> None:
    joining = {"type": "player.joined", "player": "dan", "name": "Dan"}

    assert refused(joining, *rounds(THREE, 1, 1), knock("dan", 2)) == "Dan is not in round 2"


def test_boxes_never_filled_count_nothing() -> None:
    away = [told("cal", "spades", 40), told("ann", "spades", 10), told("bob", "spades", 5), left("cal")]

    assert scores(played(*away, *rounds("ann bob", 2))) == {"cal": 40, "ann": 10, "bob": 5}


def test_the_game_may_end_as_somebody_leaves_and_does_not_wait_for_boxes_that_were_missed() -> None:
    missed = [left("cal"), *rounds("ann bob", 1, 11), returned("cal"), *rounds(THREE, 12, 12)]

    assert is_finished(played(*rounds(THREE)[:-1], left("cal")))
    assert is_finished(played(*missed))


def test_equal_totals_tie_in_the_order_of_the_game() -> None:
    night = [told("ann", "low", 50), told("bob", "low", 50), told("cal", "low")]

    assert places(played(*night)) == {"ann": 1, "bob": 1, "cal": 3}
    assert list(scores(played(players="cal ann bob"))) == ["cal", "ann", "bob"]


def test_the_first_dealer_is_the_one_named_or_the_first_player() -> None:
    assert dealer() == "ann"
    assert dealer(dealer="cal") == "cal"


def test_the_deal_moves_left_in_the_order_of_the_game() -> None:
    moved = {"type": "seats.moved", "order": ["cal", "bob", "ann"]}

    assert dealer(*rounds(THREE, 1, 1)) == "bob"
    assert dealer(moved, *rounds(THREE, 1, 1), dealer="bob") == "cal"
    assert dealer(*rounds(THREE, 1, 3)) == "ann"


def test_between_rounds_the_dealer_is_that_of_the_next_among_those_who_are_there() -> None:
    assert dealer(left("ann")) == "bob"
    assert dealer(*rounds(THREE, 1, 1), left("bob")) == "cal"
    assert dealer(left("ann"), left("bob"), left("cal")) is None


def test_who_deals_keeps_the_deal_though_away_and_from_whoever_dealt_for_another_it_moves_on() -> None:
    assert dealer(draw("bob"), left("ann")) == "ann"
    assert dealer(left("ann"), *rounds("bob cal", 1, 1), returned("ann")) == "cal"


def test_nobody_leads_and_nobody_takes_in_this_game() -> None:
    for who in ("leader", "taker"):
        scoring, calling = rule({"on": "box.scored"}, who), rule({"on": "called"}, who)
        assert charged(played(scoring, told("ann", "low"))) == []
        assert charged(played(calling, draw("bob"), called("ann"))) == []


LAST = [*rounds("ann bob", 1, 11), told("ann", "flush", 25, 12), told("bob", "flush", 0, 12)]


def test_each_in_last_place_is_charged_the_stake_at_the_entry_that_finishes_the_game() -> None:
    night = played(
        *rounds(THREE, 1, 11), *(told(who, "flush", 25 * (who == "bob"), 12) for who in THREE.split()), stake=3
    )

    assert charged(night) == [("ann", 3, "lost game"), ("cal", 3, "lost game")]
    assert {row["seq"] for row in night["charges"]} == {5 + 36}


def test_the_away_pay_too_also_when_it_is_their_leaving_that_ends_the_game() -> None:
    night = played(*LAST[:-1], left("bob"), players="ann bob", stake=20)

    assert charged(night) == [("bob", 20, "lost game")]
    assert night["charges"][0]["seq"] == 4 + 24


def test_nobody_pays_when_all_tie_nor_without_a_stake_nor_when_the_game_is_ended_early() -> None:
    ended = played(*LAST[:-1], ENDED, players="ann bob", stake=5)

    assert charged(played(*rounds(THREE), stake=5)) == []
    assert charged(played(*LAST, players="ann bob")) == []
    assert charged(played(*LAST, players="ann bob", stake=0)) == []
    assert (is_finished(ended), charged(ended)) == (True, [])


@cases({"stake": 21}, {"stake": -1}, {"stake": True}, {"stake": "3"}, {"dice": "real"})
def test_the_stake_is_zero_to_twenty_and_there_is_no_other_option(options: dict[str, object]) -> None:
    assert "options of Card Yacht" in refused(**options)
