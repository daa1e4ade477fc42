"""Hands counted from the tricks alone, tricks that come back, drop-outs and the last two (rules, 3: Play, Rulings)."""

from tests.rules.games.frak_you_table import ANN, BOB, CAL, DAN, EVE, FrakYou, four, three
from tests.table import cases


def test_each_trick_costs_one_card_and_lies_in_front_of_its_taker_a_pair_two_told_or_seen() -> None:
    plain, told, seen = four(), four(), four()
    plain.trick(winner=BOB)
    told.trick(winner=BOB, paired=CAL)
    seen.trick("bob 2C, cal AS KC, dan QC, ann 4C")

    assert plain.held() == {ANN: (12, 0), BOB: (12, 4), CAL: (12, 0), DAN: (12, 0)}
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


@cases(
    ("somebody without cards in hand picks up the trick in front of them", (1, 4), BOB, (4, 0)),
    ("the taker has the old trick back first", (1, 5), ANN, (5, 4)),
    ("the taker without an old trick picks up the new one", (1, 0), ANN, (4, 0)),
    ("without any they are out and safe", (1, 0), BOB, None),
)
def test_whoever_laid_their_last_card(
    what: str, ann: tuple[int, int], winner: str, then: tuple[int, int] | None
) -> None:
    night = four()
    night.counts(ann=ann, bob=(5, 0), cal=(5, 0), dan=(5, 0))

    night.trick(winner=winner)

    assert night.held().get(ANN) == then, what
    assert night.deal.still_in == ((ANN, BOB, CAL, DAN) if then else (BOB, CAL, DAN))
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


@cases((4, DAN), (1, CAL))
def test_if_several_drop_at_once_those_left_lose_be_it_the_taker_of_everybodys_last_card(dans: int, taker: str) -> None:
    night = four()
    night.counts(ann=(1, 0), bob=(1, 0), cal=(1, 0), dan=(dans, 0))

    night.trick(winner=taker)

    assert night.fined() == {taker: 3}
    assert night.state.over == 1


def test_if_several_drop_at_once_the_two_left_lose() -> None:
    night = FrakYou(ANN, BOB, CAL, DAN, EVE)
    night.counts(ann=(1, 0), bob=(1, 0), cal=(1, 0), dan=(4, 0), eve=(4, 0))

    night.trick(winner=ANN)

    assert night.deal.still_in == (ANN, DAN, EVE)
    night.count(ANN, 0)
    assert night.fined() == {DAN: 3, EVE: 3}


def test_a_whole_deal_from_tricks_alone_leaves_the_taker_of_all_of_them_and_the_holder_of_the_extra_card() -> None:
    even, uneven = four(), three()
    for _ in range(13):
        assert even.fined() == {}
        even.trick(winner=DAN)
    for _ in range(17):
        uneven.trick(winner=ANN)

    assert even.deal.still_in == (DAN,)
    assert even.fined() == {DAN: 3}
    assert uneven.fined() == {ANN: 3, BOB: 3}


def test_the_stake_is_what_each_loser_drinks_and_may_be_nothing() -> None:
    dear, free = three(options={"stake": 20}), three(options={"stake": 0})
    for night in (dear, free):
        night.count(CAL, 0)

    assert dear.fined() == {ANN: 20, BOB: 20}
    assert free.fined() == {}
    assert free.lost() == {ANN: 1, BOB: 1, CAL: 0}


def test_the_fewest_deals_lost_stand_first() -> None:
    night = three()
    for out in (BOB, BOB, CAL):
        night.count(out, 0)
    night.say("game.ended")

    (game,) = night.replayed()["games"]

    assert game["finished"] is True
    assert game["standings"] == [
        {"player": BOB, "score": 1, "place": 1},
        {"player": CAL, "score": 2, "place": 2},
        {"player": ANN, "score": 3, "place": 3},
    ]


def test_counting_corrects_what_is_believed_again_and_again_also_as_the_first_entry_of_a_deal() -> None:
    night = three()
    night.count(BOB, 16)
    assert night.held() == {ANN: (17, 0), BOB: (16, 0), CAL: (17, 0)}
    assert night.roles() == (ANN, None)

    night.trick(winner=BOB)
    for hand in (9, 9, 8):
        night.count(BOB, hand, 4)
        assert night.held()[BOB] == (hand, 4)
    assert night.log.lines[-1].entry.event.is_slotted is False


def test_somebody_counted_with_an_empty_hand_picks_up_at_once_and_without_any_card_drops_out() -> None:
    picks_up, drops_out = three(), four()
    picks_up.count(BOB, 0, 4)
    drops_out.count(BOB, 0)

    assert picks_up.held()[BOB] == (4, 0)
    assert drops_out.deal.still_in == (ANN, CAL, DAN)
    assert drops_out.fined() == {}


def test_if_whoever_was_to_lead_drops_out_by_counting_the_next_to_the_left_leads_and_otherwise_the_leader_stays() -> (
    None
):
    night = FrakYou(ANN, BOB, CAL, DAN, EVE)
    night.trick(winner=BOB)
    night.count(CAL, 0)
    assert night.roles() == (ANN, BOB)

    night.count(BOB, 0)
    assert night.roles() == (ANN, DAN)


def test_counting_may_end_the_deal() -> None:
    night = three()
    night.trick(winner=BOB)

    night.count(BOB, 0)

    assert night.fined() == {ANN: 3, CAL: 3}
    assert night.roles() == (BOB, None)
