"""The sheet of a player, and the page of Caught!; each is also a page of its own, for phones without script."""

import re

import pytest

from tests.conftest import plain
from tests.table import row
from tests.web.forms import fields, region

SHEET = {"HX-Request": "true"}


@pytest.fixture
def owing(game, ann):
    """A game is on, in which Bob owes 3 and Cal 1; two rules are in force."""
    ann.tap("fine.given", player="p2", amount=3, reason="late")
    ann.tap("fine.given", player="p3", amount=1, reason="late")
    ann.tap("rule.made", text="No elbows", amount=2)
    ann.tap("rule.made", text="The catcher picks", who="chosen", amount=2)
    return game


def taps(phone, player, form, page="entries", **more):
    """Sends a form of the player's sheet, as a phone without script does."""
    return phone.post(page, {**fields(phone.get(f"with/{player}").html, form), **more})


def test_every_button_of_a_player_does_what_it_says(owing, ann, bob):
    for button, form, more, came_of_it in (
        ("Did one", "drank", {"amount": 1}, {"p2": 2, "p3": 1}),
        ("2 left of 3 – late", "", {}, {"p2": 2, "p3": 1}),
        ("Did all 2", "drank", {"amount": 2}, {"p3": 1}),
        ("No elbows", "caught", {"rule": "r1"}, {"p2": 2, "p3": 1}),
        ("Fine Bob", "fine", {"amount": 4}, {"p2": 6, "p3": 1}),
        ("Forgive one", "forgive", {"amount": 1}, {"p2": 5, "p3": 1}),
        ("Forgive all 5", "forgive", {"amount": 5}, {"p3": 1}),
        ("Goes home", "here", {}, {"p3": 1}),
        ("Is here", "here", {}, {"p3": 1}),
    ):
        with row(button):
            assert button in ann.get("with/p2").words
            if not form:
                assert button in plain(owing.bob.get().regions["r-mine"])
                continue
            answer = taps(ann, "p2", form, **more)
            assert answer.goes_to.endswith(f"/n/{owing.nid}/")
            assert owing.owed == came_of_it
    for text in ("No toes", "No names"):
        ann.tap("rule.made", text=text)
    order = "No toes 1 more rule No names Did it Fine Cal.* Take it over Cal’s phone asks first. Forgive it Goes home"
    assert re.search(order, ann.get("with/p3").words)
    taps(ann, "p3", "take-over", "proposals", amount=1)
    assert "Ann offers to take over 1 sip of yours." in region(owing.cal, "own-call")


def test_a_row_is_the_same_sheet_at_the_table_among_the_drinks_and_among_the_seats(owing, cal):
    for page, name in (("", "r-players"), ("drinks", "r-ledger"), ("seats", "r-seats")):
        with row(page):
            assert 'href="with/p2"' in cal.get(page).regions[name]


def test_one_who_owes_nothing_has_nothing_to_drink_and_no_money_is_drunk(evening, ann):
    words = ann.get("with/p2").words
    assert "Owes nothing" in words
    assert not any(word in words for word in ("Drank", "Take over", "Forgive", "Pass on", "Caught!"))
    ann.tap("unit.changed", unit="token")
    ann.tap("fine.given", player="p2", amount=1, reason="late")

    assert "Paid it" in ann.get("with/p2").words


def test_on_ones_own_sheet_one_owns_up_passes_on_and_goes_home(owing, bob, cal):
    words = bob.get("with/p2").words
    assert re.search("Done with all 3 Pass on .*Just for me: a limit.* I did it .*I’m going home", words)
    assert not any(said in words.partition("Friday")[2] for said in ("Fine", "Forgive", "Take over", "drank"))
    assert "I did it" not in cal.get("with/p2").words
    assert taps(bob, "p2", "passing", "proposals", amount="3", to="p3").status == 303
    assert "Bob asks you to take over 3 sips." in region(cal, "own-call")
    sheet = bob.get("with/p2", **{"HX-Request": "true"}).html
    assert fields(sheet, "here")["next"] == "table"  # where the goodbye is, whatever page lies under the sheet


def test_nobody_is_sent_home_by_one_stray_tap_and_whoever_was_is_back_with_one(owing, ann, bob):
    sheet = ann.get("with/p2").html
    assert '<details id="goes-home"><summary>Goes home</summary>' in sheet
    assert "Bob goes home? The game goes on without Bob. Bob still owes 3: that waits for next time." in plain(sheet)
    assert "goes home?" not in bob.get("with/p2").words
    taps(ann, "p2", "here")

    above = bob.get().words.partition("Trick 1: who")[0]
    assert "You’re away. Safe home! For next time: 3 sips I’m back" in above
    assert "drink 3" not in above
    assert "Safe home!" not in ann.get().words
    bob.post("entries", {**fields(bob.get().html, "back-here"), "player": "p2"})
    assert "Safe home!" not in bob.get().words


def test_anybody_passes_on_for_one_without_a_phone_and_nobody_for_one_who_has_one(owing, ann, bob, cal):
    ann.tap("player.joined", name="Dan")
    ann.tap("fine.given", player="p4", amount=2)
    assert "Pass on" not in cal.get("with/p2").words
    assert "Ask Dan first." in cal.get("with/p4").words

    taps(cal, "p4", "passing", "proposals", amount="2", to="p2")

    assert "Dan asks you to take over 2 sips." in region(bob, "own-call")


def test_who_agreed_to_take_over_and_who_passed_on_read_the_same_everywhere(owing, ann, bob):
    taps(ann, "p2", "take-over", "proposals", amount=1)
    number = owing.members.proposals[0].id
    since = bob.get("poll?page=drinks").version
    bob.post(f"proposals/{number}", {"answer": "yes"}, SHEET)

    shown = bob.get(f"poll?page=drinks&since={since}").regions
    assert "You owe 2 sips" in plain(shown["r-own-drinks"])
    assert "Bob, drink 2 sips" in plain(shown["r-mine"])
    assert "Bob 1 passed on 2" in plain(shown["r-ledger"])
    assert "owes 2" in bob.get("with/p2").words


def test_only_the_finesmaster_fines_and_forgives_and_nobody_once_the_night_is_over(owing, ann, bob):
    words = bob.get("with/p3").words
    assert "Fine Cal" not in words
    assert "Forgive" not in words
    ann.tap("night.closed")

    for phone in (ann, bob):
        words = phone.get("with/p3").words
        assert not any(said in words for said in ("Fine Cal", "Forgive", "Take over", "Caught!", "Goes home", "Drank"))
    assert "night is over" in ann.tap("fine.given", player="p2", amount=1).says


def test_a_fine_has_a_reason_of_tonight_or_one_that_is_typed_and_kept_if_it_is_refused_or_none(owing, ann, bob):
    page = ann.get("with/p2").html
    assert page.index('value="late"') < page.index('value="spilled"')  # what they were fined for, then ours
    for reason, said in ((["", "spilled"], "spilled"), (["sang", "spilled"], "sang"), ([""], "fine")):
        taps(ann, "p2", "fine", reason=reason, amount=2)
        with row(reason):
            assert f"2 – {said}" in bob.get().words
    for reason in (*(f"reason {number}" for number in range(12)), "from the bar"):
        ann.tap("fine.given", player="p3", amount=1, reason=reason)

    refused = taps(ann, "p2", "fine", reason="for the “song”", amount=1001)
    assert refused.refuses("1000 at most")
    assert 'value="for the “song”"' in refused.html

    page = ann.get("with/p2").html

    assert page.count('type="radio" name="reason"') == 5
    assert page.index('value="from the bar"') < page.index('value="reason 11"')


def test_a_seat_lent_to_a_phone_fines_from_there_and_from_no_other(evening, ann, bob):
    ann.tap("player.joined", name="Dan")
    ann.post("seats/lend", player="p4", to="p2")
    ann.tap("finesmaster.named", player="p4")

    assert taps(bob, "p1", "fine", amount=1).status == 303
    assert ann.tap("fine.given", player="p2", amount=1).status == 422

    assert evening.log.lines[-1].entry.by == "p4"
    assert "Fine Ann" not in ann.get("with/p1").words


def test_the_sneak_tells_the_finesmaster_on_the_sheet_of_whom_it_is_about(owing, ann, bob, cal):
    ann.tap("sneak.named", player="p2")
    assert "Tell the finesmaster about Cal" in bob.get("with/p3").words
    assert "Tell the finesmaster" not in cal.get("with/p2").words

    assert taps(bob, "p3", "fine", "proposals", reason=["on his phone", "late"], amount=2).status == 303

    assert "Fine Cal 2 sips: on his phone – reported by the sneak" in plain(region(ann, "own-call"))


def test_name_office_and_phone_of_a_person_are_there_for_those_who_may_change_them(owing, ann, bob):
    ann.tap("player.joined", name="Dan")
    for phone, player, offered in (
        (ann, "p2", ("Rename", "Who taps for Bob?", "Make Bob the sneak", "Make Bob finesmaster", "Remove Bob’s")),
        (ann, "p4", ("Rename", "Who taps for Dan?", "Make Dan the sneak", "Make Dan finesmaster")),
        (ann, "p1", ("Rename", "Who taps for Ann?", "Make Ann the sneak")),
        (bob, "p2", ("Rename",)),
        (bob, "p4", ("Rename",)),
        (bob, "p3", ()),
    ):
        words = phone.get(f"with/{player}").words
        found = [
            said for said in ("Rename", "Who taps for", "the sneak", "finesmaster gives", "Remove") if said in words
        ]
        with row(player):
            assert all(said in words for said in offered)
            assert len(found) == len(offered)


def test_any_rule_and_any_player_are_one_tap_on_the_page_of_caught(owing, ann, cal):
    html = cal.get("caught").html
    assert cal.post("entries", {**fields(html, "caught-r1"), "player": "p1"}).goes_to.endswith(f"/n/{owing.nid}/")
    assert owing.owed == {"p1": 2, "p2": 3, "p3": 1}
    assert "/rules/r2/caught" in html  # it asks whom they picked
    assert 'id="caught-r2"' in html
    assert 'name="player"' not in html.partition('id="caught-r2"')[2].partition("</form>")[0]
    ann.tap("rule.repealed", rule="r1")
    ann.tap("rule.repealed", rule="r2")
    assert "No house rules yet" in cal.get("caught").words


def test_these_pages_come_as_sheets_for_a_script_and_whole_for_a_browser(owing, ann):
    for page in ("with/p2", "caught", "rules/r2/caught", "help/yak"):
        with row(page):
            whole, sheet = ann.get(page), ann.get(page, **SHEET)
            assert whole.status == sheet.status == 200
            assert "<html" in whole.html
            assert 'class="tabs"' in whole.html
            assert "<html" not in sheet.html
            assert "r-mine" not in sheet.html
            assert "Close" in sheet.words
            assert 'name="next"' not in sheet.html  # the sheet closes; no page is opened
    assert ann.get("with/p9").status == 404
