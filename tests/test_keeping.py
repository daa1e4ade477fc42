"""Keeping nights: a night file out and in again, and a backup while the table plays on."""

import json
import sqlite3
from contextlib import closing

import pytest

from companion.config import Unusable
from companion.keeping import backup, export_night, import_night
from companion.rules.replay import main_text, replayed
from tests.table import row


@pytest.fixture
def played(game, ann, bob):
    """An evening with a game, a rule, an undo, a change and a rename."""
    game.play("p2", "p3", None, "p2", "p2")
    ann.tap("rule.made", text="No “elbows” – ever", amount=2)
    bob.tap("rule.called", rule="r1", player="p3")
    bob.tap("entry.undone", entry=game.seq)
    ann.tap("entry.changed", entry=game.seq - 3, **{"event.winner": "p1"})
    ann.tap("entry.changed", player="p2", **{"event.name": "Zoë 🦆"})
    return game


def nid_of(phone, link) -> str:
    """Joins the imported night into Ann's seat and answers its id."""
    answer = phone.post(link, seat="p1")
    assert answer.status == 303, answer.words
    return answer.goes_to.split("/")[2]


def test_an_exported_night_is_found_by_its_code_or_its_id(played, web):
    code = played.door.code

    assert (
        export_night(web, code) == export_night(web, f"{code[:4]}-{code[4:]}".lower()) == export_night(web, played.nid)
    )


def test_an_exported_night_replays_to_what_the_phones_show(played, web):
    result = json.loads(main_text(export_night(web, played.nid)))

    assert {player: sums["owed"] for player, sums in result["players"].items() if sums["owed"]} == played.owed
    assert result["players"]["p2"]["name"] == "Zoë 🦆"


def test_out_and_in_and_out_again_is_the_same_file(played, web, stranger):
    data = export_night(web, played.nid)

    nid = nid_of(stranger, import_night(web, data))

    assert nid != played.nid
    assert export_night(web, nid) == data


def test_an_imported_night_plays_on_from_the_seat_of_its_finesmaster(played, web, stranger):
    stranger.nid = nid_of(stranger, import_night(web, export_night(web, played.nid)))
    before = played.file

    assert "Zoë" in stranger.get().words
    assert stranger.tap("trick.taken", deal=2, trick=1, winner="p3").status == 200
    assert stranger.tap("fine.given", player="p3", amount=1).status == 200
    assert stranger.post("seats/lend", player="p3", to="p1").status == 303
    assert played.file == before


def test_no_secret_of_the_door_is_in_the_file(played, web):
    data = export_night(web, played.nid).decode()

    for secret in (played.door.token, played.door.code):
        assert secret not in data
    assert all(
        phone.token_hash not in data for phone in web.extensions["companion.scorekeeper"].phones(played.nid).devices
    )


def test_a_night_that_is_not_there_cannot_be_exported(web):
    with pytest.raises(Unusable, match="no night"):
        export_night(web, "NOSUCHXX")


def test_a_file_that_cannot_be_replayed_opens_no_night(web):
    with closing(sqlite3.connect(web.config["DATA"] / "companion.db")) as database:
        nights = database.execute("select count(*) from night").fetchone()
        for data, words in (
            (b"", "event 0"),
            (b"{", "event 0"),
            (b"\xff", "not UTF-8"),
            (b'{"format": "companion-night/2", "events": []}', "event 0"),
            (b'{"format": "companion-night/1", "events": [1]}', "event 1"),
            (b'{"format": "companion-night/1", "events": [{"seq": 1, "type": "game.ended"}]}', "event 1"),
        ):
            with row(data), pytest.raises(Unusable, match=words):
                import_night(web, data)
        assert database.execute("select count(*) from night").fetchone() == nights


def test_a_backup_holds_everything_written_so_far(played, web, tmp_path):
    copy = backup(web.config, tmp_path / "copy.db")
    played.ann.tap("fine.given", player="p3", amount=1)

    with sqlite3.connect(copy) as database:
        rows = database.execute("select event from entry where night_id = ?", (played.nid,)).fetchall()
    database.close()
    assert len(rows) == played.seq - 1


def test_the_data_folder_keeps_the_newest_ten(played, web):
    made = [backup(web.config) for _ in range(12)]

    kept = sorted((web.config["DATA"] / "backups").iterdir())
    assert kept == made[-10:]


def test_an_export_ends_before_what_lies_face_down_and_says_so(evening, web):
    evening.ann.tap("game.started", game="yogis-whist", players=["p1", "p2", "p3"], dealer="p1")
    evening.ann.tap("bid.placed", deal=1, player="p1", tricks=2)
    hidden = evening.seq

    data = export_night(web, evening.nid)

    assert json.loads(data)["cut_before"] == hidden
    assert len(json.loads(data)["events"]) == hidden - 1
    assert b"bid.placed" not in data
    assert replayed(data).seq == hidden - 1
