"""What only the finesmaster puts right, and what nobody does: what hid something, phone dice, bids, finished games."""

import itertools
import json
from random import Random
from typing import Any

import pytest

from companion.commands.night_files import open_night, read_night
from companion.domain.replay import result_text
from companion.storage.database import database_of
from tests.conftest import at_once, plain
from tests.web.yak_evening import NONE_HELD, fills, secret_round, throws
from tests.web.yak_evening import begun as yak_begun
from tests.web.yogis_whist_evening import all_bid, begun, bid, call

SEEN = "Everybody has seen what was hidden"
ONLY_ANN = "so only the finesmaster (Ann) can put it right."


def undo(phone: Any, entry: int) -> Any:
    return phone.tap("entry.undone", entry=entry, back="log")


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
    assert evening.night.game.game.id == "yogis-whist"


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


def test_a_trick_that_showed_bids_is_changed_by_anybody_and_undone_by_the_finesmaster(evening, ann, bob, cal):
    begun(evening)
    all_bid(evening, 1, 1, 1)
    evening.play("p1", "p2", "p3")
    last = evening.seq
    assert cal.tap("entry.changed", entry=last, **{"event.winner": "p1"}).status == 200

    for phone in (bob, cal):
        assert undo(phone, last).refuses(f"Everybody has seen what was hidden, {ONLY_ANN}")
        assert phone.tap("entry.undone", entry=last, back="log", script=False).refuses(ONLY_ANN)
        assert evening.night.game.state.over == 1
    assert undo(ann, last).status == 200

    assert (evening.log.lines[-1].entry.by, evening.last.type, evening.last.entry) == ("p1", "entry.undone", last)
    assert evening.night.game.state.over == 0


def test_the_finesmaster_is_not_told_what_a_correction_of_what_lies_face_down_changes(evening, ann, bob, cal):
    evening.start("yogis-whist")
    for phone, player, tricks in ((ann, "p1", 0), (cal, "p3", 0), (bob, "p2", 1)):
        phone.tap("bid.placed", deal=1, player=player, tricks=tricks)
    bob.tap("entry.undone", entry=evening.seq)
    undone = evening.seq
    evening.play("p2", "p1", "p2")

    assert undo(bob, undone).refuses(ONLY_ANN)
    asked = ann.tap("entry.undone", entry=undone, again="")
    assert asked.refuses("This shows hidden cards or dice. Do it?", 409)
    assert "<li" not in asked.html  # who would drink, which tells who made their bid


def test_the_only_phone_at_a_table_puts_right_what_is_final(start_evening):
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
    assert bob.tap("entry.changed", entry=start, **only_bob).refuses(ONLY_ANN)
    assert evening.night.game.state.players == ("p1", "p2")


def test_what_was_charged_in_a_game_that_is_over_is_put_right_by_the_finesmaster(evening, ann, bob):
    bob.tap("rule.made", text="Tricks cost all", who="everyone", amount=2, **{"when.on": "trick.taken"})
    rule = evening.seq
    evening.start("five-card-yak")
    evening.play("p2", "p2", "p2", "p3", "p2")
    owed = evening.owed
    ann.tap("game.ended")
    ann.tap("fine.given", player="p1", amount=1)
    reworded = bob.tap("entry.changed", entry=rule, **{"event.text": "Tricks cost us all"})
    assert bob.says_yes(bob.says_yes(reworded)).status == 200  # the app watches for the same, and nothing else changes
    assert bob.tap("entry.changed", player="p2", **{"event.name": "Robert"}).status == 200
    assert bob.tap("entry.undone", entry=rule).refuses(f"That game is over, {ONLY_ANN}")
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

    assert json.loads(result_text(night))["games"][0]["finished"]
    assert open_night(database_of(web), read_night(night))


# ---- dice thrown by the phones, bids after the first call, and finished games: put right by the finesmaster


@pytest.fixture
def phone_dice(evening, monkeypatch):
    """Ann, Bob and Cal play Yak with dice that fall 1 2 3 4 5 6 1 2 …"""
    fallen = itertools.cycle(range(1, 7))
    monkeypatch.setattr("companion.commands.forms.dice", lambda number: tuple(next(fallen) for _ in range(number)))
    return evening.start("yak", dice="independent")


def test_an_undone_throw_comes_back_only_dice_that_were_held_are_new_and_the_log_says_who_did_it(
    phone_dice, ann, bob, cal
):
    throws(ann, "p1")
    throws(ann, "p1", 2, held=["true", "false", "false", "false", "false"])
    assert phone_dice.last.dice == (1, 6, 1, 2, 3)
    for held, dice in ((NONE_HELD, (4, 6, 1, 2, 3)), (["false", "true", *NONE_HELD[2:]], (4, 2, 1, 2, 3))):
        assert undo(ann, phone_dice.seq).status == 200
        throws(ann, "p1", 2, held=held)
        assert phone_dice.last.dice == dice
    for _ in range(2):  # the throw, and the undo of it
        assert undo(bob, phone_dice.seq).refuses(f"The phones threw these dice, {ONLY_ANN}")
        assert undo(ann, phone_dice.seq).status == 200
    assert phone_dice.night.game.state.cards["p1"].last == dice
    assert fills(ann, "p1", "all").status == 200
    assert undo(ann, phone_dice.seq).status == 200  # a box brings no new luck
    assert throws(ann, "p1", 1, round="1.0").status == 200
    assert phone_dice.night.game.state.cards["p1"].last == dice
    throws(bob, "p2")
    assert undo(cal, phone_dice.seq).refuses(ONLY_ANN)
    assert undo(ann, phone_dice.seq).status == 200
    assert phone_dice.log.lines[-1].entry.by == "p1"
    told = "The phones threw these dice. The finesmaster, Ann, put it right."
    assert f"<b>{told}</b>" in cal.get("log").html
    assert told in cal.get().words


def test_dice_of_the_phones_are_never_changed_not_even_by_the_finesmaster(phone_dice, ann, bob):
    start = phone_dice.seq
    throws(ann, "p1")
    thrown, before = phone_dice.seq, phone_dice.file
    change = {"entry": thrown, "event.dice": ["6"] * 5}
    for script in (True, False):
        assert ann.tap("entry.changed", script=script, back="log", **change).refuses("never changed")
    assert ann.tap("entry.changed", entry=start, **{"event.options.dice": "real"}).refuses("A game keeps its dice")
    assert phone_dice.file == before
    fills(ann, "p1", "all")
    assert ann.tap("entry.changed", entry=phone_dice.seq, **{"event.box": "5-same"}).status == 200
    ann.tap("game.ended")
    phone_dice.start("five-card-yak")
    assert bob.tap("entry.changed", **change).refuses("never changed")


def test_who_practises_alone_undoes_alone_but_gets_the_same_dice(evening, ann, monkeypatch):
    fallen = iter(range(1, 6))
    monkeypatch.setattr("companion.commands.forms.dice", lambda number: tuple(next(fallen) for _ in range(number)))
    evening.start("yak", "p1", dice="independent")
    for _ in range(2):
        assert throws(ann, "p1").status == 200
        assert evening.last.dice == (1, 2, 3, 4, 5)
        assert undo(ann, evening.seq).status == 200
    assert "put it right" not in ann.get("log").words


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
def test_a_bid_after_trick_1_is_laid_anew_by_the_finesmaster_and_the_result_says_so(two_tricks, ann, bob, cal, trick):
    if trick == "was undone":
        for _ in range(2):
            assert undo(ann, [line.entry.seq for line in two_tricks.log.lines if line.counts][-1]).status == 200
    change = {"entry": two_tricks.laid, "event.tricks": "3"}
    assert undo(bob, two_tricks.laid + 1).refuses(f"Bid changed after trick 1, {ONLY_ANN}")
    assert ann.tap("entry.changed", entry=two_tricks.laid + 1, **{"event.tricks": "3"}).refuses("hidden from this one")
    assert two_tricks.night.game.state.on.bids["p1"].tricks == 1

    assert ann.tap("entry.changed", **change).status == 200
    if trick == "was undone":
        two_tricks.play("p1", "p1")
    assert "bid 3" not in cal.get("log").words
    two_tricks.play("p1", first=3)
    for phone in (ann, cal):
        assert "Ann : bid changed after trick 1." in result(phone)
        assert "Bid changed after trick 1. The finesmaster, Ann, put it right." in phone.get("log").words
    assert two_tricks.night.game.state.fined.made == ("p1",)


def test_a_bid_is_final_from_the_first_call_on_and_a_first_one_is_laid_at_any_time(evening, ann, bob, cal):
    begun(evening)
    bid(bob, "p2", tricks=1)
    laid = evening.seq
    assert bob.tap("entry.changed", entry=laid, **{"event.tricks": "2"}).status == 200
    call(evening, "p2", "no")
    assert bob.tap("entry.changed", entry=laid, **{"event.tricks": "0"}).refuses("Bid changed after the first call")
    bid(cal, "p3", tricks=0)
    assert undo(cal, evening.seq).refuses(ONLY_ANN)
    assert undo(ann, laid).status == 200
    assert bid(bob, "p2", tricks=3).status == 200


def test_a_bid_laid_late_for_the_first_time_or_put_right_before_trick_1_is_nobody_elses_affair(evening, ann, bob, cal):
    begun(evening)
    bid(ann, "p1", tricks=1)
    assert undo(ann, evening.seq).status == 200
    bid(ann, "p1", tricks=2)
    assert ann.tap("entry.changed", entry=evening.seq, **{"event.tricks": "0"}).status == 200
    bid(bob, "p2", tricks=1)
    evening.play("p1", "p1")
    bid(cal, "p3", tricks=0)
    assert undo(cal, evening.seq).refuses(ONLY_ANN)
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


def test_a_call_after_trick_1_is_undone_by_the_finesmaster(two_tricks, evening, ann, bob):
    two_tricks.play("p1", first=3)
    call(evening, "p2", "no", deal=2)
    said = evening.seq
    evening.play("p1", deal=2)
    assert undo(bob, said).refuses(ONLY_ANN)
    assert undo(ann, said).status == 200
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


def test_the_finesmasters_own_tap_is_enough_in_a_finished_game_and_so_is_one_on_what_was_just_entered(
    finished, ann, bob, cal, seconds_pass
):
    seconds_pass(61)
    assert undo(bob, finished.seq).refuses("That game is over")
    seconds_pass(-61)
    assert undo(bob, finished.seq).status == 200
    assert finished.night.game is not None
    cal.tap("game.ended")
    ended = finished.seq

    change = {"entry": finished.trick, "event.winner": "p3"}
    assert bob.tap("entry.changed", **change).refuses(f"That game is over, {ONLY_ANN}")
    assert ann.tap("entry.changed", **change).status == 200
    assert "That game is over. The finesmaster, Ann, put it right." in bob.get("log").words
    ann.tap("game.started", game="five-card-yak", players=["p1", "p2", "p3"], dealer="p1")
    assert undo(bob, finished.seq).status == 200
    assert bob.tap("entry.undone", entry=ended).refuses(ONLY_ANN)


def test_an_undo_and_a_throw_at_once_show_the_same_dice(phone_dice, ann, bob, cal):
    throws(ann, "p1")
    dice = phone_dice.last.dice
    thrown = phone_dice.seq
    at_once(*[lambda: undo(ann, thrown)] * 2, lambda: throws(ann, "p1"), lambda: throws(bob, "p1"))
    throws(ann, "p1")
    assert {line.entry.event.dice for line in phone_dice.log.lines if line.entry.event.type == "dice.thrown"} == {dice}
    assert sum(line.entry.event.type == "entry.undone" for line in phone_dice.log.lines) == 1


def test_two_boxes_of_a_finished_game_swap_by_one_tap_of_the_finesmaster(phone_dice, ann, bob, cal):
    for round, box in enumerate(("all", "1s"), 1):
        throws(cal, "p3", round=round)
        fills(cal, "p3", box, round)
    change = {"entry": phone_dice.seq, "event.box": "all"}
    bob.tap("game.ended")
    assert cal.tap("entry.changed", **change).refuses(ONLY_ANN)

    assert ann.tap("entry.changed", **change).status == 200

    boxes = [line.counts.box for line in phone_dice.log.lines if getattr(line.counts, "box", None)]
    assert boxes == ["1s", "all"]


def tries_for_luck(night: Any, chance: Random) -> None:
    """One tap by which Ann, who is finesmaster, might get other dice."""
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
