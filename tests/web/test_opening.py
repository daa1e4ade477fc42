"""Opening a night: a name, a unit and the first player, who is its finesmaster."""

import re
from datetime import date, datetime
from itertools import islice, product
from string import ascii_lowercase

import pytest

from companion.domain.games import GAMES
from companion.domain.house_rules.english import in_words, read
from companion.web import auth, home
from companion.web.home import evening_of, name_of
from tests.table import cases


@pytest.fixture
def phone(start_evening, web):
    return start_evening(name="Elsewhere").stranger()


@cases(
    (datetime(2026, 11, 20, 19, 30), date(2026, 11, 20), "Friday night"),
    (datetime(2026, 11, 21, 5, 59), date(2026, 11, 20), "Friday night"),
    (datetime(2026, 11, 21, 6, 0), date(2026, 11, 21), "Saturday night"),
)
def test_until_six_in_the_morning_it_is_still_the_evening_before(now, evening, name):
    assert (evening_of(now), name_of(evening)) == (evening, name)


def test_a_name_and_one_tap_open_a_night_of_which_one_is_finesmaster_named_after_its_evening(phone, monkeypatch):
    monkeypatch.setattr(home, "evening_of", lambda now: date(2026, 11, 20))
    assert 'id="night" name="night" maxlength="80" value="Friday night"' in phone.get("/").html

    phone.nid = phone.post("/nights", night="", name="Ann").goes_to.split("/")[2]

    night = phone.client.application.extensions["companion"].nights.log(phone.nid).night
    assert (night.name, night.unit, night.names, night.finesmaster) == ("Friday night", "sip", {"p1": "Ann"}, "p1")
    assert night.date == "2026-11-20"
    assert phone.get().status == 200
    opened = phone.post("/nights", night="Friday", name="Ann", unit="drink", own_unit=" thimble ")
    assert "Fines are counted in thimbles" in phone.get(opened.goes_to.replace("share", "log")).words


@pytest.mark.each_game
def test_the_start_page_says_of_every_game_why_to_play_it_with_how_many_and_how_long_and_leads_to_how_it_goes(phone):
    start = phone.get("/")

    for game in GAMES.values():
        best = f"Best with {game.offer.best[0]}–{game.offer.best[-1]} · {game.offer.lasts}"
        assert f"{game.offer.pitch} {best}" in start.words
        assert f'href="/games/{game.id}"' in start.html
        assert game.name in start.words
        assert game.name in phone.get(f"/games/{game.id}").words
    assert "Aces are high" not in phone.get("/games/frak-you").words  # its reasons stay a secret
    assert phone.get("/games/poker").status == 404


def test_the_rule_on_the_start_page_is_read_as_it_says(phone):
    shown = re.search("<blockquote>(.+?)</blockquote>.*?<b>(.+?)</b>", phone.get("/").html, re.S)
    assert shown
    meaning = read(shown[1]).meaning
    assert meaning
    assert in_words(meaning) == shown[2]


def test_bad_input_is_refused_in_words_keeps_what_was_typed_and_opens_nothing(phone):
    cases = [
        ({"night": "x" * 81}, "night is too long"),
        ({"night": "Fri\x00day"}, "night"),
        ({"name": ""}, "Please type a name."),
        ({"name": "\u200b\u2060"}, "Please type a name."),
        ({"name": "N" * 25}, "24 letters at most"),
        ({"own_unit": "u" * 41}, "unit is too long"),
    ]
    for wrong, words in cases:
        typed = {"night": "Friday at Ann’s", "name": "Annabel", "unit": "pencil", "own_unit": ""} | wrong
        answer = phone.post("/nights", typed)
        assert answer.status == 422, wrong
        assert words in answer.words, wrong
        for name, value in typed.items():
            if name not in wrong and value:
                assert value in answer.html, wrong
        assert answer.response.headers.getlist("Set-Cookie") == [], wrong


def test_of_very_many_cookies_the_start_page_reads_those_of_the_newest_fifty_nights(evening, ann, monkeypatch):
    read, device_of = [], auth.device_of
    monkeypatch.setattr(auth, "device_of", lambda nid: (read.append(nid), device_of(nid))[1])
    invented = [f"companion_{''.join(letters)}=x" for letters in islice(product(ascii_lowercase, repeat=8), 14_000)]
    token = ann.client.get_cookie(f"companion_{ann.nid}").value
    crowded = "; ".join([*invented, f"companion_{ann.nid}={token}"])

    page = ann.client.application.test_client(use_cookies=False).get("/", headers={"Cookie": crowded})

    assert f'href="/n/{ann.nid}/"' in page.text
    assert len(read) == 50


def test_the_newest_night_stands_first_on_the_start_page_and_each_once(evening, start_evening):
    sent = []
    for each in (evening, start_evening(name="Elsewhere")):
        token = each.ann.client.get_cookie(f"companion_{each.nid}").value
        sent += [f"companion_{each.nid}={token}", f"__Host-companion_{each.nid}={token}"]  # by http, and by https
    phone = evening.app.test_client(use_cookies=False)

    for address in ("http://localhost", "https://localhost"):
        page = phone.get("/", headers={"Cookie": "; ".join(sent)}, base_url=address).text
        assert re.findall(r'href="/n/(\w{8})/"', page) == [each.nid, evening.nid]


def test_a_phone_finds_its_nights_again_on_the_start_page_each_by_a_cookie_of_its_own(evening, start_evening, stranger):
    bob = evening.bob
    other = start_evening(name="Saturday")
    bob.post(f"/j/{other.links.token}", name="Robert")

    words = bob.get("/").words

    assert "Friday you are Bob" in words
    assert "Saturday you are Robert" in words
    assert "Friday" not in stranger.get("/").words
    assert (bob.get().status, bob.get(f"/n/{other.nid}/").status) == (200, 200)
    assert evening.ann.get(f"/n/{other.nid}/").status == 403


def test_the_cookie_cannot_be_read_by_scripts_and_is_not_the_stored_hash_and_on_https_only_for_this_host(evening):
    address, form, secret = f"/j/{evening.links.token}", {"name": "Dan"}, "https://localhost"
    (cookie,) = evening.stranger().post(address, form).response.headers.getlist("Set-Cookie")
    assert "HttpOnly" in cookie
    assert "SameSite=Lax" in cookie
    assert "Secure" not in cookie
    assert all(phone.token_hash not in cookie for phone in evening.members.devices)

    stranger = evening.stranger().client
    answer = stranger.post(address, data={"name": "Eve"}, base_url=secret, headers={"Origin": secret})
    (cookie,) = answer.headers.getlist("Set-Cookie")
    assert cookie.startswith(f"__Host-companion_{evening.nid}=")
    assert "Secure" in cookie
