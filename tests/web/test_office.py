"""Taking the finesmaster's office over: at once, or after a minute in which the finesmaster is not heard of."""

from datetime import datetime, timedelta

import pytest

from companion.commands import office, verdict
from companion.commands.verdict import Command
from companion.domain.old_votes import OfficeClaimed, OfficeVoted, RuleObjected, RuleStruck
from companion.domain.rights import Sender
from companion.server.housekeeping import Housekeeper
from companion.storage import proposals
from companion.storage.clock import now, written
from companion.views import seats as views_seats
from companion.web import privacy
from companion.web import seats as web_seats
from companion.web import services as web_services
from tests.conftest import plain
from tests.table import row

SCRIPT = {"HX-Request": "true"}


def takes(phone):
    return phone.post("office", {}, SCRIPT)


@pytest.fixture
def later(evening, monkeypatch):
    """Lets minutes pass on a clock that else stands still; meanwhile only these phones are heard."""
    passed, began = {"minutes": 0.0}, now()
    presence = evening.services.presence
    clock = presence.clock()

    def at():
        return began + timedelta(minutes=passed["minutes"])

    monkeypatch.setattr(presence, "clock", lambda: clock + 60 * passed["minutes"])
    monkeypatch.setattr(office, "seconds_since", lambda then: (at() - datetime.fromisoformat(then)).total_seconds())
    monkeypatch.setattr(proposals, "instant", lambda: written(at()))
    monkeypatch.setattr(web_services, "ago", lambda seconds: written(at() - timedelta(seconds=seconds)))

    def passes(minutes, *phones):
        passed["minutes"] += minutes
        for phone in phones:
            phone.get()
        Housekeeper(evening.app).conclude_takeovers()

    return passes


@pytest.fixture
def gone(evening, later, bob, cal):
    """Nothing was heard of Ann's phone for two minutes."""
    later(2.1, bob, cal)
    return evening


@pytest.fixture
def taken(evening, ann, bob):
    """Ann went home, Bob took the office over, and Ann came back."""
    ann.tap("player.left", player="p1")
    assert takes(bob).status == 200
    ann.tap("player.returned", player="p1")
    assert evening.night.finesmaster == "p2"
    return evening


def test_anybody_takes_it_over_at_once_from_somebody_who_left_or_has_no_phone(start_table):
    for how in ("left", "no phone", "phone removed"):
        evening = start_table()
        ann, cal = evening.ann, evening.cal
        if how == "left":
            ann.tap("player.left", player="p1")
        else:
            ann.tap("player.joined", name="Dot")
            ann.tap("finesmaster.named", player="p4")
        with row(how):
            assert "went home or has no phone" in plain(cal.get("seats").regions["r-office"])
            assert takes(cal).status == 200
            assert evening.night.finesmaster == "p3"
            assert (evening.last.type, evening.log.lines[-1].entry.by) == ("finesmaster.named", "p3")
            seq = evening.seq
            assert takes(cal).status == 200  # sent twice
            assert evening.seq == seq


def test_it_is_not_taken_from_somebody_whose_phone_is_here_whoever_says_that_she_left(evening, bob, cal, later):
    bob.tap("player.left", player="p1")
    before = evening.file
    later(1.5, bob)
    assert takes(bob).refuses("Ann’s phone was heard less than two minutes ago. If it is dead, tap again")
    assert "heard of it for two minutes, anybody can take over here. All phones then ask" in cal.get("seats").words
    assert "heard of it for two minutes, anybody can become finesmaster under Seats" in cal.get("with/p1").words
    assert bob.tap("finesmaster.named", player="p2").refuses("Only the finesmaster (Ann)")
    assert (evening.file, evening.members.proposals) == (before, ())

    later(0.6, bob, cal)
    takes(bob)
    later(1.1, bob, cal)
    assert evening.night.finesmaster == "p2"
    assert "Works once nothing was heard of Ann’s phone for ten minutes." in bob.get("with/p1").words
    assert "Ann’s phone for ten minutes" in bob.post("seats/replace", player="p1").words  # it may be in her pocket
    later(6.9, bob)
    assert "Ann’s new phone" in bob.post("seats/replace", player="p1").words


def test_after_two_minutes_all_phones_ask_for_one_minute_and_then_it_is_theirs(gone, later, bob, cal):
    for _ in range(2):  # sent twice
        assert takes(bob).says == "All phones ask for a minute whether Ann is here."
    for page in ("", "drinks", "rules", "log", "seats"):
        assert "Bob becomes finesmaster in a minute: nothing was" in plain(cal.get(page).regions["r-takeover"]), page
    assert takes(cal).refuses("Bob is taking it over already.")
    for how in ("yes", "no", "back"):  # it is no question that could be answered
        cal.post(f"proposals/{gone.members.proposals[0].id}", {"answer": how}, SCRIPT)
    later(0.9, bob, cal)
    assert gone.night.finesmaster == "p1"

    later(0.2, bob, cal)
    assert gone.night.finesmaster == "p2"
    assert gone.log.lines[-1].entry.by == "p2"
    assert gone.members.proposals == ()
    assert plain(cal.get().regions["r-takeover"]) == ""


SIGNS = {
    "she opens a page": lambda e: e.ann.get("log"),
    "she polls": lambda e: e.ann.get("poll?page=table"),
    "a stream is open": lambda e: e.services.presence.open_stream((e.nid, e.members.of_player("p1").id), id),
    "somebody says so for her": lambda e: e.cal.post("office/here", {}, SCRIPT),
    "she hands it on": lambda e: e.ann.tap("finesmaster.named", player="p3"),
    "the taker leaves": lambda e: e.cal.tap("player.left", player="p2"),
}


@pytest.mark.parametrize("sign", SIGNS.values(), ids=SIGNS)
def test_any_sign_of_life_of_the_finesmaster_ends_it(gone, later, bob, sign):
    takes(bob)
    later(0.8, bob)
    assert len(gone.members.proposals) == 1
    sign(gone)
    later(0)
    assert gone.members.proposals == ()
    assert gone.night.finesmaster != "p2"


def test_a_takeover_by_somebody_who_then_undoes_their_joining_is_shown_no_longer(gone, later, bob, cal):
    takes(bob)
    joined = next(line.entry.seq for line in gone.log.lines if getattr(line.counts, "player", "") == "p2")
    bob.tap("entry.undone", entry=joined, again="yes")
    assert "p2" not in gone.night.players
    assert plain(cal.get().regions["r-takeover"]) == ""
    later(2, cal)
    assert gone.night.finesmaster == "p1"


def test_who_left_or_looks_at_a_closed_night_takes_nothing_over(evening, ann, bob, cal):
    ann.tap("player.left", player="p1")
    cal.tap("player.left", player="p3")
    assert takes(cal).refuses("You have left the table.")
    ann.tap("player.returned", player="p1")
    ann.tap("night.closed")
    assert takes(bob).refuses("The night is over")


def test_for_an_hour_who_took_it_over_does_nothing_that_is_not_put_right_again(taken, ann, bob, cal, monkeypatch):
    before, named = taken.file, taken.seq - 1
    waits = "Bob took the office over less than an hour ago"
    joined = next(line.entry.seq for line in taken.log.lines if getattr(line.counts, "player", "") == "p3")
    for refused in (
        lambda: bob.tap("night.closed"),
        lambda: bob.post("settle", {"name": "Next"}, SCRIPT),
        lambda: bob.post("delete", {"sure": "yes"}, SCRIPT),
        lambda: bob.post("seats/remove", {"player": "p1"}, SCRIPT),
        lambda: bob.tap("entry.undone", entry=joined),
        lambda: bob.tap("finesmaster.named", player="p3"),
        lambda: bob.tap("entry.changed", entry=named, **{"event.player": "p3"}),
    ):
        assert refused().refuses(waits)
    assert taken.file == before
    assert "for an hour you can’t delete the night" in bob.get("seats").words
    assert 'name="player" value="p1">Make Ann finesmaster again</button>' in bob.get("settle").html
    assert 'value="night.closed"' not in bob.get("settle").html
    assert bob.tap("fine.given", player="p3", amount=1).status == 200  # what the office is for
    assert ann.tap("entry.undone", entry=named).refuses("Only the finesmaster (Bob)")

    assert ["finesmaster</button>" in bob.get(f"with/{player}").html for player in ("p1", "p3")] == [True, False]
    assert bob.tap("finesmaster.named", player="p1").status == 200  # back, at once
    assert ann.tap("night.closed").status == 200  # it was handed to her
    for entry in (taken.seq, taken.seq - 1):
        assert ann.tap("entry.undone", entry=entry).status == 200
    for module in (verdict, privacy, web_seats, views_seats):
        monkeypatch.setattr(module, "NEW_IN_OFFICE", 0.0)
    assert bob.tap("finesmaster.named", player="p3").status == 200
    for phone, entry in ((cal, taken.seq), (bob, named)):  # who took it over gives it back by undoing that
        assert phone.tap("entry.undone", entry=entry).status == 200
    assert taken.night.finesmaster == "p1"


def test_who_took_it_over_ends_the_night_once_the_one_before_has_gone(taken, bob, cal):
    cal.says_yes(cal.tap("player.left", player="p1"))
    assert 'value="night.closed"' in bob.get("settle").html
    assert bob.tap("night.closed").status == 200


def test_a_log_with_votes_of_an_old_version_is_shown_and_nothing_of_it_is_written_again(evening, ann, bob):
    ann.tap("rule.made", text="No elbows")
    for event, words in (
        (RuleObjected(rule="r1", player="p2"), "Bob objects to “No elbows”"),
        (RuleStruck(rule="r1", votes=("p1", "p2")), "Rule scrapped by vote: “No elbows”"),
        (OfficeClaimed(player="p2"), "Bob wants to be finesmaster."),
        (OfficeVoted(player="p2", votes=("p1", "p2")), "Bob is finesmaster, by vote."),
    ):
        for phone in (ann, bob):
            assert phone.tap(event.type, player="p2", rule="r1").status == 422, words
        evening.services.commands.handle(evening.nid, Command(lambda night, old=event: [old]), Sender("p2"))
        assert words in bob.get("log").words
        assert 'value="entry.changed"' not in bob.get(f"log/{evening.seq}").html
        assert bob.tap("entry.changed", entry=evening.seq, **{"event.player": "p3"}).status == 422
    assert "Scrapped by vote" in bob.get("rules").words
    assert evening.night.finesmaster == "p2"
    assert bob.tap("entry.undone", entry=evening.seq).status == 200
    assert evening.night.finesmaster == "p1"
