"""The quick door: it takes a plain tap and writes what the ordinary way would; anything else it leaves alone."""

from urllib.parse import urlencode

import pytest

from companion.store.disk import DiskRefused
from companion.web.entries import REFUSED
from companion.web.health import counted

HOST = "localhost"


class Raw:
    """A tap as bytes, which each test changes in one place."""

    def __init__(self, phone, **fields):
        token = phone.client.get_cookie(f"companion_{phone.nid}").value
        self.line = f"POST /n/{phone.nid}/entries HTTP/1.1"
        self.headers = {
            "Host": HOST,
            "Origin": f"http://{HOST}",
            "Cookie": f"other=1; companion_{phone.nid}={token}",
            "HX-Request": "true",
            "X-Live": "yes",
            "X-Version": "1.1.abc",
            "Content-Type": "application/x-www-form-urlencoded",
        }
        self.body = urlencode(fields)
        self.more = ""

    def bytes(self):
        headers = {"Content-Length": str(len(self.body)), **self.headers}
        lines = "".join(f"{name}: {value}\r\n" for name, value in headers.items() if value is not None)
        return f"{self.line}\r\n{lines}{self.more}\r\n{self.body}".encode()


@pytest.fixture
def quick(evening):
    return evening.app.extensions["companion.quick"]


@pytest.fixture
def fine(ann):
    return Raw(ann, type="fine.given", player="p3", amount=2, key="one")


def header(answer, name):
    return next(line.partition(": ")[2] for line in answer.decode().split("\r\n") if line.startswith(f"{name}: "))


def test_a_plain_tap_is_written_and_the_phone_waits_for_its_stream(evening, quick, fine, ann):
    before = evening.seq
    came = fine.bytes()

    answer, length = quick.answer(came + b"GET /more", secure=False)

    assert length == len(came)
    assert answer.startswith(b"HTTP/1.1 200 OK\r\n")
    assert header(answer, "X-Painted") == "no"
    assert header(answer, "X-Version") == ann.get("poll?page=table").version
    assert evening.seq == before + 1
    assert evening.night.players["p3"].owed == 2
    assert evening.log.lines[-1].entry.by == "p1"


def test_the_same_tap_counts_once_by_whichever_door_it_comes(evening, quick, fine, ann):
    quick.answer(fine.bytes(), secure=False)
    quick.answer(fine.bytes(), secure=False)
    again = ann.tap("fine.given", key="one", player="p3", amount=2)

    assert again.status == 200
    assert evening.night.players["p3"].owed == 2


def test_it_is_counted_like_any_tap(evening, quick, fine):
    before = counted(evening.app)["written"]
    quick.answer(fine.bytes(), secure=False)

    assert counted(evening.app)["written"] == before + 1


NOT_PLAIN = {
    "without a stream": {"X-Live": None},
    "without the script": {"HX-Request": None},
    "from a foreign page": {"Origin": "http://elsewhere.example"},
    "from a page without an address": {"Origin": "null"},
    "from nowhere": {"Origin": None},
    "across sites": {"Sec-Fetch-Site": "cross-site"},
    "for another house": {"Host": "elsewhere.example", "Origin": "http://elsewhere.example"},
    "without a cookie": {"Cookie": None},
    "with a stranger's cookie": {"Cookie": "companion_{nid}=nobodys"},
    "with two cookies": {"Cookie": "companion_{nid}={token}; companion_{nid}=nobodys"},
    "with the secure cookie": {"Cookie": "__Host-companion_{nid}={token}"},
    "out of an outbox": {"X-Waited": "5000"},
    "in chunks": {"Transfer-Encoding": "chunked"},
    "to be continued": {"Expect": "100-continue"},
    "of another kind": {"Content-Type": "multipart/form-data; boundary=x"},
    "the last of its connection": {"Connection": "close"},
    "longer than what has arrived": {"Content-Length": "4000"},
    "without a length": {"Content-Length": None},
    "of a strange length": {"Content-Length": "+5"},
}


@pytest.mark.parametrize("changed", NOT_PLAIN.values(), ids=NOT_PLAIN)
def test_what_is_not_plain_goes_the_ordinary_way(evening, quick, fine, ann, changed):
    before = evening.seq
    token = ann.client.get_cookie(f"companion_{ann.nid}").value
    told = {name: value and value.format(nid=ann.nid, token=token) for name, value in changed.items()}
    fine.headers |= told

    assert quick.answer(fine.bytes(), secure=False) is None
    assert evening.seq == before


def test_a_header_that_comes_twice_is_not_plain(evening, quick, fine):
    before = evening.seq
    fine.more = "content-length: 1\r\n"

    assert quick.answer(fine.bytes(), secure=False) is None
    assert evening.seq == before


LINES = ("GET /n/{}/entries HTTP/1.1", "POST /n/{}/entries HTTP/1.0", "POST /n/{}/seats HTTP/1.1")


@pytest.mark.parametrize("line", [*LINES, "POST /n/{}/entries?x=1 HTTP/1.1"])
def test_only_the_door_for_events_has_a_quick_one(evening, quick, fine, line):
    before = evening.seq
    fine.line = line.format(evening.nid)

    assert quick.answer(fine.bytes(), secure=False) is None
    assert evening.seq == before


def test_what_is_refused_is_said_by_the_ordinary_way(evening, quick, bob):
    before = evening.seq
    refused = Raw(bob, type="fine.given", player="nobody", amount=2, key="one")

    assert quick.answer(refused.bytes(), secure=False) is None
    assert evening.seq == before


def test_an_undo_is_answered_by_the_ordinary_way_which_tells_whose_drinks_changed(evening, quick, ann):
    ann.tap("fine.given", player="p3", amount=2)
    before = evening.seq

    assert quick.answer(Raw(ann, type="entry.undone", entry=before, key="two").bytes(), secure=False) is None
    assert evening.seq == before


def test_a_removed_phone_is_not_let_in(evening, quick, ann, bob):
    ann.tap("fine.given", player="p2", amount=3)
    sips = [Raw(bob, type="drink.taken", player="p2", amount=1, key=key, again="yes") for key in ("one", "two")]
    assert quick.answer(sips[0].bytes(), secure=False) is not None
    assert ann.post("seats/remove", player="p2").status == 303
    before = evening.seq

    assert quick.answer(sips[1].bytes(), secure=False) is None
    assert evening.seq == before


def test_a_phone_of_another_night_is_not_let_in(evening, start_evening, quick, bob):
    other = start_evening(name="Elsewhere")
    theirs = Raw(other.ann, type="fine.given", player="p1", amount=2, key="one")
    theirs.line = f"POST /n/{evening.nid}/entries HTTP/1.1"
    before = evening.seq

    assert quick.answer(theirs.bytes(), secure=False) is None
    assert evening.seq == before


def test_a_phone_that_taps_too_fast_is_slowed_down_there_too(evening, quick, ann, monkeypatch):
    monkeypatch.setitem(evening.app.config, "TAPS_PER_SECOND", 1)
    monkeypatch.setitem(evening.app.config, "TAPS_AT_ONCE", 3)
    taps = [Raw(ann, type="fine.given", player="p3", amount=1, key=f"k{number}", again="yes") for number in range(5)]

    answered = [quick.answer(tap.bytes(), secure=False) is not None for tap in taps]

    assert answered == [True, True, True, False, False]


def test_what_breaks_there_is_written_once_all_the_same(evening, quick, fine, ann, monkeypatch):
    monkeypatch.setattr("companion.web.verdicts.conclude", lambda *_: 1 / 0)
    before = evening.seq

    assert quick.answer(fine.bytes(), secure=False) is None
    monkeypatch.undo()
    assert ann.tap("fine.given", key="one", player="p3", amount=2).status == 200
    assert evening.seq == before + 1


def test_what_the_disk_does_not_take_is_not_tried_twice(evening, quick, fine, ann, monkeypatch):
    def full(*_):
        raise DiskRefused("The disk is full, so nothing was written.")

    monkeypatch.setattr("companion.store.ledger.append", full)
    with pytest.raises(DiskRefused) as refused:
        quick.answer(fine.bytes(), secure=False)
    monkeypatch.undo()
    fields = {"type": "fine.given", "player": "p3", "amount": 2, "key": "one"}
    told = ann.client.post(
        f"/n/{ann.nid}/entries",
        data=fields,
        headers={"Origin": "http://localhost", "HX-Request": "true"},
        environ_overrides={REFUSED: refused.value},
    )

    assert told.status_code == 503
    assert "The disk is full" in told.text
    assert evening.night.players["p3"].owed == 0
