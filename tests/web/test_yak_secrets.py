"""Identical dice: whatever Ann throws and fills, every byte that Bob's phone is sent is the same."""

import pytest

from companion.commands.night_files import export_night
from companion.rules.games.yak.events import MOST
from companion.store.database import database_of
from tests.web.yak_evening import FIRST, NONE_HELD, NUMBERS, Heard, begun, fills, secret_round, throws

SECRETS = ((6, "all"), (2, "2s"), (4, "run-1-5"))
SIXES = ["6"] * NUMBERS


@pytest.fixture
def told(start_evening, monkeypatch):
    """What Bob's phone was sent in each of the nights that differ in Ann's dice and box alone."""

    def listen(story, **options):
        heard = []
        for rest, box in SECRETS:
            night = start_evening()
            night.bob = night.join("Bob")
            begun(night, monkeypatch, rest, **options)
            bob = Heard(night.bob)
            story(night, bob, box)
            heard.append(bob.words)
        return heard

    return listen


def all_the_same(heard):
    """Compares night by night and answer by answer, so that a failure shows where they part."""
    for other in heard[1:]:
        assert len(other) == len(heard[0])
        for one, two in zip(heard[0], other, strict=True):
            assert one == two
    return True


def test_the_nights_do_differ_on_anns_own_phone(start_evening, monkeypatch):
    words = []
    for rest, box in SECRETS:
        night = begun_with_bob(start_evening, monkeypatch, rest)
        ann = Heard(night.ann)
        secret_round(night, box)
        ann.sees_all(night)
        words.append(" ".join(ann.words))

    assert len(set(words)) == len(SECRETS)
    assert "All <b>30</b>" in words[0]


def begun_with_bob(start_evening, monkeypatch, rest):
    night = start_evening()
    night.bob = night.join("Bob")
    return begun(night, monkeypatch, rest)


def test_no_page_and_no_stream_tells_anything(told):
    def story(night, bob, box):
        secret_round(night, box)
        bob.sees_all(night)

    assert all_the_same(told(story))


def test_totals_show_question_marks(evening, bob, monkeypatch):
    begun(evening, monkeypatch)
    secret_round(evening, "all")

    assert "Ann 0 owed ? points, round 2" in bob.get().words
    assert "Ann made throw 2 of round 1." in bob.get("log").words


def test_undo_and_redo_of_the_secret_tell_nothing(told):
    def story(night, bob, box):
        secret_round(night, box)
        assert night.ann.tap("entry.undone", entry=night.seq).status == 200
        bob.sees_all(night)
        assert night.ann.tap("entry.undone", entry=night.seq).status == 200
        bob.sees_all(night)

    assert all_the_same(told(story))


def wrong_events(first):
    """Everything Bob might try at Ann's throws (entries `first` on), her boxes, her card and the sequence."""
    for throw in (1, 2, 3):
        for held in (None, NONE_HELD, ["true", *NONE_HELD[1:]], ["true"] * 5, ["maybe"]):
            yield "dice.thrown", {"player": "p1", "round": 2, "throw": throw, **({"held": held} if held else {})}
    for box in MOST:
        for round in (1, 2):
            yield "throw.scored", {"player": "p1", "round": round, "box": box}
        yield "throw.scored", {"player": "p1", "round": 2, "box": box, "dice": list(FIRST)}
    for entry in range(first, first + 4):
        yield "entry.undone", {"entry": entry}
        yield "entry.changed", {"entry": entry, "event.box": "5-same"}
        yield "entry.changed", {"entry": entry, "event.player": "p2"}
        yield "entry.changed", {"entry": entry, "event.dice": ["6"] * 5}
        yield "entry.changed", {"entry": entry, "event.throw": 3}


def at_the_start(entry):
    """What would lay the cards open if the start of the game could be changed."""
    yield "entry.changed", {"entry": entry, "event.options.dice": "real"}
    yield "entry.changed", {"entry": entry, "event.options.dice": "independent"}
    yield "entry.changed", {"entry": entry, "event.options.dice": "identical", "event.options.sequence": SIXES}
    yield "entry.changed", {"entry": entry, "event.options.stake": 3}
    yield "entry.changed", {"entry": entry, "event.options": "real"}
    yield "entry.changed", {"entry": entry, "event.players": ["p2"]}
    yield "entry.changed", {"entry": entry, "event.game": "card-yacht"}
    yield "entry.undone", {"entry": entry}
    yield "game.started", {"game": "yak", "players": ["p1", "p2"]}


def test_no_refusal_of_whatever_bob_tries_tells_anything(told):
    def story(night, bob, box):
        start = night.seq
        secret_round(night, box)
        for kind, fields in (*wrong_events(start + 1), *at_the_start(start)):
            for script, acting in ((True, {}), (True, {"acting": "p1"}), (False, {})):
                answer = bob.phone.tap(kind, script=script, **fields, **acting)
                assert answer.status in (422, 409), (kind, fields, answer.words)
        bob.sees_all(night)

    assert all_the_same(told(story))


def test_bob_cannot_ask_after_anns_card_by_making_his_own_entries_hers(told):
    def story(night, bob, box):
        secret_round(night, box)
        assert throws(bob.phone, "p2").status == 200
        mine = night.seq
        for round in (1, 2):
            for throw in (1, 2, 3):
                changed = {"event.player": "p1", "event.round": round, "event.throw": throw}
                assert bob.phone.tap("entry.changed", entry=mine, **changed).status == 422
        assert fills(bob.phone, "p2", "all").status == 200
        for each in MOST:
            changed = {"event.player": "p1", "event.round": 2, "event.box": each}
            assert bob.phone.tap("entry.changed", entry=night.seq, **changed).status == 422

    assert all_the_same(told(story))


def test_nobody_learns_the_sequence_before_the_first_throw(evening, bob, monkeypatch):
    begun(evening, monkeypatch)
    start = evening.seq
    for kind, fields in at_the_start(start):
        if kind == "entry.changed" and any(name.startswith("event.options") for name in fields):
            assert bob.tap(kind, **fields).status == 422

    assert evening.night.game.state.options.numbers[:6] == (*FIRST, 6)


def test_the_end_shows_all(start_evening, monkeypatch):
    night = begun_with_bob(start_evening, monkeypatch, 6)
    secret_round(night, "all")
    night.ann.tap("game.ended")

    assert "Ann 30" in night.bob.get().words
    assert "6 6 6 6 6" in night.bob.get("log").words
    assert "30" in night.bob.get("sheet").words


def test_an_export_made_meanwhile_holds_nothing_of_it(evening, monkeypatch):
    begun(evening, monkeypatch)
    secret_round(evening, "all")

    exported = export_night(database_of(evening.app), evening.nid)

    assert b"game.started" in evening.file
    assert b"game.started" not in exported
    assert b"dice" not in exported


def test_what_stays_hidden_in_the_night_is_on_no_page_of_a_latecomer(evening, monkeypatch):
    begun(evening, monkeypatch)
    secret_round(evening, "all")
    eve = Heard(evening.join("Eve"))
    eve.sees_all(evening)

    assert "All <b>30</b>" not in " ".join(eve.words)
    assert 'aria-label="hold' not in " ".join(eve.words)
