"""Who can do what: every route for every kind of phone and method, and every event type."""

from typing import get_args

import pytest

from companion.domain import rights
from companion.domain.events import EVENTS
from companion.domain.games import GAMES
from companion.storage import members
from companion.storage.database import database_of
from companion.web import auth, security
from tests.conftest import OWN, Evening, make_app
from tests.web.routes import ways

OUTSIDE = ("nobody", "removed guest", "undone guest", "finesmaster of another night")
ADMITS = {  # each policy, and which of the others it lets in
    "anybody": {*OUTSIDE, "big screen", "program", "guest", "finesmaster"},
    "watching": {"big screen", "guest", "finesmaster"},
    "reading": {"program", "guest", "finesmaster"},
    "joined": {"guest", "finesmaster"},
    "finesmaster": {"finesmaster"},
}
INSIDE = ("big screen", "program", "guest", "finesmaster")
POWER = {  # would do something, were it let in
    "type": "player.left", "player": "p2", "to": "p3", "sure": "yes", "name": "Xanthippe", "entry": "3",
    "all": "yes", "amount": "3", "unit": "sip", "answer": "yes", "seat": "p4", "drinks": "soft",
}  # fmt: skip
WORDS = ("Quittenabend", "Wilhelmina", "Balthasar", "Kunigunde", "Zacharias", "Schabernack", "Pfefferminz", "quaffel")


def opened(app):
    """A night whose words no page would say by itself, with a phone of every kind."""
    night = Evening(app, name=WORDS[0], host=WORDS[1], unit=WORDS[7])
    guest = night.join(WORDS[2])
    removed, undone = night.join(WORDS[3]), night.join("Leberecht")
    night.ann.tap("entry.undone", entry=night.seq)
    night.ann.post("seats/remove", player="p3")
    night.ann.tap("player.joined", name=WORDS[4])
    night.ann.tap("rule.made", text=f"No {WORDS[5]}")
    night.ann.tap("fine.given", player="p2", amount=3, reason=WORDS[6])
    guest.post("preferences", drinks="forfeit", forfeit=WORDS[5])
    screen, program = night.stranger(), night.stranger()
    screen.get(f"/w/{night.links.watch}")
    night.ann.post("programs", feed="on")
    program.token = night.members.feed
    night.phones = {
        "nobody": night.stranger(), "removed guest": removed, "undone guest": undone,
        "finesmaster of another night": Evening(app, name="Elsewhere").ann, "big screen": screen,
        "program": program, "guest": guest, "finesmaster": night.ann,
    }  # fmt: skip
    return night


@pytest.fixture(scope="module")
def app(tmp_path_factory):
    """An app of its own, so that all that is written in it can be compared."""
    app = make_app(tmp_path_factory.mktemp("matrix"))
    yield app
    database_of(app).close()


@pytest.fixture
def night(app):
    return opened(app)


def admitted(way, role):
    return role in ADMITS.get(way.policy, ())


def secrets(night):
    return [night.links.token, night.links.code, f"{night.links.code[:3]}-{night.links.code[3:]}", night.links.watch,
            night.members.feed]  # fmt: skip


def asked(night, phone, way, data=None):
    """The status, text and headers of the answer; of a stream the beginning."""
    link = {"token": getattr(phone, "token", "")}  # with which a program asks for every address
    response = phone.client.open(way.path, method=way.method, query_string=link, data=data, headers=OWN, buffered=False)
    try:
        frames = iter(response.response)
        text = b"".join(next(frames, b"") for _ in range(2)) if way.streams else b"".join(frames)
        return response.status_code, text.decode(errors="replace"), response.headers
    finally:
        response.close()


def wrong(night, role, way, data=None):
    """What an answer should not have been, in words; nothing if all is well."""
    status, text, headers = asked(night, night.phones[role], way, data)
    name = f"{role}: {way.method} {way.rule} ({way.policy})"
    if status >= 500:
        return [f"{name} was answered {status}"]
    if not way.answers:
        return [] if status in (403, 405) else [f"{name} is no method of it and was answered {status}"]
    found = []
    if not admitted(way, role) and status != 403:
        found.append(f"{name} was answered {status}, not refused")
    if admitted(way, role) and status in (401, 403, 405):
        found.append(f"{name} was refused with {status}")
    if role in OUTSIDE or (role in ("big screen", "program") and status == 403):
        leaked = [word for word in (*WORDS, *secrets(night)) if word in text or word in str(headers)]
        found += [f"{name} shows {leaked}"] if leaked else []
    return found


def faults(night, role, only=lambda way: True):
    """Everything in which the answers to one kind of phone differ from the policies; POSTs from inside are empty.

    What is no method of an address is tried by two of the phones only, and HEAD by those whom the page refuses.
    """
    found, before = [], night.rows
    asking = [way for way in ways(night.app, night.nid) if way.answers or role in ("nobody", "finesmaster")]
    asking = [way for way in asking if way.method != "HEAD" or not admitted(way, role)]
    allowed = [way for way in asking if only(way) and way.unsafe and admitted(way, role)]
    for way in asking:
        if only(way) and way not in allowed:
            found += wrong(night, role, way, POWER if way.unsafe else None)
    found += [f"{role} wrote {set(a) ^ set(b)}" for a, b in zip(before, night.rows, strict=True) if a != b]
    for way in allowed:
        found += wrong(night, role, way)
    return found


def test_every_route_answers_every_phone_as_its_policy_says(night):
    tried = list(ways(night.app, night.nid))

    assert {way.policy for way in tried} == set(ADMITS) == set(get_args(security.Who))
    assert sum(way.streams for way in tried) >= 2
    assert len(tried) > 400
    assert [fault for role in (*OUTSIDE, *INSIDE) for fault in faults(night, role)] == []


def test_a_form_gives_nobody_a_power_whatever_it_says(night):
    """From outside at any route; as a guest at those of the finesmaster."""
    writing = [way for way in ways(night.app, night.nid) if way.unsafe and way.answers and way.policy != "anybody"]
    claims = ({"by": "p1"}, {"acting": "p1"}, {"role": "admin", "is_admin": "true", "finesmaster": "p2"})
    before, tried = night.rows, 0
    for way in writing:
        for role in OUTSIDE if way.policy != "finesmaster" else (*OUTSIDE, "guest"):
            for form in (*({**POWER, **claim} for claim in claims), {"type": "night.closed", "by": "p1"}):
                assert wrong(night, role, way, form) == []
                tried += 1

    assert tried > 100
    assert night.rows == before


def test_opening_a_page_by_its_secret_writes_nothing(night):
    """With a wrong one, and at every other address, the test of every route says so."""
    before = night.rows
    ticket = members.ticket(database_of(night.app), night.nid, "p2")
    with_secrets = night.rows
    assert with_secrets != before

    secret = [way for way in ways(night.app, night.nid, token=night.links.token, secret=ticket)
              if not way.unsafe and ("<token>" in way.rule or "<secret>" in way.rule)]  # fmt: skip
    assert len({way.rule for way in secret}) >= 3
    for way in secret:
        for phone in night.phones.values():
            asked(night, phone, way)
    assert night.rows == with_secrets


def test_a_route_that_forgets_its_guard_is_found(tmp_path, monkeypatch):
    monkeypatch.setitem(security.CHECKS, "finesmaster", auth.admit)
    night = opened(make_app(tmp_path))

    found = faults(night, "guest", lambda way: way.policy == "finesmaster")
    assert any("(finesmaster) was answered" in fault for fault in found)
    assert any("guest wrote" in fault for fault in found)
    database_of(night.app).close()


# No page of another site can tap for us, whatever a browser says of where it is

SAME = {"Sec-Fetch-Site": "same-origin"}
FOREIGN = {
    "missing": {},
    "null": {"Origin": "null"},
    "empty": {"Origin": ""},
    "foreign": {"Origin": "http://evil.example"},
    "foreign that says same-origin": {"Origin": "http://evil.example", **SAME},
    "our name with more behind it": {"Origin": "http://localhost.evil.example"},
    "our name before an at": {"Origin": "http://localhost@evil.example"},
    "another port of ours": {"Origin": "http://localhost:8000"},
    "https of ours": {"Origin": "https://localhost"},
    "two of them": {"Origin": "http://localhost, http://evil.example"},
    "with a path": {"Origin": "http://localhost/"},
    "ours, cross-site": {**OWN, "Sec-Fetch-Site": "cross-site"},
    "ours, same-site": {**OWN, "Sec-Fetch-Site": "same-site"},
    "ours, none": {**OWN, "Sec-Fetch-Site": "none"},
    "ours, nonsense": {**OWN, "Sec-Fetch-Site": "Same-Origin "},
    "missing, cross-site": {"Sec-Fetch-Site": "cross-site"},
    "missing, empty site": {"Sec-Fetch-Site": ""},
    "null, cross-site": {"Origin": "null", "Sec-Fetch-Site": "cross-site"},
    "only a referrer": {"Referer": "http://localhost/"},
    "a foreign Forwarded": {"Origin": "http://evil.example", "X-Forwarded-Host": "evil.example"},
}
EVERYWHERE = ("missing", "foreign", "ours, cross-site")  # tried at every address, the others where most can be won
ENTRANCES = {"/nights", "/j/<token>", "/m/<secret>", "/n/<nid>/entries"}


def test_a_foreign_page_changes_nothing_with_the_finesmasters_own_cookie(night):
    ticket = members.ticket(database_of(night.app), night.nid, "p2")
    before, named = night.rows, {"token": night.links.token, "secret": ticket}
    addresses = [way for way in ways(night.app, night.nid, **named) if way.unsafe and way.answers]
    assert {way.rule for way in addresses} > ENTRANCES
    for where, headers in FOREIGN.items():
        for way in addresses if where in EVERYWHERE else [way for way in addresses if way.rule in ENTRANCES]:
            answer = night.ann.client.open(way.path, method=way.method, data=POWER, headers=headers)
            assert answer.status_code == 403, (where, way)
            assert "came from another site" in answer.text, (where, way)
            assert not {"Location", "Set-Cookie"} & set(answer.headers.keys()), (where, way)
        assert night.rows == before, where


def test_our_own_pages_are_never_taken_for_foreign(night):
    for headers in [OWN, {**OWN, **SAME}, SAME]:
        for way in ways(night.app, night.nid):
            if way.unsafe and way.answers:
                answer = night.ann.client.open(way.path, method=way.method, headers=headers)
                assert answer.status_code not in (403, 405), way
                assert answer.status_code < 500, way


def test_no_other_site_reads_an_answer(night):
    for way in ways(night.app, night.nid):
        if way.answers and way.method != "HEAD" and not way.streams:
            answer = night.ann.client.open(way.path, method=way.method, headers={"Origin": "http://evil.example"})
            assert not [name for name, _ in answer.headers if name.startswith("Access-Control-")], way


# Which routes are open to anybody, who can send which event, and what no form decides

ANYBODY = {"/", "/nights", "/join", "/j/<token>", "/m/<secret>", "/w/<token>", "/static/<path:name>", "/rules"} | {
    "/robots.txt", "/nights/file", "/try", "/opened/<proof>", "/manifest.webmanifest", "/sw.js", "/offline",
    "/authority.crt", "/design", "/health", "/welcome/<token>", "/tv", "/games/<name>",
}  # fmt: skip


def test_every_route_has_a_policy_and_only_these_are_open_to_anybody(web):
    views = web.view_functions
    open_to_all = {rule.rule for rule in web.url_map.iter_rules() if views[rule.endpoint].policy == "anybody"}

    assert [name for name, view in views.items() if not hasattr(view, "policy")] == []
    assert {rule for rule in open_to_all if not rule.startswith(("/static", "/s/"))} <= ANYBODY


@pytest.mark.each_game
def test_every_event_type_has_its_senders():
    allowed = {value for name, value in vars(rights).items() if name.isupper() and isinstance(value, str)}
    kinds = [*EVENTS, *(kind for game in GAMES.values() for kind in game.entered)]
    assert {rights.SENDERS[kind] for kind in kinds} <= allowed


FIELDS = {
    "player": "p2", "amount": "1", "entry": "1", "stands": "true", "rule": "r1", "votes": ["p1"], "to": "p1",
    "name": "Zoe", "unit": "sip", "text": "No knees", "game": "five-card-yak", "players": ["p1", "p2"], "order": ["p1"],
}  # fmt: skip


def fitting(kind: str) -> dict:
    """Fields that this event type has."""
    return {name: value for name, value in FIELDS.items() if name in EVENTS[kind].__struct_fields__}


def test_what_the_companion_writes_itself_or_is_the_finesmasters_is_refused(evening, ann, bob):
    ann.tap("rule.made", text="No elbows")
    before = evening.file
    for sender, phones, words in (
        (rights.SERVER, (ann, bob), "The companion does that by itself."),
        (rights.NO_MORE, (ann, bob), "There are no votes any more."),
        (rights.FINESMASTER, (bob,), "Only the finesmaster (Ann)"),
    ):
        for kind in (kind for kind in EVENTS if rights.SENDERS[kind] == sender):
            for phone in phones:
                answer = phone.tap(kind, **fitting(kind))
                assert (answer.status, words in answer.says) == (422, True), kind
                assert evening.file == before, kind


def test_a_form_decides_neither_who_nor_when_nor_with_what_power(evening, bob):
    before = evening.file
    for field in ["by", "at", "seq", "device", "is_admin", "role", "finesmaster", "device_id"]:
        answer = bob.tap("player.left", player="p3", **{field: "p1"})
        assert answer.status == 422, field
        assert "no field" in answer.says, field
    assert bob.post("entries?role=admin&acting=p1&by=p1", type="fine.given", player="p3", amount=1).status == 422
    assert evening.file == before
    bob.tap("player.joined", name="Dan", player="p1")
    assert evening.night.names == {"p1": "Ann", "p2": "Bob", "p3": "Cal", "p4": "Dan"}  # the numbers are made here
