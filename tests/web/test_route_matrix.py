"""Every route × every kind of phone × every method: what happens is what the route's own policy says."""

from typing import get_args

import pytest

from companion.storage import members
from companion.storage.database import database_of
from companion.storage.models import db
from companion.web import auth, security
from tests.conftest import OWN, Evening, make_app
from tests.web.routes import ways

OUTSIDE = ("nobody", "removed guest", "undone guest", "finesmaster of another night")
ADMITS = {  # each policy, and which of the others it lets in
    "anybody": {*OUTSIDE, "big screen", "guest", "finesmaster"},
    "watching": {"big screen", "guest", "finesmaster"},
    "joined": {"guest", "finesmaster"},
    "finesmaster": {"finesmaster"},
    "operator": {*OUTSIDE, "big screen", "guest", "finesmaster"},  # they all come from this very machine
}
INSIDE = ("big screen", "guest", "finesmaster")
POWER = {  # would do something, were it let in
    "type": "player.left", "player": "p2", "to": "p3", "sure": "yes", "name": "Xanthippe", "vote": "yes", "entry": "3",
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
    guest.post("wishes", drinks="forfeit", forfeit=WORDS[5])
    screen = night.stranger()
    screen.get(f"/w/{night.links.watch}")
    night.phones = {
        "nobody": night.stranger(), "removed guest": removed, "undone guest": undone,
        "finesmaster of another night": Evening(app, name="Elsewhere").ann, "big screen": screen, "guest": guest,
        "finesmaster": night.ann,
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


def written(night):
    """Every row of every table, as the disk has them."""
    tables = db.metadata.sorted_tables
    return database_of(night.app).read(lambda s: [sorted(map(str, s.execute(table.select()))) for table in tables])


def secrets(night):
    return [night.links.token, night.links.code, f"{night.links.code[:4]}-{night.links.code[4:]}", night.links.watch]


def asked(night, phone, way, data=None):
    """The status of the answer, and what it says; of a stream the beginning."""
    response = phone.client.open(way.path, method=way.method, data=data, headers=OWN, buffered=False)
    try:
        frames = iter(response.response)
        text = b"".join(next(frames, b"") for _ in range(2)) if way.streams else b"".join(frames)
        return response.status_code, text.decode(errors="replace"), response.headers
    finally:
        response.close()


def expected(way, role):
    """The kind of answer that the policy of a route has for such a phone: `refused` or `open`."""
    return "open" if role in ADMITS.get(way.policy, ()) else "refused"


def wrong(night, role, way, data=None):
    """What an answer should not have been, in words; nothing if all is well."""
    status, text, headers = asked(night, night.phones[role], way, data)
    name = f"{role}: {way.method} {way.rule} ({way.policy})"
    if status >= 500:
        return [f"{name} was answered {status}"]
    if not way.answers:
        return [] if status in (403, 405) else [f"{name} is no method of it and was answered {status}"]
    found = []
    if expected(way, role) == "refused" and status != 403:
        found.append(f"{name} was answered {status}, not refused")
    if expected(way, role) == "open" and status in (401, 403, 405):
        found.append(f"{name} was refused with {status}")
    if role in OUTSIDE or (role == "big screen" and status == 403):
        leaked = [word for word in (*WORDS, *secrets(night)) if word in text or word in str(headers)]
        found += [f"{name} tells {leaked}"] if leaked else []
    return found


def asked_by(night, role):
    """Every way that there is; what is no method of an address is tried by two of the phones only."""
    return [way for way in ways(night.app, night.nid) if way.answers or role in ("nobody", "finesmaster")]


def faults(night, role, only=lambda way: True):
    """Everything in which the answers to one kind of phone differ from the policies; POSTs from inside are empty."""
    found, before, asking = [], written(night), [way for way in asked_by(night, role) if only(way)]
    allowed = [way for way in asking if way.unsafe and expected(way, role) == "open"]
    for way in asking:
        if way not in allowed:
            found += wrong(night, role, way, POWER if way.unsafe else None)
    found += [f"{role} wrote {new}" for new in differences(before, written(night))]
    for way in allowed:
        found += wrong(night, role, way)
    return found


def differences(before, after):
    """The rows that are new, gone or changed."""
    return [row for one, other in zip(before, after, strict=True) for row in set(one) ^ set(other)]


def test_every_route_answers_every_phone_as_its_policy_says(night):
    tried = list(ways(night.app, night.nid))

    assert {way.policy for way in tried} == set(ADMITS) == set(get_args(security.Who))
    assert sum(way.streams for way in tried) >= 2
    assert len(tried) > 400
    assert [fault for role in (*OUTSIDE, *INSIDE) for fault in faults(night, role)] == []


def test_from_outside_nothing_can_be_written_at_any_table_with_any_form(night):
    forms = [{}, {**POWER, "acting": "p1"}, {"type": "night.closed", "by": "p1", "key": "x"}]
    before, tried = written(night), 0
    for way in ways(night.app, night.nid):
        if way.unsafe and way.answers and way.policy != "anybody":
            for form in forms:
                for role in OUTSIDE:
                    assert wrong(night, role, way, form) == []
                    tried += 1
    assert written(night) == before
    assert tried > 100


def test_a_guest_uses_no_route_of_the_finesmaster_whatever_the_form_says(night):
    ours = [way for way in ways(night.app, night.nid) if way.policy == "finesmaster" and way.answers and way.unsafe]
    before = written(night)

    assert ours
    for way in ours:
        for claim in ({}, {"by": "p1"}, {"acting": "p1"}, {"role": "admin", "is_admin": "true", "finesmaster": "p2"}):
            assert wrong(night, "guest", way, {**POWER, **claim}) == []
    assert written(night) == before


def test_looking_with_the_right_secret_writes_nothing_whoever_looks(night):
    """With a wrong one, and at every other address, the test of every route says so."""
    before = written(night)
    ticket = members.ticket(database_of(night.app), night.nid, "p2")
    with_secrets = written(night)
    assert with_secrets != before

    secret = [way for way in ways(night.app, night.nid, token=night.links.token, secret=ticket)
              if not way.unsafe and ("<token>" in way.rule or "<secret>" in way.rule)]  # fmt: skip
    assert len({way.rule for way in secret}) >= 3
    for way in secret:
        for phone in night.phones.values():
            asked(night, phone, way)
    assert written(night) == with_secrets


def test_a_route_that_forgets_its_guard_is_found(tmp_path, monkeypatch):
    monkeypatch.setitem(security.CHECKS, "finesmaster", auth.admit)
    night = opened(make_app(tmp_path))

    found = faults(night, "guest", lambda way: way.policy == "finesmaster")
    assert any("(finesmaster) was answered" in fault for fault in found)
    assert any("guest wrote" in fault for fault in found)
    database_of(night.app).close()


def test_a_page_that_tells_a_stranger_of_the_night_is_found(night, monkeypatch):
    leak = night.app.view_functions["privacy.robots"]
    monkeypatch.setitem(night.app.view_functions, "privacy.robots", text := lambda: WORDS[0])
    text.policy = leak.policy

    found = faults(night, "nobody", lambda way: way.rule == "/robots.txt")
    assert any("/robots.txt (anybody) tells ['Quittenabend']" in fault for fault in found)
