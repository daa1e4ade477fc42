"""What one player cannot undo or change alone: what hid something, phone dice, bids after trick 1, finished games."""

import itertools
import json
import re
from random import Random
from typing import Any

import pytest

from companion.commands.night_files import import_night
from companion.commands.proposals import ask_to_correct
from companion.domain.events import EntryChanged
from companion.domain.replay import main_text
from companion.storage.database import database_of
from tests.conftest import at_once, plain
from tests.web.yak_evening import NONE_HELD, fills, secret_round, throws
from tests.web.yak_evening import begun as yak_begun
from tests.web.yogis_whist_evening import all_bid, begun, bid, call

SEEN = "Everybody has seen what was hidden"
ASKED = "another player has to agree"
SCRIPT = {"HX-Request": "true"}


def undo(phone: Any, entry: int) -> Any:
    return phone.tap("entry.undone", entry=entry, back="log")


def reply(phone: Any, says: str) -> Any:
    """Taps a button of the newest question that waits."""
    waiting = phone.client.application.extensions["companion"].nights.phones(phone.nid).proposals
    return phone.post(f"proposals/{max(each.id for each in waiting)}", {"answer": says}, SCRIPT)


def questions(phone: Any) -> str:
    return plain(phone.get().regions["r-agree"])


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
    bid(bob, "p2", tricks=2)
    laid = evening.seq
    for entry in (laid, laid + 1):  # taken back, and laid again
        assert undo(bob, entry).status == 200
    ann.tap("night.closed")  # the game stays unfinished, and its bids hidden
    assert "bid 2" not in cal.get("log").words
    assert undo(ann, evening.seq).status == 200
    call(evening, "p2", "declare")
    assert undo(cal, evening.seq).status == 200
    evening.play("p1")
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


def test_open_dice_do_not_become_hidden_ones_by_a_change_nor_hidden_ones_open(evening, cal, monkeypatch):
    yak_begun(evening, monkeypatch)
    start, numbers = evening.seq, list(evening.night.game.state.options.numbers)
    secret_round(evening, "all")
    options = {"event.options.dice": "independent"}
    assert cal.tap("entry.changed", entry=start, **options).refuses("Parts of that are hidden")
    assert cal.tap("game.ended").status == 200
    assert cal.tap("entry.changed", entry=start, **options).refuses("Identical dice, and only these, come with")

    evening.start("yak", "p1", "p2", dice="independent")
    known = {"event.options.dice": "identical", "event.options.sequence": list(map(str, numbers))}
    assert cal.tap("entry.changed", entry=evening.seq, **known).refuses("A game keeps its dice")
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
        assert "Cal wants to undo entry" in questions(bob)
        assert "Waiting for another player (Ann or Bob): undo entry" in questions(cal)
        assert reply(cal, "yes").status == 422
        assert reply(phone, says).status == 200
        assert "wants to undo" not in questions(ann)

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

    assert "wants to undo" not in questions(eve)  # who does not play does not decide
    assert reply(eve, "yes").status == 422
    assert eve.tap("entry.undone", entry=shown, back="log", script=False).refuses(ASKED, 202)
    assert evening.seq == shown
    assert undo(ann, shown).status == 200
    assert (evening.last.type, evening.log.lines[-1].entry.by) == ("entry.undone", "p1")
    assert evening.services.nights.phones(evening.nid).proposals == ()


def test_the_question_to_another_player_does_not_tell_what_still_lies_face_down(evening, ann, bob, cal):
    evening.start("yogis-whist")
    for phone, player, tricks in ((ann, "p1", 0), (cal, "p3", 0), (bob, "p2", 1)):
        phone.tap("bid.placed", deal=1, player=player, tricks=tricks)
    bob.tap("entry.undone", entry=evening.seq)
    undo = evening.seq
    evening.play("p2", "p1", "p2")

    assert bob.tap("entry.undone", entry=undo).status == 202
    asked = ann.get().regions["r-agree"]
    assert "Bob wants to undo" in asked
    assert "This shows hidden cards or dice." in asked
    assert "<li" not in asked  # who would drink, which tells who made their bid


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


def test_nobody_takes_the_others_out_of_the_game_to_be_alone_with_the_dice(evening, bob):
    evening.start("yak", "p1", "p2", dice="independent", by=bob)
    start = evening.seq
    only_bob = {"event.players": ["p2"], "event.dealer": "p2"}
    assert bob.tap("entry.changed", entry=start, **only_bob).status == 200  # nobody has thrown yet
    bob.tap("entry.undone", entry=evening.seq)
    bob.tap("dice.thrown", player="p2", round=1, throw=1)
    assert bob.tap("entry.changed", entry=start, **only_bob).status == 202
    assert evening.night.game.state.players == ("p1", "p2")


def test_the_log_says_so_also_if_the_only_phone_acts_for_another_seat(start_evening):
    evening = start_evening()
    ann = evening.ann
    ann.tap("player.joined", name="Bob")
    evening.start("yak", dice="independent")
    for thrower, acting in (("p1", "p2"), ("p2", "p1")):
        ann.tap("dice.thrown", player=thrower, round=1, throw=1, acting=thrower)
        assert ann.tap("entry.undone", entry=evening.seq, acting=acting).status == 200
        assert evening.log.lines[-1].entry.by == thrower
        assert "Done by the only phone at the table." in ann.get("log").words.partition("Undo")[2]


def test_what_was_charged_in_a_game_that_is_over_is_not_corrected_alone(evening, ann, bob, cal):
    bob.tap("rule.made", text="Tricks cost all", who="everyone", amount=2, **{"when.on": "trick.taken"})
    rule = evening.seq
    evening.start("five-card-yak")
    evening.play("p2", "p2", "p2", "p3", "p2")
    owed = evening.owed
    ann.tap("game.ended")
    ann.tap("fine.given", player="p1", amount=1)
    assert bob.tap("entry.changed", entry=rule, **{"event.text": "Tricks cost us all"}).status == 200
    assert bob.tap("entry.changed", player="p2", **{"event.name": "Robert"}).status == 200
    assert bob.tap("entry.undone", entry=rule).status == 202
    assert evening.owed == {**owed, "p1": owed["p1"] + 1}
    assert ann.tap("entry.undone", entry=rule).status == 200
    assert evening.owed != {**owed, "p1": owed["p1"] + 1}


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


# ---- dice thrown by the phones, bids after trick 1, and finished games: undone and changed by two


def agreed(by: Any, entry: int, agrees: Any) -> None:
    """One phone asks to undo an entry, and another agrees."""
    assert undo(by, entry).refuses(ASKED, 202)
    assert reply(agrees, "yes").status == 200


@pytest.fixture
def phone_dice(evening, monkeypatch):
    """Ann, Bob and Cal play Yak with dice that fall 1 2 3 4 5 6 1 2 …"""
    fallen = itertools.cycle(range(1, 7))
    monkeypatch.setattr("companion.commands.forms.dice", lambda number: tuple(next(fallen) for _ in range(number)))
    return evening.start("yak", dice="independent")


def test_an_undone_throw_comes_back_and_only_dice_that_were_held_are_new(phone_dice, ann, bob):
    throws(ann, "p1")
    throws(ann, "p1", 2, held=["true", "false", "false", "false", "false"])
    assert phone_dice.last.dice == (1, 6, 1, 2, 3)
    for held, dice in ((NONE_HELD, (4, 6, 1, 2, 3)), (["false", "true", *NONE_HELD[2:]], (4, 2, 1, 2, 3))):
        agreed(ann, phone_dice.seq, bob)
        throws(ann, "p1", 2, held=held)
        assert phone_dice.last.dice == dice
    agreed(ann, phone_dice.seq, bob)
    agreed(bob, phone_dice.seq, ann)  # the undo
    assert phone_dice.night.game.state.cards["p1"].last == dice
    assert fills(ann, "p1", "all").status == 200
    assert undo(ann, phone_dice.seq).status == 200  # a box brings no new luck
    assert throws(ann, "p1", 1, round="1.0").status == 200
    assert phone_dice.night.game.state.cards["p1"].last == dice


def test_dice_of_the_phones_are_never_changed_not_even_by_two(phone_dice, ann, bob):
    start = phone_dice.seq
    throws(ann, "p1")
    thrown, before = phone_dice.seq, phone_dice.file
    for fields in ({"event.dice": ["6"] * 5}, {"event.dice": ["6"] * 5}):
        assert ann.tap("entry.changed", entry=thrown, **fields).refuses("never changed")
        assert ann.tap("entry.changed", entry=thrown, script=False, back="log", **fields).refuses("never changed")
    assert ann.tap("entry.changed", entry=start, **{"event.options.dice": "real"}).refuses("A game keeps its dice")
    assert phone_dice.file == before
    fills(ann, "p1", "all")
    assert ann.tap("entry.changed", entry=phone_dice.seq, **{"event.box": "5-same"}).status == 200
    ann.tap("game.ended")
    phone_dice.start("five-card-yak")
    assert bob.tap("entry.changed", entry=thrown, **{"event.dice": ["6"] * 5}).refuses("never changed")


def test_a_guest_who_only_looks_on_is_not_the_other_player(phone_dice, ann, bob, cal):
    dan = phone_dice.join("Dan")  # Ann's second phone, say
    throws(ann, "p1")
    asked = undo(dan, phone_dice.seq)
    assert asked.refuses(ASKED, 202)
    assert "Bob or Cal" in asked.says
    assert reply(ann, "yes").status == 422
    assert reply(bob, "yes").status == 200
    assert phone_dice.last.type == "entry.undone"


def test_who_practises_alone_undoes_alone_but_gets_the_same_dice(evening, ann, monkeypatch):
    fallen = iter(range(1, 6))
    monkeypatch.setattr("companion.commands.forms.dice", lambda number: tuple(next(fallen) for _ in range(number)))
    evening.start("yak", "p1", dice="independent")
    for _ in range(2):
        assert throws(ann, "p1").status == 200
        assert evening.last.dice == (1, 2, 3, 4, 5)
        assert undo(ann, evening.seq).status == 200
    assert "only phone" not in ann.get("log").words


def test_where_there_is_one_phone_its_tap_is_enough_and_the_log_says_so(start_evening, monkeypatch):
    night = start_evening()
    night.ann.tap("player.joined", name="Bob")
    night.start("yak", dice="independent")
    throws(night.ann, "p1")
    assert undo(night.ann, night.seq).status == 200
    for page in ("", "log"):
        assert "Done by the only phone at the table." in night.ann.get(page).words
    throws(night.ann, "p1")
    thrown = night.seq
    cal = night.join("Cal")
    assert undo(cal, thrown).status == 202  # Ann plays
    assert undo(night.ann, thrown).status == 200  # Cal does not, but nobody else has a phone: both asked for it
    throws(night.ann, "p1")
    assert undo(night.ann, night.seq).refuses("Cal", 202)


def test_where_two_agreed_the_log_shows_it_whoever_asked(phone_dice, ann, bob):
    throws(ann, "p1")
    agreed(bob, phone_dice.seq, ann)
    throws(ann, "p1")
    agreed(ann, phone_dice.seq, bob)
    undone = [line.entry.by for line in phone_dice.log.lines if line.entry.event.type == "entry.undone"]
    assert undone == ["p2", "p2"]
    assert "only phone" not in ann.get("log").words
    assert "The phones threw these dice." in ann.get("log").words


def asked(night: Any) -> list[int]:
    """The numbers of the questions that wait."""
    return [each.id for each in night.services.nights.phones(night.nid).proposals]


def result(phone: Any) -> str:
    return plain(phone.get().regions["r-status"])


@pytest.fixture
def two_tricks(evening):
    """All bid 1, and Ann took tricks 1 and 2 of deal 1."""
    begun(evening)
    all_bid(evening, 1, 1, 1)
    evening.laid = evening.seq - 2  # Ann's bid
    evening.play("p1", "p1")
    return evening


@pytest.mark.parametrize("trick", ["stands", "was undone"])
def test_a_bid_after_trick_1_is_laid_anew_by_two_and_the_result_says_so(two_tricks, ann, bob, cal, trick):
    if trick == "was undone":
        for _ in range(2):
            assert undo(ann, [line.entry.seq for line in two_tricks.log.lines if line.counts][-1]).status == 200
    assert undo(ann, two_tricks.laid).refuses("Bid changed after trick 1", 202)
    change = {"entry": two_tricks.laid, "event.tricks": "3"}
    assert ann.tap("entry.changed", **change).refuses("Bob or Cal", 202)
    asked = questions(bob)
    assert f"Ann wants to change what is hidden in entry {two_tricks.laid}: Ann laid a bid. Bid changed" in asked
    assert "bid 3" not in asked
    assert two_tricks.night.game.state.on.bids["p1"].tricks == 1

    assert reply(bob, "yes").status == 200
    if trick == "was undone":
        two_tricks.play("p1", "p1")
    assert "bid 3" not in cal.get("log").words
    two_tricks.play("p1", first=3)
    for phone in (ann, cal):
        assert "Ann : bid changed after trick 1." in result(phone)
        assert "Bid changed after trick 1." in phone.get("log").words
    assert two_tricks.night.game.state.fined.made == ("p1",)


def test_a_bid_laid_late_for_the_first_time_or_put_right_before_trick_1_is_nobody_elses_affair(evening, ann, bob, cal):
    begun(evening)
    bid(ann, "p1", tricks=1)
    assert undo(ann, evening.seq).status == 200
    bid(ann, "p1", tricks=2)
    assert ann.tap("entry.changed", entry=evening.seq, **{"event.tricks": "0"}).status == 200
    bid(bob, "p2", tricks=1)
    evening.play("p1", "p1")
    bid(cal, "p3", tricks=0)
    assert undo(cal, evening.seq).status == 202
    evening.play("p1", first=3)
    assert "changed after" not in result(bob)


def test_a_bid_taken_back_in_time_and_laid_anew_after_trick_1_is_told(evening, ann, bob, cal):
    begun(evening)
    all_bid(evening, 1, 1, 1)
    assert undo(bob, evening.seq - 1).status == 200
    evening.play("p2", "p2")
    bid(bob, "p2", tricks=3)
    evening.play("p2", first=3)
    assert evening.night.game.state.fined.made == ("p2",)
    assert "Bob : bid changed after trick 1." in result(cal)
    assert "Ann : bid" not in result(cal)


def test_a_call_after_trick_1_is_undone_by_two(two_tricks, evening, ann, bob):
    two_tricks.play("p1", first=3)
    call(evening, "p2", "no", deal=2)
    said = evening.seq
    evening.play("p1", deal=2)
    agreed(bob, said, ann)
    assert "Call changed after trick 1." in bob.get("log").words


# ---- a finished game


@pytest.fixture
def finished(evening):
    """Ann, Bob and Cal played Five-Card Yak, and Cal ended it."""
    evening.start("five-card-yak")
    evening.play("p2", "p3", "p2")
    evening.trick = evening.seq
    evening.cal.tap("game.ended")
    return evening


def test_an_entry_of_a_finished_game_is_changed_by_two_and_the_question_says_what_it_does(finished, ann, bob, cal):
    eve = finished.join("Eve")
    change = {"entry": finished.trick, "event.winner": "p3"}
    assert bob.tap("entry.changed", **change).refuses("Ann or Cal", 202)
    for page in ("", "log", "rules", "drinks", "seats", "share", "proposals"):
        asked = plain(cal.get(page).regions["r-agree"])
        assert "Bob wants to change entry" in asked, page
        assert "To: Cal took trick 3" in asked, page
        assert re.search(r"Bob -\d Cal \+\d", asked), page
        assert "Waiting for another player (Ann or Cal)" in plain(bob.get(page).regions["r-agree"]), page
    assert "wants to" not in questions(eve)
    assert reply(eve, "yes").status == 422
    number = max(each.id for each in finished.services.nights.phones(finished.nid).proposals)
    assert cal.post(f"proposals/{number}", {"answer": "yes"}).status == 200  # without script
    assert finished.log.line(finished.trick).counts.winner == "p3"
    assert "wants to" not in questions(ann)


def test_the_finesmasters_own_tap_is_enough_in_a_finished_game_and_so_is_one_on_what_was_just_entered(
    finished, ann, bob, cal, seconds_pass
):
    change = {"entry": finished.trick, "event.winner": "p3"}
    assert ann.tap("entry.changed", **change).status == 200
    ann.tap("game.started", game="five-card-yak", players=["p1", "p2", "p3"], dealer="p1")
    assert undo(bob, finished.seq).status == 200
    ended = next(line.entry.seq for line in finished.log.lines if line.entry.event.type == "game.ended")
    assert bob.tap("entry.undone", entry=ended).status == 202
    assert "Done by the only phone" not in bob.get("log").words


def test_what_was_just_entered_by_mistake_is_undone_by_one_for_a_minute(finished, bob, seconds_pass):
    seconds_pass(61)
    assert undo(bob, finished.seq).refuses("That game is over", 202)
    seconds_pass(0)
    seconds_pass(-61)
    assert undo(bob, finished.seq).status == 200
    assert finished.night.game is not None


def test_several_questions_wait_and_end_with_the_entry_that_they_are_about(two_tricks, ann, bob, cal):
    assert undo(ann, two_tricks.laid).status == 202
    change = {"entry": two_tricks.laid, "event.tricks": "3"}
    assert ann.tap("entry.changed", **change).status == 202
    assert questions(cal).count("Ann wants to") == 2
    assert questions(ann).count("Take back") == 2
    eve = two_tricks.join("Eve")
    assert "Ann wants" not in questions(eve)
    bob.post(f"proposals/{asked(two_tricks)[0]}", {"answer": "yes"}, SCRIPT)
    assert questions(cal) == questions(ann) == ""
    assert asked(two_tricks) == []


def test_several_corrections_of_one_tap_are_agreed_to_together_and_told_together(finished, ann, bob, cal, new_app):
    changes = [
        EntryChanged(entry=entry, event={"type": "trick.taken", "deal": 1, "trick": trick, "winner": "p1"})
        for trick, entry in enumerate((finished.trick - 1, finished.trick), 2)
    ]
    before = finished.seq
    assert ask_to_correct(finished.services.commands, finished.nid, changes, "p2") is None
    assert "Ann took trick 2 of deal 1. And change entry" in questions(cal)
    assert finished.seq == before

    assert reply(cal, "yes").status == 200

    assert [finished.log.line(change.entry).counts.winner for change in changes] == ["p1", "p1"]
    assert finished.seq == before + 2
    told = plain(ann.get().regions["r-last"])
    assert re.search(r"Ann \+\d Bob -\d Cal -\d", told), told
    assert plain(ann.at(new_app()).get().regions["r-last"]) == told  # also after a restart


def test_an_undo_and_a_throw_at_once_show_the_same_dice(phone_dice, ann, bob, cal):
    throws(ann, "p1")
    dice = phone_dice.last.dice
    assert undo(ann, phone_dice.seq).status == 202
    (number,) = asked(phone_dice)
    both = (
        lambda: bob.post(f"proposals/{number}", {"answer": "yes"}, SCRIPT),
        lambda: cal.post(f"proposals/{number}", {"answer": "yes"}, SCRIPT),
        lambda: throws(ann, "p1"),
        lambda: throws(bob, "p1"),
    )
    at_once(*both)
    throws(ann, "p1")
    assert {line.entry.event.dice for line in phone_dice.log.lines if line.entry.event.type == "dice.thrown"} == {dice}
    assert sum(line.entry.event.type == "entry.undone" for line in phone_dice.log.lines) == 1


@pytest.mark.parametrize("agrees", ["another player", "the finesmaster"])
def test_two_boxes_of_a_finished_game_are_one_question_and_swap_when_it_is_agreed_to(phone_dice, ann, bob, cal, agrees):
    for round, box in enumerate(("all", "1s"), 1):
        throws(cal, "p3", round=round)
        fills(cal, "p3", box, round)
    change = {"entry": phone_dice.seq, "event.box": "all"}
    bob.tap("game.ended")
    assert cal.tap("entry.changed", **change).refuses(ASKED, 202)
    assert len(asked(phone_dice)) == 1
    assert questions(bob).count("change entry") == 2

    answer = reply(bob, "yes") if agrees == "another player" else ann.tap("entry.changed", **change)

    assert answer.status == 200
    boxes = [line.counts.box for line in phone_dice.log.lines if getattr(line.counts, "box", None)]
    assert boxes == ["1s", "all"]
    assert "wants to" not in questions(bob)


def tries_for_luck(night: Any, chance: Random) -> None:
    """One tap by which Ann might get other dice; Bob agrees to whatever she asks."""
    ann, card = night.ann, night.night.game.state.cards["p1"]
    seqs = [line.entry.seq for line in night.log.lines[night.night.game.started :]]
    match chance.randrange(8 if seqs else 1):
        case 0 | 1 | 2:
            held = [str(chance.random() < 0.5).lower() for _ in range(5)]
            throw = len(card.throws) + 1
            throws(chance.choice((ann, night.cal)), "p1", throw, card.round, held if throw > 1 else None)
        case 3:
            fills(ann, "p1", chance.choice(card.open_boxes), card.round)
        case 4 | 5:
            undo(ann, chance.choice(seqs[-6:]))
        case 6:
            ann.tap("entry.undone", entry=seqs[-1])
        case 7:
            went = "returned" if "p1" in night.night.away else "left"
            ann.tap(f"player.{went}", player="p1")
    for number in asked(night):
        night.bob.post(f"proposals/{number}", {"answer": "yes"}, SCRIPT)


@pytest.mark.parametrize("dice", ["independent", "identical"])
@pytest.mark.parametrize("seed", range(3))
def test_whatever_ann_tries_no_die_of_a_throw_shows_two_faces(evening, dice, seed):
    evening.start("yak", "p1", "p2", dice=dice)
    start, chance = evening.seq, Random(seed)
    for _ in range(60):
        tries_for_luck(evening, chance)
    thrown = [line.entry.event for line in evening.log.lines[start:] if line.entry.event.type == "dice.thrown"]
    faces: dict[Any, set[int]] = {}
    for event in thrown:
        for place in range(5):
            if dice == "identical" or not event.keeps[place]:
                faces.setdefault((event.round, event.throw, place), set()).add(event.dice[place])
    assert len(thrown) > len({(event.round, event.throw) for event in thrown})
    assert max(map(len, faces.values())) == 1


def test_a_question_that_cannot_be_agreed_to_any_more_says_why(phone_dice, ann, bob):
    throws(ann, "p1")
    assert undo(ann, phone_dice.seq).status == 202
    fills(ann, "p1", "all")
    assert "It cannot be done any more: something that was entered later depends on it." in questions(bob)
    before = phone_dice.seq
    assert reply(bob, "yes").status == 422
    assert phone_dice.seq == before
    assert undo(ann, before).status == 200
    assert reply(bob, "yes").status == 200
