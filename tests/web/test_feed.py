"""The feed: other programs read a night once the finesmaster has turned that on, and no more than a page shows."""

import json
import re
from functools import cache
from io import BytesIO
from pathlib import Path
from urllib.error import HTTPError
from urllib.response import addinfourl

import msgspec
import pytest

from companion.domain.games import GAMES
from companion.domain.replay import replayed
from companion.views.context import NO_PHONES, ViewContext
from companion.views.feed import feed
from companion.web import programs, security
from tests.conftest import needed
from tests.hostile_night import night_file, tame
from tests.web import frak_you_evening

SCHEMAS = Path(__file__).parents[2] / "docs" / "schemas"


@cache
def schema(name):
    return needed("fastjsonschema").compile(json.loads((SCHEMAS / f"{name}.json").read_text()))


def valid(name, told):
    """What was told, once it fits this schema."""
    return schema(name)(told)


def read(phone, page="feed.json"):
    """The feed as this phone gets it."""
    answer = phone.get(page)
    assert answer.status == 200, answer.words
    return valid("feed", json.loads(answer.html))


def link(evening):
    return f"feed.json?token={evening.members.feed}"


@pytest.fixture
def fed(evening):
    """The same evening, with the feed turned on."""
    assert evening.ann.post("programs", feed="on").goes_to == f"/n/{evening.nid}/files#programs"
    return evening


# ---- who reads it


def test_nobody_reads_it_until_the_finesmaster_turns_it_on(evening, ann, bob, stranger):
    for phone in (ann, bob):
        answer = phone.get("feed.json")
        assert (answer.status, "The finesmaster can turn that on" in answer.words) == (403, True)
    assert bob.post("programs", feed="on").status == 403
    assert stranger.get("feed.json").status == 403
    assert stranger.get("feed.json?token=").status == stranger.get("feed.json?token=None").status == 403

    ann.post("programs", feed="on")
    assert read(bob)["night"]["name"] == "Friday"
    assert stranger.get("feed.json").status == 403


def test_a_program_reads_with_the_link_and_can_do_nothing_else(fed, start_evening, bob, stranger):
    token, elsewhere = fed.members.feed, start_evening(name="Elsewhere")
    elsewhere.ann.post("programs", feed="on")
    assert len(token) == 22
    assert read(stranger, link(fed)) == read(bob)
    for page in ("", "tv", "log", "share", "night.json", "poll"):
        assert stranger.get(f"{page}?token={token}").status == 403, page
    for path in (f"/w/{token}", f"/j/{token}"):
        assert stranger.get(path).status == 404
    for other in (fed.links.watch, fed.links.token, fed.links.code, f"{token}x", elsewhere.members.feed):
        assert stranger.get(f"feed.json?token={other}").status == 403, other
    assert token not in stranger.get(link(fed)).html
    assert fed.links.code not in stranger.get(link(fed)).html


def test_the_link_ends_when_it_is_turned_off_or_a_phone_is_removed_and_the_next_is_another(fed, ann, stranger):
    first = link(fed)
    ann.post("programs", feed="on")  # the same form once more
    assert link(fed) == first
    ann.post("seats/remove", player="p2")
    second = link(fed)
    assert stranger.get(first).status == 403
    assert read(stranger, second)

    ann.post("programs", feed="off")
    assert stranger.get(second).status == ann.get("feed.json").status == 403
    ann.post("seats/remove", player="p3")
    assert fed.members.feed == ""
    ann.post("programs", feed="on")
    assert link(fed) not in (first, second)


def test_the_finesmaster_finds_the_link_among_the_files_and_everybody_reads_there_that_a_program_reads(fed, ann, bob):
    shown = f"http://localhost/n/{fed.nid}/{link(fed)}"
    assert shown in ann.get("files").html
    assert fed.members.feed not in bob.get("files").html
    for phone in (ann, bob):
        for page in ("files", "privacy"):
            assert "A program reads along; it sees what everybody sees." in phone.get(page).words, page
    assert "Nothing goes anywhere else." not in bob.get("privacy").words

    ann.post("programs", feed="off")
    assert "reads along; it" not in bob.get("files").words
    assert "Nothing goes anywhere else." in bob.get("privacy").words


def test_what_a_program_or_a_phone_has_already_is_neither_compressed_nor_sent_again(
    fed, ann, bob, stranger, monkeypatch
):
    for phone, page in ((stranger, link(fed)), (bob, "feed.json"), (bob, "night.json")):
        first = phone.get(page, **{"Accept-Encoding": "gzip"}).response
        again = {"If-None-Match": first.headers["ETag"]}
        with monkeypatch.context() as on_the_way:
            on_the_way.setattr(security, "gzip", None)
            answer = phone.get(page, **{"Accept-Encoding": "gzip"}, **again)
            assert (answer.status, answer.html) == (304, ""), page

    again = {"If-None-Match": stranger.get(link(fed)).response.headers["ETag"]}

    ann.tap("water.called", player="p1")
    assert stranger.get(link(fed), **again).status == 200


def test_it_is_made_once_for_all_programs_until_something_is_entered(fed, ann, bob, stranger, monkeypatch):
    made = []
    monkeypatch.setattr(programs, "feed", lambda context: made.append(context.log.seq) or feed(context))
    answers = [phone.get(link(fed)) for phone in (stranger, ann, fed.stranger(), stranger)]
    assert len({(answer.html, answer.response.headers["ETag"]) for answer in answers}) == 1
    assert read(bob) == json.loads(answers[0].html)
    assert made == [fed.seq]

    ann.tap("fine.given", player="p2", amount=2)
    assert read(stranger, link(fed))["players"][1]["owed"] == 2
    assert made == [fed.seq - 1, fed.seq]


# ---- what it says


def test_it_says_what_the_table_shows(fed, ann, bob):
    ann.tap("rule.made", text="No elbows", amount=2)
    fed.start("five-card-yak")
    fed.play("p2", "p3", "p2")
    ann.tap("drink.taken", player="p3", amount=1)
    told = read(bob)

    assert told["night"] == {
        "id": fed.nid, "name": "Friday", "date": fed.night.date, "unit": "sip", "entry": fed.seq, "over": False,
        "finesmaster": "p1",
    }  # fmt: skip
    assert [(one["name"], one["here"], one["owed"], one["settled"]) for one in told["players"]] == [
        ("Ann", True, 0, 0), ("Bob", True, 4, 0), ("Cal", True, 1, 1)
    ]  # fmt: skip
    assert [(fine["amount"], fine["because"]) for fine in told["players"][1]["fines"]] == [
        (1, "trick 1 costs 1"), (3, "trick 3 costs 3")
    ]  # fmt: skip
    game = told["game"]
    assert (game["id"], game["number"], game["deal"], game["dealer"], game["leader"]) == (
        "five-card-yak", 1, 1, "p1", "p2"
    )  # fmt: skip
    assert [one["tricks"] for one in game["players"]] == [0, 2, 1]
    (rule,) = told["rules"]
    assert (rule["text"], rule["maker"]) == ("No elbows", "p1")
    assert told["last"]["text"] == "Bob took trick 3."


def test_a_game_that_is_over_has_standings_unless_it_counts_drinks(fed, ann):
    fed.start("card-yacht", "p1", "p2")
    ann.tap("game.ended")
    fed.start("five-card-yak")
    ann.tap("game.ended")
    told = read(ann)

    assert told["game"] is None
    assert [(one["name"], one["stopped"], one["winners"]) for one in told["games"]] == [
        ("Card Yacht", True, []), ("Five-Card Yak", True, [])
    ]  # fmt: skip
    assert [one["id"] for one in told["games"][0]["standings"]] == ["p1", "p2"]
    assert told["games"][1]["standings"] == []


@pytest.mark.each_game
def test_every_night_fits_the_schema_after_each_of_its_entries():
    entries = []

    def fits(log):
        entries.append(log.seq)
        valid("feed", msgspec.to_builtins(feed(ViewContext("abcdefgh", log, NO_PHONES))))

    log = replayed(night_file(tame()), fits)
    fits(log)
    assert entries[-1] == log.seq > 80
    assert {played.game.id for played in log.night.played} == {*GAMES}


def example(kind):
    """The example of this kind on the page that builders read."""
    (found,) = re.findall(rf"```{kind}\n(.*?)```", (SCHEMAS.parent / "building-on-it.md").read_text("utf-8"), re.S)
    return found


def test_the_example_that_builders_read_fits_the_schema():
    assert valid("feed", json.loads(example("json")))["last"]["entry"] == 12


def test_the_lamp_that_builders_read_flashes_once_for_each_new_fine(fed, ann, stranger, monkeypatch, capsys):
    def asks(request, timeout):
        answer = stranger.get(link(fed), **dict(request.header_items())).response
        statuses.append(answer.status_code)
        if answer.status_code != 200:
            raise HTTPError(request.full_url, answer.status_code, "", answer.headers, None)
        return addinfourl(BytesIO(answer.data), answer.headers, request.full_url)

    def fines(player, amount):
        return lambda: ann.tap("fine.given", player=player, amount=amount, reason="late")

    fines("p2", 9)()
    statuses, meanwhile = [], [fines("p3", 2), lambda: None, fines("p2", 1), lambda: ann.post("programs", feed="off")]
    monkeypatch.setattr("urllib.request.urlopen", asks)
    monkeypatch.setattr("time.sleep", lambda _: meanwhile.pop(0)())
    with pytest.raises(IndexError):  # nothing happens any more
        exec(example("python"), {})

    assert capsys.readouterr().out == "Cal 2 sip late\nBob 1 sip late\n"
    assert statuses == [200, 200, 304, 200, 403]


# ---- what it does not say; that no byte depends on bids and dice is tested in test_secrets.py


def test_what_only_the_initiated_know_is_told_to_them_alone(fed, ann, bob, stranger):
    frak_you_evening.begun(fed)
    frak_you_evening.by_cards(ann, 1, "p2 2C, p3 KC, p1 4C")

    assert "highest card of the suit led" in read(ann)["last"]["text"]
    for told in (bob.get("feed.json").html, stranger.get(link(fed)).html, ann.get(link(fed)).html):
        assert "Cal took trick 1." in told
        assert frak_you_evening.TELLING.findall(told) == []


def test_the_link_is_in_no_file_of_the_night_and_does_not_outlive_it(fed, ann, bob):
    secret = fed.members.feed
    assert any(secret in row for table in fed.rows for row in table)
    for page in ("night.json", "scores.csv", "fines.csv", "log", "recap"):
        assert secret not in bob.get(page).html, page

    ann.post("delete", sure="yes")
    assert not any(secret in row for table in fed.rows for row in table)
