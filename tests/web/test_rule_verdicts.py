"""The verdict on a typed rule: watched, called, meant or a question, with what can be tapped; and the ready rules."""

import re
from html import unescape
from urllib.parse import urlencode

import pytest

from companion.domain.house_rules.english import read
from companion.domain.limits import bare
from companion.web import rule_books
from tests.table import row
from tests.web.test_rules import empty, filled, form, makes, query, read_back, reads

__all__ = ["empty"]
PHONE = "phone on the table = 2 drinks"
BUTTON = re.compile(r'<button ([^>]*name="take"[^>]*)>([^<]*)</button>')


def taps(html):
    """The sentences that can be tapped, by the words of their buttons."""
    return {unescape(words): unescape(re.search(r'value="([^"]*)"', more)[1]) for more, words in BUTTON.findall(html)}


def verdict(html):
    found = re.search(r'class="verdict (\w+)"', html)
    return found and found[1]


def pressed(html):
    return [words for more, words in BUTTON.findall(html) if "aria-pressed" in more]


def test_each_sentence_has_one_verdict(evening, bob):
    for text, kind, words in (
        ("if someone plays a jack they drink 2", "watches", "The companion watches Whoever plays a jack drinks 2."),
        ("Whoever plays a jack drinks 2.", "watches", "The companion watches"),
        (PHONE, "called", "You call it Whoever is caught at phone on the table drinks 2."),
        ("if someone sneezes everyone drinks", "called", "if someone sneezes , everyone drinks 1."),
        ("whoever sneezes, the dealer drinks", "called", "whoever sneezes , the dealer drinks 1."),
        (PHONE, "called", "Nobody can see that but you: it is kept as a rule that you call."),
        ("whoever plays a quen drinks 2", "meant", "Did you mean Whoever plays a queen drinks 2."),
        ("phone on the table = chug", "question", "How many? 1 2 3 4 5"),
        ("when a jack is played everyone drinks 9", "question", "“9” is too many"),
        ("if the phone rings, 2 drinks", "question", "Who drinks? that player everyone"),
        ("everyone drinks 3", "question", "When? when someone plays a card"),
        (
            "anyone who swears drinks 2 unless it is funny",
            "called",
            "Rules with “unless” are for people. Nobody can see",
        ),
        ("whoever plays a jack drinks unless they laugh", "question", "Rules with “unless” are for people."),
        ("every second jack everyone drinks", "called", "The companion does not count “every second”."),
        (
            "no new rules: drink 2",
            "question",
            "Almost a rule A house rule may not take drinks away, or change how rules",
        ),
        ("🍺 = 🍺", "question", "Say the rule in words: who drinks when, and how many."),
        ("red: drink, black: give", "question", "Two rules Make “red: drink” Make “black: give” Make both"),
    ):
        with row(text):
            answer = reads(bob, text)
            assert verdict(answer.html) == kind
            assert words in answer.words
    for text in ("Bob drinks 2", ""):
        with row(text):
            assert verdict(reads(bob, text).html) is None


def test_letters_that_run_the_other_way_turn_nothing_round_but_themselves(bob):
    html = reads(bob, "if \u202ereversed everyone drinks 3").html

    assert '<em dir="auto">if \u202ereversed</em>' in html


def test_what_is_tapped_is_a_sentence_that_states_the_whole_rule(evening, bob):
    for text, words, becomes in (
        ("whoever plays a quen drinks 2", "Whoever plays a queen drinks 2.", "Whoever plays a queen drinks 2."),
        (PHONE, "5", "phone on the table: that player drinks 5."),
        (PHONE, "everyone", "phone on the table: everyone drinks 2."),
        ("if someone sneezes everyone drinks", "4", "if someone sneezes, everyone drinks 4."),
        ("phone on the table = chug", "3", "phone on the table: that player drinks 3."),
        ("No elbows on the table", "2", "No elbows on the table: that player drinks 2."),
        ("when a jack is played everyone drinks nine", "5", "When someone plays a jack, everyone drinks 5."),
        ("if the phone rings, 2 drinks", "that player", "whoever is caught when the phone rings drinks 2."),
        ("Whoever says drink drinks.", "3", "Whoever says drink drinks 3."),
        ("anyone who swears drinks 2", "everyone", "anyone who swears, everyone drinks 2."),
        ("if the phone rings, 2 drinks", "the dealer", "if the phone rings, the dealer drinks 2."),
        ("everyone drinks 3", "when someone takes a trick", "When someone takes a trick, everyone drinks 3."),
    ):
        with row(text, words):
            assert taps(reads(bob, text).html)[words] == becomes
            for tapped, sentence in taps(reads(bob, text).html).items():  # what is left out can leave a question
                assert tapped == "leave it out" or read(sentence).verdict in ("watches", "called")
    assert pressed(reads(bob, PHONE).html) == ["2", "that player"]


def test_what_only_people_can_see_is_offered_as_a_rule_that_they_call(evening, bob):
    (sentence,) = [
        text for text in taps(reads(bob, "whoever plays a jack drinks unless they laugh").html) if "," in text
    ]
    assert sentence == "when someone plays a jack unless they laugh, that player drinks 1."
    assert read(sentence).verdict == "called"


def test_words_not_understood_are_underlined_and_can_be_left_out_or_replaced(evening, bob):
    for text, word, what, becomes in (
        ("whoever plays a quen drinks 2", "quen", "it means “queen”", "whoever plays a queen drinks 2"),
        ("When a jack is played the dealer drinks for the leader.", "for the leader", "leave it out",
         "When a jack is played the dealer drinks."),
    ):  # fmt: skip
        with row(text):
            html = reads(bob, text).html
            assert f"<summary>{word}</summary>" in html
            assert taps(html)[what] == becomes
    assert "<summary>" not in reads(bob, "Whoever plays a jack drinks 2.").html


def test_without_script_a_tap_is_a_request_and_the_form_then_states_the_rule(evening, ann, empty):
    page = ann.get("rules?" + query(filled(empty, text=PHONE)))
    taken = {**form(page), "take": [taps(page.html)["4"]]}
    back = form(ann.get("rules?" + query(taken)))

    assert back["text"] == ["phone on the table: that player drinks 4."]
    assert ann.post("entries", back).status == 303
    assert [(part.who, part.amount) for part in evening.night.rules["r1"].parts] == [("player", 4)]


def test_nothing_is_filled_in_unseen(evening, ann, empty):
    for text, words in (
        ("phone on the table = chug", "does not say how many"),
        ("No elbows on the table", "does not say how many"),
        ("if the phone rings, 2 drinks", "not clear who drinks"),
        ("everyone drinks 3", "what sets it off"),
        ("red: drink, black: give", "two rules"),
        ("whoever plays a quen drinks 2", "Did you mean “Whoever plays a queen drinks 2.”?"),
    ):
        with row(text):
            for fields in (filled(empty, text=text), read_back(ann, filled(empty, text=text))):
                answer = ann.post("entries", fields)
                assert answer.refuses(words)
                assert verdict(answer.html) in ("question", "meant")
    assert evening.night.rules == {}


def test_two_rules_are_made_with_one_tap_each_or_one_for_both(evening, ann, start_table):
    text = "phone on the table 2 drinks, swearing 3 drinks"
    page = ann.get("rules?" + urlencode({"text": text, "read": ""})).html
    halves = [unescape(one) for one in re.findall(r'form="one-tap" name="text" value="([^"]*)">Make', page)]
    assert halves == ["phone on the table 2 drinks", "swearing 3 drinks"]
    for half in halves:
        assert ann.post("entries", {"type": "rule.made", "read": "", "text": half}).status == 303
    other = start_table()
    book = re.search(r'form="both" name="book" value="([^"]+)"', page)[1]
    assert other.ann.post("rules/bring", {"all": "yes", "book": book}).status == 303
    for made in (evening.night, other.night):
        rules = [(rule.text, rule.when.on, rule.parts[0].amount) for rule in made.rules.values()]
        assert rules == [(halves[0], "called", 2), (halves[1], "called", 3)]


def test_two_rules_are_not_made_at_once_where_each_needs_a_vote(evening, ann, cal):
    ann.tap("game.started", game="five-card-yak", players=["p1", "p2", "p3"], dealer="p1")
    words = reads(cal, "red: drink, black: give").words
    assert "Make “red: drink”" in words
    assert "Make both" not in words


def test_an_empty_form_offers_six_ready_rules_of_the_game_that_is_on_and_one_tap_makes_one(evening, ann, monkeypatch):
    with monkeypatch.context() as patched:
        patched.setattr(rule_books, "starter_forecasts", lambda *asked: pytest.fail("it waited"))
        page = ann.get("rules").html
    offered = re.findall(r'form="one-tap" name="text" value="([^"]*)"', page)
    assert len(offered) == 6
    assert " autofocus" in page
    assert page.index("<textarea") < page.index(offered[0])

    assert ann.post("entries", {"type": "rule.made", "read": "", "text": unescape(offered[0])}).status == 303
    assert read(evening.night.rules["r1"].text).meaning.parts == evening.night.rules["r1"].parts
    ann.tap("game.started", game="yak", players=["p1", "p2"])
    again = ann.get("rules?costs=yes")
    ready = [unescape(one) for one in re.findall(r'form="one-tap" name="text" value="([^"]*)"', again.html)]
    assert set(map(bare, ready)) < {bare(text) for text in rule_books.WITH_STARTERS["yak"].starters.values()}
    assert re.search(r"about 1 \w+ in \d+ rounds", again.words)
    assert form(ann.get("rules/r1"))["text"] == [unescape(offered[0])]
    assert "one-tap" not in ann.get("rules/r1").html


def test_the_chips_of_the_game_that_is_on_come_first_and_every_chip_makes_its_rule(evening, ann, empty):
    ann.tap("game.started", game="yak", players=["p1", "p2"], open_rules="yes")
    page = ann.get("rules").html
    first, _, further = page.partition('id="further"')
    assert 'value="dice.rolled"' in first
    assert 'value="trick.taken"' not in first
    assert 'value="trick.taken"' in further
    for number, chips in enumerate(
        (
            {"when__on": "dice.rolled", "when__face": "6", "when__count": "2"},
            {"when__on": "dice.rolled", "when__sum": "18"},
            {"when__on": "dice.rolled", "when__same": "3"},
            {"when__on": "card.played", "when__matches": "suit", "who": "previous"},
            {"when__on": "card.played", "amount": "rank"},
            {"when__on": "trick.taken", "when__trick": "last", "when__row": "2", "amount": "trick"},
            {"when__on": "bid.missed", "when__call": "declare"},
            {"when__on": "deal.started"},
            {"when__on": "deal.voided"},
            {"when__on": "deal.over", "when__tricks": "most"},
            {"when__on": "game.over", "when__place": "last"},
        ),
        start=1,
    ):
        with row(chips):
            assert makes(ann, filled(empty, **{"amount": 2, **chips})).status == 303
            rule = evening.night.rules[f"r{number}"]
            back = form(ann.get(f"rules/r{number}"))
            for name, value in chips.items():
                assert value in back[name.replace("__", ".")]
            assert rule.when.on == chips["when__on"]


def test_a_title_is_tapped_too(evening, ann, empty):
    chips = {"when__on": "card.played", "when__rank": "Q", "who": "", "title": "Question master"}
    assert makes(ann, filled(empty, **chips)).status == 303
    assert (evening.night.rules["r1"].title, evening.night.rules["r1"].charges) == ("Question master", ())


def test_a_rule_is_amended_to_one_of_two_that_were_typed_and_none_is_made_beside_it(evening, ann):
    ann.tap("rule.made", text="phone on the table: drink 1", read="")
    html = ann.get("rules/r1?" + urlencode({"text": "red: drink, black: give", "read": ""})).html

    assert 'form="one-tap"' not in html
    assert "Make both" not in html
    assert taps(html)["black: give"] == "black: give"


def test_an_unfinished_sentence_is_asked_about_and_offers_only_rules(evening, bob):
    for text in (
        "two for",
        "drink 2",
        "the winner gives out 2",
        "9 on",
        "a token for every",
        "whoever",
        "if",
        "= 2",
        "?",
    ):
        with row(text):
            answer = reads(bob, text)
            assert answer.status == 200
            offers = [sentence for words, sentence in taps(answer.html).items() if words != "leave it out"]
            assert {read(sentence).verdict for sentence in offers} <= {"watches", "called"}


def test_a_title_for_a_number_is_offered_for_its_box_and_for_its_dice(evening, ann, bob):
    ann.tap("game.started", game="yak", players=["p1", "p2"])
    offers = list(taps(reads(bob, "whoever plays a 5 is the Thumb Master").html))
    assert len(offers) == 2
    assert all("Thumb Master" in offer for offer in offers)
