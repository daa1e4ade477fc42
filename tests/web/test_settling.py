"""Settling up: what is owed, and the next night with what is left of it."""

import re

import pytest

from companion.domain.event_log import Log
from companion.domain.settlement import next_night
from companion.storage import nights
from companion.storage.database import database_of
from companion.web.drinks import next_name
from tests.table import cases
from tests.web.forms import sent
from tests.web.test_big_screen import screen_of


@pytest.fixture
def played(game, ann, bob, cal):
    """A game, a house rule, a fine by hand, something forgiven, drunk and taken over."""
    game.play("p2", "p3", "p2")
    ann.tap("rule.made", text="No elbows")
    ann.tap("rule.called", rule="r1", player="p3")
    ann.tap("game.ended")
    ann.tap("fine.given", player="p1", amount=5, reason="late")
    ann.tap("fine.forgiven", player="p2", amount=1)
    bob.tap("drink.taken", player="p2", amount=2)
    bob.post("proposals", player="p2", to="p3", amount=1)
    cal.post(f"proposals/{game.members.proposals[0].id}", answer="yes")
    assert game.owed == {"p1": 5, "p3": 4}
    return game


def carry(phone, **fields):
    return phone.post("settle", {"back": "settle", **fields})


def link_of(evening, answer):
    """The night whose invitation the answer leads to."""
    return nights.find(database_of(evening.app), token=answer.goes_to.removeprefix("/j/").partition("?")[0])


def test_the_table_leads_to_the_end_of_the_night_between_games_and_to_the_bill_after_it(played, ann, bob):
    link = f'href="/n/{played.nid}/settle"'
    assert link not in bob.get().regions["r-status"]
    for page in (bob.get().regions["r-record"], bob.get("drinks").html):
        assert link in page
    for player in ("p2", "p3"):  # the last one at the table ends the night
        ann.tap("player.left", player=player)
    assert link in ann.get().regions["r-record"]
    ann.tap("night.closed")
    assert link in bob.get().regions["r-record"]
    assert f'href="/n/{played.nid}/drinks">The whole bill' in bob.get().regions["r-record"]


def test_the_finesmaster_is_asked_about_what_is_open_and_the_others_are_told_who_ends_the_night(played, ann, bob, cal):
    for words in ("9 sips still open Ann 5, Cal 4", "Ann, the finesmaster, ends the night.", "Ann is gone?"):
        assert words in bob.get("settle").words
    assert "Cal, drink" in cal.get().words
    assert "drink" not in cal.get("settle").words.partition("Back to Drinks")[0].partition("still open")[2]
    assert f'action="/n/{played.nid}/office"' in bob.get("seats").html
    assert 'value="night.closed"' not in bob.get("settle").html
    page = ann.get("settle").words
    assert "9 sips still open Ann 5, Cal 4 End the night keep what is open for next time" in page
    assert "Or end it with nothing open: All settled it’s all done ✓ Forgive all let it go Then come the awards" in page

    assert ann.tap("night.closed", back="settle", next="table", script=False).goes_to == f"/n/{played.nid}/"
    assert played.night.closed
    assert played.owed == {"p1": 5, "p3": 4}
    for phone in (ann, bob):
        assert 'value="night.closed"' not in phone.get("settle").html
        assert "ends the night" not in phone.get("settle").words
        assert ("opens the next night. A button to it will appear here." in phone.get("settle").words) == (phone is bob)


@pytest.mark.parametrize(("debts", "entered"), [("forgiven", "fine.forgiven"), ("settled", "drink.taken")])
def test_one_tap_settles_or_forgives_all_and_ends_the_night_and_a_second_enters_nothing(
    played, ann, bob, debts, entered
):
    before = len(played.log.lines)
    assert bob.tap("night.closed", debts=debts).refuses("Only the finesmaster (Ann)")

    for key in ("one", "one", "two"):
        ann.tap("night.closed", debts=debts, key=key)

        new = [(line.entry.event.type, line.entry.by) for line in played.log.lines[before:]]
        assert new == [(entered, "p1"), (entered, "p1"), ("night.closed", "p1")]
    assert played.owed == {}
    assert "still open" not in ann.get("settle").words
    assert f"Ann 5 sips in all · late: 5 5 {debts}" in (bill := ann.get("drinks").words)
    assert "Bob 4 sips in all · Five-Card Yak: 4 1 passed on, 1 forgiven, 2 settled" in bill
    assert "Cal 3 sips in all · Five-Card Yak: 2 · “No elbows”: 1" in bill

    asked = ann.tap("entry.undone", entry=played.seq, again="")
    assert asked.refuses("This changes what is owed. The night goes on. Do it? Ann +5 Cal +4", 409)
    assert bob.tap("entry.undone", entry=played.seq).refuses("Only the finesmaster (Ann)")
    assert ann.says_yes(asked).status == 200
    assert (played.owed, played.night.closed) == ({"p1": 5, "p3": 4}, False)
    assert "Ann took back: the end of the night. It goes on." in bob.get().words


def test_no_page_of_a_night_that_is_over_asks_anybody_to_drink_or_shows_who_owes_most_at_the_table(played, ann, cal):
    assert "Cal, drink 4 sips" in cal.get().words
    ann.tap("night.closed")

    for page in ("", "drinks", "settle", "with/p3", "with/p1", "recap", "recap/1", "log", "seats", "rules"):
        words = cal.get(page).words
        assert "drink 4" not in words, page
        assert not {"drink.taken", "water.called"} & set(re.findall(r'value="([a-z.]+)"', cal.get(page).html)), page
    assert "owes" not in cal.get().regions["r-players"]
    assert "owes" not in ann.get("tv").regions["r-oval"]
    assert all("For next time: 4 sips" in cal.get(page).words for page in ("", "drinks"))


def test_in_a_night_for_money_fines_are_paid(start_evening):
    ann = start_evening(unit="euro").ann
    ann.tap("fine.given", player="p1", amount=4)
    assert "Ann, pay 4 euros into the pot" in ann.get().words
    assert "4 euros for the pot Ann 4" in ann.get("settle").words
    assert "In euros, like everybody" in ann.get("preferences").words
    assert "You owe 4 euros Just for me: a limit, a break, another way" in ann.get("drinks").words
    assert '<svg class="meter' not in ann.get("drinks").html


def test_where_nobody_owes_anything_the_night_just_ends_and_safe_home_speaks_of_alcohol_only_where_people_drink(
    start_evening,
):
    for unit, says in (("sip", True), ("euro", False), ("token", False)):
        evening = start_evening(unit=unit)
        page = evening.ann.get("settle").words
        assert "End the night" in page
        assert not re.search("next time|awards", page)
        evening.ann.tap("night.closed")
        words = evening.ann.get().words
        assert "Safe home!" in words
        assert ("alcohol" in words) is ("lcohol" in evening.ann.get("drinks").words) is says


def test_the_awards_fill_the_screen_once_for_eyes_and_stay_in_a_list_for_all(played, ann, bob):
    bob.tap("water.called", player="p2")
    ann.tap("night.closed")

    assert f'<div class="ceremony" id="ceremony" data-buzz="{played.seq}.0" aria-hidden="true">' in bob.get().html
    assert bob.get().words.count("Water carrier") == 2
    assert "Tap to go on" in bob.get().words


def test_everybody_picks_their_seat_there_and_no_cookie_of_the_old_night_opens_it(played, ann, bob, cal):
    for fields in ({"drinks": "forfeit", "forfeit": "8 push-ups", "openly": "yes", "cap": "6"}, {"pause": "yes"}):
        cal.post("preferences", fields)
    screen = screen_of(played)
    shown, carried = screen.get("tv/poll").version, carry(ann)
    invited, after = carried.goes_to, link_of(played, carried)
    assert bob.get(f"/n/{after.id}/").status == 403
    assert "Are you Ann? Yes, that’s me Bob Cal" in ann.get(invited).words
    for _ in range(2):  # whoever opens it sits down with that, also if they tap twice
        assert carry(ann, key="k" * 22).goes_to == f"/n/{after.id}/"
    assert bob.get("settle").goes_to == invited
    assert "Go to the next night" in bob.get("poll?page=settle").regions["r-end"]
    for page in (bob.get().regions["r-record"], bob.get("recap").words):
        assert "Go to the next night" in page
    assert screen.get("tv/poll").version.split(".")[2] != shown.split(".")[2], "so it is loaded anew"
    assert screen.get(screen.get("tv").goes_to).goes_to == f"/n/{after.id}/tv"

    sat = bob.post(invited, seat="p2")
    assert "Bob is here." in ann.get(sat.goes_to).words
    assert "4 sips came along for Cal from Friday." in ann.get(f"{sat.goes_to}log").words
    assert "Go to the next night What is owed here came along to it." in bob.get("drinks").words
    form = sent(ann.get(f"{sat.goes_to}start/mexico").html, "start")
    assert [form["players"], form["awaited"]] == [["p1", "p2"], ["p3"]]  # nobody has seen Cal yet
    assert ann.post(f"{sat.goes_to}entries", form | {"players": ["p1", "p3"]}).status == 303
    assert bob.get(invited).goes_to == sat.goes_to
    assert bob.get().status == 200  # the old night stays to be read
    page = cal.get(f"{cal.post(invited, seat='p3').goes_to}preferences").html  # that comes along, but no break
    assert [said in page for said in ('value="8 push-ups"', 'value="6"', "Go on")] == [True, True, False]
    assert "Somebody joined as" not in ann.get(sat.goes_to).words


@pytest.mark.parametrize("closed", [True, False])
def test_one_tap_or_two_at_any_app_close_this_night_and_open_one_with_what_is_owed(played, ann, new_app, closed):
    if closed:
        ann.tap("night.closed")
    first, second = carry(ann, name="Saturday"), carry(ann, name="Sunday")

    assert first.goes_to == second.goes_to == ann.at(new_app()).post("settle").goes_to
    assert played.night.closed
    assert "Open the next night" not in ann.get("settle").words
    after = played.services.nights.log(link_of(played, first).id)
    assert len(after.lines) == 1 + 3 + 2 + 2
    assert (after.night.name, after.night.unit, after.night.finesmaster) == ("Saturday", "sip", "p1")
    assert after.night.names == played.night.names
    assert {player.id: player.owed for player in after.night.players.values()} == {"p1": 5, "p2": 0, "p3": 4}


def test_a_next_night_that_was_deleted_is_opened_once_more(played, ann, bob):
    ann.tap("night.closed", debts="settled")
    for name in ("Saturday", "Sunday"):
        invited = carry(ann, name=name).goes_to
        sat = ann.post(invited, seat="p1")
        assert all(said in ann.get(sat.goes_to).words for said in (name, "Cal away", "Still to come: Bob and Cal."))
        assert "Bob" in bob.get(invited).words
        assert bob.post(invited, seat="p2").goes_to == sat.goes_to
        assert ann.post(f"{sat.goes_to}delete", sure="yes").status == 200
        assert bob.get(sat.goes_to).status == 403

    assert "Open the next night" in ann.get("settle").words


def test_a_guest_carries_nothing_over_and_a_bad_name_is_refused(played, ann, bob):
    for phone, name, words in (
        (bob, "Saturday", "Only the finesmaster (Ann)"),
        (ann, "x" * 81, "Name is too long, empty"),
        (ann, "Fri\x00day", "Name is too long, empty"),
    ):
        assert carry(phone, name=name).refuses(words), name
    assert not played.night.closed


@cases(
    ("Friday", "Friday 2"),
    ("x" * 80, f"{'x' * 78} 2"),
    ("Friday 0", "Friday 0 2"),
    ("Friday 99999999", "Friday 99999999 2"),
)
def test_without_another_name_nights_are_counted(name, after):
    assert next_name(name) == after
    assert len(next_name(name)) <= 80


def test_the_own_cards_of_a_table_and_the_sheet_it_kept_are_offered_on_its_next_night(played, ann, bob):
    played.start("kings", ranks__A="mate", ranks__5="choose 3").ann.tap("game.ended")
    played.start("score-sheet", title="Boules").ann.tap("game.ended")
    invited = carry(ann).goes_to
    there = bob.post(invited, seat="p2").goes_to

    assert "As your table plays it Last time" in bob.get(f"{there}start/kings").words
    filled = bob.get(f"{there}start/kings?preset=Kings").html
    assert '<option selected value="mate">' in filled
    assert '<option selected value="choose 3">' in filled
    assert "As your table plays it Boules" in bob.get(f"{there}start/score-sheet").words
    assert "As your table plays it" not in bob.get(f"{there}start/yak").words


def test_the_laws_of_this_night_are_asked_about_on_the_next_one_until_somebody_decides(evening, ann, bob):
    ann.tap("rule.made", text="No elbows")
    ann.tap("rule.made", text="Every jack drinks 2")
    ann.tap("rule.made", text="No phones")
    ann.tap("rule.repealed", rule="r3")
    first = carry(ann).goes_to
    there = ann.post(first, seat="p1").goes_to
    bob.post(first, seat="p2")
    table, rules = ann.get(there), bob.get(f"{there}rules").words
    assert "Last time’s 2 house rules: still in force?" in table.regions["r-record"]
    assert "Last time’s 2 house rules: still in force?" in rules
    page = bob.get(f"{there}ready-made")
    assert "Without a Yes a rule is not in force. All 2 are still in force Article 1: still in force? No" in page.words
    assert "Article 2: still in force? Every jack drinks 2" in page.words
    assert "No phones" not in page.words

    key, word = (re.search(rf'name="{name}" value="([^"]+)"', page.html)[1] for name in ("key", "book"))
    taken = ann.post(f"{there}ready-made", all="yes", key=key, book=word)
    assert taken.goes_to == f"{there}rules", taken.words

    rules = bob.get(f"{there}rules").words
    assert "Every jack drinks 2" in rules
    assert [said in rules for said in ("From last time.", "Made by", "Last time’s")] == [True, False, False]
    assert "Last time’s" not in ann.get(there).html
    assert re.search(r'rules" aria-current="page">Rules', ann.get(f"{there}files/rules").html)  # in the bar


def test_a_night_that_decides_about_no_law_hands_them_all_on(evening, ann):
    ann.tap("rule.made", text="No elbows", amount=2)
    log = evening.log
    for name in ("Saturday", "Sunday"):
        entries = next_night(log, name, "2026-11-28")
        log = Log()
        log.begin(entries, [])
        assert [(law.text, law.amount) for law in entries[0].event.laws] == [("No elbows", 2)]
