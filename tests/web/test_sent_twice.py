"""A form that lets a phone in arrives twice, by a double tap or after a lost answer: one player, one phone."""

import re
from concurrent.futures import ThreadPoolExecutor
from datetime import UTC, datetime, timedelta

import pytest

from companion.storage import members
from tests.conftest import Phone
from tests.web.test_night_file import brought, saved
from tests.web.test_seats import ticket_of

KEY = re.compile(r'<input (?:type="hidden" )?name="key" value="([^"]*)">')


def key_of(address, phone):
    """The key on the form that a phone has just been shown."""
    return KEY.search(phone.get(address).html)[1]


def sent(app, address, **form):
    """The form as a browser sends it that has kept no answer yet, with the cookie that the answer brings."""
    phone = Phone(app)
    answer = phone.post(address, **form)
    cookie = answer.response.headers.get("Set-Cookie", "")
    return answer, cookie.partition(";")[0], phone  # what follows says how long it is kept, and ticks


def twice(app, address, **form):
    first, cookie, one = sent(app, address, **form)
    second, again, other = sent(app, address, **form)
    assert (first.status, second.status) == (303, 303), second.words
    assert first.goes_to == second.goes_to
    assert cookie == again != ""
    return one, other


@pytest.fixture
def invited(evening):
    return f"/j/{evening.links.token}"


@pytest.fixture
def dan_sits_there(evening, ann):
    ann.tap("player.joined", name="Dan")


def seated(evening):
    """The players who have a phone."""
    return [phone.player for phone in evening.members.devices]


def test_a_double_tap_on_sit_down_is_one_player_on_one_phone_also_after_a_restart(evening, invited, stranger, new_app):
    form = {"name": "Dot", "key": key_of(invited, stranger)}
    *phones, (_, cookie, last) = [*twice(evening.app, invited, **form), sent(new_app(), invited, **form)]

    assert evening.night.names == {"p1": "Ann", "p2": "Bob", "p3": "Cal", "p4": "Dot"}
    assert seated(evening) == ["p1", "p2", "p3", "p4"]
    assert {phone.get(f"/n/{evening.nid}/").status for phone in (*phones, last)} == {200}
    assert "picked the seat" not in evening.ann.get().words
    token = cookie.partition("=")[2]
    assert len(token) == 43
    assert not any(secret in str(evening.rows) + evening.file.decode() for secret in (token, form["key"]))


def test_two_taps_at_the_same_moment_are_one_player_too(evening, invited, stranger):
    for name in ("Dot", "Eve", "Fay", "Gus"):
        form = {"name": name, "key": key_of(invited, stranger)}
        with ThreadPoolExecutor(2) as taps:
            sending = [taps.submit(sent, evening.app, invited, **form) for _ in range(2)]
        (one, cookie, _), (other, again, _) = [tap.result() for tap in sending]
        assert (one.status, other.status, cookie) == (303, 303, again)

    assert len(evening.night.players) == 7
    assert sorted(seated(evening)) == [f"p{place}" for place in range(1, 8)]


def test_a_player_who_was_not_let_in_when_the_companion_died_gets_the_seat(evening, invited, stranger, monkeypatch):
    form = {"name": "Dot", "key": key_of(invited, stranger)}
    with monkeypatch.context() as dying:
        dying.setattr("companion.storage.members._let_in", lambda *_, **__: 1 / 0)
        assert sent(evening.app, invited, **form)[0].status == 500
    assert seated(evening) == ["p1", "p2", "p3"]

    twice(evening.app, invited, **form)

    assert seated(evening) == ["p1", "p2", "p3", "p4"]
    assert len(evening.night.players) == 4


def test_a_double_tap_on_a_seat_takes_it_once_and_on_play_on_here_leaves_nobody_outside(
    evening, invited, bob, stranger, dan_sits_there
):
    twice(evening.app, invited, seat="p4", key=key_of(invited, stranger))
    assert seated(evening) == ["p1", "p2", "p3", "p4"]
    assert evening.ann.get().words.count("Somebody joined as Dan") == 1

    move = f"/m/{ticket_of(bob)}"
    phones = twice(evening.app, move, key=key_of(move, stranger))
    assert {phone.get(f"/n/{evening.nid}/").status for phone in phones} == {200}
    assert bob.get().status == 403
    assert seated(evening) == ["p1", "p3", "p4", "p2"]


def test_a_double_tap_on_the_first_seat_of_a_night_that_moved(evening, ann, web):
    phone, answer = brought(web, saved(ann))
    opened = answer.goes_to
    one, _ = twice(web, opened, seat="p2", key=key_of(opened, phone))

    log = evening.services.nights.log(one.post(opened, seat="p2").goes_to.split("/")[2])
    assert (log.night.finesmaster, log.seq) == ("p2", evening.seq + 1)
    assert Phone(web).post(opened, seat="p2", key="x" * 22).status == 403


def test_every_phone_is_shown_a_key_of_its_own_and_another_name_is_another_form(evening, invited, bob):
    move = f"/m/{ticket_of(bob)}"
    keys = {address: [key_of(address, evening.stranger()) for _ in range(20)] for address in (invited, move)}
    assert [len({*shown}) for shown in keys.values()] == [20, 20]

    key, other, *_ = keys[invited]
    one, first, _ = sent(evening.app, invited, name="Dot", key=key)
    two, second, _ = sent(evening.app, invited, name="Eve", key=key)
    assert (one.status, two.status) == (303, 303)
    assert first != second
    assert seated(evening) == ["p1", "p2", "p3", "p4", "p5"]

    sent(evening.app, move, key=keys[move][0])
    taken, cookie, _ = sent(evening.app, invited, name="Dot", key=other)
    spent, none, _ = sent(evening.app, move, key=keys[move][1])
    assert (taken.status, spent.status, cookie, none) == (422, 404, "", "")
    assert "Dot is here already" in taken.words
    assert "This code was used" in spent.words


def test_a_made_up_key_lets_each_phone_in_for_itself(evening, invited, bob):
    made_up = ["", "s12", "x", "x" * 21, "x" * 23, "\x00" * 22, "ß" * 22, "a b" * 7 + "c", None]
    for number, key in enumerate(made_up):
        form, move = {} if key is None else {"key": key}, f"/m/{ticket_of(bob)}"
        joins = [sent(evening.app, invited, name=f"Dot {number}", **form)[0] for _ in range(2)]
        (moved, _, bob), (again, *_) = [sent(evening.app, move, **form) for _ in range(2)]
        bob.nid, moves = evening.nid, (moved, again)
        assert [answer.status for answer in (*joins, *moves)] == [303, 422, 303, 404], key
        assert f"Dot {number} is here already" in joins[1].words, key
        assert "Ask the finesmaster for a new one" in moves[1].words, key


def test_after_five_minutes_an_old_form_lets_nobody_in(evening, invited, stranger, bob, dan_sits_there, monkeypatch):
    move = f"/m/{ticket_of(bob)}"
    forms = [(invited, {"name": "Dot"}), (invited, {"seat": "p4"}), (move, {})]
    forms = [(address, form | {"key": key_of(address, stranger)}) for address, form in forms]
    for address, form in forms:
        assert sent(evening.app, address, **form)[0].status == 303
    later = datetime.now(UTC) + timedelta(minutes=5, seconds=1)
    monkeypatch.setattr(members, "now", lambda: later)

    answers = [sent(evening.app, address, **form) for address, form in forms]

    assert [answer.status for answer, *_ in answers] == [422, 422, 404]
    assert [cookie for _, cookie, _ in answers] == [""] * 3
    assert "That seat has a phone already" in answers[0][0].words


def test_a_player_whose_joining_was_undone_is_asked_to_sit_down_once_more(evening, ann, invited, stranger):
    key = key_of(invited, stranger)
    refused = stranger.post(invited, name="Bob", key=key)
    assert (refused.status, KEY.search(refused.html)[1] != key) == (422, True)  # no form brings a key that was sent
    form = {"name": "Dan", "key": key}
    *_, dan = sent(evening.app, invited, **form)
    ann.tap("entry.undone", entry=evening.seq)

    again = dan.post(invited, **form)
    assert (again.status, "Try once more" in again.words) == (422, True)

    assert dan.post(invited, name="Dan", key=KEY.search(again.html)[1]).status == 303
    assert evening.night.names["p5"] == "Dan"
    assert dan.get(f"/n/{evening.nid}/").status == 200
