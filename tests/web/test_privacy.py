"""Privacy: a player erases themselves, the finesmaster deletes the night, and no page loads anything from elsewhere."""

import re
from pathlib import Path

import pytest

from companion.domain.replay import main_text
from companion.storage import nights
from companion.storage.database import database_of
from tests.conftest import Phone
from tests.web.forms import ticked

CHECKOUT = Path(__file__).resolve().parents[2]
TEXTS = ("Bob's birthday", "Bob was late", "Bobbing for apples")
BEYOND = ("Files that somebody saved", "copies on the others’ phones", "backups that were made before")


@pytest.fixture
def named(game, ann):
    """Bob's name is in a reason, a rule and the night's own name."""
    ann.tap("entry.changed", entry=1, **{"event.name": "Bob's birthday"})
    ann.tap("fine.given", player="p2", amount=3, reason="Bob was late")
    ann.tap("rule.made", text="Bobbing for apples")
    ann.tap("entry.changed", player="p2", **{"event.name": "Robert"})
    ann.tap("entry.changed", player="p2", **{"event.name": "Bob"})
    game.play("p2", "p2")
    return game


def erases(phone, *texts, asked=TEXTS, sure="yes", **more):
    return phone.post("erase", sure=sure, asked=list(asked), text=list(texts), **more)


def deletes(phone, sure="yes"):
    return phone.post("delete", sure=sure)


def everything(night, phone):
    """All that a phone is sent of a night."""
    entries = [f"log/{seq}" for seq in range(1, night.seq + 1)]
    pages = ("", "drinks", "rules", "log", "seats", "settle", "fines", "share", "night.json", "privacy", *entries)
    return " ".join(phone.get(page).html for page in pages)


# -- erasing oneself


def test_the_page_shows_every_text_with_the_name_and_says_what_is_beyond_reach(named, bob):
    page = bob.get("erase")

    assert ticked(page.html, "text") == {"Bob&#39;s birthday": True, "Bob was late": True, "Bobbing for apples": False}
    assert "Bob or Robert" in page.words or "Robert or Bob" in page.words
    assert "Not deleted: files that somebody saved" in page.words


def test_an_erased_player_is_somebody_on_every_page_and_after_a_restart_and_the_sums_stay(named, ann, bob, new_app):
    before = named.owed

    answer = erases(bob, *TEXTS)

    assert answer.status == 200
    assert "you are somebody 2 now" in answer.words
    assert all(words in answer.words for words in BEYOND)
    seen = everything(named, ann)
    assert "Bob" not in seen
    assert "Robert" not in seen
    assert "somebody 2" in seen
    assert named.owed == before
    assert "Bob" not in main_text(named.file)
    log = new_app().extensions["companion"].nights.log(named.nid)
    assert log.night.names["p2"] == "somebody 2"
    assert "Bob" not in str([line.entry for line in log.lines])


def test_the_phone_is_out_the_seat_leaves_and_the_others_see_it_at_once_and_play_on(named, ann, bob, cal, listen):
    seen = listen(ann)
    assert "Bob" in next(seen)
    answer = erases(bob)
    assert "somebody 2" in next(seen)
    assert bob.get().status == 403
    assert f"companion_{named.nid}=;" in answer.response.headers["Set-Cookie"]
    assert "p2" in named.night.away
    assert "somebody 2 away, no phone" in ann.get("seats").words
    assert "Bob was late" in ann.get("log").words  # a text that was not ticked stays

    assert ann.tap("trick.taken", deal=1, trick=3, winner="p3").status == 200
    assert ann.tap("entry.undone", entry=named.seq).status == 200
    for phone in (cal, ann):
        assert erases(phone).status == 200
    assert list(named.night.names.values()) == ["somebody 1", "somebody 2", "somebody 3"]


def test_nothing_is_erased_without_the_tick_or_with_a_text_that_came_since(named, ann, bob):
    ann.tap("fine.given", player="p3", amount=1, reason="Bob said so")
    before = named.file

    assert erases(bob, sure="").refuses("Tick the box first")
    answer = erases(bob, "Bob was late")

    assert answer.refuses("Look at the texts again", 409)
    assert "Bob said so" in answer.words
    assert named.file == before
    assert bob.get().status == 200


def test_a_tap_sent_again_after_the_erasing_is_refused_and_not_counted_twice(named, ann, bob):
    fine = {"player": "p3", "amount": 1, "reason": "Bob said it"}
    ann.tap("fine.given", key="one-tap", **fine)
    seq = named.seq
    erases(bob, asked=(*TEXTS, "Bob said it"))
    assert ann.tap("fine.given", key="one-tap", **fine).status == 200

    assert named.seq == seq + 1  # that Bob left


def test_nobody_erases_somebody_elses_player(named, bob):
    before = named.file
    for player in ["p1", "p3", "p9"]:
        assert bob.get(f"erase?player={player}").status == 403, player
        assert erases(bob, player=player).status == 403, player
    assert named.file == before


def test_the_finesmaster_erases_a_player_without_a_phone_and_nobody_else(named, ann, bob):
    ann.tap("player.joined", name="Dot")
    assert "Erase Dot, who asked for it" in ann.get("privacy").words
    assert "Dot" not in bob.get("privacy").words

    answer = ann.post("erase", player="p4", sure="yes")

    assert answer.status == 200
    assert "They are somebody 4 from now on" in answer.says
    assert named.night.names["p4"] == "somebody 4"
    assert "Erase somebody" not in ann.get("privacy").words
    assert ann.get("erase?player=p2").status == 403


def test_a_player_can_be_erased_after_the_night_is_closed(named, ann, bob):
    ann.tap("night.closed")
    seq = named.seq

    assert erases(bob, "Bob was late").status == 200
    assert named.seq == seq
    assert named.night.names["p2"] == "somebody 2"


# -- deleting the night


def test_the_finesmaster_deletes_the_night_and_every_phone_is_out(named, ann, bob, cal, listen):
    seen = listen(bob)
    next(seen)

    answer = deletes(ann)

    assert answer.status == 200
    assert all(words in answer.words for words in BEYOND)
    assert "event: gone" in next(seen)
    for phone in (ann, bob, cal):
        for page in ("", "drinks", "night.json", "poll"):
            left = phone.get(page)
            assert left.status == 403
            assert "the night was deleted" in left.words
        assert phone.tap("drink.taken", player="p2", amount=1).status == 403
    assert "Your nights" not in bob.get("/").words
    assert Phone(named.app).post("/join", code="ABCDEFGH").status == 422


def test_nothing_of_a_deleted_night_is_in_the_database(named, ann, bob):
    bob.post("wishes", drinks="soft")
    assert named.nid in str(named.rows)
    deletes(ann)

    assert named.nid not in str(named.rows)


def test_a_night_is_not_deleted_without_the_tick_or_by_a_guest(named, ann, bob):
    assert deletes(ann, sure="").refuses("Tick the box first")
    assert deletes(bob).refuses("Only the finesmaster (Ann)", 403)
    assert bob.get("delete").goes_to == f"/n/{named.nid}/privacy"
    assert bob.get().status == 200


def test_a_tap_under_way_while_the_night_goes_is_refused(named, ann):
    nights.delete_night(database_of(named.app), named.nid)  # the tap was admitted already

    assert ann.tap("fine.given", player="p2", amount=1).status == 404
    named.services.nights.drop_deleted(named.nid)


def test_the_page_shows_how_long_a_night_is_kept_and_pages_that_erase_open_no_stream(named, ann, monkeypatch):
    for page in ("erase", "delete"):  # its answer ends the stream
        assert 'id="stream"' not in ann.get(page).html
    assert 'id="stream"' in ann.get("privacy").html
    assert "deleted 180 days after its last entry" in ann.get("privacy").words
    monkeypatch.setitem(named.app.config, "KEEP_DAYS", 0)
    assert "days" not in ann.get("privacy").words


# -- nobody else


def test_search_engines_are_kept_out_of_every_page(named, ann, stranger):
    assert stranger.get("/robots.txt").html == "User-agent: *\nDisallow: /\n"
    for phone, page in ((stranger, "/"), (ann, ""), (ann, "night.json"), (stranger, "/nowhere")):
        answer = phone.get(page)
        assert answer.response.headers["X-Robots-Tag"] == "noindex"
        if answer.response.mimetype == "text/html":
            assert '<meta name="robots" content="noindex">' in answer.html


def test_no_template_script_or_style_names_another_host():
    files = [path for folder in ("templates", "static") for path in (CHECKOUT / folder).rglob("*.*")]
    own = [path for path in files if path.suffix in (".html", ".js", ".css", ".svg") and path.parent.name != "vendor"]
    named = {
        (path.name, found)
        for path in own
        for found in re.findall(r"(?:https?:)?//[\w-]+(?:\.[\w-]+)+[^\s\"'<>)]*", path.read_text(encoding="utf-8"))
    }

    assert len(own) > 80
    assert {each for each in named if "www.w3.org/2000/svg" not in each[1]} == set()
