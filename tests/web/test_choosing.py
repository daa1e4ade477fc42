"""A rule that lets somebody choose who drinks asks their phone, and everybody sees whom the table waits for."""

import pytest

from tests.web.painted import fields, region

QUEENS = {"text": "A trick with a queen hands out", "who": "chosen", "amount": 3} | {
    "when.on": "trick.taken", "when.with_rank": "Q",
}  # fmt: skip


@pytest.fixture
def asked(game, ann):
    """Bob took a trick with a queen, and chooses who drinks three."""
    ann.tap("rule.made", **QUEENS)
    ann.tap("trick.taken", deal=1, trick=1, plays=["p1 2C", "p2 QS", "p3 JC"])
    return game


def test_the_choosers_own_phone_asks_and_the_others_see_whom_they_wait_for(asked, bob, cal):
    assert "You choose: who drinks 3?" in region(bob, "own-choice")
    assert 'name="chosen"' not in region(cal, "own-choice")
    for phone in (bob, cal):
        assert "chooses who drinks 3" in region(phone, "choosing")
        assert "Bob" in region(phone, "choosing")


def test_it_asks_on_every_page(asked, bob):
    for page in ["drinks", "rules", "log", "seats", "share", "pad"]:
        assert "You choose" in bob.get(page).words, page


def test_one_tap_chooses_one(asked, bob):
    answer = bob.post("entries", {**fields(bob.get().html, "one-7-r1-p2"), "chosen": "p3"})

    assert answer.status == 303
    assert asked.owed == {"p2": 1, "p3": 3}
    assert "You choose" not in bob.get().words
    assert "Bob chose Cal" in bob.get().words


def test_several_are_ticked(asked, bob):
    paper = fields(bob.get().html, "all-7-r1-p2")

    assert bob.post("entries", {**paper, "chosen": ["p1", "p3"]}).status == 303

    assert asked.owed == {"p1": 3, "p2": 1, "p3": 3}


def test_nobody_ticked_is_refused(asked, bob):
    answer = bob.post("entries", fields(bob.get().html, "all-7-r1-p2"))

    assert answer.status == 422
    assert "say who was chosen" in answer.words.lower()


def test_the_same_choice_sent_twice_counts_once(asked, bob):
    for _ in range(2):
        assert bob.tap("rule.called", key="one", rule="r1", player="p2", asked=7, chosen="p3").status == 200

    assert asked.owed == {"p2": 1, "p3": 3}


def test_a_question_is_answered_once(asked, bob):
    bob.tap("rule.called", rule="r1", player="p2", asked=7, chosen="p3")

    answer = bob.tap("rule.called", rule="r1", player="p2", asked=7, chosen="p1")

    assert answer.status == 422
    assert "chosen already" in answer.says
    assert asked.owed == {"p2": 1, "p3": 3}


def test_anybody_taps_for_a_chooser_without_a_phone(evening, ann, bob, cal):
    ann.tap("player.joined", name="Dot")
    ann.tap("rule.made", **QUEENS)
    ann.tap("game.started", game="five-card-yak", players=["p1", "p2", "p4"], dealer="p1")
    ann.tap("trick.taken", deal=1, trick=1, plays=["p1 2C", "p2 JC", "p4 QS"])

    html = region(cal, "own-choice")

    assert "Dot chooses: who drinks 3?" in html
    assert cal.post("entries", {**fields(html, f"one-{evening.seq}-r1-p4"), "chosen": "p2"}).status == 303
    assert evening.owed == {"p2": 3, "p4": 1}
    assert evening.log.lines[-1].entry.by == "p4"


def test_a_chooser_with_a_phone_is_not_tapped_for(asked, cal):
    assert "Bob has a phone" in cal.tap("rule.called", rule="r1", player="p2", acting="p2", chosen="p1").says


def test_a_rule_that_lets_choose_is_called_by_hand_on_a_page_of_its_own(evening, ann, cal):
    ann.tap("rule.made", text="The catcher chooses", who="chosen", amount=2)
    assert "/rules/r1/caught" in region(cal, "catch")

    page = cal.get("rules/r1/caught")

    assert "Who was chosen to drink?" in page.words
    assert cal.tap("rule.called", rule="r1", player="p2", chosen=["p1"]).status == 200
    assert evening.owed == {"p1": 2}
