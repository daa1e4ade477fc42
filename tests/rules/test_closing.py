"""A closed night: nothing follows but the undo that names the closing."""

from tests.table import cases

from .conftest import ANN, CLOSED, ENDED, changed, event, fine, game, night, refused, refuses_last, trick, undone


@cases(fine(ANN, 1), CLOSED, ENDED, undone(7), changed(7, fine(ANN, 2)), event("player.left", player=ANN))
def test_nothing_follows_a_closed_night(late):
    assert refuses_last(fine(ANN, 1), CLOSED, late)


def test_the_undo_that_names_the_closing_opens_it_again():
    assert night(CLOSED, undone(7), fine(ANN, 1))["charges"]
    assert refuses_last(CLOSED, undone(7), CLOSED, undone(7))
    assert refuses_last(CLOSED, undone(7), CLOSED, undone(8))
    assert night(CLOSED, undone(7), CLOSED, undone(9), fine(ANN, 1))["charges"]


def test_a_game_that_is_on_stays_unfinished():
    result = night(game(), trick(1, ANN), CLOSED)

    assert [one["finished"] for one in result["games"]] == [False]
    assert result["games"][0]["standings"][-1] == {"player": ANN, "score": 1, "place": 5}


def test_closing_again_by_undoing_the_undo_leaves_nothing_that_follows():
    assert night(CLOSED, undone(7), undone(8)) == night()
    assert refuses_last(CLOSED, undone(7), undone(8), fine(ANN, 1))
    assert refused(CLOSED, undone(7), fine(ANN, 1), undone(8)).startswith("event 9: ")
    assert refused(fine(ANN, 1), CLOSED, undone(8), changed(7, fine(ANN, 2)), undone(9)).startswith("event 10: ")


def test_a_night_may_be_opened_and_closed_by_undos_alone():
    assert night(CLOSED, undone(7), undone(8), undone(7), undone(10)) == night()
