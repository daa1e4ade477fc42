"""Hands counted from the tricks alone, tricks that come back, drop-outs and the last two (rules, 3: Play, Rulings)."""

from tests.rules.games.frak_you_table import ANN, BOB, CAL, DAN, EVE, FrakYou, four, three


def test_each_trick_costs_one_card_and_lies_in_front_of_its_taker() -> None:
    night = four()

    night.trick(winner=BOB)

    assert night.held() == {ANN: (12, 0), BOB: (12, 4), CAL: (12, 0), DAN: (12, 0)}


def test_a_pair_costs_two_cards_told_or_seen() -> None:
    told, seen = four(), four()

    told.trick(winner=BOB, paired=CAL)
    seen.trick("bob 2C, cal AS KC, dan QC, ann 4C")

    assert told.held() == {ANN: (12, 0), BOB: (12, 5), CAL: (11, 0), DAN: (12, 0)}
    assert seen.held() == {ANN: (12, 0), BOB: (12, 0), CAL: (11, 0), DAN: (12, 5)}


def test_the_taker_of_another_trick_takes_the_old_one_into_hand() -> None:
    night = three()
    night.trick(winner=BOB)

    night.trick(winner=BOB)

    assert night.held() == {ANN: (15, 0), BOB: (16 + 3, 3), CAL: (15, 0)}


def test_the_taker_leads_the_next_trick() -> None:
    night = three()

    night.trick("cal 2C, ann 4C, bob 5C")

    assert night.roles() == (ANN, BOB)
    night.trick("bob 6H, cal 7H, ann 8H")
    assert night.roles() == (ANN, ANN)


def test_somebody_without_cards_in_hand_picks_up_the_trick_in_front_of_them() -> None:
    night = four()
    night.counts(ann=(1, 4), bob=(5, 0), cal=(5, 0), dan=(5, 0))

    night.trick(winner=BOB)

    assert night.held()[ANN] == (4, 0)


def test_the_taker_of_the_last_card_in_hand_has_the_old_trick_back_first() -> None:
    night = four()
    night.counts(ann=(1, 5), bob=(5, 0), cal=(5, 0), dan=(5, 0))

    night.trick(winner=ANN)

    assert night.held()[ANN] == (5, 4)


def test_the_taker_without_an_old_trick_picks_up_the_new_one() -> None:
    night = four()
    night.counts(ann=(1, 0), bob=(5, 0), cal=(5, 0), dan=(5, 0))

    night.trick(winner=ANN)

    assert night.held()[ANN] == (4, 0)


def test_without_that_either_they_are_out_and_safe() -> None:
    night = four()
    night.counts(ann=(1, 0), bob=(5, 0), cal=(5, 0), dan=(5, 0))

    night.trick(winner=BOB)

    assert night.deal.still_in == (BOB, CAL, DAN)
    assert night.fined() == {}


def test_a_player_with_two_cards_may_pair_them_and_drop_out_with_it() -> None:
    night = four()
    night.counts(ann=(2, 0), bob=(5, 0), cal=(5, 0), dan=(5, 0))

    night.trick(winner=BOB, paired=ANN)

    assert night.deal.still_in == (BOB, CAL, DAN)
    assert night.held()[BOB] == (4, 5)


def test_when_only_two_are_left_both_lose() -> None:
    night = three()
    night.counts(ann=(1, 0), bob=(5, 0), cal=(5, 0))

    night.trick(winner=BOB)

    assert night.fined() == {BOB: 3, CAL: 3}
    assert {charge.reason for charge in night.log.lines[-1].charges} == {"lost deal 1"}
    assert night.lost() == {ANN: 0, BOB: 1, CAL: 1}


def test_if_several_drop_at_once_those_left_lose_be_it_one() -> None:
    night = four()
    night.counts(ann=(1, 0), bob=(1, 0), cal=(1, 0), dan=(4, 0))

    night.trick(winner=DAN)

    assert night.fined() == {DAN: 3}
    assert night.state.over == 1


def test_the_taker_of_the_trick_in_which_everybody_laid_their_last_card_is_the_only_loser() -> None:
    night = four()
    night.counts(ann=(1, 0), bob=(1, 0), cal=(1, 0), dan=(1, 0))

    night.trick(winner=CAL)

    assert night.fined() == {CAL: 3}


def test_if_several_drop_at_once_the_two_left_lose() -> None:
    night = FrakYou(ANN, BOB, CAL, DAN, EVE)
    night.counts(ann=(1, 0), bob=(1, 0), cal=(1, 0), dan=(4, 0), eve=(4, 0))

    night.trick(winner=ANN)

    assert night.deal.still_in == (ANN, DAN, EVE)
    night.count(ANN, 0)
    assert night.fined() == {DAN: 3, EVE: 3}


def test_a_whole_deal_from_tricks_alone_leaves_the_taker_of_all_of_them() -> None:
    night = four()
    for _ in range(12):
        night.trick(winner=DAN)
        assert night.fined() == {}

    night.trick(winner=DAN)

    assert night.deal.still_in == (DAN,)
    assert night.fined() == {DAN: 3}


def test_the_extra_card_plays_on_alone_and_its_holder_is_among_the_losers() -> None:
    night = three()
    for _ in range(17):
        night.trick(winner=ANN)

    assert night.fined() == {ANN: 3, BOB: 3}


def test_the_stake_is_what_each_loser_drinks_and_may_be_nothing() -> None:
    dear, free = three(options={"stake": 20}), three(options={"stake": 0})
    for night in (dear, free):
        night.count(CAL, 0)

    assert dear.fined() == {ANN: 20, BOB: 20}
    assert free.fined() == {}
    assert free.lost() == {ANN: 1, BOB: 1, CAL: 0}


def test_the_fewest_deals_lost_stand_first() -> None:
    night = three()
    night.count(BOB, 0)
    night.count(BOB, 0)
    night.count(CAL, 0)
    night.say("game.ended")

    (game,) = night.replayed()["games"]

    assert game["finished"] is True
    assert game["standings"] == [
        {"player": BOB, "score": 1, "place": 1},
        {"player": CAL, "score": 2, "place": 2},
        {"player": ANN, "score": 3, "place": 3},
    ]


def test_counting_corrects_what_is_believed() -> None:
    night = three()
    night.trick(winner=BOB)

    night.count(BOB, 9, 4)

    assert night.held()[BOB] == (9, 4)


def test_counting_may_be_the_first_entry_of_a_deal() -> None:
    night = three()

    night.count(BOB, 16)

    assert night.held() == {ANN: (17, 0), BOB: (16, 0), CAL: (17, 0)}
    assert night.roles() == (ANN, None)


def test_somebody_counted_with_an_empty_hand_picks_up_at_once() -> None:
    night = three()

    night.count(BOB, 0, 4)

    assert night.held()[BOB] == (4, 0)


def test_somebody_counted_without_any_card_drops_out() -> None:
    night = four()

    night.count(BOB, 0)

    assert night.deal.still_in == (ANN, CAL, DAN)
    assert night.fined() == {}


def test_if_they_were_to_lead_the_next_to_the_left_does() -> None:
    night = FrakYou(ANN, BOB, CAL, DAN, EVE)
    night.trick(winner=BOB)
    night.count(CAL, 0)

    night.count(BOB, 0)

    assert night.roles() == (ANN, DAN)


def test_if_somebody_else_drops_out_by_counting_the_leader_stays() -> None:
    night = four()
    night.trick(winner=BOB)

    night.count(CAL, 0)

    assert night.roles() == (ANN, BOB)


def test_counting_may_end_the_deal() -> None:
    night = three()
    night.trick(winner=BOB)

    night.count(BOB, 0)

    assert night.fined() == {ANN: 3, CAL: 3}
    assert night.roles() == (BOB, None)


def test_the_same_cards_may_be_counted_again_and_again() -> None:
    night = three()
    night.count(BOB, 9)
    night.count(BOB, 9)

    night.count(BOB, 8)

    assert night.held()[BOB] == (8, 0)
    assert night.log.lines[-1].entry.event.is_slotted is False
