"""The score sheet on the phones: what is played, a round as numbers or with one tap, changes, sitting in, the end."""

import re

import pytest

from companion.domain.replay import replayed
from tests.conftest import plain
from tests.table import row

POINTS = {"points.p1": "-5", "points.p2": "20", "points.p3": "0"}
OTHERS = {**POINTS, "points.p3": "1"}


def begin(evening, *players, **options):
    said = {f"options.{name}": value for name, value in {"title": "Darts", **options}.items()}
    return evening.ann.tap("game.started", game="score-sheet", players=list(players or ("p1", "p2", "p3")), **said)


@pytest.fixture
def darts(evening):
    assert begin(evening).status == 200
    return evening


def test_a_round_is_a_number_for_everybody_and_the_totals_stand_on_the_table(darts, ann, bob):
    assert ann.tap("round.scored", round=1, **POINTS).status == 200

    assert darts.last.points == (("p1", -5), ("p2", 20), ("p3", 0))
    assert "Darts Round 2" in bob.get().words
    assert "Ann -5 Bob 20 Cal 0" in bob.get().words
    assert "Round 1: Ann -5, Bob 20, Cal 0." in bob.get("log").words
    assert "Ann -5 points" in bob.get("tv").words


def test_the_usual_numbers_are_keys(darts, ann):
    assert 'value="=20"' not in ann.get().html
    ann.tap("round.scored", round=1, **POINTS)

    assert all(f'value="={number}"' in ann.get().html for number in (-5, 0, 20))


def test_an_empty_number_is_0_if_the_phone_says_yes(darts, ann):
    for empty, script, question, points in (
        (["p3"], True, "Cal: 0?", [-5, 20, 0]),
        (["p1", "p3"], True, "Ann and Cal: 0 each?", [0, 20, 0]),
        (["p1", "p2", "p3"], False, "Ann, Bob and Cal: 0 each?", [0, 0, 0]),
    ):
        with row(question):
            before, left_out = darts.seq, {f"points.{player}": " " for player in empty}
            asked = ann.tap("round.scored", script=script, round=1, **{**POINTS, **left_out})
            assert (asked.status, asked.says, darts.seq) == (409, f"{question} Not yet Yes, 0", before)
            assert ann.says_yes(asked).status == 200
            assert [number for _, number in darts.last.points] == points
            ann.tap("entry.undone", entry=darts.seq)
    form = ann.get().regions["r-record"]
    assert "novalidate" in form  # the browser does not ask first
    assert " required" not in form


def test_a_round_equal_to_the_one_before_is_asked_about_on_the_phone_but_not_in_a_file(darts, ann):
    assert ann.tap("round.scored", round=1, **POINTS).status == 200
    assert ann.tap("round.scored", round=2, **OTHERS).status == 200
    assert ann.tap("round.scored", round=3, **POINTS).status == 200
    empty = ann.tap("round.scored", round=4, **{**POINTS, "points.p3": ""})
    assert empty.refuses("Cal: 0?", 409)
    asked = ann.says_yes(empty)
    assert (asked.status, asked.says) == (409, "The same as round 3. Save it again? Leave it Yes, enter it")
    assert darts.last.round == 3
    assert ann.says_yes(asked).status == 200
    assert darts.last.round == 4
    assert replayed(darts.file).night.game.state.totals == {"p1": -20, "p2": 80, "p3": 1}


def test_who_won_twice_in_a_row_is_not_asked_about(evening, ann):
    begin(evening, count="wins")
    for number in (1, 2):
        won = {"points.p1": "0", "points.p2": "1", "points.p3": "0"}
        assert ann.tap("round.scored", round=number, **won).status == 200


def test_nothing_is_asked_about_a_round_that_is_in_already(darts, ann, bob):
    ann.tap("round.scored", round=1, **POINTS)
    before = darts.seq

    assert "Ann entered it already" in bob.tap("round.scored", round=1, **{**POINTS, "points.p3": ""}).says
    assert "You said: Round 1: Ann 0," in bob.tap("round.scored", round=1, **{**POINTS, "points.p1": ""}).says
    assert darts.seq == before


def test_what_is_no_number_is_refused_with_a_sentence(darts, ann):
    for typed, why in (("-", "Points must be a number."), ("12345", "Points is 9999 at most."), ("2.5", "must be a")):
        with row(typed):
            assert ann.tap("round.scored", round=1, **{**POINTS, "points.p1": typed}).refuses(why)


def test_who_won_or_lost_is_one_tap(evening, ann):
    for count, words in (("wins", "who won?"), ("losses", "who lost?")):
        with row(count):
            assert begin(evening, count=count).status == 200
            assert f"Round 1: {words}" in ann.get().words
            sent = [("points.p1", "0"), ("points.p2", "0"), ("points.p3", "0"), ("points.p2", "1")]
            fields = {name: [value for field, value in sent if field == name] for name, _ in sent}
            assert ann.tap("round.scored", round=1, **fields).status == 200
            assert evening.last.points == (("p1", 0), ("p2", 1), ("p3", 0))
            assert f"Round 1: 1 for Bob. Bob {'won' if count == 'wins' else 'lost'} it." in ann.get("log").words
            ann.tap("game.ended")


def test_the_same_round_from_two_phones_counts_once_and_other_numbers_are_both_shown(darts, ann, bob):
    ann.tap("round.scored", round=1, **POINTS)
    before = darts.seq

    assert bob.tap("round.scored", round=1, **POINTS).status == 200
    assert darts.seq == before
    other = bob.tap("round.scored", round=1, **{**POINTS, "points.p1": "5"})
    assert other.status == 409
    assert "Round 1: Ann 5, Bob 20, Cal 0." in other.words
    assert 'name="points.p1" value="5"' in other.html


def test_any_round_can_be_changed(darts, ann):
    ann.tap("round.scored", round=1, **POINTS)
    seq = darts.seq
    ann.tap("round.scored", round=2, **OTHERS)
    page = ann.get(f"log/{seq}").html
    assert re.search(r'name="points.p1"[^>]* value="-5"', page)

    changed = {f"event.{name}": value for name, value in {**POINTS, "points.p1": "7"}.items()}
    asked = ann.tap("entry.changed", entry=seq, **changed)

    assert asked.status == 200
    assert darts.night.game.state.totals == {"p1": 2, "p2": 40, "p3": 1}
    emptied = {f"event.{name}": value for name, value in {**POINTS, "points.p2": ""}.items()}
    assert ann.tap("entry.changed", entry=seq, **emptied).refuses("Bob: 0?", 409)


def test_options_that_contradict_one_another_are_refused(evening):
    for options, why in (
        ({"title": ""}, "Say what you play: it needs a title"),
        ({"count": "wins", "best": "least"}, "With wins counted, the most are best"),
        ({"rounds": "3", "target": "100"}, "not both"),
        ({"fine": "6"}, "fine"),
    ):
        with row(*options.items()):
            assert begin(evening, **options).refuses(why)


def test_the_worst_of_a_round_drinks_and_the_last_round_ends_the_game_with_its_winner(evening, ann, bob):
    begin(evening, rounds="2", fine="2", stake="3")
    ann.tap("round.scored", round=1, **POINTS)
    assert "-5 in round 1" in ann.get().words
    ann.tap("round.scored", round=2, **OTHERS)

    assert evening.night.game is None
    assert "Bob wins! By 39 points." in bob.get().words
    assert evening.night.players["p1"].owed == 7
    assert "Darts" in bob.get("recap").words
    assert "Round 2" in bob.get("files/sheet/1").words
    assert "Darts" in bob.get("scores.csv").html


def test_somebody_sits_in_with_one_tap_and_plays_from_the_next_round_on(darts, ann):
    ann.tap("round.scored", round=1, **POINTS)
    dan, seat = darts.join("Dan"), "p4"
    assert "Sit in" in plain(dan.get().regions["r-sit-in"])
    assert "sits in" not in ann.get().words
    ann.tap("player.joined", name="Eve")
    assert "Eve sits in" in plain(ann.get().regions["r-sit-in"])

    assert dan.tap("game.joined", player=seat).status == 200

    assert ann.tap("round.scored", round=2, **POINTS).refuses("Dan has no points yet")
    assert ann.tap("round.scored", round=2, **POINTS, **{f"points.{seat}": "9"}).status == 200
    assert "Dan 9" in ann.get().words


def test_a_game_without_an_end_has_a_winner_when_the_table_ends_it(darts, ann):
    ann.tap("round.scored", round=1, **POINTS)
    ann.tap("game.ended")

    assert "Bob wins! By 20 points." in ann.get().words
    assert "Darts is over: Bob won." in ann.get("log").words


def test_a_title_with_braces_is_only_words(evening, ann):
    begin(evening, title="{{7*7}} {0}")
    ann.tap("game.ended")

    assert "{{7*7}} {0} is over." in ann.get("log").words
