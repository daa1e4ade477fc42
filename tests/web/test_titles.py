"""Titles of house rules: who holds one stands on every phone and on the big screen, and who wins one is told."""

import re

import pytest

from tests.conftest import plain

THUMB = {"text": "Whoever takes a trick is the thumb master", "when.on": "trick.taken", "title": "Thumb master"}
NOW = "Bob is Thumb master now"


@pytest.fixture
def on(evening, ann):
    """Five-Card Yak with a rule that gives a title and costs nothing."""
    evening.start("five-card-yak")
    assert ann.tap("rule.made", **THUMB).status == 200
    return evening


def took(phone, trick, winner, **more):
    answer = phone.tap("trick.taken", deal=1, trick=trick, winner=winner, **more)
    assert answer.status == 200, answer.says


def titles(phone):
    return plain(phone.get().regions["r-titles"])


def test_the_holder_stands_on_every_phone_until_the_next_or_an_undo_which_says_who_has_it_again(on, ann, bob, cal):
    assert titles(ann) == ""

    took(ann, 1, "p2")
    for phone in (ann, bob, cal):
        assert titles(phone) == "Thumb master: Bob"
    took(bob, 2, "p3")
    assert titles(bob) == "Thumb master: Cal"
    ann.tap("player.left", player="p3")
    assert titles(bob) == "Thumb master: Cal (away)"

    ann.tap("entry.undone", entry=on.seq - 1)
    assert titles(bob) == "Thumb master: Bob"
    assert NOW in plain(bob.get().regions["r-last"])
    ann.tap("entry.undone", entry=on.seq - 3)
    assert titles(bob) == ""
    assert "Nobody is Thumb master now" in plain(bob.get().regions["r-last"])


def test_nothing_of_it_is_sent_while_the_holder_stays(on, ann, bob):
    took(ann, 1, "p2")
    version = bob.get("poll?page=table").version

    took(ann, 2, "p2")
    update = bob.get(f"poll?page=table&since={version}")
    assert "r-players" in update.html
    assert "r-titles" not in update.html
    took(ann, 3, "p1")
    assert "Thumb master:<" in bob.get(f"poll?page=table&since={version}").html


def test_who_wins_a_title_is_told_on_every_phone_and_on_the_big_screen_with_the_rule(on, ann, bob):
    took(ann, 1, "p2")
    page, screen = bob.get(), ann.get("tv")

    assert f"{NOW} A title by the house rule: {THUMB['text']}" in plain(page.regions["r-last"])
    assert NOW in plain(page.regions["r-say"])
    assert "Thumb master: Bob" in screen.words
    assert f"{NOW} House rule: {THUMB['text']}" in screen.words
    assert 'data-costs="yes"' in screen.html
    took(ann, 2, "p2")
    assert NOW not in bob.get().words


def test_the_log_tells_it_at_the_entry_as_it_counts_now(on, ann, bob):
    took(ann, 1, "p2")
    took(ann, 2, "p2")
    took(ann, 3, "p3")
    log = bob.get("log").words

    assert log.count(f"{NOW}: “{THUMB['text']}”") == 1
    assert "Cal is Thumb master now" in log
    ann.tap("entry.changed", entry=on.seq, **{"event.winner": "p1"})
    assert "Cal is Thumb master now" not in bob.get("log").words
    assert "Ann is Thumb master now" in bob.get("log").words


def test_whoever_is_fined_with_it_reads_it_on_the_fine(evening, ann, bob, cal):
    evening.start("five-card-yak")
    ann.tap("rule.made", **THUMB, amount=2)
    took(ann, 1, "p2")

    assert "You’re Thumb master now" in plain(bob.get().regions["r-mine"])
    assert "Thumb master" not in plain(ann.get().regions["r-mine"])
    took(ann, 2, "p2")
    assert "Thumb master now" not in plain(bob.get().regions["r-mine"])


def test_a_title_on_the_table_explains_itself_on_tap_and_nothing_on_the_big_screen_can_be_tapped(on, ann, bob):
    took(ann, 1, "p2")
    link = '<a class="term" data-sheet href="words/title">Thumb master:</a>'

    assert link in bob.get().regions["r-titles"]
    assert "You keep it until somebody else wins it." in bob.get("words/title").words
    assert 'class="term"' not in ann.get("tv").html


def test_the_rule_book_says_who_holds_it(on, ann, bob):
    book = plain(bob.get("rules").regions["r-book"])
    assert "Thumb master: nobody yet" in book
    assert "fired yet" not in book

    took(ann, 1, "p2")
    assert "Thumb master: Bob" in plain(bob.get("rules").regions["r-book"])
    ann.tap("rule.amended", rule="r1", title="Duke")
    book = bob.get("rules").words
    assert "Duke: Bob" in book
    assert "Changed by Ann" in book
    assert re.search(r"Changed by Ann, \S+ ?: its title", book)


def test_several_titles_and_words_that_look_like_markup(on, ann, bob):
    ann.tap("rule.made", text="Whoever points", title="<b>Fool</b> & co")
    ann.tap("rule.made", text="Whoever sneezes", title="heel")
    took(ann, 1, "p2")
    ann.tap("rule.called", rule="r2", player="p1")
    ann.tap("rule.called", rule="r3", player="p3")

    assert titles(bob) == "Thumb master: Bob <b>Fool</b> & co: Ann Heel: Cal"
    assert "Heel: Cal" in bob.get("rules").words
    assert "Cal is heel now" in bob.get("log").words
    assert "Ann is <b>Fool</b> & co now" in bob.get("log").words
