"""Phones: lending a seat, removing a phone, and moving to another one."""

import datetime

from companion.store import members


def test_the_finesmaster_lends_a_silent_seat_everybody_sees_it_and_it_can_be_taken_back(evening, ann, bob, cal):
    evening.a_minute_passes()
    assert ann.post("seats/lend", player="p3", to="p2").status == 303
    for phone in (ann, bob, cal):
        assert "lent to Bob" in phone.get("seats").words
    assert bob.tap("player.left", player="p3", acting="p3").status == 200
    assert evening.log.lines[-1].entry.by == "p3"

    ann.post("seats/lend", player="p3", to="")

    assert "lent to" not in bob.get("seats").words
    assert bob.tap("player.returned", player="p3", acting="p3").status == 422


def test_a_lent_finesmasters_seat_brings_the_office_along(evening, ann, bob):
    ann.post("seats/lend", player="p1", to="p2")

    assert bob.tap("fine.given", player="p3", amount=1).status == 422
    assert bob.tap("fine.given", player="p3", amount=1, acting="p1").status == 200


def test_nobody_but_the_finesmaster_lends_or_removes(evening, bob):
    for page in ["seats/lend", "seats/remove"]:
        answer = bob.post(page, player="p3", to="p2")
        assert answer.status == 403, page
        assert "for the finesmaster, Ann" in answer.words, page
        assert evening.cal.get().status == 200, page


def test_a_seat_is_lent_only_to_a_phone_that_is_there(evening, ann):
    ann.tap("player.joined", name="Dan")
    for player, to, status in [("p9", "p2", 404), ("p3", "p4", 422), ("p3", "p9", 422), ("", "", 404)]:
        answer = ann.post("seats/lend", player=player, to=to)
        assert answer.status == status, player
        assert "lent to" not in ann.get("seats").words, player


def test_code_and_qr_are_renewed_with_a_removed_phone(evening, ann, bob, stranger):
    old = evening.door

    ann.post("seats/remove", player="p2")

    assert evening.door.code != old.code
    assert evening.door.token != old.token
    assert bob.get(f"/j/{old.token}").status == 404
    assert bob.post("/join", code=old.code).status == 422
    assert stranger.post(f"/j/{evening.door.token}", seat="p2").status == 303


def test_a_seat_without_a_phone_has_none_to_remove(evening, ann):
    old = evening.door.token
    ann.tap("player.joined", name="Dan")

    for player in ("p4", "p9", ""):
        assert ann.post("seats/remove", player=player).status == 422
    assert evening.door.token == old


def ticket_of(phone) -> str:
    """The secret of a fresh ticket, as the QR code carries it."""
    page = phone.post("seats/move")
    assert page.status == 200
    return page.html.split("/m/")[1].split("<")[0]


def test_a_player_moves_to_another_phone_by_the_newest_ticket_once_and_the_old_one_is_out(evening, bob):
    first, second = evening.stranger(), evening.stranger()
    old, secret = ticket_of(bob), ticket_of(bob)
    assert first.post(f"/m/{old}").status == 404
    assert first.get(f"/m/{secret}").status == 200
    assert bob.get().status == 200  # looking moves nobody

    assert first.post(f"/m/{secret}").status == 303

    assert "Bob" in first.get().words
    assert bob.get().status == 403
    again = second.post(f"/m/{secret}")
    assert (again.status, "used or is too old" in again.words) == (404, True)
    assert first.get().status == 200


def test_a_ticket_is_good_for_five_minutes(evening, bob, stranger, monkeypatch):
    secret = ticket_of(bob)
    late = datetime.datetime.now(datetime.UTC) + datetime.timedelta(minutes=5, seconds=1)
    monkeypatch.setattr(members, "now", lambda: late)

    assert stranger.post(f"/m/{secret}").status == 404
    assert bob.get().status == 200


def test_a_removed_phones_ticket_is_dead(evening, ann, bob, stranger):
    secret = ticket_of(bob)
    ann.post("seats/remove", player="p2")

    assert stranger.post(f"/m/{secret}").status == 404


def test_the_seats_lent_to_a_phone_move_with_it(evening, ann, bob, stranger):
    evening.a_minute_passes()
    ann.post("seats/lend", player="p3", to="p2")
    stranger.post(f"/m/{ticket_of(bob)}")

    assert stranger.tap("player.left", player="p3", acting="p3").status == 200
