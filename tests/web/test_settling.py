"""Settling up: what is owed and how it came about, and the next night with what is left of it."""

import pytest

from companion.domain.replay import result
from companion.storage import nights
from companion.storage.database import database_of
from companion.web.drinks import next_name
from tests.table import cases


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
    return nights.find(database_of(evening.app), token=answer.goes_to.removeprefix("/j/"))


def night_of(evening, answer):
    return evening.services.nights.log(link_of(evening, answer).id)


def test_the_page_shows_everybodys_sums_in_seat_order_how_they_came_about_and_who_forgave(played, ann, bob):
    words = bob.get("settle").words
    for text in (
        "Ann forgave Bob 1 sip.",
        "Cal took over 1 sip from Bob.",
        "Bob 4 Bob The rules of Five-Card Yak 4",
        "Cal 3 Cal The rules of Five-Card Yak 2 House rule: No elbows 1",
        "1. Five-Card Yak 7 1. Five-Card Yak Bob 4 Cal 3",
        "Between games 5 Between games Ann 5",
        "House rule: No elbows 1 House rule: No elbows Cal 1",
        "Also Passed on Taken over Bob 1 0 Cal 0 1 Table 1 1",
    ):
        assert text in words, text
    ann.tap("seats.moved", order=["p3", "p1", "p2"])

    words = bob.get("settle").words

    assert "Player Owed Settled Forgiven Cal 4 0 0 Ann 5 0 0 Bob 0 2 1 Table 9 2 1" in words


def test_a_call_that_fell_counts_nowhere_and_what_was_taken_over_for_whoever_was_fined(game, ann, bob, cal):
    ann.tap("rule.made", text="No elbows", amount=5)
    game.play("p2", "p2", "p3", None, None)
    for _ in range(2):
        ann.tap("rule.called", rule="r1", player="p3")
    bob.post("proposals", player="p2", to="p1", amount=1)
    ann.post(f"proposals/{game.members.proposals[0].id}", answer="yes")
    first, second = game.night.calls
    bob.tap("call.settled", entry=first, stands="false")
    assert "Fired 1 time: 5 in all" in bob.get("rules").words
    ann.tap("game.ended")
    bob.tap("call.settled", entry=second, stands="false")

    replayed = [(row["player"], row["score"], row["place"]) for row in result(game.log)["games"][0]["standings"]]
    assert replayed == [("p1", 1, 1), ("p2", 2, 2), ("p3", 13, 3)]
    assert "It never" not in bob.get("rules").words
    assert "Hasn’t fired yet." in bob.get("rules").words
    assert "In the end: Bob 2, Cal 3." in bob.get("recap/1").html
    assert "No elbows" not in bob.get("recap").words
    assert "1. Five-Card Yak 5" in bob.get("settle").words
    assert "No elbows" not in bob.get("fines.csv").words


def test_the_page_is_live_and_has_words_for_no_fines_and_for_paying_where_tokens_are_paid(
    played, bob, cal, start_evening
):
    since = bob.get("poll?page=settle").version
    cal.tap("drink.taken", player="p3", amount=1)
    assert "Cal 3 1 0" in bob.get(f"poll?page=settle&since={since}").words

    words = start_evening(unit="token").ann.get("settle").words
    assert "Nobody was fined." in words
    assert "Paid" in words


def test_the_table_links_to_settling_up_between_games_and_after_the_night(played, ann, bob):
    link = f'href="/n/{played.nid}/settle"'
    assert link in bob.get().regions["r-status"]
    assert link in bob.get("drinks").html
    ann.tap("night.closed")
    assert link in bob.get().regions["r-record"]


def test_the_finesmaster_ends_the_night_where_the_whole_bill_is_and_the_others_are_told_who_does(played, ann, bob):
    assert "Ann ends the night" in bob.get("settle").words
    assert 'value="night.closed"' not in bob.get("settle").html
    assert 'value="night.closed"' in ann.get("settle").html

    assert ann.tap("night.closed", back="settle", next="table", script=False).goes_to == f"/n/{played.nid}/"

    assert played.night.closed
    for phone in (ann, bob):
        assert 'value="night.closed"' not in phone.get("settle").html
        assert "ends the night" not in phone.get("settle").words


def test_everybody_picks_their_seat_there_and_no_cookie_of_the_old_night_opens_it(played, ann, bob):
    carried = carry(ann)
    invited, after = carried.goes_to, link_of(played, carried)
    for phone in (ann, bob):
        assert phone.get(f"/n/{after.id}/").status == 403
    page = ann.get(invited)
    assert all(f'value="p{number}"' in page.html for number in (1, 2, 3))
    assert ann.post(invited, seat="p1").status == 303
    assert f'href="{invited}"' in bob.get("settle").html

    sat = bob.post(invited, seat="p2")

    assert "Bob" in bob.get(sat.goes_to).words
    assert bob.get(invited).goes_to == sat.goes_to
    assert bob.get().status == 200  # the old night stays to be read


@pytest.mark.parametrize("closed", [True, False])
def test_a_double_tap_opens_one_night_also_at_another_app(played, ann, new_app, closed):
    if closed:
        ann.tap("night.closed")
    first, second = carry(ann, name="Saturday"), carry(ann, name="Sunday")

    assert first.goes_to == second.goes_to == ann.at(new_app()).post("settle").goes_to
    assert night_of(played, first).night.name == "Saturday"
    assert len(night_of(played, first).lines) == 1 + 3 + 2
    assert "Open the next night" not in ann.get("settle").words


def test_a_next_night_that_was_deleted_is_opened_once_more(played, ann, bob):
    for name in ("Saturday", "Sunday"):
        invited = carry(ann, name=name).goes_to
        sat = ann.post(invited, seat="p1")
        assert name in ann.get(sat.goes_to).words
        assert "Bob" in bob.get(invited).words
        assert bob.post(invited, seat="p2").goes_to == sat.goes_to
        assert ann.post(f"{sat.goes_to}delete", sure="yes").status == 200
        assert bob.get(sat.goes_to).status == 403

    assert "Open the next night" in ann.get("settle").words


def test_one_tap_closes_this_night_and_opens_the_next_with_what_is_owed(played, ann):
    answer = carry(ann, name="Saturday")

    after = night_of(played, answer)
    assert played.night.closed
    assert (after.night.name, after.night.unit, after.night.finesmaster) == ("Saturday", "sip", "p1")
    assert after.night.names == played.night.names
    assert {player.id: player.owed for player in after.night.players.values()} == {"p1": 5, "p2": 0, "p3": 4}
    assert {charge.because for line in after.lines for charge in line.charges} == {"from Friday"}


def test_a_guest_carries_nothing_over_and_a_bad_name_is_refused(played, ann, bob):
    assert "Carry over" not in bob.get("settle").words
    for phone, name, words in (
        (bob, "Saturday", "Only the finesmaster (Ann)"),
        (ann, "x" * 81, "Name is too long, empty"),
        (ann, "Fri\x00day", "Name is too long, empty"),
    ):
        assert carry(phone, name=name).refuses(words), name
    assert not played.night.closed


@cases(
    ("Friday", "Friday 2"),
    ("Friday 2", "Friday 3"),
    ("Friday 9", "Friday 10"),
    ("2026", "2026 2"),
    ("x" * 80, f"{'x' * 78} 2"),
    ("Friday 0", "Friday 0 2"),
    ("Friday 99999999", "Friday 99999999 2"),
)
def test_without_another_name_nights_are_counted(name, after):
    assert next_name(name) == after
    assert len(next_name(name)) <= 80
