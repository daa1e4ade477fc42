"""Opening a night: a name, a unit and the first player, who is its finesmaster."""

import pytest


@pytest.fixture
def phone(start_evening, web):
    return start_evening(name="Elsewhere").stranger()


def test_the_one_who_opens_a_night_sits_at_its_table_as_finesmaster(evening):
    night = evening.night
    assert (night.name, night.unit, night.names["p1"], night.finesmaster) == ("Friday", "sip", "Ann", "p1")
    assert evening.ann.get().status == 200


def test_the_unit_can_be_any_word(start_evening, phone):
    opened = phone.post("/nights", night="Friday", name="Ann", unit="drink", own_unit=" thimble ")

    assert "fines are in thimbles" in phone.get(opened.goes_to + "log").words


def test_bad_input_is_refused_in_words_keeps_what_was_typed_and_opens_nothing(phone):
    cases = [
        ({"night": ""}, "night"),
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


def test_a_phone_finds_its_nights_again_on_the_start_page_each_by_a_cookie_of_its_own(evening, start_evening, stranger):
    bob = evening.bob
    other = start_evening(name="Saturday")
    bob.post(f"/j/{other.links.token}", name="Robert")

    words = bob.get("/").words

    assert "Friday as Bob" in words
    assert "Saturday as Robert" in words
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
