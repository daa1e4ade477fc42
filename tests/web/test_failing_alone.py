"""One thing that cannot be shown takes nothing else along: the log, its Undo, the stream and the rest of the table."""

import pytest
from msgspec.structs import replace

from companion.domain.games import GAMES
from companion.views import rendering
from companion.web.pages import PAGES
from tests.conftest import plain

SECRET = "Bob bids seven"


def fails(*_):
    raise RuntimeError(SECRET)


@pytest.fixture
def at_a_table(monkeypatch):
    """What fails is logged, as in an evening; other tests fail by it."""
    monkeypatch.setattr(rendering.log, "handlers", [])


@pytest.fixture
def sheet(evening, ann):
    """Darts after one round, for which Bob owes two."""
    evening.start("score-sheet", title="Darts", fine="2", best="most")
    assert ann.tap("round.scored", round=1, **{"points.p1": "9", "points.p2": "3", "points.p3": "7"}).status == 200
    return evening


def is_broken(monkeypatch, evening, **function):
    """The game that is on fails in these functions, wherever it is asked."""
    game, log = replace(GAMES["score-sheet"], **function), evening.log
    monkeypatch.setitem(GAMES, "score-sheet", game)
    monkeypatch.setattr(log, "night", replace(log.night, game=replace(log.night.game, game=game)))


def streamed(phone, page="table"):
    """The fragments that the stream sends first."""
    response = phone.client.open(f"/n/{phone.nid}/live?page={page}", buffered=False)
    parts = iter(response.response)
    text = b"".join(next(parts) for _ in range(2)).decode()
    response.close()
    return text


def test_an_entry_that_cannot_be_told_is_logged_with_why_and_can_be_undone(
    sheet, ann, bob, monkeypatch, at_a_table, caplog
):
    is_broken(monkeypatch, sheet, sentence=fails)
    entry = sheet.seq

    said = bob.get("log").words
    assert "(cannot be shown)" in said
    assert "Darts began" in said
    assert "Bob 2 · " in said
    assert "(cannot be shown)" in bob.get(f"log/{entry}").words
    assert plain(ann.get().regions["r-last"]).startswith("Wrong? (cannot be shown)")
    assert "Bob 3 2" in plain(ann.get().regions["r-players"])
    assert "(cannot be shown)" in streamed(bob, "log")
    assert SECRET in caplog.text
    assert "Traceback" in caplog.text
    assert ann.tap("entry.undone", entry=entry, back="log", script=False).status in (200, 303)
    assert sheet.owed == {}
    assert "(cannot be shown)" not in ann.get().words


def test_a_game_without_a_screen_leaves_the_rest_of_the_table_and_nothing_hidden_is_told_by_what_failed(
    sheet, ann, bob, monkeypatch, at_a_table
):
    is_broken(monkeypatch, sheet, screen=fails, sentence=fails, describe=fails)
    entry = sheet.seq

    table = bob.get()
    for region in ("r-status", "r-record"):
        assert plain(table.regions[region]) == "(cannot be shown)"
    assert "Bob 2" in plain(table.regions["r-players"])
    assert "sits out" not in table.words
    for page in (*PAGES.keys() - {"table", "entering"}, f"log/{entry}", f"log/{sheet.seq - 1}", "start"):
        answer = bob.get(page)
        assert (answer.status, SECRET in answer.html) == (200, False), page
    assert "(cannot be shown)" in bob.get(f"log/{entry}").words
    sent = streamed(bob)
    assert SECRET not in table.html + sent
    assert '<hx-partial id="r-status">' in sent
    assert '<hx-partial id="r-board">' in sent
    assert ann.tap("entry.undone", entry=entry).status == 200
    assert sheet.owed == {}


def test_what_failed_is_shown_again_once_it_can_be(sheet, ann, monkeypatch, at_a_table):
    with monkeypatch.context() as broken:
        is_broken(broken, sheet, screen=fails)
        assert "(cannot be shown)" in ann.get().words
    ann.tap("fine.given", player="p2", amount=1)

    assert "(cannot be shown)" not in ann.get().words


def test_in_the_tests_of_everything_else_what_cannot_be_shown_is_a_fault(sheet, bob, monkeypatch):
    is_broken(monkeypatch, sheet, sentence=fails)

    assert bob.get("log").status == 500
