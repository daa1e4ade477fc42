"""Change: the log counts as if the entry had been another of the same kind, in the same place."""

from tests.table import cases

from .conftest import (
    ANN,
    BOB,
    CAL,
    OPENED,
    caught,
    changed,
    charges,
    deal,
    event,
    fine,
    game,
    joined,
    night,
    owed,
    refused,
    refuses_last,
    rule,
    trick,
    tricks,
    undone,
)


def test_a_changed_entry_counts_as_the_new_one_under_its_old_number():
    result = night(fine(ANN, 3), fine(BOB, 1), changed(7, fine(ANN, 5, reason="more")))

    assert [(row["seq"], row["player"], row["amount"], row["reason"]) for row in result["charges"]] == [
        (7, ANN, 5, "more"),
        (8, BOB, 1, "fine"),
    ]


def test_the_last_change_counts_and_undoing_it_brings_back_the_one_before():
    log = [fine(ANN, 1), changed(7, fine(ANN, 2)), changed(7, fine(ANN, 3))]

    assert owed(night(*log)) == {ANN: 3}
    assert owed(night(*log, undone(9))) == {ANN: 2}
    assert owed(night(*log, undone(8))) == {ANN: 3}
    assert owed(night(*log, undone(9), undone(8))) == {ANN: 1}
    assert owed(night(*log, undone(9), undone(10))) == {ANN: 3}


def test_a_changed_entry_may_be_undone_and_keeps_its_change_when_redone():
    log = [fine(ANN, 1), changed(7, fine(ANN, 2)), undone(7)]

    assert owed(night(*log)) == {}
    assert owed(night(*log, undone(9))) == {ANN: 2}


def test_an_undo_or_a_change_cannot_be_changed():
    assert refuses_last(fine(ANN, 1), undone(7), changed(8, undone(7)))
    assert refuses_last(fine(ANN, 1), changed(7, fine(ANN, 2)), changed(8, changed(7, fine(ANN, 3))))


@cases(
    ([fine(ANN, 1)], fine(BOB, 1)),
    ([fine(ANN, 1)], event("drink.taken", player=ANN, amount=1)),
    ([fine(ANN, 1)], {"player": ANN, "amount": 1}),
    ([fine(ANN, 1)], {}),
    ([fine(ANN, 1)], None),
    ([fine(ANN, 1)], fine(ANN, 0)),
    ([fine(ANN, 1)], fine(ANN, 2, by=BOB)),
    ([fine(ANN, 1)], fine(ANN, 2, at="2026-11-20T20:00:00Z")),
    ([fine(ANN, 1)], {**fine(ANN, 2), "seq": 7}),
    ([rule("r1")], rule("r2")),
    ([rule("r1"), caught("r1", ANN)], caught("r1", BOB)),
    ([rule("r1"), rule("r2"), caught("r1", ANN)], caught("r2", ANN)),
    ([game(), trick(1, ANN)], trick(2, ANN)),
    ([game(), trick(1, ANN)], trick(1, ANN, deal=2)),
    ([game(), deal(1)], deal(2)),
    ([joined("zoe")], joined("zac")),
    ([event("office.voted", player=ANN, votes=[])], event("office.voted", player=BOB, votes=[])),
)
def test_a_change_keeps_type_place_and_player(log, new):
    assert refuses_last(*log, changed(6 + len(log), new))


@cases(
        ([joined("zoe")], joined("zoe", name="Zoë")),
        ([game()], game(ANN, BOB, dealer=BOB)),
        ([game(), trick(1, ANN)], trick(1, None)),
        ([game(), deal(1)], deal(1, players=[ANN, BOB], dealer=BOB)),
        ([rule("r1", who="chosen"), caught("r1", ANN, chosen=[ANN])], caught("r1", ANN, chosen=[BOB, CAL])),
        ([fine(ANN, 2), event("drink.moved", player=ANN, to=BOB, amount=1)],
         event("drink.moved", player=ANN, to=CAL, amount=2)),
        ([event("office.voted", player=ANN, votes=[])], event("office.voted", player=ANN, votes=[BOB])),
    )  # fmt: skip
def test_the_rest_may_change(log, new):
    assert night(*log, changed(6 + len(log), new))["players"]


def test_even_the_opening_and_a_name_may_change():
    result = night(changed(1, {**OPENED, "name": "Saturday", "unit": "sip"}), changed(2, joined(ANN, name="Anna")))

    assert result["players"][ANN]["name"] == "Anna"


@cases(
        ([game(), trick(1, ANN)], trick(1, "zoe")),
        ([joined("zoe"), joined("zac")], joined("zac", name="Zoe")),
        ([fine(ANN, 1), event("drink.moved", player=ANN, to=BOB, amount=1)],
         event("drink.moved", player=ANN, to=ANN, amount=1)),
    )  # fmt: skip
def test_a_change_that_cannot_itself_stand_is_its_own_fault(log, new):
    assert refuses_last(*log, changed(6 + len(log), new))


def test_a_later_entry_in_the_way_is_named_with_the_change():
    log = [joined("zoe"), joined("zac"), changed(7, joined("zoe", name="Zac"))]

    assert refused(*log).startswith("event 8: ")
    assert refused(*log).endswith("(after the change in event 9)")


def test_a_change_undone_later_must_leave_a_log_that_stands():
    fewer = game(ANN, BOB)
    log = [fewer, changed(7, game()), trick(1, CAL), undone(8)]

    assert refused(*log).startswith("event 9: ")
    assert refused(*log).endswith("(after the undo in event 10)")


def test_the_drinks_of_later_tricks_follow_a_change():
    log = [game(), *tricks("ann ann ann ann")]

    assert owed(night(*log)) == {ANN: 3, BOB: 5, CAL: 5, "dan": 5, "eve": 5}
    assert owed(night(*log, changed(8, trick(1, BOB)))) == {ANN: 4, BOB: 1}


def test_a_rule_changed_charges_what_the_new_one_would_have():
    log = [rule("r1"), caught("r1", ANN), changed(7, rule("r1", who="left", amount=3))]

    assert charges(night(*log), "r1") == [(BOB, 3)]
