"""Crafted files: each is opened as a night or refused in a sentence, and soon. Rule books: test_rule_book."""

import gzip
import io
import itertools
import json
import re
import resource
import tracemalloc
import zipfile
from contextlib import nullcontext

import pytest

from companion.commands import night_files
from companion.server import cli
from companion.storage.database import database_of
from tests.conftest import Phone, make_app
from tests.hostile_night import night_file, tame
from tests.test_night_files import ANN, OPENED, file, nights
from tests.web.test_night_file import brought

LARGE = 64 * 2**20  # bytes
DEEP = 100_000
NIGHT = json.loads(night_file(tame()))
NUMBERS = (
    "1e400", "-1e400", "NaN", "Infinity", "9" * 4000, "9" * 5000, "-0.0", "1.0000000000000001", "1E+2", "0x10",
    "1_0",
)  # fmt: skip
VALUES = (
    None, True, False, 0, -1, 1.5, 10**9 + 1, 10**30, "", " ", "p1", [], {}, [[]], [{}], {"type": "x"}, "\ud800",
    "\x00",
)  # fmt: skip


def bomb(kind):
    """A packed file of five megabytes of blanks."""
    packed, blanks = io.BytesIO(), b" " * 5_000_000
    if kind == "gzip":
        return gzip.compress(blanks)
    with zipfile.ZipFile(packed, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("night.json", blanks)
    return packed.getvalue()


def players(number):
    return ({"type": "player.joined", "player": f"p{one}", "name": f"n{one}"} for one in range(number))


HEAD = b'{"format":"companion-night/1","events":['
ODD = {  # and more in tests/domain/test_night_file.py
    "nothing": b"",
    "a string": b'"companion-night/1"',
    "latin": file({**OPENED, "name": "Zoë"}).replace(b"\\u00eb", b"\xeb"),
    "a NUL at the end": file(OPENED) + b"\x00",
    "a NUL inside": file({**OPENED, "name": "a\x00b"}),
    "objects within objects": b'{"a":' * DEEP + b"1" + b"}" * DEEP,
    "an event of lists": HEAD + b"[" * DEEP + b"]" * DEEP + b"]}",
    "options of lists": HEAD + b'{"seq":1,"type":"game.started","options":' + b'{"a":' * DEEP + b"}" * DEEP + b"}]}",
    "a key twice far inside": HEAD + b'{"seq":1,"type":"game.started","options":{"a":{"b":1,"b":2}}}]}',
    "a field of ours": file({**OPENED, "device_id": 1, "token": "x"}),
    "python's own": file({**OPENED, "__class__": "x", "__proto__": {}}),
    "half a letter": file({**OPENED, "name": "a\ud83eb"}),
    "a line that is none": file({**OPENED, "name": "a\u2028b"}),
    "a cut that is none": file(OPENED, cut_before="soon"),
    "a cut of lists": b'{"format":"companion-night/1","cut_before":' + b"[" * DEEP + b"]" * DEEP + b',"events":[]}',
    "a time as long as a book": file({**OPENED, "at": "2026-11-20T20:00:00Z" * 9999}),
    "a very long name": file({**OPENED, "name": "x" * 1_900_000}),
    "a very long word for an event": file({"type": "x" * 1_900_000}),
    "lists in an option": file(OPENED, {"type": "game.started", "options": 0}).replace(b"0", b"[" * 900 + b"]" * 900),
    "a name that is an object": file({"type": "night.opened", "name": {"a": 1}}),
    "a zip": bomb("zip"),
    "a gzip": bomb("gzip"),
    "noise": bytes(range(256)) * 99,
}  # fmt: skip
TOO_LARGE = {
    "bytes": b" " * (night_files.LARGEST + 1),
    "players": file(OPENED, *players(night_files.MOST_PLAYERS + 2)),
    "entries": file(OPENED, *players(2), *[{"type": "water.called", "player": "p1"}] * night_files.MOST_ENTRIES),
}
HEAVY = {
    "a hundred thousand empty events": HEAD + b",".join([b"{}"] * 100_000) + b"]}",
    "a hundred thousand players": file(OPENED, *({**ANN, "player": f"q{n}", "name": f"N{n}"} for n in range(19_000))),
    "one word over and over": file({**OPENED, "name": "x", "date": ["word"] * 200_000}),
    "an option over and over": file(OPENED, ANN, {"type": "game.started", "game": "yak", "players": ["p1"] * 200_000}),
    "votes over and over": file(OPENED, ANN, {"type": "office.voted", "player": "p1", "votes": ["p1"] * 200_000}),
    "an entry undone and undone": file(OPENED, ANN, *({"type": "entry.undone", "entry": n} for n in range(2, 6_000))),
    "an entry changed and changed": file(
        OPENED, ANN, {"type": "fine.given", "player": "p1", "amount": 1},
        *({"type": "entry.changed", "entry": 3, "event": {"type": "fine.given", "player": "p1", "amount": 1 + n % 9}}
          for n in range(4_000))
    ),
    "two megabytes of blanks": b" " * 2_000_000 + file(OPENED, ANN),
    "numbers without end": HEAD + b'{"seq":' + b"9" * 1_900_000 + b"}]}",
}  # fmt: skip


@pytest.fixture(scope="module")
def web(tmp_path_factory):
    """An app of its own: what it keeps must stay small."""
    app = make_app(tmp_path_factory.mktemp("crafted"))
    yield app
    database_of(app).close()


def refused(answer, case):
    assert answer.status in (413, 422), (case, answer.words[:300])
    assert not re.search("Traceback|Error", answer.words), case
    assert 0 < len(answer.words) < 3000, case


def test_an_odd_file_is_refused_in_a_sentence_opens_nothing_and_takes_little_memory(web):
    before = nights(database_of(web))
    tracemalloc.start()
    try:
        for name, data in (ODD | TOO_LARGE).items():
            refused(brought(web, data)[1], name)
            assert tracemalloc.get_traced_memory()[1] < LARGE, name
            tracemalloc.reset_peak()
    finally:
        tracemalloc.stop()
    assert nights(database_of(web)) == before


def test_a_heavy_file_is_counted_or_refused_within_bounds(web, monkeypatch):
    """Reading a night stops after the seconds of COMPUTING, which are few here."""
    monkeypatch.setattr(night_files, "COMPUTING", 0.1)
    for name, data in HEAVY.items():
        before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
        _, answer = brought(web, data)
        assert answer.status in (303, 413, 422), name
        assert resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before < 200_000, name  # KiB


def crafted():
    """The night of tests/hostile_night.py with one wrong value in one event, at every place in turn."""
    values = itertools.cycle(VALUES)
    for number, event in enumerate(NIGHT["events"]):
        for field in (*event, "more"):
            yield number, field, next(values)


@pytest.mark.parametrize("step", [5, pytest.param(1, marks=pytest.mark.thorough)])
def test_a_wrong_value_anywhere_is_refused_or_read_and_never_a_server_error(web, step):
    statuses = []
    for number, field, value in itertools.islice(crafted(), 0, None, step):
        events = [dict(event) for event in NIGHT["events"]]
        events[number][field] = value
        _, answer = brought(web, json.dumps({**NIGHT, "events": events}).encode())
        statuses.append(answer.status)
        if answer.status != 303:
            refused(answer, (number, field, value))
    assert len(statuses) > 90
    assert statuses.count(422) > len(statuses) * 0.8


def test_an_odd_number_is_refused_or_read(web):
    for number in NUMBERS:
        for text in ('{"seq":%s,"type":"night.opened","name":"x"}', '{"seq":1,"type":"night.opened","name":%s}'):
            _, answer = brought(web, HEAD + (text % number).encode() + b"]}")
            assert answer.status in (303, 422), number


def test_the_name_of_a_file_changes_nothing(web):
    """A security scanner once took its own list of opened nights for an answer to the name of its file."""
    for name in ["*)(cn=*", "*))\x00x", "../../etc/passwd", "' OR 1=1 --", "a" * 5000, "<script>"]:
        phone = Phone(web)
        named = [phone.post("/nights/file", {"file": (io.BytesIO(b"GIF89a"), said)}) for said in ("night.json", name)]
        assert [answer.status for answer in named] == [422, 422], name
        assert named[0].html == named[1].html, name


# -- the commands


def test_the_commands_refuse_an_odd_file_in_one_line(web, tmp_path, capsys, monkeypatch):
    path = tmp_path / "night.json"
    monkeypatch.setattr(cli, "app", lambda options: nullcontext(web))
    for name, data in ODD.items():
        path.write_bytes(data)
        for command, *more in (("replay",), ("import", "--data", str(tmp_path))):
            assert cli.main([command, str(path), *more]) == 1, (command, name)
            printed = capsys.readouterr()
            assert printed.out == "", (command, name)
            assert len(printed.err.strip().split("\n")) == 1, (command, name)
            assert len(printed.err) < 2000, (command, name)
