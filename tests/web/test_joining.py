"""Joining a night: by the QR code's link or a typed code, with a name, or into a seat without a phone."""

import re
from colorsys import rgb_to_hls
from pathlib import Path

import pytest

from companion.commands import night_files
from companion.domain import limits
from companion.views.seats import LOOKS
from tests.conftest import plain
from tests.table import row


def test_opening_the_link_joins_nobody_and_a_closed_night_or_a_dead_link_lets_nobody_in(evening, stranger):
    before = evening.file

    answer = stranger.get(f"/j/{evening.links.token}")

    assert answer.status == 200
    assert "already, new phone? Ann, the finesmaster, taps your name and “… has a new phone”" in answer.words
    assert evening.file == before
    assert stranger.get().status == 403
    evening.ann.tap("night.closed")
    assert stranger.post(f"/j/{evening.links.token}", name="Dan").refuses("This night is over")
    for answer in (stranger.get("/j/nonsense"), stranger.post("/j/nonsense", name="Dan")):
        assert answer.refuses("Scan the table’s QR code again", 404)


def test_a_newcomer_is_at_the_table_with_any_name_and_any_browser(evening, ann, stranger):
    browser = {"User-Agent": "Bro\x00wser\x7f \x1b[31m" + "x" * 10_000}
    assert stranger.post(f"/j/{evening.links.token}", {"name": "Dan"}, browser).status == 303
    assert "Dan" in stranger.get().words
    assert evening.night.names["p4"] == "Dan"
    assert "picked the seat" not in ann.get().words  # a new player needs no confirmation

    for name in ["Zoë", "O’Brien", "李雷", "Анна", "x" * 24, "J 2", "🦆", "<b>", "B\u043eb", "Βάσω"]:
        evening.join(name)
        assert [*evening.night.names.values()][-1] == name, name


def test_a_phone_at_the_table_goes_straight_back_to_its_seat_and_a_reload_keeps_the_player(evening, bob):
    for answer in (bob.get(f"/j/{evening.links.token}"), bob.post(f"/j/{evening.links.token}", name="Bob again")):
        assert (answer.status, answer.goes_to) == (303, f"/n/{evening.nid}/")
    bob.get()

    assert "Only the finesmaster (Ann)" in bob.tap("fine.given", player="p1", amount=1).says
    assert len(evening.night.players) == 3


def test_another_players_name_in_other_letter_cases_or_with_invisible_letters_is_refused(evening, stranger):
    cases = [
        "Bob", "bob", "BOB", " Bob ", "Ｂｏｂ", "B\u200bob", "Bo\u00adb", "Bob\u2060", "\u202eBob", "Bob\ufe0f",
        "Bo\u034fb", "Bob\u3164", "Bob\u115f", "Bob\u2800", "Bob\U000e0101", "Bob\u180b",
    ]  # fmt: skip
    before = evening.file
    for name in cases:
        answer = stranger.post(f"/j/{evening.links.token}", name=name)
        assert answer.refuses("Bob is here already"), name
        assert "take over" not in answer.words, name
        assert "If you are Bob with a new phone: Ann taps “Bob has a new phone”" in answer.words, name
        assert evening.file == before, name


def test_a_seat_without_a_phone_is_taken_over_by_one(evening, ann, stranger):
    ann.tap("player.joined", names="Dan, Eve")
    named = stranger.post(f"/j/{evening.links.token}", name="dan")
    assert "Dan is here already. Add a letter, such as “Dan K”, or take over that seat." in named.words
    offered = stranger.get(f"/j/{evening.links.token}")
    assert "Are you one of these? They play without a phone so far. Dan Eve Your name" in offered.words
    for page in (named, offered):
        assert 'name="seat" value="p4"' in page.html
    assert "Dan no phone Eve no phone" in ann.get("share").words

    assert stranger.post(f"/j/{evening.links.token}", seat="p4").status == 303

    assert "Dan" in stranger.get().words
    assert len(evening.night.players) == 5
    shared = ann.get("share").words
    assert "Dan no phone" not in shared
    assert "Eve no phone" in shared
    second = evening.stranger()
    for seat in ["p4", "p2", "p9", "' or 1=1"]:
        assert second.post(f"/j/{evening.links.token}", seat=seat).refuses("seat"), seat
        assert second.get().status == 403, seat


def test_an_empty_or_too_long_name_is_refused_and_stays_typed(evening, stranger):
    before = evening.file
    for name in ["", " ", "\u200b", "\u3164", "\u2800", "\u0301", "\x00", "x" * 25, "e\u0301" * 41]:
        with row(name):
            answer = stranger.post(f"/j/{evening.links.token}", name=name)
            assert answer.refuses("name")
            assert name != "x" * 25 or name in answer.html
            assert evening.file == before


def test_a_typed_code_leads_to_the_table_and_a_wrong_one_stays_typed(evening, stranger):
    code = evening.links.code
    for typed in (code, code.lower(), f"{code[:3]}-{code[3:]}", f" {code[:3]} {code[3:]} "):
        answer = stranger.post("/join", code=typed)
        assert (answer.status, answer.goes_to) == (303, f"/j/{evening.links.token}")

    answer = stranger.post("/join", code=code, name=" Dan & Co ")
    assert 'value="Dan &amp; Co"' in stranger.get(answer.goes_to).html  # the name need not be typed again
    answer = stranger.post("/nights", code=code, name="Dan")  # by Enter, whose button opens a table
    assert (answer.status, answer.goes_to) == (307, "/join")

    answer = stranger.post("/join", code="WRN-GWR", name="Dan")

    assert answer.refuses("No table is open under that code")
    assert "WRN-GWR" in answer.html
    assert 'value="Dan"' in answer.html


@pytest.mark.parametrize("script", [True, False])
def test_a_player_whose_joining_was_undone_can_join_again_and_nobody_gets_that_seat(evening, ann, script):
    ann.tap("game.started", game="yak", players=["p1", "p2"], **{"options.dice": "identical"})
    dan = evening.join("Dan")
    assert dan.tap("entry.undone", entry=evening.seq, script=script).refuses("isn’t at that table", 403)

    eve = evening.join("Eve")

    assert evening.night.names == {"p1": "Ann", "p2": "Bob", "p3": "Cal", "p5": "Eve"}
    assert (eve.get().status, dan.get().status) == (200, 403)
    assert dan.post(f"/j/{evening.links.token}", name="Dan").status == 303
    assert dan.get().status == 200


def test_the_finesmaster_confirms_the_phone_that_picked_a_seat_or_removes_it(evening, ann, bob):
    question = "Somebody joined as Dan"
    ann.tap("player.joined", name="Dan")
    for right in (True, False):
        picked = evening.stranger()
        picked.post(f"/j/{evening.links.token}", seat="p4")
        assert "picked the seat" not in bob.get().words
        assert bob.post("seats/confirm", player="p4").status == 403
        for player in ["", "p9", "p4\x00", "\x00", "x" * 10_000]:
            assert ann.post("seats/confirm", player=player).refuses("That player is not at this table", 404), player
        assert question in ann.get().words

        if right:
            assert ann.post("seats/confirm", player="p4").status == 303
            assert "Dan" in picked.get().words
            assert question not in ann.get().words
        ann.post("seats/remove", player="p4")
        assert picked.get().status == 403
        assert question not in ann.get().words


# A full night holds no more than the file of a night that another companion opens


@pytest.fixture
def nearly_full(evening, monkeypatch):
    """Ann, Bob and Cal are here, and one more may come."""
    for module in (limits, night_files):
        monkeypatch.setattr(module, "MOST_PLAYERS", 4)
        monkeypatch.setattr(module, "MOST_ENTRIES", 20)
    monkeypatch.setattr(limits, "RESERVE", 5)
    return evening


def test_one_player_too_many_is_refused_by_every_way_to_the_table(nearly_full):
    nearly_full.join("Dan")
    seq = nearly_full.seq

    by_the_link = nearly_full.stranger().post(f"/j/{nearly_full.links.token}", name="Eve")
    on_the_seats_page = nearly_full.ann.tap("player.joined", player="p5", name="Eve")
    nearly_full.ann.tap("entry.undone", entry=seq)
    assert nearly_full.join("Eve").get().status == 200
    by_an_undo = nearly_full.ann.tap("entry.undone", entry=seq + 1)

    for answer in (by_the_link, on_the_seats_page, by_an_undo):
        assert answer.refuses("The table is full: 4 players")
    assert len(nearly_full.night.players) == 4


def test_in_a_full_night_players_can_only_leave_and_close_it(nearly_full):
    statuses = [nearly_full.ann.tap("fine.given", player="p2", amount=1, again="yes").status for _ in range(20)]
    refused = nearly_full.bob.tap("drink.taken", player="p2", amount=1)

    assert statuses == [200] * (15 - 4) + [422] * 9
    assert (refused.status, nearly_full.seq) == (422, 15)
    assert "This night is full" in refused.says
    assert nearly_full.cal.tap("player.left", player="p3").status == 200
    assert nearly_full.ann.tap("night.closed").status == 200
    assert night_files.read_from_stranger(nearly_full.file).log.seq == nearly_full.seq


# Several people without a phone sit down with one line


def names(evening):
    return [*evening.night.names.values()]


def test_names_in_one_line_sit_down_in_that_order_without_a_phone_and_once(evening, ann):
    for line, added in (
        ("Dan, Eve and Flo", ["Dan", "Eve", "Flo"]),
        (" Gus ;Hal\nIan&  Jo Ann ,, ", ["Gus", "Hal", "Ian", "Jo Ann"]),
        ("Sandy", ["Sandy"]),
    ):
        with row(line):
            before = names(evening)
            for _ in range(2):  # the second is the same form, sent again
                assert ann.tap("player.joined", names=line, key=f"key-{len(before)}", back="share").status == 200
            assert names(evening) == before + added
    assert [phone.player for phone in evening.members.devices] == ["p1", "p2", "p3"]


def test_if_one_name_is_refused_nobody_sits_down_and_the_line_stays_typed(evening, ann):
    for line, why in (
        ("Dan, bob", "Bob is here already"),
        ("Dan, Eve, dan", "Dan is there twice"),
        (f"Dan, {'x' * 25}", "24 letters at most"),
        (", ;", "Please type a name."),
        (", ".join(f"Guest {number}" for number in range(21)), "20 names at most"),
    ):
        with row(line):
            before = evening.file
            answer = ann.tap("player.joined", names=line, back="share", script=False)
            assert answer.refuses(why)
            assert f'value="{line}"' in answer.html
            assert evening.file == before


# The page with the code, and the colour and shape of a guest


def test_who_opens_a_night_sees_its_code_and_who_arrives_and_starts_from_there(start_evening, web):
    phone = start_evening(name="Elsewhere").stranger()
    opened = phone.post("/nights", name="Zoe").goes_to
    phone.nid = opened.split("/")[2]
    evening = web.extensions["companion"].nights
    page = phone.get(opened)

    assert opened == f"/n/{phone.nid}/share"
    assert page.html.count('class="qr"') == 1
    assert "Practise alone" in page.regions["r-starting"]
    phone.tap("player.joined", names="Bob, Cal")
    page = phone.get(opened)
    assert [name in page.regions["r-arrivals"] for name in ("Zoe", "Bob", "Cal")] == [True] * 3
    assert f'href="/n/{phone.nid}/start">Start <small>3 are here</small>' in page.regions["r-starting"]
    phone.tap("game.started", game="yak", players=["p1", "p2"], **{"options.dice": "identical"})
    assert "Back to the table<small>Yak is on</small>" in phone.get(opened).regions["r-starting"]
    phone.tap("night.closed")
    assert evening.log(phone.nid).night.closed
    assert "The night is over" in phone.get(opened).words
    assert "or type" not in phone.get(opened).words


def test_whoever_comes_late_or_comes_back_is_greeted_until_they_play(game, ann, bob):
    ann.tap("rule.made", text="No elbows", amount=2)
    dan = game.join("Dan")

    greeting = dan.get().regions["r-greeting"]
    words = "You are the green diamond. You play in deal 1. Not dealt in? 1 rule is in force. How it goes: 30 seconds"
    assert words in plain(greeting)  # the table offers Dan as who took trick 1
    assert f"/n/{game.nid}/help/five-card-yak" in greeting
    assert "You play" not in bob.get().words

    game.play(None)
    assert "You play from the next deal. 1 rule" in plain(dan.get().regions["r-greeting"])
    game.play(None, None, None, None, first=2)
    ann.tap("trick.taken", deal=2, trick=1, winner="p2", dealt=["p1", "p2", "p3", "p4"])
    assert "You play" not in dan.get().words

    for event, fields in (("player.left", {"player": "p2"}), ("game.ended", {})):
        ann.tap(event, **fields)
    ann.tap("game.started", game="five-card-yak", players=["p1", "p3"], dealer="p1")  # Dan sits out
    bob.tap("player.returned", player="p2")
    assert "You play in deal 1." in plain(bob.get().regions["r-greeting"])
    assert (dealt := re.findall('name="dealt" value="(..)"', ann.get().html)) == ["p1", "p3", "p2"]
    ann.tap("trick.taken", deal=1, trick=1, winner="p2", dealt=dealt)
    assert re.findall('id="seat-(..)"', ann.get().regions["r-players"]) == [*dealt, "p4"]  # as the buttons are


HUES = {"orange": 21, "blue": 210, "gold": 47, "green": 138, "purple": 275, "pink": 333, "turquoise": 179, "brown": 28,
        "lavender": 233, "lime": 73}  # fmt: skip


def test_in_the_dark_and_in_the_light_the_colour_of_a_player_is_what_it_is_called():
    style = (Path(__file__).parents[2] / "static" / "app.css").read_text()
    for number, *parts in re.findall(r"--c(\d+): #(..)(..)(..)", style):
        hue = rgb_to_hls(*(int(part, 16) for part in parts))[0] * 360
        assert abs(hue - HUES[LOOKS[int(number) - 1].split()[0]]) < 8, (number, hue)


def test_until_their_first_game_phones_say_by_which_colour_and_shape_they_are_known(evening, ann, bob):
    assert "You are the orange circle." in ann.get().words
    assert "You are the blue square." in bob.get().words
    evening.start("five-card-yak")
    assert "You are the" not in bob.get().words
    ann.tap("game.ended")
    assert "You are the" not in bob.get().words
    dan = evening.join("Dan")
    greeting = dan.get().regions["r-greeting"]
    assert "You are the green diamond." in plain(greeting)
    assert "Not drinking? Same count, your way" in plain(greeting)
    assert 'class="region newcomer"' in greeting  # its style hides what the last game cost
    assert "You are the" not in ann.get().words

    ann.tap("game.started", game="five-card-yak", players=["p1", "p2", "p3", "p4"], dealer="p1")
    assert "You are the" not in dan.get().words


def test_whoever_comes_late_to_a_game_without_room_plays_in_the_next(evening, ann):
    ann.tap("player.joined", names="Dan, Eve")
    ann.tap("game.started", game="five-card-yak", players=["p1", "p2", "p3", "p4", "p5"], dealer="p1")
    ann.tap("player.joined", names="Fay, Gus, Hal, Ida, Jo, Kim")
    late = evening.join("Lou")

    assert "You play in the next game. How it goes: 30 seconds" in plain(late.get().regions["r-greeting"])
