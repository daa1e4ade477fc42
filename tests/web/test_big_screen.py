"""The big screen: anybody with its link can watch the table, sees public facts only, and can change nothing.

That it shows no bid, no hidden dice and no preference is tested with the phones (test_secrets, test_preferences).
"""

import re
from itertools import islice

import pytest

from companion.views.big_screen import MOST_ROUND, around
from companion.web import live
from companion.web.qr import svg
from tests.conftest import plain
from tests.web import frak_you_evening


def screen_of(evening):
    """A television that was just opened by the link."""
    screen = evening.stranger()
    assert screen.get(f"/w/{evening.links.watch}").status == 303
    return screen


@pytest.fixture
def screen(evening):
    return screen_of(evening)


# ---- the link


def test_the_link_is_a_secret_that_opens_the_table_and_is_then_in_no_address_and_no_log(evening, stranger, capsys):
    links = evening.links
    assert re.fullmatch(r"[\w-]{22}", links.watch)
    for path in ("nonsense", links.code, links.token, "None"):
        assert stranger.get(f"/w/{path}").status == 404, path
        assert stranger.get("tv").status == 403, path
    answer = stranger.get(f"/w/{links.watch}")

    assert (answer.status, answer.goes_to) == (303, f"/n/{evening.nid}/tv")
    assert "Who’s in?" in stranger.get("tv").words
    assert links.watch not in stranger.get("tv").html
    cookie = stranger.client.get_cookie(f"screen_{evening.nid}")
    assert (cookie.http_only, cookie.same_site, cookie.path) == (True, "Lax", "/")


def test_every_phone_finds_the_link_with_the_invitation(evening, ann, bob):
    for phone in (ann, bob):
        invitation, page = phone.get("share"), phone.get("screen")
        assert f'href="/n/{evening.nid}/screen"' in invitation.html
        assert f"/w/{evening.links.watch}" not in invitation.html
        assert f"/j/{evening.links.token}" not in page.html
        assert f"http://localhost/w/{evening.links.watch}" in page.html
        assert f'href="/n/{evening.nid}/tv"' in page.html
        assert ("Make a new link" in page.words) == (phone is ann)


# ---- who may watch


def test_a_screen_has_three_addresses(web):
    """That it is refused everywhere else and writes nothing is tested in test_route_matrix.py."""
    rules = [rule for rule in web.url_map.iter_rules() if web.view_functions[rule.endpoint].policy == "watching"]

    assert {rule.rule for rule in rules} == {"/n/<nid>/tv", "/n/<nid>/tv/live", "/n/<nid>/tv/poll"}
    assert not any("POST" in rule.methods for rule in rules)


def test_without_the_link_nobody_watches_but_a_phone_of_the_table(evening, start_evening, bob, cal, listen):
    other = start_evening(name="Elsewhere")
    elsewhere, forged = screen_of(other), evening.stranger()
    elsewhere.nid = evening.nid
    forged.client.set_cookie(f"screen_{evening.nid}", other.links.watch)
    removed = evening.join("Dan")
    evening.ann.post("seats/remove", player="p4")
    for page in ["tv", "tv/live", "tv/poll"]:
        for phone in (evening.stranger(), elsewhere, forged, removed):
            answer = phone.get(page)
            assert answer.status == 403, page
            assert "Ann" not in answer.words, page

    assert bob.get("tv").html == cal.get("tv").html
    assert next(listen(bob, stream="tv/live")).startswith("id: ")
    for page in ("live?page=tv", "poll?page=tv"):
        assert bob.get(page).status == 404
    assert bob.tap("drink.taken", script=False, back="tv", player="p9", amount=1).status == 422


def test_only_the_finesmaster_renews_the_link_which_closes_the_screens_of_the_old_one(
    evening, ann, bob, stranger, screen, listen
):
    stream, old = listen(screen, stream="tv/live"), evening.links.watch
    next(stream)
    for phone in (bob, stranger, screen):
        assert phone.post("tv/renew").status == 403
    assert evening.links.watch == old

    assert ann.post("tv/renew").goes_to == f"/n/{evening.nid}/screen"

    assert list(stream) == ["event: gone\ndata: removed\n\n"]
    assert screen.get("tv").status == screen.get("tv/poll").status == 403
    assert evening.stranger().get(f"/w/{old}").status == 404
    assert screen_of(evening).get("tv").status == 200


def test_a_removed_player_does_not_read_the_new_code_from_a_screen(evening, ann, screen, listen):
    on_screen, on_phone = listen(screen, stream="tv/live"), listen(ann, stream="tv/live")
    next(on_screen), next(on_phone)

    ann.post("seats/remove", player="p2")

    for stream in (on_screen, on_phone):  # the finesmaster's own page is loaded anew, and shows the new code
        assert next(stream).startswith("event: gone")
    assert screen.get("tv").status == 403
    assert f"{evening.links.code[:3]}-{evening.links.code[3:]}" in ann.get("tv").words


# ---- what it shows


def test_it_shows_everybody_what_is_next_and_how_to_join_but_no_form_and_nobodys_own(game, ann, bob, screen, new_app):
    page = screen.get("tv")

    assert "Ann deals Five each" in page.words
    for name in ("Ann", "Bob", "Cal"):
        assert name in page.words
    assert " owed" not in page.words
    assert f"{game.links.code[:3]}-{game.links.code[3:]}" in page.words
    assert "http://localhost" in page.words
    assert screen.at(new_app()).get("tv").words == page.words
    game.play("p2", "p3")
    for phone in (ann, bob, screen):
        assert not re.search("<form|<input|r-mine|r-own|data-me=|entries", phone.get("tv").html)


def test_the_cards_of_the_last_trick_are_beside_who_played_them(game, ann, screen):
    ann.tap("trick.taken", deal=1, trick=1, plays=["p1 4H", "p2 KD", "p3 4S"])

    page = screen.get("tv")
    (shown,) = re.findall(r'<li class="[^"]*\btook\b[^"]*" id="chair-p2">(.*?)</li>', page.html, re.S)
    assert "K♦" in plain(shown).replace("\ufe0e", "")
    assert "+1" in plain(shown)
    assert page.html.count('class="cancelled"') == 2
    assert "Bob drinks 1 sip" in page.words


def test_it_shows_the_same_message_as_phones(game, ann, bob, screen):
    game.play("p3", None)

    assert screen.get("tv").regions["r-say"] == bob.get("log").regions["r-say"]
    assert "Nobody took trick 2." in screen.get("tv").words
    assert "laid" not in screen.get("tv").regions["r-oval"]


def test_many_players_with_the_same_fine_are_counted_and_each_is_marked(evening, ann, screen):
    for name in ("Dot", "Eve", "Fay"):
        ann.tap("player.joined", name=name)
    ann.post("fines", type="fine.given", player=["p1", "p2", "p3", "p4", "p5"], amount=2)

    assert "5 players drink 2 sips each" in screen.get("tv").words
    assert screen.get("tv").words.count("+2") == 5


def test_the_rules_that_do_not_fit_are_counted(evening, ann, screen):
    for number in range(5):
        ann.tap("rule.made", text=f"Rule {number} is a rule that goes on and on and on, " + "and on, " * 8)
    rules = plain(screen.get("tv").regions["r-shown-rules"])
    assert "Rule 4" in rules
    assert "Rule 0" not in rules
    assert rules.endswith("and 3 more")


def test_a_screen_is_sent_only_what_changed_also_if_it_polls_and_else_a_heartbeat(
    game, ann, screen, listen, monkeypatch
):
    monkeypatch.setattr(live, "BEAT", 0.05)
    stream, before = listen(screen, stream="tv/live"), screen.get("tv/poll").version
    version = next(stream).split("\n")[0].removeprefix("id: ")
    assert next(stream) == f"event: beat\ndata: {version}\n\n"
    assert screen.get(f"tv/poll?since={before}").html == ""
    ann.tap("trick.taken", deal=1, trick=1, winner="p3")

    frame, answer = next(stream), screen.get(f"tv/poll?since={before}")

    assert frame.startswith(f"id: {game.seq}.")
    for html in (frame, answer.html):
        assert 'id="r-oval"' in html
        assert "r-shown-rules" not in html
    assert screen.get(f"tv/poll?since={answer.version}").html == ""


# ---- what it does not show


def everything(phone, night):
    """Every byte a screen is sent, without what differs between two nights anyway."""
    response = phone.client.get(f"/n/{phone.nid}/tv/live", buffered=False)
    sent_text = "".join(part.decode() for part in islice(response.iter_encoded(), 2))
    response.close()
    sent_text += phone.get("tv").html + phone.get("tv/poll").html
    for known in (night.nid, night.links.token, night.links.code, f"{night.links.code[:3]}-{night.links.code[3:]}"):
        sent_text = sent_text.replace(known, "-")
    return re.sub(r"<svg.*?</svg>", "QR", sent_text, flags=re.S)


@pytest.mark.parametrize("who", ["screen", "ann"])
def test_no_screen_gives_away_frak_you_also_shown_from_an_initiated_phone(evening, request, who):
    phone = request.getfixturevalue(who)
    frak_you_evening.begun(evening)
    sent = ""
    for trick, sent_text in enumerate(("p2 2C, p3 KC, p1 4C", "p3 4H, p1 3C, p2 KH", "p1 4D, p2 9D, p3 AS JD"), 1):
        assert frak_you_evening.by_cards(evening.ann, trick, sent_text).status == 200
        sent += everything(phone, evening)
    evening.ann.tap("game.ended")
    sent += everything(phone, evening)

    assert "took trick 3" in sent
    assert frak_you_evening.TELLING.findall(sent) == []
    assert "K♣" not in sent.replace("&#xFE0E;", "")


# ---- places round the table


def test_everybody_has_a_place_of_their_own_clockwise_or_in_rows_where_there_are_too_many():
    for players in range(1, MOST_ROUND + 1):
        places, rows = around(players)
        assert len(set(places)) == players, players
        assert 3 <= rows <= 5, players
        assert re.fullmatch("b+l*a*r*b*", "".join(place[0] for place in places)), players
    assert around(4)[0] == ("below-1-of-1", "left-1", "above-1-of-1", "right-1")
    assert around(10)[0][:3] == ("below-2-of-3", "below-1-of-3", "left-2")
    assert around(10)[0][-1] == "below-3-of-3"
    assert around(MOST_ROUND + 1) == (("",) * (MOST_ROUND + 1), 0)


def test_when_the_night_is_over_its_code_is_that_of_the_recap_and_awards_are_in_the_middle(game, ann, screen):
    game.play("p3", "p3", "p3", "p3", "p3")
    recap = svg(f"http://localhost/n/{game.nid}/recap")
    before = screen.get("tv")
    assert "data-closed" not in before.html
    assert "Table turner" not in before.words
    ann.tap("night.closed")

    after = screen.get("tv")
    assert "data-closed" in after.regions["r-status"]
    assert recap in after.html
    assert "Table turner Cal" in plain(after.regions["r-newest-entry"])
    assert "Table turner Cal Earned 2 house rules." in plain(ann.get().regions["r-status"])
