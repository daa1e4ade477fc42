"""The rule book: the history of every rule; saved as a file, a link and a QR code, and brought to another night."""

import base64
import io
import json
import re
import tracemalloc
import zlib
from html import unescape

import pytest

from companion.domain.games import GAMES
from companion.domain.house_rules.english.starters import starters
from companion.domain.house_rules.model import Called, CardPlayed, Part
from companion.web import rule_books
from tests.conftest import OFFER

JACKS = {"text": "Jacks!", "when": {"on": "card.played", "rank": "J"}, "who": "left", "amount": 2}
ELBOWS = {"text": "No elbows", "when": {"on": "called"}, "who": "player", "amount": 1}
TOGETHER = {**ELBOWS, "text": "No knees", "also": [{"who": "dealer", "amount": 2}]}


def file_of(*rules, **more):
    return json.dumps({"format": "companion-rules/1", "rules": list(rules), **more}).encode()


def word_of(data):
    return base64.urlsafe_b64encode(zlib.compress(data)).rstrip(b"=").decode()


def uploads(phone, data):
    return phone.post("ready-made", {"file": (io.BytesIO(data), "rules.json")})


@pytest.fixture
def ruled(evening, ann, bob):
    """Two rules of Bob: one amended by him and by Ann, one repealed."""
    bob.tap("rule.made", text="No elbows")
    bob.tap("rule.made", text="No knees")
    bob.tap("rule.amended", rule="r1", text="No elbows on the table", amount=2)
    ann.tap("rule.amended", rule="r1", who="everyone")
    bob.tap("rule.repealed", rule="r2")
    return evening


def test_the_book_shows_who_made_a_rule_when_what_it_does_how_often_it_fired_and_what_it_cost(evening, ann, bob):
    bob.tap("rule.made", text="No elbows", amount=2)
    at = evening.log.lines[-1].entry.at
    for player in ("p2", "p3"):
        bob.tap("rule.called", rule="r1", player=player)
    bob.tap("rule.made", text="Jacks!", who="left", amount=2, **{"when.on": "card.played", "when.rank": "J"})
    page = bob.get("rules")

    assert "Made by Bob" in page.words
    assert f'<time datetime="{at}">' in page.html
    assert "Fired 2 times: 4 in all." in page.words
    assert "Hasn’t fired yet." in page.words
    assert "The app watches." in page.words
    assert "jack" in page.regions["r-book"]  # which its words do not say
    assert re.findall('id="caught-(r.)-', page.html) == ["r1"]  # what the app watches nobody has to call


def test_the_book_shows_who_amended_or_repealed_a_rule_but_nothing_that_was_undone(ruled, ann, cal):
    words = cal.get("rules").words
    made, first, second = (words.index(part) for part in ("Made by Bob", "Changed by Bob", "Changed by Ann"))
    assert made < first != second
    for part in ("its words, how many", "who drinks", "Dropped by Bob"):
        assert part in words

    ann.tap("entry.undone", entry=ruled.night.rules["r1"].entries[1])
    assert "Changed by Bob" not in cal.get("rules").words

    ann.tap("night.closed")
    page = ann.get("rules")
    assert "its rules stay as they are" in page.words
    assert "Caught!" not in page.words
    assert "rule-form" not in page.html


def test_the_rules_in_force_are_brought_to_another_night_by_their_file(evening, ann, start_evening):
    ann.tap("rule.made", **{"text": "Jacks!", "when.on": "card.played", "when.rank": ["J", "Q"], "who": "left"})
    ann.tap("rule.made", **{"text": "No knees", "also.who": ["dealer"], "also.amount": ["2"]})
    other = start_evening(name="Saturday")
    ann.tap("rule.made", text="No pointing")
    ann.tap("rule.repealed", rule="r3")
    file = ann.get("rules/book.json")
    page = uploads(other.ann, file.html.encode())

    assert file.response.mimetype == "application/json"
    assert "attachment" in file.response.headers["Content-Disposition"]
    assert json.loads(file.html)["format"] == "companion-rules/1"
    assert json.loads(file.html)["rules"][1] == {
        "text": "No knees", "when": {"on": "called"}, "who": "player", "amount": 1,
        "also": [{"who": "dealer", "amount": 2}],
    }  # fmt: skip
    assert page.status == 200
    assert "Jacks!" in page.words
    word = page.html.split('name="book" value="')[1].split('"')[0]
    assert other.ann.post("ready-made", book=word, all="yes").goes_to == f"/n/{other.nid}/rules"
    brought = [(rule.text, rule.when, rule.parts) for rule in other.night.rules.values()]
    assert brought == [(rule.text, rule.when, rule.parts) for rule in evening.night.rules.values() if rule.active]
    assert brought[0][1] == CardPlayed(rank=("J", "Q"))
    assert brought[1][2] == (Part("player", 1), Part("dealer", 2))


def test_the_constitution_says_in_the_tables_own_words_who_made_each_article_and_whom_it_convicted(evening, ann, bob):
    bob.tap("rule.made", text="if u swear u drink lol", amount=2)
    ann.tap("rule.made", text="Hats off, no drink", amount=0)
    ann.tap("rule.made", text="No knees")
    ann.tap("rule.repealed", rule="r3")
    for rule, player in (("r1", "p3"), ("r1", "p1"), ("r1", "p3"), ("r2", "p2"), ("r1", "p1")):
        bob.tap("rule.called", rule=rule, player=player)
    ann.tap("call.settled", entry=evening.seq - 1, stands="true")
    bob.tap("rule.called", rule="r1", player="p2")
    fallen = evening.seq
    bob.tap("call.contested", entry=fallen, player="p2")
    ann.tap("call.settled", entry=fallen, stands="false")
    words = ann.get("files/rules").words

    assert "We, the undersigned, gave ourselves these laws. Article 1 “if u swear u drink lol”" in words
    assert "Made by Bob" in words
    assert "Fired 4 times: 8 in all. It hit Cal twice and Ann twice." in words
    assert "Article 2 “Hats off, no drink”" in words
    assert "It hit Bob once." in words
    assert "Article 3" not in words
    assert re.search(r"Dropped No knees Made by Ann, .* dropped by Ann, .* Signed Ann Bob Cal", words)


def test_a_rule_is_brought_with_its_title_and_costs_no_more_than_before(evening, ann, start_evening):
    last = {"when.on": "game.over", "when.place": "last"}
    ann.tap("rule.made", text="Thumbs up", title="Thumb master", **last)
    ann.tap("rule.made", text="Hats off", title="Hat", amount=2, **last)
    ann.tap("rule.made", text="As many as the trick", amount="trick", **{"when.on": "trick.taken", "when.row": "2"})
    other = start_evening()
    word = word_of(ann.get("rules/book.json").html.encode())
    other.ann.post("ready-made", book=word, all="yes")

    rules = [*evening.night.rules.values()]
    assert [(rule.title, bool(rule.charges)) for rule in rules] == [
        ("Thumb master", False), ("Hat", True), (None, True),
    ]  # fmt: skip
    assert [(rule.text, rule.when, rule.charges, rule.title) for rule in other.night.rules.values()] == [
        (rule.text, rule.when, rule.charges, rule.title) for rule in rules
    ]


def test_a_link_opens_the_book_for_a_stranger_and_leads_a_guest_to_their_night(ruled, cal, stranger):
    page = cal.get("files/rules")
    link = page.html.split('data-share="')[1].split('"')[0]
    path = link.removeprefix("http://localhost")

    assert "<svg" in page.html
    assert "No elbows on the table" in stranger.get(path).words
    assert "open a night" in stranger.get(path).words
    assert f"/n/{ruled.nid}/ready-made?book=" in cal.get(path).html
    word = word_of(file_of(JACKS, ELBOWS))
    for pasted in (word, f"http://elsewhere.example/rules?book={word}", f"  /rules?x=1&book={word} "):
        brought = cal.client.get(f"/n/{ruled.nid}/ready-made", query_string={"book": pasted})
        assert (brought.status_code, "Jacks!" in brought.text) == (200, True)


def offer(page, text):
    """The fields of the button that brings this rule in."""
    forms = [part for part in page.html.split("<form")[1:] if f'name="text" value="{text}"' in part]
    fields: dict[str, list[str]] = {}
    for name, value in OFFER.findall(forms[0].split("</form>")[0]):
        fields.setdefault(unescape(name), []).append(unescape(value))
    return fields


def test_one_tap_brings_a_rule_in_also_without_script(evening, bob):
    page = bob.get(f"ready-made?book={word_of(file_of(JACKS, TOGETHER))}")
    answer = bob.post("entries", offer(page, "Jacks!"))
    assert answer.status == 303
    assert "Ready-made rules" in bob.get(answer.goes_to).words

    assert bob.post("entries", offer(page, "No knees"), {"HX-Request": "true"}).status == 200
    bob.post("entries", offer(page, "Jacks!"), {"HX-Request": "true"})  # which is there already
    page = bob.get(f"ready-made?book={word_of(file_of({**JACKS, 'text': 'JACKS!!'}))}")
    assert "Article 1: still in force? JACKS!!" in page.words
    assert "In ✓" in page.words
    assert "jacks" in page.regions["r-in-force"]

    assert [rule.parts for rule in evening.night.rules.values()] == [
        (Part("left", 2),),
        (Part("player", 1), Part("dealer", 2)),
    ]


def test_while_somebody_holds_a_right_rules_come_in_one_by_one_and_spend_it(evening, bob, cal):
    evening.start("five-card-yak").play("p2", "p2", "p2", "p2", None)
    word = word_of(file_of(JACKS, ELBOWS))
    page = bob.get(f"ready-made?book={word}")

    assert "at a time" not in page.words
    named = re.findall("<h3>(.*)</h3>", page.html.split("Ideas by game")[0])  # they have no name of their own
    assert named == ["Article 1: still in force?", "Article 2: still in force?"]
    assert bob.post("ready-made", book=word, all="yes").refuses()
    assert cal.post("entries", offer(page, "No elbows")).refuses("Bob makes the next rule")
    assert bob.post("entries", offer(page, "Jacks!"), {"HX-Request": "true"}).status == 200
    assert evening.night.rights == ()


def test_of_a_whole_book_only_the_rules_that_are_allowed_come_in(evening, bob):
    hostile = {**ELBOWS, "text": "Bob drinks."}
    word = word_of(file_of(JACKS, hostile, ELBOWS))
    refused = bob.post("entries", offer(bob.get(f"ready-made?book={word}"), "Bob drinks."))
    assert refused.refuses("leave out Bob")
    assert "Bob drinks.</textarea>" in refused.html
    assert "All 3 are still in force" in bob.get(f"ready-made?book={word}").words
    answer = bob.post("ready-made", book=word, all="yes", key="s4")

    assert "2 of 3 came in." in answer.says
    assert "leave out Bob" in answer.says
    assert [rule.text for rule in evening.night.rules.values()] == ["Jacks!", "No elbows"]
    assert "such a rule already" not in bob.post("ready-made", book=word, all="yes", key="s4").says
    assert len(evening.night.rules) == 2


BOMB = zlib.compress(b" " * (16 * 1024 * 1024))
HOSTILE = [
    b"",
    b"no json",
    b"\xff\xfe",
    b"[" * 60_000,
    b'{"format": "companion-rules/2", "rules": []}',
    b'{"format": "companion-rules/1"}',
    b'{"format": "companion-rules/1", "rules": {}}',
    b'{"format": "companion-rules/1", "rules": ' + b"[" * 30_000 + b"]" * 30_000 + b"}",
    b'{"format": "companion-rules/1", "x": ' + b"[" * 25_000 + b"]" * 25_000 + b', "rules": []}',
    b'{"format": "companion-rules/1", "rules": [{"text": "a\\ud83eb"}]}',
    file_of(),
    file_of("x"),
    file_of(["text", "x"]),
    file_of({"text": "x", "when": {"on": "box.scored", "box": "<b>"}}),
    file_of({"text": "x", "amount": 6}),
    file_of({"text": "x", "amount": 10**30}),
    file_of({"text": "x\0y"}),
    file_of({"text": "x" * 281}),
    file_of({"text": "x", "by": "p1"}),
    file_of({"text": "x", "also": [{"who": "left", "amount": 1}] * 3}),
    file_of(*[{"text": f"rule {number}"} for number in range(101)]),
    b"\0" * 60_000,
]


def test_a_file_that_is_no_rule_book_is_refused_in_a_sentence(evening, bob, stranger):
    before = evening.file
    for data in HOSTILE:
        word, said = word_of(data), data[:60]
        answers = [
            uploads(bob, data),
            bob.post("ready-made", book=word, all="yes"),
            stranger.get(f"/rules?book={word}"),
            *([bob.get(f"ready-made?book={word}")] if data else []),
        ]
        assert [answer.status for answer in answers] == [422, 422, 404, 422][: len(answers)], said
        for answer in answers:
            assert "Traceback" not in answer.html, said
            assert re.search("list of rules|oo many|no rules in it|No game has a box", answer.words), said
        assert evening.file == before, said
    cases = ["", "!", "ä", "AAAA", base64.urlsafe_b64encode(BOMB).decode(), word_of(file_of(JACKS))[:-9], "x" * 200_000]
    for word in cases:
        query = {"book": word}
        assert stranger.client.get("/rules", query_string=query).status_code == 404, word
        answer = bob.client.get(f"/n/{evening.nid}/ready-made", query_string=query)
        assert answer.status_code == (422 if word else 200), word
    assert uploads(bob, b"x" * 70_000).status == 413


def test_a_bomb_is_not_unpacked():
    word = base64.urlsafe_b64encode(BOMB[: rule_books.LARGEST // 2]).decode()
    tracemalloc.start()
    with pytest.raises(rule_books.Refused):
        rule_books.unpacked(word)
    assert tracemalloc.get_traced_memory()[1] < 4 * rule_books.LARGEST
    tracemalloc.stop()


def test_the_starter_rules_of_the_game_that_is_on_are_shown_and_without_waiting_for_forecasts(
    evening, ann, bob, monkeypatch
):
    ann.tap("game.started", game="yak", players=["p1", "p2"])
    with monkeypatch.context() as patched:
        patched.setattr(rule_books, "starter_forecasts", lambda *asked: pytest.fail("it waited"))
        page = bob.get("ready-made")
    for starter in starters("yak"):
        assert starter.text in page.words
    assert "Frak You" in page.words
    assert "What do they cost?" in page.words
    watched = [starter for starter in starters("yak") if not isinstance(starter.when, Called)]
    assert page.html.count('<p class="scripted">&nbsp;</p>') == len(watched)  # room for the forecasts that come

    assert "&nbsp;</p>" not in (answer := bob.get("ready-made?game=frak-you&costs=yes")).html
    forecast = answer.words
    assert "Tough: about" in forecast
    assert "becomes the lifeguard. costs nothing Add" in forecast
    assert "a deal for everybody together" in forecast


@pytest.mark.each_game
def test_a_starter_is_brought_in_by_one_tap_and_one_that_gives_a_title_costs_nothing(evening, bob):
    for game in [game for game in GAMES.values() if game.starters]:
        page = bob.get(f"ready-made?game={game.id}")
        first, *others = starters(game.id)
        for starter in (first, *(one for one in others if one.title)):
            assert f"<h3>{starter.name}</h3>" in unescape(page.html)
            assert bob.post("entries", offer(page, starter.text), {"HX-Request": "true"}).status == 200
            rule = list(evening.night.rules.values())[-1]
            assert (rule.text, rule.when, rule.title) == (starter.text, starter.when, starter.title)
            assert rule.charges == (() if starter.title else starter.parts)
