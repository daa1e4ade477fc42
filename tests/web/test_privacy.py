"""Privacy: a player gets another name, the finesmaster deletes the night, and no page loads anything from elsewhere."""

import re
from pathlib import Path

from companion.storage import nights
from companion.storage.database import database_of
from tests.conftest import Phone
from tests.web import forms

CHECKOUT = Path(__file__).resolve().parents[2]
BEYOND = ("Files that somebody saved", "copies on the others’ phones", "backups that were made before")
PAGES = (
    "", "drinks", "rules", "log", "seats", "settle", "share", "privacy", "recap", "tv", "caught",
    "feed.json", "scores.csv", "fines.csv", "poll?page=table",
)  # fmt: skip


def renames(phone, name, **more):
    return phone.tap("entry.changed", player="p2", back="seats", **{"event.name": name}, **more)


def own_name(page):
    (name,) = re.findall(r'id="new-name" [^>]*value="([^"]*)"', page)
    return name


def deletes(phone, sure="yes"):
    return phone.post("delete", sure=sure)


def everything(night, phone):
    """All that a phone is shown of a night."""
    answers = [phone.get(page) for page in (*PAGES, *(f"log/{seq}" for seq in range(1, night.seq + 1)))]
    assert {answer.status for answer in answers} == {200}
    return " ".join(answer.html for answer in answers)


# -- another name


def test_a_new_name_is_in_the_log_and_on_every_screen_and_an_old_one_on_none(game, ann, bob, cal):
    ann.post("programs", feed="on")
    ann.tap("rule.made", text="No elbows", amount=2, title="Thumb master")
    cal.tap("rule.called", rule="r1", player="p2")
    ann.tap("fine.given", player="p2", amount=3)
    bob.tap("drink.taken", player="p2", amount=1)
    game.play("p2", "p2", "p3")
    bob.tap("player.joined", name="Dann")
    bob.tap("entry.undone", entry=game.seq)
    assert "Bob" in everything(game, ann)

    for before, name in (("Bob", "Zoe"), ("Zoe", "Eve")):
        assert renames(bob, name).says == f"{name} has a new name."
        for phone in (ann, bob):
            seen = everything(game, phone)
            assert not {before, "Bob"} & {*re.findall(r"\w+", seen)}
            assert f"{name} joined." in seen
    assert bob.tap("entry.undone", entry=game.seq).says == "Zoe took back: Zoe has a new name."

    assert "Zoe" in everything(game, ann)
    assert "Dann joined." in ann.get("log").words


def test_what_was_typed_before_and_the_night_file_keep_the_old_name_and_the_pages_say_so(game, ann, bob):
    ann.tap("fine.given", player="p3", amount=1, reason="Bob said so")
    renames(bob, "Robert")
    kept = "What people typed before keeps the old one"

    assert "Cal was fined 1 sip: Bob said so." in ann.get("log").words
    assert '"name":"Bob"' in ann.get("night.json").html.replace(" ", "")
    assert f"{kept}." in bob.get("with/p2").words
    assert f"{kept}, and so do earlier entries of the night file." in bob.get("privacy").words

    ann.tap("night.closed")
    assert 'id="rename"' not in bob.get("seats").html
    assert "The night is over, so names stay as they are." in bob.get("privacy").words
    assert renames(bob, "Rob").refuses("The night is over.")


def test_everybody_finds_their_own_name_on_their_own_page_and_a_refused_one_stays_typed(game, ann, bob):
    for phone, player, name in ((ann, "p1", "Ann"), (bob, "p2", "Bob")):
        page = phone.get(f"with/{player}").html
        form = forms.fields(page, "rename")
        assert (form["player"], own_name(page)) == (player, name)

    refused = bob.post("entries", {**form, "name": "ann"})

    assert refused.refuses("Ann is here already")
    assert own_name(refused.html) == "ann"
    assert game.night.names["p2"] == "Bob"
    assert bob.post("entries", {**form, "name": "Bo"}).status == 200
    assert own_name(bob.get("with/p2").html) == game.night.names["p2"] == "Bo"


# -- deleting the night


def test_the_finesmaster_deletes_the_night_of_which_nothing_is_left_and_every_phone_is_out(game, ann, bob, cal, listen):
    bob.post("preferences", drinks="soft")
    assert game.nid in str(game.rows)
    seen = listen(bob)
    next(seen)

    answer = deletes(ann)

    assert answer.status == 200
    assert all(words in answer.words for words in BEYOND)
    assert game.nid not in str(game.rows)
    assert "event: gone" in next(seen)
    for phone in (ann, bob, cal):
        for page in ("", "drinks", "night.json", "poll"):
            assert phone.get(page).refuses("the night was deleted", 403)
        assert phone.tap("drink.taken", player="p2", amount=1).status == 403
    assert "Your nights" not in bob.get("/").words
    assert Phone(game.app).post("/join", code="ABCDEFGH").status == 422


def test_a_night_is_not_deleted_without_the_tick_or_by_a_guest(game, ann, bob):
    assert deletes(ann, sure="").refuses("Tick the box first")
    assert deletes(bob).refuses("Only the finesmaster (Ann)", 403)
    assert bob.get("delete").goes_to == f"/n/{game.nid}/privacy"
    assert bob.get().status == 200


def test_a_tap_under_way_while_the_night_goes_is_refused(game, ann):
    nights.delete_night(database_of(game.app), game.nid)  # the tap was admitted already

    assert ann.tap("fine.given", player="p2", amount=1).status == 404
    game.services.nights.drop_deleted(game.nid)


def test_the_page_shows_how_long_a_night_is_kept_and_the_page_that_deletes_it_opens_no_stream(game, ann, monkeypatch):
    assert 'id="stream"' not in ann.get("delete").html  # its answer ends the stream
    assert f'href="/n/{game.nid}/privacy"' in ann.get("files").html
    assert 'id="stream"' in ann.get("privacy").html
    assert "deleted 180 days after its last entry" in ann.get("privacy").words
    monkeypatch.setitem(game.app.config, "KEEP_DAYS", 0)
    assert "days" not in ann.get("privacy").words


# -- nobody else


def test_search_engines_are_kept_out_of_every_page(game, ann, stranger):
    assert stranger.get("/robots.txt").html == "User-agent: * Disallow: /\n"
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
