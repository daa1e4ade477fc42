"""A night from elsewhere: its file opens a night of its own, and a crafted one is refused in a sentence."""

import gzip
import io
import json
import re
import zipfile

import pytest

from companion import arriving
from companion.arriving import NotOpened, counted_aside, opened
from companion.rules.nightfile import night_file
from companion.store import members
from companion.store.database import database_of
from companion.store.models import Night
from tests.table import row

OPENED = {"type": "night.opened", "name": "Friday"}
ANN = {"type": "player.joined", "player": "p1", "name": "Ann"}
SENTENCE = re.compile(r"[A-Z][^\n]{10,380}[.]")


def file(*events, **more):
    numbered = [{"seq": seq, **event} if isinstance(event, dict) else event for seq, event in enumerate(events, 1)]
    return json.dumps({"format": "companion-night/1", "events": numbered, **more}).encode()


def zipped(data):
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("night.json", data)
    return packed.getvalue()


def people(number):
    return [{"type": "player.joined", "player": f"p{one}", "name": f"n{one}"} for one in range(number)]


def comings(number):
    """Ann leaves and comes back, again and again."""
    return [{"type": "player.left" if one % 2 else "player.returned", "player": "p1"} for one in range(1, number)]


def nights(disk):
    return disk.read(lambda session: session.query(Night).count())


def test_a_night_goes_on_with_the_same_people_and_nobodys_phone(web, game):
    game.play("p2", "p3")
    arrived = opened(database_of(web), counted_aside(game.file))

    assert night_file(web.extensions["companion.scorekeeper"].night(arrived.door.id)) == game.file
    assert not arrived.cut
    assert members.phones(database_of(web), arrived.door.id).devices == ()
    assert {arrived.door.id, arrived.door.code, arrived.door.token}.isdisjoint(game.door)


def test_a_file_that_was_cut_says_so(web):
    assert opened(database_of(web), counted_aside(file(OPENED, ANN, cut_before=3))).cut


CRAFTED = {
    "nothing": b"",
    "no text": b"\xff\xfe\x00",
    "half of it": file(OPENED, ANN)[:-9],
    "a list": b"[]",
    "a number": b"1" * 5000,
    "deep lists": b"[" * 200_000,
    "deep objects": b'{"a":' * 200_000,
    "deep in an entry": file(OPENED, {"type": "game.started", "options": 0}).replace(b"0", b"[" * 900 + b"]" * 900),
    "twice the same key": b'{"format": "companion-night/1", "format": "companion-night/1", "events": [{}]}',
    "twice in an entry": file(OPENED).replace(b'"name"', b'"name": "a", "name"'),
    "another version": file(OPENED).replace(b"night/1", b"night/2"),
    "no version": b'{"events": []}',
    "a strange field": file(OPENED, secret="yes"),
    "no events": file(),
    "events that are none": file(1, "x", None),
    "a type that is none": file({"type": ["night.opened"]}),
    "a very long type": file({"type": "x" * 100_000}),
    "a name that is none": file({"type": "night.opened", "name": {"a": 1}}),
    "a number too large": file(OPENED, ANN, {"type": "fine.given", "player": "p1", "amount": 10**12}),
    "a number beyond all": file(OPENED).replace(b'"seq": 1', b'"seq": 1e999'),
    "not a number": file(OPENED).replace(b'"seq": 1', b'"seq": NaN'),
    "true for one": file({**OPENED, "seq": True}),
    "half a character": file({"type": "night.opened", "name": "\ud800"}),
    "a line break": file({"type": "night.opened", "name": "a\nb"}),
    "an entry of another night": file(OPENED, {**ANN, "seq": 7}),
    "somebody unknown": file(OPENED, {"type": "player.left", "player": "../../etc/passwd"}),
    "a date that is none": file({**OPENED, "date": "2026-13-45"}),
    "a time that is none": file({**OPENED, "at": "2026-11-20T25:00:00Z"}),
    "gzip": gzip.compress(b" " * 5_000_000),
    "zip": zipped(b" " * 5_000_000),
    "too large": b" " * (arriving.LARGEST + 1),
    "too many people": file(OPENED, *people(arriving.MOST_PLAYERS + 2)),
    "too many entries": file(OPENED, ANN, *comings(arriving.MOST_ENTRIES + 2000)),
}  # fmt: skip


def test_a_crafted_file_is_refused_in_a_sentence_and_opens_nothing(web):
    before = nights(database_of(web))
    for name, data in CRAFTED.items():
        with row(name):
            with pytest.raises(NotOpened) as refused:
                opened(database_of(web), counted_aside(data))

            assert SENTENCE.fullmatch(str(refused.value)), str(refused.value)
            assert nights(database_of(web)) == before


def test_a_night_that_takes_too_long_is_given_up(monkeypatch):
    monkeypatch.setattr(arriving, "PATIENCE", -1.0)

    with pytest.raises(NotOpened, match="takes too long"):
        counted_aside(file(OPENED, ANN))


def test_a_long_evening_is_well_within_the_limits(monkeypatch):
    monkeypatch.setattr(arriving, "PATIENCE", 60.0)  # how fast this machine is, is not what is asked here
    fines = ({"type": "fine.given", "player": "p1", "amount": 1, "reason": "late again"} for _ in range(3000))
    undos = ({"type": "entry.undone", "entry": 100 + n} for n in range(30))
    data = file(OPENED, ANN, *fines, *undos)

    assert len(data) < arriving.LARGEST / 4
    assert counted_aside(data).log.seq == 3032
