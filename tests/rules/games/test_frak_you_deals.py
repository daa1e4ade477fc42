"""How Frak You is dealt and passed, who deals, and when a deal may begin (rules, 3: Deals)."""

from companion.rules.games.frak_you.holding import passing
from companion.rules.refused import Filled
from tests.rules.games.frak_you_table import ANN, BOB, CAL, DAN, EVE, FrakYou, four, three
from tests.table import cases


@cases(
    ((ANN, BOB, CAL), ANN, [17, 18, 17]),
    ((ANN, BOB, CAL, DAN), ANN, [13, 13, 13, 13]),
    ((ANN, BOB, CAL, DAN, EVE), ANN, [10, 11, 11, 10, 10]),
    ((ANN, BOB, CAL, DAN, EVE), DAN, [11, 10, 10, 10, 11]),
)
def test_the_whole_deck_is_dealt_and_the_extra_cards_go_to_those_first_dealt(
    players: tuple[str, ...], dealer: str, hands: list[int]
) -> None:
    night = FrakYou(*players, dealer=dealer)

    night.say("deal.started", deal=1)

    assert night.held() == {player: (hand, 0) for player, hand in zip(players, hands, strict=True)}
    assert sum(hands) == 52


@cases(
    (3, ["left", "right", "none", "left", "right", "none", "left"]),
    (4, ["left", "right", "across", "none", "left", "right", "across"]),
    (5, ["left", "right", "none", "left", "right", "none", "left"]),
)
def test_three_and_five_players_pass_left_right_none_and_four_also_across_and_round_again(
    players: int, ways: list[str]
) -> None:
    assert [passing(deal, players) for deal in range(1, 8)] == ways


def end_deal(night: FrakYou, *out: str) -> None:
    for player in out:
        night.count(player, 0)


def test_the_deal_moves_one_to_the_left() -> None:
    night = four()
    dealers = []
    for _ in range(5):
        dealers.append(night.roles()[0])
        end_deal(night, ANN, BOB)

    assert dealers == [ANN, BOB, CAL, DAN, ANN]


def test_somebody_away_does_not_deal_and_the_next_to_the_left_does() -> None:
    night = four()
    end_deal(night, ANN, BOB)
    night.say("player.left", player=BOB)

    assert night.roles() == (CAL, None)
    night.trick(winner=ANN)
    assert night.deal.dealer == CAL
    assert night.deal.dealt == (ANN, CAL, DAN)


def test_somebody_who_leaves_plays_the_deal_out() -> None:
    night = four()
    night.trick(winner=ANN)
    night.say("player.left", player=BOB)

    night.trick(winner=BOB)

    assert night.deal.still_in == (ANN, BOB, CAL, DAN)


def test_a_deal_may_name_its_players_and_dealer_and_newcomers_sit_after_the_others() -> None:
    night = three()

    night.say("deal.started", deal=1, players=[EVE, CAL, ANN, DAN], dealer=EVE)

    assert night.state.players == (ANN, BOB, CAL, EVE, DAN)
    assert night.deal.dealt == (ANN, CAL, EVE, DAN)
    assert night.deal.dealer == EVE


def test_the_one_who_was_due_still_deals_when_a_newcomer_sits_down_before_them() -> None:
    night = three(dealer=CAL)
    end_deal(night, ANN)

    night.say("deal.started", deal=2, players=[ANN, BOB, CAL, DAN])

    assert night.deal.dealer == ANN


def test_a_misdeal_costs_nobody_and_the_same_dealer_deals_the_next_number() -> None:
    night = three()
    night.trick(winner=BOB)

    night.say("deal.voided", deal=1)

    assert night.fined() == {}
    assert night.lost() == {ANN: 0, BOB: 0, CAL: 0}
    assert night.roles() == (ANN, None)
    night.trick(winner=CAL)
    assert (night.deal.number, night.deal.dealer) == (2, ANN)


def test_the_named_dealer_of_a_misdeal_deals_again_also_of_one_before_its_first_entry() -> None:
    named, early = four(), three(dealer=BOB)
    named.say("deal.started", deal=1, dealer=CAL)
    for night in (named, early):
        night.say("deal.voided", deal=1)

    assert named.roles() == (CAL, None)
    assert (early.state.over, early.roles()) == (1, (BOB, None))


def test_the_deal_moves_to_the_left_neighbour_in_the_game_also_if_they_sat_the_last_one_out() -> None:
    night = four()
    night.say("deal.started", deal=1, players=[ANN, CAL, DAN])

    end_deal(night, ANN)

    assert night.roles() == (BOB, None)


def test_a_deal_is_for_three_to_five_players() -> None:
    few = three()
    few.say("player.left", player=CAL)
    assert str(few.no_trick(winner=ANN)) == "2 cannot play a deal of this game (3 to 5 can)"

    many = FrakYou(ANN, BOB, CAL, joined=(ANN, BOB, CAL, DAN, EVE, "fay"))
    everybody = [ANN, BOB, CAL, DAN, EVE, "fay"]
    assert "6 cannot play" in str(many.refused("deal.started", deal=1, players=everybody))
    assert "2 cannot play" in str(many.refused("deal.started", deal=1, players=[ANN, BOB]))


def test_a_deal_names_nobody_twice_nobody_away_no_stranger_and_no_number_of_cards() -> None:
    night = four()
    night.say("player.left", player=DAN)

    assert "twice" in str(night.refused("deal.started", deal=1, players=[ANN, BOB, CAL, BOB]))
    assert "twice" in str(night.refused("deal.started", deal=1, players=[ANN, BOB, EVE, EVE]))
    assert "Dan is away" in str(night.refused("deal.started", deal=1, players=[ANN, BOB, DAN]))
    assert "zoe is not at this table" in str(night.refused("deal.started", deal=1, players=[ANN, BOB, "zoe"]))
    assert "cannot deal" in str(night.refused("deal.started", deal=1, players=[ANN, BOB, CAL], dealer=EVE))
    assert "cards" in str(night.refused("deal.started", deal=1, cards=5))


def test_a_deal_begins_once_and_nothing_is_said_of_the_next_or_of_one_that_is_over() -> None:
    night = three()
    night.trick(winner=ANN)
    begun = night.refused("deal.started", deal=1)
    waits = night.refused("trick.taken", deal=2, trick=1, winner=ANN)
    end_deal(night, ANN)
    over = night.refused("cards.counted", deal=1, player=BOB, hand=3, table=3)

    assert isinstance(begun, Filled)
    assert isinstance(over, Filled)
    assert [str(refusal) for refusal in (begun, waits, over)] == [
        "Deal 1 has already begun", "Deal 2 has to wait: deal 1 is still on", "Deal 1 is over",
    ]  # fmt: skip


def test_the_stake_is_0_to_20_and_the_initiated_are_people_of_the_night() -> None:
    assert four(options={"stake": 0}).state.options.stake == 0
    assert four(options={"stake": 20, "initiated": [EVE]}).state.options.initiated == (EVE,)
    assert four().state.options.stake == 3

    night = four()
    night.say("game.ended")
    again = {"game": "frak-you", "players": [ANN, BOB, CAL]}
    for wrong in ({"stake": 21}, {"stake": -1}, {"stake": True}, {"stake": 2.5}, {"deck": 2}, {"initiated": None}):
        assert "options of Frak You" in str(night.refused("game.started", options=wrong, **again))
    assert "zoe has not joined" in str(night.refused("game.started", options={"initiated": ["zoe"]}, **again))
    assert "twice" in str(night.refused("game.started", options={"initiated": [ANN, ANN]}, **again))
