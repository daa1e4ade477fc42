"""What is owed: fines by hand, drunk, forgiven, handed on, in the unit of the night."""

from tests.table import cases

from .conftest import ANN, BOB, ENDED, changed, drunk, event, fine, forgiven, game, night, owed, refuses_last, undone


def moved(player, to, amount):
    return event("drink.moved", player=player, to=to, amount=amount)


def test_what_is_owed_is_charged_less_drunk_and_forgiven():
    ann = night(fine(ANN, 7), drunk(ANN, 4), forgiven(ANN, 1))["players"][ANN]

    assert ann == {"name": "Ann", "charged": 7, "taken": 4, "forgiven": 1, "owed": 2}


def test_a_fine_has_its_own_reason_or_is_just_a_fine():
    rows = night(fine(ANN, 1, reason="spilt a pint"), fine(ANN, 1))["charges"]

    assert [(row["seq"], row["reason"], row["rule"]) for row in rows] == [(7, "spilt a pint", None), (8, "fine", None)]


@cases(drunk, forgiven)
def test_nobody_drinks_or_is_forgiven_more_than_they_owe(less):
    assert owed(night(fine(ANN, 2), less(ANN, 2))) == {}
    assert refuses_last(fine(ANN, 2), less(ANN, 3))
    assert refuses_last(less(ANN, 1))
    assert refuses_last(fine(ANN, 2), less(ANN, 0))


def test_a_drink_handed_on_is_forgiven_here_and_charged_there():
    result = night(fine(ANN, 3), moved(ANN, BOB, 2))

    assert result["players"][ANN]["forgiven"] == 2
    assert owed(result) == {ANN: 1, BOB: 2}
    row = result["charges"][1]
    assert (row["player"], row["amount"], row["reason"], row["rule"]) == (BOB, 2, "for Ann", None)


def test_a_drink_is_handed_on_to_somebody_else_and_no_more_than_owed():
    assert refuses_last(fine(ANN, 3), moved(ANN, ANN, 1))
    assert refuses_last(fine(ANN, 3), moved(ANN, "zoe", 1))
    assert refuses_last(fine(ANN, 3), moved(ANN, BOB, 4))
    assert refuses_last(fine(ANN, 3), moved(ANN, BOB, 0))


@cases(drunk(ANN, 3), forgiven(ANN, 3), moved(ANN, BOB, 3))
def test_an_undone_fine_leaves_what_was_drunk_for_it_below_zero(less):
    assert owed(night(fine(ANN, 3), less, undone(7)))[ANN] == -3


@cases(drunk(ANN, 3), forgiven(ANN, 3), moved(ANN, BOB, 3))
def test_a_drink_redone_may_exceed_what_is_owed(less):
    again = night(fine(ANN, 3), less, undone(8), drunk(ANN, 3), undone(9))

    assert owed(again)[ANN] == -3


@cases("drink.taken", "fine.forgiven")
def test_a_drink_changed_may_exceed_what_is_owed(kind):
    result = night(fine(ANN, 1), event(kind, player=ANN, amount=1), changed(8, event(kind, player=ANN, amount=5)))

    assert owed(result) == {ANN: -4}


def test_what_was_drunk_too_much_is_set_against_the_next_fines():
    before = [fine(ANN, 3), drunk(ANN, 3), undone(7)]

    assert owed(night(*before, fine(ANN, 5))) == {ANN: 2}
    assert refuses_last(*before, drunk(ANN, 1))
    assert refuses_last(*before, fine(ANN, 2), drunk(ANN, 1))


def test_the_unit_changes_between_games_only_and_amounts_keep_their_number():
    pencils = event("unit.changed", unit="pencil")

    assert owed(night(fine(ANN, 3), pencils)) == {ANN: 3}
    assert refuses_last(game(), pencils)
    assert night(game(), ENDED, pencils)
