"""People at the table: joining, leaving, seats, offices, what each of them owes, and their standings."""

from companion.domain.office import office_since, took_over_after
from tests.table import cases

from .entries import CLOSED, caught, changed, drunk, event, fine, forgiven, joined, left, returned, rule, undone
from .nights import MISFIT, charges, log_of, night, owed, refused, why_refused
from .people import ANN, BOB, CAL, DAN, EVE, FIVE
from .play import ENDED, deal, game, trick, tricks, voided

MORE = ["fay", "gus", "hal", "ida", "jim", "kit"]
PENCILS = event("unit.changed", unit="pencil")
TOO_MUCH = [fine(ANN, 3), drunk(ANN, 3), undone(7)]
TWO = game(ANN, BOB)


def seats(*order):
    return event("seats.moved", order=list(order))


def moved(player, to, amount):
    return event("drink.moved", player=player, to=to, amount=amount)


def voted(player, votes):
    return event("office.voted", player=player, votes=list(votes))


def test_players_are_in_order_of_joining_and_can_start_a_game_while_they_are_present():
    assert list(night(seats(*reversed(FIVE)), joined("zoe"))["players"]) == [*FIVE, "zoe"]
    assert night(left(ANN), game(BOB, CAL))["games"]
    assert night(left(EVE), seats(EVE, DAN, CAL, BOB, ANN))["players"]
    assert night(*map(joined, MORE), game(*FIVE, *MORE[:5]))["games"]
    assert "not 11" in refused(*map(joined, MORE), game(*FIVE, *MORE))
    assert len(night(game(), ENDED, game())["games"]) == 2


NO_ZOE = "zoe has not joined this night"


@cases(
    ([left(ANN), left(ANN)], "Ann has left already"),
    ([returned(ANN)], "Ann is here already"),
    ([left(ANN), returned(ANN), returned(ANN)], "Ann is here already"),
    ([left("zoe")], NO_ZOE),
    ([left(ANN), game()], "Ann is away and cannot play"),
    ([seats(ANN, BOB, CAL, DAN)], "the order of seats leaves somebody out"),
    ([seats(*FIVE, "zoe")], NO_ZOE),
    ([seats()], f"order {MISFIT}"),
    ([left(EVE), seats(ANN, BOB, CAL, DAN)], "the order of seats leaves somebody out"),
    *(([named], why) for office in ("finesmaster.named", "sneak.named", "player.initiated", "office.claimed")
      for named, why in ((event(office, player="zoe"), NO_ZOE), (event(office), "the event needs field player"))),
    ([voted(ANN, ["zoe"])], NO_ZOE),
    ([event("office.voted", player=ANN)], "the event needs field votes"),
    ([game(), game()], "Five-Card Yak is still on. End it first"),
    ([ENDED], "no game is on"),
    ([game(game="tiddlywinks")], "there is no game called tiddlywinks"),
    ([game(ANN)], "Five-Card Yak is for 2 to 10 players, not 1"),
    ([game(players=[])], f"players {MISFIT}"),
    ([game(ANN, "zoe")], NO_ZOE),
    ([game(dealer="zoe")], "the dealer has to play"),
    ([game(ANN, BOB, dealer=CAL)], "the dealer has to play"),
    ([game(options={"dummies": 1})], "options of Five-Card Yak: dummies must be `bool`, got `int`"),
    ([game(options={"stake": 3})], "options of Five-Card Yak: the event has no field stake"),
    ([game(options=[])], "options must be `object`, got `array`"),
    *(([fine(ANN, 2), less(ANN, amount)], why) for less in (drunk, forgiven)
      for amount, why in ((3, "Ann owes 2 only, not 3"), (0, "amount must be `int` >= 1"))),
    ([drunk(ANN, 1)], "Ann owes nothing, not 1"),
    ([forgiven(ANN, 1)], "Ann owes nothing, not 1"),
    *(([fine(ANN, 3), moved(ANN, to, amount)], why) for to, amount, why in (
        (ANN, 1, "a drink goes to somebody else"), ("zoe", 1, NO_ZOE), (BOB, 4, "Ann owes 3 only, not 4"),
        (BOB, 0, "amount must be `int` >= 1"))),
    ([*TOO_MUCH, drunk(ANN, 1)], "Ann owes nothing, not 1"),
    ([*TOO_MUCH, fine(ANN, 2), drunk(ANN, 1)], "Ann owes nothing, not 1"),
    ([game(), PENCILS], "the unit can only change between games"),
)  # fmt: skip
def test_this_is_refused(events, why):
    assert why_refused(*events) == why


def test_charges_of_one_entry_go_by_the_seats_of_the_night_and_who_joins_takes_the_next():
    everyone, left_of_eve = rule("r1", who="everyone"), [rule("r1", who="left"), caught("r1", EVE)]
    order = (EVE, ANN, DAN, BOB, CAL)

    assert charges(night(seats(*order), everyone, caught("r1", ANN)), "r1") == [(player, 1) for player in order]
    assert charges(night(*left_of_eve), "r1") == [(ANN, 1)]
    assert charges(night(joined("zoe"), *left_of_eve), "r1") == [("zoe", 1)]


@cases("finesmaster.named", "sneak.named", "player.initiated", "office.claimed")
def test_an_office_named_twice_makes_no_difference_nor_does_a_vote(kind):
    named = event(kind, player=ANN)

    assert night(named, named) == night(voted(ANN, [])) == night(voted(ANN, FIVE)) == night()


def names(player, by=ANN):
    return event("finesmaster.named", player=player, by=by, at="2026-11-20T20:00:00Z")


@cases(
    ("who opened the night has it from the beginning", [], 0, False),
    ("who was handed it did not take it", [names(BOB)], 7, False),
    ("who named themselves took it", [names(BOB, by=BOB)], 7, True),
    ("naming themselves again changes nothing", [names(BOB, by=BOB), names(BOB, by=BOB)], 7, True),
    ("nor if they were handed it", [names(BOB), names(BOB, by=BOB)], 7, False),
    ("who gets it back from them was handed it", [names(BOB, by=BOB), names(ANN, by=BOB)], 8, False),
    ("what was undone does not count", [names(BOB, by=BOB), undone(7)], 0, False),
    ("the companion hands it to whoever opened a file", [names(BOB, by=None)], 7, False),
    ("an old vote handed it", [voted(BOB, [BOB, CAL])], 7, False),
)
def test_since_when_somebody_is_finesmaster_and_whether_they_took_it_over(what, events, since, took):
    log = log_of(*events)

    assert office_since(log)[0] == since, what
    assert took_over_after(log, "2026-11-20T19:59:59Z") is took, what
    assert not took_over_after(log, "2026-11-20T20:00:00Z"), what


@cases(
    ("what was drunk and forgiven is owed no more", [fine(ANN, 7), drunk(ANN, 4), forgiven(ANN, 1)], {ANN: 2}),
    ("all of it drunk", [fine(ANN, 2), drunk(ANN, 2)], {}),
    ("or forgiven", [fine(ANN, 2), forgiven(ANN, 2)], {}),
    ("who leaves keeps it", [fine(ANN, 3), left(ANN)], {ANN: 3}),
    ("handed on", [fine(ANN, 3), moved(ANN, BOB, 2)], {ANN: 1, BOB: 2}),
    *((what, [fine(ANN, 3), less, *undoing], {ANN: -3, **others})
      for what, undoing in (
          ("a fine undone leaves what was settled of it below zero", [undone(7)]),
          ("a drink redone may exceed what is owed", [undone(8), drunk(ANN, 3), undone(9)]))
      for less, others in ((drunk(ANN, 3), {}), (forgiven(ANN, 3), {}), (moved(ANN, BOB, 3), {BOB: 3}))),
    *(("or changed", [fine(ANN, 1), less(ANN, 1), changed(8, less(ANN, 5))], {ANN: -4}) for less in (drunk, forgiven)),
    ("what was drunk too much is set against the next fines", [*TOO_MUCH, fine(ANN, 5)], {ANN: 2}),
    ("amounts keep their number in another unit", [fine(ANN, 3), PENCILS], {ANN: 3}),
    ("which changes between games", [game(), ENDED, PENCILS], {}),
)  # fmt: skip
def test_what_is_owed(what, events, due):
    assert owed(night(*events)) == due, what


def test_fines_have_a_reason_and_sums_are_kept_apart():
    rows = night(fine(ANN, 1, reason="spilt a pint"), fine(ANN, 3), moved(ANN, BOB, 2))["charges"]
    sums = night(fine(ANN, 7), drunk(ANN, 4), forgiven(ANN, 1), moved(ANN, BOB, 1))["players"][ANN]

    assert [(row["seq"], row["player"], row["amount"], row["reason"], row["rule"]) for row in rows] == [
        (7, ANN, 1, "spilt a pint", None), (8, ANN, 3, "fine", None), (9, BOB, 2, "for Ann", None),
    ]  # fmt: skip
    assert sums == {"name": "Ann", "charged": 7, "taken": 4, "forgiven": 2, "owed": 1}


@cases(
    ("the fewest drinks first, ties in the order of the game",
     [game(EVE, DAN, CAL, BOB), *tricks("dan cal dan"), ENDED], "eve 0 1, bob 0 1, cal 2 3, dan 4 4"),
    ("drinks of any cause count, not those before and after",
     [fine(ANN, 9), rule("r1", who="left"), game(ANN, BOB, CAL), trick(1, CAL), fine(ANN, 2), caught("r1", ANN),
      moved(ANN, BOB, 4), ENDED, fine(CAL, 50)], "cal 1 1, ann 2 2, bob 5 3"),
    ("drunk or forgiven makes no difference",
     [TWO, trick(1, ANN), drunk(ANN, 1), fine(BOB, 2), forgiven(BOB, 2), ENDED], "ann 1 1, bob 2 2"),
    ("a newcomer to the game counts from its start",
     [joined("zoe"), fine("zoe", 3), TWO, fine("zoe", 2), deal(1, players=[ANN, BOB, "zoe"]), ENDED],
     "ann 0 1, bob 0 1, zoe 2 3"),
    ("one to the night from joining",
     [TWO, joined("zoe"), fine("zoe", 2), deal(1, players=[ANN, "zoe"]), trick(1, "zoe"), ENDED],
     "ann 0 1, bob 0 1, zoe 3 3"),
    ("who is not in the game is not there", [TWO, fine(CAL, 2), ENDED], "ann 0 1, bob 0 1"),
    ("an unfinished game as it is now", [TWO, trick(1, ANN), fine(BOB, 3)], "ann 1 1, bob 3 2"),
    ("each game has its own", [game(), trick(1, ANN), ENDED, game(BOB, CAL), trick(1, CAL), ENDED],
     "bob 0 1, cal 1 2"),
    ("a fine undone is nowhere", [TWO, fine(ANN, 3), undone(8)], "ann 0 1, bob 0 1"),
    ("a voided deal is", [TWO, trick(1, ANN), voided(1)], "bob 0 1, ann 1 2"),
)  # fmt: skip
def test_the_standings_of_the_last_game(what, events, standings):
    rows = night(*events)["games"][-1]["standings"]

    assert ", ".join(f"{row['player']} {row['score']} {row['place']}" for row in rows) == standings, what


@cases(
    ([game(), trick(1, ANN)], [False]),
    ([game(), trick(1, ANN), CLOSED], [False]),
    ([game(), ENDED, game(), ENDED, game()], [True, True, False]),
    ([game(), ENDED, undone(8)], [False]),
    ([game(), undone(7)], []),
)
def test_a_game_is_finished_when_it_was_ended(events, finished):
    assert [game["finished"] for game in night(*events)["games"]] == finished
