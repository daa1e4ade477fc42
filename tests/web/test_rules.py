"""Rules made and changed by what a phone sends; who can make, change and drop a rule."""

import json
import re
from concurrent.futures import ThreadPoolExecutor
from html import unescape
from threading import current_thread, main_thread
from urllib.parse import urlencode

import pytest

from companion.domain.games import GAMES
from companion.domain.house_rules.english import Meaning, sentences
from companion.domain.house_rules.model import Called, CardPlayed, Part
from companion.system.native_threads import Aside
from companion.web import rule_books
from tests.conftest import plain
from tests.table import row
from tests.web.forms import sent, ticked

JACKS = "When a player plays a jack, the player to his left drinks twice."
QUEENS = JACKS.replace("jack", "queen")
ELBOWS = "Elbows on the table: drink 1"
TOO_LONG = "u & " * 100


def made(evening, rule="r1"):
    found = evening.night.rules[rule]
    return Meaning(found.when, found.parts)


# ---- made and changed


def test_a_rule_sent_without_the_form_is_refused_in_words_too(evening, ann):
    for fields, words in (
        ({"amount": 6}, "5 at most"),
        ({"amount": "many"}, "choices"),
        ({"amount": 0, "when.on": "bid.made"}, "by which nobody drinks"),
        ({"text": ""}, "fill in the text"),
        ({"text": "x" * 281}, "too long"),
        ({"who": "bob"}, "choices"),
        ({"when.on": "midnight"}, "choices"),
        ({"when.on": "called", "when.rank": "Q"}, "no field"),
        ({"when.on": "box.scored", "when.box": "nowhere"}, "No game has a box"),
        ({"also": "everyone"}, "Also is not as it should be"),
    ):
        answer = ann.tap("rule.made", **{"text": "No elbows", "who": "player", "amount": 1, **fields})
        assert answer.refuses(words), fields
    assert evening.night.rules == {}


def test_the_server_numbers_rules_and_uses_no_number_again_after_an_undo(evening, ann):
    ann.tap("rule.made", text="No elbows", rule="mine")
    assert list(evening.night.rules) == ["r1"]
    ann.tap("entry.undone", entry=evening.seq)
    undo = evening.seq
    ann.tap("rule.made", text="No knees")

    assert ann.tap("entry.undone", entry=undo).status == 200
    assert [rule.text for rule in evening.night.rules.values()] == ["No elbows", "No knees"]


@pytest.fixture
def readings(monkeypatch):
    """Every sentence that is read from now on, and whether that was done in the main thread."""
    found, prepared = [], sentences.prepared

    def noted(text, game):
        found.append((text, current_thread() is main_thread()))
        return prepared(text, game)

    with ThreadPoolExecutor(1) as beside:
        monkeypatch.setattr(Aside, "__call__", lambda _, work, *asked: beside.submit(work, *asked).result())
        monkeypatch.setattr(sentences, "prepared", noted)
        sentences.read.cache_clear()
        yield found


def test_a_sentence_is_always_read_outside_the_main_thread_and_not_at_all_if_it_is_too_long(evening, ann, readings):
    ann.tap("rule.made", text="No elbows")
    first = evening.seq

    def brought(text):
        book = json.dumps({"format": "companion-rules/1", "rules": [{"text": text}]}).encode()
        return ann.post("ready-made", {"all": "yes", "book": rule_books.packed(book)})

    ways = [
        lambda text: ann.get("rules/new?" + urlencode({"text": text})),
        lambda text: ann.get("rules/r1?" + urlencode({"text": text, "call": "yes"})),
        lambda text: ann.tap("rule.made", text=text),
        lambda text: ann.tap("rule.made", text=text, read=""),
        lambda text: ann.tap("rule.amended", text=text, rule="r1"),
        lambda text: ann.tap("entry.changed", entry=first, **{"event.text": text}),
        brought,
    ]
    for place, way in enumerate(ways):
        assert way(f"No game {place}").status in (200, 303)
        assert f"No game {place}" in [text for text, _ in readings]
    assert [text for text, in_main_thread in readings if in_main_thread] == []

    before = evening.seq
    for way in ways:
        way(TOO_LONG)
    assert TOO_LONG not in [text for text, _ in readings]
    assert evening.seq == before


def test_a_rule_of_which_only_the_words_are_sent_says_the_rest_and_is_refused_where_one_thing_is_missing(evening, ann):
    for text, when, part in (
        (JACKS, CardPlayed(rank="J"), Part("left", 2)),
        ("Phone on the table = 3 drinks", Called(), Part("player", 3)),
        ("Aces are low", Called(), Part("player", 0)),
    ):
        with row(text):
            assert ann.tap("rule.made", text=text, read="").status == 200
            *_, rule = evening.night.rules.values()
            assert (rule.when, rule.parts) == (when, (part,))
    for text, words in (
        ("everyone drinks 3", "what sets it off"),
        ("whoever plays a quen drinks 2", "Did you mean “Whoever plays a queen drinks 2.”?"),
        ("when a jack is played everyone drinks 9", "too many"),
        ("", "fill in the text"),
    ):
        with row(text):
            assert ann.tap("rule.made", text=text, read="").refuses(words)
    assert len(evening.night.rules) == 3


def test_a_change_of_the_words_in_the_log_asks_whether_the_app_is_to_watch_for_the_same(evening, ann):
    ann.tap("rule.made", text=JACKS, read="")
    ann.tap("rule.made", text=ELBOWS, read="")
    seq = evening.seq - 1
    asked = ann.tap("entry.changed", entry=seq, again="", **{"event.text": QUEENS})

    assert asked.status == 409
    assert "still watches for this: When someone plays a jack, the player to the left drinks 2." in asked.words
    what_changes = ann.says_yes(asked)  # another question, which this yes was not an answer to
    assert what_changes.refuses("obody’s total changes. Do it?", 409)
    assert ann.says_yes(what_changes).status == 200
    assert made(evening) == Meaning(CardPlayed(rank="J"), (Part("left", 2),))
    assert "leave out Bob" in ann.tap("entry.changed", entry=seq, **{"event.text": "Bob drinks"}).says
    assert ann.tap("entry.changed", entry=seq + 1, **{"event.text": "Knees on the table"}).status == 200


def test_an_amended_rule_charges_by_its_new_words_and_a_repealed_one_is_gone(evening, ann, cal):
    ann.tap("rule.made", text="No elbows", amount=2)
    ann.tap("rule.amended", rule="r1", text="No elbows", who="others", amount=1)
    cal.tap("rule.called", rule="r1", player="p2")
    assert evening.owed == {"p1": 1, "p3": 1}

    ann.tap("rule.repealed", rule="r1")

    assert "was dropped" in cal.tap("rule.called", rule="r1", player="p2").says
    assert cal.get("rules/r1").status == cal.get("rules/r9").status == 404
    assert "1 dropped" in cal.get("rules").words


# ---- whose right it is


def test_only_the_holder_of_a_right_makes_amends_or_repeals_and_every_phone_shows_whose_it_is(game, ann, bob, cal):
    assert "Anybody may make a rule: nobody has to earn it." in cal.get("rules").words
    ann.tap("rule.made", text="No elbows")
    game.play("p2", "p2", "p2", "p2")

    assert "You may make a house rule!" in plain(bob.get().regions["r-own-right"])
    assert "★ You may make a house rule." in plain(bob.get().regions["r-mine"])
    assert "rules/new" not in cal.get().regions["r-own-right"]
    assert "Bob may make a house rule" in cal.get().words
    ann.tap("night.closed")
    assert "may make a house rule" not in bob.get().words + cal.get().words
    ann.tap("entry.undone", entry=game.seq)
    assert "Your rule: make one, change one, or drop one." in bob.get("rules").words
    assert bob.get("rules").words.count("may make") == 1  # on the fine
    for page in ("rules", "rules/r1", "ready-made"):
        assert "Bob may make a rule, change one, or drop one." in cal.get(page).words
    for kind, fields in (
        ("rule.made", {"text": "No knees"}),
        ("rule.amended", {"rule": "r1", "text": "No knees"}),
        ("rule.repealed", {"rule": "r1"}),
    ):
        assert cal.tap(kind, **fields).refuses("Bob makes the next rule"), kind
        assert cal.tap(kind, acting="p2", **fields).refuses("Bob has a phone"), kind
    assert [rule.text for rule in game.night.rules.values()] == ["No elbows"]
    assert bob.tap("rule.made", text="No toes").status == 200
    assert game.night.rights == ()
    assert cal.tap("rule.made", text="No nudging").status == 200  # without a right at this table anybody can


def test_a_right_is_used_by_one_tap_on_one_of_six_ideas_and_by_anybody_for_one_without_a_phone(evening, ann, bob, cal):
    ann.tap("player.joined", name="Dan")
    evening.start("five-card-yak", "p1", "p2", "p4", earned=True).play("p4", "p4", "p4", "p4")
    assert "Dan may make a house rule: ask, and tap for them." in plain(cal.get().regions["r-own-right"])
    page = bob.get("rules/new")
    texts = [unescape(text) for text in re.findall('name="text" value="(.*?)"', page.html)]
    assert len(set(texts)) == 6
    assert set(texts) < set(GAMES["five-card-yak"].starters.values())
    assert "Dan may make a rule, change one, or drop one: tap for them." in page.words

    made = bob.post("entries", {**sent(page.html, "ideas"), "text": texts[0]})
    assert made.goes_to.endswith(f"/n/{evening.nid}/rules")
    assert (evening.night.rights, evening.night.rules["r1"].maker) == ((), "p4")
    assert texts[0] not in map(unescape, ticked(bob.get("rules/new").html, "text"))

    ann.tap("entry.undone", entry=evening.seq)
    card = sent(cal.get("rules/new?" + urlencode({"text": ELBOWS})).html, "card")  # it is for Dan
    assert cal.post("entries", card).status == 303
    assert [rule.maker for rule in evening.night.rules.values()] == ["p4"]


# ---- whose rule it is, and games in which rules are earned


def test_a_rule_is_changed_or_dropped_by_who_made_it_or_the_finesmaster_and_by_nobody_else(start_table):
    for kind, fields in (
        ("rule.amended", {"rule": "r1", "text": "No knees"}),
        ("rule.repealed", {"rule": "r1"}),
        ("entry.changed", {"entry": 5, "event.text": "No knees"}),
        ("entry.undone", {"entry": 5}),
    ):
        for name, may in (("cal", False), ("bob", True), ("ann", True)):
            evening = start_table()
            phone = getattr(evening, name)
            evening.bob.tap("rule.made", text="No elbows")
            with row(f"{kind} {name}"):
                page = phone.get("rules/r1")
                assert ('id="repeal"' in page.html) == ("Change Drop" in phone.get("rules").words) == may
                assert ("Only Bob or Ann can change or drop that rule." in page.words) != may
                answer = phone.tap(kind, **fields)
                assert (answer.status == 200) == may, answer.says
                assert (evening.night.rules.get("r1") is None or evening.seq > 5) == may
                assert may or answer.refuses("Only Bob or Ann can change or drop that rule.")


def test_anybody_changes_a_rule_of_somebody_without_a_phone_and_of_a_lent_seat_only_its_phone(evening, ann, bob, cal):
    ann.tap("player.joined", name="Dot")
    bob.tap("rule.made", text="No elbows", acting="p4")
    assert evening.night.rules["r1"].maker == "p4"
    assert "Change Drop" in cal.get("rules").words
    assert cal.tap("rule.amended", rule="r1", text="No knees").status == 200
    ann.post("seats/lend", player="p4", to="p2")
    assert cal.tap("rule.repealed", rule="r1").refuses("Only Dot or Ann")
    assert bob.tap("rule.repealed", rule="r1").status == 200


BOOK = rule_books.packed(b'{"format": "companion-rules/1", "rules": [{"text": "A"}, {"text": "B"}]}')


@pytest.fixture
def earned(evening):
    """A game in which rules are earned; Bob made the rule r1 before it."""
    evening.bob.tap("rule.made", text="No elbows")
    return evening.start("five-card-yak", earned=True)


def test_where_rules_are_earned_nobody_makes_changes_or_drops_one_without_a_right(earned, ann, bob, cal):
    before = earned.file
    for phone in (ann, bob, cal):
        for kind, fields in (
            ("rule.made", {"text": "No toes"}),
            ("rule.amended", {"rule": "r1", "text": "No knees"}),
            ("rule.repealed", {"rule": "r1"}),
        ):
            assert phone.tap(kind, **fields).refuses("rules are earned, and nobody may make one now."), kind
    assert earned.file == before
    for page in ("rules", "ready-made", "rules/r1"):
        assert "Until then, or until the game is over, all rules stay as they are." in cal.get(page).words
        assert 'class="muted locked"' in cal.get(page).html
    assert not any("Change Drop" in phone.get("rules").words for phone in (ann, bob, cal))
    assert bob.post("ready-made", {"all": "yes", "book": BOOK}).refuses("In this game rules are earned.")
    assert "are still in force" not in bob.get(f"ready-made?book={BOOK}").words

    earned.play("p3", "p3", "p3", "p3")
    assert 'class="chip turned locked"' in ann.get("rules").html
    assert "locked" not in cal.get("rules").regions["r-whose"]
    assert ["Change Drop" in phone.get("rules").words for phone in (ann, bob, cal)] == [False, False, True]
    assert bob.tap("rule.repealed", rule="r1").refuses("Cal makes the next rule")  # it is his own
    assert cal.tap("rule.repealed", rule="r1").status == 200
    assert earned.night.rights == ()


def test_a_table_agrees_at_the_start_that_anybody_makes_rules_and_it_holds_for_that_game(evening, ann, bob, cal):
    assert 'name="open_rules"' in ann.get("start/five-card-yak").html
    assert 'name="open_rules"' not in ann.get("start/yogis-whist").html
    started = {"game": "five-card-yak", "players": ["p1", "p2", "p3"], "dealer": "p1", "open_rules": "yes", "key": "a"}
    for _ in range(2):  # sent again
        assert ann.tap("game.started", **started).status == 200
    assert b"anybody" not in evening.file
    assert "Anybody may make a rule: nobody has to earn it." in bob.get("rules").words
    assert bob.tap("rule.made", text="No elbows").status == 200
    assert cal.tap("rule.repealed", rule="r1").refuses("Only Bob or Ann")
    evening.play("p2", "p2", "p2", "p2")
    assert cal.tap("rule.made", text="No knees").refuses("Bob makes the next rule")
    ann.tap("game.ended")
    assert 'name="open_rules" value="yes"' in ann.get().regions["r-record"]  # to play it again
    evening.start("five-card-yak", earned=True)
    assert "You tapped that already" in ann.tap("game.started", **started | {"key": "b"}).says  # too late for that
    assert cal.tap("rule.made", text="No toes").refuses("rules are earned")


def test_where_rules_are_earned_its_maker_puts_a_rule_right_for_a_minute_and_the_finesmaster_undoes_any(
    earned, ann, bob, cal, seconds_pass
):
    earned.play("p2", "p2", "p2", "p2")
    bob.tap("rule.made", text="No toe")
    made = earned.seq
    assert cal.tap("entry.undone", entry=made).refuses("Only Bob or Ann")
    assert bob.tap("entry.changed", entry=made, **{"event.text": "No toes"}).status == 200
    seconds_pass(61)
    for phone, kind in ((bob, "entry.changed"), (bob, "entry.undone"), (ann, "entry.changed")):
        assert phone.tap(kind, entry=made, **({"event.text": "No feet"} if "ch" in kind else {})).refuses("too late")
    assert ann.tap("entry.undone", entry=made).status == 200
    assert [right.player for right in earned.night.rights] == ["p2"]
