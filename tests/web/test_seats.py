"""Seats: their order and names, leaving and coming back, who acts for them, and the phones that hold them."""

import re

from tests.conftest import plain
from tests.web import forms


def test_a_button_moves_a_player_one_seat_also_round_the_table_and_the_order_can_be_sent_at_once(evening, bob):
    for fields, order in (
        ({"move": "p3 up", "order": ["p1", "p2", "p3"]}, "p1 p3 p2"),
        ({"move": "p1 down"}, "p3 p1 p2"),
        ({"move": "p3 up"}, "p1 p2 p3"),
        ({"order": ["p3", "p1", "p2"]}, "p3 p1 p2"),
    ):
        bob.tap("seats.moved", **fields)
        assert " ".join(evening.night.order) == order, fields
    assert "not at this table" in bob.tap("seats.moved", move="p9 up").says
    assert bob.tap("seats.moved", order=["p1", "p2"]).refuses()


def test_seats_are_drawn_by_lot_in_one_tap_and_the_log_says_so(evening, ann, bob, monkeypatch):
    monkeypatch.setattr("companion.commands.forms.shuffled", lambda seats: seats[::-1])
    assert re.search(r'name="move" value="random">Draw seats by lot', ann.get("seats").regions["r-seats"])
    assert 'seats">Draw seats by lot' in ann.get("start/card-yacht").html
    before = evening.night.order

    drawn = "Seats drawn by lot, clockwise: Cal, Bob, Ann."

    assert ann.tap("seats.moved", move="random", order=list(before)).says == drawn

    assert evening.night.order == before[::-1]
    assert drawn in bob.get("log").words
    assert bob.tap("entry.undone", entry=evening.seq).status == 200
    assert evening.night.order == before
    bob.tap("seats.moved", order=["p3", "p2", "p1"])
    assert bob.get("log").words.count("Seats, clockwise: Cal, Bob, Ann.") >= 1


def test_anybody_adds_a_player_without_a_phone_and_acts_for_them_but_for_nobody_else(game, bob, cal):
    assert bob.tap("player.joined", name="Dan").status == 200
    game.ann.tap("fine.given", player="p4", amount=2)
    assert cal.tap("drink.taken", player="p4", amount=2, acting="p4").status == 200
    assert game.log.lines[-1].entry.by == "p4"
    assert game.owed == {}
    assert "own phone" in cal.tap("water.called", player="p4", acting="p4").says  # but nobody speaks for them

    assert bob.tap("player.left", player="p3", acting="p3").refuses("Cal has a phone")
    assert bob.tap("player.left", player="p3", acting="p9").status == 422


def test_the_finesmaster_renames_anybody_a_player_themselves_and_a_seat_without_a_phone(evening, ann, bob, cal):
    ann.tap("player.joined", name="Dan")
    for phone, player, name in ((ann, "p2", "Robert"), (bob, "p2", "Bobby"), (bob, "p4", "Daniel")):
        assert phone.tap("entry.changed", player=player, back="seats", **{"event.name": name}).status == 200
        assert evening.night.names[player] == name
    answer = cal.tap("entry.changed", player="p2", **{"event.name": "Silly"})

    assert "Only the finesmaster (Ann)" in answer.says
    assert "Bobby" in cal.get().words
    assert "Silly" not in cal.get().words
    assert ann.tap("entry.changed", player="p2", **{"event.name": "Ａｎｎ"}).refuses("Ann is here already")


def test_the_office_is_handed_over_by_its_holder_and_nobody_taps_for_one_without_a_phone(evening, ann, bob):
    ann.tap("finesmaster.named", player="p2")
    assert bob.tap("fine.given", player="p1", amount=1).status == 200
    assert "Only the finesmaster (Bob)" in ann.tap("fine.given", player="p2", amount=1).says

    ann.tap("player.joined", name="Dan")
    bob.tap("finesmaster.named", player="p4")

    assert "Only the finesmaster (Dan)" in bob.tap("fine.given", player="p1", amount=5, acting="p4").says
    assert evening.owed == {"p1": 1}


def test_a_player_who_leaves_or_joins_during_a_deal_is_dealt_out_or_in_from_the_next(game, ann, bob):
    ann.tap("trick.taken", deal=1, trick=1, winner="p3")
    ann.tap("player.left", player="p3")
    game.join("Dan")
    assert ann.tap("trick.taken", deal=1, trick=2, winner="p3").status == 200
    assert "Dan is not in this deal" in ann.tap("trick.taken", deal=1, trick=3, winner="p4").says
    game.play("p1", "p1", "p1", first=3)

    assert "Cal is not in this deal" in ann.tap("trick.taken", deal=2, trick=1, winner="p3").says
    assert ann.get().html.count('name="dealt"') == 3
    for phone in (ann, bob):  # which is dealt once
        answer = phone.tap("trick.taken", deal=2, trick=1, winner="p4", dealt=["p1", "p2", "p4"])
        assert (answer.status, game.last.winner) == (200, "p4")
    assert [line.entry.event.type for line in game.log.lines][-2:] == ["deal.started", "trick.taken"]
    assert game.night.game.state.on.dealt == ("p1", "p2", "p4")


def test_who_left_before_playing_or_owing_anything_is_no_longer_at_the_table_and_comes_back_with_one_tap(
    evening, ann, bob, cal
):
    ann.tap("rule.made", text="No elbows")
    ann.tap("player.left", player="p3")
    for page, shown in (("", "r-players"), ("drinks", "r-ledger")):
        assert "Cal" not in plain(bob.get(page).regions[shown])
    assert "Cal" not in bob.get("caught").html.split("</form>")[0]
    assert "Cal is away." in bob.get("log").words

    form = forms.fields(cal.get().html, "back-here")
    assert cal.post("entries", {**form, "player": "p3"}).status == 303
    assert "Cal" in plain(bob.get().regions["r-players"])

    ann.tap("fine.given", player="p3", amount=1)
    ann.tap("player.left", player="p3")
    assert "Cal away" in plain(bob.get().regions["r-players"])  # still owes


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
    assert "away" in bob.get("seats").words

    ann.post("seats/lend", player="p1", to="p2")  # and with the seat the office
    for kind, fields in (("fine.given", {"player": "p3", "amount": 1}), ("night.closed", {})):
        assert bob.tap(kind, **fields).status == 200
        assert evening.log.lines[-1].entry.by == "p1"


def test_only_a_phone_that_is_there_is_lent_a_seat_or_removed_and_then_code_and_qr_are_new(evening, ann, bob, stranger):
    old = evening.links
    ann.tap("player.joined", name="Dan")
    for player, to, status in [("p9", "p2", 404), ("p3", "p4", 422), ("p3", "p9", 422), ("", "", 404)]:
        assert ann.post("seats/lend", player=player, to=to).status == status, player
    assert "lent to" not in ann.get("seats").words
    for player in ("p4", "p9", ""):
        assert ann.post("seats/remove", player=player).status == 422
    assert evening.links.token == old.token

    ann.post("seats/remove", player="p2")

    assert evening.links.code != old.code
    assert evening.links.token != old.token
    assert bob.get(f"/j/{old.token}").status == 404
    assert bob.post("/join", code=old.code).status == 422
    assert stranger.post(f"/j/{evening.links.token}", seat="p2").status == 303


def ticket_of(phone, to="seats/move", **fields) -> str:
    """The secret of a fresh ticket, as the QR code carries it."""
    page = phone.post(to, **fields)
    assert page.status == 200
    return page.html.split("/m/")[1].split("<")[0]


def test_the_finesmaster_shows_a_code_that_brings_a_new_phone_to_a_seat_and_nobody_elses_changes(
    evening, ann, bob, cal
):
    code, new = evening.links.code, evening.stranger()
    assert "Bob has a new phone" in ann.get("with/p2").words
    assert cal.post("seats/replace", player="p2").status == 403

    ticket, before = ticket_of(ann, "seats/replace", player="p2"), ann.get("poll?page=seats")
    assert new.post(f"/m/{ticket}").status == 303

    told = ann.get(f"poll?page=seats&since={before.version}").regions["r-moved"]
    assert ("new phone" in before.regions["r-moved"], "Bob’s new phone is in." in told) == (False, True)
    assert "new phone" not in ann.post("seats/replace", player="p3").regions["r-moved"]
    assert "Bob" in new.get().words
    assert (bob.get().status, cal.get().status) == (403, 200)
    assert evening.links.code == code


def test_a_player_moves_to_another_phone_by_the_newest_ticket_once_and_the_old_one_is_out(evening, bob):
    first, second = evening.stranger(), evening.stranger()
    old, secret = ticket_of(bob), ticket_of(bob)
    assert first.post(f"/m/{old}").status == 404
    assert first.get(f"/m/{secret}").status == 200
    assert bob.get().status == 200  # opening the page moves nobody
    bob.tap("player.left", player="p2")
    assert first.post(f"/m/{secret}").status == 303

    assert ("Bob" in first.get().words, evening.night.away) == (True, set())
    assert bob.get().status == 403
    for again in (second.get(f"/m/{secret}"), second.post(f"/m/{secret}")):
        assert (again.status, "Ask the finesmaster for a new one" in again.words) == (404, True)
    assert first.get().status == 200
