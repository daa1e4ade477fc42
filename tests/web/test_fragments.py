"""Fragments: a phone is sent exactly those that changed since its version, as its seat may see them.

That a phone which missed updates shows the same as a new page is tested in tests/views/test_catching_up.py.
"""

from __future__ import annotations

import re

import pytest

from companion.views.context import Version
from companion.views.fragments import Fragment, FragmentCache

PARTIAL = re.compile(r'<hx-partial id="(r-[^"]+)">(.*?)</hx-partial>', re.S)
AT_THE_END = {"r-rights", "r-dealt", "r-moment"}


def version(phone, page="table"):
    return phone.get(f"poll?page={page}").version


def test_a_phone_that_shows_everything_is_sent_nothing_and_any_other_every_fragment_of_its_page(game, bob):
    for page in ["table", "drinks", "rules", "log", "seats", "share"]:
        assert bob.get(f"poll?page={page}&since={version(bob, page)}").html == "", page
    for page in ["table", "drinks", "settle", "rules", "log", "seats"]:
        message = bob.get(f"poll?page={page}").regions
        whole = bob.get("" if page == "table" else page).html
        assert message, page
        for html in message.values():
            assert html in whole, page
    everything = set(bob.get("poll?page=table").regions)
    seq, members, _ = version(bob).split(".")
    for since in ["", "0.0.x", "nonsense", f"{seq}.{members}.older"]:  # the last one is of another build
        assert set(bob.get(f"poll?page=table&since={since}").regions) == everything, since


def test_a_trick_sends_three_fragments_of_two_kilobytes_and_the_fine_to_those_who_drink(start_table):
    night = start_table()
    for name in ("Dan", "Eve"):
        night.join(name)
    night.start("five-card-yak")
    for trick, winner in enumerate(("p3", "p4", "p3", "p3", "p3"), start=1):  # the last one turns the penalty
        before = version(night.bob)
        night.play(winner, first=trick)
        shared = PARTIAL.findall(night.bob.get(f"poll?page=table&since={before}").html)
        names, sent = zip(*[one for one in shared if one[0] != "r-mine"], strict=True)
        assert set(names) == {"r-status", "r-board", "r-record"} | (AT_THE_END if trick == 5 else set())
        assert sum(len(html.encode()) for html in sent) <= (3300 if trick == 5 else 2048)  # how it went
        assert ("r-mine" in dict(shared)) == (trick == 5)


def test_what_changed_elsewhere_does_not_resend_what_did_not(game, ann, bob):
    ann.tap("rule.made", text="No knees")
    before = version(bob)
    ann.tap("rule.made", text="No elbows")
    changed = set(bob.get(f"poll?page=table&since={before}").regions)
    assert changed
    assert not {"r-status", "r-mine"} & changed

    ann.tap("fine.given", player="p2", amount=2)
    before = version(ann, "rules")
    bob.tap("drink.taken", player="p2", amount=1)
    assert ann.get(f"poll?page=rules&since={before}").regions == {}


def test_nobody_is_sent_the_fragments_of_another_seat(game, ann, cal):
    game.play("p2", "p2", "p2", "p2")

    for phone, name in ((ann, "Ann"), (cal, "Cal")):
        regions = phone.get("poll?page=table").regions
        assert name in regions["r-mine"]
        assert "Bob," not in regions["r-mine"]
        assert "rules/idea" not in regions["r-own-right"]


def test_what_the_finesmaster_alone_can_do_is_on_their_phone_alone(evening, ann, bob):
    assert "seats/remove" in ann.get("with/p3").html
    assert "seats/remove" not in bob.get("with/p3").html
    before = version(bob, "seats")

    ann.tap("finesmaster.named", player="p2")

    assert "You are the" in bob.get(f"poll?page=seats&since={before}").regions["r-office"]
    assert "seats/remove" in bob.get("with/p3").html
    assert "seats/remove" not in ann.get("with/p3").html


def test_a_lent_seat_is_sent_with_the_seats(evening, ann, bob):
    before = version(bob, "seats")
    evening.a_minute_passes()
    ann.post("seats/lend", player="p3", to="p2")

    answer = bob.get(f"poll?page=seats&since={before}")

    assert "lent to" in answer.regions["r-seats"]
    assert answer.version.split(".")[0] == before.split(".")[0]
    assert answer.version != before


def test_the_answer_to_a_tap_is_words_only(game, bob, cal):
    done = bob.tap("trick.taken", deal=1, trick=1, winner="p2")
    refused = cal.tap("trick.taken", deal=1, trick=1, winner="p3")

    assert set(done.regions) == set(refused.regions) == {"r-answer"}
    assert (done.says, refused.says) == (
        "",
        "Bob says Bob took trick 1, you said Cal. Keep Bob It was Cal",
    )
    assert done.version.startswith(f"{game.seq}.")


def test_a_tap_on_a_page_of_its_own_leads_to_the_page_its_form_names(game, bob):
    tap = {"deal": 1, "winner": "p2", "key": "one"}

    assert "HX-Redirect" not in bob.tap("trick.taken", trick=1, **tap).response.headers
    again = bob.tap("trick.taken", trick=1, next="log", **tap)
    assert again.response.headers["HX-Redirect"] == f"/n/{game.nid}/log"
    assert bob.tap("trick.taken", trick=1, next="table", script=False, **tap).goes_to == f"/n/{game.nid}/"
    for strange in ("//evil.example", "/n/other/", "../x", "https:evil.example", "play/turn?x=http://evil.example"):
        assert "HX-Redirect" not in bob.tap("trick.taken", trick=1, next=strange, **tap).response.headers, strange
        assert bob.tap("trick.taken", trick=1, next=strange, script=False, **tap).goes_to == f"/n/{game.nid}/"


class Night:
    """The part of a view context that the cache reads."""

    insider, has_changed = True, False

    def __init__(self, seq: int, text: str, unit: str = "sip") -> None:
        self.version, self.text, self.unit = Version(seq, 0), text, unit

    def facts(self, seat: str | None) -> str:
        return self.unit

    def is_same_as(self, other: Night) -> bool:
        return self.version == other.version


@pytest.fixture
def cache():
    return FragmentCache(lambda template, view, night: f"<{view}>")


TEXT = Fragment("text", "text.html", lambda context: context.text)
OWN = Fragment("own", "own.html", lambda context, seat: f"{context.text} {seat}", own=True)
PAGE = (TEXT,)


def partial(html, id="text"):
    return f'<hx-partial id="r-{id}">{html}</hx-partial>'


def test_what_only_the_clock_changed_for_one_phone_is_sent_with_the_next_entry(cache):
    clock = ["fresh"]
    page = (Fragment("own", "own.html", lambda context, seat: clock[0], own=True),)
    cache.page(page, Night(1, ""), "p1")
    clock[0] = "stale"
    cache.update(page, Night(1, ""), "p1", Version(1, 0))  # a heartbeat: the phone shows this version

    assert cache.update(page, Night(2, ""), "p1", Version(1, 0)) == ("", partial("<stale>", "own"))


def test_a_fragment_is_sent_again_when_a_fact_of_the_night_that_it_shows_is_another(cache):
    shows = FragmentCache(lambda template, view, night: f"<{view} {night}>")
    pints = Night(2, "one", "pint")
    for each, sent in ((shows, partial("<one pint>")), (cache, "")):
        each.page(PAGE, Night(1, "one"), None)
        assert each.update(PAGE, pints, None, Version(1, 0)) == (sent, "")


def test_with_several_processes_a_version_that_was_not_rendered_here_counts_as_different():
    cache = FragmentCache(lambda template, view, night: f"<{view}>", alone=False)
    cache.page(PAGE, Night(1, "one"), "p1")

    assert cache.update(PAGE, Night(2, "one"), "p1", Version(1, 0)) == ("", "")
    assert cache.update(PAGE, Night(4, "one"), "p1", Version(3, 0)) == (partial("<one>"), "")  # from elsewhere
