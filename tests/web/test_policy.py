"""Who may do what: every route and every event type says so, and no form says who somebody is."""

import pytest

from companion.rules.events import EVENTS
from companion.rules.games import GAMES
from companion.web import guard, policy
from tests.web.routes import ways

ANYBODY = {"/", "/nights", "/join", "/j/<token>", "/m/<secret>", "/w/<token>", "/static/<path:name>", "/rules"} | {
    "/robots.txt", "/nights/file", "/opened/<proof>", "/manifest.webmanifest", "/sw.js", "/offline",
    "/authority.crt", "/design", "/health",
}  # fmt: skip


def of_a_night(evening):
    """Every (method, path) of a night but the stream, which is opened in a test of its own."""
    for way in ways(evening.app, evening.nid, seq="1"):
        if way.rule.startswith("/n/") and way.answers and way.method in ("GET", "POST") and not way.streams:
            yield way.method, way.path


def test_every_route_says_who_may_use_it(web):
    assert guard.undeclared(web) == []


def test_a_new_route_that_says_nothing_is_noticed(web):
    web.view_functions["new"] = lambda: ""
    try:
        assert guard.undeclared(web) == ["new"]
    finally:
        del web.view_functions["new"]


def test_what_is_open_to_anybody_is_written_down_here(web):
    open_to_all = {
        rule.rule for rule in web.url_map.iter_rules() if web.view_functions[rule.endpoint].policy == "anybody"
    }

    assert {rule for rule in open_to_all if rule.startswith("/n/")} == set()
    assert {rule for rule in open_to_all if not rule.startswith(("/static", "/s/"))} <= ANYBODY


def test_every_event_type_says_who_may_send_it():
    assert policy.undeclared() == []
    allowed = {value for name, value in vars(policy).items() if name.isupper() and isinstance(value, str)}
    assert {
        policy.sender_of(kind) for kind in [*EVENTS, *(kind for game in GAMES.values() for kind in game.events)]
    } <= allowed


def test_a_new_event_that_says_nothing_is_noticed(monkeypatch):
    monkeypatch.setitem(EVENTS, "player.danced", object)

    assert policy.undeclared() == ["player.danced"]


@pytest.mark.parametrize("who", ["stranger", "removed guest", "finesmaster of another night", "undone guest"])
def test_whoever_is_not_at_the_table_sees_and_does_nothing_there(evening, start_evening, who):
    if who == "stranger":
        phone = evening.stranger()
    elif who == "removed guest":
        phone = evening.join("Dan")
        evening.ann.post("seats/remove", player="p4")
    elif who == "undone guest":
        phone = evening.join("Dan")
        evening.ann.tap("entry.undone", entry=evening.seq)
    else:
        phone = start_evening(name="Elsewhere").ann
    before, door, tried = evening.file, evening.door, 0

    for method, path in of_a_night(evening):
        answer = phone.client.open(
            path,
            method=method,
            data={"type": "player.left", "player": "p2", "to": "p2"} if method != "GET" else None,
            headers={"Origin": "http://localhost"},
        )
        tried += 1
        assert answer.status_code == 403, path
        assert "Ann" not in answer.text
        assert evening.door.token not in answer.text

    assert tried > 12
    assert phone.get(f"/n/{evening.nid}/live").status == 403
    assert (evening.file, evening.door) == (before, door)


def test_a_guest_sees_every_page_but_holds_no_office(evening, bob):
    for method, path in of_a_night(evening):
        if method == "GET":
            assert bob.get(path).status in (200, 303, 404), path
    for page in ("seats/lend", "seats/remove"):
        assert bob.post(page, player="p3", to="p2").status == 403


def test_a_night_that_is_not_there_is_told_in_words(evening, ann):
    answer = ann.get("/n/nowhere1/")

    assert answer.status == 403
    assert "not at that table" in answer.words


FIELDS = {
    "player": "p2", "amount": "1", "entry": "1", "stands": "true", "rule": "r1", "votes": ["p1"], "to": "p1",
    "name": "Zoe", "unit": "sip", "text": "No knees", "game": "five-card-yak", "players": ["p1", "p2"], "order": ["p1"],
}  # fmt: skip


def fitting(kind: str) -> dict:
    """Fields that this event type has."""
    return {name: value for name, value in FIELDS.items() if name in EVENTS[kind].__struct_fields__}


@pytest.mark.parametrize("kind", [kind for kind in EVENTS if policy.SENDERS[kind] == policy.SERVER])
def test_what_the_companion_writes_itself_is_refused_from_everybody(evening, kind):
    evening.ann.tap("rule.made", text="No elbows")
    before = evening.file

    for phone in (evening.ann, evening.bob):
        answer = phone.tap(kind, **fitting(kind))
        assert answer.status == 422
        assert "The companion writes that itself." in answer.says
    assert evening.file == before


@pytest.mark.parametrize("kind", [kind for kind in EVENTS if policy.SENDERS[kind] == policy.FINESMASTER])
def test_what_is_the_finesmasters_is_refused_from_a_guest(evening, kind):
    before = evening.file

    answer = evening.bob.tap(kind, **fitting(kind))

    assert answer.status == 422
    assert "for the finesmaster, Ann" in answer.says
    assert evening.file == before


@pytest.mark.parametrize(
    ("kind", "fields"),
    [
        ("rule.objected", {"rule": "r1"}),
        ("call.contested", {"entry": "5"}),
        ("office.claimed", {}),
        ("water.called", {}),
    ],
)
def test_what_is_a_seats_own_is_refused_from_every_other_phone(evening, ann, bob, kind, fields):
    ann.tap("player.joined", name="Dan")
    ann.tap("rule.made", text="No elbows")

    for player, acting in (("p3", "p2"), ("p4", "p4"), ("p4", "p2")):
        answer = bob.tap(kind, player=player, acting=acting, **fields)
        assert answer.status == 422
        assert "own phone" in answer.says


@pytest.mark.parametrize("field", ["by", "at", "seq", "device", "is_admin", "role", "finesmaster", "device_id"])
def test_a_form_does_not_say_who_when_or_with_what_power(evening, bob, field):
    before = evening.file

    answer = bob.tap("player.left", player="p3", **{field: "p1"})

    assert answer.status == 422
    assert "no field" in answer.says
    assert evening.file == before


def test_the_numbers_of_players_are_made_here(evening, bob):
    bob.tap("player.joined", name="Dan", player="p1")

    assert evening.night.names == {"p1": "Ann", "p2": "Bob", "p3": "Cal", "p4": "Dan"}


def test_a_query_gives_no_power(evening, bob):
    answer = bob.post("entries?role=admin&acting=p1&by=p1", type="fine.given", player="p3", amount=1)

    assert answer.status == 422
    assert evening.owed == {}


@pytest.mark.parametrize("headers", [{}, {"Origin": "http://evil.example"}, {"Origin": "null"}])
def test_no_foreign_page_taps_for_us(evening, ann, headers):
    before = evening.file
    for method, path in of_a_night(evening):
        if method != "GET":
            answer = ann.client.open(path, method=method, data={"type": "night.closed"}, headers=headers)
            assert answer.status_code == 403
    assert evening.file == before
