"""What house rules hear of Frak You: cards, tricks, drop-outs, and the roles (night format, House rules)."""

from typing import Any

from tests.rules.games.frak_you_table import ANN, BOB, CAL, DAN, EVE, FrakYou, four, three
from tests.table import cases


def rule(night: FrakYou, who: str = "player", amount: int = 1, **when: Any) -> FrakYou:
    night.say("rule.made", rule=f"r{len(night.log.night.rules)}", text="a rule", when=when, who=who, amount=amount)
    return night


PLAYED, TAKEN, OUT = {"on": "card.played"}, {"on": "trick.taken"}, {"on": "dropped.out"}


@cases(
    ("every card is heard", {**PLAYED, "rank": "K"}, "ann 2C, bob KC, cal KD", {BOB: 1, CAL: 1}),
    ("both cards of a pair are played", {**PLAYED, "suit": ["S", "D"]}, "ann 2C, bob AS KD, cal 4C", {BOB: 2}),
    ("the first card is led", {**PLAYED, "led": True}, "ann 2C, bob KC, cal 4C", {ANN: 1}),
    ("a pair that leads is led, either card", {**PLAYED, "led": True}, "ann AS 2C, bob KC, cal 4C", {ANN: 2}),
    ("a trick is taken with the card that took it", {**TAKEN, "with_rank": "9", "with_suit": "D"},
     "ann 2C, bob 9D, cal AS KD", {BOB: 1}),
)  # fmt: skip
def test_the_cards_of_a_trick_are_heard(what: str, when: dict[str, Any], plays: str, due: dict[str, int]) -> None:
    night = rule(three(), **when)

    night.trick(plays)

    assert night.fined() == due, what


def test_a_silent_trick_is_taken_with_what_its_taker_laid() -> None:
    night = rule(three(), on="trick.taken", with_rank="K")
    night.trick(winner=ANN)

    night.trick("ann AS KD, bob AH, cal AC", winner=ANN)

    assert night.fined() == {ANN: 1}


def test_a_trick_told_by_name_has_a_number_and_no_card() -> None:
    night = rule(rule(three(), on="trick.taken", trick=1), on="trick.taken", with_suit=["C", "D", "H", "S"])

    night.trick(winner=BOB)

    assert night.fined() == {BOB: 1}


def test_dropping_out_is_heard_also_of_several_at_once_or_by_counting() -> None:
    night, counted = rule(FrakYou(ANN, BOB, CAL, DAN, EVE), **OUT), rule(four(), **OUT)
    night.counts(ann=(1, 0), bob=(1, 0), cal=(9, 0), dan=(9, 0), eve=(9, 0))
    night.trick(winner=CAL)
    counted.count(BOB, 0)

    assert night.fined() == {ANN: 1, BOB: 1}
    assert counted.fined() == {BOB: 1}


def test_the_stake_is_charged_before_the_house_rules_of_the_same_entry() -> None:
    night = rule(three(), "everyone", on="dropped.out")

    night.count(BOB, 0)

    rows = [(charge.player, charge.reason) for charge in night.log.lines[-1].charges]
    assert rows == [(ANN, "lost deal 1"), (ANN, "a rule"), (BOB, "a rule"), (CAL, "lost deal 1"), (CAL, "a rule")]


def test_the_circle_is_the_games_players_also_those_out_or_away() -> None:
    night = rule(four(), "left", on="dropped.out")
    night.count(BOB, 0)
    night.say("player.left", player=CAL)

    assert night.circle(ANN) == (ANN, BOB, CAL, DAN)
    assert night.circle(EVE) == (ANN, BOB, DAN, EVE)
    night.count(ANN, 0)
    assert night.fined()[BOB] == 1


def test_the_circle_counts_players_of_the_game_who_were_not_dealt_in() -> None:
    night = rule(four(), "neighbours", on="trick.taken")
    night.say("deal.started", deal=1, players=[ANN, CAL, DAN])

    night.trick(winner=ANN)

    assert night.fined() == {BOB: 1, DAN: 1}


@cases(("dealer", ANN), ("leader", CAL), ("taker", BOB))
def test_at_a_trick_the_leader_is_who_led_it_and_the_taker_who_took_it(who: str, drinks: str) -> None:
    night = rule(three(), who, on="trick.taken")

    night.trick("cal 2C, ann 4C, bob KC")

    assert night.fined() == {drinks: 1}


@cases(("dealer", ANN), ("leader", BOB), ("taker", CAL))
def test_the_trick_that_makes_somebody_drop_out_keeps_its_leader_and_taker(who: str, drinks: str) -> None:
    night = rule(four(), who, on="dropped.out")
    night.trick(winner=BOB)
    night.count(DAN, 1)

    night.trick(winner=CAL)

    assert night.fined() == {drinks: 1}


def test_who_led_the_first_trick_is_not_known_without_its_cards() -> None:
    night = rule(three(), "leader", on="trick.taken")

    night.trick(winner=BOB)

    assert night.fined() == {}


@cases(
    ("leader", four, BOB, {CAL: 1}),
    ("dealer", four, BOB, {ANN: 1}),
    ("taker", four, BOB, {}),
    ("leader", three, CAL, {}),  # that count ends the deal
    ("dealer", three, CAL, {ANN: 1}),
)
def test_at_a_count_the_leader_is_who_leads_next_if_anybody_does_and_nobody_took_anything(who, table, out, due) -> None:
    night = rule(table(options={"stake": 0}), who, on="dropped.out")
    night.trick(winner=BOB)

    night.count(out, 0)

    assert night.fined() == due


def test_before_the_first_trick_nobody_leads_and_between_deals_the_next_dealer_deals() -> None:
    night = three()
    night.say("deal.started", deal=1)
    assert night.roles() == (ANN, None)

    night.trick(winner=CAL)
    assert night.roles() == (ANN, CAL)

    night.count(CAL, 0)
    assert night.roles() == (BOB, None)
