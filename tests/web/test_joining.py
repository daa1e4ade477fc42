"""Joining a night: by the QR code's link or a typed code, with a name, or into a seat without a phone."""

import pytest

from tests.table import row


def test_looking_at_the_link_joins_nobody_and_a_closed_night_takes_nobody(evening, stranger):
    before = evening.file

    answer = stranger.get(f"/j/{evening.links.token}")

    assert answer.status == 200
    assert "Ann" in answer.words
    assert evening.file == before
    assert stranger.get().status == 403
    evening.ann.tap("night.closed")
    assert stranger.post(f"/j/{evening.links.token}", name="Dan").refuses("closed")


def test_who_sits_down_is_at_the_table_with_a_name_of_any_people(evening):
    dan = evening.join("Dan")
    assert "Dan" in dan.get().words
    assert evening.night.names["p4"] == "Dan"

    for name in ["Zoë", "O’Brien", "李雷", "Анна", "x" * 24, "J 2", "🦆", "<b>"]:
        evening.join(name)
        assert [*evening.night.names.values()][-1] == name, name


def test_a_phone_at_the_table_goes_straight_back_to_its_seat_and_a_reload_keeps_the_player(evening, bob):
    for answer in (bob.get(f"/j/{evening.links.token}"), bob.post(f"/j/{evening.links.token}", name="Bob again")):
        assert (answer.status, answer.goes_to) == (303, f"/n/{evening.nid}/")
    bob.get()

    assert "for the finesmaster, Ann" in bob.tap("fine.given", player="p1", amount=1).says
    assert len(evening.night.players) == 3


def test_the_same_name_twice_is_refused_in_words_however_it_is_dressed(evening, stranger):
    cases = [
        "Bob", "bob", "BOB", " Bob ", "Ｂｏｂ", "B\u200bob", "Bo\u00adb", "Bob\u2060", "\u202eBob", "Bob\ufe0f",
        "Bo\u034fb", "Bob\u3164", "Bob\u115f", "Bob\u2800", "Bob\U000e0101", "Bob\u180b",
    ]  # fmt: skip
    before = evening.file
    for name in cases:
        answer = stranger.post(f"/j/{evening.links.token}", name=name)
        assert answer.refuses("Somebody at this table is called Bob already"), name
        assert "take over" not in answer.words, name
        assert evening.file == before, name


def test_a_seat_without_a_phone_is_taken_over_by_one(evening, ann, stranger):
    ann.tap("player.joined", name="Dan")
    named = stranger.post(f"/j/{evening.links.token}", name="dan")
    assert "is called Dan already. Take another name, or take over that seat." in named.words
    assert 'name="seat" value="p4"' in named.html
    assert 'name="seat" value="p4"' in stranger.get(f"/j/{evening.links.token}").html

    assert stranger.post(f"/j/{evening.links.token}", seat="p4").status == 303

    assert "Dan" in stranger.get().words
    assert len(evening.night.players) == 4
    second = evening.stranger()
    for seat in ["p4", "p2", "p9", "' or 1=1"]:
        assert second.post(f"/j/{evening.links.token}", seat=seat).refuses("seat"), seat
        assert second.get().status == 403, seat


def test_a_name_that_is_none_is_refused_and_what_was_typed_is_kept(evening, stranger):
    before = evening.file
    for name in ["", " ", "\u200b", "\u3164", "\u2800", "\u0301", "\x00", "x" * 25, "e\u0301" * 41]:
        with row(name):
            answer = stranger.post(f"/j/{evening.links.token}", name=name)
            assert answer.refuses("name")
            assert name != "x" * 25 or name in answer.html
            assert evening.file == before


def test_a_dead_link_is_refused_in_words(stranger):
    for answer in (stranger.get("/j/nonsense"), stranger.post("/j/nonsense", name="Dan")):
        assert answer.refuses("Scan the table's QR code again", 404)


def test_a_typed_code_leads_to_the_table_and_a_wrong_one_stays_typed(evening, stranger):
    code = evening.links.code
    for typed in (code, code.lower(), f"{code[:4]}-{code[4:]}", f" {code[:4]} {code[4:]} "):
        answer = stranger.post("/join", code=typed)
        assert (answer.status, answer.goes_to) == (303, f"/j/{evening.links.token}")

    answer = stranger.post("/join", code="WRNG-WRNG")

    assert answer.refuses("There is no table with this code")
    assert "WRNG-WRNG" in answer.html


def test_one_whose_joining_was_undone_can_sit_down_again_and_nobody_gets_that_seat(evening, ann):
    dan = evening.join("Dan")
    ann.tap("entry.undone", entry=evening.seq)
    assert dan.get().status == 403

    eve = evening.join("Eve")

    assert evening.night.names == {"p1": "Ann", "p2": "Bob", "p3": "Cal", "p5": "Eve"}
    assert (eve.get().status, dan.get().status) == (200, 403)
    assert dan.post(f"/j/{evening.links.token}", name="Dan").status == 303
    assert dan.get().status == 200


def test_a_seat_that_was_picked_is_confirmed_by_the_finesmaster_or_its_phone_sent_away(evening, ann, bob):
    asked = "A phone picked the seat of Dan"
    ann.tap("player.joined", name="Dan")
    for right in (True, False):
        picked = evening.stranger()
        picked.post(f"/j/{evening.links.token}", seat="p4")
        assert asked in ann.get().words
        assert "picked the seat" not in bob.get().words
        assert bob.post("seats/confirm", player="p4").status == 403
        for player in ["", "p9", "p4\x00", "\x00", "x" * 10_000]:
            assert ann.post("seats/confirm", player=player).refuses("That player is not at this table", 404), player
        assert asked in ann.get().words

        if right:
            assert ann.post("seats/confirm", player="p4").status == 303
            assert "Dan" in picked.get().words
            assert asked not in ann.get().words
        ann.post("seats/remove", player="p4")
        assert picked.get().status == 403
        assert asked not in ann.get().words


def test_a_phone_may_call_itself_what_it_likes_and_a_new_name_needs_no_confirming(evening, ann, stranger):
    called = {"User-Agent": "Bro\x00wser\x7f \x1b[31m" + "x" * 10_000}

    assert stranger.post(f"/j/{evening.links.token}", {"name": "Dan"}, called).status == 303

    phone = evening.app.extensions["companion"].nights.phones(evening.nid).of_player("p4")
    assert phone.label == ("Browser [31m" + "x" * 80)[:80]
    assert "picked the seat" not in ann.get().words


@pytest.mark.parametrize("script", [True, False])
def test_who_undoes_their_own_joining_reads_that_they_have_left_the_table(evening, ann, cal, script):
    ann.tap("game.started", game="yak", players=["p1", "p2"], **{"options.dice": "identical"})
    joined = next(line.entry.seq for line in evening.log.lines if getattr(line.entry.event, "player", "") == "p3")

    assert cal.tap("entry.undone", entry=joined, script=script).refuses("not at that table", 403)
    assert "p3" not in evening.night.players
    assert cal.get().status == 403
    assert ann.get().status == 200
