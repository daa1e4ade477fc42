"""The recap of a night: sums that anybody can work out by hand, and nothing that lies face down."""

import pytest

from companion.domain.event_log import applied_entries
from companion.domain.replay import replayed
from companion.reports.awards import awards
from companion.reports.recap import Bid, Share, added, recap
from companion.reports.recap_page import Quote, game_page, night_page
from tests.domain.entries import OPENED, caught, changed, event, fine, joined, left, rule, undone
from tests.domain.nights import written
from tests.domain.people import ANN, BOB, CAL, DAN, FIVE
from tests.domain.play import ENDED, game, trick, tricks, voided
from tests.table import cases
from tests.views.random_evening import Evening, seeds

NOBODY_DRINKS = rule("r1", when={"on": "trick.nobody"}, who="everyone")


def logged(*events, players=FIVE):
    return replayed(written(OPENED, *map(joined, players), *events))


def recap_of(*events, players=FIVE):
    return recap(logged(*events, players=players))


def taken(found):
    return {share.player: share.got for share in found.tricks}


def scored(deal, made, **fields):
    return event("deal.scored", deal=deal, made=made.split(), **fields)


def whist(*players):
    return game(*players, game="yogis-whist")


def yak(*players, **options):
    return game(*players, game="yak", options=options)


def box(player, number, name, dice, **fields):
    return event("throw.scored", player=player, round=number, box=name, dice=[int(die) for die in dice], **fields)


def dealt_out(deal, player):
    """The player has no card left in this deal of Frak You, and is safe."""
    return event("cards.counted", deal=deal, player=player, hand=0, table=0)


def test_fines_are_in_the_order_of_entries_with_their_game_and_deal():
    found = recap_of(fine(CAL, 2), game(ANN, BOB, CAL), *tricks("ann bob ann bob bob"), *tricks("cal", 2))

    assert [dict(fined.sums) for fined in found.fines] == [
        {CAL: 2}, {ANN: 1}, {BOB: 2}, {ANN: 3}, {BOB: 4}, {BOB: 1}, {CAL: 1},
    ]  # fmt: skip
    assert [(fined.game, fined.deal) for fined in found.fines] == [(0, 0), *[(1, 1)] * 5, (1, 2)]
    assert added(found.fines) == {CAL: 3, ANN: 4, BOB: 7}


def test_a_call_that_fell_and_what_was_taken_over_fine_nobody():
    fell = [rule("r1"), caught("r1", CAL), event("call.settled", entry=8, stands=False)]
    found = recap_of(*fell, fine(ANN, 3), event("drink.moved", player=ANN, to=BOB, amount=2))

    assert added(found.fines) == {ANN: 3}
    assert found.costs == ()


def test_the_rule_that_cost_most_comes_first_and_fires_once_an_entry():
    made = [rule("r1", amount=2), rule("r2", when={"on": "trick.nobody"}, who="everyone"), rule("r3")]
    found = recap_of(*made, game(ANN, BOB, CAL), *tricks("- -"), caught("r1", ANN))

    assert [(cost.rule.id, cost.times, cost.cost) for cost in found.costs] == [("r2", 2, 6), ("r1", 1, 2)]


@cases(
    # What was charged apart from the rule, the catches, and what is said of it.
    ([fine(ANN, 3), fine(BOB, 4)], [CAL, CAL], ("Bob’s rule cost Cal 6.", "least of all")),
    ([fine(CAL, 2), fine(ANN, 1)], [CAL, CAL], ("Bob’s rule cost Cal 6.", "2, not 8")),
    ([], [CAL, CAL], ("Bob’s rule cost Cal 6.", "0, not 6")),
    ([fine(ANN, 1), fine(CAL, 1)], [BOB, BOB], ("Bob’s own rule cost Bob 6.", "least of all")),
    ([], [ANN, CAL] * 2, ("It cost Ann and Cal 6 each.", "")),
)
def test_at_the_end_of_the_night_one_line_says_what_a_rule_did_by_taking_off_what_it_charged(others, hit, says):
    catches = (caught("r1", player, by=ANN) for player in hit)
    page = night_page(logged(*others, rule("r1", amount=3, by=BOB), *catches, players=FIVE[:3]))
    cost, otherwise = says
    name = cost.split()[-2]

    assert page.without(page.recap.costs[0]) == (
        f"{cost} Without it, {name} would have been fined {otherwise}." if otherwise else cost
    )


def test_the_rule_of_the_night_is_the_one_that_fired_most_and_of_several_the_one_that_cost_most():
    r1 = rule("r1", text="if u swear u drink lol", by=BOB)
    r2 = rule("r2", text="Lost trick", when={"on": "trick.nobody"}, who="everyone")
    lost = (trick(number, None) for number in (1, 2, 3))
    events = (r1, game(ANN, BOB, CAL, DAN), r2, *lost, caught("r1", BOB, by=ANN), caught("r1", BOB, by=ANN))
    page = night_page(logged(*events))

    assert page.best == Quote("Lost trick", "It fired 3 times.")
    assert game_page(logged(*events), 1).best is None
    all_of_both = (caught(name, one, by=ANN) for one in (BOB, BOB, CAL, DAN) for name in ("r1", "r3"))
    dearer = night_page(logged(r1, rule("r3", text="Elbows", amount=2), *all_of_both)).best
    assert dearer == Quote("Elbows", "It fired 4 times, most often on Bob.")
    assert night_page(logged(r1)).best is None


def test_a_game_tells_in_order_who_earned_and_who_made_a_rule_and_one_that_nobody_won_its_own_numbers():
    made = rule("r1", text="No elbows", when={"on": "trick.nobody"}, who="everyone", by=BOB)
    found = night_page(logged(game(ANN, BOB, CAL), *(trick(n, BOB) for n in range(1, 5)), made, trick(5, None)))

    (one,) = found.recap.games
    assert one.turns == ("Deal 1: Bob turned it round.", "Bob made a rule: “No elbows”")
    assert found.numbers(one) == ("1 deal", "4 tricks taken", f"{sum(added(found.recap.fines).values())} drinks in all")


@cases(
    # Four of five tricks were taken among three, and three of three among two: 4/3 + 3/2 for Ann and Bob.
    ([game(ANN, BOB, CAL), *tricks("ann ann - bob cal"), event("deal.started", deal=2, players=[ANN, BOB]),
        *tricks("bob bob bob", 2)], (Share(ANN, 2, 4 / 3 + 3 / 2), Share(BOB, 4, 4 / 3 + 3 / 2), Share(CAL, 1, 4 / 3))),
    # Two of three made their bids in the first deal, one of three in the second: an even share is 2/3 + 1/3.
    ([whist(ANN, BOB, CAL), scored(1, "ann bob", declared=CAL), scored(2, "ann", revealed=ANN)],
        (Share(ANN, 2, 1.0), Share(BOB, 1, 1.0), Share(CAL, 0, 1.0))),
    # Two of four lose the first deal of Frak You, two of three the second: 2/4 + 2/3 for those in both.
    ([game(ANN, BOB, CAL, DAN, game="frak-you"), dealt_out(1, ANN), dealt_out(1, DAN),
        event("deal.started", deal=2, players=[ANN, BOB, CAL]), dealt_out(2, BOB)],
        (*(Share(player, lost, 2 / 4 + 2 / 3) for player, lost in ((ANN, 1), (BOB, 1), (CAL, 2))), Share(DAN, 0, 0.5))),
    # Ann has 9 and a yak, Bob 6 and 2: 33.5 on average. Cal filled one box less.
    ([yak(ANN, BOB, CAL), box(ANN, 1, "3s", "33345"), box(BOB, 1, "3s", "33124"), box(ANN, 2, "5-same", "66666"),
        box(BOB, 2, "1s", "11234"), box(CAL, 1, "6s", "66666")], (Share(ANN, 59, 33.5), Share(BOB, 8, 33.5))),
)  # fmt: skip
def test_luck_is_measured_against_an_even_share(events, shares):
    (one,) = recap_of(*events).games

    assert one.luck == shares


def test_tricks_are_counted_with_dummies_misdeals_changes_and_leavers():
    two = recap_of(game(ANN, BOB, options={"dummies": True}), *tricks("ann:dummy bob ann:dummy"))
    undone_change = recap_of(game(ANN, BOB, CAL), *tricks("ann bob cal"), changed(9, trick(2, CAL)), undone(10))
    misdeal = recap_of(game(ANN, BOB, CAL), *tricks("ann"), voided(1), *tricks("bob", 2))

    assert taken(two) == {ANN: 2, BOB: 1}
    assert taken(undone_change) == {ANN: 1, BOB: 0, CAL: 1}
    assert taken(misdeal) == {ANN: 1, BOB: 1, CAL: 0}
    assert [fined.deal for fined in misdeal.fines] == [1, 2]
    assert taken(recap_of(game(ANN, BOB, CAL), left(CAL), *tricks("ann"))) == {ANN: 1, BOB: 0}


def test_a_bid_counts_once_its_deal_is_over_and_not_before():
    bids = [event("bid.placed", deal=1, player=player, tricks=1) for player in (ANN, BOB, CAL)]
    on = recap_of(whist(ANN, BOB, CAL), *bids, trick(1, ANN), trick(2, ANN))
    three = trick(1, ANN), trick(2, ANN), trick(3, BOB)
    over = recap_of(whist(ANN, BOB, CAL), *bids, *three, scored(2, "", revealed=ANN))

    assert (on.bids, on.games[0].luck) == ({}, ())
    assert over.bids[ANN] == (Bid(ANN, False), Bid(ANN, False, "reveal"))
    assert {player: bids[0].made for player, bids in over.bids.items()} == {ANN: False, BOB: True, CAL: False}


def test_identical_dice_keep_their_boxes_until_the_game_is_over():
    sequence = [1, 2, 3, 4, 5] + [6] * 205
    thrown = event("dice.thrown", player=ANN, round=1, throw=1, dice=[1, 2, 3, 4, 5])
    box = event("throw.scored", player=ANN, round=1, box="run-1-5")
    events = (yak(ANN, BOB, dice="identical", sequence=sequence), thrown, box)

    def filled(found):
        return [one.points for entry in found.entries for one in entry.happened if one.on == "box.scored"]

    assert filled(recap_of(*events)) == []
    assert filled(recap_of(*events, ENDED)) == [15]


def test_one_alone_has_no_luck_and_no_awards_and_a_night_without_a_deal_nothing_to_tell():
    found = recap_of(yak(ANN), *(box(ANN, 1, "3s", "33345"),), players=(ANN,))
    (one,) = recap_of(game(ANN, BOB)).games

    assert (found.games[0].luck, awards(found)) == ((), ())
    assert (one.deals, one.places, one.luck) == (0, (), ())
    assert recap_of().games == ()


def test_a_game_alone_has_only_what_happened_in_it():
    log = logged(NOBODY_DRINKS, fine(ANN, 5), game(ANN, BOB), *tricks("-"), ENDED, game(BOB, CAL), *tricks("bob - -"))

    assert added(recap(log, 1).fines) == {ANN: 1, BOB: 1}
    assert recap(log, 2).costs[0].times == 2
    assert [(one.deals, one.partly) for one in recap(log).games] == [(0, True), (1, False)]
    with pytest.raises(LookupError):
        recap(log, 3)


def test_there_are_places_once_the_game_is_over_and_a_closed_night_leaves_it_unfinished():
    on = (whist(ANN, BOB), scored(1, "bob"))

    assert recap_of(*on).games[0].places == ()
    assert recap_of(*on, event("night.closed")).games[0].over is False
    assert recap_of(*on, ENDED).games[0].places == ((BOB, 1, 1), (ANN, 0, 2))


def test_the_units_of_the_night_are_named_in_their_order():
    assert recap_of(fine(ANN, 1), event("unit.changed", unit="pencil")).units == ("drink", "pencil")


@seeds(0, 4, 40)
def test_a_game_alone_has_as_many_deals_as_in_the_recap_of_any_evening(seeds):
    for seed in seeds:
        evening = Evening(seed)
        for _ in range(250):
            evening.step()
        log, found = evening.log, recap(evening.log)
        *_, last = applied_entries(log)

        assert [played.state for played in last.after.played] == [played.state for played in log.night.played]
        assert [game.deals for game in found.games] == [recap(log, game.number).games[0].deals for game in found.games]
