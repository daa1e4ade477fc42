"""A house rule called: who chooses, contests and settles, old votes, and the rights to make a rule."""

from tests.table import cases

from .entries import amended, caught, changed, drunk, event, joined, left, repealed, rule, undone
from .nights import MISFIT, charges, log_of, night, owed, refused, why_refused
from .people import ANN, BOB, CAL, EVE
from .play import ENDED, game, plays, trick, tricks, voided

CHOOSE, CHOSEN_CAL = rule("r1", who="chosen", amount=2), caught("r1", ANN, chosen=[CAL])
CALLED = [rule("r1"), caught("r1", ANN)]
TO_ALL = [rule("r1", who="everyone", amount=2), caught("r1", ANN)]
NO_LONGER = amended(who="left")
AT_TRICK = rule("r1", who="player", when={"on": "trick.taken"}, also=[{"who": "chosen", "amount": 1}])


def contested(entry, player=ANN):
    return event("call.contested", entry=entry, player=player)


def settled(entry, stands):
    return event("call.settled", entry=entry, stands=stands)


def objected(player, rule="r1"):
    return event("rule.objected", rule=rule, player=player)


def scrapped(name="r1", votes=()):
    return event("rule.struck", rule=name, votes=list(votes))


@cases(
    ("each of those chosen drinks", [CHOOSE, caught("r1", ANN, chosen=[CAL, BOB])], [(BOB, 2), (CAL, 2)]),
    ("also who is away", [CHOOSE, left(CAL), CHOSEN_CAL], [(CAL, 2)]),
    ("a rule that chooses charges nobody by itself", [AT_TRICK, game(), trick(1, ANN)], []),
    ("but when called", [AT_TRICK, game(), trick(1, ANN), caught("r1", ANN, chosen=[ANN])], [(ANN, 2)]),
    ("an amendment may let somebody choose",
     [rule("r1"), amended(who="chosen"), caught("r1", ANN, chosen=[BOB])], [(BOB, 1)]),
    ("a rule is caught again and again", [rule("r1"), *[caught("r1", EVE)] * 3], [(EVE, 1)] * 3),
)  # fmt: skip
def test_a_call_charges(what, events, due):
    assert charges(night(*events), "r1") == due, what


@cases(
    ("one that the table decides against forgives all it charged", [*TO_ALL, settled(8, False)], {}),
    ("one that it confirms stays", [*CALLED, settled(8, True)], {ANN: 1}),
    ("what was drunk for one that fell is below zero", [*CALLED, drunk(ANN, 1), settled(8, False)], {ANN: -1}),
    ("contested first", [*CALLED, contested(8), settled(8, True)], {ANN: 1}),
    ("any number of times", [*CALLED, *[contested(8), contested(8), contested(8, BOB)], settled(8, True),
                             contested(8)], {ANN: 1}),
    ("settled anew", [*CALLED, settled(8, False), undone(9), settled(8, True)], {ANN: 1}),
    ("or changed", [*CALLED, settled(8, True), changed(9, settled(8, False))], {}),
    ("a call changed", [CHOOSE, caught("r1", ANN, chosen=[BOB]), settled(8, False), changed(8, CHOSEN_CAL)], {}),
)  # fmt: skip
def test_a_call_is_settled_and_then_is_owed(what, events, due):
    assert owed(night(*events)) == due, what


FREE = [rule("r1", amount=0), caught("r1", ANN)]


@cases(
    ("not yet", [rule("r1")], (0, 0)),
    ("once for several", TO_ALL, (1, 10)),
    ("by a call that stands", [*TO_ALL, settled(8, True)], (1, 10)),
    ("not by one that fell", [*TO_ALL, settled(8, False)], (0, 0)),
    ("unless that is undone", [*TO_ALL, settled(8, False), undone(9)], (1, 10)),
    ("nor by one undone", [*CALLED, caught("r1", ANN), undone(8)], (1, 1)),
    ("also if it costs nothing", FREE, (1, 0)),
    ("each call", [*FREE, caught("r1", BOB)], (2, 0)),
    ("that stands", [*FREE, settled(8, True)], (1, 0)),
    ("but not that fell", [*FREE, settled(8, False)], (0, 0)),
    ("and from now on costs something", [*FREE, amended(amount=2), caught("r1", BOB)], (2, 2)),
)
def test_how_often_a_rule_has_fired_and_what_it_cost(what, events, fired):
    made = log_of(*events).night.rules["r1"]

    assert (made.fired, made.cost) == fired, what


def test_nobody_drinks_by_a_rule_that_costs_nothing():
    assert log_of(*FREE).lines[-1].charges == ()
    assert owed(night(*FREE)) == {}


def test_a_call_that_falls_forgives_what_it_now_charges():
    fallen = night(*TO_ALL, settled(8, False))
    moved = night(CHOOSE, caught("r1", ANN, chosen=[BOB]), settled(8, False), changed(8, CHOSEN_CAL))["players"]

    assert len(fallen["charges"]) == 5
    assert fallen["players"][EVE] == {"name": "Eve", "charged": 2, "taken": 0, "forgiven": 2, "owed": 0}
    assert (moved[CAL]["forgiven"], moved[BOB]["forgiven"]) == (2, 0)


@cases(
    ([CHOOSE, caught("r1", ANN)], "who drinks is missing"),
    ([CHOOSE, caught("r1", ANN, chosen=[])], f"chosen {MISFIT}"),
    ([CHOOSE, caught("r1", ANN, chosen=["zoe"])], "zoe has not joined this night"),
    ([CHOOSE, caught("r1", ANN, chosen=[BOB, BOB])], "the list names somebody twice"),
    ([rule("r1"), caught("r1", ANN, chosen=[BOB])], "in this rule nobody picks who drinks"),
    ([rule("r1"), caught("r1", "zoe")], "zoe has not joined this night"),
    ([rule("r1"), repealed(), caught("r1", ANN)], "“rule r1” was dropped"),
    ([rule("r1"), amended(who="chosen"), caught("r1", ANN)], "who drinks is missing"),
    ([CHOOSE, NO_LONGER, caught("r1", ANN, chosen=[BOB])], "in this rule nobody picks who drinks"),
    ([*CALLED, settled(8, True), settled(8, True)], "that is decided already"),
    ([*CALLED, contested(8), settled(8, False), settled(8, True)], "that is decided already"),
    *(([*CALLED, late], why) for entry, why in (
        *((entry, f"entry {entry} is nobody caught at a rule") for entry in (1, 7, 9, 99)),
        (0, "entry must be `int` >= 1"), (None, "entry must be `int`, got `null`"),
        ("8", "entry must be `int`, got `str`"),
    ) for late in (contested(entry), settled(entry, True))),
    ([*CALLED, contested(8, "zoe")], "zoe has not joined this night"),
    ([*CALLED, settled(8, 1)], "stands must be `bool`, got `int`"),
    ([*CALLED, settled(8, None)], "stands must be `bool`, got `null`"),
    ([rule("r1"), objected(ANN), objected(ANN)], "Ann has objected already"),
    ([rule("r1"), objected("zoe")], "zoe has not joined this night"),
    ([objected(ANN)], "there is no rule r1"),
    ([rule("r1"), repealed(), objected(ANN)], "“rule r1” was dropped"),
    *(([*CALLED, scrapped(votes=[BOB]), late], "“rule r1” was dropped")
      for late in (scrapped(), repealed(), amended(amount=2), caught("r1", ANN))),
    ([*CALLED, scrapped(votes=[BOB]), rule("r1")], "the rule id r1 was used before"),
    ([rule("r1"), scrapped(votes=["zoe"])], "zoe has not joined this night"),
    ([scrapped()], "there is no rule r1"),
)  # fmt: skip
def test_this_is_refused(events, why):
    assert why_refused(*events) == why


def test_an_undone_call_cannot_stay_settled():
    assert refused(*CALLED, settled(8, False), undone(8)).startswith("event 9: ")


def test_everyone_objects_once_to_a_rule_in_force_which_changes_nothing():
    assert night(rule("r1"), objected(ANN), objected(BOB)) == night(rule("r1"))


JACKS = rule("r1", text="Jacks hand out two", when={"on": "card.played", "rank": "J"}, who="chosen", amount=2)
TWO_JACKS = [JACKS, game(ANN, BOB, CAL), plays(1, "ann JH bob JC cal 3D")]
ANOTHER = plays(2, "cal 9D ann JS bob 4C")


@cases(
    ("everybody for whom the rule fired", [], "9 ann, 9 bob"),
    ("an answer ends the question to that player only", [CHOSEN_CAL], "9 bob"),
    ("and answers the oldest first", [ANOTHER, CHOSEN_CAL], "9 bob, 10 ann"),
    ("an answer undone is asked again", [CHOSEN_CAL, undone(10)], "9 ann, 9 bob"),
    ("a trick undone asks nobody", [undone(9)], ""),
    ("a rule that is gone asks nobody", [repealed()], ""),
    ("nor does one voted away", [scrapped(votes=[BOB, CAL])], ""),
    ("nor one after the game", [ENDED], ""),
    ("a call by somebody else answers no question", [caught("r1", CAL, chosen=[ANN])], "9 ann, 9 bob"),
)
def test_who_must_choose_is_asked(what, events, asked):
    night = log_of(*TWO_JACKS, *events).night

    assert ", ".join(f"{asking.seq} {asking.player}" for asking in night.asking) == asked, what


def test_who_is_asked_is_charged_by_the_answer():
    assert charges(night(*TWO_JACKS), "r1") == []
    assert charges(night(*TWO_JACKS, CHOSEN_CAL), "r1") == [(CAL, 2)]


def test_a_rule_remembers_the_entries_that_made_it_what_it_is():
    events = (rule("r1"), amended(amount=3), objected(BOB), scrapped(votes=[BOB]))
    made = log_of(*events).night.rules["r1"]

    assert made.entries == (7, 8, 10)


FOUR, SWEEP = ([game(), *tricks(" ".join(["ann"] * count))] for count in (4, 5))
BOTH = [game(), *tricks("ann ann ann ann bob"), *tricks("bob bob bob bob", deal=2)]
SPENT = [*SWEEP, rule("r1", by=ANN), *tricks("bob bob bob bob", deal=2)]
DUMMIES = [game(ANN, BOB, options={"dummies": True}), *tricks("ann:dummy ann:dummy ann:dummy ann:dummy")]


@cases(
    ("four tricks earn one", FOUR, "ann"),
    ("five two", SWEEP, "ann ann"),
    ("each rule spends one", [*SWEEP, rule("r1", by=ANN)], "ann"),
    ("until none is left", [*SWEEP, rule("r1", by=ANN), rule("r2", by=ANN)], ""),
    ("to amend", [rule("r1"), *FOUR, amended(amount=2, by=ANN)], ""),
    ("to repeal", [rule("r1"), *FOUR, repealed(by=ANN)], ""),
    ("two hold one each", BOTH, "ann bob"),
    ("and spend their own", [*BOTH, rule("r1", by=BOB)], "ann"),
    ("the other one", [*BOTH, rule("r1", by=ANN)], "bob"),
    ("unused it lapses with its game", [*SWEEP, ENDED], ""),
    ("but not with a voided deal", [*FOUR, voided(1)], "ann"),
    ("it goes with the trick that earned it", [*FOUR, undone(11)], ""),
    ("and returns with it", [*FOUR, undone(11), undone(12)], "ann"),
    ("two holders of three", SPENT, "ann bob"),
    ("a rule scrapped gives it back to its maker as the newest", [*SPENT, scrapped(votes=[BOB, CAL])], "ann bob ann"),
    ("not after its game", [*FOUR, rule("r1", by=ANN), ENDED, scrapped()], ""),
    ("nor in the next", [*FOUR, rule("r1", by=ANN), ENDED, game(), scrapped()], ""),
    ("nor where none was spent", [rule("r1", by=ANN), game(), scrapped()], ""),
    ("to make that rule", [rule("r1"), *FOUR, rule("r2", by=ANN), scrapped()], ""),
    ("nor for an amendment", [rule("r1", by=BOB), *FOUR, amended(amount=2, by=ANN), scrapped()], ""),
    ("to scrap one needs no right", [rule("r1"), *FOUR, scrapped()], "ann"),
    ("a dummy earns for its controller", DUMMIES, "ann"),
    ("without any right about anybody rules", [rule("r1"), rule("r2", by=BOB), amended(amount=2), repealed("r2")], ""),
    ("also once they are spent", [*FOUR, rule("r1", by=ANN), rule("r2", by=BOB), rule("r3")], ""),
    ("or lapsed", [*SWEEP, ENDED, rule("r1", by=BOB)], ""),
)
def test_rights_to_make_a_rule(what, events, holders):
    assert night(*events)["rights"] == holders.split(), what


@cases(
    *(
        ([rule("r1"), *FOUR, act(by=by)], "Ann makes")
        for by in (BOB, None)
        for act in (lambda by: rule("r2", by=by), lambda by: amended(amount=2, by=by), lambda by: repealed(by=by))
    ),
    ([*FOUR, rule("r2")], "Ann makes"),
    ([*BOTH, rule("r1", by=CAL)], "Ann and Bob make"),
    ([*FOUR, joined("zoe"), rule("r1", by="zoe")], "Ann makes"),
)
def test_while_somebody_holds_a_right_nobody_else_rules(events, make):
    assert why_refused(*events) == f"{make} the next rule"


def test_a_rule_by_somebody_else_is_in_the_way_of_a_right_that_comes_back():
    fault = refused(*FOUR, undone(11), rule("r1", by=BOB), undone(12))

    assert fault.startswith("event 13: ")
    assert fault.endswith("(after the undo in event 14)")


def test_a_rule_voted_down_never_comes_back_and_its_charges_stay():
    result = night(*CALLED, scrapped(votes=[BOB]))

    assert result["rules"] == [{"rule": "r1", "text": "rule r1", "active": False}]
    assert result["players"][ANN]["owed"] == 1
