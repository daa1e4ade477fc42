"""What everybody could read is not hidden again: a game's end stays, and a trick that showed bids is undone by two."""

import json
from typing import Any

import pytest

from companion.commands.night_files import import_night
from companion.domain.replay import main_text
from companion.storage.database import database_of
from tests.conftest import plain
from tests.web.yak_evening import begun as yak_begun
from tests.web.yak_evening import secret_round
from tests.web.yogis_whist_evening import all_bid, begun, bid, call

SEEN = "Everybody could read what was hidden"
ASKED = "another player has to agree"
SCRIPT = {"HX-Request": "true"}


def undo(phone: Any, entry: int) -> Any:
    return phone.tap("entry.undone", entry=entry, back="log")


def reply(phone: Any, says: str) -> Any:
    """Taps a button of the newest question that waits."""
    waiting = phone.client.application.extensions["companion"].nights.phones(phone.nid).proposals
    return phone.post(f"proposals/{max(each.id for each in waiting)}", {"answer": says}, SCRIPT)


def questions(phone: Any) -> str:
    return plain(phone.get().regions["r-proposals"])


@pytest.mark.parametrize("hides", ["bids", "half deals", "identical dice"])
def test_the_end_of_a_game_that_showed_something_hidden_is_not_undone(evening, cal, hides, monkeypatch):
    if hides == "identical dice":
        yak_begun(evening, monkeypatch)
        secret_round(evening, "all")
    elif hides == "bids":
        bid(begun(evening).bob, "p2", tricks=2)
    else:
        begun(evening, variant="bft")
        evening.ann.tap("deal.started", deal=1, cards=3)
        bid(evening.bob, "p2", tricks=2, count=1)
    assert cal.tap("game.ended").status == 200
    end = evening.seq

    for phone in (cal, evening.bob, evening.ann):
        refused = undo(phone, end)
        assert refused.refuses(SEEN)
        assert "Start a new one" in refused.says
    assert evening.night.game is None
    evening.start("yak", "p1", "p2")


def test_an_entry_that_showed_nothing_hidden_is_undone_as_usual(evening, ann, bob, cal, monkeypatch):
    def ended() -> None:
        ann.tap("game.ended")
        assert undo(cal, evening.seq).status == 200
        assert evening.night.game is not None

    begun(evening)
    ended()  # no bid lies there
    evening.play("p1")
    assert undo(cal, evening.seq).status == 200
    bid(bob, "p2", tricks=2)
    laid = evening.seq
    for entry in (laid, laid + 1):  # taken back, and laid again
        assert undo(bob, entry).status == 200
    ann.tap("night.closed")  # the game stays unfinished, and its bids hidden
    assert "bid 2" not in cal.get("log").words
    assert undo(ann, evening.seq).status == 200
    call(evening, "p2", "declare")
    assert undo(cal, evening.seq).status == 200
    cal.tap("player.left", player="p3")
    assert undo(ann, evening.seq).status == 200
    assert undo(bob, laid + 1).status == 422  # that was undone already
    ann.tap("deal.voided", deal=1)
    ann.tap("game.ended")
    assert undo(cal, evening.seq).status == 200  # the misdeal had shown it before
    ann.tap("game.ended")
    ann.tap("game.started", game="yak", players=["p1", "p2"])
    ended()


def test_a_misdeal_that_showed_bids_is_not_undone(evening, ann, bob, cal):
    begun(evening)
    bid(bob, "p2", tricks=2)
    cal.tap("deal.voided", deal=1)
    assert "Bob bid 2" in cal.get("log").words

    assert "Deal again" in undo(cal, evening.seq).says
    assert evening.night.game.state.over == 1
    bid(bob, "p2", deal=2, tricks=1)
    assert "Bob laid a bid" in cal.get("log").words


def test_a_game_whose_dice_were_in_a_saved_file_is_not_played_on(evening, ann, cal, monkeypatch):
    yak_begun(evening, monkeypatch)
    start = evening.seq
    assert b"sequence" not in cal.get("night.json").response.data
    assert undo(cal, start).status == 200
    assert b"sequence" in cal.get("night.json").response.data

    assert SEEN in undo(cal, evening.seq).says
    begun(evening)
    assert undo(cal, evening.seq).status == 200
    assert undo(cal, evening.seq).status == 200  # nothing was laid in that game
    assert evening.night.game.kind == "yogis-whist"


def test_open_dice_do_not_become_hidden_ones_by_a_change(evening, ann, cal, monkeypatch):
    yak_begun(evening, monkeypatch)
    start, numbers = evening.seq, list(evening.night.game.state.options.numbers)
    secret_round(evening, "all")
    cal.tap("game.ended")
    known = {"event.options.dice": "identical", "event.options.sequence": list(map(str, numbers))}
    assert cal.tap("entry.changed", entry=start, **{"event.options.dice": "independent"}).status == 200
    assert undo(cal, evening.seq - 1).status == 200  # with dice that hide nothing it may go on

    for says in (undo(cal, evening.seq - 1).says, cal.tap("entry.changed", entry=start, **known).says):
        assert SEEN in says
    assert not evening.night.game.state.is_secret


def test_a_trick_that_showed_bids_is_changed_by_one_player_and_undone_by_two(evening, ann, bob, cal):
    begun(evening)
    all_bid(evening, 1, 1, 1)
    evening.play("p1", "p2", "p3")
    last = evening.seq
    assert cal.tap("entry.changed", entry=last, **{"event.winner": "p1"}).status == 200

    for phone, says in ((bob, "no"), (cal, "back"), (bob, "yes")):
        assert undo(cal, last).refuses(ASKED, 202)
        assert evening.night.game.state.over == 1
        assert "Cal asks to undo entry" in questions(bob)
        assert "You asked to undo entry" in questions(cal)
        assert reply(cal, "yes").status == 422
        assert reply(phone, says).status == 200
        assert "asks to undo" not in questions(ann)

    assert (evening.log.lines[-1].entry.by, evening.last.type, evening.last.entry) == ("p2", "entry.undone", last)
    assert evening.night.game.state.over == 0


def test_asking_for_the_same_undo_is_agreeing(evening, ann, bob, cal):
    begun(evening)
    eve = evening.join("Eve")
    bid(bob, "p2", tricks=2)
    call(evening, "p2", "reveal")
    shown = evening.seq
    assert undo(cal, shown).status == 202  # 200 would say that it is written
    assert undo(cal, shown).status == 202  # the same phone is one
    assert len(evening.services.nights.phones(evening.nid).proposals) == 1

    assert "asks to undo" not in questions(eve)  # who does not play does not decide
    assert reply(eve, "yes").status == 422
    assert eve.tap("entry.undone", entry=shown, back="log", script=False).refuses(ASKED, 202)
    assert evening.seq == shown
    assert undo(ann, shown).status == 200
    assert (evening.last.type, evening.log.lines[-1].entry.by) == ("entry.undone", "p1")
    assert evening.services.nights.phones(evening.nid).proposals == ()


def test_at_a_table_with_one_phone_its_own_tap_is_enough(start_evening):
    night = start_evening()
    night.ann.tap("player.joined", name="Bob")
    begun(night)
    bid(night.ann, "p1", tricks=1)
    night.play("p1", "p2", "p2")
    bid(night.ann, "p2", tricks=1)
    assert night.night.game.state.over == 1

    assert undo(night.ann, night.seq - 1).status == 200
    assert night.last.type == "entry.undone"


def test_an_old_night_in_which_a_game_went_on_after_its_end_still_opens(evening, web, bob):
    begun(evening)
    bid(bob, "p2", tricks=2)
    evening.ann.tap("game.ended")
    file = json.loads(evening.file)
    end = file["events"][-1]["seq"]
    file["events"] += [{"seq": end + 1, "type": "entry.undone", "entry": end}, {"seq": end + 2, "type": "game.ended"}]
    night = json.dumps(file).encode()

    assert json.loads(main_text(night))["games"][0]["finished"]
    assert import_night(database_of(web), night)
