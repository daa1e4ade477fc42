"""Names, rules and reasons are text: nobody's phone runs them, on any page, in any message or answer."""

import io
import json
from urllib.parse import urlencode

import pytest

from companion.keeping import import_night
from companion.web import books

CORPUS = [
    "<script>alert(1)</script>",
    "<b>fat</b>",
    "<img src=x onerror=alert(1)>",
    '"><svg onload=alert(1)>',
    "' onclick='alert(1)",
    '" autofocus onfocus="x',
    "</section><h1>",
    "</textarea><b>",
    "</title><b>",
    "<!--<b>",
    "--><b>",
    "]]><b>",
    "<b/x>",
    "{{ 7*7 }}<b>",
    "{% raw %}<b>",
    "${7*7}<b>",
    "javascript:alert(1)//<b>",
    "&lt;b&gt;<b>",
    "&#60;b&#62;<i>",
    "<B>",
    "data: x<b>",
    "event: gone<b>",
    "<a href=//evil.example>",
    "%3Cb%3E<b>",
    "\u202e<bdo>",
    "<ſcript>",
    "＜script＞",
]
SHORT = [text for text in CORPUS if len(text) <= 24]
PAGES = [
    "", "drinks", "rules", "log", "seats", "share", "start", "deal", "pad", "log/1", "log/2", "rules/r1",
    "rules/bring", "rules/keep", "fines", "proposals", "settle", "unit",
]  # fmt: skip


def raw(text: str) -> list[str]:
    """What may nowhere stand unescaped."""
    return [text] if set(text) & set("<>\"'&") else []


def assert_text(html: str, text: str) -> None:
    for piece in raw(text):
        assert piece not in html
    assert "<b>fat" not in html


@pytest.mark.parametrize("text", CORPUS)
def test_in_the_name_of_a_night_its_unit_a_rule_and_a_reason(start_evening, text):
    night = start_evening(name=f"N {text}", unit=text[:40])
    bob = night.join("Bob")
    night.ann.tap("rule.made", text=f"R {text}")
    night.ann.tap("fine.given", player="p2", amount=2, reason=f"F {text}")
    night.ann.tap("rule.called", rule="r1", player="p2")
    night.ann.tap("game.started", game="five-card-yak", players=["p1", "p2"], dealer="p1")

    for phone in (night.ann, bob):
        for page in PAGES:
            answer = phone.get(page)
            assert answer.status == 200, page
            assert_text(answer.html, text)
        assert_text(phone.get("/").html, text)
        for page in ("table", "drinks", "rules", "log", "seats"):
            assert_text(phone.get(f"poll?page={page}").html, text)
    assert f"R {text}".split("<")[0].strip() in bob.get("rules").words


@pytest.mark.parametrize("name", SHORT)
def test_in_the_name_of_a_player(start_evening, name):
    night = start_evening(name="Friday")
    guest = night.join(name)
    shown = night.night.names["p2"]
    night.ann.tap("player.joined", name="Cal")
    night.ann.tap("game.started", game="five-card-yak", players=["p1", "p2"], dealer="p2")
    guest.tap("trick.taken", deal=1, trick=1, winner="p2")

    stranger = night.stranger()
    pages = [guest.get(page) for page in PAGES if page != "rules/r1"] + [stranger.get(f"/j/{night.door.token}")]
    refusals = [
        stranger.post(f"/j/{night.door.token}", name=name),
        night.ann.tap("trick.taken", deal=1, trick=1, winner="p1"),
        night.ann.tap("trick.taken", deal=1, trick=1, winner="p1", script=False),
        guest.tap("fine.given", player="p1", amount=1),
        night.ann.tap("drink.taken", player="p2", amount=99),
    ]

    assert [refusal.status for refusal in refusals] == [422, 409, 409, 422, 422]
    for answer in (*pages, *refusals):
        assert_text(answer.html, shown)


@pytest.mark.parametrize("text", CORPUS)
def test_in_what_a_refusal_says_back(evening, ann, bob, text):
    ann.tap("rule.made", text="No elbows")
    for script in (True, False):
        for answer in (
            ann.tap(text, script=script),
            ann.tap("fine.given", player=text, amount=text, reason=text * 150, back="drinks", script=script),
            ann.tap("rule.made", text=text * 150, who=text, back="rules", script=script, **{"when.on": text}),
            ann.tap("rule.amended", rule="r1", text=text * 150, back="rules", script=script),
            ann.tap("player.joined", name=text * 150, back="seats", script=script),
            ann.tap("game.started", game=text, players=[text], dealer=text, script=script),
            ann.tap("entry.changed", entry=text, script=script, **{f"event.{text}": text}),
            ann.tap("seats.moved", move=text, script=script),
            ann.tap("player.left", player="p2", acting=text, back=text, key=text, script=script),
        ):
            assert answer.status == 422
            assert_text(answer.html, text)
    assert_text(ann.post("seats/lend", player="p2", to=text).html, text)
    assert_text(ann.post("/nights", night=text * 150, name=text, own_unit=text).html, text)
    assert_text(ann.post("/join", code=text).html, text)
    assert_text(bob.get(f"pad?card={text}").html, text)


@pytest.mark.parametrize("text", CORPUS)
def test_in_a_rule_while_it_is_typed_read_back_and_changed(evening, ann, bob, text):
    rule = {"text": f"R {text}", "read": text, "chips": text, "when.on": text, "who": text, "also.who": text}
    query = urlencode({**rule, "also.amount": text, "when.rank": text, "rule": ""})
    for page in ("rules/read", "rules/write", "rules"):
        answer = ann.get(f"{page}?{query}")
        assert answer.status == 200
        assert_text(answer.html, text)
    ann.tap("rule.made", text=f"R {text}")
    bob.tap("rule.amended", rule="r1", text=f"S {text}", amount=2)
    ann.tap("rule.objected", rule="r1", player="p1")
    ann.tap("rule.repealed", rule="r1")
    assert_text(bob.get("rules").html, text)


@pytest.mark.parametrize("text", CORPUS)
def test_in_a_rule_book_that_somebody_brings(evening, ann, stranger, text):
    data = json.dumps({"format": "companion-rules/1", "rules": [{"text": f"R {text}"}, {"text": f"Ann {text}"}]})
    word = books.packed(data.encode())
    answers = [
        ann.get(f"rules/bring?book={word}"),
        ann.get(f"rules/bring?{urlencode({'book': text, 'game': text})}"),
        ann.post("rules/bring", {"file": (io.BytesIO(data.encode()), text)}),
        ann.post("rules/bring", book=word, all="yes"),
        ann.get(f"/rules?book={word}"),
        stranger.get(f"/rules?book={word}"),
        stranger.get(f"/rules?{urlencode({'book': text})}"),
        ann.get("rules/keep"),
    ]
    for answer in answers:
        assert_text(answer.html, text)
    assert [rule.text for rule in evening.night.rules.values()] == [f"R {text}"]


def test_in_the_stream_no_text_can_forge_a_message(start_evening):
    night = start_evening(name="Friday")
    night.ann.tap("rule.made", text="x data: y event: gone id: 9")
    night.ann.tap("rule.called", rule="r1", player="p1")

    stream = night.ann.client.get(f"/n/{night.nid}/live?page=table", buffered=False)
    frames = iter(stream.response)
    next(frames)
    painted = next(frames).decode()
    stream.close()

    lines = painted.rstrip("\n").split("\n")
    assert lines[0] == "event: paint"
    assert all(line.startswith("data: ") for line in lines[2:])


@pytest.mark.parametrize("odd", ["ann'><b>", "a b", "x onclick=y", "</x>", "&lt;", "p2 up"])
def test_in_the_ids_of_an_imported_night(start_evening, web, odd):
    events = [
        {"type": "night.opened", "name": "Old"},
        {"type": "player.joined", "player": odd, "name": "Odd"},
        {"type": "player.joined", "player": "bob", "name": "Bob"},
        {"type": "rule.made", "rule": odd, "text": "No elbows"},
        {"type": "fine.given", "player": odd, "amount": 2},
        {"type": "game.started", "game": "five-card-yak", "players": [odd, "bob"]},
    ]
    numbered = [{"seq": seq, **event} for seq, event in enumerate(events, start=1)]
    data = json.dumps({"format": "companion-night/1", "events": numbered}).encode()
    link = import_night(web, data)
    phone = start_evening().stranger()
    phone.nid = phone.post(link, seat=odd).goes_to.split("/")[2]

    for page in (page for page in PAGES if "r1" not in page):
        answer = phone.get(page)
        assert answer.status == 200
        if set(odd) & set("<>'&"):
            assert odd not in answer.html
    assert phone.tap("seats.moved", move=f"{odd} down").status == 200
    assert phone.tap("trick.taken", deal=1, trick=1, winner=odd, plays=[f"{odd} QH", "bob 2S"]).status == 200
