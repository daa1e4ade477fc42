"""Night files: every phone can save what it may see, and another companion goes on with the file."""

import json
import re
from html import unescape
from urllib.parse import unquote

import pytest

from companion.domain.replay import replayed
from companion.storage.database import database_of
from companion.web import night_files
from tests.conftest import Phone, make_app
from tests.table import row
from tests.web.frak_you_evening import begun as frak_you
from tests.web.yogis_whist_evening import all_bid, begun, bid


@pytest.fixture(scope="module")
def elsewhere(tmp_path_factory):
    """Another companion, on another machine."""
    app = make_app(tmp_path_factory.mktemp("elsewhere"))
    yield app
    database_of(app).close()


def saved(phone):
    answer = phone.get("night.json")
    assert answer.status == 200, answer.words
    return answer.response.get_data()


def brought(app, data):
    """A phone of nobody opens a file on the start page."""
    phone = Phone(app)
    head = b'--end\r\nContent-Disposition: form-data; name="file"; filename="night.json"\r\n\r\n'
    kind = {"Content-Type": "multipart/form-data; boundary=end"}  # the test client would leave its own files open
    return phone, phone.post("/nights/file", head + data + b"\r\n--end--\r\n", kind)


def opened(app, data):
    """The phone that opened a file, and the page on which it picks its seat."""
    phone, answer = brought(app, data)
    assert answer.status == 303, answer.words
    return phone, answer.goes_to


def seated(phone, path, **fields):
    answer = phone.post(path, **fields)
    assert answer.status == 303, answer.words
    phone.nid = answer.goes_to.split("/")[2]
    return phone


def invitation(phone):
    """The path behind the QR code that a phone holds out."""
    return re.search(r'data-share="http://localhost(/j/[^"]+)"', phone.get("share").html)[1]


def night_of(app, phone):
    return app.extensions["companion"].nights.log(phone.nid).night


def test_every_phone_saves_the_night_so_far_and_a_stranger_nothing(game, ann, bob, stranger):
    game.play("p2", "p3")
    tag = ann.get("night.json").response.headers["ETag"]

    assert saved(ann) == saved(bob) == game.file
    assert ann.get("night.json").response.mimetype == "application/json"
    assert replayed(saved(ann)).night.players["p2"].owed == game.night.players["p2"].owed
    assert stranger.get("night.json").status == 403
    again = ann.get("night.json", **{"If-None-Match": tag})
    assert (again.status, again.html, again.response.headers["ETag"]) == (304, "", tag)
    game.play("p2", first=3)
    assert ann.get("night.json", **{"If-None-Match": tag}).status == 200


def test_no_phone_saves_hidden_bids_not_even_its_own_until_the_deal_is_over(evening, ann, bob):
    begun(evening)
    whole = evening.seq
    all_bid(evening, 2, 0, 0)

    for phone in (ann, bob):
        file = json.loads(saved(phone))
        assert file["cut_before"] == whole + 1
        assert len(file["events"]) == whole
    tag = ann.get("night.json").response.headers["ETag"]
    played_out(evening)
    answer = ann.get("night.json", **{"If-None-Match": tag})
    assert answer.status == 200
    assert "cut_before" not in json.loads(answer.html)


def played_out(evening):
    """Nobody calls, and the three tricks of the first deal are taken."""
    for player in ("p2", "p3", "p1"):
        evening.ann.tap("call.made", deal=1, player=player, call="no")
    evening.play("p2", "p3", "p2")


def test_the_file_of_a_newcomer_ends_before_a_secret_game_and_names_the_phones_that_have_the_rest(
    evening, ann, bob, cal, start_table
):
    before = evening.seq
    assert rest_of(bob) == ""
    frak_you(evening)
    assert json.loads(saved(bob))["cut_before"] <= before + 2
    assert "frak-you" not in bob.get("night.json").html
    assert saved(ann) == evening.file
    assert rest_of(ann) == ""
    assert rest_of(bob).endswith(" before the game with the secret rules. To save the whole night, use Ann’s phone.")
    tag = bob.get("night.json").response.headers["ETag"]
    ann.tap("player.initiated", player="p3")
    assert bob.get("night.json", **{"If-None-Match": tag}).status == 200
    assert rest_of(bob).endswith(" rules. To save the whole night, use the phone of Ann or Cal.")
    assert rest_of(cal) == ""

    nobodys = frak_you(start_table(), initiated=[])
    assert rest_of(nobodys.bob).endswith(". Only the companion has the rest.")


def rest_of(phone):
    """The sentence that comes with a file: whose phones have the rest."""
    return unquote(phone.get("night.json").response.headers["X-Elsewhere"])


def test_the_night_goes_on_at_another_companion_where_everybody_picks_their_seat(game, bob, elsewhere):
    game.play("p2", "p3")
    phone, path = opened(elsewhere, saved(bob))
    assert "Which seat is yours?" in phone.get(path).words
    seated(phone, path, seat="p2")

    assert phone.tap("trick.taken", deal=1, trick=3, winner="p1").status == 200
    assert [who.name for who in night_of(elsewhere, phone).players.values()] == ["Ann", "Bob", "Cal"]
    assert night_of(elsewhere, phone).players["p3"].owed == game.night.players["p3"].owed
    cal = Phone(elsewhere, phone.nid)
    assert "Cal" in cal.get(invitation(phone)).words
    assert cal.post(invitation(phone), seat="p3").status == 303
    assert "Cal" in cal.get("seats").words
    assert Phone(elsewhere, phone.nid).post(invitation(phone), seat="p2").refuses()  # Bob's seat has a phone again


def test_the_player_who_opens_the_file_is_finesmaster_until_they_pass_it_on(game, ann, elsewhere):
    for seat, finesmaster in (({"seat": "p1"}, "p1"), ({"name": "Dot"}, "p4"), ({"seat": "p2"}, "p2")):
        phone, path = opened(elsewhere, saved(ann))
        assert phone.post(path, name="bob").refuses("Bob is here already")
        seated(phone, path, **seat)
        assert night_of(elsewhere, phone).finesmaster == finesmaster
    other = Phone(elsewhere, phone.nid)
    other.post(invitation(phone), seat="p1")
    assert "Only the finesmaster (Bob)" in other.tap("fine.given", player="p3", amount=1).says

    assert phone.tap("finesmaster.named", player="p1").status == 200
    assert other.tap("fine.given", player="p3", amount=1).status == 200


def test_the_page_of_an_opened_file_lets_nobody_else_in_and_nobody_after_an_hour(game, ann, elsewhere, monkeypatch):
    phone, path = opened(elsewhere, saved(ann))
    seated(phone, path, seat="p1")
    stranger = Phone(elsewhere)
    assert stranger.get(path).status == stranger.post(path, seat="p2").status == 403
    assert phone.get(path).goes_to == phone.post(path, seat="p3").goes_to == f"/n/{phone.nid}/"
    assert stranger.get(path[:-4] + "AAAA").status == 404

    phone, path = opened(elsewhere, saved(ann))
    monkeypatch.setattr(night_files, "LASTS", -1)
    assert phone.get(path).status == phone.post(path, seat="p1").status == 404


def test_the_page_lists_what_was_hidden_and_is_entered_again(evening, ann, elsewhere):
    def asks():
        phone, path = opened(elsewhere, saved(ann))
        return phone.get(path).words.partition("Which seat")[0]

    assert "again" not in asks()
    begun(evening)
    all_bid(evening, 0, 0, 0)
    played_out(evening)
    bid(ann, "p1", deal=2, tricks=1)
    assert "Deal 2 of Yogi’s Whist was under way and its bids were hidden: enter it again." in asks()
    phone = seated(*opened(elsewhere, saved(ann)), seat="p1")
    assert phone.tap("bid.placed", deal=2, player="p1", tricks=1).status == 200

    ann.tap("game.ended")
    before = evening.seq
    evening.start("yak", "p1", "p2", dice="identical")
    assert f"It ends before entry {before + 1}: start that game again." in asks()


def test_a_closed_night_can_be_looked_at(game, ann, elsewhere):
    ann.tap("night.closed")

    phone, path = opened(elsewhere, saved(ann))
    assert "It was closed" in phone.get(path).words
    seated(phone, path, seat="p2")

    assert phone.get("settle").status == 200
    assert elsewhere.extensions["companion"].nights.log(phone.nid).seq == game.seq


def test_a_file_that_is_no_night_is_refused_on_the_start_page(web):
    for data, status, words in (
        (b"", 422, "Choose the file of a night first."),
        (b"PK\x03\x04rest", 422, "That file is packed."),
        (b"\xff\xd8\xff\xe0 a picture", 422, "That is not the file of a night. Nothing was opened."),
        (b'{"format":"companion-night/1","events":[{"seq":1,"type":"<script>alert(1)"}]}', 422, "event 1: <script>"),
        (b" " * (2 * 1024 * 1024 + 1), 422, "Nothing was opened."),
        (b" " * 5_000_000, 413, "Nothing was opened."),
    ):
        with row(data[:80]):
            _, answer = brought(web, data)
            assert answer.status == status
            assert words in unescape(answer.html)
            assert "<script>alert" not in answer.html
    assert Phone(web).post("/nights/file", file="just words").refuses("Choose the file of a night first.")


def test_a_file_opened_twice_beside_its_own_night_is_two_other_nights(game, ann, web):
    before, data = game.file, saved(ann)
    phones = [seated(*opened(web, data), seat="p1") for _ in range(2)]
    phones[0].tap("fine.given", player="p2", amount=1)

    assert len({game.nid, *(phone.nid for phone in phones)}) == 3
    assert game.file == saved(phones[1]) == before
