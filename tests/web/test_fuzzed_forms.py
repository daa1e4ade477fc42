"""Random and mutated forms of every page, to every address: never a fault of ours, and the log always replays."""

import pytest
from hypothesis import given, settings

from tests.web.fuzzed_requests import PLANS, SENT_AS, Change, Form, Forms, Plan, changed
from tests.web.playground import Playground, sent

ON_ONE_NIGHT = 60


@pytest.fixture(scope="module")
def ground(tmp_path_factory):
    ground = Playground(tmp_path_factory.mktemp("fuzz"))
    yield ground
    ground.close()
    assert ground.faults == []


@settings(max_examples=60)
@given(PLANS)
def test_no_form_and_no_query_is_a_fault_of_ours(ground, plan):
    """Sixty here, three hundred with the thorough tests."""
    play(ground, plan)


@pytest.mark.thorough
@settings(max_examples=300)
@given(PLANS)
def test_nor_are_three_hundred_of_them(ground, plan):
    play(ground, plan)


def play(ground, plan):
    if ground.counts["requests"] % ON_ONE_NIGHT == ON_ONE_NIGHT - 1:
        ground.check()
        ground.open()

    ground.play(plan)

    assert ground.faults == []


def test_the_forms_are_those_of_the_pages(ground):
    actions = {form.action.replace(ground.nid, "N") for form in ground.forms if form.fields}

    assert {"/n/N/entries", "/nights", "/join", "/nights/file"} <= actions
    assert {"fine.given", "game.started", "rule.made", "seats.moved"} <= {
        dict(form.fields).get("type") for form in ground.forms
    }
    assert any(form.action.startswith("/n/") and not form.fields for form in ground.forms)


def test_an_unchanged_form_is_a_request_however_it_is_sent():
    for how in sorted(set(SENT_AS)):
        form = Form("POST", "/n/x/entries", (("type", "drink.taken"), ("amount", "1")))
        asked = sent(form, Plan(0, 0, (), how, False))
        assert asked["path"].startswith("/n/x/entries"), how
        assert asked["method"] == "POST", how


def test_what_is_done_to_a_form():
    form = Form("POST", "/", (("a", "1"), ("b", "2")))

    assert changed(form, (Change("drop", 0, "", ""),)) == [("b", "2")]
    assert changed(form, (Change("value", 3, "", "9"),)) == [("a", "1"), ("b", "9")]
    assert changed(form, (Change("rename", 0, "c", ""),)) == [("c", "1"), ("b", "2")]
    assert changed(form, (Change("add", 1, "c", "3"),)) == [("a", "1"), ("c", "3"), ("b", "2")]
    assert changed(form, (Change("repeat", 2, "", "7"),)) == [("a", "1"), ("b", "2"), ("a", "7"), ("a", "7")]


def test_every_button_that_sends_a_form_is_a_form_of_its_own():
    page = '<form method="post" action="/x"><input name="a" value="1"><button name="b" value="2">B</button></form>'

    assert Forms(page, "/").found == [Form("POST", "/x", (("a", "1"), ("b", "2")))]


def test_a_rule_about_a_box_that_no_game_has_is_refused_on_every_page(evening):
    """Found by fuzzing: the page of the shelf offered such a rule again, and fell over its name."""
    for back in ["bring", "rules", "table", ""]:
        asked = {"text": "x", "when.on": "box.scored", "when.box": "null", "who": "chosen", "amount": "2"}
        answer = evening.ann.tap("rule.made", back=back, script=False, **asked)
        assert answer.status == 422, back
        assert "no game has a box called null" in answer.words.lower(), back
