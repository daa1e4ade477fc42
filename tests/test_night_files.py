"""Night files: exported and opened as another night. Crafted ones: tests/web/test_crafted_files.py."""

import json

import pytest

from companion.commands import night_files
from companion.commands.night_files import NotOpened, export_night, read_from_stranger
from companion.config import Unusable
from companion.domain.replay import result_text
from companion.storage import members
from companion.storage.database import database_of
from companion.storage.models import Night

OPENED = {"type": "night.opened", "name": "Friday"}
ANN = {"type": "player.joined", "player": "p1", "name": "Ann"}


def file(*events, **more):
    numbered = [{"seq": seq, **event} if isinstance(event, dict) else event for seq, event in enumerate(events, 1)]
    return json.dumps({"format": "companion-night/1", "events": numbered, **more}).encode()


def nights(database):
    return database.read(lambda session: session.query(Night).count())


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


def test_an_exported_night_is_found_by_its_code_or_its_id_and_replays_to_what_the_phones_show(played, web):
    code, data = played.links.code, export_night(database_of(web), played.nid)
    result = json.loads(result_text(data))

    assert (
        export_night(database_of(web), code) == export_night(database_of(web), f"{code[:4]}-{code[4:]}".lower()) == data
    )
    assert {player: sums["owed"] for player, sums in result["players"].items() if sums["owed"]} == played.owed
    assert result["players"]["p2"]["name"] == "Zoë 🦆"
    with pytest.raises(Unusable, match="no night"):
        export_night(database_of(web), "NOSUCHXX")


def test_what_is_imported_is_the_same_file_and_goes_on_from_the_seat_of_its_finesmaster(played, web, stranger):
    data = export_night(database_of(web), played.nid)
    opened = night_files.open_night(database_of(web), night_files.read_night(data))
    stranger.nid = stranger.post(f"/j/{opened.token}", seat="p1").goes_to.split("/")[2]

    assert stranger.nid != played.nid
    assert export_night(database_of(web), stranger.nid) == data
    assert "Zoë" in stranger.get().words
    assert stranger.tap("trick.taken", deal=2, trick=1, winner="p3").status == 200
    assert stranger.tap("fine.given", player="p3", amount=1).status == 200
    assert stranger.post("seats/lend", player="p3", to="p1").status == 303
    assert export_night(database_of(web), played.nid) == data


def test_no_secret_of_a_night_or_its_phones_is_in_the_file(played, web):
    data = export_night(database_of(web), played.nid).decode()
    phones = members.phones(database_of(web), played.nid).devices

    assert [secret for secret in (played.links.token, played.links.code, played.links.watch) if secret in data] == []
    assert [phone for phone in phones if phone.token_hash in data] == []


def test_a_long_evening_is_well_within_the_limits_and_one_that_takes_too_long_is_given_up(monkeypatch):
    monkeypatch.setattr(night_files, "COMPUTING", 60.0)  # how fast this machine is, is not what is asked here
    fines = ({"type": "fine.given", "player": "p1", "amount": 1, "reason": "late again"} for _ in range(3000))
    undos = ({"type": "entry.undone", "entry": 100 + n} for n in range(30))
    data = file(OPENED, ANN, *fines, *undos)

    assert len(data) < night_files.LARGEST / 4
    assert read_from_stranger(data).log.seq == 3032
    monkeypatch.setattr(night_files, "COMPUTING", -1.0)
    with pytest.raises(NotOpened, match="takes too long"):
        read_from_stranger(file(OPENED, ANN))
