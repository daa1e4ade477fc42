"""The big screen: anybody with its link can watch the table, sees public facts only, and can change nothing.

That it shows no bid, no hidden dice and no preference is tested with the phones (test_secrets, test_preferences).
"""

import re
from itertools import islice

import pytest

from companion.storage import clock, members
from companion.views.big_screen import MOST_ROUND, around
from companion.web import join, live
from companion.web.qr import svg
from tests.conftest import plain
from tests.web import frak_you_evening
from tests.web.forms import region


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


def test_every_phone_finds_the_letters_and_the_link_with_the_invitation(evening, ann, bob):
    for phone in (ann, bob):
        invitation, page = phone.get("share"), phone.get("screen")
        assert f'href="/n/{evening.nid}/screen"' in invitation.html
        assert f"/w/{evening.links.watch}" not in invitation.html
        assert f"/j/{evening.links.token}" not in page.html
        assert f"http://localhost/w/{evening.links.watch}" in page.html
        assert f'href="/n/{evening.nid}/tv"' in page.html
        assert f"Open localhost/tv there. Type {evening.links.code[:3]}-{evening.links.code[3:]} ." in page.words
        assert ("Make a new link" in page.words) == (phone is ann)
        assert phone.post("/tv", code=evening.links.code).goes_to == f"/n/{evening.nid}/tv"
        assert plain(phone.get().regions["r-takeover"]) == ""


# ---- the letters


def asks_to_show(evening):
    """A television on which somebody typed the letters: it, its waiting page and the number on it."""
    screen = evening.stranger()
    waiting = screen.post("/tv", code=evening.links.code.lower()).goes_to
    number = re.search(r"this your big screen\? (\d\d) ", screen.get(waiting).words)
    assert number, screen.get(waiting).words
    return screen, waiting, number[1]


def test_a_screen_on_which_the_letters_were_typed_shows_the_table_once_any_phone_has_said_yes(evening, ann, cal):
    screen, waiting, number = asks_to_show(evening)
    assert screen.get(waiting).response.headers["Refresh"] == "2"
    assert screen.get("tv").status == 403
    for page in ("", "rules", "screen"):
        assert f"A screen that says {number} wants to show" in plain(cal.get(page).regions["r-takeover"])

    for _ in range(2):  # two phones tap at once
        assert cal.post("tv/confirm", number=number, answer="yes").status == 303
    assert evening.stranger().post(waiting.replace("/w/", "/m/")).status == 404  # its secret gives nobody a seat

    assert plain(ann.get().regions["r-takeover"]) == ""
    answer = screen.get(waiting)
    assert (answer.status, answer.goes_to) == (303, f"/n/{evening.nid}/tv")
    assert "Ann" in screen.get("tv").words
    assert evening.links.watch not in waiting


def test_a_screen_that_is_refused_or_confirmed_by_another_number_shows_nothing(evening, ann, bob):
    screen, waiting, number = asks_to_show(evening)
    wrong = "11" if number == "10" else "10"
    assert bob.post("tv/confirm", number=wrong, answer="yes").refuses("That screen no longer asks.")
    assert screen.get(waiting).status == 200

    bob.post("tv/confirm", number=number, answer="no")

    assert ann.post("tv/confirm", number=number, answer="yes").refuses("That screen no longer asks.")
    answer = screen.get(waiting)
    assert answer.status == 404
    assert "type the table’s letters" in answer.words
    assert screen.get("tv").status == 403


def test_only_the_last_screen_that_asked_is_confirmed_and_only_for_five_minutes(evening, ann, monkeypatch):
    first, second = asks_to_show(evening), asks_to_show(evening)
    assert first[0].get(first[1]).status == 404
    assert plain(ann.get().regions["r-takeover"]).count("Is it yours?") == 1
    monkeypatch.setattr(members, "now", lambda: clock.now() + members.TICKET_LASTS)

    assert second[0].get(second[1]).status == 404
    assert ann.post("tv/confirm", number=second[2], answer="yes").refuses("That screen no longer asks.")


def test_a_new_link_and_a_removed_phone_close_a_screen_that_was_confirmed_but_has_not_come_yet(evening, ann):
    for page, fields in (("tv/renew", {}), ("seats/remove", {"player": "p2"})):
        screen, waiting, number = asks_to_show(evening)
        ann.post("tv/confirm", number=number, answer="yes")
        ann.post(page, **fields)
        assert screen.get(waiting).status == 404, page


def test_wrong_letters_get_a_sentence_and_count_with_the_wrong_codes_of_those_who_join(evening, stranger):
    assert "The table’s six letters" in stranger.get("/tv").words
    for number in range(join.EACH):
        answer = stranger.post(("/tv", "/join")[number % 2], code="WRONGS")
        assert answer.status == 422
        assert "No table is open under" in answer.words
        assert 'value="WRONGS"' in answer.html

    assert stranger.post("/tv", code=evening.links.code).status == 429


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
    assert {"Ann", "Bob", "Cal"} <= {*page.words.split()}
    assert " owed" not in page.words
    assert f"{game.links.code[:3]}-{game.links.code[3:]}" in page.words
    assert "http://localhost" in page.words
    assert screen.at(new_app()).get("tv").words == page.words
    game.play("p2", "p3")
    for phone in (ann, bob, screen):
        assert not re.search("<form|<input|r-mine|r-own|data-me=|entries", phone.get("tv").html)


def test_what_was_taken_back_is_told_without_the_number_of_an_entry(game, ann, screen):
    for _ in range(2):
        game.play("p3")
        ann.tap("entry.undone", entry=game.seq)
    told = plain(screen.get("tv").regions["r-newest-entry"])
    assert "Ann" in told
    assert not re.search(r"\d\d|[Ee]ntry|#", told)


@pytest.mark.parametrize(("dice", "drawn", "throwing"), [("real", 5, ["p1"]), ("identical", 0, ["p1", "p2"])])
def test_open_dice_are_drawn_and_whoever_can_throw_is_ringed(evening, ann, screen, dice, drawn, throwing):
    evening.start("yak", "p1", "p2", dice=dice)
    thrown = {"dice": (6, 6, 2, 3, 1)} if drawn else {}
    assert ann.tap("dice.thrown", player="p1", round=1, throw=1, **thrown).status == 200

    shown = screen.get("tv").html
    assert shown.count('class="die"') == drawn
    assert re.findall(r'\bawaited" id="chair-(p\d)"', shown) == throwing


def test_the_dice_beside_a_fine_are_those_that_the_headline_names(evening, ann, screen):
    evening.start("mexico")
    for player, dice in (("p1", (6, 6)), ("p2", (3, 1)), ("p3", (5, 5))):
        ann.tap("pair.thrown", round=1, player=player, throw=1, dice=dice)
        shown = region(screen, "newest-entry", "tv")
        drawn = [] if player == "p3" else list(dice)  # Bob pays, and did not throw these
        assert [int(face) for face in re.findall(r'aria-label="(\d)"', shown)] == drawn, player
    assert "Cal threw double 5." in plain(shown)
    assert "Bob, 1 sip lowest in round 1 with 31" in plain(shown)


def test_the_end_of_a_game_says_who_got_off_lightest_and_what_it_cost_at_each_seat(game, ann, screen):
    ann.tap("rule.made", text="No pointing", amount=2)
    game.play("p3", "p3", None, None, None)
    ann.tap("rule.called", rule="r1", player="p2")
    ann.tap("game.ended")

    page = screen.get("tv")
    assert plain(page.regions["r-newest-entry"]) == "Best rule: “No pointing” fired once"
    seats = {each[0]: plain(each[1]) for each in re.findall(r'id="chair-(p\d)">(.*?)</li>', page.html, re.S)}
    assert "in this game" not in seats["p1"]
    assert all("2 sips in this game" in seats[player] for player in ("p2", "p3"))


def test_the_cards_of_the_last_trick_are_beside_who_played_them(game, ann, screen):
    ann.tap("trick.taken", deal=1, trick=1, plays=["p1 4H", "p2 KD", "p3 4S"])

    page = screen.get("tv")
    (shown,) = re.findall(r'<li class="[^"]*\btook\b[^"]*" id="chair-p2">(.*?)</li>', page.html, re.S)
    assert "K♦" in plain(shown).replace("\ufe0e", "")
    assert "+1" in plain(shown)
    assert page.html.count('class="cancelled"') == 2
    assert "Bob, 1 sip" in page.words


def test_it_shows_the_same_message_as_phones(game, ann, bob, screen):
    game.play("p3", None)

    assert screen.get("tv").regions["r-say"] == bob.get("log").regions["r-say"]
    assert "Nobody took trick 2." in screen.get("tv").words
    assert "laid" not in screen.get("tv").regions["r-oval"]


def test_many_players_with_the_same_fine_are_counted_and_each_is_marked(evening, ann, screen):
    ann.tap("player.joined", names="Dot, Eve, Fay")
    ann.tap("rule.made", text="A toast", who="everyone", amount=2)
    ann.tap("rule.called", rule="r1", player="p2")

    assert "6 players, 2 sips each" in screen.get("tv").words
    assert screen.get("tv").words.count("+2") == 6


def test_the_rules_that_do_not_fit_are_counted_and_those_of_other_games_left_out(evening, ann, screen):
    ann.tap("rule.made", text="Whoever plays a queen drinks", read="yes")
    for number in range(5):
        ann.tap("rule.made", text=f"Rule {number} is a rule that goes on and on and on, " + "and on, " * 8)
    ann.tap("game.started", game="mexico", players=["p1", "p2"])
    rules = plain(screen.get("tv").regions["r-shown-rules"])
    assert (rules[:18], rules[-10:]) == ("House rules Rule 4", "and 3 more")


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
    assert around(4)[0] == ("below nth-1 of-1", "left nth-1", "above nth-1 of-1", "right nth-1")
    assert around(10)[0][:3] == ("below nth-2 of-3", "below nth-1 of-3", "left nth-2")
    assert around(10)[0][-1] == "below nth-3 of-3"
    assert around(MOST_ROUND + 1) == (("",) * (MOST_ROUND + 1), 0)


def test_when_the_night_is_over_its_code_is_that_of_the_recap_and_awards_are_in_the_middle(game, ann, screen):
    game.play("p3", "p3", "p3", "p3", "p3")
    recap = svg(f"http://localhost/n/{game.nid}/recap")
    assert not re.search("data-closed|Table turner", screen.get("tv").html)
    ann.tap("night.closed")

    after = screen.get("tv")
    assert "data-closed" in after.regions["r-status"]
    assert recap in after.html
    assert "Table turner Cal" in plain(after.regions["r-newest-entry"])
    assert "Table turner Cal Turned it round twice." in plain(ann.get().regions["r-status"])


def test_the_table_and_the_big_screen_show_the_case_with_its_number_and_then_the_verdict(
    evening, screen, ann, bob, cal
):
    ann.tap("rule.made", text="No elbows", amount=2)
    for _ in range(2):
        cal.tap("rule.called", rule="r1", player="p2")
    for entry in (7, 6):  # by when they are contested, not by when Bob was caught
        bob.tap("call.contested", entry=entry, player="p2")
    opened = "The Table v. Bob, case 2 “No elbows” Bob has twenty seconds to say why it’s not true. Ann decides."

    assert opened in plain(region(screen, "newest-entry", "tv"))
    assert "The Table v. Bob, case 2." in plain(region(screen, "say", "tv"))
    assert "The Table v. Bob, case 2 Bob says it’s not true: “No elbows”" in cal.get().words
    assert "case 1 “No elbows”" in plain(region(ann, "own-call"))

    for entry, stands, verdict in ((7, "false", "case 1 Let go"), (6, "true", "case 2 Guilty")):
        ann.tap("call.settled", entry=entry, stands=stands)
        assert f"The Table v. Bob, {verdict}" in cal.get().words
        assert plain(region(bob, "moment")) == f"The Table v. Bob, {verdict}", "every phone stamps it"
        news = region(screen, "newest-entry", "tv")
        assert f"The Table v. Bob, {verdict[:6]} “No elbows” {verdict[7:]}" in plain(news)
        assert "twenty seconds" not in plain(news)
    assert "2 cases: 1 guilty, 1 let go" in cal.get("recap").words


# ---- what all talk about


def test_a_moment_is_on_every_page_and_the_big_screen_until_the_next_entry(evening, ann, bob, screen):
    evening.start("five-card-yak").play("p2", "p2", "p2")
    pages = (lambda: bob.get(), lambda: bob.get("drinks"), lambda: screen.get("tv"))
    assert [plain(page().regions["r-moment"]) for page in pages] == [""] * 3
    ann.tap("trick.taken", deal=1, trick=4, winner="p2")
    for page in pages:
        shown = page().regions["r-moment"]
        assert plain(shown) == "Bob turned it round"
        assert f'data-entry="{evening.seq}"' in shown
        assert shown.startswith('<section id="r-moment" hidden>')

    bob.tap("rule.made", text="No elbows")
    assert [plain(page().regions["r-moment"]) for page in pages] == ["Bob’s rule: “No elbows”"] * 3
    ann.tap("fine.given", player="p1", amount=1, reason="late")
    assert [plain(page().regions["r-moment"]) for page in pages] == [""] * 3
    ann.tap("entry.undone", entry=evening.seq)
    for page in pages:
        assert plain(page().regions["r-moment"]) == "", "an undo brings no moment back"
