"""What can be saved of a night, handed to BG Stats and printed, and that none of it gives a secret away.

That bids and hidden dice change no byte of the sheets is tested with all other pages (test_secrets).
"""

import csv
import io
import json
import re
from html import unescape
from urllib.parse import unquote

from companion.commands.night_files import found
from companion.reports import exports
from companion.storage.database import database_of
from tests.web.frak_you_evening import TELLING, by_cards
from tests.web.frak_you_evening import begun as frak_you
from tests.web.yak_evening import begun as yak
from tests.web.yak_evening import secret_round
from tests.web.yogis_whist_evening import begun as yogis

LINK = re.compile(r'<a class="button wide" href="(https:[^"]*)" rel="noreferrer external">([^<]*)</a>')
START = "https://app.bgstatsapp.com/createPlay.html?data="
SHEETS = ("scores.csv", "fines.csv")


def saved(phone, name):
    answer = phone.get(name)
    assert answer.status == 200, answer.words
    return answer.response.get_data()


def rows(phone, name):
    return list(csv.DictReader(io.StringIO(saved(phone, name).decode("utf-8-sig"), newline=""), strict=True))


def plays(phone):
    """What the links of the page hand to BG Stats."""
    links = LINK.findall(phone.get("files").html)
    assert all(link.startswith(START) for link, _ in links)
    return [json.loads(unquote(unescape(link).removeprefix(START), errors="strict")) for link, _ in links]


def ended(evening):
    assert evening.ann.tap("game.ended").status == 200
    return evening


def test_bg_stats_is_told_what_a_score_sheet_was_for_each_time_as_another_play_and_players_have_any_name(evening):
    name = "Zoë & <b>“\\%22'?#"
    evening.ann.tap("player.joined", name=name)
    for title in ("Darts", "Pool", "darts"):
        evening.start("score-sheet", "p1", "p4", title=title)
        evening.ann.tap("round.scored", round=1, **{"points.p1": "5", "points.p4": "7"})
        ended(evening)

    told = plays(evening.ann)
    assert len({play["sourcePlayId"] for play in told}) == 3
    players = {(one["name"], one["sourcePlayerId"]) for play in told for one in play["players"]}
    assert players == {("Ann", "ann"), (name, name.casefold())}
    games = [play["game"] for play in told]
    assert [game["name"] for game in games] == ["Darts", "Pool", "darts"]
    assert [game["sourceGameId"] for game in games] == ["score-sheet darts", "score-sheet pool", "score-sheet darts"]


def test_the_log_links_to_all_that_can_be_saved_and_only_players_of_the_night_open_it(game, ann, stranger):
    page = ann.get("files").html

    assert f'href="/n/{game.nid}/files"' in ann.get("log").html
    for path in ("night.json", *SHEETS, "files/rules", "files/fines/yogis-whist", "sheet/yak", "sheet/card-yacht"):
        assert f'href="/n/{game.nid}/{path}"' in page
        assert ann.get(path).status == 200
    for path in ["files", *SHEETS, "files/rules", "files/fines/yogis-whist", "files/sheet/1"]:
        assert stranger.get(path).status == 403, path
    for path in ["files/sheet/0", "files/sheet/1", "files/sheet/9", "files/fines/yak", "files/fines/x"]:
        answer = ann.get(path)
        assert answer.status == 404, path
        assert "There is no such" in answer.words, path
    for name in SHEETS:
        head = ann.get(name).response.headers
        assert head["Content-Type"] == "text/csv; charset=utf-8; header=present", name
        assert head["Content-Disposition"] == f'attachment; filename="{name}"', name
        assert head["Cache-Control"] == "no-store", name


def test_the_sheets_are_the_same_as_those_of_the_export_command(game, ann, bob, web):
    game.play("p1", "p2", None, "p2", "p3")
    ann.tap("fine.given", player="p3", amount=2, reason="=1+1")
    ended(game)

    assert "'=1+1" in [row["because"] for row in rows(bob, "fines.csv")]
    assert {row["unit"] for row in rows(bob, "fines.csv")} == {"sip"}
    for name in SHEETS:
        assert exports.SHEETS[name.removesuffix(".csv")](found(database_of(web), game.links.code)) == saved(bob, name)


def test_preferences_are_in_no_file(game, ann, bob):
    assert bob.post("preferences", drinks="forfeit", forfeit="sing of a herring", cap="77").status in (200, 303)
    game.play("p2")
    ended(game)

    assert "herring" in bob.get("files").regions["r-mine"]
    kept = [saved(phone, name) for phone in (ann, bob) for name in (*SHEETS, "night.json")]
    kept += [saved(ann, page) for page in ("files", "files/rules", "files/fines/yogis-whist")]
    assert [words for words in kept if b"herring" in words] == []
    assert "herring" not in json.dumps(plays(bob))


# What is hidden


def test_newcomers_save_the_whole_result_of_frak_you_and_no_reason(evening, ann, bob):
    frak_you(evening)
    assert by_cards(ann, 1, "p2 2C, p3 KC, p1 3C").status == 200
    assert by_cards(ann, 2, "p1 4D, p2 9D, p3 AS JD").status == 200
    assert ann.tap("cards.counted", deal=1, player="p1", hand=0, table=0).status == 200  # Bob and Cal lose
    ended(evening)
    assert ann.tap("night.closed").status == 200
    pages = [saved(bob, name) for name in (*SHEETS, "files", "files/rules", "files/fines/yogis-whist")]
    words = [unquote(unescape(page.decode())).replace("highestWins", "") for page in pages]

    assert [found[0] for page in words if (found := TELLING.search(page))] == []
    assert [(row["player"], row["amount"], row["because"]) for row in rows(bob, "fines.csv")] == [
        ("Bob", "3", "still in when deal 1 ended"), ("Cal", "3", "still in when deal 1 ended"),
    ]  # fmt: skip
    assert "with the secret rules. To save the whole night, use Ann’s phone." in bob.get("files").words
    assert "it ends before entry" not in ann.get("files").words
    assert [play["game"]["name"] for play in plays(bob)] == ["Frak You"]
    for name in SHEETS:
        assert saved(bob, name) == saved(ann, name)


def test_hidden_dice_are_in_no_sheet_until_the_game_is_over(evening, ann, bob, monkeypatch):
    night = yak(evening, monkeypatch)
    secret_round(night, "6s")

    assert [row for row in rows(bob, "scores.csv") if row["points"] or row["total"]] == []
    assert "Yak, game 1: score sheet" in bob.get("files").words
    assert "?" in bob.get("files/sheet/1").words
    assert "<td>30</td>" not in bob.get("files/sheet/1").html
    ended(night)
    assert [row["points"] for row in rows(bob, "scores.csv") if row["player"] == "Ann" and row["points"]] == ["30"]
    assert ">?<" not in bob.get("files/sheet/1").html.partition("<tbody>")[2].partition("</table>")[0]


# BG Stats


def test_a_finished_game_is_one_play_in_a_link(evening, ann):
    evening.start("card-yacht")
    for player, points in (("p1", 75), ("p2", 0), ("p3", 75)):
        ann.tap("hand.scored", round=1, player=player, box="card-yacht", points=points)
    assert plays(ann) == []
    ended(evening)
    (play,) = plays(ann)
    at = evening.log.lines[-1].entry.at

    assert play["sourceName"] == "Party Companion"
    assert play["playDate"] == at[:19].replace("T", " ")
    game = {"name": "Card Yacht", "sourceGameId": "card-yacht", "highestWins": True, "noPoints": False}
    assert play["game"] == game
    players = [(one["name"], one["score"], one["winner"]) for one in play["players"]]
    assert players == [("Ann", 75, False), ("Cal", 75, False), ("Bob", 0, False)]  # stopped early
    assert evening.nid not in json.dumps(play)
    assert plays(ann) == [play]
    assert play["sourcePlayId"]


def test_a_play_has_points_and_winners_only_where_the_rules_do(evening, ann):
    for start, options, points, highest, winners in (
        ("five-card-yak", {}, False, False, []),
        ("five-card-yak", {"tokens__mode": "pass-out", "tokens__count": "9"}, True, True, ["Bob", "Cal"]),
        ("five-card-yak", {"tokens__mode": "kegger", "tokens__count": "9"}, True, False, ["Bob", "Cal"]),
        ("frak-you", {}, True, False, []),
        ("yogis-whist", {}, True, True, []),
    ):
        evening.start(start, **options)
        if start == "five-card-yak":
            evening.play("p1", None, None, None, None)
        ended(evening)
        play = plays(ann)[-1]

        assert play["game"]["noPoints"] is not points, start
        assert play["game"]["highestWins"] is highest, start
        assert all(("score" in one) is points and one["startPlayer"] is False for one in play["players"]), start
        assert [one["name"] for one in play["players"] if one["winner"]] == winners, start


# What is printed


def test_the_fine_table_lists_what_every_deal_but_a_misdeal_cost_each_player(evening, ann):
    yogis(evening)
    ann.tap("deal.voided", deal=1)
    assert "Game 1 of" not in ann.get("files/fines/yogis-whist").words
    ann.tap("deal.scored", deal=2, made=["p2"], revealed="p3")
    ann.tap("deal.scored", deal=3, made=["p1", "p2"], declared="p1")
    page = ann.get("files/fines/yogis-whist").words

    assert "Game 1 of Friday" in page
    assert "2 2 ✓ 10 R" in page
    assert "3 ✓ D ✓ 2 5" in page
    assert "Sum 2 2 15" in page
    assert sum(evening.owed.values()) == 2 + 2 + 15
