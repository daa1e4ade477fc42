"""Who can do what: every route and every event type declares it, and no form decides who somebody is."""

from companion.commands import authorization
from companion.domain.events import EVENTS
from companion.domain.games import GAMES

ANYBODY = {"/", "/nights", "/join", "/j/<token>", "/m/<secret>", "/w/<token>", "/static/<path:name>", "/rules"} | {
    "/robots.txt", "/nights/file", "/opened/<proof>", "/manifest.webmanifest", "/sw.js", "/offline",
    "/authority.crt", "/design", "/health",
}  # fmt: skip


def test_every_route_has_a_policy_and_only_these_are_open_to_anybody(web):
    views = web.view_functions
    open_to_all = {rule.rule for rule in web.url_map.iter_rules() if views[rule.endpoint].policy == "anybody"}

    assert [name for name, view in views.items() if not hasattr(view, "policy")] == []
    assert {rule for rule in open_to_all if not rule.startswith(("/static", "/s/"))} <= ANYBODY


def test_every_event_type_has_its_senders():
    allowed = {value for name, value in vars(authorization).items() if name.isupper() and isinstance(value, str)}
    kinds = [*EVENTS, *(kind for game in GAMES.values() for kind in game.events)]
    assert {authorization.SENDERS[kind] for kind in kinds} <= allowed


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
        (authorization.SERVER, (ann, bob), "The companion writes that itself."),
        (authorization.FINESMASTER, (bob,), "for the finesmaster, Ann"),
    ):
        for kind in (kind for kind in EVENTS if authorization.SENDERS[kind] == sender):
            for phone in phones:
                answer = phone.tap(kind, **fitting(kind))
                assert (answer.status, words in answer.says) == (422, True), kind
                assert evening.file == before, kind


def test_what_only_a_player_can_tap_is_refused_from_every_other_phone(evening, ann, bob):
    cases = [
        ("rule.objected", {"rule": "r1"}),
        ("call.contested", {"entry": "5"}),
        ("office.claimed", {}),
        ("water.called", {}),
    ]
    ann.tap("player.joined", name="Dan")
    ann.tap("rule.made", text="No elbows")
    for kind, fields in cases:
        for player, acting in (("p3", "p2"), ("p4", "p4"), ("p4", "p2")):
            answer = bob.tap(kind, player=player, acting=acting, **fields)
            assert answer.status == 422, kind
            assert "own phone" in answer.says, kind


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
