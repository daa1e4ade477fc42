"""The score sheet on the phones: what is played, a round as numbers or with one tap, changes, sitting in, the end."""

import re
from urllib.parse import urlencode

import pytest

from companion.domain.event_log import Log
from companion.domain.replay import replayed
from companion.domain.settlement import kept, next_night
from tests.conftest import plain
from tests.table import row
from tests.web.test_change_form import changes

POINTS = {"points.p1": "-5", "points.p2": "20", "points.p3": "0"}
OTHERS = {**POINTS, "points.p3": "1"}


def begin(evening, *players, **options):
    said = {f"options.{name}": value for name, value in {"title": "Darts", **options}.items()}
    return evening.ann.tap("game.started", game="score-sheet", players=list(players or ("p1", "p2", "p3")), **said)


@pytest.fixture
def darts(evening):
    assert begin(evening).status == 200
    return evening


def test_a_round_is_a_number_for_everybody_the_totals_stand_on_the_table_and_usual_numbers_are_keys(darts, ann, bob):
    assert ann.tap("round.scored", round=1, **POINTS).status == 200
    assert bob.tap("round.scored", round=1, **{**POINTS, "points.p1": 7}).says.endswith("Keep it Change it to mine")

    assert darts.last.points == (("p1", -5), ("p2", 20), ("p3", 0))
    assert "Darts Round 2" in bob.get().words
    assert plain(bob.get().regions["r-players"]).startswith("Bob 20 Cal 0 Ann -5")  # the best first
    assert "Round 1: Ann -5, Bob 20, Cal 0." in bob.get("log").words
    assert "Ann -5 points" in bob.get("tv").words
    assert re.findall(r'value="=(.+?)"', ann.get().html) == ["-5", "20", "26", "41", "45", "60"]  # 0 is a digit key


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


def test_nothing_is_asked_about_a_round_that_is_in_already(darts, ann, bob):
    ann.tap("round.scored", round=1, **POINTS)
    before = darts.seq

    assert "Ann had tapped first" in bob.tap("round.scored", round=1, **{**POINTS, "points.p3": ""}).says
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
            assert f"Bob {'won' if count == 'wins' else 'lost'} round 1." in ann.get("log").words
            assert ann.tap("round.scored", round=2, **fields).status == 200  # again, and nobody is asked about that
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


def test_any_round_can_be_changed_with_its_keys_to_which_a_tapped_cell_of_the_sheet_leads(darts, ann):
    ann.tap("round.scored", round=1, **POINTS)
    seq = darts.seq
    ann.tap("round.scored", round=2, **OTHERS)
    cell = re.findall(r'href="([^"]*/filled[^"]*)"', ann.get("sheet").html)[1]
    page = ann.get(cell.partition(f"/n/{darts.nid}/")[2].replace("&amp;", "&")).html
    assert re.findall(r'<input name="points.(p\d)"[^>]* autofocus', page) == ["p2"]
    (form,) = changes(ann, seq)
    assert {name: form[name] for name in POINTS} == {name: [value] for name, value in POINTS.items()}

    for said, other in (("Ann 7{}-5", "0"), ("Ann 8, Bob 20, Cal 4{}Ann 7, Bob 20, Cal 0", "4")):
        form |= {"points.p1": [said[4]], "points.p3": [other]}
        assert ann.says_yes(ann.post("entries", form, {"HX-Request": "true"})).status == 200
        assert f"Ann changed round 1: {said.format(', not ')}." in ann.get("log").words

    assert darts.night.game.state.totals == {"p1": 3, "p2": 40, "p3": 5}
    emptied = {f"event.{name}": value for name, value in {**POINTS, "points.p2": ""}.items()}
    assert ann.tap("entry.changed", entry=seq, **emptied).refuses("Bob: 0?", 409)


def test_the_worst_of_a_round_drinks_and_the_last_round_ends_the_game_with_its_winner(evening, ann, bob):
    begin(evening, rounds="2", fine="2", stake="3")
    ann.tap("round.scored", round=1, **POINTS)
    assert "worst of round 1, with -5 points" in ann.get().words
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


def test_a_game_without_an_end_has_a_winner_when_the_table_ends_it_and_braces_in_its_title_are_words(evening, ann):
    begin(evening, title="{{7*7}} {0}")
    ann.tap("round.scored", round=1, **POINTS)
    ann.tap("game.ended")

    assert "Bob wins! By 20 points." in ann.get().words
    assert "{{7*7}} {0} is over: Bob won." in ann.get("log").words


def test_a_sheet_needs_no_title_and_its_page_asks_who_wins(evening, ann):
    page = ann.get("start/score-sheet")
    assert "Who wins? Most points Fewest points" in page.words
    assert " required" not in page.html[page.html.index('id="title"') :].partition(">")[0]
    assert begin(evening, title="", best="", newcomers="worst").status == 200
    assert evening.night.game.state.options.most_wins
    assert "Score sheet Round 1" in ann.get().words
    ann.tap("game.ended")
    assert 'name="options.newcomers" value="worst"' in ann.get().html
    assert begin(evening, best="least", target="50").status == 200
    assert "Darts Round 1 · to 50" in ann.get().words


def test_a_newcomer_starts_where_the_table_says_and_the_sheet_says_so(evening, ann):
    begin(evening, newcomers="average")
    ann.tap("round.scored", round=1, **{**POINTS, "points.p3": "6"})
    assert evening.join("Dan").tap("game.joined", player="p4").status == 200

    assert plain(ann.get().regions["r-players"]).startswith("Bob 20 Dan 7 Cal 6 Ann -5")
    assert "Began with 0 0 0 7 Total -5 20 6 7" in ann.get("sheet").words


TEAMS = {"teams.p1": "1", "teams.p2": "2", "teams.p3": "1"}


def test_one_tap_fills_the_form_with_a_game_and_its_usual_numbers_are_keys_from_the_first_round_on(evening, ann):
    assert f'href="/n/{evening.nid}/start/score-sheet?preset=10%2C000"' in ann.get("start/score-sheet").html
    page = ann.get("start/score-sheet?preset=Hearts").html
    assert re.search(r'name="options.title"[^>]* value="Hearts"', page)
    assert re.search(r'name="options.best" value="least" checked', page)
    assert re.search(r'name="options.target"[^>]* value="100"', page)

    begin(evening, title="Hearts", best="least", target="100")

    assert re.findall(r'value="=(.+?)"', ann.get().html) == ["13", "14", "15", "16", "20", "26"]


def test_cup_pong_deals_the_players_into_two_teams_and_the_table_can_choose_others(evening, ann):
    page = ann.get("start/score-sheet?preset=Cup+pong").html
    checked = re.findall(r'name="options.teams.(p\d)" value="(\d)" checked', page)
    assert checked == [("p1", "1"), ("p2", "2"), ("p3", "1")]
    assert begin(evening, count="wins", target="3", **TEAMS).status == 200
    assert "Round 1: who won? Ann and Cal Bob" in plain(ann.get().regions["r-record"])


def test_a_team_has_one_number_and_anybody_of_it_sees_its_total(evening, ann, bob):
    assert begin(evening, **TEAMS).status == 200
    assert "Ann and Cal Bob" in plain(ann.get().regions["r-record"])
    assert ann.tap("round.scored", round=1, **{"points.p1": "8", "points.p2": "20"}).status == 200

    assert plain(bob.get().regions["r-players"]).startswith("Bob 20 Ann 8 with Cal Cal 8 with Ann")
    assert "Bob 20 Ann and Cal 8" in plain(bob.get().regions["r-status"])
    assert "Round 1: Ann and Cal 8, Bob 20." in bob.get("log").words
    entry = ann.get(f"log/{evening.seq}").html
    assert re.search(r'name="points.p1"[^>]* value="8"', entry)
    assert "points.p3" not in entry
    ann.tap("game.ended")
    assert "Bob wins! By 12 points. Well played, Ann and Cal!" in ann.get().words
    for page in ("recap", "files/sheet/1", "scores.csv", "tv"):
        with row(page):
            assert ann.get(page).status == 200


def test_who_does_not_play_is_in_no_team_and_a_player_without_one_is_named(evening, ann):
    assert begin(evening, "p1", "p2", **TEAMS).status == 200
    assert evening.night.game.state.teams == {"p1": 1, "p2": 2}
    ann.tap("game.ended")
    assert begin(evening, **{"teams.p1": "1", "teams.p2": "2"}).refuses("Cal is in no team")
    assert begin(evening, **dict.fromkeys(TEAMS, "3")).refuses("There are two to four teams, not 1")


def test_the_team_that_did_worst_says_on_its_phone_who_drinks(evening, ann, bob):
    begin(evening, fine="2", pays="one", **TEAMS)
    ann.tap("round.scored", round=1, **{"points.p1": "8", "points.p2": "20"})
    asked = plain(ann.get().regions["r-own-choice"])
    assert asked.startswith("Who of the team drinks 2? worst of round 1, with 8 points Ann Cal")
    assert "Tap for Ann: who of the team drinks 2?" in plain(bob.get().regions["r-own-choice"])

    assert ann.tap("drinker.picked", round=1, team=1, player="p3").status == 200

    assert (evening.night.players["p1"].owed, evening.night.players["p3"].owed) == (0, 2)
    assert "Cal stands in for Ann and Cal, last in round 1." in bob.get("log").words


def test_counting_down_says_what_was_too_much_and_zero_wins(evening, ann):
    begin(evening, down="101", best="")
    assert "Darts Round 1 · 101 down to 0" in ann.get().words
    ann.tap("round.scored", round=1, **{"points.p1": "60", "points.p2": "102", "points.p3": "5"})
    assert plain(ann.get().regions["r-players"]).startswith("Ann 41 Cal 96 Bob 101")
    assert "Round 1: Ann 60, Bob 102 (too many), Cal 5." in ann.get("log").words
    assert "1 60 bust 5 Began with 101 101 101 Total 41 101 96" in ann.get("sheet").words

    ann.tap("round.scored", round=2, **{"points.p1": "41", "points.p2": "60", "points.p3": "5"})

    assert "Ann wins! By 41 points." in ann.get().words
    assert ann.get("recap").status == 200


def test_the_forecast_knows_teams_and_counting_down(evening, ann):
    for options in (TEAMS, {**TEAMS, "pays": "one"}, {"down": "301"}):
        with row(*options):
            form = [("type", "game.started"), ("game", "score-sheet"), *(("players", f"p{n}") for n in (1, 2, 3))]
            form += [(f"options.{name}", value) for name, value in {"fine": "2", **options}.items()]
            page = ann.get(f"forecast?{urlencode(form)}")
            assert "drink" in page.words
            assert "does not play" not in page.words


def test_what_was_played_is_offered_tonight_and_on_the_next_night(evening, ann):
    begin(evening, title="Cricket", best="least", fine="2", **TEAMS)
    ann.tap("game.ended")
    assert "As your table plays it Cricket Or one of these Hearts" in ann.get("start/score-sheet").words
    filled = ann.get("start/score-sheet?preset=Cricket").html
    assert re.search(r'name="options.fine"[^>]* value="2"', filled)
    assert not re.findall(r'name="options.teams.p\d" value="\d" checked', filled)  # others may come the next time

    opened, *_ = next_night(evening.log, "Saturday", "2026-11-28")

    assert [(one.name, one.options["fine"]) for one in opened.event.kept] == [("Cricket", 2)]
    log = Log()
    for entry in next_night(evening.log, "Saturday", "2026-11-28"):
        log.adopt(log.candidate(entry))
    assert kept(log) == opened.event.kept  # and on the night after that


def test_two_teams_play_again_with_one_tap_while_all_of_them_are_here_and_else_choose_anew(evening, ann):
    begin(evening, pays="one", **TEAMS)
    ann.tap("round.scored", round=1, **{"points.p1": "8", "points.p2": "20"})
    ann.tap("game.ended")
    again = dict(re.findall(r'name="(options[^"]*)" value="([^"]*)"', ann.get().regions["r-record"]))
    assert {"options.teams.p1": "1", "options.teams.p2": "2", "options.teams.p3": "1"}.items() <= again.items()
    assert ann.tap("game.started", game="score-sheet", players=["p1", "p2", "p3"], **again).status == 200
    assert evening.night.game.state.teams == {"p1": 1, "p3": 1, "p2": 2}
    ann.tap("game.ended")

    ann.tap("player.left", player="p3")

    assert "Darts again" not in ann.get().words
    assert f'href="/n/{evening.nid}/start/score-sheet"' in ann.get().html
